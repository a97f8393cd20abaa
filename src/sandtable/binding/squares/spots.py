"""Where something is put or aimed on squares: the middle of a space, or a point where four meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.binding.planners import PointPlanner
from sandtable.kernel.decision import Answer, Chance, Option
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point
from sandtable.table.squares.templates import Spot


def point_of(spot: Spot) -> Point:
    """A spot as answers name it, in spaces."""
    return (spot[0] / 2, spot[1] / 2)


def spot_at(at: Point) -> Spot | None:
    """The spot that a point is: the middle of a space, or where four meet; none of those between."""
    x, y = at[0] * 2, at[1] * 2
    if x != int(x) or y != int(y) or int(x) % 2 != int(y) % 2:
        return None
    return (int(x), int(y))


class SpotPlanner(PointPlanner):
    """Any spot that nothing bars; those worth looking at are proposed, with what is told of them."""

    def __init__(
        self,
        rule: str,
        proposed: Callable[[], Mapping[Spot, dict[str, Any]]],
        bars: Callable[[Spot], Refusal | None],
    ) -> None:
        super().__init__(rule)
        self._proposed = proposed
        self._bars = bars
        self._spots: dict[Spot, dict[str, Any]] | None = None

    @property
    def spots(self) -> dict[Spot, dict[str, Any]]:
        """The proposals that nothing bars."""
        if self._spots is None:
            self._spots = {one: facts for one, facts in self._proposed().items() if self._bars(one) is None}
        return self._spots

    def look_again(self) -> None:
        """Look at every spot anew."""
        super().look_again()
        self._spots = None

    def why_not(self, at: Point) -> Refusal | None:
        """What bars a point: it is no spot, or the book says so."""
        spot = spot_at(at)
        if spot is None:
            return Refusal(self.rule, "That is neither a space nor a corner.", "Name the middle of a space.")
        return self._bars(spot)

    def proposals(self) -> Sequence[Option]:
        """All of them, in their order."""
        return [
            Option(
                self.answer_at(point_of(spot)),
                str(facts.get("label", self.offered_as)),
                (self.rule,),
                facts={name: one for name, one in facts.items() if name != "label"},
                about=tuple(facts.get("models", ())),
                places=(point_of(spot),),
            )
            for spot, facts in self.spots.items()
        ]

    def sample(self, chance: Chance) -> Answer:
        """One of the proposals."""
        spots = list(self.spots)
        return self.answer_at(point_of(spots[int(chance.random() * len(spots))]))
