"""`sandtable` itself: the books, help everywhere, and errors as sentences."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import sandtable
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.switches import describe
from sandtable.cli import main
from sandtable.cli.play.commands import COMMANDS as COMMANDS_IN_A_GAME
from tests.cli.conftest import Told

COMMANDS = ("play", "replay", "check", "odds", "match", "verify", "books", "roster", "rules")


def test_the_books_are_listed():
    assert "companies-and-captains  Companies and Captains" in Told("books").out
    (first, *_) = Told("books", "--json").json
    assert {"id", "title", "prefix", "version", "rules"} == set(first)


def test_a_book_tells_its_scenarios_and_switches():
    out = Told("books", "companies-and-captains").out
    told = Told("books", "companies-and-captains", "--json").json
    assert {one["id"] for one in told["scenarios"]} == set(SCENARIOS)
    assert {one["name"] for one in told["switches"]} == {one.name for one in describe()} - {"scenario_draw"}
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


def test_the_version_is_told_by_the_command_by_the_package_and_by_the_module():
    told = Told("--version")
    assert told.code == 0
    assert told.out == f"sandtable {sandtable.__version__}\n"
    assert sandtable.__version__ == metadata.version("sandtable")
    ran = subprocess.run(
        [sys.executable, "-m", "sandtable", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout == told.out


def test_a_folder_or_a_picture_where_a_text_is_wanted_is_refused_in_a_sentence(tmp_path: Path):
    told = Told("roster", "check", str(tmp_path))
    assert told.code == 2
    assert told.err.startswith(f"{tmp_path} is a folder.")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    told = Told("roster", "check", str(picture))
    assert told.code == 2
    assert "is not a text in UTF-8." in told.err


PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"


def options_of(command: str) -> set[str]:
    """The long options that the help of a command names, without those that every command has."""
    return set(re.findall(r"--[a-z][a-z-]+", Told(command, "--help").out)) - {"--help"}


def test_the_page_about_the_command_line_names_every_command_and_every_way_to_type():
    page = PAGE.read_text(encoding="utf-8")
    assert [command for command in COMMANDS if f"`{command}`" not in page] == []
    assert [one.form for one in COMMANDS_IN_A_GAME if f"`{one.words[0]}" not in page] == []


def test_the_page_names_every_option_of_play_and_no_other():
    page = PAGE.read_text(encoding="utf-8").split("## play")[1].split("## replay")[0]
    assert options_of("play") - {"--book"} <= set(re.findall(r"--[a-z][a-z-]+", page))
    assert set(re.findall(r"--[a-z][a-z-]+", page)) <= options_of("play")


def test_the_list_of_commands_says_of_each_what_it_says_of_itself():
    for name, command in main.COMMANDS.items():
        said = " ".join(Told(name, "--help").out.replace("│", " ").split())
        assert command.does in said, name


def test_the_list_of_commands_reads_no_book_and_no_code_of_a_command():
    heavy = subprocess.run(
        [sys.executable, "-c", LISTING], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    assert heavy == []


LISTING = """
import contextlib, io, sys
from typer.main import get_command
from sandtable.cli.main import app
with contextlib.redirect_stdout(io.StringIO()) as told:
    get_command(app)(["--help"], standalone_mode=False)
assert "replay" in told.getvalue()
heavy = ("numpy", "shapely", "litestar", "sandtable.books.", "sandtable.cli.play", "sandtable.lab")
print(*[name for name in sys.modules if name.startswith(heavy)])
"""
