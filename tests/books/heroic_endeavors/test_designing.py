"""Own characters: limits, derived values, threat, and a game with them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sandtable
from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.designing import is_even, threat_of
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import Refused
from sandtable.kernel.testing import covers
from sandtable.players import make_player, play_out

TRAITS = {"STR": 2, "PER": 1, "DEX": 1, "MOV": 4, "DP": 3}
FIGHTER: dict[str, Any] = {
    "name": "Mira", "traits": TRAITS, "armour": "medium ancient armor", "shield": "normal",
    "melee": ["longsword"], "skills": ["Master Warrior"],
}  # fmt: skip


def party(*characters: dict[str, Any]) -> dict[str, Any]:
    """A force as a seat brings it."""
    return {"name": "Ours", "characters": list(characters)}


def why_not(**changes: Any) -> list[str]:
    """The rules that bar a fighter with changes."""
    return [one.rule for one in BOOK.check_force(party({**FIGHTER, **changes}), {}).reasons]


@covers("HE-DSGN-05", "HE-TRT-15")
def test_the_example_of_the_catalogue_a_human_fighter_is_worth_sixteen():
    state = BOOK.set_up("ember-hall", {}, {})
    assert threat_of(state, state.models["H1"]) == 6 + 3 + 6 + 1
    caster = state.models["H3"]
    assert threat_of(state, caster) == 5 + 0 + 2 * 3 + 2 * 3  # MEL 5 with the force staff (HE-ADV-12)


@covers("HE-DSGN-05")
def test_a_power_attack_counts_three_and_the_switch_hides_the_number():
    strong = BOOK.set_up("ember-hall", {"A": party({**FIGHTER, "skills": ["Power Attack"]})}, {})
    assert threat_of(strong, strong.models["H1"]) == 6 + 3 + 6 + 3
    assert BOOK.check_force(party(FIGHTER), {}).points == 16
    assert BOOK.check_force(party(FIGHTER), {}).advice[0].rule == "HE-DSGN-05"
    silent = BOOK.check_force(party(FIGHTER), {"threat_estimate": "off"})
    assert (silent.legal, silent.points, silent.advice) == (True, 0, ())


@covers("HE-DSGN-05")
@pytest.mark.parametrize(("one", "other", "even"), [(100, 80, True), (100, 79, False), (80, 100, True)])
def test_a_fifth_is_no_difference(one: int, other: int, even: bool):
    assert is_even(one, other) == even


@covers("HE-DSGN-04", "HE-TRT-08", "HE-TRT-22", "HE-POW-04")
@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"traits": {**TRAITS, "STR": 9}}, "HE-DSGN-04"), ({"traits": {**TRAITS, "STR": -1}}, "HE-DSGN-04"),
        ({"traits": {**TRAITS, "PER": 6}}, "HE-DSGN-04"), ({"traits": {**TRAITS, "DEX": 6}}, "HE-DSGN-04"),
        ({"traits": {**TRAITS, "MOV": 1}}, "HE-DSGN-04"), ({"traits": {**TRAITS, "MOV": 7}}, "HE-DSGN-04"),
        ({"traits": {**TRAITS, "DP": 0}}, "HE-DSGN-04"), ({"traits": {**TRAITS, "DP": 13}}, "HE-DSGN-04"),
        ({"traits": {**TRAITS, "ARC": 5}}, "HE-DSGN-04"), ({"fate": 4}, "HE-DSGN-04"),
        ({"traits": {**TRAITS, "MOT": 2}}, "HE-TRT-22"),
        ({"powers": ["Arcane Assault"]}, "HE-POW-04"),
        ({"traits": {**TRAITS, "ARC": 1}, "powers": [*"abc"]}, "HE-POW-04"),
        ({"melee": ["spoon"]}, "HE-WTAB-01"), ({"armour": "silk"}, "HE-WTAB-01"),
        ({"name": " "}, "HE-SHT-01"),
    ],
)  # fmt: skip
def test_what_lies_beyond_the_limits_is_refused(changes: dict[str, Any], rule: str):
    assert why_not(**changes) == [rule]
    with pytest.raises(Refused):
        BOOK.set_up("ember-hall", {"A": party({**FIGHTER, **changes})}, {})


@covers("HE-DSGN-04", "HE-DSGN-01")
def test_what_lies_within_the_limits_is_not():
    most = {"STR": 8, "PER": 5, "DEX": 5, "MOV": 6, "DP": 12, "ARC": 4}
    least = {"STR": 0, "PER": 0, "DEX": 0, "MOV": 2, "DP": 1}
    for traits in (most, least):
        assert why_not(traits=traits, fate=3) == []
    cohort = {**FIGHTER, "role": "cohort", "traits": {**TRAITS, "MOT": 4}}
    assert BOOK.check_force(party(FIGHTER, cohort), {}).legal
    assert [one.rule for one in BOOK.check_force(party(cohort), {}).reasons] == ["HE-DSGN-01"]
    without = {**FIGHTER, "role": "cohort"}
    assert [one.rule for one in BOOK.check_force(party(FIGHTER, without), {}).reasons] == ["HE-TRT-22"]


@covers("HE-DSGN-01")
@pytest.mark.parametrize("force", ["[]x", "[1]", {"name": "Ours"}, {"name": "Ours", "characters": [{}]}, 7])
def test_what_is_no_party_is_refused_with_reasons(force: Any):
    verdict = BOOK.check_force(force, {})
    assert not verdict.legal
    assert verdict.reasons


@covers("HE-DSGN-01", "HE-ADV-02", "HE-SHT-01")
def test_own_characters_begin_on_the_printed_spaces_and_play():
    archer = {**FIGHTER, "name": "Tal", "melee": ["dagger"], "ranged": ["shortbow"], "shield": "none"}
    force = json.dumps(party(FIGHTER, archer))
    game = sandtable.new("heroic-endeavors", scenario="ember-hall", seats={"A": force}, seed=2)
    state = game.state
    assert [(one.id, one.name, one.at) for one in state.models.values() if one.side == "party"] == [
        ("H1", "Mira", (12, 2)), ("H2", "Tal", (11, 2)),
    ]  # fmt: skip
    assert melee_weapons()["longsword"].weapon in state.models["H1"].arms.in_use
    play_out(game, {"A": make_player("greedy", 1)})
    assert game.result is not None
    eight = party(*[{**FIGHTER, "name": f"Mira {n}"} for n in range(8)])
    with pytest.raises(Refused):
        BOOK.set_up("ember-hall", {"A": eight}, {})
