"""Skills that change dice: each registers for the question on which it bears."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import ATK, RE_ROLLS, Attack, ReRoll, Use
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.weapons import Melee
from sandtable.kernel import Modifier


@RE_ROLLS.source("HE-SKL-25")
def _marksman(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """One attack die of every shot."""
    shoots = use == "attack" and attack.kind == "ranged"
    return ReRoll("Marksman", "HE-SKL-25") if shoots and model.has("Marksman") else None


@RE_ROLLS.source("HE-SKL-26")
def _master_warrior(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """One attack die in melee."""
    fights = use == "attack" and attack.kind == "melee"
    return ReRoll("Master Warrior", "HE-SKL-26") if fights and model.has("Master Warrior") else None


@ATK.source("HE-FRC-01", "HE-FRC-03")
def _force_weapon(state: Adventure, model: Model, weapon: Melee) -> Modifier | None:
    """A caster adds its affinity to the weapon's ATK, spent levels or not."""
    arcane = model.traits.ARC
    return Modifier(arcane, "force weapon", "HE-FRC-01") if weapon.force and arcane else None
