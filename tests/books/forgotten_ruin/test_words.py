"""Events in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sandtable.binding.words import names_in
from sandtable.books import forgotten_ruin
from sandtable.books.forgotten_ruin.state import Marker
from sandtable.books.forgotten_ruin.words import draws, purposes, roll_in_words, sentence_of, sentences
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


def test_every_die_that_is_rolled_says_what_it_is_for():
    rolled = re.compile(r"For\(\"([^\"]+)\"|\.roll\(\w+, \"([^\"]+)\"")
    root = Path(forgotten_ruin.__file__).parent
    found = {
        one or two for path in root.rglob("*.py") for one, two in rolled.findall(path.read_text("utf-8"))
    }
    assert len(found) > 60
    assert found - set(purposes()) - set(draws()) == set()


@covers("FR-INV-14")
def test_something_bad_happens_at_a_marker_or_an_objective_which_is_named():
    state = battle(soldier("S1"))
    state.markers["I2"] = Marker("I2", "investigation", (3.0, 4.0))
    event = Event("something bad is happening", (), {"at": "I2"}, None, False)
    assert sentence_of(event, state) == "Something bad is happening at the investigation marker."


@pytest.mark.parametrize(
    ("kind", "facts", "told"),
    [
        ("figure moved", {"figure": "M1.2", "how": "swoop"}, "M1.2 moves."),
        ("opponents gone", {"figure": "S1", "left": ["M1.2"]}, "Some opponents are gone: S1 fights M1.2."),
        (
            "figure is Stuck",
            {"figure": "S1", "why": "it stays on the ledge"},
            "S1 is Stuck: it stays on the ledge.",
        ),
        ("fire mission lands", {"figures": []}, "The fire mission lands."),
        ("villain check", {"villains": 1}, "Villains who appear: 1."),
        ("wounds knit", {"figure": "M1.2", "points": 1}, "The wounds of M1.2 knit: 1 Monster Point."),
        ("mob spreads out", {"mob": "M1"}, "Orcs 1 spread out."),
        ("result replaced", {"was": "chain", "row": "both"}, "Both is taken in place of chain."),
        (
            "enemy chooses",
            {"what": "What does M1.2 do?", "choice": "stay", "why": "it stands well"},
            "What does M1.2 do? Chosen: stay (it stands well).",
        ),
        (
            "dice rolled",
            {"roll": "bearing", "of": "M1.2", "faces": (9,)},
            "M1.2, the direction, in degrees: 9.",
        ),
    ],
)
def test_what_is_told_is_what_has_happened(kind, facts, told):
    assert _told(kind, **facts) == told


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("War Rage", "War Rage ends for M1.2."),
        ("round the gas", "M1.2 have gone around the gas."),
        ("held by an aura", "The aura holds M1.2 no longer."),
        ("tired wings", "The wings of M1.2 are rested."),
    ],
)
def test_the_end_of_an_effect_is_told_in_its_own_words(effect, words):
    assert _told("effect ends", holder="M1.2", effect=effect) == words


def test_a_villain_and_a_rider_are_told_of_in_plain_words():
    told = _told("villain goal", figure="M1.2", goal="eliminate", target="S1")
    assert told == "M1.2 is out to bring down S1."
    assert (
        _told("villain goal", figure="M1.2", goal="leader", target="")
        == "M1.2 is out to bring down a leader."
    )
    assert _told("figure moved", figure="S1", how="ride", inches=0.0) == "S1 rides along."
    assert _told("figure moved", figure="S1", how="move", inches=3.0) == "S1 moves 3″."


def test_a_dragon_breathes_fire_and_a_wizard_casts_it():
    assert _told("Fire", figure="B1", target="S1", how="fire") == "B1 breathes fire at S1."
    assert _told("Fire", figure="B1", target="S1", how="spell") == "B1 casts fire at S1."
