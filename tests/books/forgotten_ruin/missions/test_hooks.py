"""Rules of missions that must be felt by other chapters: who waits, who stands still, what deeds count."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS
from sandtable.books.forgotten_ruin.chapters.activations.activations import may_still_move
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove
from sandtable.books.forgotten_ruin.enemies.activating import units_to_act
from sandtable.books.forgotten_ruin.enemies.monsters.acting import summon
from sandtable.books.forgotten_ruin.missions.personal_tasks import EVERY_ROUND
from sandtable.books.forgotten_ruin.missions.victory import close
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_MOVE
from sandtable.books.forgotten_ruin.state import Item, Stock
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    PHASE_ENDED,
    WINDOWS,
    Activation,
    PhaseMoment,
)
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import enemy, perform, rule_of, soldier


@covers("FR-SPM-15")
@pytest.mark.parametrize(("round", "refused"), [(1, "FR-SPM-15"), (2, "")])
def test_nobody_in_a_camp_moves_in_round_one(round, refused):
    state = mission(
        soldier("S1"), enemy("M1.1"), kind="special", special_condition="Enemy encampment", round=round
    )
    assert rule_of(WHY_NOT_MOVE.first(state, state.enemies["M1.1"])) == refused
    assert WHY_NOT_MOVE.first(state, state.soldiers["S1"]) is None


@covers("FR-FIN-07")
@pytest.mark.parametrize(("round", "acting"), [(2, []), (3, ["B1"])])
def test_the_enemy_phase_passes_over_a_guardian_that_waits(round, acting):
    guardian = enemy("B1", kind="monster", monster_points=4, note="waits", arrived=0)
    state = mission(soldier("S1"), guardian, kind="artifact", round=round)
    assert [unit.id for unit in units_to_act(state)] == acting


@covers("FR-MIS-62")
def test_a_roar_of_an_independent_monster_is_remembered_for_its_own_point_only():
    lone = enemy("B1", kind="monster", monster_points=4, side="independent")
    played = perform(mission(soldier("S1"), lone), lambda play: summon(play, play.state.enemies["B1"]))
    assert played.state.aggression == 1
    assert played.state.monsters_at_call is None


@covers("FR-LOOT-49")
def test_who_has_leapt_does_not_move_besides():
    stock = Stock(story_points=0, consumables=(Item("Potion of Leaping", "potion", uses=1),))
    state = mission(soldier("S1", (10.0, 10.0)), stock=stock)
    leap = ACTIONS["Use a potion"]

    async def drink(play):
        one = play.state.soldiers["S1"]
        now = Activation(one.seat, one)
        await leap.carry_out(play, one, ("Potion of Leaping", False, now))
        return may_still_move(now)

    played = perform(state, drink, answers=[{"models": [[10.0, 15.0]]}])
    assert played.returned is False


@covers("FR-MIS-70", "FR-MIS-71")
def test_a_soldier_who_served_a_round_without_a_hit_earns_the_story_point_when_the_battle_ends():
    task: dict[str, Any] = {"personal_task": "take no Hit from any attack", "task_soldier": "S1"}

    async def served(play):
        await WINDOWS.open(play, PHASE_ENDED, PhaseMoment("A", "slow"))
        close(play, "the last rounds are over", "FR-POST-02")

    assert perform(mission(soldier("S1"), **task), served).state.stock.story_points == 1

    async def struck(play):
        hit = Hit(how="shooting", attacker="M1.1", unit="M1")
        await strike(play, play.state.soldiers["S1"], [hit])
        await served(play)

    hurt = perform(mission(soldier("S1"), enemy("M1.1"), **task), struck, {"damage S1": [1]})
    assert hurt.state.stock.story_points == 0


@covers("FR-MIS-71")
@pytest.mark.parametrize(("attacked", "idle", "attacks"), [(True, 0, 1), (False, 1, 0)])
def test_a_round_without_an_attack_counts_where_an_enemy_is_in_sight(attacked, idle, attacks):
    task: dict[str, Any] = {"personal_task": EVERY_ROUND, "task_soldier": "S1"}

    async def rule(play):
        # A soldier may activate twice in a round; one attack is enough.
        for attacks in (attacked, False):
            one = play.state.soldiers["S1"]
            now = Activation("A", one)
            await WINDOWS.open(play, ACTIVATION_STARTED, now)
            one.has_attacked = attacks
            await WINDOWS.open(play, ACTIVATION_ENDED, now)
        await WINDOWS.open(play, PHASE_ENDED, PhaseMoment("A", "slow"))

    deeds = perform(mission(soldier("S1"), enemy("M1.1"), **task), rule).state.soldiers["S1"].deeds
    assert (deeds.rounds_without_attack, deeds.attacks) == (idle, attacks)


@covers("FR-MIS-71", "FR-MIS-70")
def test_kills_of_the_shot_and_of_a_combat_later_are_not_those_of_a_single_attack():
    orcs = [enemy(f"M1.{number}", (10.0 + 2 * number, 20.0)) for number in range(1, 5)]

    async def rule(play):
        now = Activation("A", play.state.soldiers["S1"])
        await WINDOWS.open(play, ACTIVATION_STARTED, now)
        for one in ("M1.1", "M1.2"):
            await remove(play, play.state.enemies[one], "casualty", "FR-HIT-03", by="S1", means="shooting")
        await WINDOWS.open(play, ACTIVATION_ENDED, now)
        await remove(play, play.state.enemies["M1.3"], "casualty", "FR-HIT-03", by="S1", means="hand-to-hand")

    deeds = perform(mission(soldier("S1"), *orcs), rule).state.soldiers["S1"].deeds
    assert (deeds.kills, deeds.most_kills_at_once) == (3, 2)
