"""Setup: who may play, in which order things are settled, and what each step leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters.setup.preparing import (
    form_sides,
    prepare,
    shares_of,
    told_apart,
)
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, entry, proposed, roster, small
from tests.books.companies_and_captains.scenes import answer, keys, rules_told, told, unused


def refusals(*arguments: Any) -> dict[str, str]:
    """Why a battle is not prepared: reasons by rule."""
    with pytest.raises(Refused) as caught:
        prepare(*arguments)
    return {one.rule: one.reason for one in caught.value.refusals}


# ---- before the first step ---------------------------------------------------------------------------------


@covers("CC-SET-06")
def test_players_split_into_two_sides_as_evenly_as_possible() -> None:
    assert form_sides(("A", "B")) == (("A",), ("B",))
    assert form_sides(("A", "B", "C")) == (("A", "C"), ("B",))
    assert form_sides(("A", "B", "C", "D"), [["D", "A"], ["B", "C"]]) == (("A", "D"), ("B", "C"))


@covers("CC-SET-06", "CC-CON-17")
@pytest.mark.parametrize(
    "sides", [[["A"], ["A", "B"]], [["A", "B"], []], [["A"], ["B"], ["C"]], "AB", [["A"], ["X"]]]
)
def test_sides_that_do_not_hold_every_seat_once_are_refused(sides: Any) -> None:
    with pytest.raises(Refused) as caught:
        form_sides(("A", "B"), sides)
    assert caught.value.rule in ("CC-SET-06", "CC-CON-17")


@covers("CC-CON-17")
def test_a_side_has_at_most_four_players() -> None:
    seats = tuple("ABCDEF")
    assert form_sides(seats, [list("ABCD"), list("EF")])[0] == tuple("ABCD")
    with pytest.raises(Refused, match="CC-CON-17"):
        form_sides(seats, [list("ABCDE"), ["F"]])


@covers("CC-CON-17", "CC-CON-13")
def test_the_limit_of_48_is_shared_by_two_players_or_by_three() -> None:
    switches = Switches(points_limit=48)
    sides = form_sides(tuple("ABCDE"), [list("AB"), list("CDE")])
    assert shares_of(sides, None, switches) == {"A": 24, "B": 24, "C": 16, "D": 16, "E": 16}


@covers("CC-CON-17")
def test_players_may_share_their_points_as_they_agree() -> None:
    switches = Switches(points_limit=24)
    sides = form_sides(("A", "B", "C"), [["A", "B"], ["C"]])
    assert shares_of(sides, {"A": 8, "B": 16, "C": 24}, switches)["A"] == 8
    with pytest.raises(Refused, match="CC-CON-17"):
        shares_of(sides, {"A": 12, "B": 16, "C": 24}, switches)


@covers("CC-CON-05", "CC-SET-02")
def test_a_company_above_the_agreed_limit_is_refused_and_a_smaller_limit_binds() -> None:
    found = refusals("ambush", {"A": "river-muster", "B": "lance-household"}, {"points_limit": 18})
    assert "24 points, the limit is 18" in found["CC-CON-05"]
    both = refusals("ambush", {"A": small(1), "B": small(9)}, {})
    assert set(both) >= {"CC-CON-02"}


@covers("CC-OTR-24", "CC-CON-14")
def test_25_points_with_a_beast_foe_are_legal_against_an_enemy_without_beasts() -> None:
    hunters = roster(
        entry("Elite Foot", "Caster"),
        entry("Elite Foot", "Caster"),
        entry("Light Foot", "Vicious", "Beast-Foe"),
    )
    state = prepare(None, {"A": hunters, "B": small()}, {})
    assert [state.groups[name].cost for name in ("A1", "A2", "A3")] == [9, 9, 6]
    beasts = roster(entry("Light Beast"), entry("Heavy Foot"))
    assert "25 points" in refusals(None, {"A": hunters, "B": beasts}, {})["CC-CON-04"]


@covers("CC-SET-04")
def test_an_unknown_scenario_switch_or_company_is_refused() -> None:
    assert "CC-SET-04" in refusals("no-such-place", {"A": small(), "B": small()}, {})
    assert "CC-SWI-01" in refusals(None, {"A": small(), "B": small()}, {"terrain": "open"})
    with pytest.raises(Refused, match="Seat B"):
        prepare(None, {"A": small(), "B": {"nonsense": 1}}, {})


@covers("CC-SMP-07")
def test_ready_companies_do_without_missile_profiles_where_these_are_off() -> None:
    state = prepare(None, {"A": "iron-hold", "B": "greenwood-kin"}, {"missile_profiles": False})
    assert {one.profile.type for one in state.groups.values()} == {"Foot", "Engine", "Beast"}


# ---- the scenario ------------------------------------------------------------------------------------------


def test_battles_with_the_same_rosters_begin_alike_and_share_nothing_that_changes():
    seats = {"A": "iron-hold", "B": "greenwood-kin"}
    first = prepare("ambush", seats, {})
    first.groups["A1"].r = 0
    first.companies["A"].deeds.drew_first_blood = True
    second, third = prepare("ambush", seats, {}), prepare("ambush", {"A": "iron-hold", "B": "seafolk"}, {})
    assert second.groups["A1"].r == second.groups["A1"].profile.r
    assert not second.companies["A"].deeds.drew_first_blood
    assert third.companies["B"].name != second.companies["B"].name
    assert prepare("ambush", seats, {"points_limit": 36}).switches.points_limit == 36
    with pytest.raises(Refused):
        prepare("ambush", seats, {"points_limit": True})


@covers("CC-PUB-01", "CC-SET-04", "CC-SET-10", "CC-GEN-15")
@pytest.mark.parametrize(
    ("face", "scenario"),
    [(1, "ambush"), (2, "retreat"), (3, "raid"), (4, "sortie"), (5, "extraction"), (6, "ritual")],
)
def test_one_die_draws_one_of_six_published_scenarios(face: int, scenario: str) -> None:
    game = begin(None, dice={"scenario": [face]})
    assert game.state.scenario == scenario
    assert (game.state.ground.width, game.state.ground.depth) == (72.0, 48.0)
    assert {"CC-PUB-01", "CC-GEN-15"} <= rules_told(game, "dice rolled")


@covers("CC-PUB-01", "CC-SCN-01")
@pytest.mark.parametrize(
    ("draw", "face", "scenario"),
    [
        ("seven", 1, "pitched-battle"),
        ("seven", 7, "ritual"),
        ("ours", 1, "broken-field"),
        ("ours", 8, "hunt-the-captain"),
        ("all", 8, "broken-field"),
        ("all", 15, "hunt-the-captain"),
    ],
)
def test_the_switch_says_among_which_scenarios_is_drawn(draw: str, face: int, scenario: str) -> None:
    assert begin(None, dice={"scenario": [face]}, scenario_draw=draw).state.scenario == scenario


@covers("CC-SET-04", "CC-PUB-01")
def test_both_sides_agree_on_a_scenario_or_a_die_decides() -> None:
    agreed = begin(None, scenario_draw="choose")
    answer(agreed, "raid")
    assert agreed.waiting_for == ("B",)
    answer(agreed, True)
    assert agreed.state.scenario == "raid"
    rolled = begin(None, scenario_draw="choose", dice={"scenario": [6]})
    answer(rolled, "raid", False)
    assert rolled.state.scenario == "ritual"


@covers("CC-SET-01", "CC-SET-08", "CC-SET-05")
def test_setup_goes_through_its_steps_in_order() -> None:
    seats = {"A": roster(entry("Elite Foot", "Apprentice"), entry("Heavy Foot")), "B": small()}
    game = begin("pitched-battle", seats=seats, dice={"captain trait B": [1, 1, 1], "desert B2": [4]})
    proposed(game, until="activate")
    kinds = [event.kind for event in game.events(all_seats=True)]
    order = [
        "points agreed",
        "scenario settled",
        "table laid out",
        "terrain set up",
        "Captain trait settled",
        "Company shown",
        "attacker settled",
        "deployment complete",
        "first turn settled",
        "ambitions chosen",
        "spells chosen",
        "setup complete",
        "turn started",
    ]
    assert [kinds.index(one) for one in order] == sorted(kinds.index(one) for one in order)
    dice = [event.facts["why"] for event in game.events(all_seats=True) if event.kind == "dice rolled"]
    assert dice[:5] == ["captain trait A", "captain trait B", "attacker 1", "attacker 2", "desert B2"]


# ---- who attacks, who starts -------------------------------------------------------------------------------


@covers("CC-SET-06")
def test_equal_rolls_for_attacker_are_made_again_and_the_higher_attacks() -> None:
    game = begin("pitched-battle", dice={"attacker 1": [4, 5], "attacker 2": [4, 2]})
    assert game.state.attacker == 0
    assert unused(game) == {}
    other = begin("pitched-battle", dice={"attacker 1": [1], "attacker 2": [6]})
    assert other.state.attacker == 1


@covers("CC-CON-09", "CC-OTR-25", "CC-OTR-24")
def test_companies_are_shown_before_the_roll_for_attacker() -> None:
    seats = {"A": roster(entry("Elite Foot", "Undead-Foe"), entry("Heavy Foot")), "B": small()}
    game = begin("pitched-battle", seats=seats)
    shown = told(game, "Company shown")
    assert [one["seat"] for one in shown] == ["A", "B"]
    assert shown[0]["groups"]["A1"]["profile"] == "Elite Foot"
    assert shown[0]["groups"]["A1"]["cost"] == 5
    assert {"CC-CON-09", "CC-OTR-24", "CC-OTR-25"} <= rules_told(game, "Company shown")


@covers("CC-SET-07")
def test_the_attackers_take_the_first_turn_unless_the_scenario_differs() -> None:
    field = proposed(begin("broken-field"), until="activate")
    assert field.state.active == field.state.attacker
    assert "CC-SET-07" in rules_told(field, "first turn settled")
    sortie = proposed(begin("sortie"), until="activate")
    assert sortie.state.active == sortie.state.defender


@covers("CC-PUB-06", "CC-PIT-02")
def test_the_side_that_may_choose_says_who_starts_after_deployment() -> None:
    game = proposed(begin("pitched-battle"), until="first turn")
    assert game.waiting_for == ("A",)
    assert keys(game.decision) == ["attacker", "defender"]
    answer(game, "defender")
    assert game.state.first == game.state.defender
    assert {"CC-PUB-06", "CC-PIT-02"} <= rules_told(game, "first turn settled")


# ---- after deployment --------------------------------------------------------------------------------------


@covers("CC-CAP-10", "CC-SET-08", "CC-GEN-15", "CC-CON-14")
def test_deserters_are_removed_at_once_and_stay_in_the_points_fielded() -> None:
    seats = {"A": small(), "B": small(4)}
    dice = {"captain trait B": [1, 1, 1], "desert B2": [1], "desert B3": [4], "desert B4": [6]}
    game = proposed(begin("pitched-battle", seats=seats, dice=dice), until="activate")
    state = game.state
    assert [one.where for one in state.groups.values() if one.company == "B"] == [
        "on the table",
        "deserted",
        "on the table",
        "on the table",
    ]
    assert state.companies["B"].points == 16
    assert unused(game) == {}


@covers("CC-CAP-10", "CC-TST-05", "CC-GEN-14")
def test_the_first_and_the_fourth_of_five_desert_and_with_half_the_points_gone_the_others_test() -> None:
    seats = {
        "A": small(),
        "B": roster(
            *(entry("Light Foot", "Shooters") if one in (1, 4) else entry("Light Foot") for one in range(6))
        ),
    }
    desert = {f"desert B{number}": [face] for number, face in zip(range(2, 7), (1, 4, 6, 1, 2), strict=True)}
    dice = {"captain trait B": [1, 1, 1], **desert}
    few = proposed(begin("pitched-battle", seats=seats, dice=dice), until="ambitions")
    gone = [name for name, one in few.state.groups.items() if one.where == "deserted"]
    assert gone == ["B2", "B5"], "10 of 22 points"
    assert unused(few) == {}
    heavy = {
        "A": small(),
        "B": roster(
            *(entry("Elite Foot", "Throwers") if one in (1, 4) else entry("Light Foot") for one in range(6))
        ),
    }
    tests = {f"resilience B{number}": [6, 6] for number in (1, 3, 4, 6)}
    half = proposed(begin("pitched-battle", seats=heavy, dice={**dice, **tests}), until="ambitions")
    assert unused(half) == {}, "12 of 24 points are gone, so the others test"
    rolls = [facts["why"] for facts in told(half, "dice rolled")]
    assert rolls[-9:-4] == list(desert), "all dice are rolled first"


@covers("CC-OTR-03")
def test_an_apprentice_chooses_three_different_spells_for_all_to_see() -> None:
    seats = {"A": roster(entry("Elite Foot", "Apprentice"), entry("Heavy Foot", "Caster")), "B": small()}
    game = proposed(begin("pitched-battle", seats=seats), until="spells")
    assert game.waiting_for == ("A",)
    with pytest.raises(Refused):
        answer(game, ["Heal", "Prompt"])
    answer(game, ["Heal", "Prompt", "Counter"])
    assert set(game.state.groups["A1"].known_spells) == {"Heal", "Prompt", "Counter"}
    assert len(game.state.groups["A2"].known_spells) == 10
    assert all(event.to is None for event in game.events(all_seats=True) if event.kind == "spells chosen")


@covers("CC-SET-06", "CC-CON-17", "CC-SET-09")
def test_three_players_set_up_and_their_leader_names_whose_group_is_next() -> None:
    seats = {"A": small(), "B": small(), "C": small()}
    dice = {"captain trait C": [3, 3, 3]}
    game = begin("pitched-battle", seats=seats, dice=dice, attacker=1)
    assert game.state.sides == (("A", "C"), ("B",))
    assert game.waiting_for == ("A",), "the leader of the defenders"
    assert keys(game.decision) == ["A1", "A2", "C1", "C2"]
    answer(game, "C2")
    assert game.waiting_for == ("C",), "the owner places"


def test_groups_of_one_name_are_told_apart_by_their_order_and_their_company():
    brought = [("Harrow", name) for name in ("Bowmen", "Axes", "Bowmen")] + [("Ember", "Bowmen")]
    assert list(told_apart(brought)) == [
        "First Bowmen of Harrow",
        "Axes",
        "Second Bowmen of Harrow",
        "Bowmen of Ember",
    ]
    assert list(told_apart([("Harrow", "Axes")] * 12))[-1] == "12th Axes"
