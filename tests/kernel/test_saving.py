"""Saved games: nothing is lost, and no file brings the program down."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.dice import Dice, Scripted, Sealed, Seeded, Typed, Wanted
from sandtable.kernel.files import write_text
from sandtable.kernel.game import Game
from sandtable.kernel.records import save
from sandtable.kernel.records.save import game_from_text, load_game, save_game, saved_text
from sandtable.kernel.refusal import Refused
from tests.kernel.sk.book import SK
from tests.kernel.sk.scenes import ford, scene
from tests.kernel.sk.state import Lane
from tests.playing import answer, play_on

SEALED = Sealed("a secret of thirty-two characters and more", {"A": "salt"})


def same(one: Game[Lane], other: Game[Lane]) -> None:
    """Nobody could tell the games apart."""
    assert one.fingerprint() == other.fingerprint()
    assert one.journal == other.journal
    assert one.notes == other.notes
    assert msgspec.json.encode(one.events(all_seats=True)) == msgspec.json.encode(
        other.events(all_seats=True)
    )
    assert one.waiting_for == other.waiting_for
    assert (one.decision is None) == (other.decision is None)
    if one.decision is not None and other.decision is not None:
        assert one.decision.form() == other.decision.form()


@given(st.integers(0, 10_000), st.integers(0, 45), st.booleans())
@settings(max_examples=40)
def test_a_game_saved_at_any_question_goes_on_as_if_nothing_had_happened(seed: int, most: int, master: bool):
    game = ford(seed, master=master)
    play_on(game, random.Random(seed), most)
    loaded = game_from_text(saved_text(game))
    same(game, loaded)
    play_on(game, random.Random(seed + 1))
    play_on(loaded, random.Random(seed + 1))
    same(game, loaded)


@pytest.mark.parametrize(
    "dice",
    [
        Dice(Seeded("a word")),
        Dice(SEALED),
        Dice(Typed(), machine=Seeded(3)),
        Dice(Seeded(1), {"A": Typed(), "B": SEALED}),
        Dice(Seeded(1), {"A": Seeded(2)}),
    ],
    ids=["seeded", "sealed", "typed", "mixed", "two seeds"],
)
def test_every_source_of_dice_rolls_on_where_it_stood(dice: Dice):
    game = scene(("reaction", "detection"), {"a1": 1, "b1": {"at": 2, "hidden": True}}, dice, last_turn=3)
    play_on(game, random.Random(1), 3)
    loaded = game_from_text(saved_text(game))
    for seat in ("A", "B", None):
        for to in (None, ()):
            wanted = Wanted(5, "trying", seat=seat, to=to)
            assert loaded.dice.roll(wanted) == game.dice.roll(wanted)


def test_a_source_that_two_share_is_still_shared_after_loading():
    game = ford()
    game.change_dice("A", game.dice.common)
    loaded = game_from_text(saved_text(game))
    assert loaded.dice.of("A") is loaded.dice.common is loaded.dice.machine


def test_scripted_dice_keep_what_is_left():
    game = scene(("reaction",), {"a1": 1}, {"reaction of A": [2], "other": [3]}, seats=("A",))
    loaded = game_from_text(saved_text(game))
    source = loaded.dice.common
    assert isinstance(source, Scripted)
    assert source.unused() == {"other": [3]}


def test_dice_of_unknown_make_are_refused():
    class Odd:
        name = "odd"

        def roll(self, wanted: Wanted) -> Any:
            return Seeded(0).roll(wanted)

    with pytest.raises(Refused, match='Dice from "odd" cannot be saved'):
        saved_text(scene(("reaction",), {"a1": 1}, Odd(), seats=("A",)))


def test_undone_answers_and_notes_are_kept():
    game = ford(master=True)
    play_on(game, random.Random(1), 8)
    game.undo("M", to=3)
    loaded = game_from_text(saved_text(game))
    assert [note.kind for note in loaded.notes] == ["undone"]
    same(game, loaded)
    loaded.undo("M", to=1)
    game.undo("M", to=1)
    same(game, loaded)


def test_a_clone_can_be_saved_though_its_journal_is_short():
    game = ford(3)
    play_on(game, random.Random(1), 15)
    clone = game.clone(seed=9)
    loaded = game_from_text(saved_text(clone))
    same(clone, loaded)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "game.json"
    save_game(ford(1), path)
    before = path.read_text()

    def crash(*_: Any) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr("os.fsync", crash)
    with pytest.raises(Refused, match="it cannot be written \\(the disk is full\\)"):
        save_game(ford(2), path)
    assert path.read_text() == before
    assert [one.name for one in tmp_path.iterdir()] == ["game.json"]


def test_an_old_file_is_replaced(tmp_path: Path):
    path = tmp_path / "game.json"
    write_text(path, "old")
    save_game(ford(1), path)
    same(load_game(path), ford(1))


# ---- files that are wrong ------------------------------------------------------------------------------


def document() -> dict[str, Any]:
    """A game as a document, ready to be spoilt."""
    game = ford(7, master=True)
    play_on(game, random.Random(3), 14)
    read: dict[str, Any] = json.loads(saved_text(game))
    return read


DOCUMENT = document()


def sealed_again(content: Any) -> str:
    """A forger also corrects the seal."""
    return json.dumps({"sandtable": content, "seal": save._seal(content)})


def test_the_document_itself_is_fine():
    assert game_from_text(sealed_again(DOCUMENT["sandtable"])).decision is not None


def test_a_game_whose_state_an_older_version_wrote_goes_on(monkeypatch: pytest.MonkeyPatch):
    game = ford(5)
    play_on(game, random.Random(5), 20)
    content = json.loads(saved_text(game))["sandtable"]
    for one in (content["first"]["state"], content["last"]["state"]):
        one["people"] = one.pop("fighters")
    with pytest.raises(Refused, match="fighters"):
        game_from_text(sealed_again(content))
    monkeypatch.setattr(SK, "version", "2")
    monkeypatch.setattr(
        SK, "renewed", lambda book, state, version: {**state, "fighters": state.pop("people")}
    )
    assert game_from_text(sealed_again(content)).fingerprint() == game.fingerprint()


def test_a_document_that_was_changed_is_refused():
    content = {**DOCUMENT["sandtable"], "program": "another"}
    with pytest.raises(Refused, match="changed since it was written"):
        game_from_text(json.dumps({"sandtable": content, "seal": DOCUMENT["seal"]}))


@given(st.integers(0, len(json.dumps(DOCUMENT)) - 1))
@settings(max_examples=30)
def test_a_document_that_is_cut_off_is_refused(length: int):
    with pytest.raises(Refused):
        game_from_text(json.dumps(DOCUMENT)[:length])


def spoil(path: str, value: Any) -> dict[str, Any]:
    """The document with one place changed."""
    content: Any = json.loads(json.dumps(DOCUMENT["sandtable"]))
    *way, last = path.split("/")
    place = content
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    place[int(last) if isinstance(place, list) else last] = value
    return content  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("format", 2, "format"),
        ("book", "chess", "no book"),
        ("book", 3, "book"),
        ("journal", "no", "journal"),
        ("journal/0/type", "guessed", "journal"),
        ("journal/0/seat", 7, r"journal\[0\].seat"),
        ("last/entries", 10_000, "last.entries"),
        ("last/entries", -1, "last.entries"),
        ("last/events", 10_000, "last.events"),
        ("first/entries", 3, "first"),
        ("last/state/fighters/a1/at", "here", r"last.state, fighters\[...\].at"),
        ("dice/common/drawn", 10**12, "dice.common.drawn"),
        ("dice/common/source", "loaded", "no dice"),
        ("notes", [{"type": "note", "entries": -3, "kind": "x", "seat": "A", "facts": {}}], r"notes\[0\]"),
        ("surplus", 1, "surplus"),
    ],
)
def test_a_place_that_is_wrong_is_named(path: str, value: Any, said: str):
    with pytest.raises(Refused, match=said):
        game_from_text(sealed_again(spoil(path, value)))


def test_a_journal_that_the_rules_do_not_follow_is_refused_with_both_sides():
    game = scene(("reaction", "orders"), {"a1": 1, "b1": 5}, Seeded(1))
    text = saved_text(game)
    answer(game, {"die 1": "a1"})
    content = json.loads(saved_text(game))["sandtable"]
    place = next(n for n, one in enumerate(content["journal"]) if one["type"] == "answered")
    content["journal"][place]["answer"] = {"die 1": "b1"}
    with pytest.raises(
        Refused, match=r"journal: A answers .*; rules ask: Who gets which die\? \(SK-RCT-02\)"
    ):
        game_from_text(sealed_again(content))
    content["journal"][place]["seat"] = "B"
    with pytest.raises(Refused, match=r"journal: B answers"):
        game_from_text(sealed_again(content))
    content = json.loads(text)["sandtable"]
    content["journal"][0]["why"] = "luck"
    with pytest.raises(Refused, match=r'journal: 1D6 for "luck"; rules ask: 1D6 for "reaction of A"'):
        game_from_text(sealed_again(content))
    content["journal"].insert(0, {"type": "answered", "seat": "A", "answer": "x"})
    with pytest.raises(Refused, match=r"journal: A answers 'x'; rules ask: Roll one die"):
        game_from_text(sealed_again(content))


def test_a_journal_that_stops_short_of_a_question_is_refused():
    content = json.loads(saved_text(scene(("reaction",), {"a1": 1, "b1": 5}, Seeded(1))))["sandtable"]
    content["journal"] = []
    with pytest.raises(Refused, match="journal"):
        game_from_text(sealed_again(content))


def test_events_that_the_rules_do_not_tell_are_refused():
    content = json.loads(saved_text(scene(("reaction",), {"a1": 1, "b1": 5}, Seeded(1))))["sandtable"]
    content["events"][-1]["facts"]["faces"] = [6]
    with pytest.raises(
        Refused, match=r"events\[0\]: the file tells: dice rolled .*; rules tell: dice rolled"
    ):
        game_from_text(sealed_again(content))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(data: Any, path: str = "") -> list[str]:
    """Every place of a document."""
    inside: Any = (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    )
    return [path, *(one for name, value in inside for one in places(value, f"{path}/{name}"))]


PLACES = [
    path[1:] for path in places(DOCUMENT["sandtable"]) if path and path.count("/") == path.strip().count("/")
]


@given(st.sampled_from(PLACES), JUNK)
@settings(max_examples=150)
def test_whatever_stands_in_a_document_it_is_played_or_refused(path: str, value: Any):
    try:
        text = sealed_again(spoil(path, value))
    except (ValueError, UnicodeEncodeError):
        return
    try:
        loaded = game_from_text(text)
    except Refused:
        return
    assert loaded.decision is not None or loaded.result is not None


@given(st.text(max_size=200) | JUNK.map(lambda value: json.dumps(value)))
@settings(max_examples=60)
def test_any_text_at_all_is_refused(text: str):
    with pytest.raises(Refused):
        game_from_text(text)


def test_endless_nesting_and_huge_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(Refused, match="inside each other"):
        game_from_text("[" * 100_000)
    monkeypatch.setattr("sandtable.kernel.files.read_text.__kwdefaults__", {"most": 10})
    (tmp_path / "huge.json").write_text("x" * 11)
    with pytest.raises(Refused, match="more than 10 bytes"):
        load_game(tmp_path / "huge.json")
