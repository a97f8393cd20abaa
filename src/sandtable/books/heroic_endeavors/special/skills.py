"""Skills that change dice: each registers for the question on which it bears."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import (
    ATK,
    ATTACK,
    CHEAPER,
    DEFENCE,
    RE_ROLLS,
    Attack,
    ReRoll,
    Use,
)
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.weapons import Melee, Ranged, ranged_weapons
from sandtable.books.heroic_endeavors.windows import DAMAGE_DUE, WINDOWS, DamageMoment, once
from sandtable.kernel import For, Modifier, Play, rule
from sandtable.kernel.dice import TOTAL

DISARMS_FOR_LESS = -1
"""HE-SKL-06: two successes instead of three."""
TARGETER = "targeter"


@rule("HE-SKL-01", "HE-SKL-47")
def works(model: Model, skill: str) -> bool:
    """A model has a skill, and is conscious to use it."""
    return model.has(skill) and model.is_conscious


@RE_ROLLS.source("HE-SKL-25")
def _marksman(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """One attack die of every shot."""
    shoots = use == "attack" and attack.kind == "ranged"
    return ReRoll("Marksman", "HE-SKL-25") if shoots and works(model, "Marksman") else None


@RE_ROLLS.source("HE-SKL-26")
def _master_warrior(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """One attack die in melee; of the defence too where the players want it so."""
    fights = use == "attack" or (use == "defence" and state.switches.master_warrior_defence == "on")
    applies = fights and attack.kind == "melee" and works(model, "Master Warrior")
    return ReRoll("Master Warrior", "HE-SKL-26") if applies else None


@CHEAPER.source("HE-SKL-06")
def _disarm(state: Adventure, winner: Model, effect: str) -> Modifier | None:
    """In melee and by a shot."""
    helps = effect == "disarm" and works(winner, "Disarm")
    return Modifier(DISARMS_FOR_LESS, "Disarm", "HE-SKL-06") if helps else None


@rule("HE-SKL-41")
def is_shot_at(attack: Attack) -> bool:
    """Stealth helps against shots, not in melee; a blast or a spray finds all but its first target anyway."""
    return attack.kind == "ranged" and attack.is_primary


@DEFENCE.source("HE-SKL-40")
def _stealth(state: Adventure, attack: Attack) -> Modifier | None:
    """A die more, even in the open."""
    hidden = is_shot_at(attack) and works(attack.target, "Stealth")
    return Modifier(1, "Stealth", "HE-SKL-40") if hidden else None


@RE_ROLLS.source("HE-SKL-40", "HE-SKL-41")
def _slips_away(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """One die of the defence."""
    hidden = use == "defence" and is_shot_at(attack) and works(model, "Stealth")
    return ReRoll("Stealth", "HE-SKL-40") if hidden else None


@rule("HE-SKL-42")
def takes_a_targeter(weapon: Ranged) -> bool:
    """None is fitted to sprays, sniper and indirect weapons, or to what is thrown."""
    barred = weapon.thrown or weapon.body or bool(weapon.template)
    return not barred and not {"Sn", "In"} & {*weapon.marks}


@rule("HE-SKL-42", "HE-SKL-43")
def fitted_to(model: Model) -> str:
    """The weapon with the targeter: the one that the gear names, else the first that takes one; one only."""
    found = next((one for one in model.gear if one.partition(":")[0] == TARGETER), None)
    if found is None:
        return ""
    named = found.partition(":")[2].strip()
    known = [ranged_weapons()[one] for one in model.arms.ranged]
    fits = [one.weapon for one in known if takes_a_targeter(one) and named in ("", one.weapon)]
    return fits[0] if fits else ""


@ATTACK.source("HE-SKL-43", "HE-SKL-42")
def _targeter(state: Adventure, attack: Attack) -> Modifier | None:
    """For the shots of the weapon to which it is fitted."""
    weapon = attack.ranged
    fits = weapon is not None and attack.is_primary and fitted_to(attack.attacker) == weapon.weapon
    return Modifier(1, "targeter", "HE-SKL-43") if fits else None


def _is_powerful(play: Play[Adventure], seat: str, now: DamageMoment) -> Attack | None:
    """A melee attack, not what strikes back unless the players want it so."""
    attack = now.attack
    if attack is None or attack.kind != "melee" or now.points <= 0 or not once(play, seat, now):
        return None
    by = play.state.models[now.by]
    strikes_back = by.id != attack.attacker.id
    allowed = not strikes_back or play.state.switches.power_attack_counter == "on"
    return attack if allowed and works(by, "Power Attack") else None


@WINDOWS.consequence(DAMAGE_DUE, "Power Attack", "HE-SKL-34", _is_powerful, rank=-1)
async def strikes_hard(play: Play[Adventure], seat: str, now: DamageMoment) -> None:
    """The face of a die is added to the damage."""
    by = play.state.models[now.by]
    (face,) = await play.roll(1, For("Power Attack", by.id), "HE-SKL-34", seat=by.seat or None, reading=TOTAL)
    now.points += face
    play.tell("struck hard", "HE-SKL-34", model=by.id, target=now.model.id, more=face)


@ATK.source("HE-FRC-01", "HE-FRC-03")
def _force_weapon(state: Adventure, model: Model, weapon: Melee) -> Modifier | None:
    """A caster adds its affinity to the weapon's ATK, spent levels or not."""
    arcane = model.traits.ARC
    why = "HE-FRC-01" if model.arcana.levels == arcane else "HE-FRC-03"
    return Modifier(arcane, "force weapon", why) if weapon.force and arcane else None
