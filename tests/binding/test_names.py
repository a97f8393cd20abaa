"""Names that can be shown, and ids that nobody mistakes for another."""

from __future__ import annotations

import pytest

from sandtable.binding.names import LONGEST_NAME, is_name, name_without, tell_apart, unique_ids


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "\u202eb", "x" * (LONGEST_NAME + 1)])
def test_what_cannot_be_shown_is_no_name(text: str):
    assert not is_name(text)
    assert name_without("", text) is None


@pytest.mark.parametrize(
    ("text", "name"), [("  Old   Guard ", "Old Guard"), ("#1", None), ("{a", None), ("a;b", None)]
)
def test_a_name_is_one_that_every_form_carries(text: str, name: str | None):
    assert name_without(";:", text) == name


def test_ids_are_made_of_names_and_no_two_are_alike():
    names = [("Old Guard",), ("old guard",), ("'Ard Boyz",), ("Old Guard 2",), ("Ö!", "Foot"), ("",), ()]
    assert unique_ids(names, "unit") == [
        "old-guard-1",
        "old-guard-2",
        "ard-boyz",
        "old-guard-2-2",
        "foot",
        "unit-1",
        "unit-2",
    ]


class Unit:
    def __init__(self, name: str) -> None:
        self.name = name


def test_units_of_one_name_are_told_apart_by_their_order_and_their_force():
    units = [Unit(name) for name in ("Bowmen", "Axes", "Bowmen", "Bowmen", "Hounds")]
    tell_apart(units, ["Harrow", "Harrow", "Harrow", "Ember", "Ember"])
    assert [one.name for one in units] == [
        "First Bowmen of Harrow",
        "Axes",
        "Second Bowmen of Harrow",
        "Bowmen of Ember",
        "Hounds",
    ]


def test_very_many_of_one_name_are_counted():
    units = [Unit("Axes") for _ in range(12)]
    tell_apart(units, ["Harrow"] * 12)
    assert units[-1].name == "12th Axes"
