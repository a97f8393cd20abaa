"""Aiming: where the impact point of an explosive or a fire mission may be put."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import pi, sqrt
from typing import Any

from sandtable.binding.planners import AimPlanner
from sandtable.binding.words import joined
from sandtable.books.forgotten_ruin.chapters.armory import range_of
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees_point
from sandtable.books.forgotten_ruin.chapters.principles.conventions import distance_to, inches, told, within
from sandtable.books.forgotten_ruin.chapters.shooting.targets import Allowed, Lookout, unit_of, why_in_melee
from sandtable.books.forgotten_ruin.naming import counted, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.kernel import Measuring, Play, Refusal, TargetArea, rule
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.table import Point

BESIDE = 1.0
"""How far from a base of the target mob a point may lie (FR-EXP-12)."""


def aim_planner(
    state: Battle,
    rule_id: str,
    spots: Callable[[], Sequence[Point]],
    why_not: Callable[[Point], Refusal | None],
    judge: Callable[[Point], Mapping[str, Any]],
) -> AimPlanner:
    """Proposes, samples and reads points on the ground: the best for the attacker first."""
    return AimPlanner(rule_id, state.ground, spots, why_not, judge, lambda facts: _label(state, facts))


def near_planner(
    state: Battle,
    middle: Point,
    far: float,
    why_far: Refusal,
    spots: Callable[[], Sequence[Point]],
    judge: Callable[[Point], Mapping[str, Any]],
) -> AimPlanner:
    """Proposes, samples and reads points that are not too far from a middle, whatever can be seen."""

    def why_not(at: Point) -> Refusal | None:
        return None if within(hypot(at[0] - middle[0], at[1] - middle[1]), far) else why_far

    return aim_planner(state, why_far.rule, spots, why_not, judge)


async def aim(
    play: Play[Battle],
    soldier: Soldier,
    topic: str,
    prompt: str,
    rules: tuple[str, ...],
    planner: AimPlanner,
    radius: float,
    *,
    reach: float | None = None,
    facts: dict[str, Any] | None = None,
    about: tuple[str, ...] = (),
) -> Point:
    """The player says which point a soldier aims at, the middle of a circle on the ground."""
    form = Measuring(radius=radius, inches=reach)
    question = TargetArea(soldier.seat, topic, prompt, rules, planner, form, facts, (soldier.id, *about))
    at: Point = await play.ask(question)
    return at


def _label(state: Battle, facts: Mapping[str, Any]) -> str:
    """Whom the blast reaches; own soldiers by name, after a warning."""
    struck = [state.figure(str(one)) for one in facts.get("figures", [])]
    own = [one.name for one in struck if isinstance(one, Soldier)]
    others = counted(state, [one for one in struck if not isinstance(one, Soldier)])
    danger = f"; danger for {joined(own)}" if own else ""
    return f"{others or 'no enemy'}{danger}" if struck else "this point"


# Where an explosive may be aimed


@rule("FR-EXP-01", "FR-SHT-21")
def why_not_aim(lookout: Lookout[Soldier], weapon: Weapon, point: Point) -> Refusal | None:
    """The impact point must be in range and in sight, and not on somebody who fights a friend."""
    state, soldier = lookout.state, lookout.shooter
    far, reach = distance_to(soldier, point), range_of(state, soldier, weapon)
    if not within(far, reach):
        return Refusal(
            "FR-EXP-01", f"The point is {told(state, far)} away.", f"Aim within {told(state, reach)}."
        )
    if not sees_point(state, soldier, point):
        return Refusal("FR-EXP-01", f"{soldier.name} does not see the point.", "Aim at a point in sight.")
    return _why_on_fighter(state, soldier, point) or _why_not_at_unit(lookout, point)


@rule("FR-SHT-08", "FR-EXP-01")
def _why_on_fighter(state: Battle, soldier: Soldier, point: Point) -> Refusal | None:
    """An impact point is not put on a figure in contact with a friend."""
    for one in state.opponents_of(soldier):
        if within(distance_to(one, point), 0.0) and why_in_melee(state, soldier, one) is not None:
            return Refusal(
                "FR-SHT-08", f"{name_of(state, one)} fights one of your soldiers.", "Aim beside it."
            )
    return None


@rule("FR-EXP-12", "FR-SHT-05")
def _why_not_at_unit(lookout: Lookout[Soldier], point: Point) -> Refusal | None:
    """Where a rule ties the attack to a target, any point beside a figure of that unit will do."""
    state, soldier, pressing = lookout.state, lookout.shooter, lookout.pressing()
    if pressing:
        units = {unit_of(one) for one in pressing}
        bound = [one for one in state.opponents_of(soldier) if unit_of(one) in units]
        if not _is_beside(state, bound, point):
            near, beside = name_of(state, pressing[0]), told(state, inches(state, BESIDE))
            return Refusal(
                "FR-SHT-05",
                f"{near} is close to {soldier.name}.",
                f"Aim within {beside} of {near} or its mob.",
            )
    if lookout.allowed is not None:
        bound = [one for one in state.opponents_of(soldier) if lookout.is_allowed(one)]
        if not _is_beside(state, bound, point):
            return Refusal(
                "FR-EXP-12", "Snap Fire is aimed at the unit that moves.", "Aim beside its figures."
            )
    return None


def _is_beside(state: Battle, figures: Sequence[Soldier | Enemy], point: Point) -> bool:
    return any(within(distance_to(one, point), inches(state, BESIDE)) for one in figures)


def spots_to_aim_at(
    state: Battle, middle: Figure, reach: float, radius: float, allowed: Allowed = None
) -> list[Point]:
    """Points worth an explosive: on each opponent, between two of them, and in the middle of many."""
    near = [
        one
        for one in state.opponents_of(middle)
        if (allowed is None or one.id in allowed)
        and distance_to(one, middle.at) <= reach + radius + one.radius
    ]
    # However many there are, every one of them can be aimed at; what lies between them comes after.
    found: dict[Point, None] = {one.at: None for one in near}
    for place, one in enumerate(near):
        for x, y in _around(state, one):
            found[(x, y)] = None
        for other in near[place + 1 :]:
            if hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) <= 2 * (radius + one.radius):
                found[((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)] = None
    return list(dict.fromkeys(_rounded(state, one) for one in found))[: max(MOST_SPOTS, len(near))]


MOST_SPOTS = 60
"""How many points are looked at for one explosive."""
CORNERS = 4
"""How many points around a figure are looked at, for one that cannot be aimed at itself."""


def _around(state: Battle, figure: Figure) -> list[Point]:
    far = figure.radius + inches(state, BESIDE) * sqrt(0.5)
    turns = (2 * pi * number / CORNERS for number in range(CORNERS))
    return [(figure.at[0] + sin(turn) * far, figure.at[1] + cos(turn) * far) for turn in turns]


def _rounded(state: Battle, point: Point) -> Point:
    """A point as it is written in an answer, on the table."""
    x, y = round(point[0], 3), round(point[1], 3)
    return (min(max(x, 0.0), state.ground.width), min(max(y, 0.0), state.ground.depth))


# Whether anything can be aimed at


FINE, COARSE = 0.25, 0.5
"""How close together points are looked at beside those whom an attack is tied to, and beside others."""
RINGS = (0.0, 0.25, 0.5, 1.0)
"""Where points around the thrower are looked at, as shares of the range."""
TURNS = 8
"""How many points each of these rings has."""


@rule("FR-EXP-01", "FR-EXP-12")
def spots_for_explosive(lookout: Lookout[Soldier], weapon: Weapon) -> list[Point]:
    """Points of which one may be aimed at: those worth it, or whatever else is in range and sight."""
    state, soldier, allowed = lookout.state, lookout.shooter, lookout.allowed
    reach, radius = range_of(state, soldier, weapon), inches(state, weapon.radius)
    tied = allowed is not None or bool(lookout.pressing())
    stages: list[Callable[[], list[Point]]] = [
        lambda: spots_to_aim_at(state, soldier, reach, radius, allowed),
        lambda: (
            _ground_beside(state, soldier, reach, inches(state, BESIDE), FINE, allowed)
            if tied
            else _ground_beside(state, soldier, reach, radius, COARSE)
        ),
    ]
    if not tied:
        stages.append(lambda: _around_thrower(state, soldier, reach))
    for stage in stages:
        spots = stage()
        if any(why_not_aim(lookout, weapon, one) is None for one in spots):
            return spots
    return []


def _ground_beside(
    state: Battle, soldier: Soldier, reach: float, beside: float, step: float, allowed: Allowed = None
) -> list[Point]:
    """The ground around every opponent in reach, point by point."""
    step = inches(state, step)
    found: dict[Point, None] = {}
    for one in state.opponents_of(soldier):
        far = beside + one.radius
        if (allowed is not None and one.id not in allowed) or distance_to(soldier, one.at) > reach + far:
            continue
        rows = range(-int(far / step), int(far / step) + 1)
        for u, v in ((column * step, row * step) for column in rows for row in rows):
            point = _rounded(state, (one.at[0] + u, one.at[1] + v))
            if hypot(u, v) <= far and within(distance_to(soldier, point), reach):
                found[point] = None
    return list(found)


def _around_thrower(state: Battle, soldier: Soldier, reach: float) -> list[Point]:
    """Points in range on all sides, for a throw at nobody."""
    (x, y), turns = soldier.at, [2 * pi * number / TURNS for number in range(TURNS)]
    rings = [share * reach for share in RINGS]
    found = [_rounded(state, (x + sin(turn) * far, y + cos(turn) * far)) for far in rings for turn in turns]
    return list(dict.fromkeys(found))


def can_aim(lookout: Lookout[Soldier], weapon: Weapon) -> bool:
    """Whether there is a point that an explosive may be aimed at."""
    return bool(spots_for_explosive(lookout, weapon))
