"""Games on which the laws are checked: for each book a few ways to begin."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.book import find_book
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game, new_game


def companies_and_captains(dice: Dice) -> Game[Any]:
    """Two published Companies on the usual table, from the first step of setup."""
    from sandtable.books.companies_and_captains.rosters.ready import published_companies

    first, second, *_ = published_companies().values()
    book = find_book("companies-and-captains")
    return new_game(book, book.set_up(None, {"A": first, "B": second}, {}), dice)


def companies_and_captains_in_the_middle(dice: Dice) -> Game[Any]:
    """The same Companies in the thick of a fight."""
    book = find_book("companies-and-captains")
    groups: dict[str, Any] = {}
    for seat, y in (("A", 12.0), ("B", 21.0)):
        for number, profile in enumerate(("Heavy Foot", "Heavy Missile", "Heavy Cavalry"), 1):
            groups[f"{seat}{number}"] = {
                "profile": profile,
                "at": [10.0 + 9 * number, y],
                "captain": number == 1,
            }
    return new_game(book, book.read_position(msgspec.to_builtins({"groups": groups})), dice)


GAMES = {
    "companies-and-captains": companies_and_captains,
    "companies-and-captains in the middle": companies_and_captains_in_the_middle,
}
