"""Placing Groups: deployment, reserves, and whoever else comes onto the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees

import msgspec

from sandtable.binding.planners import Planner
from sandtable.binding.plotting import HOLD
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.answers import as_group, read_plot
from sandtable.books.companies_and_captains.chapters.geometry.refusals import why_blocked
from sandtable.books.companies_and_captains.chapters.geometry.standing import (
    FROM_ENEMIES,
    LINK,
    bodies_of,
    why_not_in_cohesion,
)
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.arithmetic import atan2
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Answer, Chance, Option, Place
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.table.measure import Models, Point
from sandtable.table.terrain import Ground
from sandtable.table.units import placing
from sandtable.table.units.formations import Aloof, Formation, slots
from sandtable.table.units.going import Going
from sandtable.table.units.paths import Blocked
from sandtable.table.units.random_places import Drawn, sample_place
from sandtable.table.zones import Every, Zone, whole_table

ANCHORS = (0.5, 0.2, 0.8)
"""Where in a zone blocks are proposed, as shares of its width and depth."""
MOST_PROPOSALS = 6
_NORTH = (0.0, 1.0)

PLACED_BY = ("CC-GEO-26", "CC-GEO-01", "CC-GEO-02", "CC-GEO-32")
"""The rules that bind every placing."""


@rule("CC-GEO-26", "CC-PUB-03")
async def place_group(
    play: Play[Battle],
    group: Group,
    zone: Zone,
    prompt: str,
    rules: tuple[str, ...],
    enemy_distance: float | None = None,
) -> None:
    """The owner places the Group in the zone, no closer to enemies than a distance in table inches."""
    planner = PlacePlanner(play.state, group, zone, rules[0], enemy_distance)
    bound = tuple(dict.fromkeys((*rules, *PLACED_BY)))
    form = as_group(group, planner.count, zone=msgspec.to_builtins(zone))
    models: Models = await play.ask(Place(group.company, "place group", prompt, bound, planner, form))
    group.models = models
    group.where = "on the table"
    play.tell("group placed", *bound, group=group.id, models=models)


@rule("CC-GEO-26")
def has_room(state: Battle, group: Group, zone: Zone, enemy_distance: float | None = None) -> bool:
    """Whether the program finds a legal place for the Group: for one model a proof, for more a search."""
    planner = PlacePlanner(state, group, zone, "CC-GEO-26", enemy_distance)
    size = (planner.count, group.radius, planner.going)
    return placing.has_place(state.ground, planner.zone, size, planner.link, planner.blockers, planner.aloof)


@rule("CC-GEO-26", "CC-GEO-32", "CC-PTR-11")
class PlacePlanner(Planner[Models]):
    """Where one Group may be placed: in its zone, in cohesion, on free ground, away from enemies."""

    __slots__ = ("aloof", "blockers", "count", "going", "group", "link", "state", "zone")

    def __init__(
        self, state: Battle, group: Group, zone: Zone, rule: str, enemy_distance: float | None = None
    ) -> None:
        super().__init__(rule)
        self.state = state
        self.group = group
        self.zone = Every((whole_table(state.ground), zone))
        self.count = group.fielded
        self.going = going_of(state, group)
        self.link = inches(state, LINK)
        least = inches(state, FROM_ENEMIES) if enemy_distance is None else enemy_distance
        self.blockers = bodies_of([one for one in state.groups_on_table() if one is not group])
        self.aloof: list[Aloof] = [
            (enemy.models, enemy.radius, least) for enemy in state.enemies_on_table(group)
        ]

    @property
    def what_is_placed(self) -> str:
        """The Group by its name."""
        return self.group.name

    def found(self) -> Models | None:
        """The place that the program's fixed search finds, or None."""
        return placing.place_group(*self._where, self.blockers, self.aloof)

    @property
    def _where(self) -> tuple[Ground, Zone, int, float, float, Going]:
        """On which ground and in which zone how many models of which size stand how near to each other."""
        return (self.state.ground, self.zone, self.count, self.group.radius, self.link, self.going)

    def proposals(self) -> Sequence[Option]:
        """Blocks in several parts of the zone, and what the search finds."""
        options: list[Option] = []
        for at in self._anchors():
            x, y = round(at[0], 2), round(at[1], 2)
            models = self._block_at((x, y))
            if models is not None:
                answer = {"formation": Formation.BLOCK.value, "at": [x, y]}
                options.append(Option(answer, "a block", (self.rule, "CC-GEO-07"), places=models))
                if len(options) == MOST_PROPOSALS:
                    break
        if not options:
            models = self.found()
            if models is not None:
                options.append(Option(_written(models), "where there is room", (self.rule,), places=models))
        return options

    def _anchors(self) -> list[Point]:
        west, south, east, north = self.zone.box
        return [
            (west + (east - west) * x, south + (north - south) * y)
            for y in ANCHORS
            for x in (*ANCHORS, 0.35, 0.65)
        ]

    def _block_at(self, at: Point) -> Models | None:
        """The block of the Group at a place, if it may stand there."""
        size = (self.count, self.group.radius, self.going)
        block = (Formation.BLOCK, at, _NORTH)
        return placing.formed(self.state.ground, self.zone, size, self.link, block, self.blockers, self.aloof)

    def sample(self, chance: Chance) -> Answer:
        """A formation somewhere at random, or what the search finds."""
        drawn = sample_place(*self._where, chance, self.blockers, self.aloof)
        if drawn is None:
            raise AssertionError(f"no legal place for {self.group.id} ({self.rule})")
        answer = _drawn(drawn)
        self.remember(answer, drawn.models)
        return answer

    def plan_of(self, answer: Answer) -> Models:
        """The places of all models, checked exactly."""
        models = self._places(answer)
        ground, zone, _, radius, link, going = self._where
        fault = placing.why_not_place(ground, zone, models, radius, link, going, self.blockers, self.aloof)
        if fault is not None and not self._is_literal_cohesion(fault, models):
            raise Refused(self._why(fault, models))
        return models

    def _places(self, answer: Answer) -> Models:
        if answer == HOLD:
            raise refuse(self.rule, f"{self.group.name} stands nowhere yet.", "Give a formation and a place.")
        plot = read_plot(answer, self.count, self.rule)
        if plot.models is not None:
            return plot.models
        if plot.formation is None or plot.formation is Formation.AS_THEY_STAND or plot.at is None:
            remedy = 'Give {"formation": "block", "at": [x, y]} or {"models": [[x, y], ...]}.'
            raise refuse(self.rule, f"{self.group.name} is set down, it does not move there.", remedy)
        nowhere = ((0.0, 0.0),) * self.count
        return slots(plot.formation, nowhere, self.group.radius, plot.at, plot.facing or _NORTH)

    def _is_literal_cohesion(self, fault: Blocked, models: Models) -> bool:
        return fault.what == "cohesion" and why_not_in_cohesion(self.state, self.group, models) is None

    def _why(self, fault: Blocked, models: Models) -> Refusal:
        group = self.group
        if fault.what == "zone":
            reason = f"Model {fault.path + 1} of {group.name} would not lie wholly in its zone."
            return Refusal(self.rule, reason, "Set every base wholly inside the zone.")
        if fault.what == "enemy":
            enemy = self.state.enemies_on_table(group)[int(fault.name)]
            least = self.aloof[int(fault.name)][2]
            reason = f"{group.name} would be closer than {least:g} inches to {enemy.name} ({enemy.id})."
            return Refusal(self.rule, reason, f"Set it at least {least:g} inches from every enemy.")
        if fault.what == "cohesion":
            apart = why_not_in_cohesion(self.state, group, models)
            assert apart is not None
            return apart
        refusal = why_blocked(self.state, group, fault, 0.0, self.going)
        cited = "CC-GEO-26" if refusal.rule == "CC-MOV-03" else refusal.rule
        return Refusal(cited, refusal.reason, "Set it down on free ground.")


def _drawn(drawn: Drawn) -> Answer:
    if drawn.formation is None:
        return _written(drawn.models)
    answer = {"formation": drawn.formation.value, "at": list(drawn.at)}
    east, north = drawn.facing
    return answer if drawn.facing == _NORTH else {**answer, "facing": degrees(atan2(north, east))}


def _written(models: Models) -> Answer:
    return {"models": [list(at) for at in models]}
