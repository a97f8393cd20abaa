"""Events in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sandtable.binding.words import names_in
from sandtable.books import forgotten_ruin
from sandtable.books.forgotten_ruin.words import draws, roll_in_words, sentence_of, sentences
from sandtable.kernel.dice import For
from sandtable.kernel.event import Event
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, soldier

STATE = battle(soldier("S1"), enemy("M1.2"))


def _told(kind, **facts):
    return sentence_of(Event(kind, (), facts, None, False), STATE)


@pytest.mark.parametrize("kind", list(sentences()))
def test_every_sentence_begins_large_ends_and_leaves_no_brace_open(kind):
    pattern = sentences()[kind]
    told = _told(kind, **{**dict.fromkeys(names_in(pattern), "S1"), "at": (1.0, 2.0), "inches": 3.0})
    assert told[:1] == told[:1].upper()
    assert told[-1] in ".!"
    assert not set(told) & set("{}[]")


def test_what_is_missing_is_left_out():
    assert (
        _told("figure removed", figure="M1.2", how="casualty", by="S1") == "M1.2 is gone: casualty (by S1)."
    )
    assert _told("figure removed", figure="M1.2", how="fled", by="") == "M1.2 is gone: fled."


def test_a_kind_without_a_sentence_says_who_what_and_why():
    assert _told("omen", figure="M1.2", points=3) == "M1.2: omen."
    assert (
        _told("no omen", figure="M1.2", why="no soldier is visible")
        == "M1.2: no omen (no soldier is visible)."
    )


def test_a_roll_says_what_it_is_for_the_number_and_the_dice():
    facts: dict[str, Any] = {
        "roll": "damage",
        "of": "M1.2",
        "faces": (4,),
        "need": 3,
        "modifiers": ["+1 Bane (FR-SPL-41)"],
    }
    assert _told("dice rolled", **facts) == "Damage to M1.2, needs 3+: 4 (+1 Bane (FR-SPL-41))."
    facts = {
        "roll": "hit",
        "of": "S1",
        "faces": (5, 2),
        "need": 6,
        "modifiers": ["+0 hardly visible (FR-LOS-04)"],
    }
    assert _told("dice rolled", **facts) == "S1 to hit, needs 6+: 5 2 (hardly visible (FR-LOS-04))."


def test_no_die_can_need_less_than_one():
    facts = {"roll": "damage", "of": "M1.2", "faces": (4,), "need": -1}
    assert _told("dice rolled", **facts) == "Damage to M1.2, needs 1+: 4."


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"why": "reaction roll"}, "Reaction dice: 3."),
        ({"roll": "d100", "of": "enemy encounter"}, "The enemy encounter table: 3."),
        ({"roll": "choose target of", "of": "M1.2"}, "Chance decides, target of M1.2: 3."),
        ({"why": "choose mob"}, "Chance decides, mob: 3."),
        ({"why": "something unheard of"}, "Something unheard of: 3."),
    ],
)
def test_a_roll_that_is_nobody_s_says_what_it_decides(facts, told):
    assert _told("dice rolled", faces=(3,), **facts) == told


def test_everything_that_is_drawn_by_chance_has_its_words():
    drawn = re.compile(r"pick_at_random\((?:[^()\"]|\([^()]*\))*\"([^\"]+)\"")
    root = Path(forgotten_ruin.__file__).parent
    found = {word for path in root.rglob("*.py") for word in drawn.findall(path.read_text("utf-8"))}
    assert len(found) > 20
    assert {f"choose {word}" for word in found} == set(draws())


def test_things_are_counted():
    assert _told("shots hit", hits=1, target="M1.2") == "1 Hit on M1.2."
    assert _told("shots hit", hits=2, target="M1.2") == "2 Hits on M1.2."


def test_a_reason_that_ends_a_sentence_does_not_end_another():
    assert _told("mob holds", mob="M1.2", why="they are Fearless.") == "M1.2 hold (they are Fearless)."


def test_distances_have_their_unit():
    assert _told("figure moved", figure="S1", inches=4.04) == "S1 moves 4″."
    metric = battle(soldier("S1"), switches={"units": "metric"})
    event = Event("figure moved", (), {"figure": "S1", "inches": 10.0}, None, False)
    assert sentence_of(event, metric) == "S1 moves 10 cm."


@covers("FR-PRN-22")
def test_who_is_chosen_by_chance_is_named_and_whoever_rolls_knows_whose_number_is_whose():
    facts = {"why": "choose soldier", "faces": (2,), "among": ("S1", "M1.2")}
    assert _told("dice rolled", **facts) == "Chance decides, soldier: 2, M1.2."
    assert roll_in_words(STATE, For("choose soldier"), facts, None) == "soldier by chance (1 S1 and 2 M1.2)"


@pytest.mark.parametrize(
    ("what", "need", "asked"),
    [
        (For("hit", "S1"), 4, "S1 to hit, 4 or more,"),
        (For("damage", "M1.2"), -1, "damage to M1.2, 1 or more,"),
        (For("aggression"), None, "Aggression at the end of the round"),
        (For("d100", "aggression"), None, "the aggression table, tens first,"),
        (For("choose target of", "M1.2"), None, "target of M1.2 by chance"),
        (
            For("bearing"),
            None,
            "the direction, in degrees: 360 from your edge straight to the other, then clockwise,",
        ),
    ],
)
def test_whoever_rolls_on_a_real_table_is_told_for_what_and_what_is_needed(what, need, asked):
    assert roll_in_words(STATE, what, {}, need) == asked


@pytest.mark.parametrize("among", [tuple(f"X{number}" for number in range(13)), ("S1", "S1")])
def test_things_that_are_too_many_or_look_alike_are_not_listed_for_whoever_rolls(among):
    assert roll_in_words(STATE, For("choose feature"), {"among": among}, None) == "feature by chance"
