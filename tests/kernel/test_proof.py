"""The proof of a record: nothing that it says can be altered and still be called proven."""

from __future__ import annotations

import random

import msgspec
import pytest

import sandtable
from sandtable.kernel.dice import Sealed, Typed, commitment_to
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Note
from sandtable.kernel.records.record import (
    AnswerLine,
    EventLine,
    NoteLine,
    Record,
    RollLine,
    record_of,
    record_text,
)
from sandtable.kernel.records.sealed import salt_naming, verify
from sandtable.kernel.refusal import Refused
from tests.kernel.mutations import altered, wrongly_proven
from tests.kernel.sk.book import SK
from tests.kernel.sk.scenes import scene
from tests.kernel.sk.state import Lane
from tests.kernel.test_sealed import SALTS, SECRET
from tests.playing import play_on


def lived(seats: dict[str, int] | None = None) -> Game[Lane]:
    """A sealed game with rulings, two undos with dice in them and changed dice."""
    game = sandtable.new(
        "sk", scenario="ford", seats=seats, options={"master": "M"}, dice=Sealed(SECRET, SALTS)
    )
    play_on(game, random.Random(1), 12)
    game.undo("M", to=8)
    play_on(game, random.Random(5), 6)
    game.rule("M", "set life", {"fighter": "a1", "life": 5})
    game.undo("M", to=5)
    game.change_dice("A", Typed(), consent=("B", "M"))
    play_on(game, random.Random(6), 9)
    game.change_dice("A", game.dice.common)
    play_on(game, random.Random(7), 5)
    game.rule("M", "set life", {"fighter": "a1", "life": 4})
    play_on(game, random.Random(7))
    return game


RECORD = record_of(lived())


def header_with(**fields: object) -> Record:
    """The record with another first line."""
    return Record(msgspec.structs.replace(RECORD.header, **fields), RECORD.lines)


def line_with(kind: type, nth: int = 0, **fields: object) -> Record:
    """The record with the nth line of this kind altered."""
    lines = list(RECORD.lines)
    place = [n for n, line in enumerate(lines) if isinstance(line, kind)][nth]
    lines[place] = msgspec.structs.replace(lines[place], **fields)
    return Record(RECORD.header, lines)


def faults(record: Record) -> str:
    """What is wrong with a record that is not proven."""
    verdict = verify(record)
    assert not verdict.proven
    return "\n".join([*verdict.faults, *verdict.unchecked])


def test_whatever_is_altered_in_a_record_it_is_not_proven_or_said_to_be_unprovable():
    wrong, tried = wrongly_proven(RECORD, altered(record_text(RECORD)))
    assert wrong == []
    assert tried > 800


def test_an_honest_record_says_its_commitment_its_salts_and_all_that_was_taken_back():
    verdict = verify(RECORD)
    assert (verdict.proven, verdict.faults, verdict.unchecked) == (True, (), ())
    assert (verdict.commitment, verdict.salts) == (commitment_to(SECRET), SALTS)
    undone = [line for line in RECORD.lines if isinstance(line, NoteLine) and line.kind == "undone"]
    rolled = [one for line in undone for one in line.facts["taken back"] if one["type"] == "rolled"]
    assert rolled
    for one in rolled:
        faces = " ".join(map(str, one["faces"]))
        assert f'  a roll of sealed dice for "{one["why"]}": {faces}' in verdict.undone
    assert verdict.undone[0].endswith("M took back, agreed by nobody else:")


def test_it_says_what_no_record_can_show():
    beyond = "\n".join(verify(RECORD).beyond)
    assert f"{verify(RECORD).typed} dice were rolled on a real table and typed" in beyond
    assert "Who sat in the seats" in beyond
    assert "the dice of A were changed to typed ones, agreed by B, M." in beyond
    assert "Nothing shows that the salt of A was given after the commitment." in beyond


def test_a_salt_that_names_the_commitment_was_given_after_it():
    salts = {seat: salt_naming(commitment_to(SECRET), words) for seat, words in SALTS.items()}
    game = sandtable.new("sk", scenario="ford", dice=Sealed(SECRET, salts))
    play_on(game, random.Random(1))
    verdict = verify(record_of(game))
    assert verdict.proven
    assert "Nothing shows that the salt" not in "\n".join(verdict.beyond)


def test_a_header_that_names_other_forces_is_disproved():
    record = record_of(lived({"A": 1, "B": 2}))
    assert verify(record).proven
    other = Record(msgspec.structs.replace(record.header, options={"last_turn": 7}), record.lines)
    assert "the rules set up another first state" in faults(other)


def test_facts_from_before_the_start_that_nobody_can_check_prove_nothing():
    invented = EventLine("fighter fell", ("SK-LAN-02",), {"fighter": "b1"})
    header = msgspec.structs.replace(RECORD.header, earlier=1)
    assert "It begins with 1 facts of a time before its first state" in faults(
        Record(header, [invented, *RECORD.lines])
    )


@pytest.mark.parametrize("field", ["asked", "rules"])
def test_another_question_and_other_rules_of_an_answer_are_found(field: str):
    other = {"asked": "Do you give up?", "rules": ("SK-LAN-02",)}[field]
    assert f"the {field}" in faults(line_with(AnswerLine, 2, **{field: other}))


def test_rolls_that_were_taken_back_cannot_be_told_otherwise():
    place = [n for n, line in enumerate(RECORD.lines) if isinstance(line, NoteLine)][1]
    line = RECORD.lines[place]
    assert isinstance(line, NoteLine)
    gone = msgspec.json.decode(msgspec.json.encode(line.facts["taken back"]))
    roll = next(one for one in gone if one["type"] == "rolled")
    roll["faces"] = [face % 6 + 1 for face in roll["faces"]]
    lines = list(RECORD.lines)
    lines[place] = msgspec.structs.replace(line, facts={**line.facts, "taken back": gone})
    assert "were sealed" in faults(Record(RECORD.header, lines))
    del gone[gone.index(roll)]
    lines[place] = msgspec.structs.replace(line, facts={**line.facts, "taken back": gone})
    assert "were passed over" in faults(Record(RECORD.header, lines))


def test_an_undo_to_which_nobody_agreed_is_found():
    game = sandtable.new("sk", scenario="ford", dice=Sealed(SECRET, SALTS))
    play_on(game, random.Random(1), 12)
    with pytest.raises(Refused, match="consent of B"):
        game.undo("A", to=2)
    game.undo("A", to=2, consent=("B",))
    play_on(game, random.Random(2))
    record = record_of(game)
    assert verify(record).proven
    place = next(n for n, line in enumerate(record.lines) if isinstance(line, NoteLine))
    line = record.lines[place]
    assert isinstance(line, NoteLine)
    assert line.facts["agreed"] == ["B"]
    lines = list(record.lines)
    lines[place] = msgspec.structs.replace(line, facts={**line.facts, "agreed": []})
    assert "could not take this back without the consent" in faults(Record(record.header, lines))


def test_an_undo_of_an_older_record_does_not_say_who_agreed_and_proves_nothing():
    notes = [n for n, line in enumerate(RECORD.lines) if isinstance(line, NoteLine) and line.kind == "undone"]
    lines = list(RECORD.lines)
    for place in notes:
        line = lines[place]
        assert isinstance(line, NoteLine)
        old = {name: line.facts[name] for name in ("entries", "taken back")}
        lines[place] = msgspec.structs.replace(line, facts=old)
    told = faults(Record(RECORD.header, lines))
    assert told.count("does not say who agreed") == len(notes)
    assert verify(Record(RECORD.header, lines)).faults == ()


def test_sealed_dice_are_left_for_typed_ones_only_if_all_others_agree():
    game = sandtable.new("sk", scenario="ford", options={"master": "M"}, dice=Sealed(SECRET, SALTS))
    play_on(game, random.Random(1), 5)
    with pytest.raises(Refused, match="consent of B, M") as refused:
        game.change_dice("A", Typed())
    assert "nobody could prove those of the real table" in str(refused.value)
    with pytest.raises(Refused, match="consent of M"):
        game.change_dice("A", Typed(), consent=("B",))
    assert game.notes == []
    game.change_dice("A", Typed(), consent=("B", "M"))
    assert game.notes == [
        Note(len(game.journal), "dice changed", "A", {"source": "typed", "agreed": ["B", "M"]})
    ]


def test_a_change_to_typed_dice_that_does_not_say_who_agreed_proves_nothing():
    place = next(n for n, line in enumerate(RECORD.lines) if getattr(line, "kind", "") == "dice changed")
    lines = list(RECORD.lines)
    lines[place] = NoteLine("dice changed", "A", {"source": "typed"})
    assert "nothing says that the others agreed to typed dice" in faults(Record(RECORD.header, lines))
    lines[place] = NoteLine("dice changed", "A", {"source": "typed", "agreed": ["B"]})
    assert "not all others agreed" in faults(Record(RECORD.header, lines))


def test_a_game_in_which_no_sealed_die_was_rolled_proves_nothing_of_its_salts():
    game = scene(("talk",), {"a1": 0, "b1": 6}, Sealed(SECRET, SALTS))
    play_on(game, random.Random(1))
    record = record_of(game)
    assert not any(isinstance(line, RollLine) for line in record.lines)
    assert "No sealed die was rolled" in faults(record)


# ---- other rules ---------------------------------------------------------------------------------------


def test_where_the_rules_are_others_a_difference_is_no_fault_of_the_record():
    other = header_with(made_with={**RECORD.header.made_with, "data": "0000000000000000"})
    assert verify(other).proven, "these rules lead to the same"
    assert "It was made with other rules than these: other data." in "\n".join(verify(other).beyond)
    lines = list(RECORD.lines)
    place = next(n for n, line in enumerate(lines) if isinstance(line, AnswerLine))
    lines[place] = msgspec.structs.replace(lines[place], hash="0" * 16)
    verdict = verify(Record(other.header, lines))
    assert verdict.faults == ()
    assert not verdict.proven
    assert verdict.unchecked[0] == "It was made with other rules than these: other data."


def test_a_record_of_before_does_not_say_with_which_rules_it_was_made(monkeypatch: pytest.MonkeyPatch):
    verdict = verify(header_with(made_with={}))
    assert verdict.proven
    assert "It does not say with which rules it was made." in verdict.beyond
    assert RECORD.header.version == SK.version
