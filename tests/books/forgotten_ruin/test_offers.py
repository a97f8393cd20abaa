"""What a lobby is offered."""

from __future__ import annotations

import random

import msgspec
import pytest

from sandtable.books.forgotten_ruin.missions.preparing import SCENARIOS, prepare
from sandtable.books.forgotten_ruin.offers import check_force, offers, random_force
from sandtable.books.forgotten_ruin.switches import describe, read_switches
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.refusal import Refused
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


@covers("FR-DIF-01", "FR-DIF-05")
def test_every_option_of_difficulty_is_offered_with_what_it_does():
    (switch,) = (one for one in describe() if one.name == "difficulty_options")
    (offer,) = (one for one in offers().switches if one.name == "difficulty_options")
    assert tuple(offer.meanings) == switch.values
    assert all(("Heroic, -" in said) != ("Gritty, +" in said) for said in offer.meanings.values())
    assert all("FR-DIF-" in said for said in offer.meanings.values())
    assert offer.meanings["Lucky heroes"].startswith("Heroic, -3: ")
    assert offer.meanings["Escalation"].startswith("Gritty, +2: ")


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


@pytest.mark.parametrize("force", offers().forces, ids=lambda one: one.id)
def test_every_squad_that_is_offered_can_be_filled_in_by_its_form(force):
    form, data = offers().roster, check_force(force.id, {}).data
    assert form is not None
    assert data is not None
    for part in form.parts:
        entries = [data[part.name]] if part.is_single else data[part.name]
        known = {one.name for one in part.fields} | set(part.fresh)
        assert all(set(one) <= known for one in entries)
        for field in (one for one in part.fields if one.choices):
            offered = {one.value for one in field.choices}
            for entry in entries:
                chosen = entry.get(field.name, field.default)
                assert set(chosen or ()) <= offered if field.kind == "several of" else chosen in offered


def test_a_squad_of_fresh_soldiers_can_be_read_and_is_told_what_it_lacks():
    form = offers().roster
    assert form is not None
    soldiers, *officers = form.parts
    data = {"name": "New", soldiers.name: [{**soldiers.fresh, "name": "Ash"}]}
    verdict = check_force(data | {one.name: one.fresh for one in officers}, {})
    assert verdict.units[0].name == "Ash"
    assert {"FR-SQD-01", "FR-SQD-02", "FR-SQD-18", "FR-SQD-36"} <= {one.rule for one in verdict.reasons}


def test_every_rule_of_the_form_is_in_the_catalogue():
    form, known = offers().roster, Catalogue.load("sandtable.books.forgotten_ruin").rules
    assert form is not None
    fields = [*form.fields, *(field for part in form.parts for field in part.fields)]
    cited = {field.rule for field in fields} | {one.rule for field in fields for one in field.choices}
    assert cited - {""} <= set(known)


def test_every_soldier_is_shown_with_the_finished_values():
    verdict = check_force("red-squad", {"difficulty_options": "Lucky heroes"})
    leader = verdict.units[0]
    assert (leader.id, leader.name) == ("S1", "Harper")
    assert leader.facts == {
        "reactions": 3,
        "speed": 6.0,
        "combat_skill": 0,
        "toughness": 3,
        "wits": 1,
        "luck": 2,
    }


def test_options_that_cannot_be_read_are_refused():
    with pytest.raises(Refused):
        check_force("red-squad", {"squad_size": "many"})


@covers("FR-SQD-19", "FR-SQD-20")
@pytest.mark.parametrize("seed", range(12))
def test_a_squad_that_is_rolled_up_is_legal_and_the_same_for_the_same_chance(seed):
    force = random_force(random.Random(seed), {})
    assert check_force(force, {}).reasons == ()
    assert random_force(random.Random(seed), {}) == force
