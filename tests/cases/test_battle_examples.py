"""Examples of Forgotten Ruin: those of the battle are played or tried, the others are covered or left."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sandtable.kernel.cases.case import ENDING
from sandtable.kernel.safe_yaml import load
from sandtable.kernel.testing import covered_under
from sandtable.lab.ledger import written_rules

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "src" / "sandtable" / "books" / "forgotten_ruin"
RULE = re.compile(r"FR-[A-Z]+-\d+")
ROW = re.compile(r"^\| (FR-[A-Z]+-\d+) \|.*\| `([^`]+)` \|$", re.M)


@cache
def examples(catalogue: str) -> frozenset[str]:
    """The rules of a catalogue that have an example."""
    text = (BOOK / f"catalogue-{catalogue}.yaml").read_text(encoding="utf-8")
    whole = load(text, catalogue)
    assert isinstance(whole, dict)
    rules = [one for chapter in whole["chapters"] for one in chapter["rules"]]
    return frozenset(one["id"] for one in rules if one.get("example"))


def played() -> set[str]:
    """The rules after which a case is named."""
    names = (path.name for path in (Path(__file__).parent / "forgotten_ruin").rglob(f"*{ENDING}"))
    return {found[0] for name in names if (found := RULE.match(name))}


def listed() -> dict[str, str]:
    """The rules of the reference, with the test of each."""
    page = ROOT / "docs" / "reference" / "examples-forgotten-ruin.md"
    return dict(ROW.findall(page.read_text(encoding="utf-8")))


def test_every_example_of_the_battle_is_a_case_or_is_tried_where_the_reference_says():
    assert examples("battle")
    assert examples("battle") <= played() | set(listed())


def test_every_example_of_a_written_rule_of_the_campaign_is_a_case_or_is_tried_where_the_reference_says():
    written = set(written_rules("sandtable.books.forgotten_ruin", "FR", ROOT))
    of_missions = examples("campaign") & written
    assert of_missions
    assert of_missions <= played() | set(listed())


def test_the_reference_lists_examples_that_are_no_cases():
    assert set(listed()) <= examples("battle") | examples("campaign")
    assert not set(listed()) & played()


def test_each_test_of_the_reference_covers_its_rule():
    covered = {(one.rule, one.place) for one in covered_under(ROOT / "tests", ROOT)}
    for rule_id, test in listed().items():
        assert (rule_id, test) in covered, f"{test} does not cover {rule_id}"
