"""What was said and rolled: with a checkpoint it is the whole game."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.dice import Rolled


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """An answer that was accepted."""

    seat: str
    answer: Any


class Ruled(msgspec.Struct, frozen=True, tag="ruled"):
    """A ruling of a Game Master, or of a player who plays alone."""

    seat: str
    ruling: str
    facts: dict[str, Any]


Entry = Answered | Rolled | Ruled
