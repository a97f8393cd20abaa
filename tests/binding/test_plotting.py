"""Answers about places, read with care."""

from __future__ import annotations

from math import inf, nan

import pytest

from sandtable.binding.plotting import FARTHEST, MOST_CORNERS, PlotReader, number_in, point_in, written
from sandtable.kernel.refusal import Refused

READER = PlotReader("XX-MOV-01", "Answer otherwise.")


@pytest.mark.parametrize(("given", "number"), [(3, 3.0), (2.5, 2.5), (-FARTHEST, -FARTHEST)])
def test_a_number_that_a_table_has_is_read(given, number):
    assert number_in(given) == number


@pytest.mark.parametrize("given", [True, None, "3", nan, inf, -inf, FARTHEST + 1, 10**400, [3]])
def test_anything_else_is_no_number(given):
    assert number_in(given) is None


@pytest.mark.parametrize("given", [[1, 2], (1.0, 2.0)])
def test_two_numbers_are_a_place(given):
    assert point_in(given) == (1.0, 2.0)


@pytest.mark.parametrize("given", [None, "12", 12, [1], [1, 2, 3], [1, nan], [False, 2], {"x": 1, "y": 2}])
def test_anything_else_is_no_place(given):
    assert point_in(given) is None


def test_a_place_is_written_to_a_thousandth():
    assert written((1.23449, 2.0)) == [1.234, 2.0]


def test_an_answer_is_read_part_by_part():
    said = READER.fields({"models": [[1, 2], [3, 4]], "form": True}, ("models", "form"), "move")
    assert READER.points(said["models"], 2) == ((1.0, 2.0), (3.0, 4.0))
    assert READER.truth(said["form"], "form") is True
    assert READER.paths([[[1, 2], [3, 4]]], 1) == (((1.0, 2.0), (3.0, 4.0)),)


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (lambda: READER.fields("north", ("at",), "move"), "'north' is no move."),
        (lambda: READER.fields({"to": 1}, ("at",), "move"), "'to' means nothing here."),
        (lambda: READER.number("far", "facing"), "No number of inches or degrees that a table has"),
        (lambda: READER.point([1], "at"), "[1] is no place (at)."),
        (lambda: READER.points(7, 2), "7 is no list of places."),
        (lambda: READER.points([[1, 2]], 2), "1 place is given for 2 models."),
        (lambda: READER.points([[1, "y"]], 1), "is given for: model 1."),
        (lambda: READER.paths(7, 1), "7 is no list of paths."),
        (lambda: READER.paths([], 1), "0 paths are given for 1 model."),
        (lambda: READER.path([], "model 1"), "The path of model 1 is no list of 1 to 64 places."),
        (lambda: READER.path([[0, 0]] * (MOST_CORNERS + 1), "model 1"), "is no list of 1 to 64 places."),
        (lambda: READER.truth(1, "form"), "1 is neither true nor false (form)."),
    ],
)
def test_what_cannot_be_read_is_refused_by_the_rule_of_the_question_with_the_forms(read, reason):
    with pytest.raises(Refused) as refused:
        read()
    (refusal,) = refused.value.refusals
    assert (refusal.rule, refusal.remedy) == ("XX-MOV-01", "Answer otherwise.")
    assert reason in refusal.reason
