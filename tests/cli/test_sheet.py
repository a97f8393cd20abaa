"""`sandtable sheet`: from a saved game as it stands, from a record as the battle began."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.kernel.game import Game
from sandtable.kernel.records.record import record_of, record_text
from tests.cli.conftest import Told


@pytest.fixture
def game() -> Game[Any]:
    """An exercise at the end of its set-up, and a few answers further."""
    game = sandtable.new("forgotten-ruin", scenario="exercise-1", seats={"A": "red-squad"}, seed=1)
    for answer in ("team 1", "proposed"):
        game.answer(answer)
    return game


def test_a_saved_game_becomes_a_sheet(game: Game[Any], tmp_path: Path):
    game.save(tmp_path / "mine.save")
    told = Told("sheet", str(tmp_path / "mine.save"), "-o", str(tmp_path / "mine.html"))
    assert told.out == f"Written to {tmp_path / 'mine.html'}.\n"
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert "Field exercise 1: Basic Combat" in page
    assert "7.5 in from the west, 1.5 in from the south" in page


def test_a_record_becomes_the_sheet_of_its_beginning(game: Game[Any], tmp_path: Path):
    while game.decision is not None:
        game.answer(game.decision.options()[0].answer)
    record = tmp_path / "mine.sandtable"
    record.write_text(record_text(record_of(game)), encoding="utf-8")
    assert Told("sheet", str(record), "-o", str(tmp_path / "begun.html")).code == 0
    page = (tmp_path / "begun.html").read_text(encoding="utf-8")
    assert page.count(" in from the south") >= 12
    assert "10.5 in from the west, 1.5 in from the south" in page


def test_what_is_neither_is_refused(tmp_path: Path):
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("nothing", encoding="utf-8")
    told = Told("sheet", str(nothing), "-o", str(tmp_path / "out.html"))
    assert told.code == 2
    assert told.err
    assert not (tmp_path / "out.html").exists()


def test_a_sheet_is_written_while_playing(tmp_path: Path):
    path = tmp_path / "now.html"
    book = ("--book", "forgotten-ruin", "--scenario", "exercise-1", "--quick")
    told = Told("play", "--plain", "--seed", "1", *book, typed=f"sheet {path}\n")
    assert f"The sheet is in {path}." in told.out
    assert "Set-up sheet" in path.read_text(encoding="utf-8")
