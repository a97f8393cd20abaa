"""Slow weapons, reloading and ammunition: what an attack does to the weapon."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.arms import empty
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.weapons import Ranged, ranged_weapons
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment, once
from sandtable.kernel import For, Play


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


def _may_run_out(play: Play[Adventure], seat: str, now: AttackMoment) -> list[Ranged]:
    """If the players want it: in a shot, whatever is neither reloaded anyway nor thrown nor grown."""
    if now.is_melee or play.state.switches.out_of_ammo == "off" or not once(play, seat, now):
        return []
    plain = [one for one in _used(now) if "R" not in one.marks and not one.thrown and not one.body]
    return [one for one in plain if not one.template]


@WINDOWS.consequence(ATTACK_MADE, "out of ammo", "HE-AMMO-03", _may_run_out)
async def runs_out(play: Play[Adventure], seat: str, now: AttackMoment, used: list[Ranged]) -> None:
    """A die of eight for each weapon; on a 1 it is empty until it is reloaded."""
    for weapon in used:
        (face,) = await play.roll(
            1, For("ammunition", now.model.id), "HE-AMMO-03", seat=now.model.seat or None, sides=8
        )
        if face == EMPTY:
            empty(play, now.model, weapon.weapon, "HE-AMMO-03")


EMPTY = 1
