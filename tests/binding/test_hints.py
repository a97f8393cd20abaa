"""Hints: told at the moment they matter, the more urgent first, and once."""

from __future__ import annotations

import pytest

from sandtable.binding.hints import NOTHING, HintRow, Hints
from sandtable.kernel.decision import YesNo

ROWS = (
    HintRow("rain", ("XX-RAI-01",), "It rains {much}."),
    HintRow("paths", ("XX-PAT-01", "XX-PAT-02"), "Paths are dry.", at=("walk", "run")),
    HintRow("shoes", ("XX-PAT-02",), " Wear shoes.\n"),
)


def hints(most=2):
    """It rains where the state says how much; shoes always matter."""
    made: Hints[str] = Hints(lambda: ROWS, most)

    @made.when("rain")
    def it_rains(state, decision):
        return {"much": state} if state else None

    @made.when("shoes")
    def always(state, decision):
        return NOTHING

    return made


def question(topic):
    """A question of a topic."""
    return YesNo("A", topic, "Do you?", ("XX-PAT-01",))


def test_a_hint_matters_at_the_questions_that_its_row_names():
    for topic, names in (("walk", ("paths", "shoes")), ("run", ("paths", "shoes")), ("rest", ("shoes",))):
        assert hints().due("", question(topic), ())[1] == names


def test_braces_are_filled_with_what_the_moment_says():
    hint, _ = hints(most=1).due("a little", question("rest"), ())
    assert hint.text == "It rains a little."


def test_the_more_urgent_come_first_and_no_more_than_a_few_with_each_rule_once():
    hint, names = hints(most=3).due("a lot", question("walk"), ())
    assert names == ("rain", "paths", "shoes")
    assert hint.text == "It rains a lot. Paths are dry. Wear shoes."
    assert hint.rules == ("XX-RAI-01", "XX-PAT-01", "XX-PAT-02")
    assert hints(most=2).due("a lot", question("walk"), ())[1] == ("rain", "paths")


def test_what_was_told_is_not_told_again():
    assert hints().due("a lot", question("walk"), ("rain", "shoes"))[1] == ("paths",)
    assert hints().due("a lot", question("rest"), ("rain", "shoes")) == (None, ())


def test_a_hint_has_one_moment():
    made = hints()
    with pytest.raises(ValueError, match="rain"):
        made.when("rain")(lambda state, decision: None)
