"""The fog: the players know what the party has seen, and nothing tells them of the rest."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.state.fog import Ghost
from sandtable.kernel import Refused, copy_state
from sandtable.kernel.contract.secrecy import Apart, look
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.event import EventLog
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Checkpoint
from sandtable.kernel.testing import covers
from sandtable.players import make_player
from sandtable.players.asking import ask
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, go, one, scene, state_of, told

ROOMS = [
    "###########",
    "#....#....#",
    "#....#....#",
    "#....+....#",
    "#....#....#",
    "#....#....#",
    "###########",
]
DOOR = {"id": "D1", "at": [5, 3], "type": "normal", "state": "closed", "rule": "HE-DOOR-04"}
OPENED = {**DOOR, "state": "open"}
BEHIND = {"H1": {"at": [4, 3], **ARMED}, "O1": {"at": [8, 5], **ARMED}}


def rooms(models: dict[str, Any] | None = None, door: dict[str, Any] = DOOR, **form: Any) -> Game[Adventure]:
    """Two rooms with a door between; the hero stands beside it."""
    return scene(models or BEHIND, map=ROOMS, doors=[door], **form)


@covers("HE-AGM-24")
def test_a_room_behind_a_closed_door_and_who_is_in_it_is_on_nobodys_map():
    game = rooms()
    shown = game.showing("A")
    assert [one.id for one in shown.units] == ["H1"]
    assert all(row[6:] == "?" * 5 for row in shown.board.rows)
    assert shown.board.rows[3][:6] == "#....+"
    assert "O1" not in msgspec.json.encode(game.view("A")).decode()
    assert "O1" not in msgspec.json.encode(game.view(None)).decode()


@covers("HE-AGM-24")
def test_opening_the_door_shows_the_room_and_cannot_be_taken_back():
    game = rooms()
    game.answer("open D1")
    assert [one.facts["model"] for one in told(game, "model sighted")] == ["O1"]
    assert {one.id for one in game.showing("A").units} == {"H1", "O1"}
    reveals = [one for one in game.events(seat="A") if one.reveals]
    assert {one.kind for one in reveals} >= {"map seen", "model sighted"}


@covers("HE-AGM-24", "HE-LOS-01")
def test_who_is_lost_from_sight_is_remembered_where_it_was_seen_last():
    game = rooms(door=OPENED, active="H1", order=[["O1"]])
    assert game.state.fog.sighted == ("O1",)
    go(game, 4, 5)
    assert [one.facts["model"] for one in told(game, "model out of sight")] == ["O1"]
    seen = game.seen("A")
    assert seen.models["O1"].where == "unseen"
    assert seen.models["O1"].at is None
    assert seen.fog.ghosts["O1"].at == (8, 5)
    assert next(one for one in game.showing("A").units if one.id == "O1").place == "out of sight"


@covers("HE-AGM-24")
def test_without_the_switch_everybody_sees_everything():
    game = rooms(switches={"fog": "off"})
    assert {one.id for one in game.showing("A").units} == {"H1", "O1"}
    assert "?" not in "".join(game.showing("A").board.rows)


@covers("HE-AGM-24")
def test_nobody_is_offered_a_place_that_was_never_seen_or_a_target_in_the_dark():
    game = rooms({"H1": {"at": [4, 3], **BOW}, "O1": {"at": [8, 5], **ARMED}})
    assert game.decision is not None
    assert not any("O1" in one.answer for one in (*game.decision.options(), *game.decision.barred()))
    game.answer("walk")
    with pytest.raises(Refused):
        game.answer({"models": [[7.5, 3.5]], "facing": "E"})


@covers("HE-AGM-24", "HE-MOV-04")
def test_who_walks_into_somebody_unknown_stops_before():
    models = {"H1": {"at": [1, 1], **ARMED}, "O1": {"at": [3, 1], "dp": 2, **ARMED}}
    game = scene(models, switches={"fog": "on"}, awareness="unaware")
    game.state.fog.concealed = ("O1",)
    game = Game(BOOK, Checkpoint(0, 0, hidden_now(game.state)), Dice(Seeded(1)), [], EventLog())
    go(game, 4, 1, "E")
    assert one(game, "H1").at == (2, 1)


def hidden_now(state: Adventure) -> Adventure:
    """The state as it is after the Game Master has taken somebody from view."""
    after = copy_state(state)
    after.fog.sighted = tuple(one for one in after.fog.sighted if one not in after.fog.concealed)
    return after


@covers("HE-AGM-24", "HE-INI-03", "HE-INI-04")
def test_those_in_the_dark_have_no_part_in_the_order_that_is_told():
    dice = {"initiative H1": [3, 4, 6, 6], "initiative O1": [3, 4, 1, 1]}
    game = scene(BEHIND, dice, map=ROOMS, doors=[DOOR], active="", step="start of turn")
    assert game.state.ranks == (("H1",), ("O1",))  # level at first, then rolled again unseen
    rolled = next(one for one in game.events(seat="A") if one.kind == "initiative rolled")
    assert rolled.facts["order"] == [["H1"]]
    assert [one.facts["faces"] for one in game.events(seat="A") if one.kind == "dice rolled"] == [(3, 4)]
    assert all("O1" not in unit for unit in game.seen("A").order)


# ---- pairs of worlds ----------------------------------------------------------------------------


def _elsewhere(state: Adventure, chance: Random) -> None:
    state.models["O1"].at = (7 + int(chance.random() * 3), 4)


def _wounded(state: Adventure, chance: Random) -> None:
    state.models["O1"].dp = 1


def _nobody(state: Adventure, chance: Random) -> None:
    del state.models["O1"]
    state.order = tuple(one for one in state.order if one != ("O1",))


def _several(state: Adventure, chance: Random) -> None:
    for number, at in enumerate(((7, 1), (8, 1), (9, 1)), 2):
        more = msgspec.structs.replace(copy_state(state).models["O1"], id=f"O{number}", at=at)
        state.models[more.id] = more


def _alerted(state: Adventure, chance: Random) -> None:
    for group in state.groups.values():
        group.awareness = "alerted"
        group.known = {"H1": (1, 1)}


def _another_room(state: Adventure, chance: Random) -> None:
    rows = [*ROOMS[:2], "#....#c..r#", *ROOMS[3:]]
    sealed = BOOK.read_position({"map": rows, "doors": [DOOR], "models": dict(BEHIND)})
    state.board = sealed.board


PAIRS: dict[str, Callable[[Adventure, Random], None]] = {
    "it stands elsewhere": _elsewhere,
    "it is wounded": _wounded,
    "there is nobody": _nobody,
    "there are several": _several,
    "they know of the party": _alerted,
    "the room is furnished": _another_room,
}
LONGEST = 14


@covers("HE-AGM-24")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", PAIRS)
def test_two_worlds_that_differ_out_of_sight_look_alike_until_something_is_shown(name: str, seed: int):
    chance = Random(seed)
    heroes = {"H1": {"at": [4, 3], **ARMED}, "H2": {"at": [2, 4], **BOW}, "C1": {"at": [1, 1], **ARMED}}
    state = state_of(
        {**heroes, "O1": {"at": [8, 5], **ARMED}}, map=ROOMS, doors=[DOOR], awareness="unaware",
        active="H1", order=[["H2"], ["O1"], ["C1"]],
    )  # fmt: skip
    other = copy_state(state)
    PAIRS[name](other, chance)
    worlds = [
        Game(BOOK, Checkpoint(0, 0, one), Dice(Apart("A", seed)), [], EventLog()) for one in (state, other)
    ]
    for _ in range(LONGEST):
        if any(event.reveals for world in worlds for event in world.events(seat="A")):
            return
        eyes = [look(world, "A") for world in worlds]
        assert eyes[0] == eyes[1], eyes[0].difference(eyes[1])
        greedy = [ask(make_player("greedy", seed), world, "A") for world in worlds]
        assert greedy[0] == greedy[1]
        part = worlds[0].decision_for("A")
        if part is None:
            return
        answer = part.sample(chance)
        for world in worlds:
            world.answer(answer, seat="A")


@covers("HE-AGM-24")
def test_a_search_finds_worlds_to_believe_in_without_knowing_who_waits_behind_the_door():
    game = rooms({**BEHIND, "H2": {"at": [2, 2], **ARMED}}, order=[["H2"], ["O1"]])
    world = game.imagine("A", Random(1), 1)
    assert asked(world) == "choose act"
    assert "O1" not in world.state.models


@covers("HE-AGM-24", "HE-SPR-06", "HE-SPR-09")
def test_a_spray_tells_nobody_who_was_hit_out_of_view():
    flames = "modern flame unit"
    resting = {"group": "dolls", "behaviour": "hostage", "traits": {"DP": 9}}
    state = state_of({
        "H1": {"at": [5, 2], "ranged": [flames]},
        "O1": {"at": [5, 3], **resting},
        "O2": {"at": [5, 4], **resting},
    }, active="H1")  # fmt: skip
    state.fog.concealed = ("O2",)
    hidden = hidden_now(state)
    hidden.fog.ghosts["O2"] = Ghost((5, 4), 9, 1)
    game = Game(BOOK, Checkpoint(0, 0, hidden), Dice(Seeded(1)), [], EventLog())
    game.answer(f"spray with {flames}")
    game.answer("large 0,1 from 0,0")
    assert asked(game) != "spray target"  # only one of the two is known to be there
    (sprayed,) = [event for event in game.events(seat="A") if event.kind == "sprayed"]
    assert sprayed.facts["targets"] == ["O1"]


@covers("HE-AGM-24")
def test_a_search_answers_whatever_it_is_asked_in_the_fog():
    models = {**BEHIND, "H2": {"at": [2, 2], **BOW, "fate": 1}}
    state = state_of(models, map=ROOMS, doors=[DOOR], active="H1", order=[["H2"], ["O1"]])
    game = Game(BOOK, Checkpoint(0, 0, state), Dice(Seeded(1)), [], EventLog())
    player = make_player("search:2n", 1)
    for _ in range(12):
        if game.decision_for("A") is None:
            break
        game.answer(ask(player, game, "A").answer, seat="A")
    assert len(game.journal) >= 4
