"""How Rotters walk on the virtual table: straight at a target, sliding along what is in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import pi
from typing import NamedTuple

from sandtable.books.lands_of_ruin.naming import called
from sandtable.books.lands_of_ruin.state import Battle, Entry, Machine, Rotter, RotterKind
from sandtable.books.lands_of_ruin.state.cards import HEIGHT, RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import everybody, gap, put, standing, touches
from sandtable.books.lands_of_ruin.tables.charts import human, rotter_kinds
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.books.lands_of_ruin.windows import ROTTER_MOVED, WINDOWS, Walked
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table import CONTACT, Area, Ground, Piece, Point, within
from sandtable.table.shapes import distance

STEP, TURN = 0.25, 5
"""LR-ROT-08: inches of a step, degrees by which it turns aside."""
HALF_A_ROTTER = HEIGHT / 2
"""LR-ROT-12: higher pieces are impassable."""


@cache
def _turns() -> tuple[tuple[float, float], ...]:
    """Sine and cosine of every turn, the smallest first, to the left before to the right."""
    found = [(0.0, 1.0)]
    for degrees in range(TURN, 90, TURN):
        angle = pi * degrees / 180
        found += [(sin(angle), cos(angle)), (-sin(angle), cos(angle))]
    return tuple(found)


def add_rotter(play: Play[Battle], kind: RotterKind, at: Point, *cited: str) -> Rotter:
    """A Rotter comes on the table."""
    state = play.state
    rotter = Rotter(state.new_id("R"), kind, arrived=state.turn)
    put(state, rotter, at)
    state.rotters[rotter.id] = rotter
    play.tell("Rotter placed", *(cited or ("LR-PRE-06",)), rotter=rotter.id, at=at)
    return rotter


@rule("LR-ROT-12")
def is_wall(piece: Piece) -> bool:
    """Whether Rotters cannot cross it: it is higher than half of one, or a fence."""
    is_tall = piece.height > HALF_A_ROTTER and "soft" not in piece.traits
    return is_tall or "impassable" in piece.traits


def _walls(ground: Ground) -> list[Area]:
    known = ground.remembered("lands of ruin: walls of Rotters")
    if "walls" not in known:
        known["walls"] = [one for one in ground.areas if is_wall(one.piece)]
    found: list[Area] = known["walls"]
    return found


@rule("LR-ROT-04", "LR-EFF-12", "LR-HID-11")
def closest(state: Battle, at: Point) -> list[str]:
    """The closest models within 10 inches that are not down: mostly one or none, several if equally close."""
    near = [
        (round(gap(at, model.at), 6), model.id)
        for card, model in state.models_on_table()
        if card.stands and model.at is not None and within(gap(at, model.at), human().noticed)
    ]
    found = sorted(id for far, id in near if far == min(near)[0])
    # Whoever touches several need not be asked: it goes nowhere, and whom it attacks is LR-ROT-15.
    return found[:1] if near and min(near)[0] <= CONTACT else found


@rule("LR-ROT-05")
def _goal(state: Battle, victim: str) -> Point:
    """The victim, else the target character, else the centre of the target section."""
    aim = standing(state, victim or state.surroundings.victim)
    if aim is not None:
        return aim.at
    return map_of(state.map).sections[max(0, state.surroundings.target - 1)].centre


class Way(NamedTuple):
    """Where a Rotter goes, and whether it could as well go otherwise."""

    path: tuple[Point, ...]
    victim: str
    may_mirror: bool
    """A turn to the other side would have been as small."""
    choices: int
    """How many characters were equally close."""


@rule("LR-ROT-03", "LR-ROT-13", "LR-ENV-03")
async def all_walk(play: Play[Battle]) -> None:
    """The one closest to its own target first; who has just arrived waits."""
    state = play.state
    left = [one for one in state.rotters.values() if one.arrived != state.turn and not one.waits and one.at]
    for one in left:
        assert one.at is not None
        near = closest(state, one.at)
        one.victim = await named(play, one, near, "LR-ROT-11") if len(near) > 1 else "".join(near)

    def place(one: Rotter) -> tuple[float, int, str]:
        return (distance(one.at or (0.0, 0.0), _goal(state, one.victim)), len(one.id), one.id)

    for one in sorted(left, key=place):
        if one.id not in state.rotters:
            continue
        seen, found = one.victim, await _chosen(play, one, ways_of(state, one))
        if len(found.path) == 1 and not _is_there(state, one, found):
            play.tell("Rotter blocked", "LR-ROT-10", "LR-ROT-12", rotter=one.id, target=found.victim)
        if len(found.path) > 1:
            _goes(state, one, found)
            at = found.path[-1]
            cited = (*_cited(seen, found), "LR-ROT-08")
            play.tell("Rotter moved", *cited, rotter=one.id, target=one.victim, at=at, path=found.path)
            await WINDOWS.open(play, ROTTER_MOVED, Walked(state.active, one.id, found.path))


def _cited(seen: str, found: Way) -> Iterator[str]:
    """Why it went so: after somebody near, after somebody met on the way, to the target; along a wall."""
    yield ("LR-ROT-04" if seen else "LR-ROT-06") if found.victim else "LR-ROT-05"
    yield from ("LR-ROT-09",) * (len(found.path) > 2)


def _is_there(state: Battle, rotter: Rotter, found: Way) -> bool:
    assert rotter.at is not None
    return gap(rotter.at, _goal(state, found.victim)) <= CONTACT


def _goes(state: Battle, rotter: Rotter, found: Way) -> None:
    rotter.victim = found.victim
    put(state, rotter, found.path[-1])


def walk(state: Battle, rotter: Rotter) -> tuple[Point, ...]:
    """The way that it goes where nobody decides otherwise."""
    found = ways_of(state, rotter)[0]
    _goes(state, rotter, found)
    return found.path


@rule("LR-ROT-11")
def ways_of(state: Battle, rotter: Rotter) -> list[Way]:
    """Its way, and those that are as good: mirrored, or to another who is equally close."""
    first = _way(state, rotter, 1, 0)
    found = {(first.victim, first.path[-1]): first}
    signs = (1, -1) if first.may_mirror else (1,)
    for sign, rank in [(sign, rank) for sign in signs for rank in range(max(1, first.choices))]:
        other = first if (sign, rank) == (1, 0) else _way(state, rotter, sign, rank)
        found.setdefault((other.victim, other.path[-1]), other)
    return list(found.values())


@rule("LR-ROT-11")
async def _chosen(play: Play[Battle], rotter: Rotter, ways: list[Way]) -> Way:
    """Where several ways are equally good the active player decides."""
    if len(ways) == 1:
        return ways[0]
    state = play.state
    listed = []
    for count, one in enumerate(ways, 1):
        x, y = one.path[-1]
        after = f" after {called(state, one.victim)}" if one.victim else ""
        answer, label = f"{one.victim or 'to'} {x:.2f},{y:.2f}", f"way {count}{after}"
        listed.append(Candidate(answer, label, one, ("LR-ROT-11",), places=(one.path[-1],)))
    asked = ChooseOne(
        state.active, "choose route", f"Which way does the {rotter.kind} take?", ("LR-ROT-11",), listed,
        {"rotter": rotter.id}, about=(rotter.id,),
    )  # fmt: skip
    chosen: Way = await play.ask(asked)
    return chosen


@rule("LR-ROT-06", "LR-ROT-08", "LR-ROT-09", "LR-ROT-10")
def _way(state: Battle, rotter: Rotter, sign: int, rank: int) -> Way:
    """Steps that each bring it strictly closer, until it is in contact, stuck or has none left."""
    at, victim, may_mirror, choices = rotter.at, rotter.victim, False, 0
    assert at is not None
    path = [at]
    inches = rotter_kinds()[rotter.kind].movement
    standing_near = [one for one in everybody(state) if distance(one.at, at) <= inches + 2 * RADIUS]
    others = [one.at for one in standing_near if one.id != rotter.id and not _lies(state, one.id)]
    for _ in range(int(inches / STEP)):
        if not victim and (near := closest(state, at)):
            victim, choices = near[rank % len(near)], len(near)
        goal = _goal(state, victim)
        if victim and gap(at, goal) <= CONTACT:
            break
        step, is_tied = _step(state, at, goal, others, sign)
        may_mirror = may_mirror or is_tied
        if step is None:
            break
        at = step
        path.append(at)
    corners = (path[0], *_corners(path), at) if len(path) > 1 else (at,)
    return Way(corners, victim, may_mirror, choices)


def _lies(state: Battle, id: str) -> bool:
    found = state.find(id)
    return found is not None and found[0].down


def _step(state: Battle, at: Point, goal: Point, others: list[Point], sign: int) -> tuple[Point | None, bool]:
    """One step by the smallest turn that is free and leads closer, and whether the other side is as good."""
    far = distance(at, goal)
    if far <= 1e-9:
        return None, False
    long = min(STEP, max(0.0, far - 2 * RADIUS)) or min(STEP, far)
    dx, dy = (goal[0] - at[0]) / far * long, (goal[1] - at[1]) / far * long

    def turned(sine: float, cosine: float) -> Point:
        return (round(at[0] + dx * cosine - dy * sine, 6), round(at[1] + dx * sine + dy * cosine, 6))

    for sine, cosine in _turns():
        to = turned(sign * sine, cosine)
        if distance(to, goal) >= far - 1e-9:
            return None, False
        if is_free(state, to, others):
            return to, sine * sign > 0.0 and is_free(state, turned(-sign * sine, cosine), others)
    return None, False


@rule("LR-ROT-12", "LR-ROT-13")
def is_free(state: Battle, to: Point, others: Sequence[Point]) -> bool:
    """Whether a Rotter can stand at a place: on the table, beside all others, in nothing tall."""
    ground = state.ground
    inside = RADIUS <= to[0] <= ground.width - RADIUS and RADIUS <= to[1] <= ground.depth - RADIUS
    if not inside or any(distance(to, one) < 2 * RADIUS - 1e-6 for one in others):
        return False
    return all(not one.is_near(*to, RADIUS) or one.distance(*to) >= RADIUS for one in _walls(ground))


def _corners(path: list[Point]) -> list[Point]:
    """The points of a way at which it turns."""
    found = []
    for a, b, c in zip(path, path[1:], path[2:], strict=False):
        if abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1e-6:
            found.append(b)
    return found


@rule("LR-ROT-14", "LR-ROT-15")
async def attacks(play: Play[Battle]) -> list[Entry]:
    """Whom each Rotter in contact attacks; where there are several, the active player names one."""
    state = play.state
    found = []
    for rotter in list(state.rotters.values()):
        here = standing(state, rotter.id)
        if here is None or rotter.waits or rotter.arrived == state.turn:
            continue
        near = [
            model.id
            for card, model in state.models_on_table()
            if card.stands and (there := standing(state, model.id)) is not None and touches(here, there)
        ]
        if near:
            victim = near[0] if len(near) == 1 else await named(play, rotter, near, "LR-ROT-15")
            card = state.find(victim)
            assert card is not None
            found.append(Entry(card[0].id, victim, rotter.kind, rotter.id, is_attack=True))
    return found


async def named(play: Play[Battle], rotter: Rotter | Machine, near: list[str], cited: str) -> str:
    """The active player names one of several."""
    state = play.state
    who = [Candidate(one, called(state, one), rules=(cited,), about=(one,)) for one in near]
    prompt = f"Whom does the {rotter.kind} {'attack' if cited == 'LR-ROT-15' else 'go for'}?"
    rules, facts = (cited,), {"rotter": rotter.id}
    chosen: str = await play.ask(
        ChooseOne(state.active, "choose victim", prompt, rules, who, facts, about=(rotter.id,))
    )
    return chosen
