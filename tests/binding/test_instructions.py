"""Words for whoever plays with real miniatures."""

from __future__ import annotations

import pytest

from sandtable.binding.instructions import bearing, bearing_in_words, corners, place_in_words, turn_from


def test_a_place_is_told_by_its_distances_from_two_edges():
    assert place_in_words((3.14, 12), "in") == "3.1 in from the west edge and 12.0 in from the south edge"


@pytest.mark.parametrize(
    ("end", "degrees", "words"),
    [
        ((5, 9), 0, "north"),
        ((9, 9), 45, "north-east"),
        ((9, 5), 90, "east"),
        ((5, 1), 180, "south"),
        ((1, 5), 270, "west"),
        ((4.9, 9), 358.6, "north"),
    ],
)
def test_a_way_leads_in_one_of_eight_directions(end, degrees, words):
    assert bearing((5, 5), end) == pytest.approx(degrees, abs=0.1)
    assert bearing_in_words((5, 5), end) == words


def test_one_turns_by_the_shorter_way():
    assert turn_from((5, 5), (4.5, 9), (5.5, 9)) == pytest.approx(14.25, abs=0.01)
    assert turn_from((5, 5), (5, 9), (5, 1)) == pytest.approx(180)


def test_a_way_is_told_with_the_corners_that_one_would_notice():
    path = ((10, 30), (8, 26), (8.05, 24), (12, 22))
    assert corners(path, 0.3) == [(8, 26), (8.05, 24)]
    assert corners(((10, 30), (9, 28.1), (8, 26)), 0.3) == []
    assert corners(((10, 30), (8, 26)), 0.3) == []
