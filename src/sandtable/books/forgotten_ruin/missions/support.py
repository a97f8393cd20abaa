"""Support: what Support Points buy before a battle, and how it works in it."""

from __future__ import annotations

from functools import partial

from sandtable.binding.choosing import choose, each_of
from sandtable.binding.effects import put_on, take_off
from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.shooting.targets import in_melee_with
from sandtable.books.forgotten_ruin.chapters.squad.roster import platoon_leader, platoon_sergeant
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.chapters.story_points.uses import gain_support, points_to_offer
from sandtable.books.forgotten_ruin.missions.mission_tables import ResultRow, mission_tables
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.missions.regions import is_in_region, make_unaware, may_be_unaware
from sandtable.books.forgotten_ruin.modifiers import SERGEANT, SHOTS, WHY_NOT_TARGET
from sandtable.books.forgotten_ruin.naming import mob_called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    GUNFIRE,
    WINDOWS,
    Activation,
    Gunfire,
    Moment,
)
from sandtable.kernel import Candidate, ChooseOne, Modifier, Number, Play, rule

FIRE, SNIPER, LOGISTICAL, PLANNING = (
    "fire support",
    "sniper support",
    "logistical support",
    "planning support",
)
LEADER = "platoon leader"

SNIPER_SHOTS = 3
"""How often the sniper shoots in a battle (FR-MIS-16)."""
SNIPER_DAMAGE = 1
"""FR-MIS-17."""
LOADS = 3
"""Loads of ammunition that Logistical support brings (FR-MIS-18)."""
EXTRA_SHOTS = 2
"""Shots that one load adds (FR-MIS-18)."""
LOADED = "a load of ammunition"
UNDERGROUND = "Underground"


@preparation("support", "FR-MIS-11", "FR-MIS-12")
async def buy_support(play: Play[Battle]) -> None:
    """The player says how many Support Points to spend; each is one roll, and Story Points buy more."""
    state, seat = play.state, play.state.seats[0]
    held = state.stock.support_points
    if held == 0:
        return
    more = points_to_offer(state)
    bought = f" {held} there, and a Story Point buys each further one." if more else ""
    rules = ("FR-MIS-11", "FR-MIS-12", *(("FR-STP-10",) if more else ()))
    question = Number(
        seat, "spend support", f"How many Support Points are spent?{bought}", rules, least=0, most=held + more
    )
    spent: int = await play.ask(question)
    for _ in range(spent - held):
        await gain_support(play, seat, Moment(seat))
    state.stock.support_points -= spent
    play.tell("Support bought", "FR-MIS-11", "FR-MIS-12", points=spent)
    for _ in range(spent):
        await receive(
            play, await roll_on(play, "support", mission_tables().support, "FR-MIS-13", "FR-MIS-11")
        )


@rule("FR-MIS-13", "FR-MIS-14", "FR-MIS-15", "FR-MIS-37")
async def receive(play: Play[Battle], row: ResultRow) -> None:
    """A result takes effect once; a repeated one, and mortars underground, are lost."""
    state = play.state
    support = row.result.lower()
    if support in state.mission.support:
        play.tell("Support wasted", "FR-MIS-14", row.rule, support=support, why="it is there already")
        return
    if support == FIRE and is_in_region(state, UNDERGROUND):
        play.tell("Support wasted", "FR-MIS-37", row.rule, support=support, why="nobody fires underground")
        return
    state.mission.support = (*state.mission.support, support)
    play.tell("Support", "FR-MIS-13", row.rule, support=support)
    if support == SNIPER:
        state.mission.sniper_shots = SNIPER_SHOTS
    elif support == LOGISTICAL:
        state.mission.ammunition = LOADS
    elif support == SERGEANT:
        _join(state, platoon_sergeant(state))
    elif support == LEADER:
        _join(state, platoon_leader(state))


@rule("FR-MIS-20", "FR-MIS-21", "FR-MIS-22")
def _join(state: Battle, officer: Soldier) -> None:
    """Platoon personnel deploy with the squad and are no members of it."""
    # FR-COOP-03: the Officer leads them, who is the first player.
    officer.seat = state.seats[0]
    state.soldiers[officer.id] = officer


# ---- Sniper support -----------------------------------------------------------------------------


@rule("FR-MIS-16", "FR-SHT-08")
def sniper_targets(state: Battle, soldier: Soldier) -> list[Enemy]:
    """Any enemy that the active soldier sees, not only the closest of a mob, unless it fights a soldier."""
    return [
        one
        for one in state.enemies_on_table()
        if one.side != "squad"
        and sees(state, soldier, one)
        and not any(each.side == "squad" for each in in_melee_with(state, one))
        and WHY_NOT_TARGET.first(state, soldier, one, "shooting") is None
    ]


def _may_snipe(play: Play[Battle], seat: str, now: Activation) -> bool:
    state = play.state
    return (
        state.mission.sniper_shots > 0
        and isinstance(now.figure, Soldier)
        and now.figure.on_table
        and not now.figure.copy_of
        and not state.has_used(once("round", "sniper"))
        and bool(sniper_targets(state, now.figure))
    )


@WINDOWS.offer(ACTIVATION_STARTED, "sniper support", "FR-MIS-16", _may_snipe)
@WINDOWS.offer(ACTIVATION_ENDED, "sniper support", "FR-MIS-16", _may_snipe)
@rule("FR-MIS-17")
async def snipe(play: Play[Battle], seat: str, now: Activation) -> None:
    """Just before or after an active soldier acts; it Hits without a die, with +1 damage and no save."""
    state, soldier = play.state, now.figure
    assert isinstance(soldier, Soldier)
    topic, prompt = "choose sniper target", "Whom does the sniper shoot?"
    rules, targets, about = ("FR-MIS-16", "FR-MIS-17"), sniper_targets(state, soldier), (soldier.id,)
    target = await choose(play, seat, topic, prompt, rules, targets, partial(name_of, state), about=about)
    state.mission.sniper_shots -= 1
    use(state, once("round", "sniper"))
    play.tell("sniper shoots", "FR-MIS-16", "FR-MIS-17", figure=soldier.id, target=target.id)
    hit = Hit(
        damage=SNIPER_DAMAGE,
        how="shooting",
        rules=("FR-MIS-17",),
        attacker="",
        unit="sniper",
        traits=("no saves",),
    )
    await strike(play, target, [hit], "FR-MIS-17")


# ---- Logistical support -------------------------------------------------------------------------


def takes_a_load(weapon: Weapon) -> bool:
    """Any firearm of the squad, but no explosive or bow, nothing with little ammunition, nothing magical."""
    is_other = any(one in weapon.traits for one in ("limited_ammo", "bow", "archery"))
    return weapon.shots > 0 and not is_other and not weapon.magical


@SHOTS.source("FR-MIS-18")
def shots_of_a_load(state: Battle, soldier: Soldier, weapon: Weapon) -> Modifier | None:
    """Two shots more for the weapon fired in the activation in which a load is used."""
    if not soldier.is_under(LOADED) or not takes_a_load(weapon):
        return None
    return Modifier(EXTRA_SHOTS, LOADED, "FR-MIS-18")


def _is_loaded(play: Play[Battle], seat: str, now: Gunfire) -> bool:
    return bool(now.by) and play.state.figure(now.by).is_under(LOADED)


@WINDOWS.consequence(GUNFIRE, LOADED, "FR-MIS-18", _is_loaded)
async def fire_the_load(play: Play[Battle], seat: str, now: Gunfire) -> None:
    """A load is two shots: where a Tactic lets the weapon be shot again, they are gone."""
    take_off(play.state.figure(now.by), LOADED)


@action("Use a load", "FR-MIS-18", free=True)
class UseALoad(Action):
    """A load of ammunition adds shots to the weapon fired in this activation."""

    group = "Items"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """While loads are left and the soldier has a firearm that is no explosive."""
        if state.mission.ammunition <= 0 or soldier.is_under(LOADED) or activation.actions <= 0:
            return []
        if not any(takes_a_load(one) for one in soldier.weapons):
            return []
        label = f"Use a load of ammunition ({state.mission.ammunition} left)"
        return [Candidate("use a load", label, True, rules=("FR-MIS-18",))]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: bool) -> None:
        """Two shots more for the weapon fired in this activation."""
        play.state.mission.ammunition -= 1
        put_on(soldier, Effect(LOADED, "FR-MIS-18", until="activation", number=EXTRA_SHOTS))
        play.tell("load used", "FR-MIS-18", figure=soldier.id, left=play.state.mission.ammunition)


# ---- Planning support ---------------------------------------------------------------------------


@rule("FR-MIS-19")
async def plan_ahead(play: Play[Battle]) -> None:
    """After both sides stand the player may pick a mob that begins Unaware."""
    state = play.state
    mobs = may_be_unaware(state)
    if PLANNING not in state.mission.support or not mobs:
        return

    def candidates() -> list[Candidate]:
        told = each_of(mobs, lambda one: f"{mob_called(state, one)} ({one.training})", "FR-MIS-19")
        return [*told(), Candidate("none", "none of them", rules=("FR-MIS-19",))]

    topic, prompt = "choose unaware mob", "Which mob begins Unaware?"
    chosen = await play.ask(ChooseOne(state.seats[0], topic, prompt, ("FR-MIS-19",), candidates))
    if chosen in mobs:
        make_unaware(play, chosen, "FR-MIS-19")
