"""Numbers to which many rules contribute: each contribution is a function that names its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.binding.sources import Sources
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Marker, Mob, Soldier, Weapon
from sandtable.kernel import Modifier, Needed, Refusal
from sandtable.kernel.arithmetic import total

if TYPE_CHECKING:
    # These chapters ask the questions below; at run time nothing here needs them.
    from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Blow, Hit
    from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot
    from sandtable.table import Piece, Point

MAGICAL_ARMOUR, FROM_A_FRIEND, THICK_SCALES = "magical armour", "armour of a friend", "Thick Scales"
"""Kinds of saving throws that Rend tells from others (FR-MON-22)."""
SERGEANT = "platoon sergeant"
"""The kind of a Tactic more that the platoon sergeant brings (FR-SQD-09)."""

SPEED: Sources[Battle, Figure, Modifier] = Sources("Speed")
"""A change to the inches of a Move."""
HALF_SPEED: Sources[Battle, Figure, Refusal] = Sources("half Speed")
"""Why a figure moves at half its Speed."""
DASH: Sources[Battle, Figure, Modifier] = Sources("Dash")
"""A change to the inches that a Dash adds."""
DASH_BASE: Sources[Battle, Figure, Modifier] = Sources("Dash distance")
"""A distance that stands in the place of the 2 or 3 in of a Dash; the largest applies."""
STRAIGHT_SPEED: Sources[Battle, Figure, Modifier] = Sources("straight Move")
"""Inches that a Move has more if the whole of it is one straight line."""
REACTIONS: Sources[Battle, Soldier, Modifier] = Sources("Reactions")
COMBAT_SKILL: Sources[Battle, Figure, Modifier] = Sources("Combat Skill")
"""A lasting change, for shooting and hand-to-hand alike."""
TOUGHNESS: Sources[Battle, Figure, Modifier] = Sources("Toughness")
WITS: Sources[Battle, Soldier, Modifier] = Sources("Wits")
WITS_AGAIN: Sources[Battle, Soldier, Modifier] = Sources("Wits of a second roll")
"""What stands in the place of Wits where a Wits test may be rolled again."""
RESISTANCE: Sources[Battle, Figure, Modifier] = Sources("Resistance")
POWER: Sources[Battle, Soldier, Modifier] = Sources("Power")
"""A change to the Power of a spell-caster."""
TO_HIT: Sources[Battle, Shot, Modifier] = Sources("to hit")
"""A change to the score of a shooting die."""
COMBAT_ROLL: Sources[Battle, Figure, Figure, Combat, Modifier] = Sources("combat roll")
"""A change to the total of a combatant."""
DAMAGE: Sources[Battle, Figure, Hit, Modifier] = Sources("damage")
"""A change to the score of a damage roll."""
SAVES: Sources[Battle, Figure, Hit, Modifier] = Sources("saving throw")
"""A saving throw; its value is the number needed."""
SAVE_CHANGES: Sources[Battle, Figure, Hit, Modifier] = Sources("better saving throw")
"""A change to the number of a saving throw, where there is one."""
MOB_SIZE: Sources[Battle, bool, Modifier] = Sources("mob size")
"""A change to the figures of a mob."""
MOBS: Sources[Battle, Modifier] = Sources("number of mobs")
"""A change to the number of mobs at the start."""
CHAMPION_ROLL: Sources[Battle, Modifier] = Sources("champion roll")
"""A change to the champion roll."""
MONSTER_POINTS: Sources[Battle, Enemy, int, Modifier] = Sources("Monster Points")
"""A change to the Monster Points with which a figure begins."""
AWARENESS: Sources[Battle, Mob, Modifier] = Sources("awareness")
"""A change to each roll of an Unaware mob."""
AGGRESSION_DIE: Sources[Battle, Modifier] = Sources("Aggression die")
"""A change to the die of the Aggression Phase."""
AGGRESSION_GAINS: Sources[Battle, Modifier] = Sources("Aggression of a round")
"""Points that come with every Aggression Phase besides the die."""
AGGRESSION_LOSSES: Sources[Battle, Modifier] = Sources("less Aggression of a round")
"""What an Aggression Phase brings less, never below 0 (FR-MIS-73)."""
AGGRESSION_THRESHOLD: Sources[Battle, Modifier] = Sources("Aggression threshold")
"""A change to the points that call for a roll."""
AGGRESSION_ROLLS: Sources[Battle, Modifier] = Sources("Aggression rolls")
"""Rolls on the Aggression table beyond the one."""
MAGIC_TO_HIT: Sources[Battle, Enemy, Modifier] = Sources("magical attack")
"""A change to the die with which an enemy's spell hits."""
MORALE_DICE: Sources[Battle, Mob, Modifier] = Sources("Morale dice")
"""Additional dice where a mob must roll anyway."""
INVESTIGATION: Sources[Battle, Soldier, Marker, Modifier] = Sources("Investigation")
"""A change to the roll at a marker."""
VISIBILITY: Sources[Battle, Modifier] = Sources("visibility")
"""A limit in inches; the lowest applies."""
TACTIC_USES: Sources[Battle, Modifier] = Sources("Leadership Tactics")
"""Additional uses."""
TIMES_FIRED: Sources[Battle, Soldier, Weapon, Modifier] = Sources("times fired")
"""How often more the weapon is shot in one Fire action (Tactics)."""
COMBAT_DICE: Sources[Battle, Figure, Combat, Modifier] = Sources("combat dice")
"""Dice more of which the best counts."""
ACT_FIRST: Sources[Battle, Soldier, Modifier] = Sources("Action before the Move")
"""Why it may take its Action before its Move; the value is not read."""

ENEMY_WEAPON: Sources[Battle, Enemy, str, Weapon] = Sources("weapon of an enemy")
"""What it fights ("hand-to-hand") or shoots ("shooting") with."""
LENT_WEAPONS: Sources[Battle, Soldier, tuple[Weapon, ...]] = Sources("weapons of somebody else")
"""What a soldier can fight hand-to-hand with that another one carries."""
NATURAL_WEAPON: Sources[Battle, Soldier, Weapon] = Sources("natural weapon")
"""What a soldier can fight hand-to-hand with besides the weapons carried."""
RANGE: Sources[Battle, Figure, Weapon, Modifier] = Sources("range")
"""A change to the range of a weapon, in inches."""
SHOTS: Sources[Battle, Soldier, Weapon, Modifier] = Sources("Shots")
"""Additional hit dice of one Fire action."""
EXTRA_HITS: Sources[Battle, Blow, Modifier] = Sources("additional Hits")
"""Hits of a shot or combat that Hits, besides the first and the Great Hit."""
DAMAGE_DICE: Sources[Battle, Figure, Hit, Modifier] = Sources("damage dice")
"""Dice beyond the one; the highest counts."""
POINTS_LOST: Sources[Battle, Figure, Hit, Modifier] = Sources("Monster Points lost")
"""Monster Points that a damaging Hit takes beyond the one."""
POINT_LIMIT: Sources[Battle, Figure, Modifier] = Sources("most Monster Points lost")
"""How many Monster Points it may lose at most now; the lowest counts."""

WHY_TAKES_PART: Sources[Battle, Soldier, Refusal] = Sources("takes part from off the table")
"""Why a soldier who is off the table is dealt Reaction dice and activates."""
WHY_WAITS: Sources[Battle, Enemy, Refusal] = Sources("does not act yet")
"""Why a villain or monster is passed over in the Enemy Actions phase."""
WHY_NO_AGGRESSION: Sources[Battle, Refusal] = Sources("no Aggression")
"""Why no Aggression is collected any more."""
WHY_NOT_FIRE: Sources[Battle, Soldier, Weapon, Refusal] = Sources("may not be fired")
"""Why this weapon cannot be fired now."""
WHY_NOT_WIELD: Sources[Battle, Figure, Weapon, Refusal] = Sources("may not be wielded")
"""Why this weapon cannot be used in hand-to-hand combat now."""
WHY_CHANGES_WEAPONS: Sources[Battle, Soldier, Refusal] = Sources("picks a weapon in each combat")
"""Why the weapon that was readied first does not bind in the later combats of the round."""
WHY_STEADY: Sources[Battle, Soldier, Weapon, Refusal] = Sources("a Heavy weapon after a full move")
"""Why the limit of Heavy weapons does not bind."""
WHY_STILL: Sources[Battle, Soldier, Weapon, Refusal] = Sources("shoots again by standing still")
"""Why a soldier who shoots it again may not move in this activation (FR-SQD-23)."""
WHY_COVER_IGNORED: Sources[Battle, Shot, Refusal] = Sources("Cover is ignored")
"""Why Cover does not count for this shot."""
WHY_SAVE_IGNORED: Sources[Battle, Figure, Hit, Modifier, Refusal] = Sources("a saving throw is ignored")
"""Why one source of a saving throw does not count."""
WHY_NO_LUCK: Sources[Battle, Soldier, list[Hit], Refusal] = Sources("Luck cannot be used")
"""Why Luck does not help against these casualty results."""
WHY_NO_POISON: Sources[Battle, Figure, Refusal] = Sources("immune to poison")
"""Why poison does nothing to it."""
WHY_CHARGES_ON: Sources[Battle, Figure, Weapon | None, Refusal] = Sources("a Follow-up move into combat")
"""Why its Follow-up move with what it holds may enter combat; using it is counted for the phase."""
WHY_NOT_MOVE: Sources[Battle, Figure, Refusal] = Sources("may not Move")
WHY_NOT_DASH: Sources[Battle, Figure, Refusal] = Sources("may not Dash")
WHY_NOT_ACT: Sources[Battle, Figure, str, Refusal] = Sources("may not take an Action")
"""The name of the action: "Fire", "Interact" ..."""
WHY_NOT_ATTACK: Sources[Battle, Enemy, Refusal] = Sources("may not attack")
"""Why an enemy may move but neither charge nor shoot nor cast."""
WHY_NOT_TARGET: Sources[Battle, Figure, Figure, str, Refusal] = Sources("may not be targeted")
""""shooting", "hand-to-hand", "spell"."""
WHY_NOT_KNOCKED_DOWN: Sources[Battle, Figure, Refusal] = Sources("cannot be Knocked Down")
WHY_NOT_STUNNED: Sources[Battle, Soldier, Hit | None, Refusal] = Sources("cannot be Stunned")
"""The Hit that would Stun, or None where no Hit does."""
WHY_UNTOUCHED_BY_MAGIC: Sources[Battle, Figure, Refusal] = Sources("feels only magic that does damage")
"""Why spells and magic items that do no damage have no effect."""
WHY_NEVER_UNAWARE: Sources[Battle, Mob, Refusal] = Sources("cannot be Unaware")
WHY_FEARLESS: Sources[Battle, Mob, Refusal] = Sources("never rolls Morale dice")
WHY_UNTROUBLED: Sources[Battle, Figure, Piece, Refusal] = Sources("terrain costs nothing")
"""Why a piece of terrain neither slows nor stops the figure."""

WHY_FLYING: Sources[Battle, Figure, Refusal] = Sources("moves by flying")
"""Why the figure passes over terrain and over figures."""
WHY_NOT_PASSED_OVER: Sources[Battle, Figure, Figure, Refusal] = Sources("too big to be passed over")
"""Why what carries a figure through the air does not carry it over another."""
WHY_FOUR_LEGGED: Sources[Battle, Figure, Refusal] = Sources("has four or more legs")
WHY_ALL_VISIBLE: Sources[Battle, Refusal] = Sources("no limit of visibility")
"""Why nothing limits visibility any more."""
WHY_SEES_FAR: Sources[Battle, Figure, Refusal] = Sources("sees through the dark")
"""Why limits of visibility do not bind an observer."""
WHY_DARK_IGNORED: Sources[Battle, Weapon, Refusal] = Sources("shoots through the dark")
"""Why a weapon is not bound by limits of visibility."""
WHY_FALLS_SOFTLY: Sources[Battle, Figure, Refusal] = Sources("is not hurt by falling")
ONE_SHOT: Sources[Battle, Figure, Weapon, Modifier] = Sources("one Shot of several")
"""What one Shot of an attack, the first die, has more to hit and for damage."""
WHY_NOT_SEE: Sources[Battle, Figure, Point, Refusal] = Sources("cannot be seen")
"""What stands in the way of sight to a place besides terrain and figures."""


def value_of(base: float, found: list[Modifier]) -> float:
    """A base with every modifier."""
    return base + total(one.value for one in found)


def speed(state: Battle, figure: Any) -> float:
    """The inches of one Move, never below 0 (FR-PRN-17)."""
    full = max(0.0, value_of(figure.profile.speed, SPEED.all(state, figure)))
    return full / 2 if HALF_SPEED.first(state, figure) is not None else full


def _whole(name: str, sources: Sources[Battle, Any, Modifier]) -> Callable[[Battle, Any], int]:
    """A value of a figure's profile with every lasting modifier."""
    return lambda state, figure: int(value_of(getattr(figure.profile, name), sources.all(state, figure)))


reactions = _whole("reactions", REACTIONS)
combat_skill = _whole("combat_skill", COMBAT_SKILL)
toughness = _whole("toughness", TOUGHNESS)
wits = _whole("wits", WITS)
resistance = _whole("resistance", RESISTANCE)


def wits_added(state: Battle, soldier: Any) -> list[Modifier]:
    """Wits and what changes them, as they are added to a die (FR-SQD-16)."""
    own = soldier.profile.wits
    return [*([Modifier(own, "Wits", "FR-SQD-16")] if own else []), *WITS.all(state, soldier)]


def on_the_die(needed: Needed) -> list[Modifier]:
    """What changes a number as events tell it: as something added to the die."""
    return [msgspec.structs.replace(one, value=-one.value) for one in needed.modifiers]


def resistance_added(state: Battle, figure: Any, base: int | None = None) -> list[Modifier]:
    """Resistance and what changes it, as it is added to a die (FR-SPL-10)."""
    own = figure.profile.resistance if base is None else base
    return [*([Modifier(own, "Resistance", "FR-SPL-10")] if own else []), *RESISTANCE.all(state, figure)]
