"""Fast moving targets: who has moved far in its activation is harder to hit until the next."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.movement.levels import HALVES
from sandtable.books.heroic_endeavors.modifiers import DEFENCE, Attack
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.windows import ACTIVATION_BEGINS, WINDOWS, ModelMoment, once
from sandtable.kernel import Modifier, Play

FAST = 12
"""HE-FST-01: so many counted spaces."""


@DEFENCE.source("HE-FST-01")
def _is_fast(state: Adventure, attack: Attack) -> Modifier | None:
    """A die more in defence, against shots and in melee, and none for its own attacks."""
    moved = attack.target.condition.moved // HALVES
    return Modifier(1, "fast moving", "HE-FST-01") if moved >= FAST else None


@WINDOWS.consequence(ACTIVATION_BEGINS, "speed", "HE-FST-01", once)
async def slow_down(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """With its next activation it is counted anew."""
    now.model.condition.moved = 0
