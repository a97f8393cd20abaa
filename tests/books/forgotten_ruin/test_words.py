"""Events in words."""

from __future__ import annotations

import re

import pytest

from sandtable.books.forgotten_ruin.words import sentence_of, sentences
from sandtable.kernel.event import Event
from tests.books.forgotten_ruin.stage import battle, enemy, soldier

STATE = battle(soldier("S1"), enemy("M1.2"))


def _told(kind, **facts):
    return sentence_of(Event(kind, (), facts, None, False), STATE)


@pytest.mark.parametrize("kind", list(sentences()))
def test_every_sentence_begins_large_ends_and_leaves_no_brace_open(kind):
    pattern = sentences()[kind]
    names = re.findall(r"\{(\w+)\}", pattern)
    told = _told(kind, **dict.fromkeys(names, "S1"))
    assert told[:1] == told[:1].upper()
    assert told[-1] in ".!"
    assert not set(told) & set("{}[]")


def test_what_is_missing_is_left_out():
    assert (
        _told("figure removed", figure="M1.2", how="casualty", by="S1")
        == "M1.2 is gone: casualty (by S1 S1)."
    )
    assert _told("figure removed", figure="M1.2", how="fled", by="") == "M1.2 is gone: fled."


def test_a_kind_without_a_sentence_says_who_what_and_why():
    assert _told("omen", figure="M1.2", points=3) == "M1.2: omen."
    assert (
        _told("no omen", figure="M1.2", why="no soldier is visible")
        == "M1.2: no omen (no soldier is visible)."
    )


def test_a_roll_names_the_figure_the_number_and_the_dice():
    facts = {"why": "damage M1.2", "faces": (4,), "need": 3, "modifiers": ["+1 Bane (FR-SPL-41)"]}
    assert _told("dice rolled", **facts) == "M1.2: damage needs 3+, (+1 Bane (FR-SPL-41)) rolled 4."
