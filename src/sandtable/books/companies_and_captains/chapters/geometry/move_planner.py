"""Plotting a Move: what the program proposes, draws at random, and accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from sandtable.binding.places.unit_plots import Plot
from sandtable.binding.planners import Planner
from sandtable.binding.plotting import HOLD
from sandtable.books.companies_and_captains.chapters.geometry import duties
from sandtable.books.companies_and_captains.chapters.geometry.exits import paths_off_the_table
from sandtable.books.companies_and_captains.chapters.geometry.proposals import draw_move, worth_trying
from sandtable.books.companies_and_captains.chapters.geometry.standing import (
    blockers,
    enemies_in_reach,
    read_plot,
    stands_in_cohesion,
    too_near,
    why_blocked,
    why_not_in_cohesion,
    why_overlapping,
)
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Answer, Chance, Option, Refusal, Refused, refuse, rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import NEAR, Box, Models, Point
from sandtable.table.units.formations import Formation, Plan, plan_move, slots, stay
from sandtable.table.units.going import Going, Path, path_cost, path_length
from sandtable.table.units.groups import bodies_near, centroid, group_box, overlapping_pair
from sandtable.table.units.lanes import can_translate, lane_with_obstacles, stopped_in
from sandtable.table.units.paths import Blocked, Mover, Surroundings, check_translation
from sandtable.table.units.planner import way_through

FormationCheck = Callable[[Models], Refusal | None]
"""What bars the Defensive formation at these places, or None."""


class Planned(msgspec.Struct, frozen=True):
    """A Move that was accepted."""

    paths: tuple[Path, ...]
    ends: Models
    forms: bool = False
    """The Group stands in Defensive formation at the end."""
    edges: tuple[str, ...] = ()
    """The edges over which the Group leaves the table; () if it stays."""


class MovePlanner(Planner[Planned]):
    """What one Group may do with so many inches of movement."""

    def __init__(
        self,
        state: Battle,
        group: Group,
        limit: float,
        rule: str = "CC-MOV-01",
        *,
        exits: Sequence[str] = (),
        why_not_form: FormationCheck | None = None,
    ) -> None:
        super().__init__(rule)
        self.state = state
        self.group = group
        self.limit = limit
        self.exits = tuple(exits)
        """The edges over which the scenario lets the Group leave."""
        self.why_not_form = why_not_form
        """Tells what bars the Defensive formation; None where no formation can be taken by this movement."""
        self.going: Going = going_of(state, group)
        self.blockers = blockers(state, group)
        self.middle = centroid(group.models)
        self.began_broken = not stands_in_cohesion(state, group)
        self._gathered: Models | None = None
        self._near_enemies: list[Group] | None = None
        self._mover: Mover | None = None

    # ---- reading -------------------------------------------------------------------------------

    def plan_of(self, answer: Answer) -> Planned:
        """The Move that the answer stands for, checked exactly."""
        plot = read_plot(answer, len(self.group.models), self.rule)
        if plot.exit:
            return self._read_exit(plot.exit)
        plan = self._plan(plot)
        # What stands in the way of ending there is looked at once the way itself is open.
        refusal = self.why_not_end(plan)
        if refusal is not None and not (self._stays(plan.ends) and self._nothing_else_is_possible()):
            raise Refused(refusal)
        return Planned(plan.paths, plan.ends, self._forms(plot, plan.ends))

    def plan(self, answer: Answer) -> Plan:
        """The paths that the answer stands for, legal on the way; where they end is not looked at."""
        plot = read_plot(answer, len(self.group.models), self.rule)
        if plot.exit:
            raise refuse("CC-MOV-07", "This movement leads nobody off the table.", "End on the table.")
        return self._plan(plot)

    @rule("CC-GEO-07", "CC-MOV-01")
    def _plan(self, plot: Plot) -> Plan:
        """A formation about a point, or each model plotted singly."""
        if plot.models is not None:
            return self._plan_models(plot.models)
        if plot.paths is not None:
            return self._plan_paths(plot.paths)
        models, formation = self.group.models, plot.formation
        assert formation is not None
        if formation is Formation.AS_THEY_STAND:
            if plot.at is None or self.limit <= 0.0:
                return stay(models)
            return self._plan_shift((plot.at[0] - self.middle[0], plot.at[1] - self.middle[1]))
        at = self.middle if plot.at is None else plot.at
        facing = plot.facing or (at[0] - self.middle[0], at[1] - self.middle[1])
        places = slots(formation, models, self.group.radius, at, facing)
        found = plan_move(self._among_all, places, self.limit)
        if isinstance(found, Blocked):
            raise Refused(self._why(found))
        return found

    def _plan_shift(self, vector: Point) -> Plan:
        """All models go alike and straight; a model that reaches an obstacle stops there."""
        shifted = _translated(self.group.models, vector)
        fault = None if self.is_open(vector) else self._fault_of(vector)
        if fault is None:
            return shifted
        stopped = self._stopped_by_obstacles(shifted, fault, self._around(shifted.ends, 0.0))
        if stopped is None:
            refusal = self._why(fault, shifted.paths[fault.path])
            remedy = f"{refusal.remedy} Given as models or in a formation, each finds its own way round."
            raise Refused(Refusal(refusal.rule, refusal.reason, remedy))
        return stopped

    @rule("CC-GEO-10", "CC-TER-03")
    def _stopped_by_obstacles(self, shifted: Plan, fault: Blocked, around: Surroundings) -> Plan | None:
        """Models that reach an obstacle stop in contact with it and the others go on, if that is legal."""
        if not around.obstacles or not self.going.hindered:
            return None
        first = shifted.paths[fault.path]
        # The ground behind an obstacle costs nothing, yet nobody sets out for farther than MO reaches.
        if path_length(first) * self.going.cheapest > self.limit + NEAR:
            return None
        # A model that no obstacle stops meets with the same as before.
        if stopped_in(around, first) is first:
            return None
        paths = tuple([stopped_in(around, path) for path in shifted.paths])
        ends = tuple([path[-1] for path in paths])
        # Mostly those who go on end on those who stop, and that is seen soonest.
        if overlapping_pair(ends, self.group.radius) is not None:
            return None
        if any(around.check(path, self.limit) is not None for path in paths):
            return None
        plan = Plan(paths, ends, 0.0)
        return None if self.why_not_end(plan) is not None else plan

    def _plan_models(self, ends: Models) -> Plan:
        """Each model goes straight to its place, or round what is in the way."""
        around = self._around(ends, self.limit / 2)
        paths: list[Path] = list(zip(self.group.models, ends, strict=True))
        detours: list[tuple[int, Blocked]] = []
        for number, path in enumerate(paths):
            fault = around.check(path, self.limit)
            if fault is None:
                continue
            start, end = path[0], path[-1]
            is_too_far = hypot(end[0] - start[0], end[1] - start[1]) * self.going.cheapest > self.limit + NEAR
            if is_too_far or around.what_is_on(end) or around.base_on(end):
                raise Refused(self._why(_of_model(fault, number), path))
            detours.append((number, fault))
        for number, fault in detours:
            found = way_through(around, self.group.models[number], ends[number], self.limit)
            if found is None:
                raise Refused(self._why(_of_model(fault, number), paths[number]))
            paths[number] = found
        return Plan(tuple(paths), ends, 0.0)

    @rule("CC-GEO-05", "CC-GEO-29", "CC-TER-04")
    def _plan_paths(self, given: tuple[Path, ...]) -> Plan:
        paths = tuple(
            path if len(path) > 1 and path[0] == start else (start, *path)
            for start, path in zip(self.group.models, given, strict=True)
        )
        around = self._around(tuple(at for path in paths for at in path), 0.0)
        for number, path in enumerate(paths):
            fault = around.check(path, self.limit)
            if fault is not None:
                raise Refused(self._why(_of_model(fault, number), path))
        return Plan(paths, tuple(path[-1] for path in paths), 0.0)

    def _around_box(self, places: Models, spare: float) -> Box:
        points = (*self.group.models, *places)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs) - spare, min(ys) - spare, max(xs) + spare, max(ys) + spare)

    def _around(self, places: Models, spare: float) -> Surroundings:
        box = self._around_box(places, spare)
        return Surroundings(self.state.ground, box, self.group.radius, self.going, self.blockers)

    @property
    def is_order(self) -> bool:
        """Whether this is a Move by order; evading and moving in take no formation."""
        return self.why_not_form is not None

    def _why(self, fault: Blocked, path: Path | None = None) -> Refusal:
        why = why_blocked(self.state, self.group, fault, self.limit, self.going, path)
        if fault.what == "table edge" and self.exits:
            off = f"or lead the whole Group off over: {', '.join(self.exits)}."
            return Refusal(why.rule, why.reason, f"{why.remedy.removesuffix('.')}, {off}")
        # MO may be cut short by the rule of this movement.
        return Refusal(self.rule, why.reason, why.remedy) if why.rule == "CC-MOV-01" else why

    def _fault_of(self, vector: Point) -> Blocked | None:
        return check_translation(self._among_all, vector, self.limit)

    @property
    def _among_all(self) -> Mover:
        group = self.group
        return Mover(self.state.ground, group.models, group.radius, self.going, self.blockers)

    def is_open(self, vector: Point) -> bool:
        """Whether nothing bars all models from going this way alike; where they end is not looked at."""
        if hypot(*vector) < NEAR:
            return self._fault_of(vector) is None
        return can_translate(self.mover, vector, self.limit)

    @property
    def mover(self) -> Mover:
        """The Group as one that goes straight, with those alone who may bar it as far as it can go."""
        if self._mover is None:
            group = self.group
            spare = self.limit / self.going.cheapest + NEAR
            west, south, east, north = group_box(group.models)
            box = (west - spare, south - spare, east + spare, north + spare)
            near = bodies_near(box, group.radius, self.blockers)
            self._mover = self._among_all._replace(blockers=near)
        return self._mover

    def cost_in_words(self, answer: Answer) -> str:
        """How far the farthest model goes, and what the dearest way costs of what there is."""
        paths = self.read(answer).paths
        far = max((path_length(path) for path in paths), default=0.0)
        cost = max((path_cost(self.state.ground, path, self.going) for path in paths), default=0.0)
        dear = f", costs {cost:.1f}" if cost > far + 0.05 else ""
        return f"{far:.1f}″{dear} of {self.limit:g}″"

    # ---- where it ends -------------------------------------------------------------------------

    def why_not_end(self, plan: Plan) -> Refusal | None:
        """What is wrong with where the models would end: overlap, enemies too near, cohesion."""
        state, group, ends = self.state, self.group, plan.ends
        refusal = why_overlapping(group, ends) or duties.why_too_near(self, ends)
        if refusal is not None:
            return refusal
        if self.began_broken:
            return duties.why_not_gathered(self, ends)
        return why_not_in_cohesion(state, group, ends)

    @property
    def gathered(self) -> Models:
        """Where the models of a broken Group end that come together by the shortest way."""
        if self._gathered is None:
            self._gathered = duties.gathered(self)
        return self._gathered

    def may_shift(self, vector: Point) -> bool:
        """Whether all models may move alike, straight and past nothing."""
        if self.began_broken or not self.is_open(vector):
            return False
        return self._keeps_away(_translated(self.group.models, vector))

    def _stays(self, ends: Models) -> bool:
        return ends == self.group.models

    def _nothing_else_is_possible(self) -> bool:
        """A Group that must get away or gather and finds no way to do so may stay."""
        return duties.way_out(self) is None

    def _forms(self, plot: Plot, ends: Models) -> bool:
        if self.why_not_form is None:
            return False
        wants = self.group.formed or plot.form is True
        if plot.form is None and plot.formation is Formation.CLOSE:
            wants = wants or self.group.has("Defensive")
        if not wants:
            return False
        refusal = self.why_not_form(ends)
        if refusal is not None and plot.form is True:
            raise Refused(refusal)
        return refusal is None

    def _read_exit(self, edges: tuple[str, ...]) -> Planned:
        paths = paths_off_the_table(self, edges)
        return Planned(paths, tuple(path[-1] for path in paths), False, edges)

    # ---- proposing -----------------------------------------------------------------------------

    def answer_at(self, at: Point) -> Answer:
        """The answer that leads all models there as they stand."""
        return {"formation": Formation.AS_THEY_STAND.value, "at": [*at]}

    def proposals(self) -> Sequence[Option]:
        """A handful of Moves that are accepted: towards, away, formations, off the table, and holding."""
        return list(self.seek())

    def seek(self) -> Iterator[Option]:
        """The proposals one by one, each tried when somebody wants it."""
        is_stuck = True
        for option in self.accepted(worth_trying(self)):
            is_stuck = False
            yield option
        if is_stuck:
            yield Option(self.fallback(), "do what must be done", (self.rule,))

    def proposed(self) -> Answer:
        """The first proposal; none of the others is worked out for it."""
        return next(self.seek()).answer

    def sample(self, chance: Chance) -> Answer:
        """A random direction and distance for all models alike; sometimes a formation or an exit."""
        return draw_move(self, chance)

    def shift_to(self, at: Point) -> Answer | None:
        """The answer that moves all models alike about a point, if that is legal; it is then remembered."""
        vector = (at[0] - self.middle[0], at[1] - self.middle[1])
        if self.began_broken:
            return None
        plan: Plan | None
        if self.is_open(vector):
            plan = _translated(self.group.models, vector)
        else:
            plan = self._shift_to_obstacles(vector)
        if plan is None or not self._keeps_away(plan):
            return None
        forms = self.group.formed and self._forms(_AS_THEY_STAND, plan.ends)
        answer = {"formation": _SHIFTED, "at": list(at)}
        self.remember(answer, Planned(plan.paths, plan.ends, forms))
        return answer

    def _shift_to_obstacles(self, vector: Point) -> Plan | None:
        """The Move alike of all models that something bars, if that is obstacles alone at which they stop."""
        if not self.state.ground.obstacles or hypot(*vector) < NEAR:
            return None
        lane = lane_with_obstacles(self.mover, vector)
        if lane is None:
            return None
        shifted = _translated(self.group.models, vector)
        for number, path in enumerate(shifted.paths):
            fault = lane.check(path, self.limit)
            if fault is not None:
                return self._stopped_by_obstacles(shifted, _of_model(fault, number), lane)
        return None

    def _keeps_away(self, plan: Plan) -> bool:
        near = self.too_near(plan.ends)
        if not near:
            return True
        began = self.too_near(self.group.models)
        return all(enemy in began for enemy in near) and self.why_not_end(plan) is None

    def too_near(self, models: Models) -> list[Group]:
        """The enemy Groups that places within the limit are too near to."""
        if self._near_enemies is None:
            self._near_enemies = enemies_in_reach(self.state, self.group, self.limit / self.going.cheapest)
        return too_near(self.state, self.group, models, self._near_enemies)

    @property
    def may_take_formation(self) -> bool:
        """Whether this movement could take a Defensive formation that the Group does not have yet."""
        return self.why_not_form is not None and not self.group.formed and self.group.has("Defensive")

    def fallback(self) -> Answer:
        """Hold, or where the rules bar that the first way out that the program finds."""
        if self.began_broken or self.too_near(self.group.models):
            return duties.way_out(self) or HOLD
        return HOLD


def _translated(models: Models, vector: Point) -> Plan:
    dx, dy = vector
    ends = tuple([(x + dx, y + dy) for x, y in models])
    return Plan(tuple(zip(models, ends, strict=True)), ends, 0.0)


def _of_model(fault: Blocked, number: int) -> Blocked:
    return Blocked(fault.what, fault.name, fault.at, number)


_SHIFTED = Formation.AS_THEY_STAND.value
_AS_THEY_STAND = Plot(formation=Formation.AS_THEY_STAND)
