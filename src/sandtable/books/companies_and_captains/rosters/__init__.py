"""Rosters: Companies as people and programs exchange them."""

from __future__ import annotations

from sandtable.binding.forces.rosters import Rosters
from sandtable.books.companies_and_captains.chapters.constructing import validate, validate_side
from sandtable.books.companies_and_captains.company import Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.rosters.by_dice import (
    built_company,
    drawn_company,
    random_company,
)
from sandtable.books.companies_and_captains.rosters.json_form import read_data, write_data
from sandtable.books.companies_and_captains.rosters.ready import (
    published_companies,
    ready_companies,
    ready_rosters,
    sample_companies,
    without_missiles,
)
from sandtable.books.companies_and_captains.rosters.short_code import CODE, code_data, company_of_code
from sandtable.books.companies_and_captains.rosters.text_form import read_text, write_text
from sandtable.books.companies_and_captains.rosters.words import fully_stated

__all__ = [
    "ROSTERS",
    "Company",
    "GroupEntry",
    "built_company",
    "company_from",
    "drawn_company",
    "fully_stated",
]
__all__ += ["published_companies", "random_company", "read_code", "read_data", "read_json", "read_roster"]
__all__ += ["read_text", "ready_companies", "ready_rosters", "sample_companies", "validate", "validate_side"]
__all__ += ["with_ids", "without_missiles", "write_code", "write_data", "write_json", "write_text"]


ROSTERS = Rosters(
    Company,
    "Company",
    "CC-CON-01",
    ready=ready_rosters,
    read_text=read_text,
    write_text=write_text,
    read_data=read_data,
    write_data=write_data,
    code=CODE,
    read_code_data=company_of_code,
    write_code_data=code_data,
)
"""Companies in every form."""
read_roster, read_json, write_json = ROSTERS.read_roster, ROSTERS.read_json, ROSTERS.write_json
read_code, write_code = ROSTERS.read_code, ROSTERS.write_code


def company_from(given: object) -> Company:
    """A Company however a seat brings it: a roster, its text, its data, or the id of a ready Company."""
    return with_ids(ROSTERS.read(given))
