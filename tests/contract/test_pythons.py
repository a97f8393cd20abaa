"""A game is the same on every Python that the project names, however words are hashed, alone or in threads.

`scripts/pythons.py` finds the Pythons of this machine; what is missing is skipped and says so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandtable.lab.golden import books_with_goldens, folder_of
from scripts import pythons
from tests.contract.elsewhere import GAMES, played

ROOT = Path(__file__).parents[2]
VERSIONS = pythons.supported()


def python(version: str) -> Path:
    """The Python of an environment of this version; the test is skipped where there is none."""
    try:
        return pythons.environment(version)
    except pythons.Missing as why:
        pytest.skip(f"games are NOT tried on Python {version}: {why}")


def elsewhere(version: str, hash_seed: str, *given: Path) -> dict[str, Any]:
    """What comes of records or games on a Python that hashes words in a way of its own."""
    ran = subprocess.run(
        [python(version), ROOT / "tests" / "contract" / "elsewhere.py", *given],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT / "src")},
        cwd=ROOT,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


@cache
def here() -> dict[str, str]:
    """What comes of the games on this Python, one after the other."""
    return {name: played(name) for name in GAMES}


def test_the_python_that_runs_the_tests_is_one_that_the_project_names():
    assert f"{sys.version_info[0]}.{sys.version_info[1]}" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_every_golden_game_is_played_again_to_the_last_hash_on_every_python(version: str):
    folders = [folder_of(book, ROOT) for book in books_with_goldens()]
    told = elsewhere(version, "1", *folders)
    assert set(told) == {path.stem for folder in folders for path in folder.glob("*.sandtable")}
    assert {name: what for name, what in told.items() if what is not None} == {}


@pytest.mark.parametrize("version", VERSIONS)
def test_players_choose_the_same_and_games_go_the_same_way_on_every_python(version: str):
    assert elsewhere(version, "77") == {"alone": here(), "in threads": here()}


def test_a_python_that_the_machine_does_not_have_is_skipped_with_the_reason():
    with pytest.raises(
        pytest.skip.Exception, match=r"NOT tried on Python 3\.99: no Python 3\.99 is on the path"
    ):
        python("3.99")


def test_packages_that_cannot_be_installed_are_told_and_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pythons, "CACHE", tmp_path)
    monkeypatch.setattr(pythons, "_interpreter", lambda version: sys.executable)
    monkeypatch.setattr(pythons, "_call", lambda *command: "no way to the packages")
    with pytest.raises(pythons.Missing, match="could not be installed: no way to the packages"):
        pythons.environment("3.99")
    assert list(tmp_path.iterdir()) == []
