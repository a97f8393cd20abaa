"""Battle conditions: one of twenty things that make a battle different."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.armory import is_from_supplies
from sandtable.books.forgotten_ruin.chapters.principles.conventions import centre, pick_at_random
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.enemies.generating import new_monster
from sandtable.books.forgotten_ruin.enemies.movement.placing import place_alone
from sandtable.books.forgotten_ruin.enemies.villains.roster import new_villain
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.missions.regions import make_one_unaware
from sandtable.books.forgotten_ruin.missions.requirements import open_objectives
from sandtable.books.forgotten_ruin.modifiers import (
    MOB_SIZE,
    WHY_NOT_FIRE,
    WHY_NOT_MOVE,
)
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    AGGRESSION_SETTLED,
    VILLAINS_CHECKED,
    WINDOWS,
    Activation,
    AggressionEvent,
    VillainCheck,
)
from sandtable.kernel import Modifier, Play, Refusal, rule

SUPPLIES = 2
"""Grenades of a battle that is Low on supplies (FR-MIS-63)."""
HIGH_ALERT = 3
"""The Aggression with which the battle starts (FR-MIS-54)."""
PERKS = {
    "Vital Objective": ("vital", "FR-MIS-58"),
    "Loot cache": ("loot cache", "FR-MIS-64"),
    "High-value Objective": ("high value", "FR-MIS-69"),
}


@preparation("battle condition", "FR-MIS-48", "FR-MIS-02", "FR-MIS-54")
async def roll_condition(play: Play[Battle]) -> None:
    """One roll, whose result lasts for the battle."""
    state = play.state
    if not state.switches.battle_conditions:
        return
    row = await roll_on(
        play, "battle conditions", mission_tables().battle_conditions, "FR-MIS-48", "FR-MIS-02"
    )
    state.mission.condition = row.result
    play.tell("battle condition", "FR-MIS-48", row.rule, condition=row.result)
    if row.result == "High alert":
        state.aggression = HIGH_ALERT
    if row.result in PERKS:
        await _mark_objective(play, *PERKS[row.result])


@rule("FR-MIS-58", "FR-MIS-64", "FR-MIS-69")
async def _mark_objective(play: Play[Battle], perk: str, rule_id: str) -> None:
    """One of the Objectives generated before the battle is worth more."""
    pool = open_objectives(play.state)
    if pool:
        chosen = await pick_at_random(play, pool, "objective", rule_id)
        chosen.perks = (*chosen.perks, perk)
        play.tell("Objective marked", rule_id, objective=chosen.id, perk=perk)


def has_condition(state: Battle, condition: str) -> bool:
    """Whether this condition lies on the battle."""
    return state.mission.condition == condition


@MOB_SIZE.source("FR-MIS-65")
def smaller_then_larger_mobs(state: Battle, initial: bool) -> Modifier | None:
    """Opportunity: two figures less in every mob at first, one more in those that arrive."""
    if has_condition(state, "Opportunity"):
        return Modifier(-2 if initial else 1, "Opportunity", "FR-MIS-65")
    return None


@WHY_NOT_MOVE.source("FR-MIS-66")
def cautious_entry(state: Battle, figure: Figure) -> Refusal | None:
    """In the first round only quick soldiers Move."""
    is_slow = state.round == 1 and state.phase == "slow" and isinstance(figure, Soldier)
    return barred("cautious entry") if is_slow and has_condition(state, "Cautious entry") else None


@WHY_NOT_FIRE.source("FR-MIS-63")
def low_on_supplies(state: Battle, soldier: Soldier, weapon: Weapon) -> Refusal | None:
    """Only two grenades in the whole battle."""
    if not has_condition(state, "Low on supplies") or state.grenades_in_battle < SUPPLIES:
        return None
    return barred("grenades used up") if is_from_supplies(state, weapon) else None


def _called(play: Play[Battle], seat: str, now: AggressionEvent) -> list[Enemy]:
    """The monsters that came since an independent one began to roar."""
    before = play.state.monsters_at_call
    if before is None:
        return []
    return [one for one in play.state.enemies.values() if one.is_monster][before:]


@WINDOWS.consequence(AGGRESSION_SETTLED, "an independent monster calls another", "FR-MIS-62", _called)
async def call_another(play: Play[Battle], seat: str, now: AggressionEvent, monsters: list[Enemy]) -> None:
    """A monster that an independent one has called by its roar is independent as well."""
    for newest in monsters:
        newest.side = "independent"
        play.tell("independent monster", "FR-MIS-62", figure=newest.id)


def _enters_quickly(play: Play[Battle], seat: str, now: Activation) -> bool:
    state = play.state
    return state.round == 1 and has_condition(state, "Quick entry") and isinstance(now.figure, Soldier)


@WINDOWS.consequence(ACTIVATION_STARTED, "Quick entry", "FR-MIS-59", _enters_quickly, rank=1)
async def quick_entry(play: Play[Battle], seat: str, now: Activation) -> None:
    """In the first round each soldier may make two moves; only the second counts for weapons."""
    now.moves += 1
    now.uncounted += 1
    now.rules = (*now.rules, "FR-MIS-59")
    play.tell("Quick entry", "FR-MIS-59", figure=now.figure.id)


@WINDOWS.consequence(
    VILLAINS_CHECKED,
    "Villainous attention",
    "FR-MIS-68",
    lambda play, seat, now: has_condition(play.state, "Villainous attention"),
)
async def villainous_attention(play: Play[Battle], seat: str, now: VillainCheck) -> None:
    """After the check one random villain of the roster who is not there already joins the enemy."""
    state = play.state
    here = {one.name for one in state.enemies.values() if one.kind == "villain"}
    absent = [one for one in state.stock.villains if one.name not in here]
    if not absent:
        play.tell("no villain comes", "FR-MIS-68", "FR-PRN-25")
        return
    chosen = await pick_at_random(play, absent, "villain", "FR-MIS-68")
    play.tell("another villain", "FR-MIS-68", name=chosen.name)
    now.villains.append(await new_villain(play, chosen))


@rule("FR-MIS-55", "FR-MIS-61")
async def settle_condition(play: Play[Battle]) -> None:
    """What a condition does once both sides stand: Low alert, an independent monster."""
    state = play.state
    if has_condition(state, "Low alert"):
        await make_one_unaware(play, "FR-MIS-55")
    if has_condition(state, "Independent monster"):
        monster = await new_monster(play, "", "independent", "FR-MIS-61")
        await place_alone(play, monster, centre(state), "FR-MIS-61")
        play.tell("independent monster", "FR-MIS-61", figure=monster.id)
