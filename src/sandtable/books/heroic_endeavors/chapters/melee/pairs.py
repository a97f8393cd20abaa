"""Pistols in melee, and two weapons at a time: what a pair is worth, and its re-roll."""

from __future__ import annotations

from itertools import combinations

from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.modifiers import ATTACK, DEFENCE, FIGHTS, RE_ROLLS, Attack, ReRoll, Use
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.weapons import Melee, hands_for, melee_weapons, ranged_weapons
from sandtable.kernel import Modifier

PAIR, PISTOL = "pair", "pistol"
LIGHT = 1
"""HE-PST-01: what an empty pistol is worth at most."""


def _pistols(model: Model) -> tuple[Melee, ...]:
    """A loaded pistol has its own ATK, an empty one that of a light weapon."""
    known = (ranged_weapons()[one] for one in model.arms.ranged if one in model.arms.in_use)
    found = []
    for one in known:
        if "P" in one.marks and one.atk is not None:
            atk = min(one.atk, LIGHT) if one.weapon in model.arms.empty else one.atk
            found.append(Melee(one.weapon, PISTOL, atk, one.hands, "HE-PST-01"))
    return tuple(found)


@FIGHTS.source("HE-PST-01", "HE-PST-02")
def _with_pistols(model: Model) -> tuple[Melee, ...] | None:
    """The ATK of a pistol counts as that of a melee weapon, without what shots get at point-blank range."""
    return _pistols(model)


@FIGHTS.source("HE-WPN-03")
def _in_pairs(model: Model) -> tuple[Melee, ...] | None:
    """The higher ATK and half of the lower, rounded up."""
    known = melee_weapons()
    single = [known[one] for one in model.arms.melee if one in model.arms.in_use and hands_for(one) == 1]
    held = [one for one in (*single, *_pistols(model)) if not one.length]
    return tuple(_pair(*both) for both in combinations(held, 2))


def _pair(one: Melee, other: Melee) -> Melee:
    high, low = max(one.atk, other.atk), min(one.atk, other.atk)
    return Melee(f"{one.weapon} + {other.weapon}", PAIR, high + (low + 1) // 2, 2, "HE-WPN-03")


@RE_ROLLS.source("HE-WPN-04", "HE-DICE-08")
def _again(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """One die of each melee roll, attack and defence, or a die more of which the lowest is discarded."""
    weapon = attack.melee if use == "attack" else attack.defending
    is_pair = attack.kind == "melee" and weapon is not None and weapon.kind == PAIR
    return ReRoll("two weapons", "HE-WPN-04", or_die=True) if is_pair else None


def _too_long(weapon: Melee | None, attack: Attack) -> Modifier | None:
    """In an A space, which is as near as anybody gets with a polearm (HE-RCH-02)."""
    is_long = weapon is not None and weapon.length == "long" and not weapon.entangles
    near = attack.kind == "melee" and distance_between(attack.attacker, attack.target) <= 1
    return Modifier(-1, "too long at close quarters", "HE-RCH-04") if is_long and near else None


@ATTACK.source("HE-RCH-04")
def _strikes_too_near(state: Adventure, attack: Attack) -> Modifier | None:
    """A long polearm has a die less against somebody close."""
    return _too_long(attack.melee, attack)


@DEFENCE.source("HE-RCH-04")
def _defends_too_near(state: Adventure, attack: Attack) -> Modifier | None:
    """The same where it is used in defence."""
    return _too_long(attack.defending, attack)
