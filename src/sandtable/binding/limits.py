"""What can be used once in a span of the game, and is used up until the span ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Limited(Protocol):
    """A figure, a group or a whole force that keeps what it has used."""

    used: tuple[str, ...]


def once(span: str, name: str) -> str:
    """The limit of something that may be used once in every span: a round, a phase."""
    return f"{span}:{name}"


def use(holder: Limited, limit: str) -> None:
    """Use something up; a limit without a span stays used."""
    holder.used = (*holder.used, limit)


def give_back(holder: Limited, *limits: str) -> None:
    """What was used may be used again."""
    holder.used = tuple(one for one in holder.used if one not in limits)


def end(span: str, holders: Iterable[Limited]) -> None:
    """A span is over: whatever was used once in it may be used again."""
    mark = once(span, "")
    for holder in holders:
        if holder.used:
            holder.used = tuple(one for one in holder.used if not one.startswith(mark))
