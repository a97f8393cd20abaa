"""How a book advises: a function for each topic, a style of playing, and advice that all books give alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

import msgspec

from sandtable.kernel.advice import Advice, Adviser
from sandtable.kernel.decision import Answer, ChooseSeveral, Decision, Option

S = TypeVar("S")
Style = TypeVar("Style")

Advise = Callable[[S, str, Decision, Style], Iterable[Advice]]
"""From the state, the seat, its question and the style: answers worth considering, best first."""


class TopicAdviser(Adviser, Generic[S, Style]):
    """An adviser who asks one function of its book about each topic, and plays in a style."""

    by_topic: Mapping[str, Advise[S, Style]]
    """Who advises on which topic."""
    by_kind: Mapping[type[Decision], Advise[S, Style]] = {}
    """Who advises on questions of a kind whose topic nobody knows; the first kind that fits."""
    topics_that_matter: Collection[str] = ()
    topics_that_begin_a_plan: Collection[str] = ()
    topics_that_carry_on_a_plan: Collection[str] = ()

    def __init__(self, style: Style | None = None) -> None:
        self.style = style
        """How it plays; None for the style that is usual in the game at hand."""

    @abstractmethod
    def style_in(self, state: S) -> Style:
        """How it plays as things stand."""

    def seasoned_style(self, state: S, seat: str) -> Style | None:
        """The style that many games have taught for the part that the seat plays."""
        return self.style

    def other_styles(self) -> Mapping[str, Style]:
        """Styles that are worth a look besides this one, by name."""
        return {}

    def advise(self, state: S, seat: str, decision: Decision) -> Iterable[Advice]:
        """What the function for this topic says, or the one for this kind of question."""
        found = self.by_topic.get(decision.topic) or self._of_kind(decision)
        return () if found is None else found(state, seat, decision, self.style_in(state))

    def _of_kind(self, decision: Decision) -> Advise[S, Style] | None:
        return next((one for kind, one in self.by_kind.items() if isinstance(decision, kind)), None)

    def matters(self, decision: Decision) -> bool:
        """Whether the topic deserves looking ahead."""
        return decision.topic in self.topics_that_matter

    def begins_plan(self, decision: Decision) -> bool:
        """Whether the topic begins something new."""
        return decision.topic in self.topics_that_begin_a_plan

    def carries_on_plan(self, decision: Decision) -> bool:
        """Whether the topic spells out what was begun."""
        return decision.topic in self.topics_that_carry_on_a_plan

    def seasoned(self, state: S, seat: str) -> Self:
        """The same adviser in the style that many games have taught."""
        return type(self)(self.seasoned_style(state, seat))

    def styles(self) -> dict[str, Self]:
        """The same adviser in other styles, by name."""
        return {name: type(self)(style) for name, style in self.other_styles().items()}


def leaning(style: Style, times: Mapping[str, float], instead: Mapping[str, Any]) -> Style:
    """A style with some of its numbers multiplied and others replaced; a name that it lacks is an error."""
    changed = {name: getattr(style, name) * factor for name, factor in times.items()}
    return msgspec.structs.replace(style, **changed, **instead)  # type: ignore[type-var]


# ---- advice that every book gives alike --------------------------------------------------------------------


def best_first(found: Iterable[Advice]) -> list[Advice]:
    """Pieces of advice by their score; of equals the earlier goes first."""
    return sorted(found, key=lambda one: -one.score)


def in_this_order(answers: Iterable[Answer], why: str, *rules: str) -> Iterator[Advice]:
    """Answers of which an earlier one is better than any later one."""
    return (Advice(answer, -float(place), (why,), rules) for place, answer in enumerate(answers))


def always(answer: Answer, why: str, *rules: str) -> Advise[Any, Any]:
    """The same answer for every asker."""
    return lambda state, seat, decision, style: in_this_order([answer], why, *rules)


def as_listed(why: str, *rules: str, first: Sequence[Answer] = ()) -> Advise[Any, Any]:
    """The answers in the order in which they are listed, after those that are to be tried first."""

    def advise(state: Any, seat: str, decision: Decision, style: Any) -> Iterator[Advice]:
        return in_this_order([*first, *(one.answer for one in decision.options())], why, *rules)

    return advise


def by_rank(rank: Callable[[S, Any], Any], why: str, *rules: str) -> Advise[S, Any]:
    """The answers by their rank, the lowest first; of equals the one that is listed first."""

    def advise(state: S, seat: str, decision: Decision, style: Any) -> Iterator[Advice]:
        answers = sorted((one.answer for one in decision.options()), key=lambda one: rank(state, one))
        return in_this_order(answers, why, *rules)

    return advise


def all_listed(why: str, *rules: str, fewer: str = "") -> Advise[Any, Any]:
    """Everything that is listed, or else, if there is a reason for fewer, as many as may be taken."""

    def advise(state: Any, seat: str, decision: Decision, style: Any) -> Iterator[Advice]:
        answers = [one.answer for one in decision.options()]
        yield Advice(answers, 0.0, (why,), rules)
        if fewer and isinstance(decision, ChooseSeveral) and decision.most is not None:
            yield Advice(answers[: decision.most], -1.0, (fewer,), rules)

    return advise


def most_promising(facts: Sequence[str], why: str, *rules: str) -> Advise[Any, Any]:
    """The answers by what they promise: the first of these facts that an option has, else its chance."""

    def promise(option: Option) -> float:
        for name in facts:
            if isinstance(option.facts.get(name), int | float):
                return float(option.facts[name])
        return option.chance or 0.0

    def advise(state: Any, seat: str, decision: Decision, style: Any) -> list[Advice]:
        return best_first(Advice(one.answer, promise(one), (why,), rules) for one in decision.options())

    return advise
