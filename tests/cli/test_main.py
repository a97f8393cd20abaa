"""`sandtable` itself: the books, help everywhere, and errors as sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.switches import describe
from tests.cli.conftest import Told

COMMANDS = ("play", "replay", "check", "odds", "match", "verify", "books", "roster", "rules")


def test_the_books_are_listed():
    assert "companies-and-captains  Companies and Captains" in Told("books").out
    (first, *_) = Told("books", "--json").json
    assert {"id", "title", "prefix", "version", "rules"} == set(first)


def test_a_book_tells_its_scenarios_and_switches():
    out = Told("books", "companies-and-captains").out
    told = Told("books", "companies-and-captains", "--json").json
    assert [one["id"] for one in told["scenarios"]] == list(SCENARIOS)
    assert [one["name"] for one in told["switches"]] == [one.name for one in describe()]
    for name in ("pitched-battle", "terrain_mode"):
        assert name in out


def test_an_unknown_book_is_refused():
    told = Told("books", "nothing")
    assert told.code == 2
    assert told.err.startswith('There is no book "nothing".')


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str):
    told = Told(command, "--help")
    assert told.code == 0
    assert "Usage" in told.out


def test_no_command_at_all_shows_the_commands():
    told = Told()
    for command in COMMANDS:
        assert command in told.out + told.err


def test_a_folder_or_a_picture_where_a_text_is_wanted_is_refused_in_a_sentence(tmp_path: Path):
    told = Told("roster", "check", str(tmp_path))
    assert told.code == 2
    assert told.err.startswith(f"{tmp_path} is a folder.")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    told = Told("roster", "check", str(picture))
    assert told.code == 2
    assert "is not a text in UTF-8." in told.err
