"""Resisting: who shakes a spell off, and what lies on whoever does not."""

from __future__ import annotations

from typing import Any

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.spells.casting import Cast
from sandtable.books.forgotten_ruin.modifiers import RESISTANCE, resistance_added
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Soldier
from sandtable.kernel.check import Modifier, Needed, total_of
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play

TO_RESIST = 6
"""What a Resistance roll must reach (FR-SPL-10)."""
SURE_TO_RESIST, SURE_TO_FAIL = 5, -1
"""The Resistance from which on, and down to which, nothing is rolled (FR-SPL-12)."""


@rule("FR-SPL-10", "FR-SPL-11", "FR-SPL-12")
async def resists(play: Play[Battle], cast: Cast, target: Soldier | Enemy, base: int | None = None) -> bool:
    """1D6 and Resistance, 6 or more; each target rolls alone, and some need not roll."""
    state = play.state
    if not cast.row.resist:
        return False
    changed = tuple(one.rule for one in RESISTANCE.all(state, target))
    # FR-SPL-33: a mob has its basic value, and whatever else changes it.
    added = resistance_added(state, target, base)
    if cast.boost:
        added.append(Modifier(-cast.boost, "boosted spell", "FR-SPL-16"))
    value = total_of(added)
    if value >= SURE_TO_RESIST or value <= SURE_TO_FAIL:
        kind = "resists without a roll" if value > 0 else "no resistance roll"
        play.tell(kind, "FR-SPL-12", *changed, figure=target.id, resistance=value)
        return value > 0
    rules = ("FR-SPL-10", "FR-SPL-11", *(("FR-SPL-16",) if cast.boost else ()), *changed)
    if isinstance(target, Soldier):
        dice = await roll_own(
            play, target, "resistance", 1, For("resist", target.id), *rules, added=added, need=TO_RESIST
        )
        return dice.score(0) >= TO_RESIST
    (face,) = await play.roll(
        1,
        For("resist", target.id),
        *rules[1:],
        seat=state.enemy_dice,
        figure=target.id,
        modifier=value,
        modifiers=[str(one) for one in added],
        need=Needed(TO_RESIST - value, rules[0]),
    )
    return face + value >= TO_RESIST


def lay(target: Soldier | Enemy, cast: Cast, until: str, **facts: Any) -> None:
    """The spell lies on a figure for a while; a second one of its kind does not add to it."""
    take_off(target, cast.row.name)
    put_on(target, Effect(cast.row.name, cast.row.rule, by=cast.caster.id, until=until, **facts))
