"""What numpy leaves to a library or to the processor, worked out for whole arrays as for one number."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from sandtable.kernel.arithmetic import atan2, exp

Numbers = NDArray[numpy.float64]


def hypots(x: Any, y: Any) -> Numbers:
    """The lengths of ways that go so far across and so far up."""
    lengths: Numbers = numpy.sqrt(x * x + y * y)
    return lengths


def directions(y: Numbers, x: Numbers) -> Numbers:
    """The directions of ways that go so far up and so far across, in radians from east."""
    pairs = zip(y.ravel().tolist(), x.ravel().tolist(), strict=True)
    return numpy.array([atan2(*pair) for pair in pairs]).reshape(x.shape)


def powers_of_e(x: Numbers) -> Numbers:
    """The number e to powers of which many are the same."""
    different, places = numpy.unique(x, return_inverse=True)
    return numpy.array([exp(one) for one in different.tolist()])[places]
