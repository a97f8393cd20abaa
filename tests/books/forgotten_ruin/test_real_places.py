"""A real table: what stands in the way of a correction, and a table moved by the instructions alone."""

from __future__ import annotations

import re
from math import hypot
from random import Random

import pytest

import sandtable
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.invariants import what_is_wrong
from sandtable.books.forgotten_ruin.naming import called
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.dice import Scripted
from sandtable.kernel.refusal import Refused
from sandtable.kernel.state import copy_state
from sandtable.kernel.testing import covers
from sandtable.players.player import view_of
from sandtable.players.registry import make_player

TREE = {"id": "T1", "kind": "tree", "circle": [20, 20, 1], "traits": ["individual"]}
FENCE = {"id": "T2", "kind": "fence", "wall": [[4, 12], [12, 12]], "height": 1, "traits": ["linear"]}
HOUSE = {"id": "T3", "kind": "house", "area": [24, 4, 30, 10], "height": 5, "traits": ["block"]}
LAUNCHER = {
    "name": "grenade launcher",
    "range_moving": 24,
    "range_stationary": 36,
    "shots": 1,
    "traits": ["explosive"],
    "radius": 2,
}


def table(dice=None, **position):
    """A real table with a tree, a fence and a house; S1 holds, S2 is slow, two orcs are far away."""
    position.setdefault("terrain", [TREE, FENCE, HOUSE])
    position.setdefault(
        "soldiers",
        {
            "S1": {"at": [10, 5], "die": 1, "name": "Ames"},
            "S2": {"at": [15, 5], "die": 6, "name": "Boyd"},
        },
    )
    position.setdefault("mobs", {"M1": {"type": "Orcs", "at": [[10, 30], [11.5, 30]]}})
    position.setdefault("phase", "quick")
    switches = {"on_my_table": True, **position.pop("switches", {})}
    return game_at({**position, "switches": switches}, Scripted(dice or {}), book=BOOK)


def ruled(game, said):
    """Correct the table in words."""
    game.rule("A", *BOOK.read_ruling(game.state, said))
    return game


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("S1 at 20,20", "The tree T1 is there"),
        ("S1 at 20.3,19.5", "The tree T1 is there"),
        ("S1 at 15.2,5", "Boyd stands there"),
        ("M1.1 at 15,5.1", "Boyd stands there"),
        ("T1 at 10,5", "Ames stands where T1 would lie"),
        ("T3 at 15,5", "Boyd stands where T3 would lie"),
        ("S1 at -1,5", "off the table"),
        ("S1 at 1e300,5", "off the table"),
        ("S1 at nan,5", "plain data"),
        ("S1 at 5", "is no place"),
        ("S1 at 5,5,5", "is no place"),
        ("S7 at 5,5", "is not understood"),
    ],
)
def test_what_cannot_be_on_a_real_table_is_refused_and_changes_nothing(said, why):
    game = table()
    before, told = copy_state(game.state), len(game.events())
    with pytest.raises(Refused, match=why) as caught:
        ruled(game, said)
    assert all(one.remedy for one in caught.value.refusals)
    assert game.state == before
    assert len(game.events()) == told


@pytest.mark.parametrize(
    "said", ["S1 at 8,12.1", "S1 at 21.3,20", "S1 at 0,0", "S1 at 15.9,5", "M1.1 at 15.9,5"]
)
def test_what_a_ruler_may_miss_by_half_a_base_is_set_beside(said):
    game = ruled(table(), said)
    assert what_is_wrong(game.state) == ""
    x, y = map(float, said.split()[-1].split(","))
    figure = game.state.figure(said.split()[0])
    assert hypot(figure.at[0] - x, figure.at[1] - y) <= 2 * figure.radius


def test_whoever_comes_down_from_a_roof_stands_on_nobody():
    soldiers = {
        "S1": {"at": [27, 7], "elevation": 5, "name": "Ames", "die": 1},
        "S2": {"at": [15, 5], "name": "Boyd"},
    }
    game = table(soldiers=soldiers)
    with pytest.raises(Refused, match="Boyd stands there"):
        ruled(game, "Ames at 15.1,5")
    assert ruled(game, "Ames at 17,5").state.soldiers["S1"].elevation == 0.0
    assert ruled(game, "Ames at 27,7").state.soldiers["S1"].elevation == 5.0


def test_between_two_neighbours_there_has_to_be_room():
    soldiers = {
        "S1": {"at": [10, 5], "name": "Ames", "die": 1},
        "S2": {"at": [15, 5], "name": "Boyd"},
        "S3": {"at": [16.4, 5], "name": "Cole"},
    }
    with pytest.raises(Refused, match="stands there"):
        ruled(table(soldiers=soldiers), "S1 at 15.7,5")


def test_whoever_fights_already_goes_on_fighting_where_its_base_still_touches():
    contacts = [{"mover": "M1.1", "other": "S1"}]
    mobs = {"M1": {"type": "Orcs", "at": [[11, 5]]}}
    game = ruled(table(mobs=mobs, contacts=contacts), "M1.1 at 10.9,5.2")
    assert gap(game.state.enemies["M1.1"], game.state.soldiers["S1"]) <= 0.01
    assert len(game.state.contacts) == 1


def test_figures_are_named_as_players_name_them():
    game = ruled(ruled(table(), "Ames at 9, 6"), "orc 2 of mob 1 gone fled")
    assert game.state.soldiers["S1"].at == (9.0, 6.0)
    assert game.state.enemies["M1.2"].where == "fled"


@pytest.mark.parametrize("facts", [{}, {"stunned": 1}, {"knocked_down": "yes"}])
def test_markers_that_nobody_names_are_refused(facts):
    with pytest.raises(Refused):
        table().rule("A", "is in state", {"figure": "S1", **facts})


def test_whoever_is_off_the_table_has_no_markers_and_comes_back_with_something_left():
    game = table(monsters={"B1": {"monster": "Troll", "at": [30, 30]}})
    ruled(game, "Troll gone casualty")
    with pytest.raises(Refused, match="not on the table"):
        ruled(game, "B1 down")
    game.state.enemies["B1"].monster_points = 0
    assert ruled(game, "B1 at 30,30").state.enemies["B1"].monster_points == 1


def test_the_story_says_what_was_set_right():
    game = ruled(table(), "S1 stun 2")
    assert BOOK.sentence(game.events()[-1], game.state) == "Ames is set right: Stun markers 2."


# ---- while something is going on --------------------------------------------------------------------


def half_way(game):
    """S1 holds and fires when the mob has gone half of its way."""
    game.answer("hold S1")
    game.answer("S1 half-way")
    return game


def near(**facts):
    """Ames, with a rifle, holds; the orcs are on their way to him."""
    rifle = {"name": "assault rifle", "range_moving": 24, "range_stationary": 36, "shots": 1}
    soldiers = {
        "S1": {"at": [10, 5], "die": 1, "name": "Ames", "weapons": [rifle]},
        "S2": {"at": [30, 5], "die": 6, "name": "Boyd"},
    }
    return table(soldiers=soldiers, terrain=[], mobs={"M1": {"type": "Orcs", "at": [[10, 18]]}}, **facts)


@covers("FR-RND-27")
def test_a_figure_that_stands_elsewhere_half_way_goes_on_from_there():
    game = half_way(near(dice={"hit S1": [1]}))
    ruled(game, "M1.1 at 25,25")
    game.answer("assault rifle: M1.1")
    orc = game.state.enemies["M1.1"]
    assert hypot(orc.at[0] - 25, orc.at[1] - 25) <= 5.0
    assert orc.at != (25.0, 25.0)


@covers("FR-RND-16")
def test_the_half_way_place_is_announced_since_most_of_them_need_not_be_laid_out():
    game = half_way(near())
    told = [BOOK.sentence(one, game.state) for one in game.events()]
    assert any(one.startswith("Orcs 1 stop half-way for Snap Fire.") for one in told)


def test_a_correction_that_would_leave_a_question_without_answer_is_refused():
    soldiers = {"S1": {"at": [10, 5], "die": 1, "name": "Ames", "weapons": [LAUNCHER]}}
    game = half_way(
        table(soldiers=soldiers, mobs={"M1": {"type": "Orcs", "at": [[10, 20]]}}, terrain=[HOUSE])
    )
    game.answer("grenade launcher")
    assert game.decision.kind == "target area"
    before = copy_state(game.state)
    with pytest.raises(Refused, match="no answer"):
        ruled(game, "M1.1 gone fled")
    assert game.state == before


def anything(chance, state):
    """Some correction, whether it can be or not."""
    figure = chance.choice([*state.soldiers.values(), *state.enemies.values()]).id
    at = [chance.uniform(-1, state.ground.width + 1), chance.uniform(-1, state.ground.depth + 1)]
    piece = chance.choice([one.id for one in state.ground.pieces])
    return chance.choice(
        [
            ("stands at", {"figure": figure, "at": at}),
            ("stands at", {"figure": figure, "at": at}),
            ("is gone", {"figure": figure, "how": chance.choice(["casualty", "fled", "left"])}),
            ("is in state", {"figure": figure, "knocked_down": chance.random() < 0.5}),
            ("is in state", {"figure": figure, "stun": chance.randint(0, 4)}),
            ("piece lies at", {"piece": piece, "at": at}),
            ("aggression is", {"points": chance.randint(0, 12)}),
        ]
    )


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_whatever_is_set_right_and_whenever_the_table_stays_one_that_can_be_and_the_mission_goes_on(seed):
    options = {"on_my_table": True}
    game = sandtable.new(
        "forgotten-ruin", scenario="exercise-2", seats={"A": "red-squad"}, seed=seed, options=options
    )
    chance, hands, given = Random(seed), make_player("uniform", seed), 0
    for _ in range(120):
        if game.decision is None:
            break
        if game.state.round and chance.random() < 0.25:
            before = copy_state(game.state)
            try:
                game.rule("A", *anything(chance, game.state))
                given += 1
            except Refused:
                assert game.state == before
            assert what_is_wrong(game.state) == ""
        if game.decision is not None:
            game.answer(hands.reply(view_of(game, "A"), game.decision).answer)
    assert given > 3


# ---- a table that is moved by the instructions ----------------------------------------------------

PLACE = re.compile(r"([\d.]+) in from the west edge and ([\d.]+) in from the south edge")
PUT = re.compile(r"(?:Move back|Move|Push|Shift|Put) (.+?) (?:by|at|to) ")
SPREAD = re.compile(
    r"(?:put|;) ([^;]+?) at ([\d.]+) in from the west edge and ([\d.]+) in from the south edge"
)


class RealTable:
    """Miniatures that somebody moves who reads nothing but the instructions."""

    def __init__(self):
        self.at = {}
        self.down = set()

    def do(self, said):
        """What a sentence asks for."""
        if " spread out: put " in said:
            self.at |= {who: (float(x), float(y)) for who, x, y in SPREAD.findall(said)}
        elif said.startswith("Take "):
            who = said.removeprefix("Take ").split(" off the table")[0]
            self.at.pop(who, None)
            self.down.discard(who)
        elif said.startswith("Lay ") and said.endswith(" down: Knocked Down."):
            self.down.add(said.removeprefix("Lay ").removesuffix(" down: Knocked Down."))
        elif " recovers: stand it up" in said:
            self.down.discard(said.split(" recovers: ")[0])
        elif (found := PUT.match(said)) and not said.startswith(("Put marker", "Put the ")):
            x, y = PLACE.findall(said)[-1]
            self.at[found[1]] = float(x), float(y)


@pytest.mark.parametrize(("seed", "player"), [(1, "greedy"), (3, "uniform")])
def test_whoever_moves_the_miniatures_as_he_is_told_has_the_table_of_the_program(seed, player):
    options = {"on_my_table": True, "campaign_turn": 8, "table_size": "30x24", "round_limit": 5}
    game = sandtable.new(
        "forgotten-ruin", scenario="mission", seats={"A": "red-squad"}, seed=seed, options=options
    )
    hands, real, read = make_player(player, seed), RealTable(), 0
    while game.decision is not None:
        state = game.state
        for event in game.events(read):
            read += 1
            real.do(BOOK.sentence(event, state))
            if event.kind == "figure moved" and event.facts["figure"] in state.soldiers:
                real.at[called(state, event.facts["figure"])] = event.facts["path"][-1]
        if state.round:
            shown = {called(state, one.id): one for one in state.figures_on_table()}
            assert real.at.keys() == shown.keys()
            for who, at in real.at.items():
                assert hypot(at[0] - shown[who].at[0], at[1] - shown[who].at[1]) < 0.12, who
            assert real.down == {who for who, one in shown.items() if one.knocked_down}
        game.answer(hands.reply(view_of(game, "A"), game.decision).answer)
    assert read > 200
