"""The Pearls of Time: a figure is frozen, and nothing of it works until time goes on."""

from __future__ import annotations

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.activations.consumables import consumable
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, told, within
from sandtable.books.forgotten_ruin.loot.items import one_of
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_UNTOUCHED_BY_MAGIC,
)
from sandtable.books.forgotten_ruin.state import FROZEN, Battle, Effect, Enemy, Item, Soldier
from sandtable.books.forgotten_ruin.windows import HIT_STRIKES, WINDOWS, Struck
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

REACH = 6.0
"""How far the pearls reach (FR-LOOT-72)."""


def _in_reach(state: Battle, soldier: Soldier) -> list[Soldier | Enemy]:
    far = inches(state, REACH)
    return [
        one
        for one in state.figures_on_table()
        if one is not soldier
        and within(gap(soldier, one), far)
        and sees(state, soldier, one)
        and WHY_UNTOUCHED_BY_MAGIC.first(state, one) is None
    ]


@rule("FR-LOOT-72")
def why_no_pearls(state: Battle, soldier: Soldier) -> Refusal | None:
    """Pearls need a figure in sight within 6 inches."""
    if _in_reach(state, soldier):
        return None
    return Refusal(
        "FR-LOOT-72", f"Nobody is within {told(state, inches(state, REACH))} and in sight.", "Move nearer."
    )


@consumable("Pearls of Time", "FR-LOOT-72", "FR-LOOT-62", why_not=why_no_pearls)
async def pearls_of_time(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """A figure is frozen for the rest of this and all of the next round."""
    state = play.state
    target = await one_of(play, soldier, _in_reach(state, soldier), "Who is frozen?", "FR-LOOT-72")
    effect = Effect(FROZEN, "FR-LOOT-72", by=soldier.id, until="round", rounds=state.round + 1)
    put_on(target, effect)
    play.tell("frozen", "FR-LOOT-72", figure=target.id, until=state.round + 1)


def _is_struck_while_frozen(play: Play[Battle], seat: str, now: Struck) -> bool:
    return now.target.is_frozen and not now.is_negated


@WINDOWS.consequence(HIT_STRIKES, "frozen in time", "FR-LOOT-72", _is_struck_while_frozen)
async def blast_passes(play: Play[Battle], seat: str, now: Struck) -> None:
    """A blast, a fall or whatever else would strike who is frozen has no effect."""
    now.is_negated, now.negated_by = True, "FR-LOOT-72"
