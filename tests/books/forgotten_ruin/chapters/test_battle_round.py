"""The battle round: six phases in order, holding, limits of a round, and what ends a phase."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.binding.limits import Limit, once
from sandtable.books.forgotten_ruin.chapters.battle_round.phases import (
    LET_OTHERS,
    STEPS,
    begin_mission,
    eligible,
    end_action_phase,
    end_round,
    soldiers_act,
    start_round,
)
from sandtable.books.forgotten_ruin.missions import ending
from sandtable.books.forgotten_ruin.missions.ending import AtEndOfRound
from sandtable.books.forgotten_ruin.state import Battle, Contact, Effect, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import Moment
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import happening, menu, no_points
from tests.books.forgotten_ruin.stage import Performance, battle, enemy, perform, soldier, start


async def whole_round(play: Any) -> None:
    """Step after step, until a round is over."""
    state: Battle = play.state
    state.step = "reaction roll"
    first = state.round
    while not state.closed and (state.step != "reaction roll" or state.round == first):
        await STEPS[state.step](play)


def field(*figures: Soldier | Enemy, **facts: Any) -> Battle:
    """A battle about which nobody asks for Story Points, Tactics or Aggression."""
    facts.setdefault("stock", no_points())
    facts.setdefault("round", 1)
    made = battle(*figures, **facts)
    made.tactics = ("Double time!",)
    made.mission.campaign_turn = 1
    return made


def phases(played: Performance) -> list[str]:
    return [one.facts["phase"] for one in played.told("phase started")]


@covers("FR-RND-01", "FR-RND-02", "FR-RND-13", "FR-RND-08")
def test_a_round_runs_through_its_phases_even_where_nobody_acts():
    state = field(soldier("S1"))
    played = perform(state, whole_round, {"reaction roll": [6]}, [{"d1": "S1"}, "end activation"])
    assert phases(played) == ["quick", "enemy", "slow", "aggression", "end"]
    assert "FR-RND-02" in played.told("phase started")[0].rules
    assert played.state.round == 2


@covers("FR-RND-07", "FR-RND-11")
def test_a_low_die_acts_before_the_enemy():
    state = field(soldier("S1"), soldier("S2", (14.0, 10.0)))
    played = start(state, whole_round, {"reaction roll": [2, 3]})
    played.answer({"d1": "S2", "d2": "S1"})
    assert played.state.phase == "quick"
    assert menu(played) == ["S2", "hold S2"]
    played.answer("S2", "end activation")
    assert phases(played)[-1] == "slow"
    assert played.question.facts["figure"] == "S1"


@covers("FR-RND-09")
def test_whoever_has_no_die_acts_with_the_slow():
    state = field(soldier("S1"))
    played = start(state, whole_round, {"reaction roll": [1]}).answer({"d1": "nobody"})
    assert played.state.phase == "slow"
    played.answer("end activation").over()
    assert "FR-RND-09" in played.told("soldier chosen")[0].rules


@covers("FR-RND-14", "FR-RND-21", "FR-RND-13")
def test_a_quick_soldier_who_holds_and_does_not_fire_acts_with_the_slow():
    state = field(soldier("S1"))
    played = start(state, whole_round, {"reaction roll": [1]}).answer({"d1": "S1"}, "hold S1")
    assert played.state.phase == "slow"
    assert {"move", "dash"} <= set(menu(played))
    played.answer("end activation").over()
    assert "FR-RND-21" in played.told("soldier chosen")[0].rules


@covers("FR-RND-14")
def test_a_slow_soldier_cannot_hold():
    state = field(soldier("S1"), phase="slow")
    state.soldiers["S2"] = soldier("S2", (14.0, 10.0), die=6)
    assert menu(start(state, soldiers_act)) == ["S1", "S2"]


@covers("FR-RND-14")
def test_all_can_hold_at_once():
    state = field(soldier("S1", die=1), soldier("S2", (14.0, 10.0), die=1), phase="quick")
    played = perform(state, soldiers_act, answers=["all others hold"])
    assert all(one.holding for one in played.state.soldiers.values())
    assert len(played.told("soldier holds")) == 2


@covers("FR-ACT-01", "FR-RND-11")
def test_nobody_acts_twice_in_a_round():
    state = field(soldier("S1", die=1), soldier("S2", (14.0, 10.0), die=2), phase="quick")
    played = perform(state, soldiers_act, answers=["S2", "end activation"])
    assert [one.id for one in eligible(played.state)] == ["S1"]
    played.state.phase = "slow"
    assert [one.id for one in eligible(played.state)] == ["S1"]


@covers("FR-ACT-01")
def test_the_player_picks_the_order():
    state = field(soldier("S1", die=1), soldier("S2", (14.0, 10.0), die=2), phase="quick")
    assert {"S1", "S2", "hold S1", "hold S2"} <= set(menu(start(state, soldiers_act)))


@covers("FR-COOP-01", "FR-ACT-01")
def test_players_who_share_a_squad_choose_among_their_own_and_may_wait():
    state = field(
        soldier("S1", die=1), soldier("S2", (14.0, 10.0), die=1, seat="B"), phase="quick", seats=("A", "B")
    )
    played = start(state, soldiers_act)
    assert played.question.seat == "A"
    assert "S2" not in menu(played)
    played.answer("let the others go first").over()
    state = played.state
    state.step = "staged rule"
    assert start(state, soldiers_act).question.seat == "B"


@covers("FR-RND-22")
def test_combats_come_first_and_then_morale():
    """A combat kills an orc, which its mob then rolls for."""
    state = field(
        soldier("S1", (10.0, 10.0), combat_skill=3),
        enemy("M1.1", (10.0, 11.0)),
        enemy("M1.2", (10.0, 13.0)),
        phase="slow",
        contacts=(Contact("S1", "M1.1"),),
    )
    dice = {"combat S1": [6], "combat M1.1": [1], "damage M1.1": [6], "morale M1": [6]}
    played = start(state, end_action_phase, dice)
    while played.game.decision is not None:
        played.answer(played.question.options()[-1].answer)
    whys = [why for why, _ in played.rolled()]
    assert whys.index("morale M1") > whys.index("damage M1.1")
    assert played.state.phase == "aggression"
    assert played.state.mobs["M1"].killed_in_phase == 0


@covers("FR-RND-12")
def test_the_enemy_acts_in_its_own_phase_alone():
    state = field(soldier("S1", (10.0, 4.0)), enemy("M1.1", (10.0, 30.0)))
    played = start(state, whole_round, {"reaction roll": [1]}).answer({"d1": "S1"}, "S1", "end activation")
    kinds = [(one.kind, one.facts.get("phase")) for one in played.events]
    began = kinds.index(("phase started", "enemy"))
    acted = next(place for place, one in enumerate(kinds) if one[0] == "enemy unit activates")
    over = kinds.index(("phase ended", "enemy"))
    assert began < acted < over
    assert played.state.enemies["M1.1"].at[1] < 30.0


@covers("FR-RND-28")
def test_limits_of_a_round_start_afresh_and_those_of_the_battle_do_not():
    state = field(
        soldier(
            "S1", used=(once("round", "trait"), Limit("Flexible")), readied="sword", holding=True, acted=True
        ),
        used=(once("round", "Tactical Awareness"), Limit("once")),
        grenades_in_round=2,
        ignored=("M1.1",),
        active_tactics=("Double time!",),
    )
    played = start(state, start_round, {"reaction roll": [6]})
    found, one = played.state, played.state.soldiers["S1"]
    assert found.used == (Limit("once"),)
    assert one.used == (Limit("Flexible"),)
    assert (one.readied, one.holding, one.acted) == ("", False, False)
    assert (found.grenades_in_round, found.ignored, found.active_tactics) == (0, (), ())


@covers("FR-RND-28")
def test_what_lasts_for_a_phase_ends_with_it():
    curse = Effect("curse", "FR-SPL-01", until="phase")
    state = field(
        soldier("S1", effects=(curse,), used=(once("phase", "shove"),)),
        phase="quick",
        used=(once("phase", "wait", "A"),),
    )
    played = perform(state, end_action_phase)
    assert played.state.soldiers["S1"].effects == ()
    assert played.state.soldiers["S1"].used == ()
    assert played.state.used == ()
    assert played.state.phase == "enemy"


@covers("FR-RND-24", "FR-POST-04")
def test_an_empty_table_ends_the_mission():
    one = soldier("S1")
    one.where = "left"
    played = perform(field(one, phase="end"), end_round)
    assert played.state.closed
    assert "FR-RND-24" in played.state.closed_by


@covers("FR-RND-26")
def test_otherwise_another_round_follows():
    async def and_then(play):
        await end_round(play)
        return play.state.step

    played = perform(field(soldier("S1"), phase="end"), and_then)
    assert not played.state.closed
    assert played.returned == "reaction roll"
    assert "FR-RND-26" in played.cited()


@covers("FR-RND-23")
def test_effects_of_the_end_phase_come_in_the_order_the_player_likes(monkeypatch):
    def effect(name):
        async def happen(play):
            play.tell(name)

        return AtEndOfRound(name, "FR-RND-23", lambda state: True, happen)

    monkeypatch.setattr(ending, "END_EFFECTS", {one: effect(one) for one in ("fog lifts", "water rises")})
    played = start(field(soldier("S1"), phase="end"), end_round)
    assert menu(played) == ["fog lifts", "water rises"]
    played.answer("water rises").over()
    happened = [one.kind for one in played.events if one.kind in ("fog lifts", "water rises")]
    assert happened == ["water rises", "fog lifts"]


@covers("FR-PRN-02", "FR-PRN-03", "FR-PRN-24", "FR-PRN-31")
def test_a_mission_begins_with_what_is_in_stock():
    state = battle(soldier("S1", luck=1))
    played = perform(state, happening(begin_mission, lambda state: Moment("A")))
    facts = played.told("mission begins")[0].facts
    assert facts["story_points"] == 5
    assert facts["campaign_turn"] == 5
    assert facts["luck"] == {"S1": 1}
    assert facts["edge"] == "south"


@covers("FR-PRN-01")
def test_the_player_is_asked_for_soldiers_and_never_for_enemies():
    state = field(soldier("S1", (10.0, 4.0)), enemy("M1.1", (10.0, 30.0)))
    played = start(state, whole_round, {"reaction roll": [6]}).answer({"d1": "S1"})
    assert played.question.facts["figure"] == "S1"
    assert played.told("enemy unit activates")


@pytest.mark.parametrize("step", sorted(STEPS))
def test_every_step_has_a_sentence(step):
    assert STEPS[step].__doc__


@covers("FR-ACT-01", "FR-COOP-01")
def test_players_who_share_the_squad_act_by_turns_as_they_like():
    state = field(
        soldier("S1", (10.0, 10.0), die=1),
        soldier("S2", (14.0, 10.0), die=1),
        soldier("S3", (18.0, 10.0), die=1, seat="B"),
        soldier("S4", (22.0, 10.0), die=1, seat="B"),
        soldier("S5", (26.0, 10.0), die=1),
        enemy("M1.1", (30.0, 34.0)),
        phase="quick",
        seats=("A", "B"),
    )

    async def phase(play):
        while play.state.step != "phase ends":
            await soldiers_act(play)

    played = start(state, phase)
    asked = []
    for answer in ("hold S1", LET_OTHERS, "hold S3", LET_OTHERS, "hold S2", LET_OTHERS):
        asked.append(played.question.seat)
        # Nobody hands over to somebody who has just handed over.
        assert (LET_OTHERS in menu(played)) is (answer != "hold S2")
        played.answer(answer)
    assert asked == ["A", "A", "B", "B", "A", "A"]
    assert menu(played) == ["S4", "hold S4"]
    played.answer("hold S4", "hold S5").over()
