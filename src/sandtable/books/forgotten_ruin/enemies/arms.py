"""What enemies fight with and what saves them: by type, training, rank and villains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.modifiers import DAMAGE_DICE, ENEMY_WEAPON, SAVES, WHY_SAVE_IGNORED
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.kernel import Modifier, Refusal, rule

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

LARGE = Weapon(name="large weapon", traits=("large",))
"""A large weapon gives no Hit on a draw (FR-ENE-47)."""


def trained_as(state: Battle, figure: Enemy) -> str:
    """The training of an enemy figure: its own, or that of its mob."""
    mob = state.mobs.get(figure.mob)
    return mob.training if mob is not None else figure.training


# Weapons


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


@DAMAGE_DICE.source("FR-ENE-45")
def assassins(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The poisoned weapons of Assassins; the further die is that of the weapon."""
    attacker = state.enemies.get(hit.striker)
    if attacker is None or hit.weapon is None or not isinstance(target, Soldier):
        return None
    if trained_as(state, attacker) == "Assassins" and "poisoned" in hit.weapon.traits:
        return Modifier(0, "assassins", "FR-ENE-45")
    return None


# Saving throws


@rule("FR-ENE-12", "FR-ENE-26", "FR-ENE-30")
def _hide(figure: Enemy, hit: Hit) -> Modifier | None:
    """What the type of a figure gives it against a Hit: 6+, constructs hand-to-hand 5+."""
    if figure.is_monster:
        return None
    if "Tough hide" in figure.traits and hit.is_attack and hit.how != "spell":
        return Modifier(6, "tough hide", "FR-ENE-12")
    if "Chitinous shells" in figure.traits:
        return Modifier(6, "chitinous shell", "FR-ENE-30")
    if "Armored" in figure.traits and hit.is_attack:
        return Modifier(5 if hit.how == "hand-to-hand" else 6, "armored", "FR-ENE-26")
    return None


@SAVES.source("FR-ENE-34", "FR-ENE-35", rank=-2)
def champion_save(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Champions and villains have 6+ against all Hits; with another source one better than the best."""
    if not isinstance(target, Enemy) or not target.is_champion:
        return None
    has_more = profile_save(state, target, hit) is not None or target.ability == "Enchanted defences"
    return Modifier(6, "champion", "FR-ENE-35" if has_more else "FR-ENE-34")


@SAVES.source("FR-ENE-12", "FR-ENE-26", "FR-ENE-30", "FR-ENE-46", rank=-1)
def profile_save(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The throw of the type; Heavies have it one better, or 6+ where it has none."""
    if not isinstance(target, Enemy):
        return None
    own = _hide(target, hit)
    if trained_as(state, target) != "Heavies" or target.is_monster:
        return own
    if own is None:
        return Modifier(6, "heavies", "FR-ENE-46")
    return Modifier(own.value - 1, f"{own.reason}, heavies", "FR-ENE-46")


@SAVES.source("FR-VIL-13", rank=-1)
def warding_spells(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Enemy figures within 8 in of a warding villain, itself included, have 6+."""
    if not isinstance(target, Enemy) or target.side != "enemy":
        return None
    for one in state.enemies.values():
        if one.ability != "Warding spells" or not one.on_table or one.is_frozen:
            continue
        if within(gap(one, target), inches(state, 8.0)):
            return Modifier(6, f"warded by {one.name}", "FR-VIL-13")
    return None


@WHY_SAVE_IGNORED.source("FR-VIL-08", rank=-1)
def precise_strikes(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """The attacks of a villain with Precise strikes allow no saving throws."""
    attacker = state.enemies.get(hit.striker)
    if attacker is not None and attacker.ability == "Precise strikes":
        return Refusal("FR-VIL-08", f"{name_of(state, attacker)} strikes precisely.", "Only Luck may help.")
    return None


@rule("FR-ENE-08", "FR-MON-28")
def is_undead(figure: Figure) -> bool:
    """Whether a figure is Undead for rules that name the Undead; the mark does nothing by itself."""
    return isinstance(figure, Enemy) and "Undead" in figure.traits
