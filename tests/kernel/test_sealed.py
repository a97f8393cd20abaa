"""Sealed dice: nobody can know them before, everybody can check them after."""

from __future__ import annotations

import gc
import random
import types
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.kernel.dice import Dice, Rolled, Sealed, Seeded, Typed, Wanted, commitment_to
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.journal import Answered
from sandtable.kernel.records.record import (
    EventLine,
    NoteLine,
    Record,
    RollLine,
    record_for,
    record_from_text,
    record_of,
    record_text,
)
from sandtable.kernel.records.sealed import new_secret, verify
from sandtable.kernel.refusal import Refused
from tests.kernel.sk.book import SK
from tests.kernel.sk.scenes import ford
from tests.kernel.sk.state import Lane
from tests.playing import answer, play_on

SECRET = "the moon is a harsh mistress, and so is this"
SALTS = {"A": "apple", "B": "pear"}


def sealed_game(seed: int = 1, most: int = 10_000, **dice: Any) -> Game[Lane]:
    """A game with sealed dice."""
    book = SK()
    sources = Dice(Sealed(SECRET, SALTS), **dice)
    game = new_game(book, book.set_up("ford", {}, {"master": "M"}), sources)
    play_on(game, random.Random(seed), most)
    return game


RECORD = record_of(sealed_game())


def faults(record: Record) -> str:
    """What is wrong with the dice of a record."""
    verdict = verify(record)
    assert not verdict.proven
    return "\n".join([*verdict.faults, *verdict.unchecked])


def lines_with(number: int, **fields: Any) -> Record:
    """The record with another line."""
    lines = list(RECORD.lines)
    lines[number] = msgspec.structs.replace(lines[number], **fields)
    return Record(RECORD.header, lines)


def header_with(**fields: Any) -> Record:
    """The record with another header."""
    return Record(msgspec.structs.replace(RECORD.header, **fields), RECORD.lines)


ROLLS = [n for n, line in enumerate(RECORD.lines) if isinstance(line, RollLine)]


# ---- the dice themselves ------------------------------------------------------------


def test_the_same_secret_and_salts_give_the_same_dice_and_others_give_others():
    def faces(secret: str, salts: dict[str, str]) -> tuple[int, ...]:
        return Sealed(secret, salts).roll(Wanted(50, "trying")).faces

    assert faces(SECRET, SALTS) == faces(SECRET, dict(reversed(SALTS.items())))
    assert len({faces(SECRET, SALTS), faces(SECRET + "x", SALTS), faces(SECRET, {**SALTS, "B": "plum"})}) == 3
    assert faces(SECRET, {"A": "b", "C": "d"}) != faces(SECRET, {"A": 'b","C', "": "d"})


@pytest.mark.parametrize("sides", [1, 2, 6, 10, 100, 256, 257, 1000])
def test_every_face_comes_up_and_no_other(sides: int):
    faces = Sealed(SECRET, {}).roll(Wanted(sides * 12, "trying", sides)).faces
    assert set(faces) <= set(range(1, sides + 1))
    assert len(set(faces)) > 0.99 * sides


def test_sealed_dice_are_fair():
    faces = Sealed(SECRET, SALTS).roll(Wanted(60_000, "trying")).faces
    for face in range(1, 7):
        assert abs(faces.count(face) - 10_000) < 400, "four standard deviations"


def test_a_secret_that_can_be_guessed_is_refused():
    with pytest.raises(Refused, match="32 characters"):
        Sealed("short", {})


def test_new_secrets_are_long_and_all_different():
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    assert all(Sealed(one, {}).commitment == commitment_to(one) for one in secrets)


def test_a_game_has_one_set_of_sealed_dice():
    game = sealed_game(most=3)
    with pytest.raises(Refused, match="sealed dice already"):
        game.change_dice("A", Sealed(SECRET + "!", SALTS))
    game.change_dice("A", game.dice.common)


# ---- the proof ------------------------------------------------------------


@given(st.integers(0, 300))
@settings(max_examples=10)
def test_an_honest_game_is_proven(seed: int):
    record = record_of(sealed_game(seed))
    verdict = verify(record_from_text(record_text(record)))
    assert (verdict.proven, verdict.faults, verdict.unchecked, verdict.undone) == (True, (), (), ())
    assert (verdict.commitment, verdict.salts) == (commitment_to(SECRET), SALTS)
    assert verdict.dice == sum(len(line.faces) for line in record.lines if isinstance(line, RollLine)) > 5


def test_a_game_in_which_dice_were_taken_back_is_proven():
    game = sealed_game(most=12)
    game.undo("M", to=8)
    play_on(game, random.Random(5), 6)
    game.undo("M", to=5)
    play_on(game, random.Random(6), 9)
    game.undo("M", to=10)
    play_on(game, random.Random(7))
    record = record_of(game)
    assert any(isinstance(line, NoteLine) for line in record.lines)
    assert verify(record).faults == ()
    assert verify(record).proven


def test_a_game_in_which_a_seat_changed_its_dice_is_proven_as_far_as_they_were_sealed():
    game = sealed_game(most=5)
    game.change_dice("A", Typed(), consent=("B", "M"))
    play_on(game, random.Random(2), 10)
    game.change_dice("A", game.dice.common)
    play_on(game, random.Random(3))
    verdict = verify(record_of(game))
    assert verdict.proven
    assert verdict.typed > 0


def test_where_one_seat_types_the_machine_rolls_sealed_dice_for_all_else():
    game = sealed_game(by_seat={"A": Typed()})
    assert verify(record_of(game)).proven


def test_an_answer_that_trips_the_rules_uses_up_no_die(monkeypatch: pytest.MonkeyPatch):
    game = sealed_game(most=1)
    sealed = game.dice.common
    assert isinstance(sealed, Sealed)
    drawn = sealed.drawn

    async def stumble(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tests.kernel.sk.moving.give_dice_out", stumble)
    with pytest.raises(ZeroDivisionError):
        answer(game, 3)
    assert sealed.drawn == drawn
    monkeypatch.undo()
    play_on(game, random.Random(1))
    assert verify(record_of(game)).proven


def test_another_secret_is_found():
    assert "not the one to which the game was committed" in faults(header_with(secret=SECRET + "!"))


def test_another_secret_with_its_own_commitment_is_found_by_its_dice():
    other = SECRET + "!"
    assert "were sealed" in faults(header_with(secret=other, commitment=commitment_to(other)))


def test_other_salts_are_found():
    assert "were sealed" in faults(header_with(salts={**SALTS, "A": "orange"}))
    assert "were sealed" in faults(header_with(salts={}))


@pytest.mark.parametrize("number", ROLLS[:6])
def test_another_face_is_found(number: int):
    line = RECORD.lines[number]
    assert isinstance(line, RollLine)
    other = (line.faces[0] % 6 + 1, *line.faces[1:])
    assert "were sealed" in faults(lines_with(number, faces=other))
    event = RECORD.lines[number + 1]
    assert isinstance(event, EventLine)
    both = lines_with(number, faces=other)
    both.lines[number + 1] = EventLine(event.kind, event.rules, {**event.facts, "faces": list(other)})
    assert "were sealed" in faults(both)


def test_an_event_that_tells_other_faces_than_the_roll_is_found():
    event = RECORD.lines[ROLLS[0] + 1]
    assert isinstance(event, EventLine)
    told = faults(lines_with(ROLLS[0] + 1, facts={**event.facts, "faces": [6, 6]}))
    assert "of dice rolled the rules tell the facts" in told


def test_dice_in_another_order_are_found():
    one, other = ROLLS[0], ROLLS[1]
    lines = list(RECORD.lines)
    lines[one], lines[other] = lines[other], lines[one]
    assert "comes after die" in faults(Record(RECORD.header, lines))


def test_a_die_that_is_used_twice_is_found():
    first, second = RECORD.lines[ROLLS[0]], RECORD.lines[ROLLS[1]]
    assert isinstance(first, RollLine)
    assert isinstance(second, RollLine)
    told = faults(lines_with(ROLLS[1], faces=first.faces, start=first.start))
    assert "was rolled before" in told


def test_dice_that_are_passed_over_are_found():
    game = sealed_game(most=4)
    sealed = game.dice.common
    assert isinstance(sealed, Sealed)
    sealed.roll(Wanted(3, "a look into the future"))
    play_on(game, random.Random(9))
    assert "were passed over" in faults(record_of(game))


def test_dice_that_come_from_elsewhere_are_found():
    line = RECORD.lines[ROLLS[0]]
    event = RECORD.lines[ROLLS[0] + 1]
    assert isinstance(line, RollLine)
    assert isinstance(event, EventLine)
    record = lines_with(ROLLS[0], source="seeded")
    record.lines[ROLLS[0] + 1] = EventLine(event.kind, event.rules, {**event.facts, "source": "seeded"})
    told = faults(record)
    assert 'dice from "seeded" were rolled where "sealed" dice were agreed' in told
    assert "were passed over" in told


def test_a_game_that_says_it_was_played_with_other_dice_is_not_proven():
    game = sealed_game()
    header, sources = game.header, Dice(Seeded(3))
    forged = new_game(SK(), SK().set_up("ford", {}, {"master": "M"}), sources, {"sealed": header["sealed"]})
    play_on(forged, random.Random(1))
    record = record_of(forged)
    told = faults(Record(msgspec.structs.replace(record.header, secret=SECRET), record.lines))
    assert 'dice came from "seeded", where nobody can look' in told


def test_a_roll_that_was_left_out_is_found():
    lines = [line for n, line in enumerate(RECORD.lines) if n not in (ROLLS[2], ROLLS[2] + 1)]
    assert "passed over" in faults(Record(RECORD.header, lines))


def test_another_answer_is_found_by_the_hashes():
    lines = list(RECORD.lines)
    place = next(n for n, line in enumerate(lines) if getattr(line, "answer", None) in range(12))
    line: Any = lines[place]
    lines[place] = msgspec.structs.replace(line, answer=(line.answer + 1) % 12)
    assert "hash" in faults(Record(RECORD.header, lines))


def test_another_first_state_is_found_by_the_hashes():
    first = {**RECORD.header.first, "beast": 7}
    assert "At step 0 the hash" in faults(header_with(first=first))


def test_where_the_rules_have_changed_the_dice_are_checked_and_the_rest_is_not(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(SK, "version", "2")
    verdict = verify(RECORD)
    assert verdict.faults == ()
    assert not verdict.proven
    assert "were not run again" in verdict.unchecked[0]


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (record_for(sealed_game(), "A"), "does not tell every roll"),
        (record_of(ford(1)), "no sealed dice"),
        (record_of(sealed_game(most=5)), "not been revealed"),
    ],
    ids=["a seat's record", "seeded dice", "not over"],
)
def test_what_cannot_be_proven_says_why(record: Record, why: str):
    assert why in faults(record)


@given(st.integers(0, 10_000), st.characters(codec="utf-8"))
@settings(max_examples=80)
def test_no_change_of_any_sign_of_a_record_is_ever_proven(place: int, other: str):
    text = record_text(RECORD)
    place = int(place * 31.7) % len(text)
    spoilt = text[:place] + other + text[place + 1 :]
    try:
        record = record_from_text(spoilt)
        if record == RECORD:
            return
        verdict = verify(record)
    except Refused:
        return
    assert not verdict.proven, f"{text[place - 30 : place + 30]!r} became {other!r}"


# ---- nobody can look ahead ------------------------------------------------------------


def reachable(*roots: Any) -> list[Any]:
    """Every object that somebody who holds these can get at."""
    found: dict[int, Any] = {}
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, type | types.ModuleType):
            continue
        found[id(one)] = one
        if isinstance(one, types.FunctionType):
            # What a function can name in its module is code, not this game.
            waiting += [cell.cell_contents for cell in one.__closure__ or () if _is_filled(cell)]
            waiting += [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values()]
            continue
        waiting += gc.get_referents(one)
    return list(found.values())


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def holds_the_secret(*roots: Any) -> bool:
    """Whether the secret, or a source of dice that could be asked for the future, can be reached."""
    return any(
        one.__class__ is Sealed
        or (isinstance(one, str) and SECRET in one)
        or (isinstance(one, bytes) and KEY in one)
        for one in reachable(*roots)
    )


KEY = Sealed(SECRET, SALTS)._key


def test_the_search_for_the_secret_finds_it_where_it_is():
    game = sealed_game(most=4)
    assert holds_the_secret(game)
    assert holds_the_secret([lambda: game])
    assert not holds_the_secret([1, "x"])


@pytest.mark.parametrize("most", [0, 3, 9, 14, 20])
def test_nothing_that_a_player_or_a_client_can_hold_knows_the_dice_to_come(most: int):
    game = sealed_game(most=most)
    assert not holds_the_secret(game.decision)
    for seat in ("A", "B", "M", None):
        assert not holds_the_secret(game.view(seat), game.events(seat=seat), game.seen(seat))
        assert not holds_the_secret(record_for(game, seat), record_text(record_for(game, seat)))
        assert not holds_the_secret(game.decision_for(seat or "A"))
    assert not holds_the_secret(game.clone(seed=1))
    assert not holds_the_secret(game.imagine("A", random.Random(1)))
    assert not holds_the_secret(game.branch(Dice(Seeded(1))))
    assert not holds_the_secret(game.at(0))
    assert not holds_the_secret(record_of(game)), "the holder's own record keeps it too while the game runs"
    assert not holds_the_secret(game.header, game.position(), game.journal, game.notes)


def test_options_and_refusals_do_not_know_the_dice_to_come():
    game = sealed_game(most=6)
    while game.decision is not None:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        assert not holds_the_secret(part.options(), part.barred(), part.legal(None), part.form())
        play_on(game, random.Random(1), 1)


def test_the_dice_of_a_clone_are_not_those_of_the_game():
    game = sealed_game(most=4)
    clone = game.clone(seed=1)
    play_on(clone, random.Random(3))
    play_on(game, random.Random(3))
    start = clone.first_checkpoint.events

    def told(one: Game[Lane]) -> list[Any]:
        return [event.facts["faces"] for event in one.events(start, all_seats=True) if "faces" in event.facts]

    assert told(clone) != told(game)


def test_once_the_game_is_over_the_secret_is_in_its_record():
    assert RECORD.header.secret == SECRET
    assert record_for(sealed_game(), "A").header.secret == SECRET


def test_a_game_of_the_front_door_is_proven_too():
    game = sandtable.new("sk", salts=SALTS)
    play_on(game, random.Random(1))
    assert verify(record_of(game)).proven
    assert any(isinstance(entry, Rolled) for entry in game.journal)
    assert any(isinstance(entry, Answered) for entry in game.journal)
