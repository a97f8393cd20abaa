"""Records: what they hold, for whom, and that the rules lead to the same game again."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.dice import Dice, Seeded, Typed
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Note
from sandtable.kernel.records.record import (
    AnswerLine,
    EventLine,
    NoteLine,
    Record,
    RollLine,
    RulingLine,
    read_record,
    record_for,
    record_from_text,
    record_of,
    record_text,
    write_record,
)
from sandtable.kernel.records.replay import Replay, first_difference, record_as_text, replay
from sandtable.kernel.records.sealed import verify
from sandtable.kernel.refusal import Refused
from tests.kernel.sk.book import SK
from tests.kernel.sk.scenes import ford, scene
from tests.kernel.sk.state import Lane
from tests.playing import answer, play_on

ROOT = Path(__file__).parent.parent.parent


def lived(seed: int, most: int = 60, *, master: bool = True) -> Game[Lane]:
    """A game with answers, rulings, an undo and typed dice in it."""
    game, chance = ford(seed, master=master), random.Random(seed)
    play_on(game, chance, 6)
    if master:
        game.rule("M", "set life", {"fighter": "a1", "life": 5})
        game.undo("M", to=4)
    game.change_dice("A", Typed())
    play_on(game, chance, most)
    return game


@given(st.integers(0, 500), st.integers(0, 60), st.booleans())
@settings(max_examples=25)
def test_the_rules_lead_to_the_same_game_again(seed: int, most: int, master: bool):
    game = lived(seed, most, master=master)
    record = record_of(game)
    assert record.journal() == list(game.journal)
    assert [line.event for line in record.lines if isinstance(line, EventLine)] == as_read(game)
    assert first_difference(record) is None


def as_read(game: Game[Lane], seat: str | None = "") -> list[Any]:
    """The events of a game as JSON brings them back."""
    events = game.events(all_seats=True) if seat == "" else game.events(seat=seat)
    return msgspec.json.decode(msgspec.json.encode(events), type=list[type(events[0])] if events else list)  # type: ignore[misc]


def test_a_record_comes_back_from_its_file(tmp_path: Path):
    game = lived(1)
    write_record(game, tmp_path / "game.sandtable")
    assert read_record(tmp_path / "game.sandtable") == record_of(game)


def test_words_may_hold_signs_that_look_like_the_end_of_a_line():
    game = scene(("talk",), {"a1": 0, "b1": 6}, Seeded(1))
    for seat in ("A", "B"):
        game.answer("one\u2028two\x85three\x1cfour\r\nfive", seat=seat)
    record = record_of(game)
    assert record_from_text(record_text(record)) == record
    assert first_difference(record) is None


def test_the_first_line_says_what_was_played():
    import sandtable

    game = sandtable.new("sk", scenario="ford", seats={"A": 1, "B": 2}, options={"last_turn": 1}, seed=99_177)
    play_on(game, random.Random(1))
    first = json.loads(record_text(record_of(game)).splitlines()[0])
    assert first["book"] == "sk"
    assert first["version"] == "1"
    assert first["scenario"] == "ford"
    assert first["seats"] == {"A": 1, "B": 2}
    assert first["options"] == {"last_turn": 1}
    assert first["dice"] == {"common": "seeded"}
    assert first["result"]["why"] == "the last turn is over"
    assert "99177" not in record_text(record_of(game))


def test_every_answer_has_the_hash_of_the_state_that_followed():
    game = ford(2)
    hashes = [game.fingerprint()]
    chance = random.Random(3)
    for _ in range(20):
        play_on(game, chance, 1)
        hashes.append(game.fingerprint())
    record = record_of(game)
    answers = [line for line in record.lines if isinstance(line, AnswerLine)]
    assert [record.header.hash, *(line.hash for line in answers)] == hashes


def test_notes_stand_where_they_were_written():
    game = ford(2, master=True)
    play_on(game, random.Random(3), 5)
    game.change_dice("A", Seeded(7))
    play_on(game, random.Random(4), 3)
    game.undo("M", to=6)
    play_on(game, random.Random(5), 4)
    lines = record_of(game).lines
    order = [type(line).__name__ for line in lines if isinstance(line, AnswerLine | NoteLine)]
    assert order == ["AnswerLine"] * 5 + ["NoteLine"] + ["AnswerLine"] + ["NoteLine"] + ["AnswerLine"] * 4
    undone = next(line for line in lines if isinstance(line, NoteLine) and line.kind == "undone")
    assert len([one for one in undone.facts["taken back"] if one["type"] == "answered"]) == 2


def test_a_game_that_was_branched_off_has_a_record_with_its_past():
    game = ford(2)
    play_on(game, random.Random(3), 15)
    clone = game.clone(4)
    play_on(clone, random.Random(1), 5)
    record = record_of(clone)
    assert record.header.earlier == clone.first_checkpoint.events > 0
    assert [line.event for line in record.lines if isinstance(line, EventLine)] == as_read(clone)
    assert first_difference(record) is None


# ---- what a seat may take away -----------------------------------------------------------------------------


@given(st.integers(0, 500), st.integers(0, 60))
@settings(max_examples=25)
def test_the_record_of_a_seat_holds_its_events_and_no_other(seed: int, most: int):
    game = lived(seed, most)
    for seat in ("A", "B", None):
        record = record_for(game, seat)
        told = [line.event for line in record.lines if isinstance(line, EventLine)]
        known = as_read(game, seat)
        assert [(one.kind, one.facts) for one in told] == [(one.kind, one.facts) for one in known]
        assert all(one.to is None for one in told)
        assert record.header.first is None
        assert not record.is_whole


def test_secret_answers_of_others_are_left_out():
    game = scene(("traps", "orders"), {"a1": 0, "b1": 6}, Seeded(1))
    answer(game, 7, 11)
    game.answer("charge", seat="B")
    told = {seat: record_text(record_for(game, seat)) for seat in ("A", "B", None)}
    assert '"answer":7' in told["A"]
    assert '"answer":11' in told["B"]
    assert "charge" in told["B"]
    assert "charge" not in told["A"]
    for secret in ('"answer":7', '"answer":11', "charge"):
        assert secret not in told[None]
    assert '"answer":11' not in told["A"]
    game.answer("watch", seat="A")
    assert "charge" in record_text(record_for(game, "A")), "shown together, it is known to all"


def test_a_ruling_in_secret_is_the_game_masters_alone():
    game = scene(("orders",), {"a1": 0, "b1": {"at": 6, "hidden": True}}, Seeded(1), master="M")
    game.rule("M", "place", {"fighter": "b1", "space": 9})
    assert any(isinstance(line, RulingLine) for line in record_for(game, "M").lines)
    for seat in ("A", None):
        text = record_text(record_for(game, seat))
        assert "place" not in text
        assert "9" not in text.split("\n", 1)[1]
    assert "fighter placed" in record_text(record_for(game, "B"))


def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_record():
    def world(place: int, faces: list[int], trap: int) -> Game[Lane]:
        game = scene(
            ("traps", "detection", "orders"),
            {"a1": 0, "b1": {"at": place, "hidden": True}},
            {"a1 looks for b1": faces, "never": []},
        )
        answer(game, 3, trap)
        return game

    near, far = world(2, [4], 5), world(9, [], 8)
    near.answer("walk", seat="B")
    far.answer("charge", seat="B")
    for seat in ("A", None):
        assert record_text(record_for(near, seat)) == record_text(record_for(far, seat))
    assert record_text(record_for(near, "B")) != record_text(record_for(far, "B"))


def test_places_in_the_stream_of_dice_are_left_out_since_they_would_count_unseen_rolls():
    game = lived(3)
    assert any(line.start for line in record_of(game).lines if isinstance(line, RollLine))
    for line in record_for(game, "A").lines:
        assert not isinstance(line, RollLine) or line.start is None


def test_what_was_taken_back_is_left_out():
    game = scene(("traps",), {"a1": 0, "b1": 6}, Seeded(1))
    answer(game, 7)
    game.undo("A", to=0, consent=["B"])
    (note,) = record_for(game, "B").lines
    assert isinstance(note, NoteLine)
    assert note.facts == {}


def test_a_book_may_hide_how_the_game_was_set_up():
    class Secretive(SK):
        def hide_header(self, header: dict[str, Any], seat: str | None) -> dict[str, Any]:
            return {**header, "seats": {}}

    game = ford(1, book=Secretive())
    game.header["seats"] = {"A": "a secret roster"}
    assert "secret roster" in record_text(record_of(game))
    assert "secret roster" not in record_text(record_for(game, "B"))


# ---- replays ------------------------------------------------------------------------------------


def test_a_replay_steps_forward_and_back():
    game = lived(5)
    steps = replay(record_of(game))
    assert steps.moment.said is None
    assert steps.back() is None
    seen = []
    while (moment := steps.forward()) is not None:
        assert isinstance(moment.said, AnswerLine | RulingLine)
        seen.append(moment)
    assert steps.events() == as_read(game)
    for moment in reversed(seen[:-1]):
        assert steps.back() == moment
    assert steps.go_to(3) == seen[2]
    with pytest.raises(Refused, match="no step"):
        steps.go_to(10_000)


def test_a_replay_shows_the_game_at_every_step():
    steps = replay(record_of(lived(5)))
    for place, moment in enumerate(steps.moments):
        steps.go_to(place)
        assert steps.game().fingerprint() == moment.hash


def test_an_old_record_still_tells_its_events(monkeypatch: pytest.MonkeyPatch):
    record = record_of(lived(5))
    monkeypatch.setattr(SK, "version", "2")
    steps = replay(record)
    assert not steps.can_run_rules
    assert len(steps.moments) > 20
    assert steps.go_to(20).lines
    with pytest.raises(Refused, match=r"written by version .* rules 1; this is .* rules 2"):
        steps.game()
    assert "orders shown" in record_as_text(record)


def older(record: Record) -> Record:
    """The record as a version would have written it whose lanes call their fighters people."""
    plain = [json.loads(line) for line in record_text(record).splitlines()]
    plain[0]["first"]["people"] = plain[0]["first"].pop("fighters")
    for line in plain:
        line.update({"hash": "0" * 16} if "hash" in line else {})
        if "hash" in line.get("facts", {}):
            line["facts"]["hash"] = "0" * 16
    return record_from_text("".join(f"{json.dumps(line)}\n" for line in plain))


def with_fighters(book: SK, state: dict[str, Any], version: str) -> dict[str, Any]:
    """A state of that version as it is written today."""
    assert version == "1"
    return {"fighters" if name == "people" else name: value for name, value in state.items()}


def test_an_older_record_that_plays_alike_is_played_again_without_its_hashes(monkeypatch: pytest.MonkeyPatch):
    record, today = older(record_of(lived(5))), record_of(lived(5))
    monkeypatch.setattr(SK, "version", "2")
    assert not replay(record).can_run_rules
    monkeypatch.setattr(SK, "plays_like", ("1",))
    monkeypatch.setattr(SK, "renewed", with_fighters)
    assert first_difference(record) is None
    assert verify(record).faults == ()
    steps = replay(record)
    steps.go_to(20)
    assert steps.game().fingerprint() == replay(today).go_to(20).hash
    number = number_of(record, RollLine, 3)
    roll = record.lines[number]
    assert isinstance(roll, RollLine)
    other = changed(record, number, faces=tuple(7 - face for face in roll.faces))
    assert first_difference(other) is not None


def test_the_record_of_a_seat_cannot_be_run_but_watched():
    steps = replay(record_for(lived(5), "A"))
    assert not steps.can_run_rules
    while steps.forward() is not None:
        pass
    assert steps.events()


def changed(record: Record, number: int, **fields: Any) -> Record:
    """The record with another line."""
    lines = list(record.lines)
    lines[number] = msgspec.structs.replace(lines[number], **fields)
    return Record(record.header, lines)


def number_of(record: Record, kind: type, nth: int = 0) -> int:
    """Where a line of this kind stands."""
    return [n for n, line in enumerate(record.lines) if isinstance(line, kind)][nth]


def test_the_first_difference_is_told():
    record = record_of(lived(5))
    place = number_of(record, AnswerLine, 3)
    difference = first_difference(changed(record, place, hash="0" * 16))
    assert difference is not None
    assert difference.moment == 4
    assert "the record has 0000000000000000" in difference.what


def test_a_record_that_the_rules_do_not_follow_is_told():
    record = record_of(lived(5))
    wrong: list[tuple[int, dict[str, Any], str]] = [
        (number_of(record, AnswerLine, 3), {"answer": "no such thing"}, "no such thing"),
        (number_of(record, AnswerLine, 3), {"seat": "Z"}, "Z is not asked"),
        (number_of(record, RollLine, 1), {"why": "nothing"}, "rules ask"),
        (number_of(record, EventLine, 1), {"kind": "sun rose"}, "the record tells: sun rose"),
        (number_of(record, EventLine, 1), {"facts": {"x": 1}}, "the rules tell"),
    ]
    for number, fields, said in wrong:
        difference = first_difference(changed(record, number, **fields))
        assert difference is not None
        assert said in difference.what
    difference = first_difference(Record(record.header, record.lines[:-1]))
    assert difference is not None
    header = msgspec.structs.replace(record.header, result=None)
    difference = first_difference(Record(header, record.lines))
    assert difference is not None
    assert "result" in difference.what


def test_a_record_is_told_in_text():
    text = record_as_text(record_of(lived(5)))
    assert text.startswith('[Book "sk"]\n[Version ')
    assert '[Dice "common: seeded"]' in text
    assert "1. A: Where do you lay your trap? (SK-SEC-04)\n   > " in text
    assert "   * dice changed by A: typed" in text
    assert "   * undone by M" in text
    assert "orders shown" in text
    assert "the last turn is over" in text


def test_what_a_player_thought_is_told_with_its_reasons_and_rules():
    game = lived(5)
    facts = {"reasons": ["they are close", "it rains"], "rules": ["SK-SHO-01"]}
    game.notes.append(Note(len(game.journal), "thought", "A", facts))
    assert "   * thought by A: they are close; it rains (SK-SHO-01)\n" in record_as_text(record_of(game))


def test_a_record_is_told_in_the_sentences_of_its_book(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SK, "sentence", lambda self, event, state: f"In turn {state.turn}: {event.kind}!")
    text = record_as_text(record_of(lived(5)))
    assert "In turn 1: orders shown! (SK-ORD-01)" in text
    assert "In turn 2: orders shown!" in text


def test_a_record_is_the_same_in_a_process_that_hashes_otherwise(tmp_path: Path):
    game = ford(11, master=True)
    play_on(game, random.Random(7))
    path = tmp_path / "game.sandtable"
    write_record(game, path)
    code = (
        "import random, sys, tests.kernel.sk.book\n"
        "from tests.kernel.sk.scenes import ford\n"
        "from tests.playing import play_on\n"
        "from sandtable.kernel.records.record import read_record, record_of, record_text\n"
        "from sandtable.kernel.records.replay import first_difference\n"
        "print(first_difference(read_record(sys.argv[1])))\n"
        "game = ford(11, master=True); play_on(game, random.Random(7))\n"
        "print(record_text(record_of(game)), end='')\n"
    )
    for hash_seed in ("1", "77"):
        ran = subprocess.run(
            [sys.executable, "-c", code, str(path)],
            capture_output=True, text=True, cwd=ROOT, check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )  # fmt: skip
        verdict, _, text = ran.stdout.partition("\n")
        assert verdict == "None"
        assert text == path.read_text()


# ---- records that are wrong ----------------------------------------------------------------------------

TEXT = record_text(record_of(lived(6)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        ("x", "line 1"),
        ("{}", "line 1: this is no record"),
        ('{"sandtable": 9}', "no record of format"),
        ('{"sandtable": 1}', "line 1"),
        (TEXT + "\n", "line"),
        (TEXT + "{}\n", "line"),
        (TEXT + '{"is":"song"}\n', "song"),
        (TEXT + '{"is":"roll","why":"x","faces":"six","source":"y"}\n', "faces"),
        (TEXT[:-5], "line"),
        ("[" * 5000 + "]" * 5000, "inside each other"),
    ],
)
def test_a_record_that_is_wrong_is_refused_with_its_line(text: str, said: str):
    with pytest.raises(Refused, match=said):
        record_from_text(text)


@given(st.integers(0, 60), st.integers(0, 400), st.characters())
@settings(max_examples=60)
def test_whatever_stands_in_a_record_it_is_refused_or_its_difference_told(line: int, sign: int, other: str):
    lines = TEXT.splitlines()
    line %= len(lines)
    sign %= len(lines[line])
    lines[line] = lines[line][:sign] + other + lines[line][sign + 1 :]
    try:
        record = record_from_text("\n".join(lines))
        Replay(record)
        first_difference(record)
        record_as_text(record)
    except Refused:
        return


def test_dice_that_are_typed_are_replayed_as_answers():
    game = scene(("reaction",), {"a1": 0, "b1": 6}, Dice(Typed(), machine=Seeded(1)))
    answer(game, [4], {"die 1": "a1"}, [2], {"die 1": "b1"})
    record = record_of(game)
    assert not any(isinstance(line, RollLine) for line in record.lines)
    assert first_difference(record) is None
