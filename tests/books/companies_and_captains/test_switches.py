"""The switches are set by name, and nothing but a legal value gets in."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.books.companies_and_captains.switches import (
    Switches,
    changed_switches,
    describe,
    gaps,
    read_switches,
)
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers


@covers("CC-SWI-01")
def test_without_a_word_every_switch_stands_at_its_default():
    assert read_switches({}) == Switches()
    assert {one.name: one.default for one in describe()} == msgspec.to_builtins(Switches())


@covers("CC-SWI-01")
@pytest.mark.parametrize("switch", describe(), ids=lambda one: one.name)
def test_every_listed_value_can_be_set_and_is_kept(switch):
    values = switch.values if isinstance(switch.values, tuple) else (switch.range.least, switch.range.most)
    for value in values:
        read = read_switches({switch.name: value})
        assert getattr(read, switch.name) == value
        assert type(getattr(read, switch.name)) is type(switch.default)
        assert changed_switches(read) == ({} if value == switch.default else {switch.name: value})


@covers("CC-SWI-01", "CC-CON-05", "CC-GEN-13", "CC-PUB-12")
@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("points_limit", 6, "CC-CON-05"),
        ("points_limit", 25, "CC-CON-05"),
        ("points_limit", 66, "CC-CON-05"),
        ("points_limit", 24.5, "CC-CON-05"),
        pytest.param("points_limit", 10**5000, "CC-CON-05", id="a number too long to write"),
        ("distance_scale", 0.49, "CC-GEN-13"),
        ("distance_scale", 2.01, "CC-GEN-13"),
        ("distance_scale", float("nan"), "CC-GEN-13"),
        ("distance_scale", float("inf"), "CC-GEN-13"),
        ("published_round_cap", 7, "CC-PUB-12"),
        ("published_round_cap", 61, "CC-PUB-12"),
        ("published_round_cap", -1, "CC-PUB-12"),
        ("remove_models", 1, "CC-RES-08"),
        ("remove_models", "perhaps", "CC-RES-08"),
        ("bloodied_morale_penalty", True, "CC-RES-05"),
        ("bloodied_morale_penalty", 2, "CC-RES-05"),
        ("captain_trait", "steal", "CC-CAP-07"),
        ("captain_trait", None, "CC-CAP-07"),
        ("captain_trait", ["roll"], "CC-CAP-07"),
        ("bot_temper", True, "CC-BOT-14"),
    ],
)
def test_a_value_that_a_switch_does_not_have_is_refused_by_its_rule(name: str, value: object, rule: str):
    with pytest.raises(Refused) as refused:
        read_switches({name: value})
    (reason,) = refused.value.refusals
    assert reason.rule == rule
    assert reason.reason.startswith(f"{name} cannot be ")
    assert reason.remedy.startswith("Set it to one of: ")


@covers("CC-PUB-12")
def test_no_round_cap_and_the_least_one_are_legal():
    assert read_switches({"published_round_cap": 0}).published_round_cap == 0
    assert read_switches({"published_round_cap": 8}).published_round_cap == 8


@covers("CC-SWI-01")
def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(Refused) as refused:
        read_switches({"moon_phase": "full", "points_limit": 23, "rain_hell": "whole_game"})
    assert [one.rule for one in refused.value.refusals] == ["CC-SWI-01", "CC-CON-05"]
    assert "'moon_phase'" in refused.value.refusals[0].reason
    assert "rain_hell" in refused.value.refusals[0].remedy


@covers("CC-SWI-01")
def test_values_may_be_typed_as_words():
    typed = {
        "captain_helps_self": "off",
        "distance_scale": "1.5",
        "points_limit": "36",
        "rain_hell": "whole_game",
    }
    read = read_switches(typed)
    assert (read.captain_helps_self, read.distance_scale, read.points_limit) == (False, 1.5, 36)
    assert read.rain_hell == "whole_game"


@covers("CC-SWI-01")
def test_every_switch_tells_people_what_it_does():
    for one in describe():
        assert one.sentence.endswith(".")
        assert one.choices


@covers("CC-SWI-02")
def test_every_gap_of_the_book_has_a_rule_that_closes_it():
    catalogue = Catalogue.load("sandtable.books.companies_and_captains")
    assert [(one.what, one.rule) for one in gaps()] == [
        (row["what"], row["rule"]) for row in catalogue.rule("CC-SWI-02").table
    ]
    assert all(one.rule in catalogue for one in gaps())
    assert gaps()[0].rule == "CC-PRO-09"
