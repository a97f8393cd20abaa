"""Saving throws of enemies: of their type, their training, champions and what villains lend them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.modifiers import SAVES, WHY_SAVE_IGNORED
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit

TOUGH_HIDE = 6
"""The saving throw of lizardfolk (FR-ENE-12)."""
SHELL = 6
"""The saving throw of giant bugs (FR-ENE-30)."""
ARMOUR_IN_MELEE, ARMOUR = 5, 6
"""The saving throws of constructs hand-to-hand and otherwise (FR-ENE-26)."""
HEAVY = 6
"""The saving throw of Heavies without another (FR-ENE-46)."""
HEAVIER = 1
"""How much better Heavies make the throw of their profile (FR-ENE-46)."""
CHAMPION = 6
"""The saving throw of champions (FR-ENE-34)."""
WARDED = 6
"""The saving throw of Warding spells (FR-VIL-13)."""
WARDING = 8.0
"""How far Warding spells reach (FR-VIL-13)."""


def trained_as(state: Battle, figure: Enemy) -> str:
    """The training of an enemy figure: its own, or that of its mob."""
    mob = state.mobs.get(figure.mob)
    return mob.training if mob is not None else figure.training


def _hide(figure: Enemy, hit: Hit) -> Modifier | None:
    """What the type of a figure gives it against a Hit."""
    if figure.is_monster:
        return None
    if "Tough hide" in figure.traits and hit.is_attack and hit.how != "spell":
        return Modifier(TOUGH_HIDE, "tough hide", "FR-ENE-12")
    if "Chitinous shells" in figure.traits:
        return Modifier(SHELL, "chitinous shell", "FR-ENE-30")
    if "Armored" in figure.traits and hit.is_attack:
        number = ARMOUR_IN_MELEE if hit.how == "hand-to-hand" else ARMOUR
        return Modifier(number, "armored", "FR-ENE-26")
    return None


@SAVES.source("FR-ENE-34", "FR-ENE-35", rank=-2)
def champion_save(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Champions and villains have 6+ against all Hits; with another source one better than the best."""
    if isinstance(target, Enemy) and target.is_champion:
        return Modifier(CHAMPION, "champion", "FR-ENE-35" if _has_more(state, target, hit) else "FR-ENE-34")
    return None


def _has_more(state: Battle, target: Enemy, hit: Hit) -> bool:
    return profile_save(state, target, hit) is not None or target.ability == "Enchanted defences"


@SAVES.source("FR-ENE-12", "FR-ENE-26", "FR-ENE-30", "FR-ENE-46", rank=-1)
def profile_save(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The throw of the type; Heavies have it one better, or 6+ where it has none."""
    if not isinstance(target, Enemy):
        return None
    own = _hide(target, hit)
    if trained_as(state, target) != "Heavies" or target.is_monster:
        return own
    if own is None:
        return Modifier(HEAVY, "heavies", "FR-ENE-46")
    return Modifier(own.value - HEAVIER, f"{own.reason}, heavies", "FR-ENE-46")


@SAVES.source("FR-VIL-13", rank=-1)
def warding_spells(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Enemy figures within 8 in of a warding villain, itself included, have 6+."""
    if not isinstance(target, Enemy) or target.side != "enemy":
        return None
    for one in state.enemies.values():
        if (
            one.ability == "Warding spells"
            and one.on_table
            and not one.is_frozen
            and within(gap(one, target), inches(state, WARDING))
        ):
            return Modifier(WARDED, f"warded by {one.name}", "FR-VIL-13")
    return None


@WHY_SAVE_IGNORED.source("FR-VIL-08", rank=-1)
def precise_strikes(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """The attacks of a villain with Precise strikes allow no saving throws."""
    attacker = state.enemies.get(hit.striker)
    if attacker is not None and attacker.ability == "Precise strikes":
        return Refusal("FR-VIL-08", f"{attacker.name} strikes precisely.", "Only Luck may help.")
    return None


@rule("FR-ENE-08", "FR-MON-28")
def is_undead(figure: Figure) -> bool:
    """Whether a figure is Undead for whatever names the Undead."""
    return isinstance(figure, Enemy) and "Undead" in figure.traits
