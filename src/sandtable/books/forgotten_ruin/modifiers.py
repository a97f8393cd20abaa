"""Numbers to which many rules contribute: each contribution is a function that names its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.books.forgotten_ruin.state import Battle, Weapon
from sandtable.kernel.arithmetic import total
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.citation import rule as cite
from sandtable.kernel.refusal import Refusal

MAGICAL_ARMOUR, FROM_A_FRIEND, THICK_SCALES = "magical armour", "armour of a friend", "Thick Scales"
"""Kinds of saving throws that Rend tells from others (FR-MON-22)."""
SERGEANT = "platoon sergeant"
"""The kind of a Tactic more that the platoon sergeant brings (FR-SQD-09)."""

Code = TypeVar("Code", bound=Callable[..., Any])
Found = TypeVar("Found")


class Sources(Generic[Found]):
    """Everything in the book that bears on one question; a source without a part in it answers None."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._sources: list[Callable[..., Found | None]] = []
        self._about: list[Callable[[Any], bool]] = []

    def source(self, *rules: str, about: Callable[[Any], bool] = bool) -> Callable[[Code], Code]:
        """Register a function that may contribute, its rules, and figures of what kind it is about."""

        def register(code: Code) -> Code:
            self._sources.append(code)
            self._about.append(about)
            return cite(*rules)(code) if rules else code

        return register

    def may_bear_on(self, figure: Any) -> bool:
        """Whether any source is about figures of this kind, so that it has to be asked."""
        return any(about(figure) for about in self._about)

    def all(self, *about: Any) -> list[Found]:
        """What every source with a part in it says, in the order in which the chapters were read."""
        return [found for one in self._sources if (found := one(*about)) is not None]

    def first(self, *about: Any) -> Found | None:
        """What the first source with a part in it says."""
        for one in self._sources:
            found = one(*about)
            if found is not None:
                return found
        return None


# Each source is called with (state, ...); the arguments stand beside the question.

SPEED: Sources[Modifier] = Sources("Speed")
"""(state, figure): a change to the inches of a Move."""
HALF_SPEED: Sources[Refusal] = Sources("half Speed")
"""(state, figure): why a figure moves at half its Speed."""
DASH: Sources[Modifier] = Sources("Dash")
"""(state, figure): a change to the inches that a Dash adds."""
DASH_BASE: Sources[Modifier] = Sources("Dash distance")
"""(state, figure): a distance that stands in the place of the 2 or 3 in of a Dash; the largest applies."""
STRAIGHT_SPEED: Sources[Modifier] = Sources("straight Move")
"""(state, figure): inches that a Move has more if the whole of it is one straight line."""
REACTIONS: Sources[Modifier] = Sources("Reactions")
"""(state, soldier)."""
COMBAT_SKILL: Sources[Modifier] = Sources("Combat Skill")
"""(state, figure): a lasting change, for shooting and hand-to-hand alike."""
TOUGHNESS: Sources[Modifier] = Sources("Toughness")
"""(state, figure)."""
WITS: Sources[Modifier] = Sources("Wits")
"""(state, soldier)."""
RESISTANCE: Sources[Modifier] = Sources("Resistance")
"""(state, figure)."""
POWER: Sources[Modifier] = Sources("Power")
"""(state, soldier): a change to the Power of a spell-caster."""
TO_HIT: Sources[Modifier] = Sources("to hit")
"""(state, shot: hit_numbers.Shot): a change to the score of a shooting die."""
COMBAT_ROLL: Sources[Modifier] = Sources("combat roll")
"""(state, figure, opponent, combat: hand_to_hand.Combat): a change to the total of a combatant."""
DAMAGE: Sources[Modifier] = Sources("damage")
"""(state, target, hit: hits.Hit): a change to the score of a damage roll."""
SAVES: Sources[Modifier] = Sources("saving throw")
"""(state, target, hit: hits.Hit): a saving throw; its value is the number needed."""
SAVE_CHANGES: Sources[Modifier] = Sources("better saving throw")
"""(state, target, hit: hits.Hit): a change to the number of a saving throw, where there is one."""
MOB_SIZE: Sources[Modifier] = Sources("mob size")
"""(state, initial: bool): a change to the figures of a mob."""
MOBS: Sources[Modifier] = Sources("number of mobs")
"""(state): a change to the number of mobs at the start."""
CHAMPION_ROLL: Sources[Modifier] = Sources("champion roll")
"""(state): a change to the champion roll."""
MONSTER_POINTS: Sources[Modifier] = Sources("Monster Points")
"""(state, figure, points): a change to the Monster Points with which a figure begins."""
AWARENESS: Sources[Modifier] = Sources("awareness")
"""(state, mob): a change to each roll of an Unaware mob."""
AGGRESSION_DIE: Sources[Modifier] = Sources("Aggression die")
"""(state): a change to the die of the Aggression Phase."""
AGGRESSION_GAINS: Sources[Modifier] = Sources("Aggression of a round")
"""(state): points that come with every Aggression Phase besides the die."""
AGGRESSION_LOSSES: Sources[Modifier] = Sources("less Aggression of a round")
"""(state): what an Aggression Phase brings less, never below 0 (FR-MIS-73)."""
AGGRESSION_THRESHOLD: Sources[Modifier] = Sources("Aggression threshold")
"""(state): a change to the points that call for a roll."""
AGGRESSION_ROLLS: Sources[Modifier] = Sources("Aggression rolls")
"""(state): rolls on the Aggression table beyond the one."""
MAGIC_TO_HIT: Sources[Modifier] = Sources("magical attack")
"""(state, enemy): a change to the die with which an enemy's spell hits."""
MORALE_DICE: Sources[Modifier] = Sources("Morale dice")
"""(state, mob): additional dice where a mob must roll anyway."""
INVESTIGATION: Sources[Modifier] = Sources("Investigation")
"""(state, soldier, marker): a change to the roll at a marker."""
VISIBILITY: Sources[Modifier] = Sources("visibility")
"""(state): a limit in inches; the lowest applies."""
REACTION_DICE: Sources[Modifier] = Sources("Reaction Roll")
"""(state): additional dice of the Reaction Roll."""
TACTIC_USES: Sources[Modifier] = Sources("Leadership Tactics")
"""(state): additional uses."""
MOVE: Sources[Modifier] = Sources("Move")
"""(state, figure): inches added to one Move that leave the Speed itself, and so half Speed, as it is."""
TIMES_FIRED: Sources[Modifier] = Sources("times fired")
"""(state, soldier, weapon): how often more the weapon is shot in one Fire action (Tactics)."""
GRENADES: Sources[Modifier] = Sources("grenades")
"""(state): grenades more than usual that may be used in this round."""
GREAT_HITS: Sources[Modifier] = Sources("Hits of a natural 6")
"""(state, attacker, target): Hits more for a shooting or hand-to-hand die that shows a natural 6."""
COMBAT_DICE: Sources[Modifier] = Sources("combat dice")
"""(state, figure, combat: hand_to_hand.Combat): dice more of which the best counts."""
ACT_FIRST: Sources[Modifier] = Sources("Action before the Move")
"""(state, soldier): why it may take its Action before its Move; the value is not read."""

ENEMY_WEAPON: Sources[Weapon] = Sources("weapon of an enemy")
"""(state, enemy, how: str): what it fights ("hand-to-hand") or shoots ("shooting") with."""
LENT_WEAPONS: Sources[tuple[Weapon, ...]] = Sources("weapons of somebody else")
"""(state, soldier): what a soldier can fight hand-to-hand with that another one carries."""
NATURAL_WEAPON: Sources[Weapon] = Sources("natural weapon")
"""(state, soldier): what a soldier can fight hand-to-hand with besides the weapons carried."""
RANGE: Sources[Modifier] = Sources("range")
"""(state, figure, weapon): a change to the range of a weapon, in inches."""
SHOTS: Sources[Modifier] = Sources("Shots")
"""(state, soldier, weapon): additional hit dice of one Fire action."""
EXTRA_HITS: Sources[Modifier] = Sources("additional Hits")
"""(state, blow: hits.Blow): Hits of a shot or combat that Hits, besides the first and the Great Hit."""
DAMAGE_DICE: Sources[Modifier] = Sources("damage dice")
"""(state, target, hit: hits.Hit): dice beyond the one; the highest counts."""
POINTS_LOST: Sources[Modifier] = Sources("Monster Points lost")
"""(state, target, hit: hits.Hit): Monster Points that a damaging Hit takes beyond the one."""
POINT_LIMIT: Sources[Modifier] = Sources("most Monster Points lost")
"""(state, target): how many Monster Points it may lose at most now; the lowest counts."""

WHY_TAKES_PART: Sources[Refusal] = Sources("takes part from off the table")
"""(state, soldier): why a soldier who is off the table is dealt Reaction dice and activates."""
WHY_WAITS: Sources[Refusal] = Sources("does not act yet")
"""(state, enemy): why a villain or monster is passed over in the Enemy Actions phase."""
WHY_NO_AGGRESSION: Sources[Refusal] = Sources("no Aggression")
"""(state): why no Aggression is collected any more."""
WHY_NOT_FIRE: Sources[Refusal] = Sources("may not be fired")
"""(state, soldier, weapon): why this weapon cannot be fired now."""
WHY_NOT_WIELD: Sources[Refusal] = Sources("may not be wielded")
"""(state, soldier, weapon): why this weapon cannot be used in hand-to-hand combat now."""
WHY_STEADY: Sources[Refusal] = Sources("a Heavy weapon after a full move")
"""(state, soldier, weapon): why the limit of Heavy weapons does not bind."""
WHY_STILL: Sources[Refusal] = Sources("shoots again by standing still")
"""(state, soldier, weapon): why whoever shoots it again may not move in this activation (FR-SQD-23)."""
WHY_COVER_IGNORED: Sources[Refusal] = Sources("Cover is ignored")
"""(state, shot: hit_numbers.Shot): why Cover does not count for this shot."""
WHY_SAVE_IGNORED: Sources[Refusal] = Sources("a saving throw is ignored")
"""(state, target, hit: hits.Hit, save: Modifier): why one source of a saving throw does not count."""
WHY_NO_LUCK: Sources[Refusal] = Sources("Luck cannot be used")
"""(state, soldier, hits: list[hits.Hit]): why Luck does not help against these casualty results."""
WHY_NO_POISON: Sources[Refusal] = Sources("immune to poison")
"""(state, figure): why poison does nothing to it."""
WHY_CHARGES_ON: Sources[Refusal] = Sources("a Follow-up move into combat")
"""(state, figure): why its Follow-up move may enter combat; using it marks "phase:<rule>" on the figure."""
WHY_NOT_MOVE: Sources[Refusal] = Sources("may not Move")
"""(state, figure)."""
WHY_NOT_DASH: Sources[Refusal] = Sources("may not Dash")
"""(state, figure)."""
WHY_NOT_ACT: Sources[Refusal] = Sources("may not take an Action")
"""(state, figure, action: str): the name of the action: "Fire", "Interact" ..."""
WHY_NOT_ATTACK: Sources[Refusal] = Sources("may not attack")
"""(state, enemy): why an enemy may move but neither charge nor shoot nor cast."""
WHY_NOT_TARGET: Sources[Refusal] = Sources("may not be targeted")
"""(state, attacker, target, how: str): "shooting", "hand-to-hand", "spell"."""
WHY_NOT_KNOCKED_DOWN: Sources[Refusal] = Sources("cannot be Knocked Down")
"""(state, figure)."""
WHY_NOT_STUNNED: Sources[Refusal] = Sources("cannot be Stunned")
"""(state, soldier)."""
WHY_UNTOUCHED_BY_MAGIC: Sources[Refusal] = Sources("feels only magic that does damage")
"""(state, figure): why spells and magic items that do no damage have no effect."""
WHY_NEVER_UNAWARE: Sources[Refusal] = Sources("cannot be Unaware")
"""(state, mob)."""
WHY_FEARLESS: Sources[Refusal] = Sources("never rolls Morale dice")
"""(state, mob)."""
WHY_UNTROUBLED: Sources[Refusal] = Sources("terrain costs nothing")
"""(state, figure, piece): why a piece of terrain neither slows nor stops the figure."""

WHY_FLYING: Sources[Refusal] = Sources("moves by flying")
"""(state, figure): why the figure passes over terrain and over figures."""
WHY_NOT_PASSED_OVER: Sources[Refusal] = Sources("too big to be passed over")
"""(state, figure, other): why what carries a figure through the air does not carry it over another."""
WHY_FOUR_LEGGED: Sources[Refusal] = Sources("has four or more legs")
"""(state, figure)."""
WHY_ALL_VISIBLE: Sources[Refusal] = Sources("no limit of visibility")
"""(state): why nothing limits visibility any more."""
WHY_SEES_FAR: Sources[Refusal] = Sources("sees through the dark")
"""(state, observer): why limits of visibility do not bind an observer."""
WHY_DARK_IGNORED: Sources[Refusal] = Sources("shoots through the dark")
"""(state, weapon): why a weapon is not bound by limits of visibility."""
WHY_FALLS_SOFTLY: Sources[Refusal] = Sources("is not hurt by falling")
"""(state, figure)."""
ONE_SHOT: Sources[Modifier] = Sources("one Shot of several")
"""(state, soldier, weapon): what one Shot of an attack, the first die, has more to hit and for damage."""
WHY_NOT_SEE: Sources[Refusal] = Sources("cannot be seen")
"""(state, observer, at: Point): what stands in the way of sight to a place besides terrain and figures."""


def value_of(base: float, found: list[Modifier]) -> float:
    """A base with every modifier."""
    return base + total(one.value for one in found)


def speed(state: Battle, figure: Any) -> float:
    """The inches of one Move, never below 0 (FR-PRN-17)."""
    full = max(0.0, value_of(figure.profile.speed, SPEED.all(state, figure)))
    return full / 2 if HALF_SPEED.first(state, figure) is not None else full


def reactions(state: Battle, soldier: Any) -> int:
    """Reactions with every modifier."""
    return int(value_of(soldier.profile.reactions, REACTIONS.all(state, soldier)))


def combat_skill(state: Battle, figure: Any) -> int:
    """Combat Skill with every lasting modifier."""
    return int(value_of(figure.profile.combat_skill, COMBAT_SKILL.all(state, figure)))


def toughness(state: Battle, figure: Any) -> int:
    """Toughness with every modifier."""
    return int(value_of(figure.profile.toughness, TOUGHNESS.all(state, figure)))


def wits(state: Battle, soldier: Any) -> int:
    """Wits with every modifier."""
    return int(value_of(soldier.profile.wits, WITS.all(state, soldier)))


def wits_added(state: Battle, soldier: Any) -> list[Modifier]:
    """Wits and what changes them, as they are added to a die (FR-SQD-16)."""
    own = soldier.profile.wits
    return [*([Modifier(own, "Wits", "FR-SQD-16")] if own else []), *WITS.all(state, soldier)]


def resistance(state: Battle, figure: Any) -> int:
    """Resistance with every modifier."""
    return int(value_of(figure.profile.resistance, RESISTANCE.all(state, figure)))


def on_the_die(needed: Needed) -> list[Modifier]:
    """What changes a number as events tell it: as something added to the die."""
    return [msgspec.structs.replace(one, value=-one.value) for one in needed.modifiers]


def resistance_added(state: Battle, figure: Any, base: int | None = None) -> list[Modifier]:
    """Resistance and what changes it, as it is added to a die (FR-SPL-11)."""
    own = figure.profile.resistance if base is None else base
    return [*([Modifier(own, "Resistance", "FR-SPL-11")] if own else []), *RESISTANCE.all(state, figure)]
