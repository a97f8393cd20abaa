"""How a book advises: by topic, in a style, with advice that all books give alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from sandtable.binding.advising import (
    TopicAdviser,
    all_listed,
    always,
    as_listed,
    best_first,
    by_rank,
    leaning,
    most_promising,
)
from sandtable.kernel.advice import Advice, accepted
from sandtable.kernel.decision import Candidate, ChooseOne, ChooseSeveral, Decision, YesNo


class Weather(msgspec.Struct, frozen=True):
    """What is going on."""

    rain: bool = False
    heights: dict[str, int] = {}


class Style(msgspec.Struct, frozen=True):
    """How a walker walks."""

    haste: float = 1.0
    coat: str = ""


DRY, WET = Weather(), Weather(rain=True)


def one_of(topic: str, *keys: str, **facts: dict[str, Any]) -> ChooseOne:
    return ChooseOne(
        "A",
        topic,
        "Where to?",
        ("XX-1",),
        lambda: [Candidate(one, one, facts=facts.get(one)) for one in keys],
    )


def several(*keys: str, most: int | None) -> ChooseSeveral:
    return ChooseSeveral(
        "A", "pack", "What?", ("XX-1",), lambda: [Candidate(one, one) for one in keys], least=0, most=most
    )


def walk(state: Weather, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    yield Advice(f"{seat} {style.coat or 'plain'}", style.haste)


class Walker(TopicAdviser[Weather, Style]):
    by_topic = {"walk": walk}
    by_kind = {YesNo: always(True, "why not"), ChooseOne: as_listed("any will do")}
    topics_that_matter = ("walk", "rest")
    topics_that_begin_a_plan = ("walk",)
    topics_that_carry_on_a_plan = ("rest",)

    def style_in(self, state: Weather) -> Style:
        return self.style or Style(coat="oilskin" if state.rain else "")

    def seasoned_style(self, state: Weather, seat: str) -> Style:
        return Style(2.0, f"coat of {seat}")

    def other_styles(self) -> Mapping[str, Style]:
        return {"slow": Style(0.5), "slower": Style(0.25)}


def answers(found: Any) -> list[Any]:
    return [one.answer for one in found]


def test_a_topic_is_answered_by_its_function_in_the_style_of_the_moment() -> None:
    question = one_of("walk", "north")
    assert answers(Walker().advise(DRY, "A", question)) == ["A plain"]
    assert answers(Walker().advise(WET, "A", question)) == ["A oilskin"]
    assert answers(Walker(Style(coat="fur")).advise(WET, "B", question)) == ["B fur"]


def test_a_topic_that_nobody_knows_is_answered_by_its_kind_and_the_first_kind_that_fits() -> None:
    assert answers(Walker().advise(DRY, "A", one_of("sit", "stone", "log"))) == ["stone", "log"]
    assert answers(Walker().advise(DRY, "A", YesNo("A", "sing", "Sing?", ("XX-1",)))) == [True]
    assert answers(Walker().advise(DRY, "A", several("rope", most=1))) == []


@pytest.mark.parametrize(
    ("topic", "matters", "begins", "carries_on"),
    [("walk", True, True, False), ("rest", True, False, True), ("sing", False, False, False)],
)
def test_topics_tell_what_matters_and_where_a_plan_begins_and_goes_on(
    topic: str, matters: bool, begins: bool, carries_on: bool
) -> None:
    walker, question = Walker(), one_of(topic, "north")
    assert walker.matters(question) is matters
    assert walker.begins_plan(question) is begins
    assert walker.carries_on_plan(question) is carries_on


def test_the_same_adviser_is_had_in_the_seasoned_style_and_in_each_other_one() -> None:
    assert Walker().seasoned(DRY, "B").style == Style(2.0, "coat of B")
    styles = Walker().styles()
    assert {name: one.style for name, one in styles.items()} == {"slow": Style(0.5), "slower": Style(0.25)}
    assert all(type(one) is Walker for one in styles.values())


def test_what_a_book_does_not_say_is_as_if_nothing_mattered() -> None:
    walker = Walker()
    assert walker.judge(DRY, "A") == 0.0
    assert walker.turns_begun(DRY) == 0
    assert walker.hasty() is walker


def test_a_style_leans_by_factors_and_by_what_takes_the_place_of_something() -> None:
    assert leaning(Style(3.0, "fur"), {"haste": 0.5}, {"coat": ""}) == Style(1.5, "")
    assert leaning(Style(), {}, {}) == Style()
    with pytest.raises(AttributeError, match="hast"):
        leaning(Style(), {"hast": 2.0}, {})
    with pytest.raises(TypeError, match="cloak"):
        leaning(Style(), {}, {"cloak": "red"})


def test_of_equal_advice_the_earlier_goes_first() -> None:
    found = [Advice("a", 1.0), Advice("b", 2.0), Advice("c", 1.0), Advice("d", 2.0)]
    assert answers(best_first(found)) == ["b", "d", "a", "c"]


def test_listed_answers_come_after_those_that_are_tried_first_and_carry_their_reason() -> None:
    found = list(as_listed("any will do", "XX-2", first=("home",))(DRY, "A", one_of("go", "n", "s"), None))
    assert answers(found) == ["home", "n", "s"]
    assert [one.score for one in found] == [0.0, -1.0, -2.0]
    assert {(one.reasons, one.rules) for one in found} == {(("any will do",), ("XX-2",))}


def test_answers_by_rank_are_the_lowest_first_and_equals_as_listed() -> None:
    def height(state: Weather, id: str) -> int:
        return state.heights[id]

    advise = by_rank(height, "the lowest")
    hills = Weather(heights={"a": 3, "b": 1, "c": 3, "d": 2})
    assert answers(advise(hills, "A", one_of("climb", "a", "b", "c", "d"), None)) == ["b", "d", "a", "c"]


def test_all_that_is_listed_is_taken_or_as_many_as_may_if_there_is_a_reason() -> None:
    question = several("rope", "axe", "map", most=2)
    assert answers(all_listed("all")(DRY, "A", question, None)) == [["rope", "axe", "map"]]
    found = list(all_listed("all", fewer="no more fit")(DRY, "A", question, None))
    assert answers(found) == [["rope", "axe", "map"], ["rope", "axe"]]
    assert found[1].reasons == ("no more fit",)
    assert len(list(all_listed("all", fewer="no more fit")(DRY, "A", several("rope", most=None), None))) == 1


def test_an_answer_promises_its_first_known_fact() -> None:
    question = one_of("fish", "brook", "lake", "sea", brook={"weight": 2}, sea={"fish": 5, "weight": 1})
    found = list(most_promising(("fish", "weight"), "the most")(DRY, "A", question, None))
    assert [(one.answer, one.score) for one in found] == [("sea", 5.0), ("brook", 2.0), ("lake", 0.0)]


def test_only_advice_that_the_rules_take_is_accepted_and_each_answer_once() -> None:
    class Stray(Walker):
        by_topic = {"go": as_listed("that way", first=("nowhere", "s"))}

    assert answers(accepted(Stray(), DRY, "A", one_of("go", "n", "s"))) == ["s", "n"]
