"""Retreating: which way, how far, what blocks and what that costs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters import retreating
from sandtable.books.companies_and_captains.chapters.conventions import gap
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import Battle, Cause
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.moves import (
    entangle,
    models,
    one,
    piece,
    scene,
    stands_at,
    wall,
)
from tests.books.companies_and_captains.scenes import (
    Told,
    answer,
    barred,
    battle,
    carry_out,
    group,
    rules_told,
    told,
)

SHOT = Cause("shooting", "CC-SHO-07", "B", "B2")
"""B2 shot at the Group."""
RALLY = Cause("rally", "CC-TRN-04")


def retreat(state: Battle, cause: Cause = SHOT, name: str = "A2", die: int | None = None) -> Told:
    """The Group Retreats; the die is that of a blocked Retreat."""
    dice = {} if die is None else {f"blocked {name}": [die]}
    return carry_out(retreating.retreat, state, state.groups[name], cause, dice=dice)


# ---- how far and which way --------------------------------------------------------------------------------


@covers("CC-RET-02", "CC-RET-03", "CC-RET-04", "CC-GEO-18", "CC-GEO-19")
@pytest.mark.parametrize(
    ("profile", "inches"), [("Heavy Cavalry", 5), ("Heavy Engine", 1), ("Heavy Foot", 3)]
)
def test_a_retreat_covers_half_mo_straight_away_from_the_cause(profile: str, inches: float) -> None:
    state = scene({"A2": one(profile, 30, 20), "B2": one("Heavy Missile", 30, 30)})
    outcome = retreat(state)
    assert outcome.value is True
    assert stands_at(state, (30, 20 - inches))
    assert {"CC-RET-02", "CC-RET-03", "CC-RET-04", "CC-GEO-18"} <= rules_told(outcome, "group Retreated")


@covers("CC-GEO-18")
def test_the_line_runs_from_middle_to_middle_and_all_models_go_alike() -> None:
    state = scene(
        {
            "A2": models("Light Cavalry", (30, 20), (30, 22)),
            "B2": models("Heavy Missile", (22, 14), (22, 16)),
        }
    )
    retreat(state)
    # From (22, 15) to (30, 21) is a way of 10 inches, so 6 inches lead 4.8 east and 3.6 north.
    assert stands_at(state, (34.8, 23.6), (34.8, 25.6))


@covers("CC-GEO-18", "CC-GEO-01")
@pytest.mark.parametrize(("name", "y"), [("A2", 17.0), ("B2", 23.0)])
def test_where_the_middles_coincide_the_way_leads_to_the_own_home_edge(name: str, y: float) -> None:
    state = scene({name: one("Heavy Foot", 30, 20)})
    around = Cause("blast", "CC-OTR-12", "", "", ((29.0, 20.0), (31.0, 20.0)))
    carry_out(retreating.retreat, state, state.groups[name], around)
    assert stands_at(state, (30, y), name=name)


@covers("CC-RET-04")
def test_a_cause_that_has_left_the_table_is_taken_where_it_last_stood() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 20), "B2": one("Heavy Foot", 60, 20)})
    state.groups["B2"].where, state.groups["B2"].models = "routed", ()
    retreat(state, Cause("melee", "CC-MEL-08", "B", "B2", ((30.0, 21.0),)))
    assert stands_at(state, (30, 17))


@covers("CC-RET-04", "CC-GEO-03")
def test_a_rally_out_of_melee_leads_away_from_the_nearest_enemy() -> None:
    state = scene(
        {"A2": one("Heavy Foot", 30, 20), "B2": one("Heavy Foot", 30, 30), "B3": one("Heavy Foot", 40, 20)}
    )
    state.groups["B3"].models = ((39.9, 20.0),)
    outcome = retreat(state, RALLY)
    assert stands_at(state, (27, 20))
    assert "CC-GEO-03" in rules_told(outcome, "group Retreated")


@covers("CC-RET-04")
def test_at_equal_gaps_the_costlier_enemy_counts_and_then_the_first_of_the_roster() -> None:
    groups = {
        "A2": one("Heavy Foot", 30, 20),
        "B2": one("Heavy Foot", 30, 30),
        "B3": one("Elite Foot", 40, 20),
    }
    state = scene(groups)
    retreat(state, RALLY)
    assert stands_at(state, (27, 20)), "away from the Elite Foot"
    state = scene({**groups, "B3": one("Heavy Foot", 40, 20)})
    retreat(state, RALLY)
    assert stands_at(state, (30, 17)), "away from B2"


@covers("CC-RET-04", "CC-GEO-01")
def test_with_no_enemy_on_the_table_the_way_leads_to_the_own_home_edge() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 20)})
    state.groups["B1"].where, state.groups["B1"].models = "escaped", ()
    retreat(state, RALLY)
    assert stands_at(state, (30, 17))


@covers("CC-GEO-27", "CC-RET-04")
def test_from_several_enemies_in_melee_the_way_leads_from_the_middle_of_them_all() -> None:
    state = scene(
        {
            "A2": one("Light Cavalry", 30, 20),
            "B2": one("Heavy Foot", 28.75, 20, melee=["A2"]),
            "B3": one("Heavy Foot", 30, 18.75, melee=["A2"]),
        }
    )
    outcome = retreat(state, Cause(retreating.ORDERED, "CC-RET-01"))
    assert stands_at(state, (30 + 6 / 2**0.5, 20 + 6 / 2**0.5))
    assert {"CC-GEO-27", "CC-RET-01"} <= rules_told(outcome, "group Retreated")


@covers("CC-RET-03", "CC-TER-01")
def test_terrain_cost_counts() -> None:
    marsh = piece("marsh", 20, 10, 40, 19, "difficult")
    state = scene({"A2": one("Light Cavalry", 30, 20), "B2": one("Heavy Foot", 30, 30)}, terrain=[marsh])
    retreat(state)
    assert stands_at(state, (30, 16.5)), "1 inch outside and 2.5 inside"


@covers("CC-RAI-08")
def test_an_asset_does_not_slow_a_retreat() -> None:
    state = scene({"A2": one("Light Cavalry", 30, 20), "B2": one("Heavy Foot", 30, 30)})
    state.groups["A2"].asset = "asset 1"
    retreat(state)
    assert stands_at(state, (30, 14))


@covers("CC-SPL-15")
def test_entangled_it_gets_half_as_far_and_an_engine_is_blocked_at_once() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 20), "B2": one("Heavy Foot", 30, 30)})
    entangle(state, "A2")
    retreat(state)
    assert stands_at(state, (30, 18.5))
    state = scene({"A2": one("Heavy Engine", 30, 20), "B2": one("Heavy Foot", 30, 30)})
    entangle(state, "A2")
    outcome = retreat(state, die=2)
    assert outcome.value is False
    assert stands_at(state, (30, 20))
    assert state.groups["A2"].r == 4
    assert "CC-SPL-15" in rules_told(outcome, "dice rolled")


# ---- what blocks ------------------------------------------------------------------------------------------


@covers("CC-RET-06", "CC-RET-08", "CC-TER-08")
def test_a_blocked_retreat_costs_the_roll_in_r() -> None:
    """R 4, roll 3: R becomes 1 and it stops."""
    lake = piece("lake", 20, 10, 40, 18, "impassable")
    state = scene({"A2": one("Heavy Foot", 30, 20, r=4), "B2": one("Heavy Foot", 30, 30)}, terrain=[lake])
    outcome = retreat(state, die=3)
    assert state.groups["A2"].r == 1
    assert stands_at(state, (30, 18.5))
    assert {"CC-RET-06", "CC-RET-08", "CC-TER-08"} <= rules_told(outcome, "dice rolled")


@covers("CC-RET-07")
@pytest.mark.parametrize("die", [3, 6])
def test_a_blocked_roll_at_or_above_r_routs(die: int) -> None:
    lake = piece("lake", 20, 10, 40, 18, "impassable")
    groups = {"A2": one("Heavy Foot", 30, 20, r=3), "B2": one("Heavy Foot", 30, 30)}
    state = scene(groups, terrain=[lake])
    assert "CC-RET-07" in rules_told(retreat(state, die=die), "group Routed")
    assert state.groups["A2"].where == "routed"
    mild = scene(groups, terrain=[lake], switches={"blocked_high_roll": "no_harm"})
    assert "CC-RET-07" in rules_told(retreat(mild, die=die), "blocked without harm")
    assert mild.groups["A2"].r == 3


@covers("CC-RET-05", "CC-GEO-19")
def test_a_third_enemy_within_three_inches_blocks() -> None:
    state = scene(
        {"A2": one("Light Cavalry", 30, 20), "B2": one("Heavy Foot", 30, 30), "B3": one("Heavy Foot", 30, 12)}
    )
    outcome = retreat(state, die=1)
    # The bases reach 0.75 and 0.5, so 3 inches are left at y 16.25; whole steps of 0.1 end at 16.3.
    assert stands_at(state, (30, 16.3))
    assert "CC-RET-05" in rules_told(outcome, "dice rolled")


@covers("CC-RET-05")
def test_the_cause_and_those_in_melee_with_it_do_not_block() -> None:
    state = scene(
        {
            "A2": one("Light Cavalry", 30, 20),
            "B2": models("Heavy Foot", (30, 21.25), (31.25, 20), (31.2, 18.8), melee=["A2"]),
        }
    )
    outcome = retreat(state, Cause("melee", "CC-MEL-08", "B", "B2"))
    assert outcome.value is True
    assert told(outcome, "group Retreated")[0]["outcome"] == "completed"


@covers("CC-GEO-19", "CC-RET-05")
def test_an_enemy_that_is_near_already_does_not_block_the_way_apart() -> None:
    state = scene(
        {"A2": one("Heavy Foot", 30, 20), "B2": one("Heavy Foot", 30, 30), "B3": one("Heavy Foot", 30, 22)}
    )
    outcome = retreat(state)
    assert told(outcome, "group Retreated")[0]["outcome"] == "completed"
    assert stands_at(state, (30, 17))


@covers("CC-RET-08", "CC-TER-03")
def test_an_obstacle_blocks_unless_the_players_agreed_otherwise() -> None:
    hedge = wall((20, 18), (40, 18))
    groups = {"A2": one("Light Cavalry", 30, 20), "B2": one("Heavy Foot", 30, 30)}
    state = scene(groups, terrain=[hedge])
    outcome = retreat(state, die=1)
    assert stands_at(state, (30, 19))
    assert {"CC-RET-08", "CC-TER-03"} <= rules_told(outcome, "dice rolled")
    agreed = scene(groups, terrain=[hedge], switches={"obstacles_block_retreat": False})
    retreat(agreed)
    assert stands_at(agreed, (30, 14))


@covers("CC-RET-08", "CC-TER-04")
def test_an_obstacle_touched_at_the_start_does_not_block() -> None:
    hedge = wall((20, 19), (40, 19))
    state = scene({"A2": one("Light Cavalry", 30, 20), "B2": one("Heavy Foot", 30, 30)}, terrain=[hedge])
    retreat(state)
    assert stands_at(state, (30, 14))


@covers("CC-RET-08", "CC-PTR-11")
def test_difficult_terrain_blocks_a_ponderous_group() -> None:
    marsh = piece("marsh", 20, 10, 40, 18, "difficult")
    state = scene({"A2": one("Elite Engine", 30, 20), "B2": one("Heavy Foot", 30, 30)}, terrain=[marsh])
    retreat(state, die=1)
    assert stands_at(state, (30, 19.3)), "its base of 2.5 inches stops in steps of 0.1"


@covers("CC-OTR-10")
def test_nothing_blocks_a_free_mover_on_the_way() -> None:
    pond = piece("lake", 20, 16.5, 40, 18, "impassable")
    free = one("Light Cavalry", 30, 20, traits=["Move Freely"])
    state = scene({"A2": free, "B2": one("Heavy Foot", 30, 30)}, terrain=[pond])
    assert told(retreat(state), "group Retreated")[0]["outcome"] == "completed"
    assert stands_at(state, (30, 14))


@covers("CC-OTR-10", "CC-RET-06")
def test_a_free_mover_that_would_end_in_a_lake_goes_back_and_pays() -> None:
    lake = piece("lake", 20, 10, 40, 18, "impassable")
    free = one("Light Cavalry", 30, 20, traits=["Move Freely"])
    state = scene({"A2": free, "B2": one("Heavy Foot", 30, 30)}, terrain=[lake])
    retreat(state, die=1)
    assert stands_at(state, (30, 18.8))
    assert state.groups["A2"].r == 5


# ---- friends ----------------------------------------------------------------------------------------------


@covers("CC-GEO-20", "CC-RET-08", "CC-AMB-06", "CC-PTR-03")
def test_friends_on_whom_it_would_end_are_pushed_and_have_not_moved() -> None:
    state = scene(
        {
            "A1": one("Heavy Foot", 30, 16.5, formed=True),
            "A2": one("Heavy Foot", 30, 20),
            "B2": one("Heavy Foot", 30, 30),
        }
    )
    outcome = retreat(state)
    assert stands_at(state, (30, 17))
    assert state.groups["A1"].models[0] == pytest.approx((30, 16), abs=0.001)
    assert "CC-GEO-20" in rules_told(outcome, "friends pushed")
    assert not state.companies["A"].deeds.captain_moved_or_rolled
    assert state.groups["A1"].formed


@covers("CC-GEO-20")
def test_it_passes_through_friends_without_touching_them() -> None:
    state = scene(
        {
            "A2": one("Light Cavalry", 30, 20),
            "A3": one("Heavy Foot", 30, 17),
            "B2": one("Heavy Foot", 30, 30),
        }
    )
    outcome = retreat(state)
    assert stands_at(state, (30, 14))
    assert stands_at(state, (30, 17), name="A3")
    assert not told(outcome, "friends pushed")


@covers("CC-GEO-20")
def test_friends_in_melee_are_not_pushed_and_it_stops_without_a_roll() -> None:
    state = scene(
        {
            "A2": one("Heavy Foot", 30, 20),
            "A3": models("Heavy Foot", (30, 16.5), (32.4, 14), melee=["B3"]),
            "B2": one("Heavy Foot", 30, 30),
            "B3": one("Heavy Foot", 33.4, 14),
        }
    )
    outcome = retreat(state)
    assert stands_at(state, (30, 17.5))
    assert told(outcome, "group Retreated")[0]["outcome"] == "stopped by friends"
    assert stands_at(state, (30, 16.5), (32.4, 14), name="A3")


# ---- melee, formation, the edge ---------------------------------------------------------------------------


@covers("CC-RET-10", "CC-GEO-16")
def test_a_retreat_ends_every_melee_of_the_group() -> None:
    state = scene(
        {
            "A2": one("Heavy Foot", 30, 20),
            "B2": one("Heavy Foot", 30, 21, melee=["A2"]),
            "B3": one("Heavy Foot", 31, 20, melee=["A2"]),
        }
    )
    outcome = retreat(state, Cause("melee", "CC-MEL-08", "B", "B2"))
    assert [state.groups[name].melee for name in ("A2", "B2", "B3")] == [(), (), ()]
    assert {"CC-RET-10", "CC-GEO-16"} == rules_told(outcome, "melee left")


@covers("CC-RET-10", "CC-PTR-03")
def test_who_is_blocked_at_once_stays_in_melee_and_formed() -> None:
    lake = piece("lake", 20, 10, 40, 19.5, "impassable")
    state = scene(
        {"A2": one("Heavy Foot", 30, 20, formed=True), "B2": one("Heavy Foot", 30, 21, melee=["A2"])},
        terrain=[lake],
    )
    outcome = retreat(state, Cause("melee", "CC-MEL-08", "B", "B2"), die=1)
    assert outcome.value is False
    assert state.groups["A2"].melee == ("B2",)
    assert state.groups["A2"].formed
    assert not told(outcome, "melee left")


@covers("CC-PTR-03")
def test_a_retreat_that_moves_the_group_ends_its_formation() -> None:
    state = scene(
        {"A2": group("Heavy Foot", 30, 20, formation="close", formed=True), "B2": one("Heavy Foot", 30, 30)}
    )
    assert rules_told(retreat(state), "formation lost") == {"CC-PTR-03"}
    assert not state.groups["A2"].formed


@covers("CC-RET-09", "CC-GEO-21")
def test_off_the_table_is_routed_even_by_one_model() -> None:
    state = scene({"A2": models("Heavy Foot", (30, 5), (30, 3.4)), "B2": one("Heavy Foot", 30, 30)})
    outcome = retreat(state)
    assert state.groups["A2"].where == "routed"
    assert {"CC-RET-09", "CC-GEO-21"} <= rules_told(outcome, "group Retreated off the table")
    assert "CC-RET-09" in rules_told(outcome, "group Routed")


@covers("CC-GEO-21")
def test_a_base_that_just_touches_the_edge_is_on_the_table() -> None:
    state = scene({"A2": one("Heavy Foot", 30, 3.5), "B2": one("Heavy Foot", 30, 30)})
    retreat(state)
    assert stands_at(state, (30, 0.5))


@covers("CC-PUB-07", "CC-PUB-09", "CC-RET-09")
def test_over_an_open_edge_the_whole_group_has_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    def may_leave(self: object, state: Battle, mover: Any, edge: str, *, by_retreat: bool) -> str:
        return "CC-AMU-03" if by_retreat and edge == "south" else ""

    monkeypatch.setattr(type(SCENARIOS["pitched-battle"]), "may_leave", may_leave)
    state = scene({"A2": models("Heavy Foot", (30, 6), (30, 3)), "B2": one("Heavy Foot", 30, 30)})
    outcome = retreat(state)
    assert state.groups["A2"].where == "escaped"
    assert {"CC-AMU-03", "CC-PUB-07", "CC-PUB-09"} <= rules_told(outcome, "group left the table")
    other = scene({"A2": one("Heavy Foot", 30, 45), "B2": one("Heavy Foot", 30, 30)})
    retreat(other)
    assert other.groups["A2"].where == "routed", "the north edge is closed"


@covers("CC-RIT-05")
def test_who_may_not_leave_its_place_loses_one_r_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        type(SCENARIOS["pitched-battle"]), "stands_fast", lambda self, state, group: "CC-RIT-05"
    )
    state = scene({"A2": one("Heavy Foot", 30, 20, r=5), "B2": one("Heavy Foot", 30, 21, melee=["A2"])})
    outcome = retreat(state)
    assert outcome.value is False
    assert state.groups["A2"].r == 4
    assert state.groups["A2"].melee == ("B2",)
    assert stands_at(state, (30, 20))


# ---- by order ---------------------------------------------------------------------------------------------


@covers("CC-RET-01", "CC-ACT-07")
def test_a_group_in_melee_is_ordered_to_retreat_on_its_first_me_value() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 30, 20),
            "B1": one("Heavy Foot", 30, 21, melee=["A1"]),
        },
        dice={"activate A1": [3, 3]},
        table=[72, 48],
    )
    answer(game, "A1", "retreat")
    group_ = game.state.groups["A1"]
    assert (group_.shaken, group_.r, group_.melee) == (False, 12, ())
    assert told(game, "dice rolled")[0]["need"] == 6
    assert "CC-RET-01" in rules_told(game, "group Retreated")


@covers("CC-RET-01")
def test_out_of_melee_nobody_is_ordered_to_retreat() -> None:
    game = battle({"A1": one("Heavy Foot", 30, 20), "B1": one("Heavy Foot", 30, 40)}, table=[72, 48])
    answer(game, "A1")
    assert barred(game.decision)["retreat"] == "CC-RET-01"


@covers("CC-PRO-08", "CC-RET-01")
def test_engines_cannot_be_ordered_to_retreat() -> None:
    state = scene({"A2": one("Heavy Engine", 30, 20), "A3": one("Heavy Foot", 40, 20)})
    kind = retreating.Retreat()
    assert not kind.is_for(state, state.groups["A2"])
    assert kind.is_for(state, state.groups["A3"])


@covers("CC-RET-04", "CC-RET-05", "CC-GEO-19")
@settings(max_examples=60)
@given(
    x=st.floats(24, 36),
    y=st.floats(14, 26),
    third=st.tuples(st.floats(20, 40), st.floats(4, 36)),
)
def test_a_retreat_never_comes_nearer_to_a_third_enemy_within_three_inches(
    x: float, y: float, third: tuple[float, float]
) -> None:
    state = scene(
        {"A2": one("Light Cavalry", x, y), "B2": one("Heavy Foot", 30, 40), "B3": one("Heavy Foot", 50, 40)}
    )
    mover, other = state.groups["A2"], state.groups["B3"]
    other.models = (third,)
    before = gap(mover, other)
    away = retreating.away_from(state, mover, SHOT)
    mover.models = retreating.fall_back(state, mover, away).models
    after = gap(mover, other)
    assert after >= 3 - 0.002 or after >= before - 1e-6
