"""What a changed body gives: Toughness, saving throws, strength, wits and reactions."""

from __future__ import annotations

from sandtable.binding.limits import Limit, once, use
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.harm import Blow, Hit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import are_within
from sandtable.books.forgotten_ruin.enemies.arms import is_undead
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_DICE,
    COMBAT_ROLL,
    DAMAGE_DICE,
    EXTRA_HITS,
    MORALE_DICE,
    NATURAL_WEAPON,
    RANGE,
    REACTIONS,
    SAVES,
    THICK_SCALES,
    TOUGHNESS,
    WHY_CHARGES_ON,
    WHY_NOT_WIELD,
)
from sandtable.books.forgotten_ruin.state import Battle, Figure, Mob, Soldier, Weapon
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade, is_transformed
from sandtable.books.forgotten_ruin.windows import CASUALTY_DUE, HIT_RESOLVED, WINDOWS, Struck
from sandtable.kernel import Modifier, Play, Refusal, rule

MOST_TOUGHNESS = 6
"""FR-TRF-31, FR-TRF-35."""
AURA = 6.0
"""How far Divine Aura reaches (FR-TRF-25)."""
CRY = 8.0
"""How far a War Cry reaches (FR-TRF-37)."""
WARM = ("Desert", "Swamps", "Jungle")
"""Where the Cold-blooded are quick (FR-TRF-42)."""
FAR_THROW = 3
"""How much farther wings throw a grenade (FR-TRF-49)."""
BEAST, HULK = "animal form", Limit("Hulk")
SAVES_OF_BODIES = {
    "The Cursed": (6, "FR-TRF-19"),
    "The Scaled": (6, "FR-TRF-39"),
    "The Swarm": (5, "FR-TRF-53"),
}
"""Saving throws that come with a Transformation."""
AGAINST_ATTACKS = "FR-TRF-19"
"""The one that works against attacks only; the others do so against every Hit."""
BETTER_SAVES = {THICK_SCALES: (5, "FR-TRF-43"), "Chitinous": (4, "FR-TRF-56")}
"""Upgrades that make them better."""


@TOUGHNESS.source("FR-TRF-31", "FR-TRF-35")
def tough_bodies(state: Battle, figure: Figure) -> Modifier | None:
    """Minotaurs and savages are tougher by one, up to 6."""
    if not isinstance(figure, Soldier) or figure.profile.toughness >= MOST_TOUGHNESS:
        return None
    rule_id = {"The Minotaur": "FR-TRF-31", "The Savage": "FR-TRF-35"}.get(figure.transformation)
    return Modifier(1, figure.transformation, rule_id) if rule_id else None


@REACTIONS.source("FR-TRF-42")
def cold_blooded(state: Battle, soldier: Soldier) -> Modifier | None:
    """In warm and wet regions the Cold-blooded are quicker."""
    if has_upgrade(soldier, "Cold-blooded") and state.mission.region in WARM:
        return Modifier(1, "Cold-blooded", "FR-TRF-42")
    return None


@SAVES.source("FR-TRF-19", "FR-TRF-39", "FR-TRF-43", "FR-TRF-53", "FR-TRF-56")
def hides_and_shells(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Cursed, scaled and swarming bodies save; upgrades make the throw better."""
    if not isinstance(target, Soldier) or target.transformation not in SAVES_OF_BODIES:
        return None
    number, rule_id = SAVES_OF_BODIES[target.transformation]
    kind = ""
    if rule_id == AGAINST_ATTACKS and not hit.is_attack:
        return None
    for upgrade, (better, its_rule) in BETTER_SAVES.items():
        if upgrade in target.upgrades and better < number:
            number, rule_id, kind = better, its_rule, upgrade
    return Modifier(number, target.transformation, rule_id, kind)


@SAVES.source("FR-TRF-25")
def divine_aura(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The divine and all allies within 6 inches have a saving throw, a summoned monster too (FR-LOOT-71)."""
    if target.side != "squad":
        return None
    divine = [one for one in state.soldiers_on_table() if "Divine Aura" in one.upgrades and not one.is_frozen]
    if any(one is target or are_within(state, one, target, AURA) for one in divine):
        return Modifier(6, "Divine Aura", "FR-TRF-25")
    return None


@COMBAT_DICE.source("FR-TRF-30", "FR-TRF-38")
def second_die(state: Battle, figure: Figure, combat: Combat) -> Modifier | None:
    """A charging minotaur and who has Blood Instincts roll two dice and use the better."""
    if has_upgrade(figure, "Blood Instincts"):
        return Modifier(1, "Blood Instincts", "FR-TRF-38")
    is_charging = figure.id in combat.movers and state.phase in ("quick", "slow")
    if is_charging and is_transformed(figure, "The Minotaur"):
        return Modifier(1, "The Minotaur", "FR-TRF-30")
    return None


@EXTRA_HITS.source("FR-TRF-38", "FR-TRF-18")
def more_blows(state: Battle, blow: Blow) -> Modifier | None:
    """Two sixes of Blood Instincts, and an animal against a monster, Hit once more."""
    if blow.how != "hand-to-hand":
        return None
    two_sixes = len(blow.faces) > 1 and min(blow.faces) == 6
    if two_sixes and has_upgrade(blow.attacker, "Blood Instincts"):
        return Modifier(1, "Blood Instincts", "FR-TRF-38")
    if blow.attacker.is_under(BEAST) and blow.target.is_monster:
        return Modifier(1, BEAST, "FR-TRF-18")
    return None


@NATURAL_WEAPON.source("FR-TRF-33", "FR-TRF-18")
def horns_and_claws(state: Battle, soldier: Soldier) -> Weapon | None:
    """Horns and the claws of an animal are weapons: their bearer is not unarmed."""
    if soldier.is_under(BEAST):
        return Weapon(name="claws", damage=1, traits=("natural",))
    return Weapon(name="horns", damage=1, traits=("natural",)) if has_upgrade(soldier, "Horns") else None


@COMBAT_ROLL.source("FR-TRF-33", rank=2)
def with_lowered_horns(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """Who fights with horns is not unarmed."""
    weapon = combat.weapons.get(figure.id)
    return Modifier(0, "Horns", "FR-TRF-33") if weapon is not None and weapon.name == "horns" else None


@WHY_NOT_WIELD.source("FR-TRF-18")
def paws_wield_nothing(state: Battle, soldier: Figure, weapon: Weapon) -> Refusal | None:
    """An animal fights with its own claws alone."""
    if soldier.is_under(BEAST) and "natural" not in weapon.traits:
        return Refusal("FR-TRF-18", f"{soldier.name} is an animal.", "It fights with its claws.")
    return None


@DAMAGE_DICE.source("FR-TRF-54")
def venomous(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Venom makes two damage dice of one in hand-to-hand, except against Undead."""
    attacker = state.soldiers.get(hit.striker)
    if attacker is None or hit.how != "hand-to-hand" or not has_upgrade(attacker, "Venomous"):
        return None
    return None if is_undead(target) else Modifier(1, "Venomous", "FR-TRF-54")


@MORALE_DICE.source("FR-TRF-37")
def war_cry(state: Battle, mob: Mob) -> Modifier | None:
    """A mob within 8 inches that tests Morale rolls one die more."""
    criers = [one for one in state.soldiers_on_table() if "War Cry" in one.upgrades and not one.is_frozen]
    members = state.members(mob.id) if criers else []
    if any(are_within(state, one, member, CRY) for one in criers for member in members):
        return Modifier(1, "War Cry", "FR-TRF-37")
    return None


@WHY_CHARGES_ON.source("FR-TRF-34")
def savages_charge_on(state: Battle, figure: Figure, held: Weapon | None) -> Refusal | None:
    """Once a phase a savage's Follow-up move may enter combat."""
    if is_transformed(figure, "The Savage") and not figure.has_used(once("phase", "FR-TRF-34")):
        return Refusal("FR-TRF-34", f"{figure.name} is a savage.", "The Follow-up move may enter combat.")
    return None


@RANGE.source("FR-TRF-49")
def thrown_from_above(state: Battle, figure: Figure, weapon: Weapon) -> Modifier | None:
    """Who has wings throws hand grenades farther."""
    if is_transformed(figure, "The Skyborne") and weapon.name == "hand grenades":
        return Modifier(FAR_THROW, "The Skyborne", "FR-TRF-49")
    return None


# ---- Hulk, and the savage against monsters ------------------------------------------------------


def _is_hulk(play: Play[Battle], seat: str, now: Struck) -> bool:
    return has_upgrade(now.target, "Hulk") and not now.target.has_used(HULK) and bool(now.casualty_hits)


@WINDOWS.consequence(CASUALTY_DUE, "Hulk", "FR-TRF-32", _is_hulk)
async def hulk(play: Play[Battle], seat: str, now: Struck) -> None:
    """The first Hit of a battle that would make a casualty is ignored, before Luck."""
    use(now.target, HULK)
    now.spare("FR-TRF-32")
    play.tell("Hulk", "FR-TRF-32", figure=now.target.id)


def _rolls_on(play: Play[Battle], seat: str, now: Struck) -> bool:
    attacker = play.state.soldiers.get(now.hit.striker)
    return (
        attacker is not None
        and attacker.transformation == "The Savage"
        and now.hit.how == "hand-to-hand"
        and now.target.is_monster
        and now.target.on_table
        and now.natural_damage == 6
        and now.damage > 0
    )


@WINDOWS.consequence(HIT_RESOLVED, "the savage rolls on", "FR-TRF-36", _rolls_on)
async def savage_rolls_on(play: Play[Battle], seat: str, now: Struck) -> None:
    """A natural 6 for damage against a monster allows another damage roll, which can do so again."""
    now.hits = [now.hit, *now.hits]
    play.tell("another damage roll", "FR-TRF-36", figure=now.hit.attacker, target=now.target.id)


@rule("FR-TRF-27")
def green_bow() -> Weapon:
    """The bow of the Green: Cover does not help, and it hurts more."""
    far, traits = 18.0, ("bow", "green")
    return Weapon("green bow", range_moving=far, range_stationary=far, shots=1, damage=1, traits=traits)
