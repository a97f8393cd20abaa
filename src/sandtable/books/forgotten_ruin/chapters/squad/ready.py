"""Squads that are ready to play."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.forgotten_ruin.chapters.squad.roster import Squad
from sandtable.books.forgotten_ruin.data import read_data


class ReadySquad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squad with a sentence on what it is good at."""

    id: str
    sentence: str
    squad: Squad


@cache
def ready_squads() -> dict[str, ReadySquad]:
    """Every ready squad by its id."""
    return {one.id: one for one in read_data("squads.yaml", tuple[ReadySquad, ...])}
