"""Sortie: Destroy, declaring it over, and what Engines are worth."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, proposed
from tests.books.companies_and_captains.scenarios.counting import closing, end_turn, gone, lines, one, vp
from tests.books.companies_and_captains.scenes import answer, barred, battle, keys, rules_told, state_of


def siege(*places: tuple[float, float]) -> dict[str, Any]:
    """Siege Tokens at these places."""
    return {
        f"siege{number}": {"kind": "siege", "at": list(at), "size": [2, 2]}
        for number, at in enumerate(places, 1)
    }


SIEGE = siege((66, 24), (6, 24), (64, 42))


def home(*, x: float = 59.5, active: str = "B", turn: int = 2, **fields: Any) -> Battle:
    """B1 stands by the centre, B2 east of it."""
    groups = {"A1": one(6, 6), "B1": one(36, 24), "B2": one(x, 24)}
    return state_of({**groups, **fields}, scenario="sortie", tokens=SIEGE, active=active, turn=turn)


@covers("CC-SOR-02", "CC-SOR-03", "CC-SET-07")
def test_the_defender_deploys_last_and_takes_the_first_turn() -> None:
    game = proposed(begin("sortie"), until="activate")
    placed = [
        event.facts["group"][0] for event in game.events(all_seats=True) if event.kind == "group placed"
    ]
    assert placed == ["A", "A", "B", "B"]
    assert game.state.active == game.state.defender
    assert rules_told(game, "first turn settled") == {"CC-SOR-03"}


@covers("CC-SOR-04", "CC-PUB-13", "CC-PUB-14")
@pytest.mark.parametrize(("faces", "works"), [([3, 3], True), ([3, 2], False)])
def test_a_defender_destroys_a_token_it_touches_on_6(faces: list[int], works: bool) -> None:
    groups = {"A1": one(6, 6), "B1": one(64.5, 24), "B2": one(36, 24)}
    game = battle(groups, scenario="sortie", tokens=SIEGE, active="B", turn=2, dice={"activate B1": faces})
    answer(game, "B1")
    assert barred(game.decision) == {"destroy siege3": "CC-PUB-13"} | {
        key: rule for key, rule in barred(game.decision).items() if not key.startswith("destroy")
    }
    answer(game, "destroy siege1")
    assert (game.state.tokens["siege1"].gone == "destroyed") is works
    assert ("CC-SOR-04" in rules_told(game, "Siege Token destroyed")) is works


@covers("CC-SOR-04")
def test_attackers_cannot_destroy_tokens() -> None:
    game = battle({"A1": one(64.5, 24), "B1": one(36, 24)}, scenario="sortie", tokens=SIEGE)
    answer(game, "A1")
    assert not any(str(key).startswith("destroy") for key in [*keys(game.decision), *barred(game.decision)])


@covers("CC-SOR-05")
def test_with_every_group_at_home_the_defender_may_declare_the_sortie_over() -> None:
    state = home()
    done = end_turn(state, answers=[True])
    assert state.closed
    assert "CC-SOR-05" in rules_told(done, "game closed")
    plays_on = home()
    end_turn(plays_on, answers=[False])
    assert not plays_on.closed


@covers("CC-SOR-05", "CC-PUB-03")
def test_nobody_is_asked_in_an_attackers_turn_or_while_a_group_is_away() -> None:
    end_turn(home(active="A", turn=3))
    end_turn(home(x=59.6), answers=[])
    end_turn(home(B2=gone()), answers=[False])


@covers("CC-SOR-05", "CC-PUB-02")
def test_home_shrinks_with_the_table() -> None:
    switches = {"points_limit": 12}
    groups = {"A1": one(6, 6), "B1": one(27 + 17.5, 18)}
    state = state_of(groups, scenario="sortie", switches=switches, active="B", turn=2)
    assert (state.ground.width, state.ground.depth) == (54.0, 36.0)
    end_turn(state, answers=[False])
    away = state_of(
        {**groups, "B1": one(27 + 17.7, 18)}, scenario="sortie", switches=switches, active="B", turn=2
    )
    end_turn(away)


@covers("CC-SOR-05", "CC-PUB-11")
def test_the_game_ends_when_a_side_has_nobody_in_play() -> None:
    assert closing(home(A1=gone())) == "CC-SOR-05"
    assert scenario_of(home()).closing_condition(home()) is None


def after_the_battle(**switches: str) -> Battle:
    """Two tokens destroyed; an Engine and another attacker Routed; one defender Routed."""
    tokens = siege((66, 24), (6, 24), (64, 42))
    tokens["siege1"]["gone"] = tokens["siege2"]["gone"] = "destroyed"
    groups = {
        "A1": one(6, 6),
        "A2": gone(profile="Heavy Engine"),
        "A3": gone(),
        "B1": one(36, 24),
        "B2": gone(),
    }
    return state_of(groups, scenario="sortie", tokens=tokens, switches=switches)


@covers("CC-SOR-06", "CC-PUB-10")
def test_an_engine_and_another_routed_two_tokens_destroyed() -> None:
    state = after_the_battle()
    assert lines(state, "defender") == [2, 2, 8]
    assert lines(state, "attacker") == [2, 0, 3]
    assert vp(state) == {"attacker": 5, "defender": 12}


@covers("CC-SOR-06")
def test_the_switch_lets_an_engine_score_instead_of_any_group() -> None:
    assert lines(after_the_battle(sortie_engine_vp="instead"), "defender") == [1, 2, 8]


@covers("CC-SOR-06")
def test_each_engine_that_is_not_routed_earns_the_attacker_a_point() -> None:
    state = state_of(
        {"A1": one(6, 6, "Light Engine"), "A2": one(12, 6), "B1": one(36, 24)},
        scenario="sortie",
        tokens=SIEGE,
    )
    assert lines(state, "attacker") == [0, 1, 9]
