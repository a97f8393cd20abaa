"""Events and refusals cite the rule that is at work, and no other that only lies near."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters.activation import order_candidates
from sandtable.books.companies_and_captains.chapters.attacking import why_not_attack
from sandtable.books.companies_and_captains.chapters.setup.deployment import _hold_back_rules
from sandtable.books.companies_and_captains.chapters.turns import end_of_turn
from sandtable.books.companies_and_captains.outcomes import outcome_between, outcome_in_words
from sandtable.books.companies_and_captains.scenarios.every import scenario_ids
from sandtable.books.companies_and_captains.scenarios.plan import plan_of
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.words import sentence_of
from sandtable.kernel import copy_state
from sandtable.kernel.decision import ChooseSeveral
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from sandtable.table import Point
from tests.books.companies_and_captains.beginnings import begin, entry, proposed, roster, small
from tests.books.companies_and_captains.scenes import (
    answer,
    archers,
    battle,
    carry_out,
    foot,
    group,
    rules_told,
    state_of,
    told,
)
from tests.playing import asked

MISSED = [1] * 12
PICKED_UP = {"activate A1": [6, 5]}
CAPTAINS = {"A9": foot(4, 4, models=1, captain=True), "B9": foot(66, 44, models=1, captain=True)}


@covers("CC-MEL-14")
@pytest.mark.parametrize("third", [False, True])
def test_a_melee_of_two_is_none_of_several(third: bool) -> None:
    groups = {
        "A1": foot(30, 20, models=1, melee=["B1"]),
        "B1": foot(30, 21, models=1, melee=["A1", "A2"] if third else ["A1"]),
        "A2": foot(30, 22, models=1, melee=["B1"]) if third else foot(10, 40, models=1),
    }
    dice = {"activate A1": [6, 6], "to hit (A1)": MISSED, "to hit (B1)": MISSED}
    game = battle({**groups, **CAPTAINS}, dice=dice)
    answer(game, "A1", "attack B1")
    assert ("CC-MEL-14" in rules_told(game, "blows exchanged")) is third


@covers("CC-SHO-09")
def test_that_a_shooter_stays_is_told_with_its_order() -> None:
    groups = {"A1": archers(30, 10, models=1), "B1": foot(30, 20, models=1)}
    game = battle({**groups, **CAPTAINS}, dice={"activate A1": [6, 6], "to hit (A1)": MISSED})
    answer(game, "A1", "shoot B1")
    assert "CC-SHO-09" in rules_told(game, "shots fired")
    assert "CC-SHO-09" not in rules_told(game, "shots suffered")


@covers("CC-TST-04", "CC-TST-07")
@pytest.mark.parametrize("left", [0, 1, 3])
def test_nobody_tests_where_nobody_is_left_and_points_are_named_only_where_they_count(left: int) -> None:
    groups = {
        "A1": archers(30, 10, models=1),
        "A2": foot(4, 4, models=1, captain=True),
        "B1": group("Light Foot", 30, 20, models=1, r=1, captain=True),
    }
    groups |= {f"B{one + 2}": foot(40 + 6 * one, 44, models=1) for one in range(left)}
    rolled = {f"resilience B{one + 2}": [6, 6] for one in range(left)}
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * 12, **rolled}
    game = battle(groups, scenario="ambush", dice=dice)
    answer(game, "A1", "shoot B1")
    assert len(told(game, "Company must test")) == len(told(game, "Company tests")) == bool(left)
    assert ("CC-TST-07" in rules_told(game, "Company must test")) is (left == 1)


@covers("CC-END-04")
def test_a_game_that_ends_after_its_rounds_does_not_end_at_once() -> None:
    state = state_of({"A1": foot(30, 10), "B1": foot(30, 40)}, scenario="broken-field", turn=16)
    ended = carry_out(end_of_turn, state)
    assert "CC-SCN-02" in rules_told(ended, "game closed")
    assert "CC-END-04" not in rules_told(ended, "game closed")


@covers("CC-PUB-05", "CC-SCN-05")
@pytest.mark.parametrize(("scenario", "is_published"), [("raid", True), ("burn-the-stores", False)])
def test_only_published_scenarios_hold_back_by_their_own_rule(scenario: str, is_published: bool) -> None:
    state = state_of({"A1": foot(30, 10), "B1": foot(30, 40)}, scenario=scenario)
    assert ("CC-PUB-05" in _hold_back_rules(state, state.groups["B1"])) is is_published


@covers("CC-RET-05", "CC-GEO-19")
def test_the_cause_of_a_retreat_is_not_said_to_block_it_on_the_way() -> None:
    """B1 stands in a column on both sides of A1, which finds no clear place to end."""
    column = [[30, 20 + side * step] for side in (1, -1) for step in range(1, 9)]
    groups = {
        "A1": foot(30, 20, models=1, melee=["B1"]),
        "B1": group("Heavy Foot", 30, 20, models=[*column, [30, 29]], melee=["A1"]),
    }
    game = battle({**groups, **CAPTAINS}, dice={"activate A1": [6, 6], "blocked A1": [1]})
    answer(game, "A1", "retreat")
    assert told(game, "group Retreated")[0]["outcome"] == "blocked"
    rolled = next(one for one in game.events() if one.kind == "dice rolled" and "CC-RET-06" in one.rules)
    assert "CC-GEO-19" in rolled.rules
    assert "CC-RET-05" not in rolled.rules


@covers("CC-END-02")
@pytest.mark.parametrize("scenario", scenario_ids())
def test_what_a_line_earns_is_told_for_all_and_not_for_each(scenario: str) -> None:
    """A side earns so many VP "for" the reason, all of them together."""
    reasons = [row.reason for row in plan_of(scenario).score]
    assert [one for one in reasons if one.startswith("each ") or " is " in one or " were " in one] == []


@covers("CC-MOV-08", "CC-GEO-09")
@pytest.mark.parametrize(
    ("models", "enemy", "rules"),
    [
        ([[30, 20], [31.2, 20]], [30, 30], set()),
        ([[30, 20], [31.2, 20]], [30, 22], {"CC-MOV-08"}),
        ([[30, 20], [36, 20]], [30, 30], {"CC-GEO-09"}),
    ],
)
def test_who_is_asked_for_a_move_is_told_what_the_place_it_starts_from_binds_it_to(
    models: list[Point], enemy: Point, rules: set[str]
) -> None:
    groups = {"A1": foot(30, 20, models=models), "B1": foot(*enemy, models=1)}
    game = battle({**groups, **CAPTAINS}, dice={"activate A1": [6, 6]})
    answer(game, "A1", "move")
    assert {"CC-MOV-08", "CC-GEO-09"} & set(asked(game).rules) == rules


# ---- words at the wrong moment -----------------------------------------------------------------------------


def losing_models() -> Game[Battle]:
    """The owner of B1 is asked which models leave."""
    groups = {"A1": archers(30, 10, models=1), "B1": foot(30, 20, models=6)}
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * 12}
    game = battle({**groups, **CAPTAINS}, dice=dice)
    answer(game, "A1", "shoot B1")
    assert isinstance(asked(game), ChooseSeveral)
    return game


@covers("CC-ACT-01")
@pytest.mark.parametrize("named", ["A1", "B9"])
def test_where_no_group_is_asked_for_none_is_asked_for_instead(named: str) -> None:
    refusal = asked(losing_models()).legal([named])
    assert refusal is not None
    assert refusal.rule == "CC-ACT-01"
    assert refusal.remedy == "Answer the question."


@covers("CC-RES-09")
def test_a_model_that_there_is_not_is_no_die() -> None:
    refusal = asked(losing_models()).legal(["9"])
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("CC-RES-09", "Heavy Foot has no standing model 9.")


@covers("CC-RTR-03")
def test_an_opening_test_is_taken_once_by_the_rule_of_the_scenario() -> None:
    groups = {"A1": foot(30, 4, captain=True), "B1": foot(20, 15), "B2": foot(40, 15), "B3": foot(60, 15)}
    game = battle(
        groups,
        scenario="retreat",
        step="opening tests",
        to_do=["B1", "B2", "B3"],
        dice={"resilience B1": [6, 6]},
    )
    answer(game, "B1")
    refusal = asked(game).legal("B1")
    assert refusal is not None
    assert refusal.rule == "CC-RTR-03"


# ---- traits and readings that make no difference -----------------------------------------------------------

WOOD = {"kind": "wood", "area": [20, 12, 40, 16], "traits": ["difficult"]}
GOERS = {
    "CC-PTR-10": group("Light Beast", 30, 10, models=1),
    "CC-PTR-11": group("Heavy Engine", 30, 10, models=1),
    "CC-OTR-05": group("Heavy Cavalry", 30, 10, models=1, traits=["Chariot"]),
    "CC-OTR-10": group("Heavy Foot", 30, 10, models=1, traits=["Move Freely"]),
    "CC-SPL-15": foot(30, 10, models=1, spells=[{"spell": "Entangle", "caster": "B"}]),
}


@covers("CC-PTR-10", "CC-PTR-11", "CC-OTR-05", "CC-OTR-10", "CC-SPL-15")
@pytest.mark.parametrize("y", [9, 13])
@pytest.mark.parametrize("cited", GOERS)
def test_how_a_group_takes_the_ground_is_cited_where_it_made_a_difference(cited: str, y: float) -> None:
    """South of the wood lies open ground; all but the slow Engine set out to end in the wood."""
    game = battle(
        {"A1": GOERS[cited], **CAPTAINS, "B1": foot(60, 40)}, terrain=[WOOD], dice={"activate A1": [6, 6]}
    )
    is_barred = cited in ("CC-PTR-11", "CC-OTR-05")
    answer(game, "A1", "move", {"formation": "as they stand", "at": [30, 9 if is_barred else y]})
    makes_a_difference = cited == "CC-SPL-15" or (y == 13 and not is_barred)
    assert (cited in rules_told(game, "group moved")) is makes_a_difference


@covers("CC-OTR-10")
def test_who_moves_freely_through_others_is_told_so() -> None:
    groups = {"A1": GOERS["CC-OTR-10"], "A2": foot(30, 12, models=1), **CAPTAINS}
    game = battle(groups, dice={"activate A1": [6, 6]})
    answer(game, "A1", "move", {"formation": "as they stand", "at": [30, 14]})
    assert "CC-OTR-10" in rules_told(game, "group moved")


@covers("CC-PTR-10", "CC-RET-03")
@pytest.mark.parametrize("is_wooded", [False, True])
def test_a_nimble_retreat_names_the_trait_where_it_leads_through_a_wood(is_wooded: bool) -> None:
    beast = group("Light Beast", 30, 18, models=1, traits=["Composed"], melee=["B1"])
    groups = {"A1": beast, "B1": foot(30, 19.5, models=1)}
    terrain = [WOOD] if is_wooded else []
    game = battle({**groups, **CAPTAINS}, terrain=terrain, dice={"activate A1": [6, 6]})
    answer(game, "A1", "retreat")
    assert ("CC-PTR-10" in rules_told(game, "group Retreated")) is is_wooded


@covers("CC-GEN-01", "CC-OTR-21", "CC-SHO-06")
@pytest.mark.parametrize("traits", [(), ("Unfeeling",)])
@pytest.mark.parametrize("hits", [0, 3, 4])
def test_rounding_is_cited_where_something_is_rounded(hits: int, traits: tuple[str, ...]) -> None:
    groups = {"A1": archers(30, 10, models=1), "B1": foot(30, 20, models=1, traits=list(traits))}
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * hits + [1] * (12 - hits), "resilience B1": [6, 6]}
    game = battle({**groups, **CAPTAINS}, dice=dice)
    answer(game, "A1", "shoot B1")
    assert (("CC-OTR-21" if traits else "CC-GEN-01") in rules_told(game, "shots suffered")) is (hits == 4)


# ---- what is agreed, shown and counted ---------------------------------------------------------------------


@covers("CC-CON-04", "CC-CON-05", "CC-CON-17", "CC-OTR-25", "CC-PUB-15")
def test_what_a_battle_of_two_at_the_standard_limit_has_not_is_not_cited() -> None:
    plain = begin("ambush")
    assert {"CC-CON-05", "CC-CON-17"}.isdisjoint(rules_told(plain, "points agreed"))
    assert "CC-CON-04" in rules_told(plain, "points agreed")
    assert "CC-OTR-25" not in rules_told(plain, "Company shown")
    seats = {"A": small(), "B": roster(entry("Heavy Foot", "Foot-Foe"), entry("Heavy Foot")), "C": small()}
    other = begin("ambush", seats=seats, points_limit=36)
    assert {"CC-CON-05", "CC-CON-17"} <= rules_told(other, "points agreed")
    assert "CC-OTR-25" in rules_told(other, "Company shown")


@covers("CC-PUB-15")
@pytest.mark.parametrize("are_several", [False, True])
def test_a_side_is_counted_as_a_whole_where_it_is_of_several_players(are_several: bool) -> None:
    groups = {"A1": foot(30, 10), "B1": foot(30, 40), **({"C1": foot(50, 10)} if are_several else {})}
    sides = {"sides": [["A", "C"], ["B"]]} if are_several else {}
    state = state_of(groups, scenario="ambush", **sides)
    lines = [rules for _, rules in scenario_of(state).counted(state)]
    assert all(("CC-PUB-15" in rules) is are_several for rules in lines)


@covers("CC-RIT-03", "CC-SET-07", "CC-PUB-06")
def test_who_chooses_the_first_turn_does_so_by_the_scenario_alone() -> None:
    game = proposed(begin("ritual"), until="first turn")
    answer(game, "attacker")
    assert {"CC-RIT-03", "CC-PUB-06"} == rules_told(game, "first turn settled")


@covers("CC-ACT-15", "CC-RIT-01")
def test_who_names_the_bodyguards_for_several_players_does_so_as_their_leader() -> None:
    game = begin("ritual", seats={"A": small(), "B": small(), "C": small()}, attacker=1)
    named = asked(proposed(game, until="deploy"))
    assert named.topic == "name bodyguards"
    assert "CC-ACT-15" in named.rules


# ---- what is told ------------------------------------------------------------------------------------------


@covers("CC-SHK-04", "CC-SPL-14", "CC-TST-15")
@pytest.mark.parametrize("confused", [False, True])
def test_a_confused_group_that_fails_is_not_called_shaken(confused: bool) -> None:
    state = {"spells": [{"spell": "Confuse", "caster": "A"}]} if confused else {"shaken": True}
    groups = {"A1": archers(30, 10, models=1), "B1": foot(30, 20, models=1, **state)}
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * 3 + [1] * 9, "resilience B1": [1, 2]}
    game = battle({**groups, **CAPTAINS}, dice=dice)
    answer(game, "A1", "shoot B1")
    (failed,) = [one for one in game.events() if one.kind == "failed while Shaken"]
    assert ("CC-SPL-14" in failed.rules) is confused
    which = "is Confused and so counts as Shaken" if confused else "is Shaken"
    assert sentence_of(failed, game.state).endswith(f", which {which}, failed.")


@covers("CC-MEL-08", "CC-RES-11")
def test_no_more_r_is_said_to_be_lost_than_there_is() -> None:
    groups = {
        "A1": foot(30, 20, models=1, melee=["B1"]),
        "B1": foot(30, 21, models=1, r=2, melee=["A1"]),
        "B2": foot(60, 40, models=1),
    }
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * 12, "to hit (B1)": [1] * 6}
    game = battle({**groups, **CAPTAINS}, dice=dice)
    answer(game, "A1", "attack B1")
    assert told(game, "blows exchanged")[0]["lost"] == [2, 0]
    assert "CC-RES-11" in rules_told(game, "R lost")


@covers("CC-TST-02")
def test_a_loss_that_causes_no_test_is_not_told_by_what_caused_another() -> None:
    groups = {"A1": archers(30, 10, models=1), "B1": foot(30, 20, models=1, shaken=True)}
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * 3 + [1] * 9, "resilience B1": [1, 2]}
    game = battle({**groups, **CAPTAINS}, dice=dice)
    answer(game, "A1", "shoot B1")
    assert told(game, "no test for this loss") == [{"group": "B1", "lost": 1}]


@covers("CC-SPL-15", "CC-MEL-02")
def test_a_chariot_under_a_web_is_told_that_it_cannot_move_and_no_way_to_attack() -> None:
    web = [{"spell": "Entangle", "caster": "B"}]
    riders = group("Heavy Cavalry", 30, 10, models=1, traits=["Chariot", "Caster"], spells=web)
    state = state_of({"A1": riders, "B1": foot(30, 16, models=1)})
    why = why_not_attack(state, state.groups["A1"], state.groups["B1"])
    assert why is not None
    assert why.rule == "CC-SPL-15"


@covers("CC-CAP-12", "CC-OTR-08", "CC-GEN-09")
@pytest.mark.parametrize(("kind", "is_told"), [("Foot-Foe", True), ("Beast-Foe", False)])
def test_a_blood_shy_captain_holds_back_from_foes_too(kind: str, is_told: bool) -> None:
    groups = {
        "A1": foot(30, 10, models=1, traits=[kind], captain=True),
        "B1": foot(30, 15, models=1, captain=True),
    }
    game = battle(groups, step="reckless", companies={"A": {"captain_trait": "Blood-shy"}})
    assert bool(told(game, "not forced to Attack")) is is_told


@covers("CC-OTR-08", "CC-TRN-08")
def test_a_foe_that_comes_into_reach_after_the_step_of_checks_binds_without_it() -> None:
    groups = {"A1": foot(30, 10, models=1, traits=["Foot-Foe"]), "B1": foot(30, 15, models=1)}
    game = battle({**groups, **CAPTAINS})
    answer(game, "A1")
    assert "CC-OTR-08" in asked(game).rules
    assert "CC-TRN-08" not in asked(game).rules


@covers("CC-GEN-13")
def test_no_turn_begins_by_the_scale_of_the_table() -> None:
    groups = {"A1": foot(30, 10), "B1": foot(30, 40)}
    game = battle(groups, scenario="ambush", switches={"distance_scale": 1.5})
    answer(game, "end turn")
    assert "CC-GEN-13" not in rules_told(game, "turn started")


@covers("CC-ACT-04", "CC-CAP-12")
def test_what_is_left_in_melee_is_promised_to_nobody_whom_a_rule_bars() -> None:
    groups = {
        "A1": foot(30, 20, models=1, melee=["B1"], captain=True),
        "B1": foot(30, 21, models=1, melee=["A1"], captain=True),
    }
    game = battle(groups, companies={"A": {"captain_trait": "Blood-shy"}})
    answer(game, "A1")
    bars = {str(one.answer): str(one.refusal) for one in asked(game).barred()}
    assert "CC-CAP-12" in bars["attack B1"]
    assert "where no rule bars them" in bars["move"]


@covers("CC-SPL-06", "CC-SPL-17")
def test_a_projectile_is_hidden_by_the_rules_of_sight_though_all_spells_need_it() -> None:
    wood = {"kind": "wood", "area": [25, 14, 35, 22], "traits": ["obscuring"]}
    caster = foot(30, 12, models=1, traits=["Caster"])
    state = state_of(
        {"A1": caster, "B1": foot(30, 24, models=1)}, terrain=[wood], switches={"spells_need_sight": True}
    )
    found = {one.key: one.refusal() for one in order_candidates(state, state.groups["A1"])}
    barred_by = {name: why.rule for name, why in found.items() if why is not None}
    assert barred_by["cast Projectile B1"] == "CC-TER-07"
    assert barred_by["cast Confuse B1"] == "CC-SPL-06"


@covers("CC-RAI-06", "CC-PUB-13")
def test_an_asset_that_is_carried_is_called_by_its_name_in_odds() -> None:
    tokens = {"asset1": {"kind": "asset", "at": [30, 11]}}
    game = battle({"A1": foot(30, 10, models=1), **CAPTAINS}, scenario="raid", tokens=tokens, dice=PICKED_UP)
    before = copy_state(game.state)
    answer(game, "A1", "pick up asset1")
    words = outcome_in_words(outcome_between(before, game.state), game.state)
    assert any(one.endswith("carries Asset 1.") for one in words)


@covers("CC-CAP-15", "CC-SET-06")
@pytest.mark.parametrize("change", ["0", "+1"])
def test_a_shrewd_captain_is_named_where_it_changed_the_roll(change: str) -> None:
    game = begin("ambush", dice={"captain trait A": [2, 3, 3]})
    answer(game, change)
    assert ("CC-CAP-15" in rules_told(game, "attacker settled")) is (change != "0")


@covers("CC-CAP-15")
def test_a_change_without_its_sign_is_refused_as_a_change() -> None:
    why = asked(begin("ambush", dice={"captain trait A": [2, 3, 3]})).legal("1")
    assert why is not None
    assert (why.rule, why.reason) == ("CC-CAP-15", "A change is +1, 0 or -1, with its sign, and not 1.")


@covers("CC-TER-10")
@pytest.mark.parametrize(("corner", "overlap"), [((21.5, 18.5), False), ((21.5, 13), True)])
def test_pieces_that_lie_askew_side_by_side_do_not_overlap(corner: Point, overlap: bool) -> None:
    outlines: list[list[Point]] = [[(20, 12), (26, 12), (20, 18)], [(27, 18.5), corner, (27, 13)]]
    woods = [
        {"kind": "wood", "outline": [list(at) for at in one], "traits": ["difficult"]} for one in outlines
    ]
    game = battle({"A1": foot(30, 15, models=1), **CAPTAINS}, terrain=woods, dice={"activate A1": [6, 6]})
    answer(game, "A1", "move")
    assert ("CC-TER-10" in asked(game).rules) is overlap


WALL = {"kind": "wall", "area": [25, 12, 35, 12.5], "traits": ["obstacle"]}
TOUCHING = {"y": 11.5, "models": 1}


@covers("CC-TER-04", "CC-TER-03", "CC-OTR-10")
@pytest.mark.parametrize(
    ("to", "cited"), [((30, 8), False), ((30, 15), True), ((33, 11.5), True), ((28, 9), False)]
)
def test_the_wall_that_a_model_begins_at_is_ignored_where_it_is_in_the_way(to: Point, cited: bool) -> None:
    game = battle({"A1": foot(30, **TOUCHING), **CAPTAINS}, terrain=[WALL], dice={"activate A1": [6, 6]})
    answer(game, "A1", "move", {"formation": "as they stand", "at": list(to)})
    assert ("CC-TER-04" in rules_told(game, "group moved")) is cited


@covers("CC-TER-03", "CC-OTR-10")
@pytest.mark.parametrize("traits", [[], ["Move Freely"]])
def test_no_wall_stops_who_moves_freely(traits: list[str]) -> None:
    groups = {"A1": foot(30, 8, models=1, traits=traits), **CAPTAINS}
    game = battle(groups, terrain=[WALL], dice={"activate A1": [6, 6]})
    answer(game, "A1", "move", {"formation": "as they stand", "at": [30, 11.5]})
    assert ("CC-TER-03" in rules_told(game, "group moved")) is (not traits)


@covers("CC-TST-11")
@pytest.mark.parametrize("is_captain", [False, True])
def test_that_several_reasons_are_one_test_is_told_where_there_are_several(is_captain: bool) -> None:
    """B1 is half of the points, and perhaps the Captain's Group besides."""
    weak = group("Light Foot", 30, 20, models=1, r=1, cost=6, captain=is_captain)
    groups = {
        "A1": archers(30, 10, models=1),
        "A2": foot(4, 4, models=1, captain=True),
        "B1": weak,
        "B2": foot(40, 44, models=1, cost=3, captain=not is_captain),
        "B3": foot(50, 44, models=1, cost=3),
    }
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * 12, "resilience B2": [6, 6], "resilience B3": [6, 6]}
    game = battle(groups, scenario="ambush", dice=dice)
    answer(game, "A1", "shoot B1")
    assert "CC-TST-05" in rules_told(game, "Company must test")
    assert ("CC-TST-11" in rules_told(game, "Company must test")) is is_captain
    assert ("CC-TST-11" in rules_told(game, "dice rolled")) is is_captain


@covers("CC-RET-01", "CC-RET-02", "CC-RET-09", "CC-PUB-09")
@pytest.mark.parametrize("scenario", ["pitched-battle", "ambush"])
@pytest.mark.parametrize("is_ordered", [False, True])
def test_a_retreat_off_the_table_names_what_led_to_it(scenario: str, is_ordered: bool) -> None:
    enemy = archers(30, 40, models=1) if not is_ordered else foot(30, 46, models=1)
    groups = {"A1": enemy, "B1": foot(30, 47, models=1, melee=["A1"] if is_ordered else [])}
    dice = {"activate A1": [6, 6], "activate B1": [6, 6], "to hit (A1)": [6] * 3 + [1] * 9}
    side = {"active": "B", "turn": 2} if is_ordered else {}
    others = {"B2": foot(50, 44, models=1), **CAPTAINS}
    game = battle({**groups, **others}, scenario=scenario, dice={**dice, "resilience B1": [1, 2]}, **side)
    answer(game, *(("B1", "retreat") if is_ordered else ("A1", "shoot B1")))
    kind = "group left the table" if scenario == "ambush" else "group Retreated off the table"
    assert {"CC-RET-01", "CC-RET-02"} & rules_told(game, kind) == {"CC-RET-01" if is_ordered else "CC-RET-02"}


@covers("CC-RAI-07", "CC-ACT-02")
def test_a_move_after_a_pick_up_is_not_the_one_activation_of_the_turn() -> None:
    tokens = {"asset1": {"kind": "asset", "at": [30, 11]}}
    groups = {"A1": foot(30, 10, models=1), **CAPTAINS, "B1": foot(60, 40)}
    dice = {"activate A1": [6, 6, 6, 6]}
    game = battle(groups, scenario="raid", tokens=tokens, dice=dice)
    answer(game, "A1", "pick up asset1", "Move with the Asset")
    given = [one.rules for one in game.events() if one.kind == "order given"]
    assert ["CC-ACT-02" in one for one in given] == [True, False]
    assert "CC-RAI-07" in given[1]


@covers("CC-TER-01", "CC-GEO-25", "CC-GEO-29")
def test_who_passes_through_a_wood_pays_by_the_way_and_not_by_being_in_it() -> None:
    game = battle({"A1": foot(30, 10), **CAPTAINS}, terrain=[WOOD], dice={"activate A1": [6, 6]})
    answer(game, "A1", "move", {"formation": "as they stand", "at": [30, 12]})
    assert "CC-GEO-29" in rules_told(game, "group moved")
    assert "CC-GEO-25" not in rules_told(game, "group moved")


@covers("CC-MEL-15")
@pytest.mark.parametrize("r", [1, 12])
def test_nobody_stays_where_both_are_routed(r: int) -> None:
    groups = {
        "A1": foot(30, 20, models=1, r=r, melee=["B1"]),
        "B1": foot(30, 21, models=1, r=1, melee=["A1"]),
        "A2": foot(4, 14, models=1),
        "B2": foot(60, 30, models=1),
    }
    dice = {"activate A1": [6, 6], "to hit (A1)": [6] * 12, "to hit (B1)": [6] * 6, "resilience A1": [6, 6]}
    game = battle({**groups, **CAPTAINS}, scenario="ambush", dice=dice)
    answer(game, "A1", "attack B1")
    assert ("CC-MEL-15" in rules_told(game, "melee over")) is (r == 12)


@covers("CC-GEO-32", "CC-GEO-26")
@pytest.mark.parametrize(("scenario", "has_walls"), [("ambush", False), ("burn-the-stores", True)])
def test_obstacles_bind_a_placing_where_there_are_any(scenario: str, has_walls: bool) -> None:
    game = begin(scenario)
    while "group placed" not in [one.kind for one in game.events()]:
        answer(game, asked(game).options()[0].answer)
    assert ("CC-GEO-32" in rules_told(game, "group placed")) is has_walls


@covers("CC-PUB-01", "CC-SCN-01")
@pytest.mark.parametrize(("scenario", "table"), [("ritual", "CC-PUB-01"), ("five-relics", "CC-SCN-01")])
def test_a_proposed_scenario_is_told_by_the_table_it_stands_in(scenario: str, table: str) -> None:
    game = begin(None, scenario_draw="choose", dice={"scenario": [1]})
    answer(game, scenario)
    assert {"CC-PUB-01", "CC-SCN-01"} & set(asked(game).rules) == {table}
    answer(game, False)
    assert {"CC-PUB-01", "CC-SCN-01"} & rules_told(game, "scenario proposed") == {table}


@covers("CC-GEO-32")
def test_obstacles_bind_the_placing_of_those_alone_in_whose_zone_they_stand() -> None:
    """The walls stand about the stores of the defender, far from where the attacker deploys."""
    game = begin("burn-the-stores")
    while game.state.step != "ambitions":
        answer(game, asked(game).options()[0].answer)
    placed = {one.facts["group"][0]: one.rules for one in game.events() if one.kind == "group placed"}
    defender = game.state.sides[game.state.defender][0]
    assert {seat: "CC-GEO-32" in rules for seat, rules in placed.items()} == {
        seat: seat == defender for seat in "AB"
    }
