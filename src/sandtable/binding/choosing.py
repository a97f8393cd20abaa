"""Which of several things: the question that chapters ask most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypedDict, TypeVar, Unpack

from sandtable.kernel import Candidate, ChooseOne, ChooseSeveral, Play, Refusal


class Identified(Protocol):
    """A figure, a mob, an Objective: whatever has an id."""

    @property
    def id(self) -> str:
        """What it is called in answers."""
        ...


T = TypeVar("T", bound=Identified)
Known = Callable[[T], dict[str, Any] | None]
"""What may be told of a thing."""


class Told(TypedDict, total=False):
    """What is told with a choice besides."""

    about: tuple[str, ...]
    facts: dict[str, Any] | None
    cites: tuple[str, ...]


def named(thing: Any) -> str:
    """A thing by its name."""
    return str(thing.name)


def _nothing(thing: Any) -> None:
    """Nothing further is known of a thing."""


def each_of(
    things: Iterable[T], label: Callable[[T], str], *rules: str, known_of: Known[T] = _nothing
) -> Callable[[], list[Candidate]]:
    """A candidate for each thing, about that thing; listed when somebody looks."""
    return lambda: [
        Candidate(one.id, label(one), one, rules=rules, facts=known_of(one), about=(one.id,))
        for one in things
    ]


async def choose(
    play: Play[Any],
    seat: str,
    topic: str,
    prompt: str,
    rules: tuple[str, ...],
    things: Iterable[T],
    label: Callable[[T], str],
    *,
    about: tuple[str, ...] = (),
    facts: dict[str, Any] | None = None,
    cites: tuple[str, ...] = (),
    known_of: Known[T] = _nothing,
) -> T:
    """The thing that a seat chooses; each answer cites what is said, else the first rule of the question.

    The seat may be told what is known of each thing, such as odds.
    """
    candidates = each_of(things, label, *(cites or rules[:1]), known_of=known_of)
    chosen: T = await play.ask(ChooseOne(seat, topic, prompt, rules, candidates, facts, about=about))
    return chosen


async def choose_if_several(
    play: Play[Any],
    seat: str,
    topic: str,
    prompt: str,
    rules: tuple[str, ...],
    things: Sequence[T],
    label: Callable[[T], str],
    **told: Unpack[Told],
) -> T:
    """The only thing there is; where there are several, the one that a seat chooses."""
    if len(things) == 1:
        return things[0]
    return await choose(play, seat, topic, prompt, rules, things, label, **told)


async def choose_several(
    play: Play[Any],
    seat: str,
    topic: str,
    prompt: str,
    rules: tuple[str, ...],
    things: Iterable[T],
    label: Callable[[T], str],
    *,
    least: int = 0,
    most: int | None = None,
    check: Callable[[list[T]], Refusal | None] | None = None,
    about: tuple[str, ...] = (),
    cites: tuple[str, ...] = (),
) -> list[T]:
    """The things that a seat chooses, at least and at most so many; some may not be chosen together."""
    candidates = each_of(things, label, *(cites or rules[:1]))
    limits: dict[str, Any] = {"least": least, "most": most, "check": check}
    question = ChooseSeveral(seat, topic, prompt, rules, candidates, **limits, about=about)
    chosen: list[T] = await play.ask(question)
    return chosen


Word = TypeVar("Word", bound=str)


async def choose_word(
    play: Play[Any],
    seat: str,
    topic: str,
    prompt: str,
    rules: tuple[str, ...],
    words: Mapping[Word, str],
    *,
    about: tuple[str, ...] = (),
    facts: dict[str, Any] | None = None,
    cites: tuple[str, ...] = (),
) -> Word:
    """The word that a seat chooses of several that stand for themselves, each with how it is told."""

    def candidates() -> list[Candidate]:
        return [Candidate(one, told, rules=cites or rules[:1]) for one, told in words.items()]

    chosen: Word = await play.ask(ChooseOne(seat, topic, prompt, rules, candidates, facts, about=about))
    return chosen
