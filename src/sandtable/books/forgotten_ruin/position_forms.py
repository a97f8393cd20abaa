"""The short form of a position: what an author may write instead of the state in full."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.missions.terrain_forms import PieceForm
from sandtable.books.forgotten_ruin.state import Phase
from sandtable.table.measure import Point


class MobForm(msgspec.Struct, forbid_unknown_fields=True):
    """A mob in the short form: what it is made of and where its figures stand."""

    type: str
    at: tuple[Point, ...]
    training: str = "Warriors"
    champions: tuple[int, ...] = ()
    """Which of its figures are champions, counted from 1."""
    sorcerers: tuple[int, ...] = ()
    values: dict[str, Any] = {}
    """Values of all its figures that differ from those of its type."""


class ShortForm(msgspec.Struct):
    """What the short form says in its own way; all else is written as the state has it."""

    mobs: dict[str, MobForm] = {}
    """Fields of a mob of the state may stand beside these."""
    monsters: dict[str, dict[str, Any]] = {}
    """Each with the name of its row as `monster`, and any field of an Enemy or of a Profile beside it."""
    villains: dict[str, dict[str, Any]] = {}
    """Each with `type` and `training`, and any field of an Enemy or of a Profile beside it."""
    terrain: tuple[PieceForm, ...] = ()
    table: tuple[float, float] = (36.0, 36.0)
    """Width and depth."""
    story_points: int = 0
    phase: Phase = ""
    """Without one the next round begins with its Reaction Roll."""
    step: str = ""
    """The step that comes next; usually the phase."""
    switches: dict[str, Any] = {}
    """Those that are not as usual, by name."""
