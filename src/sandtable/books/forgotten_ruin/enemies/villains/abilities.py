"""Villain abilities that work by presence, and the Aggression of villains on markers."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.aggression.score import villains_at_the_mission
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.modifiers import WHY_FEARLESS
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob
from sandtable.books.forgotten_ruin.windows import AGGRESSION_PHASE, WINDOWS, Moment
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

LEADERSHIP = 6.0
"""How far the Leadership of a villain reaches (FR-VIL-11)."""


@WHY_FEARLESS.source("FR-VIL-11")
def led_by_villain(state: Battle, mob: Mob) -> Refusal | None:
    """Every mob with a figure within 6 in of a villain with Leadership is Fearless."""
    for one in state.enemies.values():
        if one.ability == "Leadership" and one.on_table and one.side == "enemy" and not one.is_frozen:
            if any(within(gap(one, other), inches(state, LEADERSHIP)) for other in state.members(mob.id)):
                return Refusal("FR-VIL-11", f"{one.name} leads {mob.id}.", "Bring the villain down first.")
    return None


def _feeding(play: Play[Battle], seat: str, now: Moment) -> list[Enemy]:
    return villains_at_the_mission(play.state)


@WINDOWS.consequence(AGGRESSION_PHASE, "villain on a marker", "FR-VPL-09", _feeding)
async def feed_aggression(play: Play[Battle], seat: str, now: Moment, villains: list[Enemy]) -> None:
    """A villain on a marker feeds the Aggression of the round; the point itself is that of FR-AGG-04."""
    figures = [one.id for one in villains]
    play.tell("villain on a marker", "FR-VPL-09", "FR-AGG-04", figures=figures)
