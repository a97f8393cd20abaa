"""What a lobby is offered can be played as it stands."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.switches import describe
from sandtable.kernel.book import find_book
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers

BOOK = find_book("companies-and-captains")
OFFERS = BOOK.offers()


def test_every_scenario_is_offered_with_a_sentence_and_its_first_rule():
    of_the_book = [key for key, one in SCENARIOS.items() if type(one).__module__.startswith("sandtable.")]
    assert [one.id for one in OFFERS.scenarios] == of_the_book
    assert all(one.sentence.endswith(".") and one.rule.startswith("CC-") for one in OFFERS.scenarios)


@pytest.mark.parametrize("place", range(len(OFFERS.scenarios)))
def test_every_scenario_begins_with_ready_forces_by_id_and_by_text(place):
    scenario, forces = OFFERS.scenarios[place], OFFERS.forces
    seats = {"A": forces[place % len(forces)].id, "B": forces[(place + 1) % len(forces)].text}
    assert sandtable.new(BOOK.id, scenario=scenario.id, seats=seats, seed=place).decision is not None


def test_every_ready_force_is_legal_as_its_text():
    for force in OFFERS.forces:
        verdict = BOOK.check_force(force.text, {})
        assert (verdict.legal, verdict.points, verdict.reasons) == (True, force.points, ())


def test_switches_are_offered_with_values_or_a_range_that_holds_their_default():
    known = {one.name for one in describe()}
    for switch in OFFERS.switches:
        assert switch.name in known
        if switch.range is None:
            assert switch.default in switch.values
        else:
            assert isinstance(switch.default, int | float)
            assert switch.range.least <= switch.default <= switch.range.most


def test_the_first_game_is_legal_and_has_a_seat_for_a_newcomer():
    first = OFFERS.first
    assert first is not None
    assert first.person in first.seats
    for force in first.seats.values():
        assert BOOK.check_force(force, first.options).legal
    game = sandtable.new(BOOK.id, scenario=first.scenario, seats=first.seats, options=first.options, seed=1)
    assert game.decision is not None


def test_a_force_that_cannot_be_read_and_options_that_do_not_exist_are_refused_with_reasons():
    assert BOOK.check_force("CC1.broken", {}).reasons
    with pytest.raises(Refused) as refused:
        BOOK.check_force("seafolk", {"no_such_switch": 1})
    assert refused.value.refusals[0].rule == "CC-SWI-01"


@pytest.mark.parametrize("force", OFFERS.forces, ids=lambda one: one.id)
def test_every_company_that_is_offered_can_be_filled_in_by_its_form(force):
    form, verdict = OFFERS.roster, BOOK.check_force(force.id, {})
    assert form is not None
    assert verdict.data is not None
    (groups,) = form.parts
    fields = {one.name: one for one in groups.fields}
    traits = {one.value for one in fields["traits"].choices}
    changed = {key: value for key, value in verdict.data.items() if key not in form.worked_out}
    changed["groups"] = [
        {key: value for key, value in one.items() if key not in groups.worked_out}
        for one in verdict.data["groups"]
    ]
    for group in changed["groups"]:
        assert group["id"] in {one.value for one in fields["id"].choices}
        assert {one for one in group.get("traits", ()) if isinstance(one, str)} <= traits
    again = BOOK.check_force(changed, {})
    assert (again.points, again.text) == (verdict.points, verdict.text)


def test_a_company_of_one_fresh_group_is_read():
    form = OFFERS.roster
    assert form is not None
    (groups,) = form.parts
    verdict = BOOK.check_force({"name": "New", groups.name: [groups.fresh]}, {})
    assert [one.name for one in verdict.units] == ["Light Foot"]


@covers("CC-CON-08")
def test_a_form_asks_for_no_more_models_than_a_group_may_have():
    form = OFFERS.roster
    assert form is not None
    (groups,) = form.parts
    (models,) = [one for one in groups.fields if one.name == "models"]
    assert (models.least, models.most) == (1, 24)


@covers("CC-GEN-13", "CC-PRO-03")
def test_groups_of_a_roster_are_shown_at_the_scale_that_was_agreed():
    verdict = BOOK.check_force("seafolk", {"distance_scale": 1.5})
    slingers = next(one for one in verdict.units if one.name == "Slingers")
    assert (slingers.facts["MO"], slingers.facts["MI"]) == ('5+ / 12"', '6+ / 5+ / 27"')


@covers("CC-OTR-24")
@pytest.mark.parametrize(("against", "waived"), [((), 0), (("seafolk",), 0), (("iron-hold",), 1)])
def test_what_an_absent_kind_makes_free_is_told_beside_the_whole(against, waived):
    force = {
        "name": "Testers",
        "groups": [
            {"id": "heavyfoot", "captain": True, "traits": [{"id": "foe", "kind": "Beast"}]},
            {"id": "heavyfoot"},
        ],
    }
    verdict = BOOK.check_force(force, {}, against)
    assert (verdict.points, verdict.waived) == (9, waived)
