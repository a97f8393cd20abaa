"""How a position stands: a few numbers that a judge looks at, each with its weight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.binding.tables import Row
from sandtable.kernel.arithmetic import tanh, total

Feature = tuple[str, float]
"""What a judge looks at, by name, and how much of it there is; a name may come more than once."""


class Weights(Row, frozen=True):
    """What each feature counts in each kind of game, as a table in a data file."""

    features: tuple[str, ...]
    """The names above the columns."""
    rows: dict[str, tuple[float, ...]]
    """By the kind of game, such as a scenario."""

    def of(self, kind: str) -> dict[str, float]:
        """The weights for one kind of game, by feature."""
        return dict(zip(self.features, self.rows[kind], strict=True))


def weighed(features: Iterable[Feature], weights: Mapping[str, float]) -> float:
    """What the features come to, each times its weight; one that has no weight is an error."""
    return total(weights[name] * number for name, number in features)


def hope(expected: float, usual_error: float = 1.0) -> float:
    """From -1 to 1: the chances of a side that expects so much, where expectations usually err by so much."""
    return tanh(expected / usual_error)
