"""The golden games of Lands of Ruin: how a battle ends."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.lab.golden import Wanted

SEATS = {"A": "reclaimer-starter", "B": "balean-starter"}
GREEDY = (("greedy", "greedy"),)


def wanted() -> list[Wanted]:
    """Each way to end."""
    return [*_endings()]


def _endings() -> Iterator[Wanted]:
    basic = ({"scenario": "two-player-tutorial", "seats": SEATS},)
    yield Wanted("tutorial-last-round", basic, "the objectives are counted", players=GREEDY)
    plain = ({"scenario": "fight-to-the-death", "seats": SEATS},)
    yield Wanted("fight-panicked", plain, "a team has panicked", players=GREEDY)
