"""What can be used once in a span of the game, and is used up until the span ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

import msgspec

Used = TypeVar("Used")


class Limit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that may be used once, such as an ability: in a whole battle, or in every span of it."""

    name: str
    span: str = ""
    """A round, a phase; empty for the whole battle."""
    of: str = ""
    """Whom it concerns, where it may be used once for each: the id of a figure, a mob, a seat."""


class Limited(Protocol[Used]):
    """A figure, a group or a whole force that keeps what it has used."""

    used: tuple[Used, ...]


def once(span: str, name: str, of: str = "") -> Limit:
    """The limit of something that may be used once in every span: a round, a phase."""
    return Limit(name, span, of)


def use(holder: Limited[Used], limit: Used) -> None:
    """Use something up."""
    holder.used = (*holder.used, limit)


def give_back(holder: Limited[Used], *limits: Used) -> None:
    """What was used may be used again."""
    holder.used = tuple(one for one in holder.used if one not in limits)


def end(span: str, holders: Iterable[Limited[Limit]]) -> None:
    """A span is over: whatever was used once in it may be used again."""
    for holder in holders:
        if holder.used:
            holder.used = tuple(one for one in holder.used if one.span != span)
