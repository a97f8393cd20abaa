"""What the automatic opponent chooses in reactions, rerolls and payments, and where the scenario asks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, entry, proposed, roster
from tests.books.companies_and_captains.opponent.advising import advice, best, moves
from tests.books.companies_and_captains.scenes import answer, battle, group, state_of

MISSES = [1] * 12


@covers("CC-BOT-10")
@pytest.mark.parametrize(
    ("profile", "reacts"), [("Heavy Cavalry", True), ("Elite Foot", True), ("Heavy Foot", False)]
)
def test_it_tests_defiant_where_its_attacking_value_is_better(profile: str, reacts: bool) -> None:
    target = group(profile, 36, 24, models=1, has=["Defiant"])
    game = battle(
        {"A1": group("Heavy Cavalry", 36, 16, models=1), "B1": target}, dice={"activate A1": [6, 6]}
    )
    answer(game, "A1", "attack B1")
    assert best(game) == ("Defiant" if reacts else "nothing")
    assert "CC-BOT-10" in advice(game)[0].rules or not reacts


@covers("CC-BOT-10")
def test_it_always_tests_elusive_and_evades_straight_away() -> None:
    groups = {
        "A1": group("Heavy Cavalry", 36, 16, models=1),
        "B1": group("Light Missile", 36, 24, models=1),
    }
    game = battle(groups, dice={"activate A1": [6, 6], "elusive B1": [6, 6]})
    answer(game, "A1", "attack B1")
    assert best(game) == "Elusive"
    answer(game, "Elusive")
    answer(game, best(game))
    (at,) = game.state.groups["B1"].models
    assert at == pytest.approx((36.0, 28.0))


@covers("CC-BOT-11")
def test_it_rerolls_misses_only() -> None:
    groups = {
        "A1": group("Heavy Missile", 36, 12, models=1, traits=["Unerring"]),
        "B1": group("Heavy Foot", 36, 24, models=1),
    }
    faces = [6, 5, 4, 3, 2, 1, 6, 5, 4, 3, 2, 1]
    game = battle(groups, dice={"activate A1": [6, 6], "to hit (A1)": faces})
    answer(game, "A1", "shoot B1")
    assert best(game) == "Unerring"
    answer(game, "Unerring")
    assert best(game) == ["3", "4", "5", "6", "9", "10", "11", "12"]


@covers("CC-BOT-11")
def test_a_fortified_group_has_every_hit_rolled_again() -> None:
    fortified = group("Heavy Foot", 36, 24, models=1, spells=[{"spell": "Fortify", "caster": "B"}])
    faces = [6, 5, *MISSES[2:]]
    game = battle(
        {"A1": group("Heavy Missile", 36, 12, models=1), "B1": fortified},
        dice={"activate A1": [6, 6], "to hit (A1)": faces},
    )
    answer(game, "A1", "shoot B1")
    assert best(game) == "Fortify"
    answer(game, "Fortify")
    assert best(game) == ["1", "2"]


@covers("CC-BOT-11")
def test_it_uses_compelling_on_the_first_failure() -> None:
    game = battle(
        {"A1": group("Elite Foot", 36, 12, models=1), "B1": group("Heavy Foot", 36, 44)},
        dice={"activate A1": [1, 1]},
        companies={"A": {"captain_trait": "Compelling"}},
    )
    answer(game, "A1", "move")
    assert best(game) == "Compelling"


@covers("CC-BOT-11")
@pytest.mark.parametrize(("r", "pays"), [(3, True), (2, False)])
def test_it_pays_for_a_rally_with_3_r_or_more(r: int, pays: bool) -> None:
    groups = {
        "A1": group("Elite Foot", 36, 6, models=1, captain=True),
        "A2": group("Heavy Foot", 36, 12, fielded=1, r=r, shaken=True),
        "B1": group("Heavy Foot", 36, 44),
    }
    game = battle(
        groups,
        step="rally",
        to_do=["A2"],
        companies={"A": {"captain_trait": "Wicked"}},
        dice={"resilience A2": [1, 1]},
    )
    assert best(game) == ("Wicked" if pays else "nothing")


@covers("CC-BOT-11")
def test_the_captain_rallies_first_and_then_the_dearest() -> None:
    groups = {
        "A1": group("Light Foot", 20, 6, shaken=True),
        "A2": group("Elite Foot", 36, 6, shaken=True),
        "A3": group("Light Foot", 50, 6, shaken=True, captain=True),
        "B1": group("Heavy Foot", 36, 44),
    }
    game = battle(groups, step="rally", to_do=["A1", "A2", "A3"])
    assert [one.answer for one in advice(game)] == ["A3", "A2", "A1"]


@covers("CC-BOT-12")
def test_a_reckless_group_takes_the_best_target_even_if_none_is_good() -> None:
    groups = {
        "A1": group("Light Beast", 36, 20, models=1),
        "B1": group("Elite Foot", 30, 26, models=1),
        "B2": group("Light Foot", 42, 26, models=1),
    }
    listed = advice(battle(groups, step="reckless"))
    assert [one.answer for one in listed] == ["B2", "B1"]
    assert listed[-1].score < 0


@covers("CC-BOT-12", "CC-BOT-16")
def test_a_reckless_group_prefers_the_bodyguards_by_what_the_scenario_adds() -> None:
    groups = {
        "A1": group("Light Beast", 36, 20, models=1),
        "B1": group("Heavy Foot", 30, 26, models=1),
        "B2": group("Light Foot", 42, 26, models=1),
    }
    plain = {one.answer: one.score for one in advice(battle(groups, step="reckless"))}
    rite = battle(groups, step="reckless", scenario="ritual", terrain=[], roles={"bodyguards": "B1"})
    listed = {one.answer: one.score for one in advice(rite)}
    assert plain["B1"] < plain["B2"]
    assert listed == {"B1": pytest.approx(plain["B1"] + 1.2), "B2": plain["B2"]}
    assert best(rite) == "B1"


@covers("CC-BOT-15")
def test_of_enemies_at_the_same_distance_it_closes_with_the_one_listed_first() -> None:
    groups = {
        "A1": group("Heavy Cavalry", 36, 24, models=1),
        "Zed1": group("Heavy Foot", 12, 24, models=1, name="First"),
        "Bob1": group("Heavy Foot", 60, 24, models=1, name="Second"),
    }
    state = state_of(groups, seats=["A", "Zed", "Bob"], sides=[["A"], ["Zed", "Bob"]])
    assert moves(state, "A1") == {"closes with First": 0.5}


@covers("CC-CAP-23", "CC-GEN-13")
def test_it_calms_a_group_only_if_no_target_at_the_agreed_scale_is_worth_attacking() -> None:
    groups = {
        "A1": group("Heavy Beast", 36, 10, models=1),
        "A2": group("Heavy Foot", 30, 10, models=1, captain=True),
        "B1": group("Light Foot", 36, 27, models=1),
    }
    # At twice the scale MO 10 reaches 20 inches, and Light Foot is worth attacking.
    companies = {"A": {"captain_trait": "Calming"}}
    game = battle(groups, step="reckless", companies=companies, switches={"distance_scale": 2.0})
    assert best(game) == "nothing"


# ---- where the scenario asks -------------------------------------------------------------------------------


@covers("CC-BOT-17")
@pytest.mark.parametrize(("scenario", "first"), [("pitched-battle", "attacker"), ("retreat", "defender")])
def test_it_takes_the_first_turn(scenario: str, first: str) -> None:
    assert best(proposed(begin(scenario), until="first turn")) == first


def named(scenario: str, *groups: Any) -> Any:
    """The Group that it gives a part in the scenario, as the defender."""
    game = begin(
        scenario, seats={"A": roster(entry("Heavy Foot"), entry("Heavy Foot")), "B": roster(*groups)}
    )
    while game.decision is not None and not game.decision.prompt.startswith("Which Group are"):
        game.answer("proposal" if game.decision.kind == "place" else game.decision.options()[0].answer)
    return best(game)


@covers("CC-BOT-17")
def test_the_extractees_are_the_fastest_group_but_no_engine_and_the_cheapest_of_these() -> None:
    groups = (
        entry("Heavy Foot"),
        entry("Light Cavalry", "Well-Armed"),
        entry("Light Cavalry"),
        entry("Light Engine"),
    )
    assert named("extraction", *groups) == "B3"


@covers("CC-BOT-17")
def test_the_bodyguards_have_the_highest_r_times_t() -> None:
    # 12 x 3, 6 x 4 and 12 x 4.
    assert named("ritual", entry("Heavy Foot"), entry("Elite Cavalry"), entry("Elite Foot")) == "B3"


@covers("CC-BOT-17")
@pytest.mark.parametrize(("destroyed", "over"), [(2, True), (0, False)])
def test_the_sortie_is_over_when_its_points_exceed_the_attackers(destroyed: int, over: bool) -> None:
    tokens = {
        f"siege{number}": {"kind": "siege", "at": [66, 10 + 6 * number], "size": [2, 2]}
        for number in (1, 2, 3)
    }
    for number in range(destroyed):
        tokens[f"siege{number + 1}"]["gone"] = "destroyed"
    groups = {"A1": group("Heavy Foot", 8, 24, models=1), "B1": group("Heavy Foot", 36, 24, models=1)}
    game = battle(groups, scenario="sortie", step="end of turn", active="B", turn=2, tokens=tokens)
    assert game.decision is not None
    assert game.decision.rule == "CC-SOR-05"
    assert best(game) is over


@covers("CC-BOT-17")
def test_in_raid_it_deploys_as_many_as_it_may_dearest_first() -> None:
    groups = {
        "A1": {"profile": "Heavy Foot", "fielded": 1},
        "B1": {"profile": "Light Foot", "fielded": 1, "captain": True},
        "B2": {"profile": "Light Foot", "fielded": 1},
        "B3": {"profile": "Elite Foot", "fielded": 1},
        "B4": {"profile": "Heavy Foot", "fielded": 1},
    }
    game = battle(groups, scenario="raid", step="deploy")
    assert best(game) == "B3"
    answer(game, "B3")
    assert best(game) is True


@covers("CC-BOT-17")
def test_after_a_12_it_always_attempts_the_move() -> None:
    groups = {
        "A1": group("Light Beast", 36, 12, models=1),
        "A2": group("Heavy Foot", 10, 6, models=1, captain=True),
        "B1": group("Heavy Foot", 36, 44),
    }
    game = battle(
        groups,
        scenario="raid",
        tokens={"asset1": {"kind": "asset", "at": [36, 13]}},
        dice={"activate A1": [6, 6]},
    )
    answer(game, "A1", "pick up asset1")
    assert best(game) == "Move with the Asset"
