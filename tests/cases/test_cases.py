"""Cases: every example of a catalogue is played, or is tried where the reference says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.kernel.cases.case import ENDING, run_cases
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covered_under

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent
FILES = sorted(CASES.rglob(f"*{ENDING}"))
PUZZLES = sorted((ROOT / "src" / "sandtable" / "books").glob(f"*/puzzles/*{ENDING}"))
BOOKS = {"companies_and_captains": "sandtable.books.companies_and_captains"}
"""The folder of each book's cases, with its package."""


@pytest.mark.parametrize("path", [*FILES, *PUZZLES], ids=lambda path: path.name.removesuffix(ENDING))
def test_the_case_plays_as_it_says(path: Path):
    for outcome in run_cases(path):
        assert outcome.failures == (), outcome.title


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(ENDING))
def test_a_case_is_named_after_a_rule_that_it_lists(path: Path):
    named = re.match(r"[A-Z]+-[A-Z]+-\d+", path.name)
    assert named is not None
    assert any(named[0] in outcome.rules for outcome in run_cases(path))


def elsewhere(folder: str) -> dict[str, str]:
    """The examples that the reference says are tried elsewhere: rule and test."""
    page = ROOT / "docs" / "reference" / f"examples-{folder.replace('_', '-')}.md"
    rows = re.findall(r"^\| ([A-Z]+-[A-Z]+-\d+) \|.*\| `([^`]+)` \|$", page.read_text(encoding="utf-8"), re.M)
    return dict(rows)


@pytest.mark.parametrize("folder", BOOKS)
def test_every_example_of_the_catalogue_is_a_case_or_is_tried_where_the_reference_says(folder: str):
    catalogue = Catalogue.load(BOOKS[folder])
    examples = {one.id for one in catalogue if one.example}
    played = {
        re.match(r"[A-Z]+-[A-Z]+-\d+", path.name)[0]  # type: ignore[index]
        for path in (CASES / folder).glob(f"*{ENDING}")
    }
    others = elsewhere(folder)
    assert played | set(others) == examples
    assert not played & set(others)
    covered = {(one.rule, one.place) for one in covered_under(ROOT / "tests", ROOT)}
    for rule_id, test in others.items():
        assert (rule_id, test) in covered, f"{test} does not cover {rule_id}"


NAMED_FREELY = {"lands_of_ruin": ("sandtable.books.lands_of_ruin", {"LR-APP-09"})}
"""Books whose case files may be named after rules without an example, with the rules that are not written."""


@pytest.mark.parametrize("folder", NAMED_FREELY)
def test_every_example_of_a_written_rule_is_a_case_or_is_tried_where_the_reference_says(folder: str):
    package, unwritten = NAMED_FREELY[folder]
    examples = {one.id for one in Catalogue.load(package) if one.example}
    named = (re.match(r"[A-Z]+-[A-Z]+-\d+", path.name) for path in (CASES / folder).glob(f"*{ENDING}"))
    played, others = {one[0] for one in named if one is not None}, elsewhere(folder)
    assert examples - unwritten == (played & examples) | set(others)
    assert not played & set(others)
    covered = {(one.rule, one.place) for one in covered_under(ROOT / "tests", ROOT)}
    for rule_id, test in others.items():
        assert (rule_id, test) in covered, f"{test} does not cover {rule_id}"
