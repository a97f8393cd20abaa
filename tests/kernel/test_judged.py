"""An answer that was just found legal is not judged again when it is given."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.decision import Answer, Candidate, ChooseSeveral, Measuring, Option, Place
from sandtable.kernel.refusal import Refused, refuse


class Counting:
    """A planner that counts how often it reads and takes places of whole inches only."""

    def __init__(self) -> None:
        self.reads = 0

    def proposals(self) -> list[Option]:
        return []

    def sample(self, chance: Any) -> Answer:
        return [1, 2]

    def read(self, answer: Answer) -> tuple[int, ...]:
        self.reads += 1
        if not all(type(one) is int for one in answer):
            raise refuse("T-1", "No whole inches.", "Give whole inches.")
        return tuple(answer)


def question() -> tuple[Place, Counting]:
    planner = Counting()
    return Place("A", "a choice", "Where?", ("T-1",), planner, Measuring()), planner


def test_what_was_judged_is_given_without_reading_it_again() -> None:
    place, planner = question()
    assert place.legal([1, 2]) is None
    assert place.meaning([1, 2]) == (1, 2)
    assert planner.reads == 1
    assert place.meaning([1, 2]) == (1, 2)
    assert planner.reads == 2


@pytest.mark.parametrize("other", [[1.0, 2], [True, 2], ["1", 2]])
def test_what_only_looks_alike_is_judged_for_itself(other: list[Any]) -> None:
    place, planner = question()
    assert place.legal([1, 2]) is None
    with pytest.raises(Refused):
        place.meaning(other)
    assert planner.reads == 2


def test_nothing_that_was_judged_counts_when_the_state_has_changed() -> None:
    place, planner = question()
    assert place.legal([1, 2]) is None
    place.look_again()
    place.meaning([1, 2])
    assert planner.reads == 2


def test_a_refused_answer_is_refused_again() -> None:
    place, _ = question()
    assert place.legal([1.5]) is not None
    with pytest.raises(Refused):
        place.meaning([1.5])


def test_a_selection_that_was_drawn_is_checked_once() -> None:
    checked: list[list[str]] = []

    def check(chosen: list[str]) -> None:
        checked.append(chosen)

    several = ChooseSeveral(
        "A",
        "a choice",
        "Which?",
        ("T-1",),
        lambda: [Candidate(one, one) for one in "abc"],
        least=3,
        check=check,
    )

    class Chance:
        def random(self) -> float:
            return 0.0

    assert several.meaning(several.sample(Chance())) == ["a", "b", "c"]
    assert len(checked) == 1
