"""Outfits: skills along a tree, and things that ask for skills, have a sort, or are some people's alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from sandtable.kernel.refusal import Refusal
from sandtable.kernel.safe_yaml import quoted

_COUNTED = re.compile(r"(.*\S)\s+x(\d{1,2})")


def counted(word: str) -> tuple[str, int]:
    """A word that may end with a number: "clip x2"."""
    found = _COUNTED.fullmatch(word.strip())
    return (found[1], int(found[2])) if found else (word.strip(), 1)


class Step(Protocol):
    """A skill of a tree."""

    @property
    def most(self) -> int:
        """How often it may be had."""
        ...

    @property
    def after(self) -> str:
        """The skill that must be had before."""
        ...


class Thing(Protocol):
    """Something that can be had."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def needs(self) -> str:
        """The skill that it asks for, if any."""
        ...

    @property
    def tribe(self) -> str:
        """Whose alone it is; empty where it is for all."""
        ...


def why_unknown(
    who: str, field: str, words: Iterable[str], known: Container[str], some: Sequence[str], rule: str
) -> Iterator[Refusal]:
    """Words that name nothing."""
    for name in (counted(word)[0] for word in words):
        if name not in known:
            reason = f"{who} cannot have {quoted(name)} among its {field}."
            yield Refusal(rule, reason, f"Name one of {', '.join(some[:12])}.")


def why_off_the_tree(
    who: str, had: Mapping[str, int], tree: Mapping[str, Step], often: str, after: str
) -> Iterator[Refusal]:
    """Skills that are had too often, by the rule `often`, or without the one before them, by `after`."""
    for name, count in had.items():
        row = tree[name]
        if not 1 <= count <= row.most:
            yield Refusal(
                often, f"{who} has {name} {count} times.", f"It may be had {row.most} times at most."
            )
        if row.after and row.after not in had:
            yield Refusal(after, f"{who} cannot learn {name} without {row.after}.", f"Take {row.after} too.")


def why_two_of_a_sort(who: str, sorts: Sequence[str], rule: str) -> Iterator[Refusal]:
    """Things of which one of a sort is worn."""
    for sort in sorted({one for one in sorts if sorts.count(one) > 1}):
        yield Refusal(rule, f"{who} wears two of {sort}.", "Wear one of a sort.")


def why_of_no_use(
    who: str, things: Iterable[Thing], has: Callable[[str], bool], tribe: str, skill: str, whose: str
) -> Iterator[Refusal]:
    """Things that ask for a skill, by the rule `skill`, or are another people's alone, by `whose`."""
    for row in things:
        if not has(row.needs):
            reason = f"{who} cannot use {row.name} without {row.needs}."
            yield Refusal(skill, reason, "Leave it, or learn that.")
        if row.tribe not in ("", tribe):
            yield Refusal(whose, f"{who} cannot have {row.name}, which only {row.tribe} have.", "Leave it.")
