"""Testing Resilience: the roll, its modifiers, what a failure brings, and the tests of a whole Company."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters import lost_groups, resilience, testing_resilience
from sandtable.books.companies_and_captains.state import Battle, Cause, CompanyEvent
from sandtable.kernel.dice import LOWEST, Wanted, total
from sandtable.kernel.event import EventLog
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import Told, carry_out, group, rules_told, state_of, told

SHOT = Cause("shooting", "CC-SHO-05", "A", "A1", ((20.0, 10.0),))


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model, so that nobody is asked for casualties."""
    return group(profile, x, y, fielded=1, **fields)


def scene(captain: dict[str, Any] | None = None, **fields: Any) -> Battle:
    """Light Foot of seat B, north of an enemy; its Captain is far off unless placed nearer."""
    return state_of(
        {
            "A1": one("Heavy Missile", 20, 10),
            "B1": captain or one("Heavy Foot", 60, 40),
            "B2": one("Light Foot", 20, 24, **fields),
            "B3": one("Heavy Foot", 64, 40),
        }
    )


def lose(state: Battle, lost: int, faces: list[int], **script: Any) -> Told:
    """B2 has lost R to shots and tests for it."""
    dice = {"resilience B2": faces, **script.pop("dice", {})}
    b2 = state.groups["B2"]
    return carry_out(testing_resilience.take_test_for_loss, state, b2, lost, SHOT, None, dice=dice, **script)


def rally(state: Battle, faces: list[int], **script: Any) -> Told:
    """B2 tests to rally."""
    dice = {"resilience B2": faces, **script.pop("dice", {})}
    return carry_out(testing_resilience.take_test_to_rally, state, state.groups["B2"], dice=dice, **script)


def modifiers(state: Battle, name: str = "B2", lost: int = 0) -> dict[str, int]:
    """The modifiers of a Group by rule."""
    found = testing_resilience.modifiers(state, state.groups[name], lost)
    return {modifier.rule: modifier.value for modifier in found if modifier.value}


# ---- the roll and its modifiers ----------------------------------------------------------------------------


@covers("CC-TST-01")
def test_there_is_one_test_for_a_loss_whatever_its_size() -> None:
    state = scene(r=9)
    done = lose(state, 3, [6, 6])
    assert len(told(done, "dice rolled")) == 1
    assert "CC-TST-01" in rules_told(done, "dice rolled")


@covers("CC-TST-08", "CC-TST-13")
@pytest.mark.parametrize(("faces", "passed"), [([2, 2], True), ([2, 1], False)])
def test_a_total_equal_to_the_rating_passes(faces: list[int], passed: bool) -> None:
    state = scene()
    done = carry_out(
        testing_resilience.opening_test, state, state.groups["B2"], dice={"resilience B2": faces}
    )
    assert bool(told(done, "Resilience passed")) is passed
    assert state.groups["B2"].shaken is not passed


@covers("CC-TST-12", "CC-TST-09", "CC-TST-18")
def test_light_foot_that_lost_3_with_the_captain_near_rolls_2d6_minus_3_plus_1_against_4() -> None:
    state = scene(captain=one("Heavy Foot", 24, 24))
    assert modifiers(state, lost=3) == {"CC-TST-12": -3, "CC-CAP-04": 1}
    done = lose(state, 3, [3, 3])
    assert told(done, "Resilience passed")[0]["result"] == 4
    assert {"CC-TST-09", "CC-TST-12", "CC-TST-18", "CC-CAP-04"} <= rules_told(done, "dice rolled")


@covers("CC-TST-12", "CC-TST-06")
def test_r_lost_counts_only_in_a_test_for_it() -> None:
    state = scene(r=5, shaken=True)
    done = rally(state, [2, 2])
    assert told(done, "Resilience passed")[0]["result"] == 4
    assert not state.groups["B2"].shaken


@covers("CC-TST-09", "CC-CAP-04")
@pytest.mark.parametrize(("x", "bonus"), [(33.0, 1), (33.002, 0)])
def test_the_captain_adds_1_up_to_12_inches_away(x: float, bonus: int) -> None:
    state = scene(captain=one("Heavy Foot", x, 24))
    assert modifiers(state).get("CC-CAP-04", 0) == bonus


@covers("CC-TST-09", "CC-CAP-05")
def test_the_captains_own_group_adds_1_to_its_own_tests() -> None:
    assert modifiers(scene(), "B1") == {"CC-CAP-05": 1}


@covers("CC-TST-09", "CC-CAP-06", "CC-SHK-05")
def test_a_shaken_captain_adds_nothing() -> None:
    assert modifiers(scene(captain=one("Heavy Foot", 24, 24, shaken=True))) == {}


@covers("CC-TST-10", "CC-CON-14")
@pytest.mark.parametrize(("lost", "penalty"), [(12, 0), (13, -1)])
def test_less_than_half_of_the_points_in_play_costs_1_and_exactly_half_nothing(
    lost: int, penalty: int
) -> None:
    state = state_of(
        {
            "A1": one("Heavy Missile", 20, 10),
            "B1": {"profile": "Heavy Foot", "where": "routed", "cost": lost, "captain": True},
            "B2": one("Light Foot", 20, 24, cost=24 - lost),
        }
    )
    assert modifiers(state).get("CC-TST-10", 0) == penalty


@covers("CC-RES-05")
@pytest.mark.parametrize("penalty", [0, 1])
def test_being_bloodied_costs_nothing_unless_the_players_agreed(penalty: int) -> None:
    state = state_of(
        {
            "A1": one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 60, 40),
            "B2": one("Light Foot", 20, 24, r=6),
        },
        switches={"terrain_mode": "open", "bloodied_morale_penalty": penalty},
    )
    assert modifiers(state).get("CC-RES-05", 0) == -penalty
    done = lose(state, 1, [6, 6])
    assert "CC-RES-05" in rules_told(done, "dice rolled")


@covers("CC-TST-08", "CC-OTR-21")
def test_an_unfeeling_group_passes_without_rolling() -> None:
    state = scene(traits=["Unfeeling"], r=3)
    done = carry_out(testing_resilience.take_test_for_loss, state, state.groups["B2"], 9, SHOT, None)
    assert told(done, "dice rolled") == []
    assert not state.companies["B"].deeds.captain_moved_or_rolled
    assert not state.groups["B2"].shaken


@covers("CC-TST-08", "CC-OTR-07", "CC-GEN-07")
@pytest.mark.parametrize(
    ("traits", "spells", "reading"),
    [
        # The rating is 4: with 3 R lost 7 passes, and 4 is the least that does not Rout.
        ((), [], total(7, 4)),
        ((), [{"spell": "Embolden", "caster": "B"}], total(7, 4)),
        # The higher die is rolled again, whatever it shows.
        (("Cowardly",), [], LOWEST),
    ],
)
def test_only_what_matters_of_the_dice_is_read(
    traits: tuple[str, ...], spells: list[Any], reading: Any
) -> None:
    state = scene(traits=[*traits], spells=spells)
    play: Play[Battle] = Play(BOOK, state, [], EventLog(), 0)
    rules = testing_resilience.take_test_for_loss(play, state.groups["B2"], 3, SHOT, None)
    wanted = rules.send(None)
    rules.close()
    assert isinstance(wanted, Wanted)
    assert wanted.what_matters() == reading


@covers("CC-AMB-06")
def test_a_test_of_the_captains_group_is_a_die_rolled_for_it() -> None:
    state = scene()
    carry_out(testing_resilience.opening_test, state, state.groups["B1"], dice={"resilience B1": [6, 6]})
    assert state.companies["B"].deeds.captain_moved_or_rolled


# ---- failing -----------------------------------------------------------------------------------------------


@covers("CC-TST-14", "CC-TST-20", "CC-RET-02")
def test_a_group_that_fails_above_0_retreats_and_then_becomes_shaken() -> None:
    state = scene(r=11)
    done = lose(state, 1, [2, 2])
    foot = state.groups["B2"]
    assert foot.models[0] == pytest.approx((20.0, 28.0))
    assert (foot.r, foot.shaken, foot.shaken_by) == (11, True, "A")
    kinds = [event.kind for event in done.events]
    assert kinds.index("group Retreated") < kinds.index("group Shaken")


@covers("CC-TST-20")
def test_a_group_routed_by_its_retreat_never_became_shaken() -> None:
    state = scene()
    foot = state.groups["B2"]
    foot.models = ((20.0, 46.0),)
    lose(state, 1, [2, 2])
    assert (foot.where, foot.shaken) == ("routed", False)
    assert state.companies["A"].deeds.made_shaken == ()
    assert state.companies["A"].deeds.routed == ("B2",)


@covers("CC-TST-15", "CC-SHK-04", "CC-TST-02")
def test_a_shaken_group_that_fails_loses_1_r_retreats_and_stays_shaken() -> None:
    state = scene(r=8, shaken=True, shaken_by="A")
    done = lose(state, 1, [2, 2])
    foot = state.groups["B2"]
    assert (foot.r, foot.shaken) == (7, True)
    assert foot.models[0] == pytest.approx((20.0, 28.0))
    assert len(told(done, "dice rolled")) == 1, "the R lost by failing causes no test"
    assert "CC-TST-02" in rules_told(done)


@covers("CC-TST-15", "CC-SPL-14")
def test_a_confused_group_that_fails_loses_1_r_and_does_not_become_shaken() -> None:
    state = scene(r=8, spells=[{"spell": "Confuse", "caster": "A"}])
    lose(state, 1, [2, 2])
    foot = state.groups["B2"]
    assert (foot.r, foot.shaken) == (7, False)
    assert foot.models[0] == pytest.approx((20.0, 28.0))


@covers("CC-TST-17")
def test_if_the_r_lost_by_failing_routs_the_group_there_is_no_retreat() -> None:
    state = scene(r=1, shaken=True)
    done = lose(state, 1, [2, 2])
    assert state.groups["B2"].where == "routed"
    assert told(done, "group Retreated") == []


@covers("CC-TST-16")
@pytest.mark.parametrize(
    ("faces", "where"), [([1, 1], "routed"), ([1, 2], "routed"), ([2, 2], "on the table")]
)
def test_a_result_of_0_or_less_routs_the_group_at_once(faces: list[int], where: str) -> None:
    state = scene(r=9)
    done = lose(state, 3, faces)
    assert state.groups["B2"].where == where
    assert ("CC-TST-16" in rules_told(done, "group Routed")) is (where == "routed")


@covers("CC-TST-02")
@pytest.mark.parametrize(("switch", "rolls"), [(False, 1), (True, 2)])
def test_r_lost_to_no_hits_causes_a_test_only_if_the_players_agreed(switch: bool, rolls: int) -> None:
    state = state_of(
        {
            "A1": one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 60, 40),
            "B2": one("Light Foot", 20, 24, r=8, shaken=True),
        },
        switches={"terrain_mode": "open", "test_on_any_loss": switch},
    )
    done = lose(state, 1, [2, 2] if not switch else [2, 2, 6, 6])
    assert len(told(done, "dice rolled")) == rolls
    assert state.groups["B2"].r == 7


@covers("CC-TST-02", "CC-RET-06")
def test_a_blocked_retreat_causes_no_test() -> None:
    state = state_of(
        {
            "A1": one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 60, 40),
            "B2": one("Light Foot", 20, 24),
        },
        terrain=[{"kind": "rock", "area": [15, 25, 25, 27], "traits": ["impassable"]}],
    )
    done = lose(state, 1, [2, 2], dice={"blocked B2": [5]})
    assert state.groups["B2"].r == 7
    assert [facts["why"] for facts in told(done, "dice rolled")] == ["resilience B2", "blocked B2"]


# ---- rallying ----------------------------------------------------------------------------------------------


@covers("CC-TST-06", "CC-TST-13", "CC-TRN-04", "CC-SHK-02")
def test_shaken_heavy_foot_near_its_captain_rallies_with_a_1_and_a_2() -> None:
    state = scene(captain=one("Heavy Foot", 24, 24), shaken=True, shaken_by="A")
    done = rally(state, [1, 2])
    foot = state.groups["B2"]
    assert (foot.shaken, foot.shaken_by, foot.r) == (False, "", 12)
    assert "CC-TRN-04" in rules_told(done, "group rallied")


@covers("CC-TRN-04", "CC-TST-15", "CC-AMB-14")
def test_a_failed_rally_costs_1_r_and_a_retreat_from_the_nearest_enemy() -> None:
    state = scene(shaken=True, shaken_by="A", r=5)
    rally(state, [1, 2])
    foot = state.groups["B2"]
    assert (foot.r, foot.shaken) == (4, True)
    assert foot.models[0] == pytest.approx((20.0, 28.0))


@covers("CC-AMB-14", "CC-RET-09")
def test_a_rally_that_leads_off_the_table_is_credited_to_who_made_the_group_shaken() -> None:
    state = scene(shaken=True, shaken_by="A")
    state.groups["B2"].models = ((20.0, 46.0),)
    rally(state, [1, 2])
    assert state.groups["B2"].where == "routed"
    assert state.companies["A"].deeds.routed == ("B2",)


@covers("CC-SPL-14", "CC-TST-06")
def test_a_passed_rally_ends_confuse_and_being_shaken() -> None:
    state = scene(
        shaken=True, spells=[{"spell": "Confuse", "caster": "A"}, {"spell": "Fortify", "caster": "B"}]
    )
    rally(state, [6, 6])
    foot = state.groups["B2"]
    assert not foot.shaken
    assert [spell.spell for spell in foot.spells] == ["Fortify"]


@covers("CC-SPL-14", "CC-OTR-21")
def test_an_unfeeling_confused_group_rallies_without_dice() -> None:
    state = scene(traits=["Unfeeling"], spells=[{"spell": "Confuse", "caster": "A"}])
    carry_out(testing_resilience.take_test_to_rally, state, state.groups["B2"])
    assert state.groups["B2"].spells == ()


# ---- opening tests -----------------------------------------------------------------------------------------


@covers("CC-RTR-03")
def test_a_group_that_fails_an_opening_test_starts_shaken_without_loss_or_retreat() -> None:
    state = scene()
    done = carry_out(
        testing_resilience.opening_test, state, state.groups["B2"], dice={"resilience B2": [1, 1]}
    )
    foot = state.groups["B2"]
    assert (foot.shaken, foot.r, foot.models, foot.shaken_by) == (True, 12, ((20.0, 24.0),), "")
    assert "CC-RTR-03" in rules_told(done, "dice rolled")


@covers("CC-RTR-03", "CC-CAP-06")
def test_a_captain_who_fails_first_helps_nobody_who_opens_after_it() -> None:
    state = scene(captain=one("Heavy Foot", 24, 24))
    carry_out(testing_resilience.opening_test, state, state.groups["B1"], dice={"resilience B1": [1, 1]})
    assert state.groups["B1"].shaken
    done = carry_out(
        testing_resilience.opening_test, state, state.groups["B2"], dice={"resilience B2": [3, 1]}
    )
    assert told(done, "Resilience passed")[0]["result"] == 4


# ---- Company tests -----------------------------------------------------------------------------------------


def company(*costs: int, **position: Any) -> Battle:
    """Company B with Groups of these costs in a row, the first its Captain's, and one enemy far away."""
    groups = {
        f"B{number}": one("Heavy Foot", 8.0 * number, 40, cost=cost) for number, cost in enumerate(costs, 1)
    }
    return state_of({"A1": one("Heavy Foot", 10, 4), **groups}, **position)


def rout(state: Battle, name: str, credit: str = "A") -> None:
    """A Group is Routed by hits."""
    cause = Cause("shooting", "CC-SHO-05", credit, "A1")
    carry_out(resilience.rout, state, state.groups[name], cause)


def settle(state: Battle, **script: Any) -> Told:
    """The queue of Company tests is emptied."""
    return carry_out(testing_resilience.settle_company_tests, state, **script)


def reasons(state: Battle) -> list[tuple[str, ...]]:
    """The reasons of the events that wait."""
    return [event.reasons for event in state.events]


def who_rolled(done: Told) -> list[str]:
    """The Groups that tested, in order."""
    return [facts["group"] for facts in told(done, "dice rolled")]


@covers("CC-TST-04", "CC-CAP-26")
def test_when_the_captains_group_is_routed_every_remaining_group_tests_once() -> None:
    state = company(6, 6, 6, 6)
    rout(state, "B1")
    assert reasons(state) == [("CC-TST-04",)]
    passed = {"resilience B2": [6, 6], "resilience B3": [6, 6], "resilience B4": [6, 6]}
    done = settle(state, dice=passed)
    assert who_rolled(done) == ["B2", "B3", "B4"]
    assert state.events == ()


@covers("CC-TST-05", "CC-TST-07")
def test_half_the_points_lost_makes_the_company_test_once_a_game() -> None:
    state = company(4, 4, 4, 4, 4, 4)
    rout(state, "B6")
    rout(state, "B5")
    assert reasons(state) == []
    rout(state, "B4")
    assert reasons(state) == [("CC-TST-05",)]
    settle(state, dice={f"resilience B{number}": [6, 6] for number in (1, 2, 3)})
    rout(state, "B3")
    assert reasons(state) == [], "a later loss causes no such test"
    assert state.companies["B"].half_lost


@covers("CC-TST-07")
def test_r_lost_by_groups_in_play_is_not_lost_points() -> None:
    state = company(12, 12)
    state.groups["B2"].r = 1
    assert lost_groups.lost_points(state, state.companies["B"]) == 0


@covers("CC-TST-07", "CC-CAP-10")
def test_deserters_are_lost_but_not_routed() -> None:
    state = company(12, 6, 6)
    for name in ("B2", "B3"):
        carry_out(resilience.leave_play, state, state.groups[name], "deserted")
    gone = [state.groups["B2"], state.groups["B3"]]
    carry_out(lost_groups.company_event, state, gone, "")
    assert lost_groups.lost_points(state, state.companies["B"]) == 12
    assert state.events == (CompanyEvent("B", ("CC-TST-05", "CC-TST-03"), ""),), "one event for one roll"
    assert state.companies["A"].deeds.routed == ()


@covers("CC-TST-03")
def test_the_only_group_left_tests_when_it_becomes_the_last() -> None:
    state = company(4, 4, 4)
    state.companies["B"].half_lost = True
    rout(state, "B3")
    assert reasons(state) == []
    rout(state, "B2")
    assert reasons(state) == [("CC-TST-03",)]
    done = settle(state, dice={"resilience B1": [6, 6]})
    assert who_rolled(done) == ["B1"]


@covers("CC-PUB-08", "CC-TST-03", "CC-TST-05", "CC-TST-10")
def test_escaped_groups_are_not_lost_and_leave_no_last_group() -> None:
    state = company(7, 4, 3, 4, 6)
    for name in ("B1", "B2"):
        carry_out(resilience.leave_play, state, state.groups[name], "escaped")
    assert state.events == ()
    rout(state, "B3")
    rout(state, "B4")
    assert lost_groups.lost_points(state, state.companies["B"]) == 7
    assert lost_groups.in_play_points(state, state.companies["B"]) == 17
    assert reasons(state) == []


@covers("CC-TST-11")
def test_several_reasons_of_one_event_make_one_test() -> None:
    state = company(12, 12)
    rout(state, "B1")
    assert reasons(state) == [("CC-TST-04", "CC-TST-05", "CC-TST-03")]
    done = settle(state, dice={"resilience B2": [6, 6]})
    assert who_rolled(done) == ["B2"]
    assert {"CC-TST-03", "CC-TST-04", "CC-TST-05", "CC-TST-11"} <= rules_told(done, "dice rolled")


@covers("CC-TST-19", "CC-TST-11", "CC-TST-10")
def test_a_rout_during_company_tests_joins_the_end_of_the_queue() -> None:
    # The example of CC-TST-19: B1 the Captain's Group (8), then A (4), B (8), C (4) as B2, B3, B4.
    state = company(8, 4, 8, 4)
    state.groups["B2"].models = ((16.0, 47.0),)
    rout(state, "B1")
    dice = {"resilience B2": [1, 2], "resilience B3": [6, 6, 2, 2], "resilience B4": [6, 6, 2, 2]}
    done = settle(state, dice=dice)
    assert who_rolled(done) == ["B2", "B3", "B4", "B3", "B4"]
    assert state.groups["B2"].where == "routed"
    last = told(done, "Resilience passed")[-1]
    assert last["result"] == 4, "no -1, since 12 of 24 are in play"
    assert state.events == ()


@covers("CC-TST-19", "CC-TST-15")
def test_a_group_shaken_in_the_first_event_loses_r_in_the_second() -> None:
    state = company(8, 4, 8, 4)
    state.groups["B2"].models = ((16.0, 47.0),)
    state.groups["B3"].models = ((24.0, 30.0),)
    rout(state, "B1")
    dice = {"resilience B2": [1, 2], "resilience B3": [1, 2, 1, 2], "resilience B4": [6, 6, 6, 6]}
    settle(state, dice=dice)
    assert (state.groups["B3"].shaken, state.groups["B3"].r) == (True, 11)


@covers("CC-TST-19", "CC-AMB-14", "CC-AMB-08")
def test_company_tests_are_credited_to_who_routed_the_group_that_set_them_off() -> None:
    state = company(8, 8, 8)
    rout(state, "B1")
    settle(state, dice={"resilience B2": [1, 2], "resilience B3": [6, 6]})
    assert state.groups["B2"].shaken_by == "A"
    assert state.companies["A"].deeds.made_shaken == ("B2",)


@covers("CC-GEN-14", "CC-TST-19")
def test_a_group_that_has_left_play_when_its_place_comes_is_skipped() -> None:
    state = company(6, 6, 6, 6)
    rout(state, "B1")
    rout(state, "B3")
    done = settle(state, dice={"resilience B2": [6, 6, 6, 6], "resilience B4": [6, 6, 6, 6]})
    assert who_rolled(done) == ["B2", "B4", "B2", "B4"]


@covers("CC-GEN-14", "CC-TST-19", "CC-GEN-12")
def test_when_both_captains_fall_in_one_melee_the_defending_company_tests_first() -> None:
    from sandtable.books.companies_and_captains.chapters import attacking

    state = state_of(
        {
            "A1": one("Elite Foot", 20, 20, r=1),
            "A2": one("Heavy Foot", 30, 5),
            "A3": one("Heavy Foot", 34, 5),
            "B1": one("Elite Foot", 20, 21, r=1, melee=["A1"]),
            "B2": one("Heavy Foot", 30, 45),
            "B3": one("Heavy Foot", 34, 45),
        }
    )
    fought = carry_out(
        attacking.attack,
        state,
        state.groups["A1"],
        state.groups["B1"],
        dice={"to hit (A1)": [6] * 6, "to hit (B1)": [6] * 6},
    )
    assert who_rolled(fought) == ["A1", "B1"]
    passed = {f"resilience {name}": [6, 6] for name in ("A2", "A3", "B2", "B3")}
    assert who_rolled(settle(state, dice=passed)) == ["B2", "B3", "A2", "A3"]


@covers("CC-OTR-29")
def test_an_exploding_group_takes_no_test_itself() -> None:
    state = company(6, 6, 6)
    state.groups["B2"].used = ("Self-Destruct",)
    rout(state, "B1")
    done = settle(state, dice={"resilience B3": [6, 6]})
    assert who_rolled(done) == ["B3"]
    assert "CC-OTR-29" in rules_told(done)


@covers("CC-OTR-28", "CC-TST-10")
def test_undeployed_groups_are_lost_when_no_summoner_is_left() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 10, 4),
            "B1": one("Heavy Foot", 20, 40, cost=6),
            "B2": one("Heavy Foot", 30, 40, cost=6, traits=["Summoner"]),
            "B3": {"profile": "Heavy Foot", "cost": 12, "where": "undeployed"},
        }
    )
    own = state.companies["B"]
    assert lost_groups.in_play_points(state, own) == 24
    rout(state, "B2")
    assert lost_groups.lost_points(state, own) == 18
    assert reasons(state) == [("CC-TST-05", "CC-TST-03")]


@covers("CC-OTR-28")
def test_undeployed_groups_count_as_in_play_and_do_not_test() -> None:
    state = state_of(
        {
            "A1": one("Heavy Foot", 10, 4),
            "B1": one("Heavy Foot", 20, 40, cost=6),
            "B2": one("Heavy Foot", 30, 40, cost=6, traits=["Summoner"]),
            "B3": {"profile": "Heavy Foot", "cost": 12, "where": "undeployed"},
        }
    )
    rout(state, "B1")
    assert reasons(state) == [("CC-TST-04",)]
    assert who_rolled(settle(state, dice={"resilience B2": [6, 6]})) == ["B2"]
