"""The corpus of Heroic Endeavors: every adventure, alone and together, by players of both kinds."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.heroic_endeavors.offers import offers
from sandtable.lab.corpus import Opening

PLAYERS = ("greedy", "uniform")
SEEDS = 6


def openings() -> list[Opening]:
    """Every game of the corpus, always the same."""
    return [*_alone(), *_together()]


def _alone() -> Iterator[Opening]:
    for adventure in (one.id for one in offers().scenarios):
        for kind in PLAYERS:
            for seed in range(SEEDS):
                yield Opening(f"alone-{adventure}-{kind}-{seed}", {"scenario": adventure}, (kind,), seed)


def _together() -> Iterator[Opening]:
    for number, seats in enumerate(("AB", "ABCD")):
        begin = {"scenario": "ember-hall", "seats": dict.fromkeys(seats, "")}
        yield Opening(f"together-{len(seats)}", begin, PLAYERS, number)
