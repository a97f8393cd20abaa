"""The laws that every book keeps, each as a check that anybody can run over random games.

    make = lambda dice: new_game(BOOK, BOOK.set_up(...), dice)
    check_book(make, seed=1)

A check raises `Broken`, which names the law and the place.
"""

from __future__ import annotations

from collections.abc import Collection

from sandtable.kernel.contract.answers import check_answers
from sandtable.kernel.contract.meaning import check_meaning
from sandtable.kernel.contract.places import check_places
from sandtable.kernel.contract.running import (
    check_checkpoints,
    check_copies,
    check_determinism,
    check_hash_seeds,
    check_plain_state,
)
from sandtable.kernel.contract.secrecy import check_secrecy
from sandtable.kernel.contract.telling import check_events, check_undo
from sandtable.kernel.contract.tools import MOST_ANSWERS, Broken, Draw, Make

__all__ = [
    "Broken",
    "Draw",
    "Make",
    "check_answers",
    "check_book",
    "check_checkpoints",
    "check_copies",
    "check_determinism",
    "check_events",
    "check_hash_seeds",
    "check_meaning",
    "check_places",
    "check_plain_state",
    "check_secrecy",
    "check_undo",
]


def check_book(
    make: Make, seed: int | str, *, most: int = MOST_ANSWERS, known: Collection[str] | None = None
) -> None:
    """Every law that one process can check, on one random game."""
    check_checkpoints(make, seed, most)  # law 1
    check_determinism(make, seed, most)  # law 2
    check_plain_state(make, seed, most)  # law 3
    check_copies(make, seed, most)  # law 4
    check_answers(make, seed, most)  # law 5
    check_events(make, seed, most, known)  # law 7
    check_places(make, seed, most)  # law 7
    check_secrecy(make, seed, most)  # law 8
    check_undo(make, seed, most)  # law 9
    check_meaning(make, seed, most)  # law 10
