"""Shaken Groups: the state, how it begins and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters import activation, attacking, moving, shaken, turns
from sandtable.books.companies_and_captains.special import profile_traits
from sandtable.books.companies_and_captains.state import Battle, Cause
from sandtable.books.companies_and_captains.windows import AttackDeclared
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import carry_out, group, rules_told, state_of

SHOT = Cause("shooting", "CC-SHO-05", "A", "A1")
CONFUSED = [{"spell": "Confuse", "caster": "A"}]


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model."""
    return group(profile, x, y, fielded=1, **fields)


def scene(profile: str = "Heavy Foot", **fields: Any) -> Battle:
    """One Group of seat A that is Shaken, or whatever the fields say, with an enemy 6 inches off."""
    return state_of(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one(profile, 20, 20, **(fields or {"shaken": True})),
            "B1": one("Heavy Foot", 20, 26),
        }
    )


@covers("CC-SHK-01", "CC-ACT-12")
@pytest.mark.parametrize("fields", [{"shaken": True}, {"spells": CONFUSED}])
def test_a_shaken_or_confused_group_cannot_be_activated(fields: dict[str, Any]) -> None:
    state = scene(**fields)
    found = activation.why_not_activate(state, state.groups["A2"])
    assert found is not None
    assert found.rule == "CC-ACT-12"


@covers("CC-SHK-01", "CC-SPL-14")
def test_confused_counts_as_shaken() -> None:
    assert shaken.counts_as_shaken(scene(spells=CONFUSED).groups["A2"])
    assert shaken.counts_as_shaken(scene().groups["A2"])
    assert not shaken.counts_as_shaken(scene(spells=[{"spell": "Fortify", "caster": "A"}]).groups["A2"])


@covers("CC-SHK-02")
def test_the_state_has_no_time_limit() -> None:
    state = scene()
    state.scenario = "ambush"
    for side in (1, 0):
        state.active = side
        carry_out(turns.start_turn, state)
    assert state.groups["A2"].shaken
    assert state.to_do == ("A2",), "it is due to rally"


@covers("CC-SHK-01", "CC-SHK-02", "CC-TST-14")
def test_becoming_shaken_notes_who_did_it() -> None:
    state = scene(done=True)
    done = carry_out(shaken.become_shaken, state, state.groups["A2"], Cause("melee", "CC-MEL-08", "B", "B1"))
    assert (state.groups["A2"].shaken, state.groups["A2"].shaken_by) == (True, "B")
    assert state.companies["B"].deeds.made_shaken == ("A2",)
    assert {"CC-SHK-01", "CC-SHK-02"} <= rules_told(done, "group Shaken")


@covers("CC-PTR-03")
def test_becoming_shaken_without_moving_does_not_end_the_formation() -> None:
    state = scene(formed=True)
    carry_out(shaken.become_shaken, state, state.groups["A2"], SHOT)
    assert state.groups["A2"].formed


@covers("CC-SHK-03")
@pytest.mark.parametrize("attacks", [True, False])
def test_in_melee_a_shaken_group_hits_on_6_only(attacks: bool) -> None:
    assert attacking.number_to_hit(scene("Elite Foot", shaken=True).groups["A2"], attacks).number == 6


@covers("CC-SHK-05", "CC-CAP-06")
def test_a_shaken_captains_group_is_told_to_switch_its_captain_off() -> None:
    state = scene(done=True)
    done = carry_out(shaken.become_shaken, state, state.groups["A1"], SHOT)
    assert {"CC-SHK-05", "CC-CAP-06"} <= rules_told(done, "group Shaken")


@covers("CC-SHK-06", "CC-MEL-05")
@pytest.mark.parametrize("fields", [{"shaken": True}, {"spells": CONFUSED}])
def test_a_shaken_group_uses_no_reaction(fields: dict[str, Any]) -> None:
    state = scene("Heavy Cavalry", **fields)
    now = AttackDeclared(state.groups["A2"], state.groups["B1"])
    assert not profile_traits.may_react(state, now, "Defiant")
    ready = scene("Heavy Cavalry", done=True)
    assert profile_traits.may_react(ready, AttackDeclared(ready.groups["A2"], ready.groups["B1"]), "Defiant")


@covers("CC-SHK-06", "CC-PTR-01")
def test_a_shaken_group_takes_no_formation() -> None:
    state = scene()
    found = moving.why_not_form(state, state.groups["A2"], state.groups["A2"].models)
    assert found is not None
    assert found.rule == "CC-SHK-06"


@covers("CC-SHK-06", "CC-PTR-12", "CC-TRN-06")
@pytest.mark.parametrize("fields", [{"shaken": True}, {"spells": CONFUSED}])
def test_a_shaken_reckless_group_takes_no_check(fields: dict[str, Any]) -> None:
    state = scene("Heavy Beast", **fields)
    assert not turns.is_due_for_reckless_check(state, state.groups["A2"])
    ready = scene("Heavy Beast", r=6)
    assert turns.is_due_for_reckless_check(ready, ready.groups["A2"])


@covers("CC-AMB-14", "CC-SPL-14")
def test_being_confused_is_credited_to_the_caster() -> None:
    assert shaken.whose_doing(scene(spells=[{"spell": "Confuse", "caster": "B"}]).groups["A2"]) == "B"
    assert shaken.whose_doing(scene(shaken=True, shaken_by="B", spells=CONFUSED).groups["A2"]) == "B"
