from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table.squares.spaces import (
    FACINGS,
    distance,
    gap,
    halves,
    laid,
    largest_joined,
    quarters,
    turned,
    turned_back,
)
from tests.table.squares.boards import FOUR, NINE

SPACES = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


@pytest.mark.parametrize(
    ("way", "counted"), [((1, 1), 1), ((2, 2), 3), ((3, 5), 6), ((7, 7), 10), ((0, 4), 4), ((-5, 3), 6)]
)
def test_a_diagonal_counts_one_and_a_half_and_the_rest_is_dropped_at_the_end(way, counted):
    assert distance((0, 0), way) == counted


@given(SPACES, SPACES, SPACES)
def test_distances_are_the_same_both_ways_and_no_way_round_is_shorter(a, b, c):
    assert halves(a, b) == halves(b, a)
    assert halves(a, c) <= halves(a, b) + halves(b, c)


@pytest.mark.parametrize(
    ("facing", "right_ahead"), [("N", (1, 2)), ("E", (2, -1)), ("S", (-1, -2)), ("W", (-2, 1))]
)
def test_an_offset_is_turned_with_the_facing(facing, right_ahead):
    assert turned((1, 2), facing) == right_ahead
    assert laid([(1, 2)], (5, 5), facing) == ((5 + right_ahead[0], 5 + right_ahead[1]),)


@given(SPACES, st.sampled_from(FACINGS))
def test_what_is_turned_is_turned_back(offset, facing):
    assert turned_back(turned(offset, facing), facing) == offset


def test_turns_are_counted_the_shorter_way():
    assert [quarters("N", one) for one in FACINGS] == [0, 1, 2, 1]


def test_the_gap_of_two_bases_is_that_of_their_nearest_spaces():
    assert gap(FOUR.spaces((0, 0)), NINE.spaces((5, 5))) == 4


def test_what_hangs_together_only_at_a_corner_is_in_parts():
    assert largest_joined([(0, 0), (1, 1), (1, 2)]) == ((1, 1), (1, 2))
    assert largest_joined([]) == ()
