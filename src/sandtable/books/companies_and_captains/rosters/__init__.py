"""Rosters: Companies as people and programs exchange them."""

from __future__ import annotations

from sandtable.binding.forces.rosters import Rosters
from sandtable.books.companies_and_captains.company import Company, with_ids
from sandtable.books.companies_and_captains.rosters import json_form, text_form
from sandtable.books.companies_and_captains.rosters.ready import ready_rosters

ROSTERS = Rosters(
    Company,
    "Company",
    "CC-CON-01",
    ready=ready_rosters,
    read_text=text_form.read_text,
    write_text=text_form.write_text,
    read_data=json_form.read_data,
    write_data=json_form.write_data,
    code=json_form.CODE,
    read_code_data=json_form.company_of_code,
    write_code_data=json_form.code_data,
)
"""Companies in every form."""


def company_from(given: object) -> Company:
    """A Company however a seat brings it: a roster, its text, its data, or the id of a ready Company."""
    return with_ids(ROSTERS.read(given))
