"""Heavy weapons: what they cost in movement, and who carries them more easily."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.traits import trait
from sandtable.books.heroic_endeavors.modifiers import TRAIT
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons, weights
from sandtable.kernel import Modifier, rule

STRONG = 3
"""HE-HVY-03: such STR makes a weapon lighter by a level."""


@rule("HE-HVY-01", "HE-HVY-02", "HE-HVY-03")
def burden(state: Adventure, model: Model) -> int:
    """What all that it carries costs, in use or not, less what strength and armour take off."""
    carried = [ranged_weapons()[one] for one in model.arms.ranged]
    heavy = sum(weights()[mark].mov for one in carried for mark in one.marks if mark in weights())
    if not heavy:
        return 0
    helped = int(trait(state, model, "STR") >= STRONG)
    if state.switches.powered_armour_heavy == "on":
        helped += model.defence.lightens
    return min(0, heavy + helped)


@TRAIT.source("HE-HVY-02", "HE-HVY-03")
def _is_slow(state: Adventure, model: Model, name: str) -> Modifier | None:
    """MOV is lower for as long as it carries the weapon."""
    less = burden(state, model) if name == "MOV" else 0
    return Modifier(less, "heavy weapon", "HE-HVY-02") if less else None
