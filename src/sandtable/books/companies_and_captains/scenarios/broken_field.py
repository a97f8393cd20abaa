"""Broken Field: an even fight for the middle of the table."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios.ours import Ours
from sandtable.books.companies_and_captains.scenarios.scenario import scenario
from sandtable.kernel.citation import written_here

written_here(__name__, "CC-FLD-01", "CC-FLD-02", "CC-FLD-03", "CC-FLD-04", "CC-FLD-05")


@scenario
class BrokenField(Ours):
    """Enemy losses, the enemy Captain and the centre score."""

    id = "broken-field"
