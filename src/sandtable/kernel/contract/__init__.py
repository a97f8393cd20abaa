"""The laws that every book keeps, as checks that anybody can run over random games.

    make = lambda dice: new_game(BOOK, BOOK.set_up(...), dice)
    check_book(make, seed=1)

A check raises `Broken`, which names the law and the place.
"""

from __future__ import annotations

from collections.abc import Collection

from sandtable.kernel.contract.answers import Answers
from sandtable.kernel.contract.meaning import Meaning
from sandtable.kernel.contract.places import Places
from sandtable.kernel.contract.running import Checkpoints, Copies, Determinism, PlainState, check_hash_seeds
from sandtable.kernel.contract.secrecy import Secrecy
from sandtable.kernel.contract.telling import Events, Undo
from sandtable.kernel.contract.tools import MOST_ANSWERS, Broken, Draw, Make
from sandtable.kernel.contract.watching import Law, watch

__all__ = [
    "MOST_ANSWERS",
    "Answers",
    "Broken",
    "Checkpoints",
    "Copies",
    "Determinism",
    "Draw",
    "Events",
    "Law",
    "Make",
    "Meaning",
    "Places",
    "PlainState",
    "Secrecy",
    "Undo",
    "check_book",
    "check_hash_seeds",
    "watch",
]


def check_book(
    make: Make, seed: int | str, *, most: int = MOST_ANSWERS, known: Collection[str] | None = None
) -> None:
    """Every law that one process can check, on one random game."""
    watch(make, seed, most, *every_law(known))


def every_law(known: Collection[str] | None = None) -> tuple[Law, ...]:
    """The laws in their order; given the ids of a book's rules, events may cite no others."""
    return (
        Checkpoints(),  # law 1
        Determinism(),  # law 2, with no_clock_and_no_chance and check_hash_seeds
        PlainState(),  # law 3
        Copies(),  # law 4
        Answers(),  # law 5
        Events(known),  # law 7
        Places(),  # law 7
        Secrecy(),  # law 8
        Undo(),  # law 9
        Meaning(),  # law 10
    )
