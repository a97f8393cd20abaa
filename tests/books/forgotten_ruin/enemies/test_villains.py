"""Villains: goals, provocation, how they move and attack, and the roster of the campaign."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.enemies.movement.deploying import deploy_villains
from sandtable.books.forgotten_ruin.enemies.villains.roster import (
    create_villains,
    read_villain,
    settle_fallen_villains,
)
from sandtable.books.forgotten_ruin.state import Goal, Marker, Objective, Stock
from sandtable.books.forgotten_ruin.stock import Rostered
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.armed import skirmish
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


def villain(at=(18.0, 30.0), **facts):
    """A villain of two Monster Points."""
    facts.setdefault("monster_points", 2)
    return enemy("V1", at, kind="villain", is_champion=True, **facts)


def goal_of(played):
    """What villain V1 is after now."""
    goal = played.state.enemies["V1"].goal
    assert goal is not None
    return goal


@covers("FR-VPL-01", "FR-VPL-02")
@pytest.mark.parametrize(
    ("die", "kind"),
    [(1, "objective"), (2, "objective"), (3, "investigation"), (4, "soldiers"), (5, "centre")],
)
def test_a_villain_rolls_its_goal_when_it_first_moves(die, kind):
    markers = {
        "K1": Marker("K1", "objective", (30.0, 20.0)),
        "K2": Marker("K2", "objective", (5.0, 5.0)),
        "K3": Marker("K3", "investigation", (20.0, 33.0)),
    }
    state = battle(soldier("S1", (18.0, 2.0)), villain(), markers=markers)
    played = perform(state, enemy_phase, {"villain goal V1": [die]})
    goal = goal_of(played)
    assert goal.kind == kind
    if kind == "objective":
        assert goal.target == "K1"
    played.state.enemies["V1"].acted = False
    again = perform(played.state, enemy_phase)
    assert again.rolled() == []


@covers("FR-VPL-02")
def test_a_leader_is_drawn_at_random_from_the_pool_of_the_switch():
    soldiers = [
        soldier("S1", (5.0, 2.0), position="squad leader"),
        soldier("S2", (10.0, 2.0), position="fire team leader"),
        soldier("S3", (15.0, 2.0)),
        soldier("PL", (20.0, 2.0), position="platoon leader"),
    ]
    played = perform(
        battle(*soldiers, villain()), enemy_phase, {"villain goal V1": [6], "choose leader": [3]}
    )
    assert played.state.enemies["V1"].goal == Goal("leader", "PL")
    # Page 55 names leaders of fire teams or platoons, the quick reference those of squads or platoons.
    for pool, first in (("p55", "S2"), ("quick_reference", "S1")):
        for face, leader in ((1, first), (2, "PL")):
            only = battle(*soldiers, villain(), switches={"villain_leader_pool": pool})
            played = perform(only, enemy_phase, {"villain goal V1": [6], "choose leader": [face]})
            assert played.state.enemies["V1"].goal == Goal("leader", leader)


@covers("FR-VPL-08")
def test_a_villain_goes_for_its_goal_at_its_speed_and_does_not_dash():
    state = battle(soldier("S1", (2.0, 2.0)), villain((18.0, 32.0), goal=Goal("centre", at=(18.0, 18.0))))
    played = perform(state, enemy_phase)
    assert played.state.enemies["V1"].at == pytest.approx((18.0, 27.0), abs=0.01)


@covers("FR-VPL-03")
def test_a_soldier_in_the_way_is_charged():
    # Deep in the wood the soldier is not seen and provokes nobody, but stands 0.5 in beside the path.
    wood = Piece("wood", "bushes", box_outline(15.0, 22.0, 23.0, 28.0), 0.0, ("area",))
    goal = Goal("centre", at=(18.0, 18.0))
    state = battle(soldier("S1", (19.0, 25.5)), villain((18.0, 30.0), goal=goal), terrain=[wood])
    played = perform(state, enemy_phase)
    assert gap(played.state.enemies["V1"], played.state.soldiers["S1"]) <= 0.01
    assert "FR-VPL-03" in played.cited()
    assert "FR-VPL-04" not in played.cited()


@covers("FR-VPL-04")
@pytest.mark.parametrize(("far", "provoked"), [(9.9, True), (9.995, False), (10.0, False)])
def test_a_visible_soldier_nearer_than_a_double_move_provokes_a_villain(far, provoked):
    state = battle(soldier("S1", (18.0, 30.0 - far - 1.0)), villain(goal=Goal("centre", at=(30.0, 30.0))))
    goal = perform(state, enemy_phase).state.enemies["V1"].goal
    assert (goal == Goal("eliminate", "S1")) is provoked


@covers("FR-VPL-04")
def test_the_last_attacker_is_the_new_goal_and_is_kept_until_it_is_gone():
    state = battle(
        soldier("S1", (18.0, 2.0)),
        soldier("S2", (18.0, 23.0)),
        villain(goal=Goal("centre", at=(18.0, 18.0)), last_attacker="S1"),
    )
    played = perform(state, enemy_phase)
    assert played.state.enemies["V1"].goal == Goal("eliminate", "S1")


@covers("FR-VPL-05")
def test_after_its_target_is_gone_a_villain_rolls_anew():
    state = battle(
        soldier("S1", (18.0, 2.0)),
        soldier("S2", (2.0, 2.0)),
        villain(goal=Goal("eliminate", "S1"), last_attacker="S1"),
    )
    state.soldiers["S1"].where = "left"
    played = perform(state, enemy_phase, {"villain goal V1": [5]})
    assert goal_of(played).kind == "centre"
    assert "FR-VPL-05" in played.cited()


@covers("FR-VPL-06")
@pytest.mark.parametrize(("far", "engages"), [(10.0, True), (10.2, False)])
def test_at_its_goal_a_villain_stays_or_engages_who_comes_within_a_double_move(far, engages):
    goal = Goal("centre", at=(18.0, 30.0))
    state = battle(soldier("S1", (18.0, 30.0 - far - 1.0)), villain(goal=goal))
    played = perform(state, enemy_phase)
    moved = played.state.enemies["V1"].at != (18.0, 30.0)
    assert moved is engages
    assert "FR-VPL-06" in played.cited()


@covers("FR-VPL-07")
def test_a_goal_that_is_no_more_gives_way_to_the_last_striker_or_the_nearest_soldier():
    done = Objective("O1", "Scout the Area", state="complete")
    state = battle(
        soldier("S1", (18.0, 2.0)),
        villain(goal=Goal("objective", "K1", (10.0, 10.0))),
        objectives={"O1": done},
        markers={"K1": Marker("K1", "objective", (10.0, 10.0), gone=True)},
    )
    played = perform(state, enemy_phase)
    assert played.state.enemies["V1"].goal == Goal("soldiers")
    assert "FR-VPL-07" in played.cited()


@covers("FR-VPL-08", "FR-EAI-11")
def test_a_villain_dashes_at_whom_it_is_to_engage_within_two_moves():
    state = battle(soldier("S1", (18.0, 22.0)), villain(goal=Goal("eliminate", "S1")))
    played = perform(state, enemy_phase)
    assert played.told("enemy plans")[0].facts["dashes"] is True
    assert gap(played.state.enemies["V1"], played.state.soldiers["S1"]) == pytest.approx(0.1, abs=0.01)


@covers("FR-VPL-08", "FR-VIL-09")
def test_a_villain_with_hellfire_prefers_it_to_a_dash():
    fiery = villain(goal=Goal("eliminate", "S1"), ability="Hellfire spell")
    state = skirmish(soldier("S1", (18.0, 22.0)), fiery)
    played = perform(state, enemy_phase, {"hellfire V1": [4], "damage S1": [1]})
    assert played.state.soldiers["S1"].where == "casualty"  # 1 and 2 reach Toughness 3
    assert played.told("enemy plans")[0].facts["dashes"] is False


@covers("FR-VIL-09", "FR-ENE-38")
def test_a_sorcerer_with_hellfire_curses_whoever_has_a_saving_throw():
    fiery = villain(goal=Goal("eliminate", "S1"), ability="Hellfire spell", is_sorcerer=True)
    armoured = skirmish(soldier("S1", (18.0, 15.0), save=5), fiery)
    assert [why for why, _ in perform(armoured, enemy_phase, {"curse V1": [1]}).rolled()] == ["curse V1"]
    bare = skirmish(soldier("S1", (18.0, 15.0)), fiery)
    assert [why for why, _ in perform(bare, enemy_phase, {"hellfire V1": [3]}).rolled()] == ["hellfire V1"]


@covers("FR-VPL-09", "FR-AGG-04")
def test_a_villain_on_a_marker_feeds_the_aggression():
    from sandtable.books.forgotten_ruin.chapters.aggression.score import aggression_phase

    state = battle(
        soldier("S1"), villain((18.0, 30.0)), markers={"K1": Marker("K1", "objective", (18.3, 30.0))}
    )
    played = perform(state, aggression_phase, {"aggression": [2]})
    assert played.state.aggression == 3
    assert "FR-VPL-09" in played.cited()


@covers("FR-VPL-10")
@pytest.mark.parametrize(("die", "kind"), [(1, "centre"), (2, "soldiers")])
def test_villains_may_reconsider(die, kind):
    state = battle(
        soldier("S1", (18.0, 2.0)), villain(goal=Goal("soldiers")), switches={"villains_reconsider": True}
    )
    dice = {"reconsider V1": [die], **({"villain goal V1": [5]} if die == 1 else {})}
    assert goal_of(perform(state, enemy_phase, dice)).kind == kind


@covers("FR-BIG-16")
def test_streamlined_villains_go_for_the_nearest_soldier_without_a_roll():
    state = battle(soldier("S1", (18.0, 2.0)), villain(), switches={"streamlined_enemies": True})
    played = perform(state, enemy_phase)
    assert played.rolled() == []
    assert played.state.enemies["V1"].at == pytest.approx((18.0, 25.0))


# The roster


@covers("FR-VIL-04", "FR-VIL-05", "FR-VIL-06", "FR-VIL-07", "FR-VIL-14", "FR-VIL-15", "FR-VIL-18")
def test_champions_killed_in_a_won_mission_may_become_villains():
    figures = [enemy(f"M1.{n}", is_champion=True, type="Cultists", monster_points=2) for n in (1, 2, 3, 4)]
    state = skirmish(soldier("S1"), *figures, won=True)

    async def rule(play):
        from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove

        for id in ("M1.1", "M1.2", "M1.3"):
            await remove(play, play.state.enemies[id], "casualty", "FR-HIT-03", by="S1")
        await remove(play, play.state.enemies["M1.4"], "withdrawn", "FR-AGG-15")
        return await create_villains(play)

    dice = {
        "villain M1.1": [6],
        "villain M1.2": [2],
        "villain M1.3": [6],
        "villain ability M1.1": [3],
        "villain ability M1.3": [5],
        "survival M1.1": [1],
        "survival M1.3": [6],
        "villain name M1.1": [1, 2],
    }
    played = perform(state, rule, dice, ["", "Yrsa | Red"])
    assert list(played.state.stock.villains) == [
        Rostered("Gorzhak Bonegnawer", "Cultists", "Enchanted defences"),
        Rostered("Yrsa Red", "Cultists", "Warlord"),
    ]


@covers("FR-VIL-04")
def test_a_lost_mission_makes_no_villains():
    state = battle(soldier("S1"), enemy("M1.1", is_champion=True, fell_to_squad=True))
    assert perform(state, create_villains).returned == []


@covers("FR-VIL-16", "FR-VIL-17")
def test_a_villain_brought_down_escapes_on_a_1_and_is_defeated_otherwise():
    figures = [
        enemy("V1", kind="villain", monster_points=3),
        enemy("V2", kind="villain"),
        enemy("V3", kind="villain"),
    ]
    for one, name in zip(figures, ("Ann", "Bob", "Cyd"), strict=True):
        one.name = name
        one.where = "casualty"
    figures[2].where = "on the table"
    roster = tuple(
        Rostered(name, "Orcs", "Warlord", points) for name, points in (("Ann", 3), ("Bob", 2), ("Cyd", 2))
    )
    state = battle(soldier("S1"), *figures, stock=Stock(story_points=1, villains=roster))
    played = perform(
        state, settle_fallen_villains, {"villain fate V1": [1], "survival V1": [3], "villain fate V2": [2]}
    )
    assert played.returned == ["Bob"]
    assert played.state.stock.villains == (
        Rostered("Ann", "Orcs", "Warlord", 4),
        Rostered("Cyd", "Orcs", "Warlord", 2),
    )
    assert (played.state.stock.story_points, played.state.stock.victory_points) == (2, 1)


@covers("FR-VIL-01")
def test_an_entry_of_the_roster_is_read_as_people_type_it():
    entry = read_villain("Ann|Orcs|Warlord|3|Heavies|sorcerer")
    assert (entry.training, entry.is_sorcerer, entry.points) == ("Heavies", True, 3)
    assert read_villain("Ann|Orcs|Warlord|3").training == "Warriors"


@covers("FR-VIL-03", "FR-MON-09")
def test_a_villain_that_is_set_up_has_no_facing_and_nobody_is_told_of_one():
    async def deploys(play):
        await deploy_villains(play, [play.state.enemies["V1"]])

    shown = perform(battle(soldier("S1"), villain()), deploys, {})
    told = [one.kind for one in shown.game.events(all_seats=True)]
    assert "figure placed" in told
    assert "monster faces" not in told
