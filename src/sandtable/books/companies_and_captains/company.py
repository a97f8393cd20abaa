"""A Company on paper: its Groups as their owner lists them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sandtable.kernel.citation import rule

LONGEST_NAME = 60
"""How long the name of a Company or a Group may be."""
FORMAT_VERSION = "1"
"""The version of the roster forms that this program writes."""

_SIGNS_OF_THE_TEXT_FORM = frozenset(":;[]")
_OTHER_FORMS = ("#", "{")
"""How remarks and JSON begin."""


class GroupEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One Group of a Company: its profile, the traits bought for it and its models."""

    id: str = ""
    """The Group's name within its Company, made by `with_ids`."""
    name: str = ""
    profile: str
    traits: tuple[str, ...] = ()
    """Bought traits in the book's words, such as Well-Armed, Undead-Foe or Beastbane."""
    models: int
    captain: bool = False
    keywords: tuple[str, ...] = ()
    base: float | None = None
    """The diameter of its bases in inches, or None for the usual one of its type."""
    held_back: bool = False
    """Whether the owner means to leave it undeployed where a rule allows that."""
    stated_cost: int | None = None
    stated_values: dict[str, int | None] = {}
    """Profile values that the roster states, by column; checked, never trusted."""

    @property
    def title(self) -> str:
        """What people call the Group."""
        return self.name or self.profile


@rule("CC-CON-01")
class Company(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Company is a list of Groups."""

    name: str
    groups: tuple[GroupEntry, ...]
    captain_trait: str | None = None
    """The trait of an established Captain; others roll or pick at setup."""
    stated_total: int | None = None
    vendor: str = ""
    """The program that wrote the roster."""
    version: str = FORMAT_VERSION

    def label(self, place: int) -> str:
        """What to call the Group at this place so that nobody mistakes it for another."""
        title = self.groups[place].title
        if sum(one.title == title for one in self.groups) > 1:
            return f"{title} (Group {place + 1})"
        return title


def with_ids(company: Company) -> Company:
    """The Company with an id for each Group, made from its name and fixed by the order of the roster."""
    wanted = [_dashed(one.name) or _dashed(one.profile) or "group" for one in company.groups]
    taken: list[str] = []
    for place, one in enumerate(wanted):
        number = wanted[:place].count(one) + 1
        made = f"{one}-{number}" if wanted.count(one) > 1 else one
        while made in taken:
            number += 1
            made = f"{one}-{number}"
        taken.append(made)
    groups = tuple(
        msgspec.structs.replace(one, id=made) for one, made in zip(company.groups, taken, strict=True)
    )
    return msgspec.structs.replace(company, groups=groups)


def clean_name(text: str) -> str | None:
    """A name that every roster form can carry, or None where it cannot be one."""
    if not text.isprintable():
        return None
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or name.startswith(_OTHER_FORMS):
        return None
    return None if any(sign in _SIGNS_OF_THE_TEXT_FORM for sign in name) else name


def _dashed(name: str) -> str:
    return "-".join(_words(name.casefold().replace("'", "")))


def _words(name: str) -> Iterable[str]:
    return "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in name).split()
