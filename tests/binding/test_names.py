"""Names that can be shown, and ids that nobody mistakes for another."""

from __future__ import annotations

import pytest

from sandtable.binding.names import LONGEST_NAME, is_name, name_without, unique_ids


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
