"""The words that cases may use are listed out of the code, and the lists are up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.kernel.book import find_book
from sandtable.kernel.cases.case import ENDING, written_in
from sandtable.lab.case_words import FOLDER, page, page_name
from sandtable.lab.code_words import ANY, code_words_of

ROOT = Path(__file__).parents[2]
BOOKS = ("companies-and-captains", "forgotten-ruin")


@pytest.mark.parametrize("book", BOOKS)
def test_the_reference_lists_the_words_as_the_code_has_them(book: str):
    written = (ROOT / FOLDER / page_name(book)).read_text(encoding="utf-8")
    assert written == page(find_book(book)), "run make words"


def said(word: str, forms: tuple[str, ...]) -> bool:
    """Whether a word is one of the forms, with anything in place of what only play knows."""
    return any(re.fullmatch(".+".join(map(re.escape, one.split(ANY))), word) for one in forms)


@pytest.mark.parametrize("book", BOOKS)
def test_every_word_of_our_own_cases_is_listed(book: str):
    words = code_words_of(f"sandtable.books.{book.replace('-', '_')}")
    dice, events = set[str](), set[str]()
    for path in sorted((ROOT / "tests" / "cases" / book.replace("-", "_")).rglob(f"*{ENDING}")):
        for written in written_in(path):
            for step in written.read().all_steps():
                dice |= step.dice.keys()
                wanted = [*step.expect.get("events", ()), *step.expect.get("no events", ())]
                events |= {one if isinstance(one, str) else one["kind"] for one in wanted}
    assert {one for one in dice if not said(one, words.dice)} == set()
    assert {one for one in events if not said(one, (*words.events, "dice rolled"))} == set()


def test_words_are_found_wherever_code_says_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "small_book"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        """
END = "end turn"


async def go(play, group, won):
    await play.roll(1, f"morale {group.id}", "X-1")
    await _help(play, "luck")
    kind = "won" if won else "lost"
    play.tell(kind, "X-1")
    play.tell("moved" + " away", "X-1")
    return [Candidate(END, "End"), Candidate(key=f"shoot {group.id}", label="Shoot")]


async def _help(play, why):
    await play.roll(2, f"{why} of the draw", "X-2")
"""
    )
    monkeypatch.syspath_prepend(tmp_path)
    words = code_words_of("small_book")
    assert words.dice == ("luck of the draw", "morale ...")
    assert words.events == ("lost", "moved away", "won")
    assert words.answers == ("end turn", "shoot ...")
