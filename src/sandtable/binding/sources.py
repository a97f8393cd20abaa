"""Questions on which many rules bear: each of them answers for itself and names its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, TypeVarTuple

from sandtable.kernel.citation import rule as cite

About = TypeVarTuple("About")
Found = TypeVar("Found")
Place = tuple[int, str, str]
"""Rank, first rule, and where a source stands, so that no two are level."""


class Sources(Generic[*About, Found]):
    """Everything in a book that bears on one question; a source without a part in it answers None.

    Sources speak by rank, and in one rank by the id of their first rule; the order of imports never shows.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._known: dict[Place, Callable[[*About], Found | None]] = {}
        self._about: list[Callable[[Any], bool]] = []
        self.answers: tuple[Callable[[*About], Found | None], ...] = ()
        """The sources in the order in which they speak."""

    def source(
        self, *rules: str, rank: int = 0, about: Callable[[Any], bool] = bool
    ) -> Callable[[Callable[[*About], Found | None]], Callable[[*About], Found | None]]:
        """Register a function that may contribute, its rules, and figures of what kind it is about."""

        def register(code: Callable[[*About], Found | None]) -> Callable[[*About], Found | None]:
            self.add((rank, rules[0], f"{code.__module__}:{code.__qualname__}"), code, about)
            return cite(*rules)(code)

        return register

    def add(
        self, place: Place, answer: Callable[[*About], Found | None], about: Callable[[Any], bool] = bool
    ) -> None:
        """Take in a source at its place in the order; a second one at the same place is refused."""
        if place in self._known:
            raise ValueError(f'The question "{self.name}" has heard {place[2]} already.')
        self._known[place] = answer
        self._about.append(about)
        self.answers = tuple(self._known[one] for one in sorted(self._known))

    def may_bear_on(self, figure: Any) -> bool:
        """Whether any source is about figures of this kind, so that it has to be asked."""
        return any(about(figure) for about in self._about)

    def all(self, *about: *About) -> list[Found]:
        """What every source with a part in it says, in their order."""
        return [found for one in self.answers if (found := one(*about)) is not None]

    def first(self, *about: *About) -> Found | None:
        """What the first source with a part in it says."""
        for one in self.answers:
            found = one(*about)
            if found is not None:
                return found
        return None
