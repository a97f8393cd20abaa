"""The turn plan of the automatic opponent: what each order is worth, and which goes first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.opponent.reckoning import expected_loss
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.opponent.advising import advice, best, chance, scores
from tests.books.companies_and_captains.scenes import answer, battle, group


def orders(groups: dict[str, Any], acting: str = "A1", **position: Any) -> dict[str, float]:
    """What each order of a Group is worth, the chance to activate taken out again by nobody."""
    game = battle(groups, **position)
    answer(game, acting)
    return scores(game)


@covers("CC-BOT-01", "CC-BOT-06", "CC-BOT-09")
def test_the_shot_goes_before_the_move() -> None:
    groups = {
        "A1": group("Heavy Foot", 10, 10),
        "A2": group("Heavy Missile", 36, 12),
        "B1": group("Heavy Foot", 36, 26),
    }
    listed = advice(battle(groups))
    assert [one.answer for one in listed] == ["A2", "A1", "end turn"]
    shot = expected_loss(12, 5, 3) * 4 / 12 + 0.4
    assert listed[0].score == pytest.approx(chance(6) * shot)
    assert listed[1].score == pytest.approx(chance(5) * 0.5)
    # The example: 26/36 x 0.75 = 0.54 and 30/36 x 0.50 = 0.42.
    assert (round(chance(6) * 0.75, 2), round(chance(5) * 0.5, 2)) == (0.54, 0.42)


@covers("CC-BOT-01")
def test_the_turn_ends_when_the_best_order_is_not_worth_the_risk() -> None:
    groups = {"A1": group("Light Engine", 36, 12, melee=["B1"]), "B1": group("Heavy Foot", 36, 16.6)}
    assert [one.answer for one in advice(battle(groups))] == ["end turn"]


@covers("CC-BOT-15")
def test_ties_go_to_the_group_listed_first() -> None:
    groups = {
        "A1": group("Heavy Foot", 10, 8),
        "A2": group("Heavy Foot", 36, 8),
        "A3": group("Heavy Foot", 60, 8),
        "B1": group("Heavy Foot", 36, 40),
    }
    assert [one.answer for one in advice(battle(groups))] == ["A1", "A2", "A3", "end turn"]


@covers("CC-BOT-04")
def test_an_attack_is_worth_what_it_inflicts_less_four_fifths_of_what_it_costs() -> None:
    found = orders({"A1": group("Elite Foot", 36, 18), "B1": group("Light Foot", 36, 26)})
    a = expected_loss(12, 3, 2) * 3 / 12
    b = expected_loss(12, 4, 4) * 5 / 12
    assert found["attack B1"] == pytest.approx(chance(5) * (a - 0.8 * b + 0.3))


@covers("CC-BOT-04")
def test_an_attack_that_costs_more_than_it_brings_is_not_considered() -> None:
    found = orders({"A1": group("Light Foot", 36, 18), "B1": group("Elite Foot", 36, 26)})
    assert "attack B1" not in found


@covers("CC-BOT-04", "CC-BOT-05")
def test_in_melee_it_fights_on_unless_the_exchange_is_bad_and_then_it_retreats() -> None:
    close = {"A1": group("Elite Foot", 36, 20, models=1), "B1": group("Light Foot", 36, 21, models=1)}
    close["A1"]["melee"] = ["B1"]
    found = orders(close)
    a = expected_loss(12, 3, 2) * 3 / 12
    b = expected_loss(12, 4, 4) * 5 / 12
    assert found == {"attack B1": pytest.approx(chance(5) * (a - 0.8 * b + 0.5))}
    bad = {"A1": group("Light Foot", 36, 20, models=1), "B1": group("Elite Foot", 36, 21, models=1)}
    bad["A1"]["melee"] = ["B1"]
    assert orders(bad) == {"retreat": pytest.approx(chance(6) * 0.4)}


@covers("CC-BOT-06")
def test_a_target_that_is_nearly_gone_adds_to_a_shot_and_cover_takes_from_it() -> None:
    weak = {"A1": group("Heavy Missile", 36, 12), "B1": group("Heavy Foot", 36, 26, r=2)}
    shot = expected_loss(12, 5, 3) * 4 / 12
    assert orders(weak)["shoot B1"] == pytest.approx(chance(6) * (shot + 0.4 + 0.3))
    wall = [{"kind": "wall", "wall": [[28, 22], [44, 22]], "traits": ["obstacle"]}]
    behind = {"A1": group("Heavy Missile", 36, 12), "B1": group("Heavy Foot", 36, 24, formation="line")}
    found = orders(behind, terrain=wall)
    assert found["shoot B1"] == pytest.approx(chance(6) * (0.45 * shot + 0.4))


@covers("CC-BOT-07")
@pytest.mark.parametrize(
    ("spell", "target", "worth", "check"),
    [
        ("Heal", group("Heavy Foot", 36, 12, r=5), 0.35, 7),
        ("Heal", group("Heavy Foot", 36, 12, r=6), 0.95, 7),
        ("Counter", group("Heavy Foot", 36, 12, spells=[{"spell": "Entangle", "caster": "B"}]), 0.4, 8),
    ],
)
def test_a_spell_on_a_friend_has_its_worth(
    spell: str, target: dict[str, Any], worth: float, check: int
) -> None:
    caster = group("Elite Foot", 20, 6, traits=["Caster"])
    found = orders({"A1": caster, "A2": target, "B1": group("Heavy Foot", 66, 44)})
    assert found[f"cast {spell} A2"] == pytest.approx(chance(check) * worth)


@covers("CC-BOT-07")
def test_projectile_and_confuse_have_their_worth() -> None:
    caster = group("Elite Foot", 36, 6, traits=["Caster"])
    found = orders({"A1": caster, "B1": group("Heavy Cavalry", 36, 17)})
    shot = expected_loss(12, 4, 3) * 4 / 6
    assert found["cast Projectile B1"] == pytest.approx(chance(7) * (shot + 0.3))
    assert found["cast Confuse B1"] == pytest.approx(chance(7) * 0.5)
    fighting = {
        "A1": caster,
        "A2": group("Heavy Foot", 36, 20, models=1, melee=["B1"]),
        "B1": group("Heavy Foot", 36, 21, models=1),
    }
    found = orders(fighting)
    assert found["cast Confuse B1"] == pytest.approx(chance(7) * 0.8)
    assert found["cast Enrage A2"] == pytest.approx(chance(7) * 0.4)


@covers("CC-BOT-08")
def test_summoning_is_worth_2_and_a_blast_must_pay_for_itself() -> None:
    summoner = group("Elite Foot", 36, 12, traits=["Summoner"])
    waiting = {"profile": "Light Foot"}
    found = orders({"A1": summoner, "A2": waiting, "B1": group("Heavy Foot", 36, 44)})
    assert found["summon"] == pytest.approx(chance(6) * 2.0)
    sparks = group("Light Foot", 36, 12, traits=["Self-Destruct"])
    near = {"A1": sparks, "B1": group("Light Engine", 36, 20, models=1)}
    net = expected_loss(12, 3, 1) * 4 / 6
    assert orders(near)["self-destruct"] == pytest.approx(chance(5) * (min(net, 4) + 1))
    # A friend that would be hit as hard as the enemy leaves nothing.
    both = {**near, "A2": group("Light Engine", 36, 5, models=1)}
    assert "self-destruct" not in orders(both)


@covers("CC-BOT-09")
@pytest.mark.parametrize(
    ("mover", "enemy", "worth", "number"),
    [
        (group("Heavy Foot", 36, 8), group("Heavy Foot", 36, 44), 0.5, 5),
        (group("Heavy Missile", 36, 8), group("Heavy Foot", 36, 44), 0.45, 6),
        (group("Heavy Foot", 36, 20), group("Elite Foot", 36, 28), 0.15, 5),
    ],
)
def test_a_move_towards_the_enemy_has_its_worth(
    mover: dict[str, Any], enemy: dict[str, Any], worth: float, number: int
) -> None:
    assert orders({"A1": mover, "B1": enemy})["move"] == pytest.approx(chance(number) * worth)


@covers("CC-BOT-14")
@pytest.mark.parametrize(
    ("temper", "stops", "loss"), [("bold", 0.02, 0.5), ("steady", 0.04, 0.8), ("wary", 0.08, 1.2)]
)
def test_a_temper_changes_what_losses_count_and_when_it_stops(temper: str, stops: float, loss: float) -> None:
    groups = {"A1": group("Elite Foot", 36, 18), "B1": group("Light Foot", 36, 26)}
    game = battle(groups, switches={"bot_temper": temper})
    assert advice(game)[-1].score == stops
    answer(game, "A1")
    a = expected_loss(12, 3, 2) * 3 / 12
    b = expected_loss(12, 4, 4) * 5 / 12
    assert scores(game)["attack B1"] == pytest.approx(chance(5) * (a - loss * b + 0.3))


# ---- the orders of the published scenarios -----------------------------------------------------------------


@covers("CC-BOT-16")
def test_raid_calls_and_picks_up_and_carries_away() -> None:
    token = {"asset1": {"kind": "asset", "at": [36, 13]}}
    groups = {"A1": group("Heavy Foot", 36, 12, models=1), "B1": group("Heavy Foot", 36, 44)}
    found = orders(groups, scenario="raid", tokens=token)
    assert found["pick up asset1"] == pytest.approx(chance(5) * 2.0)
    waiting = {**groups, "B2": {"profile": "Heavy Foot"}}
    found = orders(waiting, "B1", scenario="raid", tokens=token, active="B")
    assert found["call"] == pytest.approx(chance(4) * 1.2)
    free = {"A1": group("Heavy Foot", 36, 4), "B1": group("Heavy Foot", 36, 44)}
    away = {"asset1": {"kind": "asset", "at": [36, 24]}}
    assert orders(free, scenario="raid", tokens=away)["move"] == pytest.approx(chance(5) * 1.0)


@covers("CC-BOT-16")
def test_sortie_destroys_and_comes_home() -> None:
    token = {"siege1": {"kind": "siege", "at": [36, 13], "size": [2, 2]}}
    groups = {"A1": group("Heavy Foot", 60, 40), "B1": group("Heavy Foot", 36, 14.5, models=1)}
    found = orders(groups, "B1", scenario="sortie", tokens=token, active="B")
    assert found["destroy siege1"] == pytest.approx(chance(6) * 1.5)


@covers("CC-BOT-16")
def test_the_bodyguards_draw_attacks_and_shots() -> None:
    groups = {
        "A1": group("Heavy Missile", 36, 10),
        "A2": group("Elite Foot", 36, 18),
        "B1": group("Heavy Foot", 30, 24),
        "B2": group("Elite Foot", 66, 44),
    }
    ritual: dict[str, Any] = {"scenario": "ritual", "roles": {"bodyguards": "B1"}}
    assert orders(groups, **ritual)["shoot B1"] == pytest.approx(chance(6) * 1.2)
    a = expected_loss(12, 3, 3) * 4 / 12
    b = expected_loss(12, 4, 4) * 5 / 12
    assert orders(groups, "A2", **ritual)["attack B1"] == pytest.approx(chance(5) * (a - 0.8 * b + 0.3 + 1.2))


@covers("CC-BOT-16")
@pytest.mark.parametrize(
    ("scenario", "at", "worth"),
    [
        ("ambush", (36, 2), 0.9),
        ("ambush", (36, 24), 0.45),
        ("retreat", (36, 46), 0.9),
        ("retreat", (36, 24), 0.7),
    ],
)
def test_defenders_who_may_escape_make_for_the_edge(
    scenario: str, at: tuple[float, float], worth: float
) -> None:
    # Bows with an enemy in range, and not too near, have no other use for a Move.
    enemy = group("Heavy Foot", at[0] - 14, at[1], models=1)
    groups = {"A1": enemy, "B1": group("Heavy Missile", *at, models=1)}
    assert orders(groups, "B1", scenario=scenario, active="B")["move"] == pytest.approx(chance(6) * worth)


@covers("CC-BOT-16")
def test_the_extractees_run() -> None:
    groups = {
        "A1": group("Heavy Foot", 10, 40),
        "B1": group("Heavy Cavalry", 36, 24, models=1),
        "B2": group("Heavy Foot", 66, 44),
    }
    extraction: dict[str, Any] = {"scenario": "extraction", "roles": {"extractees": "B1"}}
    assert orders(groups, "B1", active="B", **extraction)["move"] == pytest.approx(chance(5) * 0.8)
    assert orders(groups, **extraction)["move"] == pytest.approx(chance(5) * 0.5)
    assert best(battle(groups, active="B", **extraction)) == "B1"


@covers("CC-BOT-07")
def test_embolden_is_worth_a_cast_on_a_friend_that_lost_r_and_is_threatened() -> None:
    caster = group("Elite Foot", 20, 6, traits=["Caster"])
    hurt = group("Heavy Foot", 36, 12, r=11)
    threatened = orders({"A1": caster, "A2": hurt, "B1": group("Heavy Cavalry", 36, 23)})
    assert threatened["cast Embolden A2"] == pytest.approx(chance(6) * 0.3)
    assert "cast Embolden A2" not in orders({"A1": caster, "A2": hurt, "B1": group("Heavy Foot", 66, 44)})
