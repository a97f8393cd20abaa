"""What numpy leaves to a library or to the processor, worked out for whole arrays as for one number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from sandtable.kernel.arithmetic import atan2, exp

Numbers = NDArray[numpy.float64]
Flags = NDArray[numpy.bool_]
Places = NDArray[numpy.int64]
"""Places in other arrays, by their numbers."""


def hypots(x: Any, y: Any) -> Numbers:
    """The lengths of ways that go so far across and so far up."""
    lengths: Numbers = numpy.sqrt(x * x + y * y)
    return lengths


def directions(y: Numbers, x: Numbers) -> Numbers:
    """The directions of ways that go so far up and so far across, in radians from east."""
    pairs = zip(y.ravel().tolist(), x.ravel().tolist(), strict=True)
    return numpy.array([atan2(*pair) for pair in pairs]).reshape(x.shape)


def runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers in order, as runs without a gap: where each begins, and the number after its last."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1]:
            found[-1] = (found[-1][0], number + 1)
        else:
            found.append((number, number + 1))
    return found


def powers_of_e(x: Numbers) -> Numbers:
    """The number e to powers of which many are the same."""
    different, places = numpy.unique(x, return_inverse=True)
    return numpy.array([exp(one) for one in different.tolist()])[places]
