"""Ways on the virtual table: where a model can go with its inches, slowed by what it crosses or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

import msgspec

from sandtable.binding.bands.beside import beside, towards
from sandtable.binding.bands.keeping import Keeping
from sandtable.binding.figures.planner import FigurePlanner, Planned
from sandtable.binding.plotting import HOLD, written
from sandtable.books.lands_of_ruin.followers import is_charging
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.state.cards import HEIGHT, RADIUS
from sandtable.books.lands_of_ruin.surface.formation import keeping_of, why_torn
from sandtable.books.lands_of_ruin.surface.measuring import everybody, standing
from sandtable.kernel import Answer, Chance, Option, Refusal, Refused, refuse, rule
from sandtable.table import Ground, Piece, Point
from sandtable.table.edges import EDGES, Edge
from sandtable.table.figures.bases import Disc, Standing
from sandtable.table.figures.footing import Footing, Stop
from sandtable.table.figures.legs import Budget, Route
from sandtable.table.figures.prices import Rates
from sandtable.table.figures.routes import contact_places, route_to_touch
from sandtable.table.figures.terrain import TOUCHING, Nature, Terrain
from sandtable.table.figures.terrain import terrain_of as figure_terrain
from sandtable.table.shapes import distance

HINDERS = ("obstacle", "difficult")
"""What halves the movement of a turn (LR-MOV-05, LR-MOV-07)."""
SLOW = 0.3
"""How often a move at random goes the slow way; ours."""
MOST = 10
"""How many moves are proposed; ours."""


@rule("LR-MOV-05", "LR-MOV-06", "LR-MOV-07", "LR-MOV-10", "LR-MOV-11")
def nature_of(piece: Piece) -> Nature:
    """Tall pieces are not entered; obstacles and difficult ground only by whoever goes slowly."""
    if "impassable" in piece.traits:
        return Nature("block")  # a ladder may lead to its roof (LR-MAP-09)
    return Nature("flat", is_barred=any(one in piece.traits for one in HINDERS), may_stay=True)


def terrain_of(ground: Ground) -> Terrain:
    """The terrain of a ground, worked out once."""
    return figure_terrain(ground, nature_of)


@cache
def rates() -> Rates:
    """Every inch costs an inch."""
    return Rates(1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, RADIUS)


class Prices:
    """What one model may walk through."""

    rates = rates()

    def __init__(self, slow: bool, flies: bool = False) -> None:
        self.heeds_all = not slow
        self.flies = flies

    def ignores(self, piece: Piece) -> bool:
        """Who goes slowly crosses obstacles and difficult ground."""
        return "impassable" not in piece.traits

    def climbs_down(self, height: float) -> bool:
        """There is no climbing but by ladders (LR-MOV-11)."""
        return False

    def drops(self, height: float) -> bool:
        """Nobody jumps."""
        return False

    def passes_over(self, other: str) -> bool:
        """Nobody flies."""
        return False


@rule("LR-MOV-12")
def in_the_way(state: Battle, card: Card) -> list[Disc]:
    """Standing enemies, Rotters and machines; own models, the fallen and the hidden are walked past."""
    found = []
    for one in everybody(state):
        other = state.find(one.id)
        is_no_character = one.id in state.rotters or one.id in state.machines
        if is_no_character or (other is not None and other[0].seat != card.seat and other[0].stands):
            found.append(
                Disc(one.id, *one.at, 2 * RADIUS, one.elevation, one.elevation + one.height, is_opponent=True)
            )
    return found


def mover_of(model: Model, at: Point) -> Standing:
    """A model that is about to move from a place."""
    return Standing(model.id, at, model.elevation, RADIUS, HEIGHT, 0.0)


class WayPlanner(FigurePlanner):
    """What one model may do with so many inches, at one pace: round what would slow it, or through it."""

    charges = False
    """Whether it runs over anything (LR-HERO-11)."""
    keeping: Keeping | None = None
    """What its cohort asks of the end of its way."""

    def __init__(self, state: Battle, card: Card, model: Model, at: Point, limit: float, slow: bool) -> None:
        self.state, self.card, self.model, self.slow = state, card, model, slow
        is_there = model.at is not None
        mover = mover_of(model, at)
        super().__init__("LR-MOV-01", mover, max(0.0, limit), may_contact=True, may_leave=is_there)

    def footing_for(self, may_contact: bool) -> Footing:
        """The model among everybody in its way."""
        terrain, prices = terrain_of(self.state.ground), Prices(self.slow, self.charges)
        others = in_the_way(self.state, self.card)
        return Footing(self.state.ground, terrain, self.mover, others, prices, may_contact=may_contact)

    @rule("LR-MOV-12", "LR-TURN-07")
    def _why_crowded(self, planned: Planned) -> Refusal | None:
        """Who comes on must step off the point that somebody stands on, if there is anywhere to go."""
        at = planned.route.end
        if planned.route.legs or self.model.at is not None or beside(self, at) is None:
            return None
        upon = any(distance(one.at, at) < 2 * RADIUS - TOUCHING for one in everybody(self.state))
        return Refusal("LR-MOV-12", "Somebody stands there.", "End beside it.") if upon else None

    @property
    def farthest(self) -> float:
        """All the inches that are left."""
        return self.limit

    @property
    def round_corners(self) -> float:
        """A path may bend (LR-MOV-04)."""
        return self.limit

    @property
    def budget(self) -> Budget:
        """Inches of way."""
        return Budget(self.limit)

    @rule("LR-CC-02")
    def charge(self, id: str, willing: frozenset[str]) -> Route:
        """Into contact with an enemy or a Rotter by the cheapest way."""
        target = standing(self.state, id)
        if target is None or not self.can_fight(id):
            raise refuse("LR-MOV-12", "There is no such enemy on the table.", "Name an enemy or a Rotter.")
        taken = [one.at for one in everybody(self.state) if one.id not in (id, self.model.id)]
        found = route_to_touch(
            self.footing, target, contact_places(self.footing, target, taken), self.limit, self.search
        )
        if found is None:
            reason = f"{called(self.state, id)} cannot be reached with {self.limit:.3g} inches."
            raise refuse("LR-MOV-01", reason, "Choose somebody nearer, or come as near as you can.")
        return found

    def can_fight(self, id: str) -> bool:
        """An enemy that stands, or a Rotter."""
        return any(one.id == id for one in self.footing.discs)

    @rule("LR-MOV-12", "LR-MOV-10", "LR-MOV-11", "LR-MAP-09")
    def why_too_far(self, found: Route) -> Refusal | None:
        """Nobody ends a move upon a model that lies or stands there, nor on a roof but by its ladder."""
        if found.elevation != self.mover.elevation:
            return Refusal("LR-MOV-10", "Only a ladder leads up there, or down.", "End on the same level.")
        for one in everybody(self.state):
            upon = one.id != self.model.id and distance(one.at, found.end) < 2 * RADIUS - TOUCHING
            if upon and found.legs and abs(one.elevation - found.elevation) < HEIGHT:
                return Refusal("LR-MOV-12", f"{called(self.state, one.id)} is there.", "End beside it.")
        return None

    def why_not_end(self, at: Point, height: float) -> Refusal | None:
        """What bars the model from ending there."""
        stop = self.footing.what_is_at(at, height)
        if stop is not None:
            return self._stopped_by(stop)
        disc = self.footing.who_is_at(at, height)
        if disc is None:
            return None
        return Refusal("LR-MOV-12", f"{called(self.state, disc.id)} stands there.", "End beside it.")

    def _stopped_by(self, stop: Stop) -> Refusal:
        if stop.what == "edge":
            return Refusal("LR-TURN-07", "The base would not be wholly on the table.", "End on the table.")
        if stop.what in ("figure", "contact"):
            return Refusal("LR-MOV-12", f"{called(self.state, stop.id)} is in the way.", "Go round.")
        if stop.what == "ledge":
            return Refusal("LR-MAP-09", "The roof ends there.", "Stay on it, or climb down by its ladder.")
        piece = next((one for one in self.state.ground.pieces if one.id == stop.id), None)
        kind = "terrain" if piece is None else piece.kind.replace("_", " ")
        if piece is not None and "impassable" not in piece.traits:
            half = "halves the movement of the turn, and too much of it is used"
            return Refusal("LR-MOV-08", f"The {kind} {half}.", "Go round it, or less far.")
        return Refusal("LR-MOV-10", f"The {kind} cannot be crossed.", "Go round it.")

    def why_not(self, found: Route | Stop, to: Point, height: float) -> Refusal:
        """Why a way does not lead to a place."""
        if isinstance(found, Stop):
            return self._stopped_by(found)
        reason = f"{name_of(self.card)} has {self.limit:.3g} inches left; the way there is longer."
        x, y = found.end
        return Refusal("LR-MOV-01", reason, f"That way leads at most to {x:.1f}, {y:.1f}.")

    def why_not_leave(self, edge: Edge) -> Refusal:
        """Too far off, or not on the table yet."""
        if not self.may_leave:
            return Refusal("LR-TURN-12", "Who comes on the table cannot leave at once.", "End on the table.")
        reason = f"The {edge} edge is farther than {self.limit:.3g} inches."
        return Refusal("LR-TURN-12", reason, "Move towards it first.")

    def proposals(self) -> Sequence[Option]:
        """Up to enemies, towards them, towards the middle, or to stay."""
        state, at = self.state, self.mover.at
        found: list[Option] = []
        goals = sorted(self.footing.discs, key=lambda one: (distance(at, (one.x, one.y)), one.id))[:4]
        for disc in goals:
            if distance(at, (disc.x, disc.y)) - disc.reach <= self.limit:
                label = f"up to {called(state, disc.id)}"
                found.append(Option({"fight": disc.id}, label, ("LR-CC-02",), about=(disc.id,)))
        for anchor in self.keeping.anchors if self.keeping is not None else ():
            spot = beside(self, anchor)
            if spot is not None and distance(spot, at) > 0.05:
                found.append(Option({"models": [written(spot)]}, "up to the others", ("LR-COH-12",)))
        middle = (state.ground.width / 2, state.ground.depth / 2)
        places = [((one.x, one.y), f"towards {called(state, one.id)}", one.id) for one in goals]
        for to, label, id in [*places, (middle, "towards the middle", "")]:
            spot = towards(self, to) if self.limit > 0.3 else None
            if spot is not None and distance(spot, at) > 0.3:
                about = (id,) if id else ()
                found.append(Option({"models": [written(spot)]}, label, ("LR-MOV-01",), about=about))
        found += [
            Option({"leave": edge}, f"leave the table over the {edge} edge", ("LR-TURN-12",), deed="leave")
            for edge in EDGES
            if self.may_leave
        ]
        stays = Option(HOLD, f"{called(state, self.model.id)} stays", ("LR-MOV-03",))
        accepted = [one for one in found if self.accepts(one.answer)][:MOST]
        return [*accepted, *(one for one in (stays,) if self.accepts(one.answer))]

    def cost_in_words(self, answer: Answer) -> str:
        """The inches that a way takes."""
        cost = self.read(answer).route.cost
        return f"{cost:.1f}″ of {self.limit:.3g}″{', at half pace' if self.slow else ''}"


class PacePlanner(WayPlanner):
    """The ways of a model that may still choose between its whole allowance and half of it (LR-MOV-08)."""

    slow_one: WayPlanner | None = None

    def plan_of(self, answer: Answer) -> Planned:
        """The way round everything, or else the slow one through it; its cohort must keep together."""
        try:
            planned = super().plan_of(answer)
        except Refused:
            if self.slow_one is None:
                raise
            planned = self.slow_one.read(answer)
        keeping = None if planned.leave else self.keeping
        fault = keeping.fault(planned.route.end, partial(beside, self)) if keeping else ""
        why = self._why_crowded(planned) or why_torn(self.card, fault)
        if why:
            raise Refused(why)
        return planned

    def is_slow(self, planned: Planned) -> bool:
        """Whether a plan crosses something that halves the movement."""
        areas = [one for one in self.state.ground.areas if any(kind in one.piece.traits for kind in HINDERS)]
        legs = planned.route.legs
        return self.slow or any(
            area.distance_to_segment(leg.start, leg.end) < RADIUS - TOUCHING for area in areas for leg in legs
        )

    def crossed(self, planned: Planned) -> Iterator[str]:
        """The rules of what a way has led over."""
        legs = planned.route.legs
        for area in self.state.ground.areas:
            if any(area.distance_to_segment(leg.start, leg.end) < RADIUS - TOUCHING for leg in legs):
                traits = area.piece.traits
                yield from ("LR-MOV-05", "LR-MOV-08") if "obstacle" in traits else ()
                yield from ("LR-MOV-07", "LR-MOV-08") if "difficult" in traits else ()
                yield from () if {*HINDERS, "impassable"} & {*traits} else ("LR-MOV-06",)

    def look_again(self) -> None:
        """Both are worked out anew."""
        super().look_again()
        if self.slow_one is not None:
            self.slow_one.look_again()

    def sample(self, chance: Chance) -> Answer:
        """Mostly round, sometimes through."""
        is_slow = self.slow_one is not None and chance.random() < SLOW
        answer = self.slow_one.sample(chance) if self.slow_one and is_slow else super().sample(chance)
        return answer if self.accepts(answer) else self.proposed()


class ChargePlanner(PacePlanner):
    """The ways of one that charges: straight over any terrain, but not through those who stand."""

    charges = True

    @rule("LR-HERO-11", "LR-HERO-12", "LR-HERO-13")
    def is_slow(self, planned: Planned) -> bool:
        """Nothing halves its movement."""
        return False


@rule("LR-MOV-08", "LR-MOV-02", "LR-HERO-11")
def planner_for(
    state: Battle, card: Card, model: Model, at: Point, allowance: float, done: tuple[str, ...] = ()
) -> PacePlanner:
    """Half the allowance counts for whoever has crossed something, or begins in it; else either may."""
    if is_charging(state, card):
        planner: PacePlanner = ChargePlanner(state, card, model, at, allowance - model.moved, slow=False)
    else:
        planner = _paced(state, card, model, at, allowance)
    if card.is_cohort:

        def left(one: Model) -> float:
            return max(0.0, (allowance / 2 if one.slowed else allowance) - one.moved)

        planner.keeping = keeping_of(state, card, model, done, left)
    return planner


def _paced(state: Battle, card: Card, model: Model, at: Point, allowance: float) -> PacePlanner:
    half, moved = allowance / 2, model.moved
    begins_in_it = _is_hindered(state, at)
    if model.slowed or begins_in_it:
        return PacePlanner(state, card, model, at, half - moved, slow=True)
    planner = PacePlanner(state, card, model, at, allowance - moved, slow=False)
    if moved <= half:
        planner.slow_one = WayPlanner(state, card, model, at, half - moved, slow=True)
    return planner


def _is_hindered(state: Battle, at: Point) -> bool:
    areas = state.ground.areas
    return any(
        area.distance(*at) < RADIUS - TOUCHING
        for area in areas
        if any(kind in area.piece.traits for kind in HINDERS)
    )


def path_of(planned: Planned) -> tuple[Point, ...]:
    """The corners of a way, written so that they can be read again."""
    return tuple(msgspec.convert(written(one), Point) for one in planned.route.path)
