"""A person in the Game Master's chair: the same questions as the automatic one, and rulings at any moment."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.rulings import RULINGS
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.words import sentences
from sandtable.kernel import Refused
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.records.record import record_of
from sandtable.kernel.records.replay import first_difference
from sandtable.kernel.testing import covers
from sandtable.players import make_player, play_out
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, one, state_of, told
from tests.books.heroic_endeavors.test_fog import DOOR, ROOMS

NEAR: dict[str, Any] = {
    "H1": {"at": [4, 3], **ARMED},
    "O1": {"at": [3, 3], **ARMED},
    "O2": {"at": [8, 5], **BOW},
}


def chaired(models: dict[str, Any] = NEAR, dice: Any = None, **form: Any) -> Game[Adventure]:
    """A scene in two rooms in which seat M plays everybody that is not the party."""
    form.setdefault("active", "H1")
    state = state_of(models, map=ROOMS, doors=[DOOR], **form)
    state.master = "M"
    for model in state.models.values():
        model.seat = "A" if model.side == "party" else "M"
    return new_game(BOOK, state, Scripted(dice or {}))


def refused(game: Game[Adventure], name: str, **facts: Any) -> str:
    """The rule by which a ruling is refused; nothing may have changed."""
    before = game.fingerprint()
    with pytest.raises(Refused) as caught:
        game.rule("M", name, facts)
    assert game.fingerprint() == before
    return caught.value.rule


@covers("HE-AGM-01", "HE-AGM-23")
def test_the_last_seat_is_the_game_masters_where_a_person_shall_be():
    state = BOOK.set_up("ember-hall", dict.fromkeys("ABC", ""), {"game_master": "human"})
    assert (state.seats, state.master) == (("A", "B"), "C")
    assert BOOK.seats(state) == ("A", "B", "C")
    assert {one.seat for one in state.models.values() if one.side == "opponents"} == {"C"}
    with pytest.raises(Refused):
        BOOK.set_up("ember-hall", {"A": ""}, {"game_master": "human"})
    with pytest.raises(Refused):
        BOOK.set_up("ember-hall", dict.fromkeys("ABCDE", ""), {})


@covers("HE-AGM-01", "HE-AGM-24")
def test_the_game_master_is_asked_what_the_program_would_decide_and_sees_everything():
    game = chaired(active="O2", order=[["H1"]])
    assert game.waiting_for == ("M",)
    assert asked(game) == "choose act"
    assert {one.id for one in game.showing("M").units} == {"H1", "O1", "O2"}
    assert {one.id for one in game.showing("A").units} == {"H1", "O1"}
    assert game.decision is not None
    assert game.decision.about == ("O2",)
    assert CHAIR.advice(game.state, game.decision).answer in [one.answer for one in game.decision.options()]
    assert not any(one.kind == "model activated" for one in game.events(seat="A"))


@covers("HE-AGM-01")
@pytest.mark.parametrize("kind", ["greedy", "uniform"])
def test_a_game_with_a_person_in_the_chair_is_played_and_replayed(kind: str):
    seats = {"A": "", "B": ""}
    options = {"game_master": "human"}
    game = sandtable.new("heroic-endeavors", scenario="ember-hall", seats=seats, options=options, seed=3)
    play_out(game, {seat: make_player(kind, 3) for seat in game.seats})
    assert game.result is not None
    assert first_difference(record_of(game)) is None


@covers("HE-AGM-01")
def test_a_group_is_handed_to_the_program_and_taken_back():
    game = chaired(active="H1", order=[["O2"], ["O1"]], dice=None)
    game.rule("M", "hand over", {"group": "guards"})
    assert {one(game, id).seat for id in ("O1", "O2")} == {""}
    game.rule("M", "take back", {"model": "O1"})
    assert (one(game, "O1").seat, one(game, "O2").seat) == ("M", "")
    assert not any(event.kind in ("handed to the program", "taken back") for event in game.events(seat="A"))
    assert refused(game, "hand over", model="H1") == "HE-AGM-01"
    assert refused(game, "hand over", group="nobody") == "HE-AGM-01"


@covers("HE-AGM-01")
def test_only_the_game_master_rules():
    game = chaired()
    with pytest.raises(Refused):
        game.rule("A", "set points", {"model": "H1", "dp": 2})


@covers("HE-AGM-01", "HE-AGM-20", "HE-TRT-19", "HE-SHT-03")
def test_models_are_moved_added_removed_and_healed():
    game = chaired({**NEAR, "H1": {"at": [4, 3], "dp": 1, **ARMED}})
    game.rule("M", "set points", {"model": "H1", "dp": 2})
    assert one(game, "H1").dp == 2
    game.rule("M", "place", {"model": "O1", "at": [7, 1], "facing": "E"})
    assert (one(game, "O1").at, one(game, "O1").facing) == ((7, 1), "E")
    assert [event.kind for event in game.events(seat="A")][-1] == "model out of sight"
    game.rule("M", "add", {"like": "O1", "at": [2, 2]})
    assert one(game, "X1").at == (2, 2)
    assert told(game, "model sighted")[-1].facts["model"] == "X1"
    game.rule("M", "remove", {"model": "X1", "how": "killed"})
    assert not one(game, "X1").on_board
    game.rule("M", "set state", {"model": "H1", "stunned": True, "fate": 2})
    assert (one(game, "H1").condition.stunned, one(game, "H1").fate) == (True, 2)
    assert refused(game, "place", model="O1", at=[5, 1]) == "HE-MOV-10"
    assert refused(game, "place", model="O1", at=[4, 3]) == "HE-MOV-04"
    assert refused(game, "place", model="O1", at=[99, 3]) == "HE-GEO-01"
    assert refused(game, "place", model="O1", at="there") == "HE-GEO-01"
    assert refused(game, "set points", model="H1", dp=99) == "HE-TRT-19"
    assert refused(game, "remove", model="O9", how="killed") == "HE-AGM-01"


@covers("HE-AGM-01", "HE-AGM-24")
def test_the_map_and_models_are_revealed_and_concealed():
    game = chaired()
    game.rule("M", "reveal", {"spaces": [[7, 5], [8, 5]]})
    assert game.showing("A").board.rows[1][6:10] == "?..?"
    assert {unit.id for unit in game.showing("A").units} == {"H1", "O1"}
    game.rule("M", "reveal", {"model": "O2"})
    assert {unit.id for unit in game.showing("A").units} == {"H1", "O1", "O2"}
    game.rule("M", "conceal", {"model": "O1"})
    assert game.seen("A").models["O1"].where == "unseen"
    game.rule("M", "conceal", {"spaces": [[7, 5]]})
    assert game.showing("A").board.rows[1][6:10] == "??.?"
    assert refused(game, "reveal", spaces=[]) == "HE-AGM-01"


@covers("HE-AGM-01", "HE-AGM-23")
def test_notices_rulings_and_rolls_reach_whom_they_are_meant_for():
    game = chaired(dice={"ruling": [4, 5, 1]})
    game.rule("M", "notice", {"to": "A", "text": "You hear steps."})
    game.rule("M", "say", {"text": "He slips.", "openly": True})
    game.rule("M", "say", {"text": "The lid is trapped.", "openly": False})
    game.rule("M", "roll", {"dice": 2, "openly": False})
    game.rule("M", "roll", {"dice": 1})
    texts = {seat: [event.facts.get("text") for event in game.events(seat=seat) if "text" in event.facts]
             for seat in ("A", "M")}  # fmt: skip
    assert texts == {
        "A": ["You hear steps.", "He slips."],
        "M": ["You hear steps.", "He slips.", "The lid is trapped."],
    }
    everybody = [event for event in game.events(all_seats=True) if event.to is None]
    assert "You hear steps." not in [event.facts.get("text") for event in everybody]
    dice = {seat: [event.facts["faces"] for event in game.events(seat=seat) if event.kind == "dice rolled"]
            for seat in ("A", "M")}  # fmt: skip
    assert dice == {"A": [(1,)], "M": [(4, 5), (1,)]}
    assert refused(game, "notice", to="M", text="to myself") == "HE-AGM-01"
    assert refused(game, "say", text=" ") == "HE-AGM-01"
    assert refused(game, "roll", dice=0) == "HE-DICE-01"


@covers("HE-AGM-01", "HE-AGM-23", "HE-CHK-02", "HE-COV-04", "HE-DOOR-01", "HE-AGM-02")
def test_difficulties_ground_doors_and_awareness_are_the_game_masters():
    game = chaired(dice={"check H1": [1]})
    game.rule("M", "ask check", {"model": "H1", "trait": "DEX", "difficulty": 1})
    assert told(game, "check failed")[0].facts["difficulty"] == 1
    game.rule("M", "set ground", {"at": [3, 2], "as": "bush"})
    assert game.state.board.kind((3, 2)).name == "bush"
    game.rule("M", "set door", {"door": "D1", "state": "open"})
    assert game.state.board.barrier("D1").is_open
    game.rule("M", "set awareness", {"group": "guards", "awareness": "unaware"})
    assert game.state.groups["guards"].awareness == "unaware"
    assert refused(game, "ask check", model="H1", trait="LUCK", difficulty=1) == "HE-CHK-01"
    assert refused(game, "set ground", at=[3, 2], **{"as": "jelly"}) == "HE-GEO-11"
    assert refused(game, "set ground", at=[3, 3], **{"as": "wall"}) == "HE-MOV-10"
    assert refused(game, "set door", door="D1", state="ajar") == "HE-DOOR-01"
    assert refused(game, "set awareness", group="guards", awareness="asleep") == "HE-AGM-02"


@covers("HE-AGM-01", "HE-AGM-25", "HE-ADV-03")
def test_the_game_master_may_end_the_adventure():
    game = chaired()
    game.rule("M", "end", {"outcome": "success", "why": "they are out"})
    assert game.result is not None
    assert game.result.winners == ("A",)


@covers("HE-AGM-01")
def test_every_ruling_is_told_in_a_sentence_and_replayed():
    assert {"model placed", "points set", "private notice", "ruling given", "ground ruled"} <= {*sentences()}
    options = {"game_master": "human"}
    game = sandtable.new("heroic-endeavors", scenario="ember-hall", seats={"A": "", "B": ""}, options=options)
    game.rule("B", "set points", {"model": "H1", "dp": 2})
    game.rule("B", "say", {"text": "The floor is wet."})
    assert first_difference(record_of(game)) is None
    assert len(RULINGS) >= 15


@covers("HE-INI-06")
def test_who_joins_during_a_turn_may_react_in_it_and_acts_from_the_next():
    rolls = {f"initiative {id}": [number, 1] for number, id in enumerate(("H1", "O1", "O2", "X1"), 2)}
    game = chaired({**NEAR, "O1": {"at": [8, 4], **ARMED}}, rolls, order=[["O2"]])
    game.rule("M", "add", {"like": "O1", "at": [2, 2]})
    assert one(game, "X1").turn.reaction
    assert "X1" not in {id for unit in game.state.order for id in unit}
    while game.state.round < 2 or game.state.step != "act":
        assert game.decision is not None
        assert game.state.active != "X1"
        passing = [
            each.answer for each in game.decision.options() if each.answer in ("end", "not now", "keep")
        ]
        game.answer(passing[0] if passing else game.decision.options()[0].answer)
    assert "X1" in {id for unit in game.state.ranks for id in unit}
