"""Training of mobs: what Archers, Assassins, Breakers and the others fight with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.enemies.saves_of_enemies import trained_as
from sandtable.books.forgotten_ruin.modifiers import DAMAGE, DAMAGE_DICE, ENEMY_WEAPON
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit

BREAKERS_DAMAGE = 1
"""What large weapons add to the damage of Breakers (FR-ENE-47)."""
LARGE = Weapon(name="large weapon", traits=("large",))
"""A large weapon gives no Hit on a draw (FR-ENE-47)."""


@ENEMY_WEAPON.source("FR-ENE-43", "FR-ENE-45", "FR-ENE-47")
def trained_weapon(state: Battle, enemy: Enemy, how: str) -> Weapon | None:
    """Assassins have poisoned weapons and Breakers large ones."""
    if enemy.is_monster or how != "hand-to-hand":
        return None
    training = trained_as(state, enemy)
    if training == "Assassins":
        return weapon("poisoned weapon")
    return LARGE if training == "Breakers" else None


@rule("FR-ENE-25", "FR-ENE-45")
def thrown_weapon(state: Battle, enemy: Enemy) -> Weapon | None:
    """What beast folk throw is nothing special, unless Assassins throw it; large weapons are not thrown."""
    held = trained_weapon(state, enemy, "hand-to-hand")
    return held if held is not None and "poisoned" in held.traits else None


def _attacker(state: Battle, hit: Hit) -> Enemy | None:
    return state.enemies.get(hit.striker)


@DAMAGE_DICE.source("FR-ENE-45")
def assassins(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The poisoned weapons of Assassins; the further die is that of the weapon."""
    attacker = _attacker(state, hit)
    if attacker is None or hit.weapon is None or not isinstance(target, Soldier):
        return None
    if trained_as(state, attacker) == "Assassins" and "poisoned" in hit.weapon.traits:
        return Modifier(0, "assassins", "FR-ENE-45")
    return None


@DAMAGE.source("FR-ENE-47", rank=-1)
def breakers(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Breakers add 1 to hand-to-hand damage."""
    attacker = _attacker(state, hit)
    if attacker is None or hit.how != "hand-to-hand" or attacker.is_monster:
        return None
    if trained_as(state, attacker) == "Breakers":
        return Modifier(BREAKERS_DAMAGE, "large weapon", "FR-ENE-47")
    return None


@DAMAGE.source("FR-ENE-22")
def crossbows(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The crossbows of evil dwarves add 1 to archery damage."""
    attacker = _attacker(state, hit)
    if attacker is not None and hit.how == "shooting" and "Crossbows" in attacker.traits:
        return Modifier(CROSSBOWS_DAMAGE, "crossbow", "FR-ENE-22")
    return None


CROSSBOWS_DAMAGE = 1
"""What crossbows add (FR-ENE-22)."""
FANGS_DAMAGE = 1
"""What huge fangs add (FR-ENE-31)."""


@DAMAGE.source("FR-ENE-31")
def huge_fangs(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The fangs of huge lizards add 1 to hand-to-hand damage."""
    attacker = _attacker(state, hit)
    if attacker is not None and hit.how == "hand-to-hand" and "Huge fangs" in attacker.traits:
        return Modifier(FANGS_DAMAGE, "huge fangs", "FR-ENE-31")
    return None
