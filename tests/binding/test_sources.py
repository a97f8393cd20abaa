"""Questions on which many rules bear."""

from __future__ import annotations

from itertools import permutations

import pytest

from sandtable.binding.sources import Sources
from sandtable.kernel.citation import WRITTEN


def first_rule(number: int) -> str | None:
    return "one" if number > 0 else None


def second_rule(number: int) -> str | None:
    return "two" if number > 1 else None


def third_rule(number: int) -> str | None:
    return "three" if number > 2 else None


CONTRIBUTIONS = (("XX-AAA-02", 0, first_rule), ("XX-AAA-01", 0, second_rule), ("XX-BBB-01", -1, third_rule))


@pytest.fixture(autouse=True)
def cited():
    """What these sources cite is forgotten again."""
    before = {rule: list(places) for rule, places in WRITTEN.items()}
    yield WRITTEN
    WRITTEN.clear()
    WRITTEN.update(before)


@pytest.mark.parametrize("contributions", list(permutations(CONTRIBUTIONS)))
def test_sources_speak_by_rank_and_then_by_rule_however_they_were_registered(contributions):
    question: Sources[int, str] = Sources("how many")
    for rule, rank, answer in contributions:
        question.source(rule, rank=rank)(answer)
    assert question.all(3) == ["three", "two", "one"]
    assert question.first(3) == "three"
    assert question.first(2) == "two"


def test_a_source_without_a_part_in_it_is_passed_over():
    question: Sources[int, str] = Sources("how many")
    question.source("XX-AAA-01")(second_rule)
    assert question.all(1) == []
    assert question.first(1) is None


def test_a_source_is_the_place_where_its_rules_are_carried_out(cited):
    question: Sources[int, str] = Sources("how many")
    question.source("XX-AAA-01", "XX-AAA-07")(first_rule)
    place = f"{__name__}:first_rule"
    assert cited["XX-AAA-01"] == cited["XX-AAA-07"] == [place]


def test_the_same_source_cannot_be_registered_twice():
    question: Sources[int, str] = Sources("how many")
    question.source("XX-AAA-01")(first_rule)
    with pytest.raises(ValueError, match=r'"how many" has heard .*first_rule already'):
        question.source("XX-AAA-01")(first_rule)


def test_a_question_bears_only_on_those_whom_a_source_is_about():
    question: Sources[int, str] = Sources("how many")
    assert not question.may_bear_on(4)
    question.source("XX-AAA-01", about=lambda number: number > 5)(first_rule)
    assert not question.may_bear_on(4)
    assert question.may_bear_on(6)
