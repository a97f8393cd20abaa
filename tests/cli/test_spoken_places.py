"""Places and moves as players type them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.cli.play.spoken_places import read_place, words_of_place
from sandtable.kernel.refusal import Refused
from sandtable.table.showing import Showing, Unit
from sandtable.table.terrain import Ground

OWN = Unit("A1", "Guard", "Heavy Foot", 0, "A", models=((10.0, 10.0), (12.0, 10.0)))
ENEMY = Unit("B2", "Axes", "Elite Foot", 1, "B", models=((11.0, 30.0),))
TABLE = Showing(Ground(48.0, 36.0, ()), (OWN, ENEMY))
STAND = "as they stand"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("to 24,18", {"formation": STAND, "at": [24, 18]}),
        ("TO  24 , 18", {"formation": STAND, "at": [24, 18]}),
        ("24.5,18", {"formation": STAND, "at": [24.5, 18]}),
        ("to 24,18 block", {"formation": "block", "at": [24, 18]}),
        ("at 24,6 line facing north", {"formation": "line", "at": [24, 6], "facing": 90}),
        ("to 24,18 as they stand", {"formation": STAND, "at": [24, 18]}),
        ("forward 6", {"formation": STAND, "at": [11, 16]}),
        ("back 2 column", {"formation": "column", "at": [11, 8]}),
        ("left 3", {"formation": STAND, "at": [8, 10]}),
        ("right 3", {"formation": STAND, "at": [14, 10]}),
        ("west 3", {"formation": STAND, "at": [8, 10]}),
        ('north 4"', {"formation": STAND, "at": [11, 14]}),
        ("towards B2 5", {"formation": STAND, "at": [11, 15]}),
        ("towards b2", {"formation": STAND, "at": [11, 30]}),
        ("close facing B2", {"formation": "close", "at": [11, 10], "facing": 90}),
        ("ring", {"formation": "ring", "at": [11, 10]}),
        ("form", {"formation": STAND, "form": True}),
        ("exit north", {"exit": ["north"]}),
        ("models 1: 3,4", {"models": [[3, 4], [12, 10]]}),
        ("models 1: 3,4 2: 5,6.5", {"models": [[3, 4], [5, 6.5]]}),
        ("paths 2: 12,11 > 13,12", {"paths": [[[10, 10]], [[12, 11], [13, 12]]]}),
        ('{"models": [[1, 2], [3, 4]]}', {"models": [[1, 2], [3, 4]]}),
    ],
)
def test_words_become_the_answer_that_a_program_would_give(words: str, answer: object):
    assert read_place(words, OWN, TABLE) == answer


def test_words_that_say_nothing_of_places_are_no_answer():
    assert read_place("dance", OWN, TABLE) is None
    assert read_place("", OWN, TABLE) is None


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("to nowhere", "names no place"),
        ("forward", "names no number of inches"),
        ("forward six", "names no number of inches"),
        ("towards Z9 3", 'There is no unit "z9"'),
        ("to 3,4 facing moon", '"moon" is no direction'),
        ("models 3: 1,1", "There is no model 3."),
        ("models", "is not understood"),
        ("models 1: 2,2 rubbish", "is not understood"),
        ("{broken", "The answer"),
    ],
)
def test_what_is_half_a_place_is_refused_with_an_example(words: str, reason: str):
    with pytest.raises(Refused) as refused:
        read_place(words, OWN, TABLE)
    assert reason in refused.value.reason


def test_a_unit_that_stands_nowhere_yet_needs_a_place():
    nowhere = Unit("A2", "Riders", "Light Cavalry", 0, "A")
    assert read_place("to 3,4 block", nowhere, TABLE) == {"formation": "block", "at": [3, 4]}
    for words in ("forward 3", "line", "models 1: 2,2"):
        with pytest.raises(Refused, match="The unit stands nowhere yet"):
            read_place(words, nowhere, TABLE)


def test_without_an_enemy_forward_is_towards_the_middle_of_the_table():
    alone = Showing(Ground(48.0, 36.0, ()), (OWN,))
    assert read_place("forward 6", OWN, alone) == {"formation": STAND, "at": [17, 10]}


@given(
    st.floats(0, 99).map(lambda number: round(number, 1)),
    st.floats(0, 99).map(lambda number: round(number, 1)),
    st.sampled_from(["line", "block", "column", "ring", "close", STAND]),
    st.none() | st.integers(0, 359),
)
@settings(max_examples=60)
def test_what_is_shown_of_an_answer_can_be_typed(x: float, y: float, formation: str, facing: int | None):
    answer = {"formation": formation, "at": [x, y]} | ({} if facing is None else {"facing": facing})
    assert read_place(words_of_place(answer), OWN, TABLE) == answer


@given(st.text(max_size=40))
@settings(max_examples=150)
def test_no_words_at_all_break_the_reading(words: str):
    with suppress(Refused):
        read_place(words, OWN, TABLE)
