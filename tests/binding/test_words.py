"""Sentences as data: particulars by name, counted, or left out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.binding.words import Words, joined, plural, rounded, sentence

NAMES = {"A1": "Ash", "B1": "Birch"}
WORDS = Words[dict[str, str]](
    lambda names, id: names.get(id, id), {"at": lambda at, names: f"{at[0]} east of {len(names)}"}
)


@pytest.mark.parametrize(
    ("pattern", "facts", "told"),
    [
        ("{who} waits.", {"who": "A1"}, "Ash waits."),
        ("{who} waits.", {"who": "Z9"}, "Z9 waits."),
        ("{who} waits.", {}, "nobody waits."),
        ("{who} wait.", {"who": ["A1", "B1", "C1"]}, "Ash, Birch and C1 wait."),
        ("{who} wait.", {"who": ()}, "nobody wait."),
        ("{who} wait.", {"who": {"A1": 3, "B1": 1}}, "Ash, Birch wait."),
        ("{hits:hit} by {who}.", {"hits": 1, "who": "A1"}, "1 hit by Ash."),
        ("{hits:hit point}.", {"hits": 3}, "3 hit points."),
        ("{far:inch}.", {"far": 2}, "2 inches."),
        ("It is {far}.", {"far": 2.04}, "It is 2."),
        ("It lies {at}.", {"at": (3, 4)}, "It lies 3 east of 2."),
        ("{who} goes[ to {to}][, led by {by}].", {"who": "A1", "to": "B1", "by": ""}, "Ash goes to Birch."),
        ("{who} goes[ with {count:axe}].", {"who": "A1", "count": 0}, "Ash goes with 0 axes."),
        ("[{who}] goes.", {"who": []}, " goes."),
    ],
)
def test_a_pattern_is_filled_with_what_an_event_says(pattern: str, facts: dict[str, Any], told: str):
    assert WORDS.filled(pattern, facts, NAMES) == told


def test_words_stand_in_a_row_and_begin_and_end_as_they_should():
    assert [joined(["a"] * many) for many in range(4)] == ["", "a", "a and a", "a, a and a"]
    assert (plural(1, "inch"), plural(0, "inch"), plural(2, "Group")) == ("inch", "inches", "Groups")
    assert (rounded(3.0), rounded(3.25), rounded(0.04)) == ("3", "3.2", "0")
    assert (sentence("it ends."), sentence("")) == ("It ends.", "")
