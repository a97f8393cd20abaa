"""Outcomes: what has become of figures, mobs and the mission between two moments."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.outcomes import Fate, Outcome, outcome_between, outcome_in_words
from sandtable.books.forgotten_ruin.positions import read_position
from sandtable.books.forgotten_ruin.state import Battle, Contact
from sandtable.kernel.state import copy_state

POSITION: dict[str, Any] = {
    "soldiers": {"S1": {"at": [10, 10], "name": "Ames", "luck": 1}, "S2": {"at": [14, 10]}},
    "mobs": {"M1": {"type": "Orcs", "at": [[10, 20], [12, 20]], "aware": False}},
    "monsters": {"B1": {"monster": "Troll", "at": [20, 20]}},
    "phase": "quick",
}


def two() -> tuple[Battle, Battle]:
    """The same battle twice."""
    state = read_position(POSITION)
    return state, copy_state(state)


def test_nothing_has_become_of_a_battle_that_is_the_same():
    before, after = two()
    assert outcome_between(before, after) == Outcome()
    assert outcome_in_words(outcome_between(before, after), after) == []


def test_each_figure_with_which_anything_happened_has_a_fate():
    before, after = two()
    after.soldiers["S1"].luck = 0
    after.soldiers["S1"].stun = 1
    after.soldiers["S2"].where = "casualty"
    after.enemies["M1.1"].where = "fled"
    after.enemies["M1.2"].at = (12.0, 18.0)
    after.enemies["B1"].monster_points -= 2
    found = outcome_between(before, after)
    assert found.fates == (
        Fate("S1", luck=1, stun=1),
        Fate("S2", gone="casualty"),
        Fate("M1.1", gone="fled"),
        Fate("M1.2", elsewhere=True),
        Fate("B1", points=2),
    )
    assert outcome_in_words(found, after) == [
        "Ames uses 1 Luck, is Stunned.",
        "S2 is a casualty.",
        "Orc 1 of mob 1 flees.",
        "Orc 2 of mob 1 moves.",
        "Troll loses 2 Monster Points.",
    ]


def test_contacts_waking_aggression_and_phases_are_told():
    before, after = two()
    after.mobs["M1"].aware = True
    after.contacts = (Contact("S1", "M1.1"),)
    after.aggression, after.phase = 3, "enemy"
    after.soldiers["S1"].acted = True
    found = outcome_between(before, after)
    assert (found.acted, found.woken, found.contacts, found.phase) == (
        ("S1",),
        ("M1",),
        (("S1", "M1.1"),),
        "enemy",
    )
    assert outcome_in_words(found, after) == [
        "Ames meets Orc 1 of mob 1.",
        "Orcs 1 wake.",
        "Aggression +3.",
        "It goes on with: enemy.",
    ]


def test_equal_outcomes_are_one_outcome():
    before, after = two()
    after.soldiers["S2"].knocked_down = True
    again = copy_state(after)
    assert {outcome_between(before, after), outcome_between(before, again)} == {
        outcome_between(before, after)
    }
    assert msgspec.to_builtins(outcome_between(before, after).fate("S2")) == {"figure": "S2", "down": True}
