"""A book that only describes itself is played, matched and reported in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.offers import ForceVerdict
from tests.cli.conftest import Told
from tests.last_stand import LastStand, last_stand

__all__ = ["last_stand"]

pytestmark = pytest.mark.usefixtures("last_stand")

SOLO = ("play", "--plain", "--book", LastStand.id)


def test_the_first_battle_of_a_book_welcomes_and_asks_its_only_seat():
    out = Told(*SOLO, "--seed", "1").out
    assert "Hold the hill. Yours are marked o." in out
    assert "squad: What does Ann do?" in out


def test_the_units_that_a_question_names_are_shown_with_their_cards():
    out = Told(*SOLO, "--seed", "1").out
    assert "S1 Ann  Rifleman, 2 of 2" in out
    assert "O1 Orcs  Mob, 2 of 2" in out


def test_a_book_without_a_catalogue_says_so_when_somebody_asks_for_a_rule():
    told = Told(*SOLO, "--seed", "1", typed="why\nrules cover\n")
    assert told.code == 0
    assert told.out.count("Last Stand has no catalogue of its rules. Look into the rulebook.") == 2


@pytest.mark.parametrize(("seed", "ended"), [(1, "the squad won"), (3, "the orcs won")])
def test_whoever_plays_against_the_book_wins_or_the_book_does(seed: int, ended: str):
    assert f"\n{ended}\n" in Told(*SOLO, "--seed", str(seed), typed="shoot\n" * 4).out


def test_a_recorded_game_is_replayed_and_reported(tmp_path: Path):
    file = tmp_path / "hill.sandtable"
    Told(*SOLO, "--seed", "3", "--record", str(file), typed="shoot\n" * 4)
    assert "S1 Ann" in Told("replay", str(file)).out
    report = Told("report", str(file)).out
    assert report.splitlines()[1].startswith("the orcs won")


def test_two_players_are_compared_by_playing_the_same_games_alone():
    told = Told("match", "--book", LastStand.id, "--games", "8", "--players", "greedy,uniform", "--json").json
    alone = told["against the book"]
    assert [alone[one]["games"] for one in ("greedy", "uniform")] == [4, 4]
    assert alone["greedy"]["draws"] == 0
    assert told["scenarios"]["hill"]["games"] == 4
    assert "each against the book itself" in Told("match", "--book", LastStand.id, "--games", "2").out


def test_a_book_without_rosters_says_so():
    assert Told("roster", "list", "--book", LastStand.id).code == 0
    told = Told("roster", "random", "--book", LastStand.id)
    assert (told.code, told.err.split(".")[0]) == (2, "Last Stand rolls no forces up")


def test_a_book_that_shows_no_table_is_not_played_in_the_terminal(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(LastStand, "showing", lambda self, state, seat: {})
    told = Told(*SOLO)
    assert told.code == 2
    assert told.err.startswith("Last Stand shows no table yet.")


def test_a_book_without_short_codes_says_so(monkeypatch: pytest.MonkeyPatch):
    verdict = ForceVerdict(True, "Ann", text="Ann\n", data={"name": "Ann"})
    monkeypatch.setattr(LastStand, "check_force", lambda self, force, options, against=(): verdict)
    told = Told("roster", "convert", "-", "--book", LastStand.id, "--to", "code", typed="Ann\n")
    assert (told.code, told.out) == (2, "")
    assert told.err == "Of Ann there is no short code. Write it as text or json.\n"
