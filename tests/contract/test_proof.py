"""The proof of a record holds for every book: whatever is altered in one, it is not called proven."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from sandtable.kernel.dice import Sealed, commitment_to
from sandtable.kernel.records.record import record_of, record_text
from sandtable.kernel.records.sealed import salt_naming, verify
from sandtable.players import make_player, play_out
from tests.kernel.mutations import Altered, altered, wrongly_proven

SECRET = "a secret that nobody can guess, please"
SALTS = {seat: salt_naming(commitment_to(SECRET), words) for seat, words in (("A", "rain"), ("B", "iron"))}

COMPANIES = {
    "A": "River Watch\nShields: Heavy Foot; 12 models; Captain\nBows: Light Missile; 12 models\n",
    "B": "Hill Raiders\nAxes: Elite Foot; 12 models; Captain\nHounds: Light Beast; 6 models\n",
}
BOOKS: dict[str, dict[str, Any]] = {
    "companies-and-captains": {
        "scenario": "pitched-battle",
        "seats": COMPANIES,
        "options": {"points_limit": 12},
    },
    "forgotten-ruin": {"scenario": "exercise-1", "seats": {"A": "red-squad"}},
}
LONG = {"header: first.": 6, "event": 4}
"""Parts of a record with very many places, and how few of them are tried: each costs playing it again."""


def one_for_each_place(text: str) -> Iterator[Altered]:
    """For each place of the structure one alteration, each time of another kind; of long parts only some."""
    places: dict[str, list[Altered]] = {}
    for one in altered(text):
        places.setdefault(one.where, []).append(one)
    for number, (where, ways) in enumerate(places.items()):
        if number % next((some for part, some in LONG.items() if where.startswith(part)), 1) == 0:
            yield ways[number % len(ways)]


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_altered_in_a_record_it_is_not_proven_or_said_to_be_unprovable(book: str):
    game = sandtable.new(book, dice=Sealed(SECRET, SALTS), **BOOKS[book])
    play_out(game, {seat: make_player("uniform", seat) for seat in game.seats})
    record = record_of(game)
    verdict = verify(record)
    assert (verdict.proven, verdict.faults, verdict.unchecked) == (True, (), ())
    wrong, tried = wrongly_proven(record, one_for_each_place(record_text(record)))
    assert wrong == []
    assert tried > 150
