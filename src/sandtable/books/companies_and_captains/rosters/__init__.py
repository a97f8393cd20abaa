"""Rosters: Companies as people and programs exchange them."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.books.companies_and_captains.chapters.constructing import validate, validate_side
from sandtable.books.companies_and_captains.company import Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.rosters.by_dice import (
    built_company,
    drawn_company,
    random_company,
)
from sandtable.books.companies_and_captains.rosters.json_form import (
    read_data,
    read_json,
    write_data,
    write_json,
)
from sandtable.books.companies_and_captains.rosters.ready import (
    published_companies,
    ready_companies,
    ready_rosters,
    sample_companies,
    without_missiles,
)
from sandtable.books.companies_and_captains.rosters.short_code import PREFIX, read_code, write_code
from sandtable.books.companies_and_captains.rosters.text_form import read_text, write_text
from sandtable.books.companies_and_captains.rosters.words import fully_stated
from sandtable.kernel.refusal import refuse

__all__ = ["Company", "GroupEntry", "built_company", "company_from", "drawn_company", "fully_stated"]
__all__ += ["published_companies", "random_company", "read_code", "read_data", "read_json", "read_roster"]
__all__ += ["read_text", "ready_companies", "ready_rosters", "sample_companies", "validate", "validate_side"]
__all__ += ["with_ids", "without_missiles", "write_code", "write_data", "write_json", "write_text"]


def read_roster(text: str) -> Company:
    """The Company of a roster in any of the three forms."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(PREFIX) and len(start.split()) == 1:
        return read_code(text)
    if start.startswith("{"):
        return read_json(text)
    return read_text(text)


def company_from(given: object) -> Company:
    """A Company however a seat brings it: a roster, its text, its data, or the id of a ready Company."""
    if isinstance(given, Company):
        return with_ids(given)
    if isinstance(given, Mapping):
        return read_data(given)
    if isinstance(given, str):
        ready = ready_rosters()
        return ready[given.strip()] if given.strip() in ready else read_roster(given)
    raise refuse("CC-CON-01", "This is no Company.", "Give a roster, or the id of a ready Company.")
