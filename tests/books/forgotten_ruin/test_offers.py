"""What a lobby is offered."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.books.forgotten_ruin.missions.preparing import SCENARIOS, prepare
from sandtable.books.forgotten_ruin.offers import check_force, offers
from sandtable.books.forgotten_ruin.switches import describe, read_switches
from sandtable.kernel.testing import covers


def test_every_scenario_that_can_be_played_is_offered_once():
    assert sorted(one.id for one in offers().scenarios) == sorted(SCENARIOS)


@pytest.mark.parametrize("force", offers().forces, ids=lambda one: one.id)
def test_every_squad_that_is_offered_is_legal_by_name_and_by_text(force):
    assert check_force(force.id, {}).legal
    assert check_force(force.text, {}).legal


def test_the_first_game_can_be_set_up():
    first = offers().first
    assert first is not None
    state = prepare(first.scenario, first.seats, first.options)
    assert first.person in state.seats
    assert state.mission.kind == "exercise 1"


def test_the_defaults_of_the_switches_that_are_offered_are_those_that_are_played():
    assert [one.name for one in offers().switches] == [one.name for one in describe()]
    read_switches({one.name: one.default for one in offers().switches})


@covers("FR-SQD-01")
def test_a_squad_that_is_not_legal_is_shown_with_every_reason():
    text = offers().forces[0].text.replace("squad automatic weapon", "pistol")
    verdict = check_force(text, {})
    assert not verdict.legal
    assert [one.rule for one in verdict.reasons] == ["FR-SQD-38", "FR-SQD-38"]
    assert verdict.name == "Red Squad"
    assert not check_force("nobody at all", {}).legal


def test_everything_is_plain_data():
    assert msgspec.json.decode(msgspec.json.encode(offers()))["seats"] == ["A"]
