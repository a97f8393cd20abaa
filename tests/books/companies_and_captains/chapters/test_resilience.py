"""Resilience: R, being Bloodied, being Routed, and the models that show it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters import casualties, resilience
from sandtable.books.companies_and_captains.printed_tables import profiles
from sandtable.books.companies_and_captains.state import Battle, Cause
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import carry_out, group, rules_told, state_of, told

SHOT = Cause("shooting", "CC-SHO-05", "A", "A1")


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model, so that nobody is asked for casualties."""
    return group(profile, x, y, fielded=1, **fields)


def scene(**fields: Any) -> Battle:
    """Heavy Foot of seat B, far from an enemy; its Captain is elsewhere."""
    return state_of(
        {
            "A1": one("Heavy Missile", 10, 10),
            "B1": one("Elite Foot", 60, 40),
            "B2": group("Heavy Foot", 10, 30, **fields),
        }
    )


@covers("CC-RES-01")
def test_every_profile_starts_with_6_or_12_r_and_a_group_with_that_of_its_profile() -> None:
    assert {one.r for one in profiles().values()} == {6, 12}
    assert scene().groups["B2"].r == 12
    assert state_of({"A1": ("Heavy Cavalry", 10, 10), "B1": ("Light Foot", 30, 30)}).groups["A1"].r == 6


@covers("CC-RES-03")
@pytest.mark.parametrize(
    ("profile", "r", "bloodied"),
    [
        ("Heavy Foot", 7, False),
        ("Heavy Foot", 6, True),
        ("Heavy Cavalry", 4, False),
        ("Heavy Cavalry", 3, True),
    ],
)
def test_a_group_is_bloodied_at_half_of_its_starting_r_or_less(profile: str, r: int, bloodied: bool) -> None:
    state = state_of({"A1": one(profile, 10, 10, r=r), "B1": ("Light Foot", 30, 30)})
    assert resilience.is_bloodied(state.groups["A1"]) is bloodied


@covers("CC-PRO-06", "CC-PTR-02")
def test_a_roll_to_hit_says_how_many_hits_cost_its_target_one_r() -> None:
    # T of Heavy Foot is 3, one more while formed.
    rolled = {"roll": "to hit", "target": "B2"}
    assert resilience.hits_for_one(scene(), rolled) == 3
    assert resilience.hits_for_one(scene(formed=True), rolled) == 4
    assert resilience.hits_for_one(scene(), {"roll": "activate", "target": "B2"}) == 0


@covers("CC-RES-03", "CC-RES-10")
def test_healing_above_half_ends_being_bloodied() -> None:
    state = scene(r=6, fielded=1)
    foot = state.groups["B2"]
    done = carry_out(resilience.regain_r, state, foot)
    assert (foot.r, resilience.is_bloodied(foot)) == (7, False)
    assert "CC-RES-03" in rules_told(done, "R regained")


@covers("CC-RES-10")
def test_no_effect_raises_r_above_its_start() -> None:
    state = scene(fielded=1)
    done = carry_out(resilience.regain_r, state, state.groups["B2"])
    assert state.groups["B2"].r == 12
    assert told(done, "R regained") == []


@covers("CC-RES-04", "CC-SHO-04", "CC-MEL-06")
@pytest.mark.parametrize("attacking", [True, False])
def test_a_bloodied_group_rolls_6_dice_whether_it_attacks_or_defends(attacking: bool) -> None:
    state = scene(r=6)
    assert resilience.dice_to_hit(state, state.groups["B2"], attacking) == 6
    assert resilience.dice_to_hit(state, state.groups["B1"], attacking) == 12


@covers("CC-CAP-13")
@pytest.mark.parametrize(("r", "dice"), [(12, 11), (6, 5)])
def test_the_group_of_a_feeble_captain_rolls_one_die_fewer_when_it_attacks_or_shoots(
    r: int, dice: int
) -> None:
    state = state_of(
        {"A1": one("Heavy Foot", 10, 10, r=r), "B1": one("Heavy Foot", 30, 30)},
        companies={"A": {"captain_trait": "Feeble"}},
    )
    assert resilience.dice_to_hit(state, state.groups["A1"], counts_as_attacking=True) == dice
    assert resilience.dice_to_hit(state, state.groups["A1"], counts_as_attacking=False) == dice + 1


@covers("CC-CAP-13", "CC-CAP-06")
def test_a_shaken_feeble_captain_costs_no_die() -> None:
    state = state_of(
        {"A1": one("Heavy Foot", 10, 10, shaken=True), "B1": one("Heavy Foot", 30, 30)},
        companies={"A": {"captain_trait": "Feeble"}},
    )
    assert resilience.dice_to_hit(state, state.groups["A1"], counts_as_attacking=True) == 12


@covers("CC-SHO-06", "CC-GEN-01", "CC-OTR-21")
@pytest.mark.parametrize(
    ("traits", "hits", "lost"),
    [
        ((), 7, 2),
        ((), 8, 2),
        ((), 2, 0),
        ((), 0, 0),
        ((), 12, 4),
        (("Unfeeling",), 7, 3),
        (("Unfeeling",), 1, 1),
        (("Unfeeling",), 3, 1),
        (("Unfeeling",), 4, 2),
        (("Unfeeling",), 0, 0),
    ],
)
def test_each_full_set_of_hits_costs_1_r_and_unfeeling_rounds_up(
    traits: tuple[str, ...], hits: int, lost: int
) -> None:
    state = scene(traits=traits)
    assert resilience.r_lost_to(state, state.groups["B2"], hits) == lost


@covers("CC-PTR-02")
def test_a_formed_group_has_t_one_higher() -> None:
    state = scene(formed=True, formation="close")
    foot = state.groups["B2"]
    assert resilience.toughness(state, foot) == 4
    assert resilience.r_lost_to(state, foot, 11) == 2
    foot.formed = False
    assert resilience.r_lost_to(state, foot, 11) == 3


@covers("CC-OTR-05")
def test_a_chariot_has_t_one_higher() -> None:
    state = state_of(
        {"A1": one("Heavy Cavalry", 10, 10, traits=["Chariot"]), "B1": one("Heavy Foot", 30, 30)}
    )
    assert resilience.toughness(state, state.groups["A1"]) == 4


@covers("CC-RES-02", "CC-RES-11", "CC-GEN-10")
def test_damage_beyond_the_r_that_is_left_does_nothing_further() -> None:
    state = scene(r=2, fielded=1)
    others = {name: each.r for name, each in state.groups.items() if name != "B2"}
    done = carry_out(resilience.lose_r, state, state.groups["B2"], 5, SHOT)
    assert done.value == 2
    assert told(done, "R lost") == [{"group": "B2", "lost": 2, "r": 0, "how": "shooting", "by": "A1"}]
    assert "CC-RES-11" in rules_told(done, "R lost")
    assert {name: each.r for name, each in state.groups.items() if name != "B2"} == others


@covers("CC-GEN-10")
def test_everybody_is_told_the_r_that_is_left() -> None:
    done = carry_out(resilience.lose_r, state := scene(fielded=1), state.groups["B2"], 3, SHOT)
    (event,) = [event for event in done.events if event.kind == "R lost"]
    assert event.to is None
    assert event.facts["r"] == 9


@covers("CC-RES-06")
def test_at_0_r_a_group_is_routed_at_once_and_takes_no_test() -> None:
    state = scene(r=1, fielded=1)
    done = carry_out(resilience.lose_r, state, state.groups["B2"], 1, SHOT)
    assert state.groups["B2"].where == "routed"
    assert not [event for event in done.events if event.kind == "dice rolled"]
    assert "CC-RES-06" in rules_told(done, "group Routed")


@covers("CC-RES-07", "CC-SPL-07")
def test_a_routed_group_leaves_the_table_ends_its_melees_and_its_spells() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 10, 10),
            "A2": one("Heavy Foot", 12, 10),
            "B1": one("Elite Foot", 60, 40),
            "B2": one(
                "Heavy Foot", 11, 10, r=1, melee=["A1", "A2"], spells=[{"spell": "Fortify", "caster": "B"}]
            ),
        }
    )
    foot = state.groups["B2"]
    done = carry_out(resilience.lose_r, state, foot, 1, Cause("melee", "CC-MEL-08", "A", "A1"))
    assert (foot.where, foot.models, foot.melee, foot.spells) == ("routed", (), (), ())
    assert state.groups["A1"].melee == state.groups["A2"].melee == ()
    assert foot not in state.groups_on_table()
    assert told(done, "spells ended") == [{"group": "B2", "spells": ["Fortify"]}]


@covers("CC-RES-07", "CC-TST-03", "CC-TST-05")
def test_a_rout_makes_its_company_check_for_tests() -> None:
    state = scene(r=1, fielded=1)
    carry_out(resilience.lose_r, state, state.groups["B2"], 1, SHOT)
    (event,) = state.events
    assert (event.company, event.reasons, event.credit) == ("B", ("CC-TST-03",), "A")


@covers("CC-CAP-26", "CC-TST-04")
def test_the_rout_of_a_captains_group_is_told_as_such() -> None:
    state = scene(fielded=1)
    done = carry_out(resilience.lose_r, state, state.groups["B1"], 12, SHOT)
    assert "CC-CAP-26" in rules_told(done, "group Routed")
    assert "CC-TST-04" in state.events[0].reasons


@covers("CC-RES-08")
@pytest.mark.parametrize(
    ("models", "r", "standing"),
    [
        (1, 12, 1),
        (1, 1, 1),
        (2, 7, 2),
        (2, 6, 1),
        (3, 9, 3),
        (3, 8, 2),
        (3, 5, 2),
        (3, 4, 1),
        (6, 11, 6),
        (6, 10, 5),
        (6, 2, 1),
        (12, 11, 11),
        (12, 1, 1),
        (24, 11, 22),
        (24, 1, 2),
        (5, 10, 5),
        (5, 9, 4),
    ],
)
def test_standing_models_are_models_times_r_over_start_rounded_up(models: int, r: int, standing: int) -> None:
    state = scene(fielded=models, r=r)
    assert casualties.standing_models(state, state.groups["B2"]) == standing


@covers("CC-RES-08")
def test_models_leave_when_r_is_lost() -> None:
    state = scene(fielded=6)
    done = carry_out(resilience.lose_r, state, state.groups["B2"], 3, SHOT, answers=["proposal"])
    assert len(state.groups["B2"].models) == 5
    assert told(done, "models removed")[0]["left"] == 5


@covers("CC-RES-08")
def test_with_remove_models_off_all_models_stand_until_the_group_leaves() -> None:
    state = state_of(
        {"A1": one("Heavy Foot", 10, 10), "B1": group("Heavy Foot", 10, 30, fielded=6)},
        switches={"terrain_mode": "open", "remove_models": False},
    )
    carry_out(resilience.lose_r, state, state.groups["B1"], 11, SHOT)
    assert len(state.groups["B1"].models) == 6


@covers("CC-RES-09")
def test_the_owner_picks_which_models_leave() -> None:
    line = [[10, 30], [11, 30], [12, 30]]
    state = scene(models=line, fielded=3)
    done = carry_out(resilience.lose_r, state, state.groups["B2"], 4, SHOT, answers=[["1"]])
    assert done.asked[0].seat == "B"
    assert state.groups["B2"].models == ((11.0, 30.0), (12.0, 30.0))


@covers("CC-RES-09")
def test_the_program_proposes_the_models_farthest_from_the_enemy() -> None:
    state = scene(models=[[10, 30], [10, 31], [10, 32]], fielded=3)
    done = carry_out(resilience.lose_r, state, state.groups["B2"], 4, SHOT, answers=["proposal"])
    assert done.asked[0].as_data()["form"]["proposed"] == ("3",)
    assert state.groups["B2"].models == ((10.0, 30.0), (10.0, 31.0))


@covers("CC-RES-09")
def test_casualties_may_not_break_cohesion_if_another_choice_keeps_it() -> None:
    # Links reach 3 inches between rims: the outer two hold together only by the middle model.
    state = scene(models=[[10, 30], [14, 30], [18, 30]], fielded=3)
    with pytest.raises(Refused) as refused:
        carry_out(resilience.lose_r, state, state.groups["B2"], 4, SHOT, answers=[["2"]])
    assert refused.value.rule == "CC-RES-09"
    assert "cohesion" in refused.value.reason


@covers("CC-RES-09")
def test_casualties_may_not_open_the_last_contact_if_another_choice_keeps_it() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 10, 10),
            "B1": one("Elite Foot", 60, 40),
            "B2": group("Heavy Foot", 0, 0, models=[[10, 11], [10, 12], [10, 13]], fielded=3, melee=["A1"]),
        }
    )
    with pytest.raises(Refused) as refused:
        carry_out(resilience.lose_r, state, state.groups["B2"], 4, SHOT, answers=[["1"]])
    assert refused.value.rule == "CC-RES-09"
    assert "contact" in refused.value.reason


@covers("CC-RES-09")
def test_the_captain_is_the_last_model_to_leave() -> None:
    state = scene()
    captains = state.groups["B1"]
    captains.models, captains.fielded = ((60.0, 40.0), (61.0, 40.0), (62.0, 40.0)), 3
    with pytest.raises(Refused) as refused:
        carry_out(resilience.lose_r, state, captains, 4, SHOT, answers=[["1"]])
    assert refused.value.rule == "CC-RES-09"
    captains.r = 8
    carry_out(resilience.lose_r, state, captains, 4, SHOT)
    assert list(captains.models) == [(60.0, 40.0)], "only the Captain can stay, so nobody is asked"


@covers("CC-GEO-17")
def test_casualties_that_open_all_contact_bring_the_nearest_model_back_into_it() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 10, 10),
            "B1": group("Heavy Foot", 0, 0, models=[[10, 13.5], [10, 11]], fielded=2, melee=["A1"]),
        }
    )
    foot = state.groups["B1"]
    carry_out(resilience.lose_r, state, foot, 6, SHOT)
    assert foot.melee == ("A1",), "the link is never lost through casualties"
    ((x, y),) = foot.models
    assert (x, y) == pytest.approx((10, 11), abs=0.01)


@covers("CC-GEO-17")
def test_the_model_that_holds_the_last_contact_with_another_enemy_stays_there() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 10, 10),
            "A2": one("Heavy Foot", 10, 16),
            "B1": group(
                "Heavy Foot", 0, 0, models=[[10, 15], [10, 12.6], [10, 11]], fielded=3, melee=["A1", "A2"]
            ),
        },
        companies={"B": {"captain_trait": "Vapid"}},
    )
    foot = state.groups["B1"]
    foot.models = (foot.models[0], foot.models[1])
    carry_out(casualties.close_contacts, state, foot)
    assert foot.models[0] == (10.0, 15.0), "it holds the contact with A2"
    assert foot.models[1] == pytest.approx((10, 11), abs=0.01)


@covers("CC-RES-12")
def test_regained_r_brings_a_model_back_where_the_owner_places_it() -> None:
    state = scene(models=[[10, 30], [11.1, 30]], fielded=3, r=8)
    done = carry_out(resilience.regain_r, state, state.groups["B2"], answers=[{"at": [12.5, 30.5]}])
    assert state.groups["B2"].models[-1] == (12.5, 30.5)
    assert told(done, "models returned") == [{"group": "B2", "count": 1, "models": state.groups["B2"].models}]


@covers("CC-RES-12")
@pytest.mark.parametrize(
    ("at", "rule"), [([20.0, 30.0], "CC-RES-12"), ([10.2, 30.2], "CC-GEO-04"), (["x", 1], "CC-RES-12")]
)
def test_a_returning_model_stands_in_cohesion_and_clear_of_others(at: list[Any], rule: str) -> None:
    state = scene(models=[[10, 30], [11.1, 30]], fielded=3, r=8)
    with pytest.raises(Refused) as refused:
        carry_out(resilience.regain_r, state, state.groups["B2"], answers=[{"at": at}])
    assert refused.value.rule == rule


@covers("CC-RES-12")
def test_a_returning_model_keeps_3_inches_from_an_enemy_it_does_not_fight() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 10, 34.2),
            "B1": group("Heavy Foot", 0, 0, models=[[10, 30], [11.1, 30]], fielded=3, r=8),
        }
    )
    with pytest.raises(Refused) as refused:
        carry_out(resilience.regain_r, state, state.groups["B1"], answers=[{"at": [10, 31.1]}])
    assert refused.value.rule == "CC-RES-12"


@covers("CC-RES-12")
def test_a_model_without_a_place_waits() -> None:
    # A narrow corner: walls of enemies all round leave no place 3 inches from them.
    ring = {
        f"A{number}": one("Heavy Foot", 20 + dx, 20 + dy)
        for number, (dx, dy) in enumerate(
            [(4.1, 0), (-4.1, 0), (0, 4.1), (0, -4.1), (2.9, 2.9), (-2.9, 2.9), (2.9, -2.9), (-2.9, -2.9)], 1
        )
    }
    state = state_of({**ring, "B1": group("Heavy Foot", 0, 0, models=[[20, 20]], fielded=2, r=6)})
    done = carry_out(resilience.regain_r, state, state.groups["B1"])
    assert (state.groups["B1"].r, len(state.groups["B1"].models), state.groups["B1"].absent_models) == (
        7,
        1,
        1,
    )
    assert "CC-RES-12" in rules_told(done, "models wait to return")


@covers("CC-RES-12")
def test_a_returning_model_finds_the_only_place_though_it_is_not_beside_a_comrade() -> None:
    rock = [(5, 25, 9.45, 35), (9.45, 25, 10.55, 29.45), (9.45, 30.55, 10.55, 35), (10.55, 25, 12.1, 35)]
    rock += [(12.1, 25, 13.12, 29.6), (12.1, 30.62, 13.12, 35), (13.12, 25, 18, 35)]
    state = state_of(
        {
            "A1": one("Heavy Foot", 60, 5),
            "B1": group("Heavy Foot", 0, 0, models=[[10, 30]], fielded=2, r=6),
        },
        terrain=[{"kind": "rock", "area": list(box), "traits": ["impassable"]} for box in rock],
    )
    done = carry_out(resilience.regain_r, state, state.groups["B1"], answers=["proposal"])
    assert state.groups["B1"].models[-1] == pytest.approx((12.61, 30.11), abs=0.03)
    assert told(done, "models returned") == [{"group": "B1", "count": 1, "models": state.groups["B1"].models}]


@covers("CC-RES-02", "CC-RES-08", "CC-RES-11")
@settings(max_examples=60, deadline=None)
@given(losses=st.lists(st.integers(0, 14), max_size=5), models=st.sampled_from([1, 2, 3, 5, 6, 12, 24]))
def test_whatever_is_lost_r_stays_whole_and_models_show_it(losses: list[int], models: int) -> None:
    state = scene(fielded=models)
    foot = state.groups["B2"]
    for amount in losses:
        before = foot.r
        asks = before > amount and len(foot.models) > -(-models * (before - amount) // 12)
        answers = ["proposal"] if asks else []
        lost = carry_out(resilience.lose_r, state, foot, amount, SHOT, answers=answers).value
        assert lost == min(amount, before)
        assert foot.r == before - lost
        if foot.r:
            assert len(foot.models) == -(-models * foot.r // 12)
        else:
            assert (foot.where, foot.models) == ("routed", ())
