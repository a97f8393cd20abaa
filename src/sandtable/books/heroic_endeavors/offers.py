"""What the book offers to players who begin an adventure."""

from __future__ import annotations

from functools import cache

from sandtable.binding.offers import OffersFile
from sandtable.books.heroic_endeavors.adventures.preparing import SEATS
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.books.heroic_endeavors.switches import describe
from sandtable.books.heroic_endeavors.tables.maps import adventure
from sandtable.kernel.offers import Offers


@cache
def offers() -> Offers:
    """Everything that a lobby shows."""
    file = read_data("offers.yaml", OffersFile)
    titles = {one.scenario: adventure(one.scenario).title for one in file.scenarios}
    return Offers(
        seats=SEATS[:1],
        scenarios=file.scenario_offers(("the party",), titles),
        switches=tuple(one.offer() for one in describe()),
        most_seats=len(SEATS),
        **file.shared,
    )
