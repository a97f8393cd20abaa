"""On my table: instructions in measures, what the player may set right, and a mission with typed dice."""

from __future__ import annotations

import msgspec
import pytest

import sandtable
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.on_my_table import RULINGS, corrections, ruling_rows
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.decision import TypedDice
from sandtable.kernel.dice import Scripted, Typed
from sandtable.kernel.event import Event
from sandtable.kernel.records.record import record_of
from sandtable.kernel.records.replay import Replay
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.players.player import view_of
from sandtable.players.registry import make_player

RIFLE = {"name": "assault rifle", "range_moving": 24, "range_stationary": 36, "shots": 1}
WALL = {"id": "T1", "kind": "wall", "wall": [[7, 20], [13, 20]]}


def table(dice=None, *, on_my_table=True, **position):
    """A game on a real table: two soldiers who may act, an orc far away."""
    position.setdefault(
        "soldiers",
        {
            "S1": {"at": [10, 5], "die": 1, "name": "Ames", "weapons": [RIFLE]},
            "S2": {"at": [30, 5], "die": 6, "name": "Boyd"},
        },
    )
    position.setdefault("mobs", {"M1": {"type": "Skeletons", "at": [[10, 30]]}})
    position.setdefault("phase", "quick")
    switches = {"on_my_table": on_my_table, **position.pop("switches", {})}
    return game_at({**position, "switches": switches}, Scripted(dice or {}), book=BOOK)


def told(game, since=0):
    """The story as the player reads it."""
    return [BOOK.sentence(one, game.state) for one in game.events(since)]


# ---- Instructions ---------------------------------------------------------------------------------


def held(game):
    """S1 holds, and nobody fires while the enemy moves."""
    game.answer("hold S1")
    while game.decision.rule == "FR-RND-15":
        game.answer("pass")


def enemy_moves(**facts):
    """What is told of an enemy phase in which nobody fires."""
    game = table(facts.pop("dice", None), **facts)
    before = len(game.events())
    held(game)
    return [one for one in told(game, before) if one.startswith("Move ")], game


@covers("FR-PRN-09")
def test_the_enemy_is_moved_by_measures_from_the_edges():
    (move, *_), game = enemy_moves()
    orc = game.state.enemies["M1.1"]
    assert move.startswith("Move Skeleton 1 of mob 1 by ")
    assert " in south towards Ames" in move
    x, y = orc.at
    assert any(
        f"{x:.1f} in from the west edge and {y:.1f} in from the south edge" in one for one in told(game)
    )


def test_a_way_round_something_is_told_with_its_corners_and_a_straight_one_without():
    state = table().state
    path = ((10.0, 30.0), (8.0, 26.0), (8.05, 24.0), (12.0, 22.0))
    way = Event("figure moved", (), {"figure": "M1.1", "path": path, "inches": 10.9, "how": "move"})
    assert BOOK.sentence(way, state) == (
        "Move Skeleton 1 of mob 1 by 10.9 in south, "
        "by way of 8.0 in from the west edge and 26.0 in from the south edge; "
        "then 8.1 in from the west edge and 24.0 in from the south edge; "
        "to 12.0 in from the west edge and 22.0 in from the south edge."
    )
    straight = Event("figure moved", (), {"figure": "M1.1", "path": (path[0], (9.0, 28.1), path[1])})
    assert "by way of" not in BOOK.sentence(straight, state)


def test_contact_and_cover_are_told_at_the_end_of_a_move():
    moves, _ = enemy_moves(mobs={"M1": {"type": "Skeletons", "at": [[10, 9]]}})
    assert moves[-1].endswith("it ends in contact with Ames.")
    moves, _ = enemy_moves(
        terrain=[{"id": "T1", "kind": "copse", "area": [5, 22, 15, 32], "traits": ["area"]}],
    )
    assert any("in Cover (in the copse)" in one for one in moves)


def test_elsewhere_the_story_is_told_as_it_happens():
    game = table(on_my_table=False)
    before = len(game.events())
    held(game)
    assert any(one.startswith("Skeleton 1 of mob 1 moves ") for one in told(game, before))


def test_a_soldier_s_own_move_is_no_instruction():
    game = table()
    for answer in ("S1", "move", {"models": [[10, 8]]}):
        game.answer(answer)
    assert any("moves 3″" in one for one in told(game))
    assert not any(one.startswith("Move S1") for one in told(game))


def test_what_falls_is_taken_off_the_table():
    game = table({"hit S1": [5], "damage M1.1": [6], "save M1.1": [1]})
    for answer in ("S1", "fire"):
        game.answer(answer)
    game.answer(game.decision.options()[0].answer)
    assert "Take Skeleton 1 of mob 1 off the table: a casualty of Ames." in told(game)


def test_metric_tables_are_measured_in_centimetres():
    moves, _ = enemy_moves(
        switches={"units": "metric"},
        soldiers={"S1": {"at": [25, 12], "die": 1, "name": "Ames"}, "S2": {"at": [70, 12], "die": 6}},
        mobs={"M1": {"type": "Skeletons", "at": [[25, 75]]}},
        table=[90, 90],
    )
    assert " cm from the west edge" in moves[0]


# ---- Setting right --------------------------------------------------------------------------------


def ruled(game, said):
    """Correct the table in words."""
    name, facts = BOOK.read_ruling(game.state, said)
    game.rule("A", name, facts)
    return game


def test_every_correction_has_words_of_its_own():
    game = table(
        mobs={"M1": {"type": "Skeletons", "at": [[10, 30], [12, 30]]}},
        monsters={"B1": {"monster": "Troll", "at": [20, 30]}},
        terrain=[WALL],
        objectives={"O1": {"type": "Scout the Area"}},
        markers={"I1": {"kind": "investigation", "at": [18, 9]}},
    )
    said = {one.said.replace("T3", "T1") for one in ruling_rows() if one.said} | {"I1 at 4,4", "I1 gone"}
    names = {BOOK.read_ruling(game.state, one)[0] for one in said}
    assert names <= set(RULINGS)
    assert {"stands at", "is in state", "is gone", "piece lies at", "marker lies at"} <= names
    assert {"aggression is", "objective is", "battle is over"} <= names


@covers("FR-TER-01")
def test_terrain_of_the_real_table_may_be_missing_or_lie_there_twice():
    game = ruled(table(terrain=[WALL]), "T1 also 20,8")
    assert [one.id for one in game.state.ground.pieces] == ["T1", "T2"]
    assert game.state.ground.piece("T2").centre == pytest.approx((20.0, 8.0))
    ruled(game, "T1 missing")
    assert [one.id for one in game.state.ground.pieces] == ["T2"]
    with pytest.raises(Refused, match="would lie over an edge"):
        ruled(game, "T2 also 1,1")
    with pytest.raises(Refused, match="Ames stands where"):
        ruled(game, "T2 also 10,5")


def test_terrain_that_an_objective_is_about_is_not_missing():
    game = table(terrain=[WALL], objectives={"O1": {"type": "Scout the Area", "features": ["T1"]}})
    with pytest.raises(Refused, match="An Objective is about T1"):
        ruled(game, "T1 missing")


def test_what_is_done_with_the_miniatures_is_told_as_an_instruction():
    game = ruled(table(terrain=[WALL]), "S1 at 11.5, 6")
    moved = Event("figure moved", (), {"figure": "M1.1", "path": [[10, 30], [10, 26]]})
    assert BOOK.instruction(moved, game.state) == BOOK.sentence(moved, game.state)
    assert BOOK.instruction(moved, table(on_my_table=False).state) is None


def test_a_ruling_may_also_be_given_by_its_name():
    said = 'is in state {"figure": "S1", "stun": 1}'
    assert ruled(table(), said).state.soldiers["S1"].stun == 1
    with pytest.raises(Refused, match="is no ruling"):
        ruled(table(), "is in state S1")


@covers("FR-PRN-28")
def test_a_figure_stands_where_the_table_shows_it():
    game = ruled(table(), "S1 at 11.5, 6")
    assert game.state.soldiers["S1"].at == (11.5, 6.0)
    assert game.events()[-1].facts["figure"] == "S1"


def test_the_open_question_is_worked_out_anew_after_a_correction():
    game = table()
    for answer in ("S1", "move"):
        game.answer(answer)
    assert game.decision.legal({"models": [[20, 5]]}) is not None
    ruled(game, "S1 at 18,5")
    assert game.decision.legal({"models": [[20, 5]]}) is None
    assert game.decision.legal({"models": [[10, 5]]}) is not None


@pytest.mark.parametrize(
    "said", ["S1 at 99,5", "S1 at here", "S9 at 3,3", "S1 sideways", "S1 stun 4", "", "up"]
)
def test_nonsense_is_refused_and_changes_nothing(said):
    game = table()
    before = BOOK.write_position(game.state)
    with pytest.raises(Refused):
        ruled(game, said)
    assert BOOK.write_position(game.state) == before


def test_a_slip_of_the_ruler_sets_a_figure_beside_its_neighbour():
    game = ruled(table(), "S2 at 10.8,5")
    one, other = game.state.soldiers["S1"], game.state.soldiers["S2"]
    assert gap(one, other) == pytest.approx(0.0, abs=0.01)
    with pytest.raises(Refused, match="Ames stands there"):
        ruled(game, "S2 at 10.2,5")


def test_setting_a_figure_right_starts_no_combat():
    game = ruled(table(), "M1.1 at 10.8,5")
    assert gap(game.state.soldiers["S1"], game.state.enemies["M1.1"]) > 0.05
    assert game.state.contacts == ()


def test_markers_points_and_conditions_are_set_right():
    game = table(monsters={"B1": {"monster": "Troll", "at": [20, 30]}})
    for said in ("S1 stun 2", "S1 down", "B1 points 1", "aggression 7"):
        ruled(game, said)
    state = game.state
    assert (state.soldiers["S1"].stun, state.soldiers["S1"].knocked_down) == (2, True)
    assert (state.enemies["B1"].monster_points, state.aggression) == (1, 7)
    assert not ruled(game, "S1 up").state.soldiers["S1"].knocked_down


def test_a_figure_goes_and_comes_back():
    game = ruled(table(), "M1.1 gone fled")
    assert game.state.enemies["M1.1"].where == "fled"
    assert ruled(game, "M1.1 at 12,30").state.enemies["M1.1"].on_table


def test_terrain_lies_where_it_lies_on_the_real_table():
    game = ruled(table(terrain=[WALL]), "T1 at 20,15")
    assert game.state.ground.piece("T1").centre == pytest.approx((20.0, 15.0))
    with pytest.raises(Refused, match="over an edge"):
        ruled(game, "T1 at 1,15")


def test_an_objective_is_as_the_players_see_it():
    game = ruled(table(objectives={"O1": {"type": "Scout the Area"}}), "O1 complete")
    assert game.state.objectives["O1"].state == "complete"


def test_the_players_may_stop():
    game = ruled(table(), "over it is late")
    assert game.result is not None
    assert game.result.why == "it is late"


def test_nobody_sets_anything_right_in_an_ordinary_game():
    with pytest.raises(Refused, match="may not give rulings"):
        ruled(table(on_my_table=False), "S1 at 11,5")


# ---- A whole mission ------------------------------------------------------------------------------


def cast(question, seed):
    """Real dice, as far as a test has any."""
    return [1 + (seed * 7 + 3 * place) % question.sides for place in range(question.count)]


def test_a_whole_mission_is_played_with_typed_dice_and_a_correction():
    options = {"on_my_table": True, "campaign_turn": 1, "table_size": "24x24", "round_limit": 5}
    game = sandtable.new(
        "forgotten-ruin", scenario="mission", seats={"A": "red-squad"}, seed=2, options=options
    )
    player = make_player("greedy", 1)
    rolls, corrected = 0, False
    while game.decision is not None:
        decision = game.decision
        if game.state.round and game.dice.names["common"] != "typed":
            game.change_dice(None, Typed())
        if game.state.round == 2 and not corrected:
            figure = game.state.soldiers_on_table()[0]
            x, y = figure.at
            game.rule("A", "stands at", {"figure": figure.id, "at": [x, min(y + 0.5, 23.0)]})
            corrected = True
            assert game.state.figure(figure.id).at != (x, y)
        elif isinstance(decision, TypedDice):
            rolls += 1
            game.answer(cast(decision, rolls))
        else:
            game.answer(player.reply(view_of(game, "A"), decision).answer)
    assert corrected
    assert rolls > 20
    assert game.result is not None
    sentences = told(game)
    assert any(one.startswith("Lay the terrain") for one in sentences)
    mob = game.state.mobs["M1"]
    assert any(one.startswith("Put ") and " 1 of mob 1 at " in one for one in sentences), mob.type
    assert any(one.startswith("Move ") and " towards " in one for one in sentences)
    # The browser is told the same, though the facts have gone through JSON.
    for event in game.events():
        facts = msgspec.json.decode(msgspec.json.encode(event.facts))
        assert BOOK.sentence(msgspec.structs.replace(event, facts=facts), game.state) == BOOK.sentence(
            event, game.state
        )
    again = Replay(record_of(game))
    again.go_to(len(again.moments) - 1)
    assert again.game().result == game.result


# ---- Pointing at the table ------------------------------------------------------------------------

OGRE = {"monster": "Ogre", "at": [30, 30]}
POINTED_AT = {"figure": "S1", "marker": "I1", "piece": "T1"}


@pytest.mark.parametrize("correction", corrections(), ids=lambda one: f"{one.about} {one.label}")
def test_every_correction_that_is_offered_is_one_that_can_be_given(correction):
    marker = {"kind": "investigation", "at": [20, 20]}
    objective = {"type": "Scout the Area"}
    game = table(terrain=[WALL], markers={"I1": marker}, objectives={"O1": objective}, monsters={"B1": OGRE})
    facts = {one.name: one.default for one in correction.fields} | correction.facts
    if correction.about:
        facts[correction.about] = (
            "B1" if correction.label.endswith("Monster Points") else POINTED_AT[correction.about]
        )
    if correction.asks_place:
        facts["at"] = [20, 24]
    if "why" in facts:
        facts["why"] = "it is late"
    assert correction.ruling in RULINGS
    assert correction.rule in Catalogue.load("sandtable.books.forgotten_ruin").rules
    game.rule("A", correction.ruling, facts)


@covers("FR-POST-03")
def test_a_ruling_that_completes_the_bonus_objective_ends_the_battle():
    bonus = {"type": "Eliminate a High-value Target", "target": "M1.1", "perks": ["bonus"]}
    game = table(objectives={"O2": bonus}, mission={"campaign_turn": 1}, round=6, tactics=["Light them up!"])
    game.rule("A", "is gone", {"figure": "M1.1", "how": "casualty"})
    assert game.state.closed == "the bonus Objective is complete"
    while game.decision is not None:
        game.answer("S1" if game.decision.rule == "FR-RND-11" else "end activation")
    assert game.result is not None
