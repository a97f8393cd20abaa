"""What a record was made with: digests of data and code that are the same on every machine."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.kernel.book import find_book
from sandtable.kernel.records import made_with as module
from sandtable.kernel.records.made_with import digest_of, made_with
from sandtable.kernel.records.record import Record, record_for, record_from_text, record_of, record_text
from sandtable.kernel.records.replay import first_difference, made_with_others, why_not_told_by_rules
from scripts.house import LEVELS
from tests.kernel.sk.scenes import ford
from tests.playing import play_on

BOOKS = Path(sandtable.__file__).parent / "books"


def copied(book: str, folder: Path) -> Path:
    """The files of a book, somewhere else."""
    return Path(shutil.copytree(BOOKS / book, folder / book, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.mark.parametrize("book", ["companies_and_captains", "forgotten_ruin"])
def test_a_digest_knows_neither_the_place_nor_the_ends_of_lines_nor_what_python_left_behind(
    book: str, tmp_path: Path
):
    folder = copied(book, tmp_path)
    for one in [*folder.rglob("*.yaml"), *folder.rglob("*.py")]:
        one.write_bytes(one.read_bytes().replace(b"\n", b"\r\n"))
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "book.cpython-313.pyc").write_bytes(b"x")
    for ending in (".yaml", ".py"):
        assert digest_of([folder], ending) == digest_of([BOOKS / book], ending)


def test_another_number_in_the_data_is_another_digest_and_a_puzzle_is_none(tmp_path: Path):
    folder = copied("companies_and_captains", tmp_path)
    before = digest_of([folder], ".yaml")
    (folder / "puzzles" / "new.case.yaml").write_text("case: new\n")
    assert digest_of([folder], ".yaml") == before
    data = next(iter(sorted((folder / "data").glob("*.yaml"))))
    data.write_text(data.read_text().replace("1", "2", 1))
    assert digest_of([folder], ".yaml") != before


def test_the_code_that_plays_a_book_is_all_that_lies_below_the_books():
    below = {name for name, level in LEVELS.items() if level < LEVELS["books"]}
    assert set(module.BESIDE) == below


def test_the_same_files_under_other_names_are_another_digest(tmp_path: Path):
    for name, first, second in (("one", "ab", "c"), ("two", "a", "bc")):
        (tmp_path / name / "data").mkdir(parents=True)
        (tmp_path / name / "data" / "a.yaml").write_text(first)
        (tmp_path / name / "data" / "b.yaml").write_text(second)
    digests = {digest_of([tmp_path / name / "data"], ".yaml") for name in ("one", "two")}
    assert len(digests) == 2


def test_records_say_with_what_they_were_made_and_each_book_has_its_own():
    game = ford(1)
    play_on(game, random.Random(1))
    assert record_of(game).header.made_with == made_with(game.book)
    assert record_for(game, "A").header.made_with == made_with(game.book)
    assert set(made_with(game.book)) == {"data", "code"}
    digests = [made_with(find_book(one)) for one in sandtable.known_books()]
    assert len({one["code"] for one in digests}) == len(digests)


def test_nobody_reads_the_files_to_begin_and_play(monkeypatch: pytest.MonkeyPatch):
    def read(package: str) -> dict[str, str]:
        raise AssertionError(f"{package} was read")

    monkeypatch.setattr(module, "_digests_of", read)
    game = ford(1)
    play_on(game, random.Random(1))
    assert game.result is not None
    assert "sandtable" in sys.modules


def test_a_record_of_before_is_read_as_ever():
    game = ford(1)
    play_on(game, random.Random(1))
    text = record_text(record_of(game))
    header = msgspec.json.decode(text.splitlines()[0])
    del header["made_with"]
    old = record_from_text("\n".join([msgspec.json.encode(header).decode(), *text.splitlines()[1:]]))
    assert old.header.made_with == {}
    assert made_with_others(old) == ""
    assert first_difference(old) is None


def test_other_rules_tell_a_record_as_long_as_they_lead_to_the_same():
    game = ford(1)
    play_on(game, random.Random(1))
    record = record_of(game)
    header = msgspec.structs.replace(record.header, made_with={"data": "0", "code": "1"})
    assert made_with_others(Record(header, record.lines)) == (
        "It was made with other rules than these: other data and other code."
    )
    assert why_not_told_by_rules(Record(header, record.lines)) == ""
    shorter = Record(header, record.lines[:-1])
    assert why_not_told_by_rules(shorter).startswith(
        "It was made with other rules than these: other data and other code."
    )
