"""The armory: what weapons are, and the limits and numbers that their traits bring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, inches, told
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import reroll
from sandtable.books.forgotten_ruin.chapters.tactics import grenades_more
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.modifiers import (
    DAMAGE_DICE,
    ENEMY_WEAPON,
    RANGE,
    SHOTS,
    WHY_NO_POISON,
    WHY_NOT_FIRE,
    WHY_STEADY,
    speed,
    value_of,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import DEPLOYMENT, DICE_ROLLED, REROLLS, WINDOWS, Moment, OwnDice
from sandtable.kernel import Allocate, For, Modifier, Play, Refusal, YesNo, refuse, rule

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

ROCKETS = 2
"""How often an anti-tank weapon can be fired in a battle (FR-ARM-17)."""


class Listed(Weapon, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the armory."""

    rule: str


@cache
@rule("FR-ARM-01", "FR-ARM-03", "FR-ARM-04", "FR-ARM-10", "FR-ARM-14", "FR-ARM-20", "FR-ARM-21", "FR-ARM-26")
def armory() -> Mapping[str, Weapon]:
    """Every weapon by its name, used as printed; models and makes do not matter, nor do loaders."""
    listed, fields = read_data("weapons.yaml", list[Listed]), Weapon.__struct_fields__
    return {row.name: Weapon(**{field: getattr(row, field) for field in fields}) for row in listed}


def weapon(name: str) -> Weapon:
    """The weapon of that name, new and unused."""
    try:
        return armory()[name]
    except KeyError:
        raise refuse(
            "FR-ARM-21", f"{name!r} is no weapon of the armory.", f"Known: {', '.join(armory())}."
        ) from None


GRENADES_OF_ALL_KINDS = ("hand grenades", "grenade launcher")
MELEE_WEAPON = "melee weapon"
"""What a squad can buy between missions, whatever its form; it counts as a sword (FR-POST-46)."""
UNARMED = Weapon(name="unarmed", traits=("melee",))
"""What a soldier without a hand-to-hand weapon fights with (FR-HIT-06)."""


@rule("FR-ARM-34", "FR-ARM-26", "FR-ARM-27", "FR-POST-46")
def hand_weapon(handling: str) -> Weapon:
    """Any melee weapon by how it is held: "one-handed" is a sword, "two-handed" a large sword."""
    if handling == MELEE_WEAPON:
        return msgspec.structs.replace(weapon("sword"), name=MELEE_WEAPON)
    return weapon("large sword" if handling == "two-handed" else "sword")


# Whatever is carried


@rule("FR-ARM-11", "FR-SHT-01", "FR-ARM-22")
def ranged_weapons(soldier: Soldier) -> list[Weapon]:
    """What a soldier can fire or throw; under a grenade launcher there is always an assault rifle."""
    found = [one for one in soldier.weapons if not one.is_melee]
    names = [one.name for one in found]
    if any("under_barrel" in one.traits for one in found) and "assault rifle" not in names:
        found.insert(0, weapon("assault rifle"))
    return found


@rule("FR-SPM-21")
def is_firearm(weapon: Weapon) -> bool:
    """Whether its shots are gunshots, which those of bows and of magical weapons are not."""
    return not (weapon.is_melee or weapon.magical or "archery" in weapon.traits or "bow" in weapon.traits)


@rule("FR-ARM-26", "FR-HTH-10", "FR-HTH-11", "FR-HTH-21")
def melee_weapons(soldier: Soldier) -> list[Weapon]:
    """The hand-to-hand weapons that a soldier carries."""
    return [one for one in soldier.weapons if one.is_melee]


@rule("FR-ARM-33", "FR-HIT-02")
def enemy_weapon(state: Battle, enemy: Enemy, how: str) -> Weapon:
    """What an enemy fights or shoots with: a sword or bow with +0 damage unless something is stated."""
    found = ENEMY_WEAPON.first(state, enemy, how)
    return found or weapon("bow" if how == "shooting" else "sword")


# Range and Shots


@rule("FR-ARM-02", "FR-ARM-07", "FR-SHT-02", "FR-SHT-03")
def range_of(state: Battle, figure: Figure, weapon: Weapon) -> float:
    """The lower range for a shooter who has moved in this activation, the higher for one who has not."""
    base = weapon.range_moving if figure.moved > 0.0 else weapon.range_stationary
    return inches(state, value_of(base, RANGE.all(state, figure, weapon)))


@rule("FR-ARM-03", "FR-SHT-10")
def shots_of(state: Battle, soldier: Soldier, weapon: Weapon) -> int:
    """How many hit dice one Fire action with the weapon rolls."""
    return int(value_of(weapon.shots, SHOTS.all(state, soldier, weapon)))


# Why a weapon cannot be fired


@WHY_NOT_FIRE.source("FR-ARM-05", "FR-SHT-02")
def too_heavy(state: Battle, soldier: Soldier, weapon: Weapon) -> Refusal | None:
    """A Heavy weapon cannot be fired by a shooter who has moved farther than half Speed."""
    if soldier.moved <= 0.0 or "heavy" not in weapon.traits:
        return None
    limit = inches(state, speed(state, soldier) / 2)
    if not beyond(soldier.moved, limit) or WHY_STEADY.first(state, soldier, weapon) is not None:
        return None
    return Refusal(
        "FR-ARM-05",
        f"{soldier.name} has moved {told(state, soldier.moved)} with the {weapon.name}.",
        f"Move at most {told(state, limit)} before firing it.",
    )


@WHY_NOT_FIRE.source("FR-ARM-17")
def out_of_rockets(state: Battle, soldier: Soldier, weapon: Weapon) -> Refusal | None:
    """The anti-tank weapon can be fired only twice per battle."""
    if "limited_ammo" not in weapon.traits or weapon.fired < ROCKETS:
        return None
    return Refusal(
        "FR-ARM-17", f"The {weapon.name} has been fired {weapon.fired} times.", "Fire another weapon."
    )


@WHY_NOT_FIRE.source("FR-ARM-23")
def enough_grenades(state: Battle, soldier: Soldier, weapon: Weapon) -> Refusal | None:
    """The whole force uses at most two grenades in a round."""
    if "ammo_restriction" not in weapon.traits or state.switches.strict_grenades:
        return None
    most = grenade_limit(state)
    if state.grenades_in_round < most:
        return None
    return Refusal(
        "FR-ARM-23", f"{most} grenades have been used in this round.", "Fire another weapon, or wait a round."
    )


@rule("FR-ARM-23")
def grenade_limit(state: Battle) -> int:
    """How many grenades, thrown and launched together, the force may use in this round."""
    return 2 + grenades_more(state)


@rule("FR-MIS-63")
def is_from_supplies(state: Battle, weapon: Weapon) -> bool:
    """Whether grenades of a weapon are counted over the battle; a switch leaves launched ones out."""
    counts = not state.switches.low_supplies_thrown_only or weapon.name == "hand grenades"
    return counts and "ammo_restriction" in weapon.traits


@WHY_NOT_FIRE.source("FR-ARM-24")
def out_of_grenades(state: Battle, soldier: Soldier, weapon: Weapon) -> Refusal | None:
    """Where grenades are counted, a soldier has only those that are left."""
    if "ammo_restriction" not in weapon.traits or not state.switches.strict_grenades:
        return None
    if grenades_left(weapon) > 0:
        return None
    return Refusal("FR-ARM-24", f"{soldier.name} has no grenades left for this.", "Fire another weapon.")


@rule("FR-ARM-24")
def grenades_left(weapon: Weapon) -> int:
    """How many grenades are left where they are counted over the campaign: of six launched or two thrown."""
    return (6 if "under_barrel" in weapon.traits else 2) - weapon.fired


@rule("FR-ARM-25")
def redistribute_grenades(
    state: Battle, soldiers: list[Soldier], name: str, shares: Mapping[str, int]
) -> None:
    """Between missions counted grenades of one kind are dealt out anew; none change kind."""
    bearers = [one for one in soldiers if any(each.name == name for each in one.weapons)]
    if not state.switches.strict_grenades:
        raise refuse("FR-ARM-25", "Grenades are not counted in this game.", "Switch strict_grenades on.")
    held = sum(grenades_left(each) for one in bearers for each in one.weapons if each.name == name)
    given = sum(shares.values())
    strangers = [id for id in shares if id not in {one.id for one in bearers}]
    if strangers or given != held or min(shares.values(), default=0) < 0:
        raise refuse(
            "FR-ARM-25",
            f"{given} {name} are dealt out of {held}"
            + (f", to {', '.join(strangers)}." if strangers else "."),
            "Deal out exactly those that are left, among soldiers who carry the weapon.",
        )
    for one in bearers:
        one.weapons = tuple(
            msgspec.structs.replace(each, fired=each.fired + grenades_left(each) - shares.get(one.id, 0))
            if each.name == name
            else each
            for each in one.weapons
        )


@rule("FR-ARM-25")
def _shared(play: Play[Battle], seat: str, now: Moment) -> list[str]:
    """The kinds of counted grenades with several bearers, once a mission has been played."""
    state, found = play.state, list[str]()
    if state.switches.strict_grenades:
        for name in GRENADES_OF_ALL_KINDS:
            held = [each for one in state.soldiers.values() for each in one.weapons if each.name == name]
            is_later = state.mission.campaign_turn > 1 or any(each.fired for each in held)
            if len(held) > 1 and is_later and any(map(grenades_left, held)):
                found.append(name)
    return found


@WINDOWS.consequence(DEPLOYMENT, "deal out grenades", "FR-ARM-25", _shared)
async def offer_grenades(play: Play[Battle], seat: str, now: Moment, shared: list[str]) -> None:
    """Before the mission counted grenades may be dealt out anew, each kind among its own bearers."""
    state = play.state
    for name in shared:
        bearers = [one for one in state.soldiers.values() if any(each.name == name for each in one.weapons)]
        left = sum(grenades_left(each) for one in bearers for each in one.weapons if each.name == name)
        prompt, rules = f"Deal out the {left} grenades anew ({name})?", ("FR-ARM-25",)
        if not await play.ask(YesNo(seat, "deal grenades anew", prompt, rules)):
            continue
        prompt, among = f"Who carries which grenade ({name})?", {one.id: one.name for one in bearers}
        grenades = {f"g{number}": f"grenade {number}" for number in range(1, left + 1)}
        given: dict[str, str] = await play.ask(
            Allocate(seat, "deal grenades", prompt, rules, grenades, among, about=tuple(among))
        )
        shares = {one.id: list(given.values()).count(one.id) for one in bearers}
        redistribute_grenades(state, bearers, name, shares)
        play.tell("grenades dealt out", "FR-ARM-25", "FR-ARM-24", weapon=name, shares=shares)


@rule("FR-ARM-17", "FR-ARM-23", "FR-ARM-24")
def spend_ammunition(play: Play[Battle], soldier: Soldier, weapon: Weapon) -> None:
    """Whatever is counted of a weapon is counted when it is fired."""
    state = play.state
    if "ammo_restriction" in weapon.traits:
        state.grenades_in_round += 1
        state.grenades_in_battle += is_from_supplies(state, weapon)
        if state.switches.strict_grenades:
            play.tell("grenade used", "FR-ARM-24", soldier=soldier.id, left=grenades_left(weapon) - 1)
        else:
            limit, used = grenade_limit(state), state.grenades_in_round
            play.tell("grenade used", "FR-ARM-23", soldier=soldier.id, round=used, of=limit)
    if "ammo_restriction" in weapon.traits or "limited_ammo" in weapon.traits:
        places = [place for place, one in enumerate(soldier.weapons) if one.name == weapon.name]
        if places:
            found = list(soldier.weapons)
            found[places[0]] = msgspec.structs.replace(weapon, fired=weapon.fired + 1)
            soldier.weapons = tuple(found)
    if "limited_ammo" in weapon.traits:
        play.tell("rocket used", "FR-ARM-17", soldier=soldier.id, fired=weapon.fired + 1, of=ROCKETS)


# What traits do to the dice


@DAMAGE_DICE.source("FR-ARM-29", "FR-ARM-31", rank=-1)
def poison(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """A poisoned weapon rolls two damage dice against a soldier; enemies are immune to poison."""
    if hit.weapon is None or "poisoned" not in hit.weapon.traits:
        return None
    if not isinstance(target, Soldier):
        return Modifier(0, "enemies are immune to poison", "FR-ARM-31")
    if WHY_NO_POISON.first(state, target) is not None:
        return None
    return Modifier(1, "poisoned weapon", "FR-ARM-29")


def _ones(play: Play[Battle], seat: str, now: OwnDice) -> list[int]:
    if now.what != "hit" or not now.is_stationary_shot or now.is_snap_fire or now.step > REROLLS:
        return []
    return [place for place, face in enumerate(now.faces) if face == 1 and place not in now.rerolled]


@WINDOWS.offer(DICE_ROLLED, "Aimed fire", "FR-ARM-06", _ones, repeats=True, rank=-1)
async def aim(play: Play[Battle], seat: str, now: OwnDice, ones: list[int]) -> None:
    """A shooter who has not moved rerolls a natural 1; the reroll stands, even another 1."""
    await reroll(play, now, ones[:1], For("hit", now.soldier.id), "FR-ARM-06")
