"""The switches are set by name, and nothing but a legal value gets in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable.books.forgotten_ruin
from sandtable.books.forgotten_ruin.switches import Switches, changed_switches, describe, read_switches
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers


@covers("FR-PRN-11", "FR-SQD-05")
def test_without_a_word_every_switch_stands_at_its_default():
    assert read_switches({}) == Switches()
    assert changed_switches(Switches()) == {}
    assert {one.name for one in describe()} == set(Switches.__struct_fields__)


@pytest.mark.parametrize("switch", describe(), ids=lambda one: one.name)
def test_every_listed_value_can_be_set_and_is_kept(switch):
    values = switch.values if isinstance(switch.values, tuple) else (switch.default,)
    if switch.range is not None:
        values = (*values, int(switch.range.least), int(switch.range.most))
    for value in values:
        read = read_switches({switch.name: value})
        assert read_switches(changed_switches(read)) == read
        assert changed_switches(read) == ({} if value == switch.default else {switch.name: value})


@pytest.mark.parametrize("switch", describe(), ids=lambda one: one.name)
def test_every_switch_names_a_rule_of_the_book(switch):
    known = Catalogue.load("sandtable.books.forgotten_ruin")
    assert known.rule(switch.rule).title
    assert switch.sentence.endswith(".")


@pytest.mark.parametrize("switch", describe(), ids=lambda one: one.name)
def test_every_switch_that_is_offered_is_asked_for_by_a_rule(switch):
    book = Path(sandtable.books.forgotten_ruin.__path__[0])
    asked = re.compile(rf"\.{switch.name}\b")
    assert any(asked.search(one.read_text(encoding="utf-8")) for one in sorted(book.rglob("*.py")))


@covers("FR-DIF-01", "FR-DIF-04", "FR-PRN-31")
def test_options_targets_and_sizes_are_read_as_people_write_them():
    given = {
        "difficulty_options": "Escalation, Lucky heroes",
        "difficulty_target": "-1",
        "table_size": "48x36",
        "squad_size": "7",
        "early_aggression": "on",
    }
    read = read_switches(given)
    assert read.difficulty_options == ("Lucky heroes", "Escalation")
    assert (read.difficulty_target, read.table_size, read.squad_size) == (-1, "48x36", 7)
    assert read.early_aggression
    assert read_switches({"difficulty_options": ["Escalation"]}).difficulty_options == ("Escalation",)
    assert read_switches({"difficulty_target": "none"}).difficulty_target is None


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("units", "miles", "FR-PRN-11"),
        ("table_size", "4x4", "FR-PRN-31"),
        ("table_size", "36", "FR-PRN-31"),
        ("squad_size", 2, "FR-SQD-05"),
        ("squad_size", 7.5, "FR-SQD-05"),
        ("difficulty_options", "Easy mode", "FR-DIF-01"),
        ("difficulty_options", 3, "FR-DIF-01"),
        ("difficulty_target", 99, "FR-DIF-04"),
        ("difficulty_target", True, "FR-DIF-04"),
        ("replacement_base_limit", 13, "FR-POST-25"),
        ("no_such_switch", 1, "FR-PRN-06"),
    ],
)
def test_anything_else_is_refused_by_its_rule(name, value, rule):
    with pytest.raises(Refused) as refused:
        read_switches({name: value})
    assert refused.value.refusals[0].rule == rule
