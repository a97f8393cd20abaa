"""Arithmetic whose last bit is the same on every Python, system and processor.

Adding, subtracting, multiplying, dividing and square roots are rounded in one way only, by the standard
that all processors keep. Everything else is left to the Python or to the system's library, and these
differ: `sum` compensates floats since Python 3.12, `hypot` is worked out in another way in 3.12 than in
3.11, and sines come from a library that asks which processor it runs on. So whatever reaches a state, an
event or a choice is worked out here, of those five operations. The series for angles and for powers of e
are those of fdlibm, which Java's StrictMath uses for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from math import copysign, ldexp, pi, sqrt
from operator import add
from typing import TypeVar

N = TypeVar("N", bound=float)

REMEMBERED = 4096
"""So many angles are kept: the points of a compass are asked for again and again."""


def total(values: Iterable[N]) -> N | int:
    """What the values add up to, one after the other."""
    return reduce(add, values, 0)


def hypot(x: float, y: float) -> float:
    """The length of a way that goes so far across and so far up."""
    return sqrt(x * x + y * y)


def square(x: float) -> float:
    """A number multiplied with itself."""
    return x * x


def power(base: float, times: int) -> float:
    """The base multiplied with itself so many times."""
    made = 1.0
    for _ in range(times):
        made *= base
    return made


# ---- angles --------------------------------------------------------------------------------------------

QUARTER = 1.57079632673412561417e00
QUARTER_REST = 6.07710050650619224932e-11
"""A quarter turn: its first 33 bits, so that a few of them are multiplied without rounding, and the rest."""
SINE = (
    1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
    -1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01,
)  # fmt: skip
COSINE = (
    -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
    2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02,
)  # fmt: skip
ARC = (
    1.62858201153657823623e-02, -3.65315727442169155270e-02, 4.97687799461593236017e-02,
    -5.83357013379057348645e-02, 6.66107313738753120669e-02, -7.69187620504482999495e-02,
    9.09088713343650656196e-02, -1.11111104054623557880e-01, 1.42857142725034663711e-01,
    -1.99999999998764832476e-01, 3.33333333333329318027e-01,
)  # fmt: skip


def _series(factors: tuple[float, ...], z: float) -> float:
    found = 0.0
    for factor in factors:
        found = found * z + factor
    return found


def _quarter_turns(angle: float) -> tuple[int, float]:
    """An angle as whole quarter turns and what is left, at most an eighth of a turn either way."""
    turns = round(angle / (pi / 2))
    # What is added makes one of the two zeros, which are remembered as one, and a plain float of numpy's.
    return turns, 0.0 + float((angle - turns * QUARTER) - turns * QUARTER_REST)


def _near_sine(rest: float) -> float:
    z = rest * rest
    return rest + rest * z * _series(SINE, z)


def _near_cosine(rest: float) -> float:
    z = rest * rest
    half = 0.5 * z
    most = 1.0 - half
    return most + (((1.0 - most) - half) + z * z * _series(COSINE, z))


@lru_cache(REMEMBERED)
def sin(angle: float) -> float:
    """The sine of an angle in radians."""
    turns, rest = _quarter_turns(angle)
    found = _near_cosine(rest) if turns & 1 else _near_sine(rest)
    return -found if turns & 2 else found


@lru_cache(REMEMBERED)
def cos(angle: float) -> float:
    """The cosine of an angle in radians."""
    turns, rest = _quarter_turns(angle)
    found = _near_sine(rest) if turns & 1 else _near_cosine(rest)
    return -found if (turns + 1) & 2 else found


def _arc(slope: float) -> float:
    """The angle of a slope from nothing upwards."""
    # Each base is an angle whose slope is known, with the part of it that one float does not hold.
    if slope < 0.4375:
        base, rest, slope = 0.0, 0.0, slope
    elif slope < 0.6875:
        base, rest = 4.63647609000806093515e-01, 2.26987774529616870924e-17
        slope = (2.0 * slope - 1.0) / (2.0 + slope)
    elif slope < 1.1875:
        base, rest = 7.85398163397448278999e-01, 3.06161699786838301793e-17
        slope = (slope - 1.0) / (slope + 1.0)
    elif slope < 2.4375:
        base, rest = 9.82793723247329054082e-01, 1.39033110312309984516e-17
        slope = (slope - 1.5) / (1.0 + 1.5 * slope)
    else:
        base, rest = 1.57079632679489655800e00, 6.12323399573676603587e-17
        slope = -1.0 / slope
    z = slope * slope
    return base - ((slope * z * _series(ARC, z) - rest) - slope)


def atan2(y: float, x: float) -> float:
    """The direction of a way that goes so far up and so far across, in radians from east."""
    if y == 0.0:
        found = 0.0 if copysign(1.0, x) > 0 else pi
    elif x == 0.0:
        found = pi / 2
    else:
        steep = _arc(abs(y / x))
        found = steep if x > 0 else pi - steep
    return copysign(found, y)


def acos(share: float) -> float:
    """The angle that has this cosine."""
    return atan2(sqrt((1.0 - share) * (1.0 + share)), share)


def asin(share: float) -> float:
    """The angle that has this sine."""
    return atan2(share, sqrt((1.0 - share) * (1.0 + share)))


# ---- powers of e ---------------------------------------------------------------------------------------

LN2, LN2_REST = 6.93147180369123816490e-01, 1.90821492927058770002e-10
POWERS = (
    4.13813679705723846039e-08, -1.65339022054652515390e-06, 6.61375632143793436117e-05,
    -2.77777777770155933842e-03, 1.66666666666666019037e-01,
)  # fmt: skip


def exp(x: float) -> float:
    """The number e to this power."""
    doublings = round(x / (LN2 + LN2_REST))
    high, low = x - doublings * LN2, doublings * LN2_REST
    rest = high - low
    z = rest * rest
    bend = rest - z * _series(POWERS, z)
    return ldexp(1.0 - ((low - rest * bend / (2.0 - bend)) - high), doublings)


def tanh(x: float) -> float:
    """A number of any size squeezed between -1 and 1."""
    less = exp(-2.0 * abs(x))
    return copysign((1.0 - less) / (1.0 + less), x)
