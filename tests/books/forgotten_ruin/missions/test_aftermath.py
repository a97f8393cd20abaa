"""What a mission leaves behind, and who commands whom."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import recovery_turns
from sandtable.books.forgotten_ruin.enemies.villains.roster import champions_killed
from sandtable.books.forgotten_ruin.missions.aftermath import settle_mission
from sandtable.books.forgotten_ruin.missions.objectives.fighting import mark
from sandtable.books.forgotten_ruin.missions.personal_tasks import roll_task
from sandtable.books.forgotten_ruin.missions.preparing import prepare
from sandtable.books.forgotten_ruin.missions.requirements import generate
from sandtable.books.forgotten_ruin.offers import offers
from sandtable.books.forgotten_ruin.state import Objective, Stock
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Removal
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import enemy, perform, soldier, start

FORCE = offers().forces[0].id
TASK = "kill an enemy champion"


@covers("FR-MIS-28", "FR-SQD-24", "FR-DIF-18")
@pytest.mark.parametrize(
    ("missed", "options", "knack", "region", "battles"),
    [
        (1, (), "", "Arctic", 2),
        (2, ("Slow recovery",), "Healthy", "Arctic", 3),
        (1, (), "Healthy", "Plains", 0),
        (0, ("Slow recovery",), "", "Arctic", 0),
    ],
)
def test_cold_slow_recovery_and_health_change_a_recovery_of_at_least_one(
    missed, options, knack, region, battles
):
    switches = Switches(difficulty_options=options)
    assert recovery_turns(missed, switches, knack, region) == battles


@covers("FR-MIS-28", "FR-MIS-27")
def test_without_the_terrain_rules_the_cold_does_nothing():
    assert recovery_turns(1, Switches(region_terrain_rules=False), "", "Arctic") == 1


@covers("FR-MIS-28", "FR-MIS-22")
def test_only_known_personalities_have_a_recovery():
    casualties = [soldier("S1", is_personality=True), soldier("S2"), soldier("PL", position="platoon leader")]
    for one in casualties:
        one.where = "casualty"
    played = perform(mission(*casualties, region="Arctic"), settle_mission)
    assert [told.facts["figure"] for told in played.told("recovery")] == ["S1"]
    assert [told.facts["figure"] for told in played.told("officer is a casualty")] == ["PL"]


@covers("FR-VIL-04", "FR-OBJ-24")
def test_a_champion_who_was_a_target_may_become_a_villain_like_any_other():
    champion = enemy("M1.1", is_champion=True)
    state = mission(soldier("S1"), champion, objectives=(Objective("O1", "Eliminate a High-value Target"),))

    async def falls(play):
        mark(play, play.state.objectives["O1"], play.state.enemies["M1.1"])
        fallen = play.state.enemies["M1.1"]
        fallen.where = "casualty"
        await WINDOWS.open(play, FIGURE_REMOVED, Removal("A", fallen, "casualty", "S1", "shooting"))

    played = perform(state, falls)
    assert [one.id for one in champions_killed(played.state)] == ["M1.1"]


@covers("FR-COOP-07")
@pytest.mark.parametrize(("before", "wanted", "points"), [(2, True, 1), (1, True, 0), (2, False, 0)])
def test_every_third_battle_against_an_enemy_player_is_worth_a_story_point(before, wanted, points):
    state = mission(
        soldier("S1"),
        seats=("A", "B"),
        enemy_seat="B",
        stock=Stock(story_points=0, enemy_player_battles=before),
        switches={"enemy_player_story_points": wanted},
    )
    assert perform(state, settle_mission).state.stock.story_points == points


@covers("FR-MIS-72")
@pytest.mark.parametrize(
    ("answer", "task"), [("keep", TASK), ("replace", "kill an opponent in hand-to-hand")]
)
def test_who_is_drawn_again_keeps_the_old_task_or_takes_the_new(answer, task):
    state = mission(
        soldier("S1"),
        switches={"persistent_personal_tasks": True},
        stock=Stock(story_points=0, unfinished_tasks={"S1": TASK}),
    )
    played = start(state, roll_task, {"d100 personal task": [1, 1]}).answer(answer).over()
    assert played.state.mission.personal_task == task


@covers("FR-MIS-72")
def test_only_tasks_of_the_table_are_handed_over():
    with pytest.raises(Refused) as refused:
        prepare(None, {"A": FORCE}, {"unfinished_tasks": {"S1": "sing"}})
    assert refused.value.refusals[0].rule == "FR-MIS-72"


@covers("FR-OBJ-19")
@pytest.mark.parametrize(("phase", "since"), [("slow", 4), ("end", 5)])
def test_hold_off_the_enemy_counts_from_the_round_in_progress_or_the_next(phase, since):
    played = perform(mission(soldier("S1"), round=4, phase=phase), generate, {"d100 objectives": [8, 1]})
    made = played.returned
    assert made.since == since


# ---- Who commands whom --------------------------------------------------------------------------


def seats_of(state):
    return {one.id: one.seat for one in state.soldiers.values()}


@covers("FR-COOP-01")
def test_two_players_have_a_fire_team_each_and_the_first_the_squad_leader():
    state = prepare(None, {"A": FORCE, "B": FORCE}, {"mode": "coop_split"})
    assert [list(seats_of(state).values()).count(one) for one in "AB"] == [5, 4]
    assert seats_of(state)["S1"] == "A"


@covers("FR-COOP-01")
def test_soldiers_may_be_shared_out_otherwise():
    state = prepare(
        None, {"A": FORCE, "B": FORCE}, {"mode": "coop_split", "commands": {"B": ["S1"], "A": ["S6"]}}
    )
    assert (seats_of(state)["S1"], seats_of(state)["S6"]) == ("B", "A")


@covers("FR-COOP-01")
@pytest.mark.parametrize("commands", [{"Z": ["S1"]}, {"B": ["S99"]}])
def test_nobody_commands_whoever_is_not_there(commands):
    with pytest.raises(Refused) as refused:
        prepare(None, {"A": FORCE, "B": FORCE}, {"mode": "coop_split", "commands": commands})
    assert refused.value.refusals[0].rule == "FR-COOP-01"


@covers("FR-COOP-03")
def test_the_officer_leads_no_soldier_of_the_squad():
    state = prepare(None, {"A": FORCE, "B": FORCE}, {"mode": "coop_split", "coop_officer": True})
    assert set(seats_of(state).values()) == {"B"}


@covers("FR-COOP-08")
@pytest.mark.parametrize(("turn", "squad", "foe"), [(4, "A", "B"), (5, "B", "A")])
def test_players_take_turns_at_the_squad(turn, squad, foe):
    options = {"mode": "enemy_player", "alternate_roles": True, "campaign_turn": turn}
    state = prepare(None, {"A": FORCE, "B": FORCE}, options)
    assert (state.seats, state.enemy_seat) == ((squad, foe), foe)
    assert set(seats_of(state).values()) == {squad}


def test_a_mission_is_not_over_before_it_is_settled():
    position = {
        "soldiers": {"S1": {"where": "left"}},
        "mobs": {"M1": {"type": "Orcs", "at": [[10, 25]], "champions": [1]}},
        "enemies": {"M1.1": {"where": "casualty", "fell_to_squad": True}},
        "won": True,
        "phase": "end",
    }
    game = next(
        game
        for seed in range(60)
        if (game := sandtable.new("forgotten-ruin", position=position, seed=seed)).decision is not None
    )
    assert not game.result
    game.answer("Morga", seat="A")
    assert game.result is not None
    assert game.result.winners == ("A",)
