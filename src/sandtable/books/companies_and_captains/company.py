"""A Company on paper: its Groups as their owner lists them."""

from __future__ import annotations

import msgspec

from sandtable.binding.names import name_without, unique_ids
from sandtable.kernel import rule

FORMAT_VERSION = "1"
"""The version of the roster forms that this program writes."""

_SIGNS_OF_THE_TEXT_FORM = ":;[]"


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
    made = unique_ids([(one.name, one.profile) for one in company.groups], "group")
    groups = tuple(msgspec.structs.replace(one, id=id) for one, id in zip(company.groups, made, strict=True))
    return msgspec.structs.replace(company, groups=groups)


def clean_name(text: str) -> str | None:
    """A name that every roster form can carry, or None where it cannot be one."""
    return name_without(_SIGNS_OF_THE_TEXT_FORM, text)
