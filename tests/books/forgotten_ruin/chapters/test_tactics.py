"""Leadership Tactics: one a mission, none twice, for the rest of the round."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.binding.limits import once
from sandtable.books.forgotten_ruin.chapters.activations.activations import activate
from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.armory import grenade_limit, weapon
from sandtable.books.forgotten_ruin.chapters.battle_round.phases import (
    aggression_step,
    end_action_phase,
    soldiers_act,
    start_round,
)
from sandtable.books.forgotten_ruin.chapters.tactics import (
    invoke,
    is_active,
    set_dice,
    tactic_candidates,
    tactics,
    uses_left,
    why_not_invoke,
)
from sandtable.books.forgotten_ruin.missions import support  # noqa: F401 - the platoon sergeant
from sandtable.books.forgotten_ruin.state import Contact
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import activating, menu, no_points
from tests.books.forgotten_ruin.stage import battle, enemy, perform, rule_of, soldier, start


def rifleman(id: str = "S1", at: tuple[float, float] = (10.0, 10.0), *names: str, **facts: Any):
    return soldier(id, at, weapons=tuple(weapon(one) for one in names or ("assault rifle",)), **facts)


def field(*figures: Any, **facts: Any):
    facts.setdefault("stock", no_points())
    return battle(*figures, **facts)


def invoking(tactic: str):
    return lambda play: invoke(play, "A", tactic)


@covers("FR-TAC-05")
def test_there_are_eight_tactics():
    assert [one.rule for one in tactics().values()] == [f"FR-TAC-{number:02}" for number in range(6, 14)]


@covers("FR-TAC-01", "FR-TAC-04")
def test_one_tactic_a_mission():
    played = perform(field(soldier("S1")), invoking("Double time!"))
    assert is_active(played.state, "Double time!")
    assert uses_left(played.state)[0] == 0
    assert rule_of(why_not_invoke(played.state, "Firepower!")) == "FR-TAC-01"
    assert tactic_candidates(played.state) == []


@covers("FR-TAC-02", "FR-SQD-09")
def test_the_platoon_sergeant_brings_one_more():
    state = field(soldier("S1"), soldier("PS", (12.0, 10.0), position="platoon sergeant"))
    state.mission.support = ("platoon sergeant",)
    left, rules = uses_left(state)
    assert left == 2
    assert {"FR-TAC-02", "FR-SQD-09"} <= set(rules)


@covers("FR-TAC-02")
def test_extra_uses_of_a_battle_add_up():
    assert uses_left(field(soldier("S1"), extra_tactics=2))[0] == 3


@covers("FR-TAC-03")
def test_no_tactic_twice_in_a_battle_however_many_uses_are_left():
    state = field(soldier("S1"), extra_tactics=3, tactics=("Double time!",))
    assert rule_of(why_not_invoke(state, "Double time!")) == "FR-TAC-03"
    assert why_not_invoke(state, "Firepower!") is None


@covers("FR-EXR-07")
def test_the_first_exercise_has_no_tactics():
    state = field(soldier("S1"))
    state.mission.kind = "exercise 1"
    assert uses_left(state)[0] == 0


@covers("FR-TAC-04")
def test_a_tactic_is_invoked_between_two_activations_and_ends_with_the_round():
    state = field(soldier("S1", die=1), phase="quick")
    played = start(state, soldiers_act)
    assert "tactic Double time!" in menu(played)
    played.answer("tactic Double time!").over()
    state = played.state
    state.step = "staged rule"
    assert not is_active(start(state, start_round, {"reaction roll": [6]}).state, "Double time!")


@covers("FR-TAC-06", "FR-ARM-06")
def test_light_them_up_lets_every_assault_rifle_shoot_twice():
    state = field(rifleman(), enemy("M1.1", (10.0, 20.0)), enemy("M1.2", (12.0, 20.0)))
    state.active_tactics = ("Light them up!",)
    dice = {"hit S1": [5, 1, 6], "damage M1.1": [6], "damage M1.2": [5]}
    played = start(state, activating("S1"), dice).answer("fire", "assault rifle: M1.1", "assault rifle: M1.2")
    # The second shot shows a natural 1, which a stationary rifleman rerolls.
    played.answer("Aimed fire").over()
    assert [one.where for one in played.state.enemies.values()] == ["casualty", "casualty"]
    assert "FR-TAC-06" in played.cited()


@covers("FR-TAC-06")
def test_light_them_up_does_nothing_for_other_weapons():
    state = field(rifleman("S1", (10.0, 10.0), "submachine gun"), enemy("M1.1", (10.0, 20.0)))
    state.active_tactics = ("Light them up!",)
    played = start(state, activating("S1"), {"hit S1": [1, 1]}).answer("fire", "submachine gun: M1.1")
    assert played.game.decision is None


@covers("FR-TAC-07")
def test_firepower_gives_one_soldier_a_second_shot():
    state = field(rifleman(), rifleman("S2", (14.0, 10.0)), enemy("M1.1", (10.0, 20.0)))
    played = perform(state, invoking("Firepower!"), answers=["S1"])
    assert played.state.active_tactics == ("Firepower! S1",)
    state = played.state
    state.step = "staged rule"
    shot = start(state, activating("S1"), {"hit S1": [2, 3]}).answer("fire", "assault rifle: M1.1")
    shot.answer("assault rifle: M1.1").over()
    assert shot.state.soldiers["S1"].has_used(once("round", "Firepower!"))
    assert "FR-TAC-07" in shot.cited()


@covers("FR-TAC-07", "FR-ARM-23")
def test_firepower_may_give_one_grenade_more_instead():
    state = field(rifleman(), enemy("M1.1", (10.0, 20.0)))
    assert grenade_limit(state) == 2
    played = perform(state, invoking("Firepower!"), answers=["grenade"])
    assert grenade_limit(played.state) == 3


@covers("FR-TAC-08", "FR-MOV-11")
@pytest.mark.parametrize(("kind", "far"), [("move", 8.0), ("dash", 11.0)])
def test_double_time_moves_three_inches_farther(kind, far):
    state = field(soldier("S1", (10.0, 10.0)))
    state.active_tactics = ("Double time!",)
    played = start(state, activating("S1")).answer(kind)
    refusal = played.question.legal({"models": [[10.0, 10.1 + far]]})
    assert refusal is not None
    played.answer({"models": [[10.0, 10.0 + far]]})
    assert played.state.soldiers["S1"].at == pytest.approx((10.0, 10.0 + far))
    assert played.state.soldiers["S1"].has_used(once("round", "Double time!"))


@covers("FR-TAC-08", "FR-ARM-05")
def test_double_time_does_not_help_heavy_weapons():
    state = field(rifleman("S1", (10.0, 10.0), "squad automatic weapon"), enemy("M1.1", (10.0, 25.0)))
    state.active_tactics = ("Double time!",)
    played = start(state, activating("S1")).answer("move", {"models": [[10.0, 12.6]]})
    assert "fire" not in menu(played)


@covers("FR-TAC-09")
@pytest.mark.parametrize(("stacks", "hits"), [(True, 3), (False, 2)])
def test_a_natural_six_at_the_named_figure_scores_more_hits(stacks, hits):
    """Two Hits by the Tactic, and one more by the Great Hit where the two add up."""
    monster = enemy("B1", (10.0, 20.0), kind="monster", type="Ogre", toughness=6, monster_points=9)
    state = field(rifleman(), monster, switches={"bring_it_down_stacks": stacks})
    state.active_tactics, state.tactic_target = ("Bring it down!",), "B1"
    dice = {"hit S1": [6], "damage B1": [1] * hits}
    played = start(state, activating("S1"), dice).answer("fire", "assault rifle: B1").over()
    assert "FR-TAC-09" in played.cited()


@covers("FR-TAC-09")
def test_bring_it_down_names_one_enemy_figure():
    state = field(soldier("S1"), enemy("M1.1"), enemy("M1.2", (12.0, 20.0)))
    played = start(state, invoking("Bring it down!"))
    assert menu(played) == ["M1.1", "M1.2"]
    assert played.answer("M1.2").over().state.tactic_target == "M1.2"
    assert rule_of(why_not_invoke(field(soldier("S1")), "Bring it down!")) == "FR-TAC-09"


@covers("FR-TAC-10")
def test_get_stuck_in_is_offered_before_the_combats_and_gives_two_dice():
    state = field(
        soldier("S1", (10.0, 10.0)),
        enemy("M1.1", (10.0, 11.0)),
        phase="quick",
        contacts=(Contact("S1", "M1.1"),),
    )
    dice = {"combat S1": [2, 6], "combat M1.1": [3], "damage M1.1": [6]}
    played = start(state, end_action_phase, dice)
    assert menu(played) == ["tactic Bring it down!", "tactic Get stuck in!", "go on"]
    played.answer("tactic Get stuck in!")
    while played.game.decision is not None:
        played.answer(played.question.options()[-1].answer)
    assert played.state.enemies["M1.1"].where == "casualty"
    assert "FR-TAC-10" in played.cited()


@covers("FR-TAC-11")
@pytest.mark.parametrize(("count", "dice"), [(10, (2,) * 5 + (4,) * 5), (9, (2,) * 5 + (4,) * 4)])
def test_half_of_the_dice_rounded_up_show_two_and_the_others_four(count, dice):
    assert set_dice(count) == dice


@covers("FR-TAC-11")
def test_by_sections_takes_the_place_of_the_reaction_roll():
    state = field(soldier("S1", position="squad leader"), soldier("S2", (14.0, 10.0)))
    played = start(state, start_round).answer("tactic By sections!")
    assert played.state.dice == (2, 2, 4)
    assert played.rolled() == []
    assert rule_of(why_not_invoke(field(soldier("S1"), phase="quick"), "By sections!")) == "FR-TAC-11"


@covers("FR-TAC-12", "FR-FSP-07", "FR-FSP-08")
def test_mortars_come_without_a_call_and_cost_the_leader_the_action():
    state = field(
        soldier("S1", position="squad leader"), soldier("S2", (14.0, 10.0)), enemy("M1.1", (10.0, 25.0))
    )
    state.active_tactics = ("Mortars!",)
    assert "mortars" not in menu(start(state, activating("S2")))
    played = start(state, activating("S1"), {"deviation": [6], "damage M1.1": [6]}).answer("mortars")
    played.answer({"at": [10.0, 25.0]}).over()
    assert played.state.enemies["M1.1"].where == "casualty"
    assert "FR-TAC-12" in played.cited()
    assert played.state.active_tactics == ()


@covers("FR-TAC-12")
def test_mortars_need_a_mission_without_fire_support_above_ground_and_a_leader():
    leader = soldier("S1", position="squad leader")
    assert why_not_invoke(field(leader), "Mortars!") is None
    supported, below = field(leader), field(leader)
    supported.mission.support = ("fire support",)
    below.mission.region = "Underground"
    for state in (supported, below, field(soldier("S2"))):
        assert rule_of(why_not_invoke(state, "Mortars!")) == "FR-TAC-12"


@covers("FR-TAC-13")
def test_nothing_raises_the_score_while_mouths_are_shut():
    state = field(soldier("S1"), aggression=8)
    state.active_tactics = ("Shut your mouths!",)
    played = perform(state, lambda play: add_aggression(play, 5, "FR-INV-09"))
    assert played.state.aggression == 8
    assert "FR-TAC-13" in played.cited()


@covers("FR-TAC-13", "FR-ACT-11")
def test_reductions_still_work_while_mouths_are_shut():
    state = field(soldier("S1"), aggression=8)
    state.active_tactics = ("Shut your mouths!",)
    played = perform(
        state, lambda play: activate(play, play.state.soldiers["S1"]), answers=["tactical awareness"]
    )
    assert played.state.aggression == 7


@covers("FR-TAC-04")
def test_a_tactic_may_come_before_a_roll_it_affects_and_not_where_nothing_is_left_to_affect():
    state = field(rifleman(), enemy("M1.1", (10.0, 20.0)))
    played = start(state, activating("S1"), {"hit S1": [2, 3]})
    assert "tactic Double time!" in menu(played)
    played.answer("move", {"models": [[10.0, 11.0]]})
    assert "tactic Double time!" not in menu(played)
    played.answer("tactic Light them up!", "fire", "assault rifle: M1.1", "assault rifle: M1.1").over()
    assert "FR-TAC-06" in played.cited()


@covers("FR-TAC-04", "FR-TAC-13")
def test_mouths_may_be_shut_just_before_a_die_that_could_boil_over():
    state = field(soldier("S1"), enemy("M1.1"), aggression=4)
    played = start(state, aggression_step, {"aggression": [6]})
    assert menu(played) == ["tactic Shut your mouths!", "go on"]
    played.answer("tactic Shut your mouths!").over()
    assert played.state.aggression == 4
    calm = start(field(soldier("S1"), aggression=3), aggression_step, {"aggression": [6]})
    assert calm.game.decision is None


@covers("FR-TAC-09", "FR-ARM-16", "FR-SHT-18")
def test_a_warhead_with_a_natural_six_at_the_named_monster_scores_six_hits():
    monster = enemy("B1", (10.0, 20.0), kind="monster", type="Ogre", toughness=12, monster_points=9)
    state = field(rifleman("S1", (10.0, 10.0), "anti-tank weapon"), monster)
    state.active_tactics, state.tactic_target = ("Bring it down!",), "B1"
    dice = {"hit S1": [6], "damage B1": [1] * 6}
    perform(state, activating("S1"), dice, ["fire", "anti-tank weapon: B1"])
