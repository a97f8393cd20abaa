"""Moving: how far enemies get, and what they go around: traps, gas, a sleeping monster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.movement.routes import route_to_contact
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, gap, inches, within
from sandtable.books.forgotten_ruin.chapters.spells.gas import CLOUD, touches
from sandtable.books.forgotten_ruin.enemies.planning import Foe
from sandtable.books.forgotten_ruin.modifiers import WHY_UNTROUBLED
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Marker, Mob
from sandtable.kernel import For, Play, rule
from sandtable.kernel.arithmetic import hypot, total
from sandtable.table import Point
from sandtable.table.figures import going_round, long_ways, reach
from sandtable.table.figures.bases import A_HAIR, Disc
from sandtable.table.figures.going_round import FlightsRound, kept_off, meets, wall_kept_off
from sandtable.table.figures.legs import Route
from sandtable.table.figures.long_ways import Way
from sandtable.table.figures.searching import Search
from sandtable.table.shapes import distance
from sandtable.table.terrain import rectangle

CLOUD_LENGTH, CLOUD_DEPTH = CLOUD
BULGE = 0.06
"""By so much the discs that stand for gas are larger than it."""
DETOUR = 0.5
"""The share of its move that a way round a trap may cost more (FR-SPM-20)."""
ROUND_THE_GAS, THROUGH_THE_GAS = "round the gas", "through the gas"


@rule("FR-EAI-06", "FR-EAI-23", "FR-SPL-27")
def way_to(state: Battle, figure: Enemy, goal: Point, elevation: float = 0.0) -> Way:
    """The shortest passable way to a goal; each move goes round the figures that stand there now."""
    footing = footing_of(state, figure, may_contact=False, alone=True).among(never_entered(state, figure))
    return long_ways.way_to(footing, goal, elevation)


class Reach(reach.Reach):
    """Everywhere a figure can get with an allowance, round what it fears."""

    def __init__(self, state: Battle, figure: Enemy, limit: float, through: Sequence[str] = ()) -> None:
        footing = footing_of(state, figure, may_contact=False)
        if through:
            footing = footing.among([one for one in footing.discs if one.id not in through])
        super().__init__(footing, limit)
        self.state = state
        self.figure = figure
        self._through = bool(through)
        self._flights = _flights(state, figure) if footing.flies else None

    def places(self) -> list[tuple[Point, float]]:
        """The places, with what they cost."""
        found = super().places()
        return found if self._flights is None else self._flights.within(found, self.limit)

    def is_open(self, at: Point) -> bool:
        """Whether the straight way to a place is open, costs nothing extra and ends where one can stand."""
        return (self._flights is None or self._flights.is_open(at)) and super().is_open(at)

    def route(self, at: Point, limit: float) -> Route | None:
        """The way to a place."""
        return self.bent(super().route(at, limit), limit)

    @rule("FR-SPL-27", "FR-SPM-21")
    def bent(self, way: Route | None, limit: float) -> Route | None:
        """A flight as it leads round what no enemy enters; other ways are found so from the first."""
        return way if self._flights is None else self._flights.bent(way, limit)

    def with_care(self) -> Reach | None:
        """The same, round traps and gas; None where there is nothing to go around."""
        found = [] if self.footing.flies else dangers(self.state, self.figure)
        if not found:
            return None
        careful = Reach(self.state, self.figure, self.limit)
        careful.footing = self.footing.among([*self.footing.discs, *found])
        return careful

    def route_to_contact(self, target: Figure) -> Route | None:
        """The way into contact with an opponent."""
        state, figure, limit = self.state, self.figure, self.limit
        known = self.search if self._through else self._search
        found = route_to_contact(state, figure, target, limit, search=known)
        if found is not None and found.legs and self._flights is not None:
            if not self._flights.is_open(found.end):
                return self._flights.to_contact(self.footing, target, limit)
        return self._round_dangers(
            found, lambda search: route_to_contact(state, figure, target, limit, search=search)
        )

    def charges(self, foes: Iterable[Foe]) -> Iterator[tuple[Foe, Route]]:
        """Those of the foes with whom the figure can get into contact, in their order, and the way."""
        for foe in foes:
            way = self.route_to_contact(foe) if within(gap(self.figure, foe), self.limit) else None
            if way is not None:
                yield foe, way

    @rule("FR-SPM-20", "FR-SPL-27")
    def _round_dangers(self, found: Route | None, again: Callable[[Search], Route | None]) -> Route | None:
        """The way round traps, if it does not cost more than half a move; gas and sleepers at any cost."""
        careful = None if found is None else self.with_care()
        if found is None or careful is None or not meets(found.path, dangers(self.state, self.figure)):
            return found
        search = careful.search
        other = again(search) if search is not None else None
        if meets(found.path, never_entered(self.state, self.figure)):
            return other
        return other if other is not None and other.cost <= found.cost + DETOUR * self.limit else found


@rule("FR-SPM-20", "FR-SPM-21", "FR-SPL-27")
def reaches(state: Battle, figure: Enemy, limit: float) -> list[Reach]:
    """Where a figure can get round what is dangerous; and after that over a trap, if that is all there is."""
    plain = Reach(state, figure, limit)
    careful = plain.with_care()
    if careful is None:
        return [plain]
    return [careful] if never_entered(state, figure) else [careful, plain]


def rules_of_nature(state: Battle, figure: Figure, way: Route) -> tuple[str, ...]:
    """The rules by which pieces of terrain on a way did not hinder a figure."""
    found: dict[str, None] = {}
    for area in state.ground.areas if WHY_UNTROUBLED.may_bear_on(figure) else ():
        why = WHY_UNTROUBLED.first(state, figure, area.piece)
        if why is not None and any(
            area.distance_to_segment(a, b) <= figure.radius
            for a, b in zip(way.path, way.path[1:], strict=False)
        ):
            found[why.rule] = None
    return tuple(found)


# ---- what enemies go around ----------------------------------------------------------------------------


def _lying(state: Battle, kind: str) -> list[Marker]:
    return [one for one in state.markers.values() if one.kind == kind and not one.gone]


def _has_dangers(state: Battle) -> bool:
    """Whether anything may lie there that enemies go around."""
    return bool(state.markers) or any(one.is_asleep for one in state.enemies.values())


def dangers(state: Battle, figure: Enemy) -> list[Disc]:
    """What a figure goes around, as discs in its way."""
    if not _has_dangers(state):
        return []
    found = never_entered(state, figure)
    return found + _round_traps(state, figure) if _avoids_traps(state, figure) else found


@rule("FR-SPL-27", "FR-SPM-21")
def never_entered(state: Battle, figure: Enemy) -> list[Disc]:
    """What a figure goes around at any cost: gas and sleepers, unlike traps."""
    return [*_round_sleepers(state, figure), *_round_gas(state, figure)] if _has_dangers(state) else []


@rule("FR-SPM-20")
def _avoids_traps(state: Battle, figure: Enemy) -> bool:
    """Mobs with a champion, villains and Wizards go around traps; other mobs and monsters do not."""
    if figure.mob:
        return any(one.is_champion for one in state.members(figure.mob))
    return figure.kind == "villain" or "Wizard" in figure.traits


def _round_traps(state: Battle, figure: Enemy) -> list[Disc]:
    # A trap goes off at exactly 1 in too (FR-SPM-18), so a way round it leads just past that.
    reach = inches(state, 1.0) + figure.radius + 2 * TOLERANCE
    return [kept_off(figure, one.at, reach) for one in _lying(state, "trap")]


@rule("FR-SPM-21")
def _round_sleepers(state: Battle, figure: Enemy) -> list[Disc]:
    """Enemies never move within 3 in of a sleeping monster; a figure that stands there already walks away."""
    found = []
    for one in state.enemies.values():
        if one.is_asleep and one.on_table and one is not figure:
            reach = inches(state, 3.0) + one.radius + figure.radius
            if distance(one.at, figure.at) >= reach:
                found.append(kept_off(figure, one.at, reach))
    return found


@rule("FR-SPL-27")
def _clouds_avoided(state: Battle, figure: Enemy) -> list[Marker]:
    """Villains and monsters always go around the gas; a mob does if its die says so."""
    clouds = _lying(state, "toxic cloud")
    if not clouds or not figure.mob:
        return clouds
    return clouds if any(one.name == ROUND_THE_GAS for one in state.mobs[figure.mob].effects) else []


def _round_gas(state: Battle, figure: Enemy) -> list[Disc]:
    """Walls of gas as discs; none for a figure that is in one."""
    size = inches(state, CLOUD_LENGTH), inches(state, CLOUD_DEPTH)
    clouds = [one for one in _clouds_avoided(state, figure) if not touches(state, figure, (), one)]
    bulge = inches(state, BULGE)
    return [disc for one in clouds for disc in wall_kept_off(figure, one.at, *size, one.turn, bulge)]


def _flights(state: Battle, figure: Enemy) -> FlightsRound:
    """The flights of a figure round the corners of all that it never enters."""
    closed, bulge, least = never_entered(state, figure), inches(state, BULGE), figure.radius
    apart = 2 * (least + 2 * bulge)
    size = inches(state, CLOUD_LENGTH) + apart, inches(state, CLOUD_DEPTH) + apart
    corners: list[Point] = []
    if closed:
        for cloud in _clouds_avoided(state, figure):
            corners += rectangle(cloud.at, *size, cloud.turn)
        for one in _round_sleepers(state, figure):
            corners += going_round.corners_round(one, bulge)
    wide, deep = state.ground.width - least, state.ground.depth - least
    on_table = [at for at in corners if least <= at[0] <= wide and least <= at[1] <= deep]
    return FlightsRound(figure, closed, on_table)


@rule("FR-SPM-20", "FR-SPM-21", "FR-SPL-27")
def rules_of_care(state: Battle, figure: Enemy, path: Sequence[Point], goal: Point) -> tuple[str, ...]:
    """The rules by which a way goes round a trap, a sleeper or gas, or straight over a trap."""
    if not _has_dangers(state):
        return ()
    (x, y), (u, v) = path[0], goal
    length = total(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(path, path[1:], strict=False))
    share = min(1.0, length / max(hypot(u - x, v - y), length, A_HAIR))
    straight, found = ((x, y), (x + (u - x) * share, y + (v - y) * share)), []
    traps = _round_traps(state, figure)
    if meets(path, traps) or (_avoids_traps(state, figure) and meets(straight, traps)):
        found.append("FR-SPM-20")
    entered = what_bars(state, figure, path)
    return (*found, *(one for one in what_bars(state, figure, straight) if one not in entered))


@rule("FR-SPL-27", "FR-SPM-21")
def what_bars(state: Battle, figure: Enemy, path: Sequence[Point]) -> tuple[str, ...]:
    """The rules by which a figure does not take a way: it leads close to a sleeper, or through gas."""
    closed = {"FR-SPM-21": _round_sleepers(state, figure), "FR-SPL-27": _round_gas(state, figure)}
    return tuple(id for id, discs in closed.items() if meets(path, discs))


@rule("FR-SPL-27")
async def decides_about_gas(play: Play[Battle], mob: Mob, paths: Sequence[Sequence[Point]]) -> bool:
    """A mob that would move through gas rolls: on 4-6 it goes around; whether it plans anew."""
    state = play.state
    members = state.members(mob.id)
    clouds = _lying(state, "toxic cloud")
    if not clouds or not members or any(one.name in (ROUND_THE_GAS, THROUGH_THE_GAS) for one in mob.effects):
        return False
    if not any(touches(state, members[0], tuple(path), one) for path in paths for one in clouds):
        return False
    (face,) = await play.roll(1, For("gas", mob.id), "FR-SPL-27", seat=state.enemy_dice, mob=mob.id)
    is_round = face >= 4
    put_on(mob, Effect(ROUND_THE_GAS if is_round else THROUGH_THE_GAS, "FR-SPL-27", until="activation"))
    what = "mob goes around the gas" if is_round else "mob goes through the gas"
    play.tell(what, "FR-SPL-27", mob=mob.id)
    return is_round
