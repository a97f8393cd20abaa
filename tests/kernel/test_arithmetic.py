"""Arithmetic that is the same on every Python: its very bits are written down, and its values are right."""

from __future__ import annotations

import math
from math import inf, pi, ulp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import arithmetic

ANGLES = st.floats(-50.0, 50.0)
SHARES = st.floats(-1.0, 1.0)
INCHES = st.floats(-500.0, 500.0)


def test_a_total_is_added_from_left_to_right_and_keeps_what_is_lost_on_the_way():
    assert arithmetic.total([0.1] * 10) == 0.9999999999999999
    assert arithmetic.total([1e16, 1.0, -1e16]) == 0.0
    assert arithmetic.total(one for one in (1, 2, 3)) == 6
    assert arithmetic.total([]) == 0


@pytest.mark.parametrize(
    ("worked_out", "bits"),
    [
        (arithmetic.hypot(0.1, 0.7), "0x1.6a09e667f3bccp-1"),
        (arithmetic.sin(1.0), "0x1.aed548f090ceep-1"),
        (arithmetic.cos(1.0), "0x1.14a280fb5068cp-1"),
        (arithmetic.sin(pi / 7), "0x1.bc4c04d71abc1p-2"),
        (arithmetic.atan2(-3.0, -2.0), "-0x1.145385fa3af71p+1"),
        (arithmetic.acos(0.3), "0x1.441f5ecbeef58p+0"),
        (arithmetic.asin(0.3), "0x1.380159e14f6ffp-2"),
        (arithmetic.exp(-1.7), "0x1.7622c78a98a07p-3"),
        (arithmetic.tanh(0.4), "0x1.8511573c242d6p-2"),
        (arithmetic.power(0.3, 5), "0x1.3e81450efdc9cp-9"),
    ],
)
def test_the_bits_are_those_that_every_machine_finds(worked_out: float, bits: str):
    assert worked_out.hex() == bits


@given(INCHES, INCHES)
def test_lengths_and_directions_are_those_of_mathematics(x: float, y: float):
    assert arithmetic.hypot(x, y) == pytest.approx(math.hypot(x, y), rel=1e-15, abs=1e-150)
    assert arithmetic.atan2(y, x) == pytest.approx(math.atan2(y, x), rel=1e-15, abs=1e-300)


@given(ANGLES)
def test_sines_and_cosines_are_those_of_mathematics(angle: float):
    assert abs(arithmetic.sin(angle) - math.sin(angle)) <= ulp(1.0)
    assert abs(arithmetic.cos(angle) - math.cos(angle)) <= ulp(1.0)


@given(SHARES)
def test_angles_are_found_again_from_their_shares(share: float):
    assert arithmetic.acos(share) == pytest.approx(math.acos(share), abs=4 * ulp(pi))
    assert arithmetic.asin(share) == pytest.approx(math.asin(share), abs=4 * ulp(pi))


@given(st.floats(-30.0, 30.0))
def test_powers_of_e_are_those_of_mathematics(x: float):
    assert arithmetic.exp(x) == pytest.approx(math.exp(x), rel=1e-15)
    assert arithmetic.tanh(x) == pytest.approx(math.tanh(x), rel=1e-15, abs=1e-15)


def test_whatever_was_asked_before_a_sine_of_nothing_is_the_same():
    arithmetic.sin.cache_clear()
    assert math.copysign(1.0, arithmetic.sin(-0.0)) == 1.0


def test_the_quarters_are_exact_and_the_axes_are_told_apart():
    assert [arithmetic.cos(turn * pi / 2) for turn in (0, 2, 4)] == [1.0, -1.0, 1.0]
    for y in (0.0, -0.0, 1.0, -1.0):
        for x in (0.0, -0.0, 1.0, -1.0, inf):
            assert arithmetic.atan2(y, x) == math.atan2(y, x)
            assert math.copysign(1.0, arithmetic.atan2(y, x)) == math.copysign(1.0, math.atan2(y, x))
