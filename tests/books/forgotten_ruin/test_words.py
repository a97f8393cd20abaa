"""Events in words."""

from __future__ import annotations

import re

import pytest

from sandtable.books.forgotten_ruin.words import roll_in_words, sentence_of, sentences
from sandtable.kernel.event import Event
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, soldier

STATE = battle(soldier("S1"), enemy("M1.2"))


def _told(kind, **facts):
    return sentence_of(Event(kind, (), facts, None, False), STATE)


@pytest.mark.parametrize("kind", list(sentences()))
def test_every_sentence_begins_large_ends_and_leaves_no_brace_open(kind):
    pattern = sentences()[kind]
    names = re.findall(r"\{(\w+)(?::[\w ]+)?\}", pattern)
    told = _told(kind, **dict.fromkeys(names, "S1"))
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
    facts = {"why": "damage M1.2", "faces": (4,), "need": 3, "modifiers": ["+1 Bane (FR-SPL-41)"]}
    assert _told("dice rolled", **facts) == "Damage to M1.2, needs 3+: 4 (+1 Bane (FR-SPL-41))."
    facts = {"why": "hit S1", "faces": (5, 2), "need": 6, "modifiers": ["+0 hardly visible (FR-LOS-04)"]}
    assert _told("dice rolled", **facts) == "S1 to hit, needs 6+: 5 2 (hardly visible (FR-LOS-04))."


def test_no_die_can_need_less_than_one():
    facts = {"why": "damage M1.2", "faces": (4,), "need": -1}
    assert _told("dice rolled", **facts) == "Damage to M1.2, needs 1+: 4."


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("reaction roll", "Reaction dice: 3."),
        ("d100 enemy encounter", "The enemy encounter table: 3."),
        ("choose target of M1.2", "Chance decides, target of M1.2: 3."),
        ("something unheard of", "Something unheard of: 3."),
    ],
)
def test_a_roll_that_is_nobody_s_says_what_it_decides(why, told):
    assert _told("dice rolled", why=why, faces=(3,)) == told


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
    assert roll_in_words(STATE, "choose soldier", facts) == "soldier by chance (1 S1 and 2 M1.2)"


@pytest.mark.parametrize(
    ("why", "facts", "asked"),
    [
        ("hit S1", {"need": 4}, "S1 to hit, 4 or more,"),
        ("damage M1.2", {"need": -1}, "damage to M1.2, 1 or more,"),
        ("aggression", {}, "Aggression at the end of the round"),
        ("d100 aggression", {}, "the aggression table, tens first,"),
        (
            "bearing",
            {},
            "the direction, in degrees: 360 from your edge straight to the other, then clockwise,",
        ),
    ],
)
def test_whoever_rolls_on_a_real_table_is_told_for_what_and_what_is_needed(why, facts, asked):
    assert roll_in_words(STATE, why, facts) == asked


@pytest.mark.parametrize("among", [tuple(f"X{number}" for number in range(13)), ("S1", "S1")])
def test_things_that_are_too_many_or_look_alike_are_not_listed_for_whoever_rolls(among):
    assert roll_in_words(STATE, "choose feature", {"among": among}) == "feature by chance"
