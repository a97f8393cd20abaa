"""Words of a roster, read the same way in every form; what the book does not have is refused by its place."""

from __future__ import annotations

import msgspec

from sandtable.binding.refusing import known_word
from sandtable.books.companies_and_captains.chapters.constructing import captain_trait_named, cost, total_cost
from sandtable.books.companies_and_captains.company import FORMAT_VERSION, Company, GroupEntry, clean_name
from sandtable.books.companies_and_captains.profiles import parse_kind, parse_trait, profile_named
from sandtable.kernel import refuse
from sandtable.kernel.safe_yaml import quoted

MOST_GROUPS_READ = 64
"""More than any Company has, so that a list of nine Groups is refused by the book's rule."""
LARGEST_NUMBER = 9999
"""The largest points or models that are read."""
LARGEST_VALUE = 999
"""The largest profile value that is read."""


def read_name(text: str, place: str) -> str:
    """A name that every form can carry."""
    name = clean_name(text)
    if name is None:
        advice = "Use a plain name of up to 60 signs without : ; [ or ]."
        raise refuse("", f"{place}: {quoted(text)} cannot be a name.", advice)
    return name


read_profile = known_word(
    profile_named, "profile", "CC-PRO-07", "Take one of the profiles of the book, such as Heavy Foot."
)
read_trait = known_word(parse_trait, "optional trait", "CC-OTR-01", "Take one of the 21 traits of the table.")
read_captain_trait = known_word(captain_trait_named, "Captain trait", "CC-CAP-08", "Take one of the table.")


def read_keyword(text: str, place: str) -> str:
    """A plain word such as Undead."""
    keyword = parse_kind(text)
    if keyword is None:
        raise refuse("CC-PRO-12", f"{place}: {quoted(text)} cannot be a keyword.", "Write a plain word.")
    return keyword


def read_version(text: str, place: str) -> str:
    """The version of the roster forms."""
    if text != FORMAT_VERSION:
        reason = f"{place}: version {quoted(text)} of the roster forms is not known."
        raise refuse("", reason, f"Write version {FORMAT_VERSION}.")
    return text


def fully_stated(company: Company) -> Company:
    """The Company with every cost and the total stated, as text and JSON show them."""
    groups = tuple(
        msgspec.structs.replace(one, stated_cost=stated_or_worked_out(one)) for one in company.groups
    )
    total = total_cost(company) if company.stated_total is None else company.stated_total
    return msgspec.structs.replace(company, groups=groups, stated_total=total)


def stated_or_worked_out(group: GroupEntry) -> int:
    """The points written beside a Group: those its roster states, else those of the tables."""
    return cost(group) if group.stated_cost is None else group.stated_cost
