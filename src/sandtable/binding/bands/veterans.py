"""Bands from battle to battle: the roster as it goes on, with what was learned, lost and found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from sandtable.binding.bands.outfits import counted
from sandtable.binding.bands.rosters import Band, Member, Words

LOST, MISSES = "lost", "misses"
"""What may have become of somebody who fell: it is struck out, or stays away from the next battle."""


class Outcome(msgspec.Struct, omit_defaults=True):
    """What a battle has brought a band; heroes go by their names."""

    gained: dict[str, int] = {}
    """Experience."""
    fates: dict[str, str] = {}
    advances: dict[str, int] = {}
    """How many a hero has still to choose."""
    learned: dict[str, tuple[str, ...]] = {}
    credit: int = 0
    """What is left to pick equipment for, and then to pay with."""
    loot: tuple[str, ...] = ()
    has_picked: bool = False


def counts_of(words: Words) -> Counter[str]:
    """Things by how many there are of each."""
    return Counter(dict(map(counted, words)))


def words_of(counts: Mapping[str, int]) -> Words:
    """Things as a roster writes them."""
    return tuple(name if count == 1 else f"{name} x{count}" for name, count in counts.items())


def band_after(band: Band, outcome: Outcome, paid: int) -> Band:
    """The band as it goes into its next battle, after what this one cost."""
    store = counts_of(band.store)
    store.update(outcome.loot)

    def of(members: Sequence[Member]) -> tuple[Member, ...]:
        return tuple(_later(one, outcome) for one in members if outcome.fates.get(one.hero) != LOST)

    return msgspec.structs.replace(
        band,
        heroes=of(band.heroes),
        own=of(band.own),
        store=words_of(dict(sorted(store.items()))),
        points=max(0, band.points - paid) + outcome.credit,
    )


def _later(one: Member, outcome: Outcome) -> Member:
    skills = counts_of(one.skills)
    skills.update(outcome.learned.get(one.hero, ()))
    return msgspec.structs.replace(
        one,
        skills=words_of(skills),
        experience=one.experience + outcome.gained.get(one.hero, 0),
        misses=outcome.fates.get(one.hero) == MISSES,
    )
