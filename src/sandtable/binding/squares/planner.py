"""A move on squares: every space within reach is a good answer, and a facing may be named with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from sandtable.binding.planners import Planner
from sandtable.binding.plotting import PlotReader
from sandtable.kernel.decision import Answer, Chance, Option, shown
from sandtable.kernel.refusal import refuse
from sandtable.table.squares.reach import Hold, Leg, Place, Reach
from sandtable.table.squares.spaces import FACINGS, Facing, Space
from sandtable.table.squares.surface import middle, name

KEYS = ("models", "facing", "climbs", "squeezed")
FORMS = (
    'Answer {"models": [[x, y]]}, and which way it faces in the end with {"facing": "N"}; '
    'who does not get to the end of a climb says with {"climbs": 2} how many levels of it, '
    'and who squeezes says with {"squeezed": [1, 2]} into how many spaces from west to east and to the north.'
)


class SquarePlan(NamedTuple):
    """Where somebody goes: the end, how it is reached and for how much, and which way it then faces."""

    at: Space
    legs: tuple[Leg, ...]
    price: int
    facing: Facing | None
    """None where the answer does not say."""
    hold: Hold | None = None
    """Where it hangs in the end, on a climb that is not over; `at` is where that began."""


class ReachPlanner(Planner[SquarePlan]):
    """All places that a reach has found; they are priced in halves of a space."""

    def __init__(
        self, rule: str, reach: Reach, remedy: str, dares: Callable[[], Iterable[Reach]] = tuple
    ) -> None:
        super().__init__(rule)
        self.reach = reach
        self._dares = dares
        """Where it gets to if it risks to fail, the smallest risk first; worked out when somebody asks."""
        self._remedy = remedy
        """What helps whoever wants to go farther."""
        self._places: dict[Space, Place] = {}
        for place in reach.prices:
            if place.squeezed is None:
                self._places.setdefault(place.at, place)

    def plan_of(self, answer: Answer) -> SquarePlan:
        """The cheapest way to the space that an answer names."""
        reader = PlotReader(self.rule, FORMS)
        said = reader.fields(answer, KEYS, "move")
        if "models" not in said:
            reader.refuse("It is not said where to.")
        point = reader.points(said["models"], 1)[0]
        facing = said.get("facing")
        if facing is not None and (not isinstance(facing, str) or facing not in FACINGS):
            reader.refuse(f"{shown(facing)} is none of the four sides.")
        at = self._named_by(point)
        if "squeezed" in said:
            return self._squeeze(point, said["squeezed"], facing)
        if "climbs" in said:
            return self._climb(at, said["climbs"], facing)
        found, place = self.reach, self._places.get(at)
        if self._steers and place is not None and facing is not None:
            place = self._turned(at, facing)
        if place is None and at in self._farther:
            found, place = self._farther[at]
        way = None if place is None else found.way(place)
        if way is None and self.reach.hangs is not None and at in self._ends_of(self.reach.hangs[0]):
            return SquarePlan(at, (), 0, facing, self.reach.hangs[0])  # it stays where it hangs
        if place is None or way is None:
            where = name(at) if self.reach.links.board.has(at) else "a place off the board"
            raise refuse(self.rule, f"It does not get to {where}.", self._remedy)
        return SquarePlan(at, way, found.price(place) or 0, facing)

    @property
    def _steers(self) -> bool:
        """Whether turning costs something, so that a place is one with its facing."""
        return self.reach.links.poses[0].facing is not None

    def _turned(self, at: Space, facing: Facing) -> Place | None:
        """That place with that facing, if it gets there so."""
        place = Place(at, facing)
        return place if self.reach.price(place) is not None else None

    def _point(self, at: Space) -> tuple[float, float]:
        """The middle of a square base whose anchor is in a space; of a long one that of its anchor."""
        base, facing = self.reach.links.base, self.reach.start.facing
        if not base.is_square:
            return middle(at)
        x, y = base.corner(at, facing)
        return (x + base.wide / 2, y + base.long / 2)

    def _named_by(self, point: tuple[float, float]) -> Space:
        """The anchor that such a point means."""
        base, (x, y) = self.reach.links.base, point
        if not base.is_square:
            return (int(x // 1), int(y // 1))
        corner = (int((x - (base.wide - 1) / 2) // 1), int((y - (base.long - 1) / 2) // 1))
        return base.at(corner, self.reach.start.facing)

    def _squeeze(self, point: tuple[float, float], size: object, facing: Facing | None) -> SquarePlan:
        """Into less room than its base takes; the point names the south-western space."""
        corner = (int(point[0] // 1), int(point[1] // 1))
        place = next((one for one in self._narrow if one.at == corner and [*_size(one)] == size), None)
        way = None if place is None else self.reach.way(place)
        if place is None or way is None:
            reason = f"It cannot squeeze into {shown(size)} spaces at {name(corner)}."
            raise refuse(self.rule, reason, self._remedy)
        return SquarePlan(corner, way, self.reach.price(place) or 0, facing)

    @cached_property
    def _narrow(self) -> list[Place]:
        """The places in which it is squeezed."""
        return [one for one in self.reach.prices if one.squeezed is not None]

    @staticmethod
    def _ends_of(hold: Hold) -> tuple[Space, Space]:
        return (hold.place.at, hold.towards)

    def _climb(self, towards: Space, levels: object, facing: Facing | None) -> SquarePlan:
        """Up or down a climb as far as the answer says, and hanging there."""
        known = [one for one in self._holds.items() if one[0] == (towards, levels)]
        if not known:
            reason = f"It cannot hang on a climb to {name(towards)} at {shown(levels)}."
            raise refuse(self.rule, reason, self._remedy)
        price, hold = known[0][1]
        stays = self.reach.hangs is not None and self.reach.hangs[0][:2] == hold[:2]
        way = () if stays else self.reach.way(hold.place) or ()
        return SquarePlan(hold.place.at, way, price, facing, hold)

    @cached_property
    def _farther(self) -> dict[Space, tuple[Reach, Place]]:
        """The places that are reached at a risk alone, each by the smallest."""
        found: dict[Space, tuple[Reach, Place]] = {}
        for daring in self._dares():
            for place in daring.prices:
                if place.squeezed is None and place.at not in self._places:
                    found.setdefault(place.at, (daring, place))
        return found

    @cached_property
    def _holds(self) -> dict[tuple[Space, int], tuple[int, Hold]]:
        """Where it can hang on a climb whose end is out of reach, by where that leads and how far it is."""
        found: dict[tuple[Space, int], tuple[int, Hold]] = {}
        for hold, price in self.reach.holds().items():
            key = (hold.towards, hold.levels)
            if hold.towards not in self._places and (key not in found or price < found[key][0]):
                found[key] = (price, hold)
        return found

    def proposals(self) -> Sequence[Option]:
        """Every space within reach, the dearest last."""
        return [
            Option(
                self.answer_at(at), name(at), (self.rule,), facts={"halves": price}, places=(self._point(at),)
            )
            for at, price in self.reach.spaces.items()
        ] + [*self._risks(), *self._hanging(), *self._squeezing()]

    def _squeezing(self) -> Iterator[Option]:
        for place in self._narrow:
            wide, deep = _size(place)
            answer = {"models": [list(middle(place.at))], "squeezed": [wide, deep]}
            words = f"squeezed at {name(place.at)}, {wide} by {deep}"
            facts = {"halves": self.reach.price(place) or 0, "squeezed": True}
            x, y = place.at
            middle_of = (x + wide / 2, y + deep / 2)
            yield Option(answer, words, (self.rule,), facts=facts, places=(middle_of,))

    def _risks(self) -> Iterator[Option]:
        for at, (daring, place) in self._farther.items():
            facts = {"halves": daring.price(place) or 0, "dares": True}
            words = f"{name(at)}, at a risk"
            yield Option(self.answer_at(at), words, (self.rule,), facts=facts, places=(middle(at),))

    def _hanging(self) -> Iterator[Option]:
        for (towards, levels), (price, _) in self._holds.items():
            answer = {"models": [list(middle(towards))], "climbs": levels}
            words = f"hang {levels} up or down towards {name(towards)}"
            facts = {"halves": price, "climbs": levels}
            yield Option(answer, words, (self.rule,), facts=facts, places=(middle(towards),))

    def answer_at(self, at: Space, facing: Facing | None = None) -> Answer:
        """The answer that names a space."""
        if self._steers and facing is not None and self._turned(at, facing) is None and at in self._places:
            facing = self._places[at].facing  # it gets there, but has nothing left to turn
        named = {"models": [list(self._point(at))]}
        return named if facing is None else {**named, "facing": facing}

    def sample(self, chance: Chance) -> Answer:
        """Any of the spaces, or of the climbs, and any facing."""
        spaces: list[Answer] = [self.answer_at(at) for at in (*self.reach.spaces, *self._farther)]
        spaces += [one.answer for one in (*self._hanging(), *self._squeezing())]
        found = spaces[int(chance.random() * len(spaces))]
        if self._steers:
            return found
        return {**found, "facing": FACINGS[int(chance.random() * 4)]}


def _size(place: Place) -> tuple[int, int]:
    return place.squeezed or (1, 1)
