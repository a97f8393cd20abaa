"""A book may live in a package of its own; one that cannot be read is named and left out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.installed import CATALOGUE, LONG_LANE, Installed, served

BROKEN = {
    "a-missing-module": ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
    "a-slip-of-the-pen": ("def step(:", "book.py, line 1: invalid syntax"),
    "an-end": ("raise SystemExit(3)", "it ends the program while it is read"),
    "no-book": ("", "has no attribute 'BOOK'"),
    "only-words": ("BOOK = 'a book'", "only_words.book:BOOK is no book but a str"),
    "only-a-class": (
        LONG_LANE.replace("BOOK = LongLane()", "BOOK = LongLane"),
        "only_a_class.book:BOOK is a class",
    ),
    "another-name": (LONG_LANE, 'another_name.book:BOOK has the id "long-lane"'),
    "half-written": (
        LONG_LANE.replace("def result(", "def results("),
        "TypeError: Can't instantiate abstract class LongLane",
    ),
    "no-title": (
        LONG_LANE.replace('id, title, prefix = "long-lane", "The Long Lane", "LL"', 'id = "no-title"'),
        "no_title.book:BOOK has no title",
    ),
    "no-offers": (
        LONG_LANE.replace('"long-lane"', '"no-offers"').replace("return Offers(", "return ("),
        "no_offers.book:BOOK offers no Offers",
    ),
}
"""Packages, what is written in their `book.py`, and why they are left out."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A good book, one whose catalogue is torn, many that cannot be read, and two that take another's id."""
    made = Installed(tmp_path_factory.mktemp("installed"))
    made.package("long-lane", "long-lane", LONG_LANE, catalogue__yaml=CATALOGUE)
    for name, (code, _) in BROKEN.items():
        made.package(name, name, code)
    torn = LONG_LANE.replace('"long-lane"', '"torn"')
    made.package("torn", "torn", torn, catalogue__yaml=CATALOGUE.replace("kind: procedure", "kind: tale"))
    made.package("usurper", "forgotten-ruin", LONG_LANE)
    made.package("zealot", "long-lane", LONG_LANE)
    return made


def test_an_installed_book_stands_among_ours_and_the_broken_ones_are_named(installed: Installed):
    ran = installed.command("books")
    assert ran.returncode == 0
    assert "long-lane  The Long Lane, 1 rules" in ran.stdout
    assert "forgotten-ruin  Forgotten Ruin, " in ran.stdout
    assert len(ran.stdout.splitlines()) == 6, "five books and a sentence"
    for name, (_, why) in BROKEN.items():
        (told,) = [
            one for one in ran.stderr.splitlines() if one.startswith(f"{name} of the package {name} 1.2")
        ]
        assert "is left out: " in told
        assert why in told
    assert 'torn, catalogue.yaml, chapter "Lots", LL-LOT-01: the kind "tale" is not known' in ran.stderr
    assert "forgotten-ruin of the package usurper 1.2 is left out: this program has a book" in ran.stderr
    assert (
        "long-lane of the package zealot 1.2 is left out: long-lane 1.2 has a book of this id" in ran.stderr
    )
    assert "Traceback" not in ran.stderr


def test_a_package_whose_own_description_is_torn_is_named_and_the_others_are_played(tmp_path: Path):
    made = Installed(tmp_path)
    made.package("long-lane", "long-lane", LONG_LANE)
    made.describe("scrawl", "[sandtable.books]\nthis is no line of an entry point\n")
    ran = made.command("books")
    assert "long-lane  The Long Lane, 0 rules" in ran.stdout
    assert re.search(r"^a book of the package .*scrawl-1.2.dist-info is left out: ", ran.stderr)


def test_books_for_programs_are_those_that_can_be_played(installed: Installed):
    ran = installed.command("books", "--json")
    assert [one["id"] for one in json.loads(ran.stdout)] == [
        "companies-and-captains", "forgotten-ruin", "heroic-endeavors", "lands-of-ruin", "long-lane",
    ]  # fmt: skip


def test_help_reads_no_package(installed: Installed):
    ran = installed.command("--help")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_book_that_is_left_out_says_why_when_somebody_wants_to_play_it(installed: Installed):
    ran = installed.command("books", "an-end")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "an-end of the package an-end 1.2 is left out: it ends the program while it is read." in ran.stderr


def test_the_rules_of_an_installed_book_are_read_and_found(installed: Installed):
    shown = installed.command("rules", "show", "LL-LOT-01")
    assert "The Long Lane, Lots" in shown.stdout
    found = installed.command("rules", "search", "first", "seat", "wins")
    assert "LL-LOT-01" in found.stdout


def test_an_installed_book_is_matched_in_several_processes(installed: Installed):
    ran = installed.command("match", "--book", "long-lane", "--games", "4", "--workers", "2", "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["all"]["games"] == 4


def test_the_ledger_of_an_installed_book_is_counted_in_its_own_checkout(tmp_path: Path):
    made = Installed(tmp_path / "lane" / "src")
    made.package("long-lane", "long-lane", LONG_LANE, catalogue__yaml=CATALOGUE)
    (tmp_path / "lane" / "pyproject.toml").write_text("", encoding="utf-8")
    test = 'from sandtable.kernel.testing import covers\n\n@covers("LL-LOT-01")\ndef test_lots(): ...\n'
    made.write("../tests/test_lots.py", test)
    ran = made.command("rules", "ledger", "--json", folder=tmp_path / "lane")
    (counted,) = json.loads(ran.stdout)
    assert counted["book"] == "long-lane"
    assert counted["rules"]["LL-LOT-01"] == {"written": ["long_lane.book:LongLane.step"], "tested": 1}
    elsewhere = made.command("rules", "ledger", folder=tmp_path)
    assert elsewhere.returncode == 2
    assert "not inside a checkout" in elsewhere.stderr


def test_the_lobby_shows_an_installed_book_and_its_log_names_the_broken_ones(installed: Installed):
    with served(folder=installed.folder, environment=installed.environment) as serving:
        books = {one["id"]: one for one in serving.client.get("/api/books").json()}
        rule = serving.client.get("/api/books/long-lane/rules/LL-LOT-01").json()
    lane = books["long-lane"]
    assert (lane["title"], lane["rules"], lane["ready"]) == ("The Long Lane", 1, True)
    assert lane["cover"] == {"colour": "#123456", "glyph": "compass", "line": "Who comes first"}
    assert rule["title"] == "The lot"
    assert not books.keys() & BROKEN.keys()
    for name in BROKEN:
        assert f"{name} of the package {name} 1.2 is left out: " in serving.log
