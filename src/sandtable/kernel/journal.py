"""What was said and rolled: with a checkpoint it is the whole game."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.dice import Rolled


class Answered(msgspec.Struct, frozen=True, tag="answered", gc=False, omit_defaults=True):
    """An answer that was accepted."""

    seat: str
    answer: Any
    by: str = ""
    """What has given it where the seat did not say it: a standing order, or that it was the only one."""


class Ruled(msgspec.Struct, frozen=True, tag="ruled"):
    """A ruling of a Game Master, or of a player who plays alone."""

    seat: str
    ruling: str
    facts: dict[str, Any]


class Checkpoint(msgspec.Struct, frozen=True, gc=False):
    """The state at a moment when nothing was half done."""

    entries: int
    """How long the journal was."""
    events: int
    """How many events there were."""
    state: Any


class Note(msgspec.Struct, frozen=True, tag="note"):
    """Something that is written in the record but is no part of the game: an undo, a change of dice."""

    entries: int
    """How long the journal was when it was written."""
    kind: str
    seat: str
    facts: dict[str, Any]


UNDONE, DICE_CHANGED = "undone", "dice changed"
RESIGNED, DRAWN = "resigned", "draw agreed"
"""The notes that the kernel writes; others are somebody's thoughts."""

Entry = Answered | Rolled | Ruled


def is_word_of(seat: str, entry: Entry) -> bool:
    """Whether the seat has said it itself; what was answered by itself is nobody's word."""
    return not isinstance(entry, Rolled) and entry.seat == seat and not getattr(entry, "by", "")
