"""What an adventure may say for itself: when it is over, and what the party has to do next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from sandtable.binding.registry import Registry
from sandtable.books.heroic_endeavors.state import Adventure, Model, Outcome
from sandtable.books.heroic_endeavors.tables.maps import AdventureRow, adventure
from sandtable.table.squares.spaces import Space

Ended = tuple[Outcome, str]
"""How well, and why."""


class Kind(ABC):
    """One adventure."""

    id: ClassVar[str]
    ends_by: ClassVar[str]
    """The rule of victory and defeat."""

    @property
    def row(self) -> AdventureRow:
        """Its map, party and opponents."""
        return adventure(self.id)

    @abstractmethod
    def outcome(self, state: Adventure, *, time_is_up: bool) -> Ended | None:
        """How the adventure has ended; None while it goes on."""

    @abstractmethod
    def goal(self, state: Adventure, model: Model) -> Space | None:
        """Where a model of the party should go next if nobody is in its way; for automatic players."""


KINDS: Registry[Kind] = Registry(
    "an adventure", ("ember-hall", "ember-crypt", "marrow-deck", "lantern-wharf")
)


def adventure_kind(kind: type[Kind]) -> type[Kind]:
    """Make an adventure known."""
    KINDS[kind.id] = kind()
    return kind


def adventure_of(state: Adventure) -> Kind:
    """The adventure that is played."""
    return KINDS[state.id]


def conscious_heroes(state: Adventure) -> list[Model]:
    """The heroes who still stand on the map."""
    return [one for one in state.conscious() if one.role == "hero"]


def standing(state: Adventure, group: str) -> list[Model]:
    """Who of a group still stands."""
    return [one for one in state.conscious() if one.group == group]
