"""Where a whole unit may be placed: in its zone, holding together, on free ground, away from enemies."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import degrees
from typing import ClassVar

from sandtable.binding.places.unit_plots import Plot
from sandtable.binding.planners import Planner
from sandtable.binding.plotting import HOLD
from sandtable.kernel.arithmetic import atan2
from sandtable.kernel.decision import Answer, Chance, Option
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.table.measure import Models, Point
from sandtable.table.units import placing
from sandtable.table.units.formations import Formation, slots
from sandtable.table.units.open_ground import Site
from sandtable.table.units.paths import Blocked
from sandtable.table.units.random_places import Drawn, sample_place
from sandtable.table.zones import Every, whole_table

ANCHORS = (0.5, 0.2, 0.8)
"""Where in a zone blocks are proposed, as shares of its width and depth."""
MOST_PROPOSALS = 6
NORTH = (0.0, 1.0)


class UnitPlacePlanner(Planner[Models]):
    """Where so many models of one size may be placed; the book reads answers and tells what bars a place."""

    formed_by: ClassVar[str]
    """The rule by which a unit forms up."""

    def __init__(self, rule: str, name: str, site: Site) -> None:
        super().__init__(rule)
        self.name = name
        self.site = site._replace(zone=Every((whole_table(site.ground), site.zone)))
        self.count, self.radius, self.going = site.size

    @abstractmethod
    def plot_of(self, answer: Answer) -> Plot:
        """What an answer says."""

    @abstractmethod
    def why(self, fault: Blocked, models: Models) -> Refusal | None:
        """What bars these places, by the book's rule; None where the book does not mind the fault."""

    @property
    def what_is_placed(self) -> str:
        """The unit by its name."""
        return self.name

    def found(self) -> Models | None:
        """The place that the program's fixed search finds, or None."""
        return placing.place_group(self.site)

    def has_place(self) -> bool:
        """Whether the program finds a legal place: for one model a proof, for more a search."""
        return placing.has_place(self.site)

    def proposals(self) -> Sequence[Option]:
        """Blocks in several parts of the zone, and what the search finds."""
        options: list[Option] = []
        for at in self._anchors():
            x, y = round(at[0], 2), round(at[1], 2)
            models = placing.formed(self.site, Formation.BLOCK, (x, y), NORTH)
            if models is not None:
                answer = {"formation": Formation.BLOCK.value, "at": [x, y]}
                options.append(Option(answer, "a block", (self.rule, self.formed_by), places=models))
                if len(options) == MOST_PROPOSALS:
                    break
        if not options:
            models = self.found()
            if models is not None:
                options.append(Option(_written(models), "where there is room", (self.rule,), places=models))
        return options

    def _anchors(self) -> list[Point]:
        west, south, east, north = self.site.zone.box
        return [
            (west + (east - west) * x, south + (north - south) * y)
            for y in ANCHORS
            for x in (*ANCHORS, 0.35, 0.65)
        ]

    def answer_at(self, at: Point) -> Answer:
        """The answer that puts a block at a place."""
        return {"formation": Formation.BLOCK.value, "at": [*at]}

    def sample(self, chance: Chance) -> Answer:
        """A formation somewhere at random, or what the search finds."""
        drawn = sample_place(self.site, chance)
        if drawn is None:
            raise AssertionError(f"no legal place for {self.name} ({self.rule})")
        answer = _drawn(drawn)
        self.remember(answer, drawn.models)
        return answer

    def plan_of(self, answer: Answer) -> Models:
        """The places of all models, checked exactly."""
        models = self._places(answer)
        fault = placing.why_not_place(self.site, models)
        why = None if fault is None else self.why(fault, models)
        if why is not None:
            raise Refused(why)
        return models

    def _places(self, answer: Answer) -> Models:
        if answer == HOLD:
            raise refuse(self.rule, f"{self.name} stands nowhere yet.", "Give a formation and a place.")
        plot = self.plot_of(answer)
        if plot.models is not None:
            return plot.models
        if plot.formation is None or plot.formation is Formation.AS_THEY_STAND or plot.at is None:
            remedy = 'Give {"formation": "block", "at": [x, y]} or {"models": [[x, y], ...]}.'
            raise refuse(self.rule, f"{self.name} is set down, it does not move there.", remedy)
        nowhere = ((0.0, 0.0),) * self.count
        return slots(plot.formation, nowhere, self.radius, plot.at, plot.facing or NORTH)


def _drawn(drawn: Drawn) -> Answer:
    if drawn.formation is None:
        return _written(drawn.models)
    answer = {"formation": drawn.formation.value, "at": list(drawn.at)}
    east, north = drawn.facing
    return answer if drawn.facing == NORTH else {**answer, "facing": degrees(atan2(north, east))}


def _written(models: Models) -> Answer:
    return {"models": [list(at) for at in models]}
