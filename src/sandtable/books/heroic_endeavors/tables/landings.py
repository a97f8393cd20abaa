"""How a jump ends, by what was rolled and the ground (HE-SKL-23)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule

Landed = Literal["normal", "difficult"]


class LandingRow(Row, frozen=True, omit_defaults=True):
    """What so many successes come to on one kind of ground."""

    successes: int
    ground: Landed
    rule: str
    dp: int = 0
    stuns: bool = False


@cache
@rule("HE-SKL-23")
def _rows() -> tuple[LandingRow, ...]:
    return read_data("landing.yaml", tuple[LandingRow, ...])


def landing(successes: int, ground: Landed) -> LandingRow:
    """The row that applies."""
    most = max(one.successes for one in _rows())
    return next(one for one in _rows() if one.successes == min(successes, most) and one.ground == ground)
