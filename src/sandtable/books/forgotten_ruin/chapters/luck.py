"""Luck: a soldier who would be a casualty is not, and gets out of the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import pi
from typing import TYPE_CHECKING

from sandtable.books.forgotten_ruin.chapters.hits.harm import has_luck
from sandtable.books.forgotten_ruin.chapters.movement.displacing import forget_contacts
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.standing import why_not_end
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, inches, place
from sandtable.books.forgotten_ruin.chapters.terrain import surface_at
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import CASUALTY_DUE, MOVE_ENDED, MOVED, WINDOWS, Movement, Struck
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.table.measure import Point
from sandtable.table.shapes import edges_of, segment_outline_distance

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit

DIRECTIONS = 16
"""How many directions are offered out of an area of effect."""
STRIDE = 0.1
"""How finely a way out is searched, in inches; the place where it begins to be one is then found exactly."""
EXACTLY = 1e-7
"""How exactly."""
FARTHEST = 12.0
"""No way out of an area is searched beyond this."""


def _can_be_lucky(play: Play[Battle], seat: str, now: Struck) -> bool:
    return (
        isinstance(now.target, Soldier)
        and bool(now.casualty_hits)
        and not now.is_negated
        and has_luck(play.state, now.target, now.casualty_hits)
    )


@WINDOWS.offer(CASUALTY_DUE, "Luck", "FR-LCK-01", _can_be_lucky)
async def use_luck(play: Play[Battle], seat: str, now: Struck) -> None:
    """One point cancels every casualty result of one attacking unit, and nothing but those."""
    soldier = now.target
    assert isinstance(soldier, Soldier)
    soldier.luck -= 1
    cancelled = list(now.casualty_hits)
    now.casualty_hits.clear()
    now.is_negated, now.negated_by = True, "FR-LCK-01"
    now.moved_by_luck = True
    play.tell(
        "Luck used",
        "FR-LCK-01",
        "FR-LCK-04",
        "FR-LCK-06",
        figure=soldier.id,
        results=len(cancelled),
        left=soldier.luck,
    )
    hit = cancelled[0]
    if "automatic" in hit.traits:
        _come_to_safety(play, soldier)
    elif hit.at is not None and (hit.radius > 0.0 or hit.outline):
        await _leave_area(play, soldier, hit)
    else:
        await _dodge(play, soldier)


rule("FR-LCK-04", "FR-LCK-06")(use_luck)


@rule("FR-LCK-02")
async def _dodge(play: Play[Battle], soldier: Soldier) -> None:
    """One normal Move at once, in any direction; neither Knocked Down nor Stun prevent it."""
    await soldier_moves(
        play,
        soldier,
        inches(play.state, speed(play.state, soldier)),
        f"{soldier.name} dodges. Where to?",
        may_contact=False,
        may_leave=True,
        kind="luck",
        rules=("FR-LCK-02",),
        topic="dodge",
    )


@rule("FR-LCK-03")
async def _leave_area(play: Play[Battle], soldier: Soldier, hit: Hit) -> None:
    """Out of an area of effect by the shortest way in the direction that the player picks."""
    state = play.state
    found: dict[str, Point] = {}
    for number in range(DIRECTIONS):
        angle = 2 * pi * number / DIRECTIONS
        spot = way_out(state, soldier, hit, (sin(angle), cos(angle)))
        if spot is not None:
            found[f"{360 * number / DIRECTIONS:g}"] = spot
    if not found:
        _come_to_safety(play, soldier)
        return

    def candidates() -> list[Candidate]:
        return [
            Candidate(key, f"{key} degrees", (x, y), facts={"at": [x, y]}, places=((x, y),))
            for key, (x, y) in found.items()
        ]

    prompt = f"Where does {soldier.name} get out of the way?"
    area = {"at": list(hit.at or soldier.at), "radius": hit.radius}
    facts = {"figure": soldier.id, **(area if hit.radius else {})}
    spot = await play.ask(
        ChooseOne(soldier.seat, "leave area", prompt, ("FR-LCK-03",), candidates, facts, about=(soldier.id,))
    )
    _put(play, soldier, spot, "FR-LCK-03")
    moment = Movement(soldier.seat, soldier, (soldier.at,), "luck")
    await WINDOWS.open(play, MOVED, moment)
    if soldier.on_table:
        await WINDOWS.open(play, MOVE_ENDED, moment)


@rule("FR-LCK-03")
def way_out(state: Battle, soldier: Soldier, hit: Hit, direction: Point) -> Point | None:
    """The first spot in a direction at which the soldier stands outside the area and touches no opponent."""

    def is_out(far: float) -> bool:
        spot = _towards(soldier, direction, far)
        return _is_outside(hit, spot, soldier.radius + TOLERANCE + EXACTLY) and is_safe(state, soldier, spot)

    step = inches(state, STRIDE)
    for number in range(int(FARTHEST / STRIDE) + 1):
        if is_out(number * step):
            return _towards(soldier, direction, _where_it_begins(is_out, (number - 1) * step, number * step))
    return None


def _towards(soldier: Soldier, direction: Point, far: float) -> Point:
    return (soldier.at[0] + direction[0] * far, soldier.at[1] + direction[1] * far)


def _where_it_begins(holds: Callable[[float], bool], before: float, after: float) -> float:
    """The least distance between two at which something holds, which does at the second."""
    if before < 0.0:
        return after
    while after - before > EXACTLY:
        middle = (before + after) / 2
        before, after = (before, middle) if holds(middle) else (middle, after)
    return after


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
    place(play, soldier, spot, rule_id, elevation=_level(play.state, spot))
    forget_contacts(play.state, soldier)


@rule("FR-LCK-05")
def nearest_safe(state: Battle, soldier: Soldier) -> Point:
    """The nearest spot at which a soldier can stand without touching an opponent."""
    angles = [2 * pi * number / DIRECTIONS for number in range(DIRECTIONS)]
    directions = [(sin(one), cos(one)) for one in angles]
    step = inches(state, STRIDE)
    for number in range(int(FARTHEST / STRIDE) + 1):
        found = []
        for direction in directions:
            holds = partial(_is_safe_towards, state, soldier, direction)
            if holds(number * step):
                far = _where_it_begins(holds, (number - 1) * step, number * step)
                found.append((far, _towards(soldier, direction, far)))
        if found:
            return min(found, key=lambda one: one[0])[1]
    return soldier.at


def _is_safe_towards(state: Battle, soldier: Soldier, direction: Point, far: float) -> bool:
    return is_safe(state, soldier, _towards(soldier, direction, far))


def is_safe(state: Battle, soldier: Soldier, spot: Point) -> bool:
    """Whether a soldier can stand at a spot without touching an opponent."""
    if why_not_end(state, soldier, spot, _level(state, spot)) is not None:
        return False
    return not any(would_touch(state, soldier, spot, one) for one in state.opponents_of(soldier))


def would_touch(state: Battle, soldier: Soldier, spot: Point, other: Figure) -> bool:
    """Whether the soldier would touch somebody there; a combat across a wall does not go along."""
    far = hypot(spot[0] - other.at[0], spot[1] - other.at[1]) - soldier.radius - other.radius
    apart = abs(_level(state, spot) - other.elevation)
    return far <= TOLERANCE and apart < max(soldier.height, other.height)


def _level(state: Battle, spot: Point) -> float:
    """The height of the ground at a spot."""
    return surface_at(state, spot)
