"""What the automatic opponent has learnt from playing itself."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.companies_and_captains.tables import read_data


class Fulfilled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often each ambition was fulfilled in a scenario by the side with this role."""

    scenario: str
    role: str
    fulfilled: tuple[float, ...]


class Suited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Company that suits an ambition makes of its chance."""

    ambition: str
    by: float


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much each number that a judge looks at counts in a scenario."""

    scenario: str
    weights: tuple[float, ...]


class Experience(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the automatic opponent has learnt from playing itself."""

    ambitions: tuple[Fulfilled, ...]
    suits: tuple[Suited, ...]
    takes_from: float
    reveals_from: float
    judge: tuple[Judged, ...]


@cache
def experience() -> Experience:
    """The figures of the data file."""
    return read_data("automatic_opponent.yaml", Experience)
