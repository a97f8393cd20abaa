"""Slow weapons, reloading and ammunition: what an attack does to the weapon."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.arms import empty
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.weapons import Ranged, ranged_weapons
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment, once
from sandtable.kernel import Play


def _used(now: AttackMoment) -> list[Ranged]:
    """The weapons of an attack; a pair is named by both."""
    known = (ranged_weapons().get(one) for one in now.weapon.split(" + "))
    return [one for one in known if one is not None and one.weapon in now.model.arms.ranged]


def _must_be_reloaded(play: Play[Adventure], seat: str, now: AttackMoment) -> list[Ranged]:
    used = [one for one in _used(now) if "R" in one.marks and one.weapon not in now.model.arms.empty]
    return used if once(play, seat, now) else []


@WINDOWS.consequence(ATTACK_MADE, "reloading", "HE-AMMO-01", _must_be_reloaded)
async def empties(play: Play[Adventure], seat: str, now: AttackMoment, used: list[Ranged]) -> None:
    """A weapon that must be reloaded after every attack is empty, in melee too."""
    for weapon in used:
        empty(play, now.model, weapon.weapon, "HE-AMMO-01")
