"""Ends that the players make themselves: somebody resigns, or all agree on a draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.book import Result
from sandtable.kernel.journal import DRAWN, RESIGNED, Note


def is_ended_by(notes: Sequence[Note]) -> bool:
    """Whether the players have ended the game; whatever is noted after that, an undo, takes it back."""
    return bool(notes) and notes[-1].kind in (RESIGNED, DRAWN)


def end_by(notes: Sequence[Note]) -> Result | None:
    """How the players have ended the game themselves; None where they have not."""
    if not is_ended_by(notes):
        return None
    note = notes[-1]
    if note.kind == DRAWN:
        return Result((), {}, "the players agreed on a draw")
    return Result(tuple(_seats(note.facts.get("winners"))), {}, "the other side has resigned")


def _seats(told: Any) -> list[str]:
    return [one for one in told if isinstance(one, str)] if isinstance(told, list | tuple) else []
