"""Luck: a soldier who would be a casualty is not, and gets out of the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import pi
from typing import TYPE_CHECKING

import msgspec

from sandtable.books.forgotten_ruin.chapters.hits.harm import has_luck
from sandtable.books.forgotten_ruin.chapters.movement.displacing import forget_contacts
from sandtable.books.forgotten_ruin.chapters.movement.footing import why_not_end
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    bases_touch,
    inches,
    place,
)
from sandtable.books.forgotten_ruin.chapters.terrain import surface_at
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import CASUALTY_DUE, MOVE_ENDED, MOVED, WINDOWS, Movement, Struck
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.table import Point
from sandtable.table.shapes import edges_of, segment_outline_distance

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

DIRECTIONS = 16
"""How many directions are offered out of an area of effect."""
STRIDE = 0.1
"""How finely a way out is searched, in inches; the place where it begins to be one is then found exactly."""
EXACTLY = 1e-7
"""How exactly."""
FARTHEST = 12.0
"""No way out of an area is searched beyond this."""


def _lucky_one(play: Play[Battle], seat: str, now: Struck) -> Soldier | None:
    soldier, hits = now.target, now.casualty_hits
    if not isinstance(soldier, Soldier) or not hits or now.is_negated:
        return None
    return soldier if has_luck(play.state, soldier, hits) else None


@WINDOWS.offer(CASUALTY_DUE, "Luck", "FR-LCK-01", _lucky_one)
@rule("FR-LCK-04", "FR-LCK-06")
async def use_luck(play: Play[Battle], seat: str, now: Struck, soldier: Soldier) -> None:
    """One point cancels every casualty result of one attacking unit, and nothing but those."""
    soldier.luck -= 1
    cancelled = list(now.casualty_hits)
    now.casualty_hits.clear()
    now.is_negated, now.negated_by = True, "FR-LCK-01"
    now.moved_by_luck = True
    rules, left = ("FR-LCK-01", "FR-LCK-04", "FR-LCK-06"), soldier.luck
    play.tell("Luck used", *rules, figure=soldier.id, results=len(cancelled), left=left)
    hit = cancelled[0]
    if "automatic" in hit.traits:
        _come_to_safety(play, soldier)
    elif hit.at is not None and (hit.radius > 0.0 or hit.outline):
        await _leave_area(play, soldier, hit)
    else:
        await _dodge(play, soldier)


@rule("FR-LCK-02")
async def _dodge(play: Play[Battle], soldier: Soldier) -> None:
    """One normal Move at once, in any direction; neither Knocked Down nor Stun prevent it."""
    await soldier_moves(
        play,
        soldier,
        inches(play.state, speed(play.state, soldier)),
        f"{soldier.name} dodges. Where to?",
        may_contact=False,
        kind="luck",
        rules=("FR-LCK-02",),
        topic="dodge",
    )


@rule("FR-LCK-03")
async def _leave_area(play: Play[Battle], soldier: Soldier, hit: Hit) -> None:
    """Out of an area of effect by the shortest way in the direction that the player picks."""
    state = play.state
    found: dict[str, Point] = {}
    for number, direction in enumerate(directions()):
        spot = way_out(state, soldier, hit, direction)
        if spot is not None:
            found[f"{360 * number / DIRECTIONS:g}"] = spot
    if not found:
        _come_to_safety(play, soldier)
        return
    options = [
        Candidate(key, f"{key} degrees", at, facts={"at": list(at)}, places=(at,))
        for key, at in found.items()
    ]
    prompt = f"Where does {soldier.name} get out of the way?"
    area = {"at": list(hit.at or soldier.at), "radius": hit.radius}
    facts = {"figure": soldier.id, **(area if hit.radius else {})}
    rules, about = ("FR-LCK-03",), (soldier.id,)
    question = ChooseOne(soldier.seat, "leave area", prompt, rules, lambda: options, facts, about=about)
    _put(play, soldier, await play.ask(question), "FR-LCK-03")
    moment = Movement(soldier.seat, soldier, (soldier.at,), "luck")
    await WINDOWS.open(play, MOVED, moment)
    if soldier.on_table:
        await WINDOWS.open(play, MOVE_ENDED, moment)


@rule("FR-LCK-03")
def way_out(state: Battle, soldier: Soldier, hit: Hit, direction: Point) -> Point | None:
    """The first spot in a direction at which the soldier stands outside the area and touches no opponent."""

    def is_out(spot: Point) -> bool:
        return _is_outside(hit, spot, soldier.radius + TOLERANCE + EXACTLY) and is_safe(state, soldier, spot)

    found = _first_spot(state, soldier, direction, is_out)
    return None if found is None else found[1]


def _first_spot(
    state: Battle, soldier: Soldier, direction: Point, fits: Callable[[Point], bool]
) -> tuple[float, Point] | None:
    """The first spot in a direction that fits, and how far it is: found by strides, then exactly."""
    (x, y), (u, v), step = soldier.at, direction, inches(state, STRIDE)
    for number in range(int(FARTHEST / STRIDE) + 1):
        before, after = (number - 1) * step, number * step
        if fits((x + u * after, y + v * after)):
            while before >= 0.0 and after - before > EXACTLY:
                middle = (before + after) / 2
                is_there = fits((x + u * middle, y + v * middle))
                before, after = (before, middle) if is_there else (middle, after)
            return after, (x + u * after, y + v * after)
    return None


def _is_outside(hit: Hit, spot: Point, clear: float) -> bool:
    """Whether a place is so far from the area of effect of a Hit."""
    if hit.outline:
        return segment_outline_distance(spot, spot, edges_of(hit.outline)) >= clear
    (x, y), (u, v) = spot, hit.at or spot
    return hypot(x - u, y - v) >= hit.radius + clear


@rule("FR-LCK-05")
def _come_to_safety(play: Play[Battle], soldier: Soldier) -> None:
    """The soldier is placed at the nearest safe position."""
    _put(play, soldier, nearest_safe(play.state, soldier), "FR-LCK-05")


@rule("FR-HTH-34")
def _put(play: Play[Battle], soldier: Soldier, spot: Point, rule_id: str) -> None:
    """The soldier is somewhere else, and out of a combat that was still to come."""
    place(play, soldier, spot, rule_id, elevation=surface_at(play.state, spot))
    forget_contacts(play.state, soldier)


@rule("FR-LCK-05")
def nearest_safe(state: Battle, soldier: Soldier) -> Point:
    """The nearest spot at which a soldier can stand without touching an opponent."""
    ways = (_first_spot(state, soldier, one, partial(is_safe, state, soldier)) for one in directions())
    found = [one for one in ways if one is not None]
    return min(found, key=lambda one: one[0])[1] if found else soldier.at


def directions() -> list[Point]:
    """The directions that are looked in, clockwise from the north."""
    angles = [2 * pi * number / DIRECTIONS for number in range(DIRECTIONS)]
    return [(sin(one), cos(one)) for one in angles]


def is_safe(state: Battle, soldier: Soldier, spot: Point) -> bool:
    """Whether a soldier can stand at a spot without touching an opponent."""
    level = surface_at(state, spot)
    if why_not_end(state, soldier, spot, level) is not None:
        return False
    # A combat across a wall does not go along.
    there = msgspec.structs.replace(soldier, at=spot, elevation=level)
    return not any(bases_touch(there, one) for one in state.opponents_of(soldier))
