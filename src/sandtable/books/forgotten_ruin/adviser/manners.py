"""Manners of playing: how much the Objective counts, and how much the danger."""

from __future__ import annotations

import msgspec


class Manner(msgspec.Struct, frozen=True):
    """How a player weighs the Objective against everything else."""

    boldness: float = 1.0
    """How much an inch nearer to the Objective counts."""
    caution: float = 1.0
    """How much it counts to be within the enemy's reach."""
    patience: float = 0.0
    """How much less the Objective counts while there are many enemies."""
    threat: float = 0.0
    """How much more a kill counts of whoever may charge next."""
    hush: float = 0.0
    """How much less a kill counts of whoever has not noticed the squad."""
    quiet: float = 0.0
    """What a point of Aggression counts, in kills."""
    wait: float = 0.0
    """Whoever is quick, in no danger and has no shot worth so many kills waits for the enemy to come out."""
    shelter: float = 0.3
    """What Cover from an archer counts, in kills."""
    errand: float = 0.8
    """How much it counts for a quick die that somebody has to run for the Objective."""
    wits: float = 1.0
    """How many inches of the way to the Objective Wits are worth."""
    firepower: float = 0.0
    """How many inches farther somebody may have to run, so that a squad automatic weapon stays and fires."""
    company: float = 1.0
    """How much it counts to keep up with those who go for the Objective."""
    is_exact: bool = False
    """Reckons with what the ground costs, whom a blast reaches and how a charge ends."""
    is_hasty: bool = False
    """Whoever has a shot takes it from where they stand: for looking ahead, where time is short."""


USUAL = Manner()
SEASONED = Manner(
    boldness=1.0,
    caution=2.0,
    patience=2.0,
    threat=0.5,
    hush=0.5,
    quiet=0.35,
    wait=0.25,
    shelter=0.6,
    errand=0.3,
    wits=3.0,
    firepower=8.0,
    company=0.2,
    is_exact=True,
)
"""Meets the enemy where it stands, and sends a few for the Objective when the way is clear."""
CAREFUL = Manner(boldness=0.2, caution=2.0)
