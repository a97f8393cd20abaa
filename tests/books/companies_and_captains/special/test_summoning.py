"""Summon: who may be brought on, where, and what it may do."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.chapters.activation import (
    carry_out_if_activated,
    why_not_activate,
)
from sandtable.books.companies_and_captains.chapters.conventions import gap
from sandtable.books.companies_and_captains.chapters.lost_groups import in_play_points, is_lost
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.stage import battle, group, perform, start

SUMMON = KINDS["Summon"]


async def summon(play):
    return await carry_out_if_activated(play, play.state.groups["A1"], Order("Summon"))


def summoner(*more, enemy=(60.0, 60.0), **switches):
    return battle(
        group("A1", at=(30, 30), traits=["Summoner"]),
        group("A2", at=None, models=2),
        group("A3", "Heavy Beast", at=None),
        group("B1", at=enemy),
        *more,
        **switches,
    )


def why_not(state):
    (only,) = SUMMON.candidates(state, state.groups["A1"])
    refusal = only.refusal()
    return None if refusal is None else refusal.rule


@covers("CC-OTR-17", "CC-ACT-07", "CC-ACT-11")
def test_on_6_the_owner_chooses_group_and_place_after_the_test():
    state = summoner()
    assert SUMMON.needed(state, state.groups["A1"], Order("Summon")).number == 6
    asked = start(state, summon, {"activate A1": [2, 4]})
    assert asked.options() == ["A2", "A3"]
    asked.answer("A2", {"models": [[33, 30], [34, 30]]}).over()
    summoned = asked.group("A2")
    assert (summoned.where, summoned.models) == ("on the table", ((33.0, 30.0), (34.0, 30.0)))
    assert {"CC-OTR-17", "CC-OTR-26", "CC-OTR-27"} <= set(asked.told("group summoned")[0].rules)
    assert perform(summoner(), summon, {"activate A1": [2, 3]}).returned is False


@covers("CC-OTR-26")
def test_every_model_must_be_within_12_inches_of_some_model_of_the_summoner():
    asked = start(summoner(), summon, {"activate A1": [6, 6]}).answer("A2")
    with pytest.raises(Refused) as refused:
        asked.answer({"models": [[42, 30], [43.1, 30]]})
    assert refused.value.rule == "CC-OTR-26"
    asked.answer({"models": [[42, 30], [43, 30]]}).over()
    assert gap(asked.group("A1"), asked.group("A2")) == pytest.approx(11.0)


@covers("CC-OTR-26")
def test_the_summoned_group_keeps_6_inches_from_every_enemy():
    asked = start(summoner(enemy=(45.0, 30.0)), summon, {"activate A1": [6, 6]}).answer("A3")
    with pytest.raises(Refused) as refused:
        asked.answer({"models": [[38.1, 30]]})
    assert refused.value.rule == "CC-OTR-26"
    asked.answer({"models": [[38, 30]]}).over()


@covers("CC-OTR-26", "CC-GEO-26")
def test_cohesion_and_free_ground_bind_a_summoned_group_too():
    asked = start(summoner(), summon, {"activate A1": [6, 6]}).answer("A2")
    for wrong in ([[32, 30], [37, 30]], [[30.5, 30], [32, 30]]):
        with pytest.raises(Refused):
            asked.answer({"models": wrong})


@covers("CC-OTR-17")
def test_without_an_undeployed_group_the_order_is_refused():
    state = summoner()
    for id in ("A2", "A3"):
        state.groups[id].where = "routed"
    assert why_not(state) == "CC-OTR-17"
    assert why_not(summoner()) is None
    assert not SUMMON.is_for(state, state.groups["B1"])


@covers("CC-OTR-26")
def test_without_a_legal_place_the_order_cannot_be_given():
    around = [group(f"B{n}", at=at) for n, at in enumerate(((24, 30), (36, 30), (30, 24), (30, 36)), 2)]
    far = [
        group(f"B{n}", at=at)
        for n, at in enumerate(
            ((20, 20), (40, 20), (20, 40), (40, 40), (30, 42), (30, 18), (18, 30), (42, 30)), 6
        )
    ]
    assert why_not(summoner(*around, *far)) == "CC-OTR-26"


@covers("CC-OTR-27")
def test_a_summoned_group_may_act_in_the_same_turn():
    asked = start(summoner(), summon, {"activate A1": [6, 6]}).answer("A2", {"models": [[33, 30], [34, 30]]})
    assert why_not_activate(asked.state, asked.group("A2")) is None


@covers("CC-OTR-27", "CC-PTR-12")
def test_the_reckless_compulsion_binds_the_order_of_a_summoned_group():
    from sandtable.books.companies_and_captains.chapters.activation import order_candidates

    asked = start(summoner(enemy=(45.0, 30.0)), summon, {"activate A1": [6, 6]}).answer(
        "A3", {"models": [[38, 30]]}
    )
    allowed = [one.key for one in order_candidates(asked.state, asked.group("A3")) if one.refusal() is None]
    assert allowed == ["attack B1"]


@covers("CC-OTR-28")
def test_undeployed_groups_are_in_play_until_no_summoner_is_left_on_the_table():
    state = summoner()
    assert in_play_points(state, state.companies["A"]) == 12
    assert not is_lost(state, state.groups["A2"])
    state.groups["A1"].where = "routed"
    assert is_lost(state, state.groups["A2"])
    assert in_play_points(state, state.companies["A"]) == 0


@covers("CC-OTR-28")
def test_undeployed_groups_do_not_test():
    from sandtable.books.companies_and_captains.chapters.lost_groups import company_event
    from sandtable.books.companies_and_captains.chapters.testing_resilience import settle_company_tests

    state = summoner(group("A4", at=(5, 5), cost=30))
    state.groups["A4"].where = "routed"

    async def half_lost(play):
        company_event(play, [play.state.groups["A4"]], "B")
        await settle_company_tests(play)

    done = perform(state, half_lost, {"resilience A1": [6, 6]})
    assert done.rolled() == [("resilience A1", (6, 6))]
