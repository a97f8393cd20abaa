"""Line of Sight: who sees whom, how much of them, and who sees which point."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    HUMAN_SIZE,
    beyond,
    distance_to,
    gap,
    inches,
    told,
    within,
)
from sandtable.books.forgotten_ruin.chapters.terrain import is_in, surface_at, terrain_of, touches
from sandtable.books.forgotten_ruin.modifiers import VISIBILITY, WHY_ALL_VISIBLE, WHY_NOT_SEE, WHY_SEES_FAR
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure
from sandtable.kernel import Modifier, Refusal, rule
from sandtable.table import Area, Piece, Point
from sandtable.table.figures.rays import (
    ALL_RAYS,
    TO_THE_CENTRE,
    Sight,
    Stand,
    is_hidden,
    stand_of,
    stops_a_ray,
    views,
)
from sandtable.table.figures.terrain import Form
from sandtable.table.shapes import segment_point_distance

Visibility = Literal["whole", "part", "none"]


@rule("FR-LOS-02", "FR-LOS-09", "FR-LOS-10", "FR-LOS-11", "FR-LOS-12", "FR-LOS-13", "FR-LOS-16", "FR-TER-12")
def sight_on(state: Battle) -> Sight:
    """Figures see 3 in inside an Area, 1 in into it beyond the base, and through openings within 1 in."""
    return _sight(inches(state, 1.0))


@cache
def _sight(inch: float) -> Sight:
    return Sight(terrain_of, 3.0 * inch, inch, inch)


@rule("FR-LOS-14")
def visibility_limit(state: Battle, observer: Figure | None = None) -> Modifier | None:
    """The shortest distance to which visibility is limited for an observer, if it is."""
    limits = VISIBILITY.all(state)
    if not limits or WHY_ALL_VISIBLE.first(state) is not None:
        return None
    if observer is not None and WHY_SEES_FAR.first(state, observer) is not None:
        return None
    return min(limits, key=lambda one: one.value)


@rule("FR-LOS-03", "FR-LOS-01")
def sees(state: Battle, one: Figure, other: Figure) -> bool:
    """Two figures see each other if the test succeeds in either direction."""
    if one is other or one.id == other.id:
        return True
    limit = visibility_limit(state, one)
    if limit is not None and beyond(gap(one, other), inches(state, limit.value)):
        return False
    if WHY_NOT_SEE.first(state, one, other.at) is not None:
        return False
    if state.switches.linear_los == "diagram":
        return visibility_of(state, one, other) != "none"
    return is_in_line(state, one, other)


def is_in_line(state: Battle, one: Figure, other: Figure) -> bool:
    """Whether nothing on the table hides two figures from each other, dark or not."""
    here, there, sight = stand_of(one), stand_of(other), sight_on(state)
    if not is_hidden(state.ground, here, there, sight) and figure_in_the_way(state, one, other) is None:
        return True
    return not is_hidden(state.ground, there, here, sight) and figure_in_the_way(state, other, one) is None


@rule("FR-LOS-01", "FR-LOS-02", "FR-LOS-03", "FR-LOS-04", "FR-LOS-14")
def visibility_of(state: Battle, observer: Figure, target: Figure) -> Visibility:
    """How much of a target an observer sees."""
    if observer is target or observer.id == target.id:
        return "whole"
    is_too_far = _limit_between(state, observer, target) is not None
    if is_too_far or WHY_NOT_SEE.first(state, observer, target.at) is not None:
        return "none"
    seen = one_way(state, observer, target)
    if seen == "none" and one_way(state, target, observer) != "none":
        # What is only seen the other way round is a doubtful case: visible, but in Cover (FR-LOS-04).
        return "part"
    return seen


def one_way(state: Battle, observer: Figure, target: Figure) -> Visibility:
    """How much of a target an observer sees, without the favour of mutual sight."""
    eye, seen = stand_of(observer), stand_of(target)
    found = views(state.ground, eye, seen, sight_on(state))
    stopped = 0
    for id, rays in found.items():
        stopped |= ALL_RAYS if _is_too_far_from(state, id, observer, target) else rays
    if stopped == ALL_RAYS or figure_in_the_way(state, observer, target) is not None:
        return "none"
    return "part" if stopped else "whole"


@rule("FR-LOS-05")
def _is_too_far_from(state: Battle, id: str, observer: Figure, target: Figure) -> bool:
    """By the diagram a Linear piece hides what nobody within 1 in of it sees wholly over it."""
    if state.switches.linear_los == "text":
        return False
    terrain = terrain_of(state.ground)
    if terrain.form[id] != "barrier":
        return False
    area, near = terrain.of[id], inches(state, 1.0)
    return all(beyond(max(0.0, area.distance(*one.at) - one.radius), near) for one in (observer, target))


@rule("FR-LOS-08")
def figure_in_the_way(state: Battle, observer: Figure, target: Figure) -> Figure | None:
    """Another figure that obscures any part of the view, friend or foe, unless it lies down."""
    eye, seen = stand_of(observer), stand_of(target)
    a, b = observer.at, target.at
    spare = target.radius
    west, east = min(a[0], b[0]) - spare, max(a[0], b[0]) + spare
    south, north = min(a[1], b[1]) - spare, max(a[1], b[1]) + spare
    over_monster = state.switches.monsters_seen_over_figures and (_is_big(observer) or _is_big(target))
    for one in state.figures_on_table():
        (x, y), r = one.at, one.radius
        if x + r <= west or x - r >= east or y + r <= south or y - r >= north:
            continue
        if (
            one.knocked_down
            or one.riding
            or one.id in (observer.id, observer.riding, target.id)
            or (over_monster and not _is_big(one))
        ):
            continue
        if segment_point_distance(a, b, one.at) < r + spare and stops_a_ray(stand_of(one), eye, seen):
            return one
    return None


def _is_big(figure: Figure) -> bool:
    return isinstance(figure, Enemy) and figure.is_monster


def _is_swarm(figure: Figure) -> bool:
    return isinstance(figure, Enemy) and "Swarm" in figure.traits


@rule("FR-LOS-15")
def sees_point(state: Battle, figure: Figure, point: Point, elevation: float | None = None) -> bool:
    """A point is in sight if the ray to it is not stopped by terrain; no figure but a Swarm matters."""
    limit = visibility_limit(state, figure)
    if limit is not None and not within(distance_to(figure, point), inches(state, limit.value)):
        return False
    if WHY_NOT_SEE.first(state, figure, point) is not None:
        return False
    height = surface_at(state, point) if elevation is None else elevation
    spot = Stand(point, height, inches(state, HUMAN_SIZE[0]), 0.0)
    found = views(state.ground, stand_of(figure), spot, sight_on(state))
    is_stopped = any(rays & TO_THE_CENTRE for rays in found.values())
    return not is_stopped and not _is_behind_a_swarm(state, figure, spot)


@rule("FR-MON-26")
def _is_behind_a_swarm(state: Battle, observer: Figure, spot: Stand) -> bool:
    """Nobody sees through a Swarm, not even to a point; the points within it are in sight."""
    point = msgspec.structs.replace(spot, radius=0.0)
    return any(
        _is_swarm(one)
        and distance_to(one, point.at) > 0.0
        and stops_a_ray(stand_of(one), stand_of(observer), point)
        for one in state.enemies_on_table()
    )


@rule("FR-EXP-03")
def ground_between(state: Battle, one: Figure | Point, other: Figure | Point) -> list[Piece]:
    """Every piece, Fields left out, whose footprint the straight line between two places touches."""
    a = one.at if isinstance(one, Figure) else one
    b = other.at if isinstance(other, Figure) else other
    terrain = terrain_of(state.ground)
    west, east = min(a[0], b[0]), max(a[0], b[0])
    south, north = min(a[1], b[1]), max(a[1], b[1])
    return [
        area.piece
        for area in terrain.features
        if area.west <= east
        and west <= area.east
        and area.south <= north
        and south <= area.north
        and terrain.form[area.id] != "flat"
        and area.distance_to_segment(a, b) <= 0.0
    ]


# ---- in words --------------------------------------------------------------------------------------------

STOPPED_BY: dict[Form, str] = {
    "barrier": "FR-LOS-05",
    "solid": "FR-LOS-06",
    "block": "FR-LOS-07",
    "building": "FR-TER-12",
    "dense": "FR-LOS-13",
}
"""The rule by which a piece of each form hides what is behind it."""


@rule("FR-LOS-05", "FR-LOS-06", "FR-LOS-07", "FR-LOS-08", "FR-LOS-11", "FR-LOS-13", "FR-LOS-14", "FR-MON-26")
def why_not_see(state: Battle, observer: Figure, target: Figure) -> Refusal | None:
    """Why an observer does not see a target; None if it does."""
    if sees(state, observer, target):
        return None
    limit = _limit_between(state, observer, target)
    if limit is not None:
        reason = f"{name_of(state, target)} is farther away than visibility reaches ({limit.reason})."
        return Refusal("FR-LOS-14", reason, f"Come within {told(state, inches(state, limit.value))}.")
    special = WHY_NOT_SEE.first(state, observer, target.at)
    if special is not None:
        return special
    found = views(state.ground, stand_of(observer), stand_of(target), sight_on(state))
    terrain = terrain_of(state.ground)
    remedy = "Choose a target in sight, or move."
    for id, rays in found.items():
        area, form = terrain.of[id], terrain.form[id]
        if rays == ALL_RAYS or _is_too_far_from(state, id, observer, target):
            cited = _hidden_by_area(observer, target, area) if form == "dense" else STOPPED_BY[form]
            return Refusal(cited, f"The {area.piece.kind} hides {name_of(state, target)}.", remedy)
    other = figure_in_the_way(state, observer, target)
    if other is not None:
        cited = "FR-MON-26" if _is_swarm(other) else "FR-LOS-08"
        return Refusal(cited, f"{name_of(state, other)} stands before {name_of(state, target)}.", remedy)
    together = " and the ".join(terrain.of[id].piece.kind for id in found)
    return Refusal("FR-LOS-02", f"The {together} hide {name_of(state, target)} together.", remedy)


@rule("FR-LOS-14")
def _limit_between(state: Battle, observer: Figure, target: Figure) -> Modifier | None:
    """The limit of visibility beyond which a target stands, if it does."""
    limit = visibility_limit(state, observer)
    is_beyond = limit is not None and beyond(gap(observer, target), inches(state, limit.value))
    return limit if is_beyond else None


@rule("FR-LOS-09", "FR-LOS-10", "FR-LOS-11", "FR-LOS-12", "FR-LOS-13")
def _hidden_by_area(observer: Figure, target: Figure, area: Area) -> str:
    """The rule by which an Area hides a target: both in it and too far apart, one of them deep inside ..."""
    here, there = is_in(observer, area), is_in(target, area)
    if here and there:
        return "FR-LOS-12"
    if (here and not touches(observer, area)) or (there and not touches(target, area)):
        return "FR-LOS-11"
    if here or there:
        return "FR-LOS-09" if there else "FR-LOS-10"
    return "FR-LOS-13"


def _beyond_the_limit(state: Battle, observer: Figure, target: Figure) -> tuple[str, ...]:
    """The rule by which an observer sees farther than visibility reaches."""
    far = WHY_SEES_FAR.first(state, observer)
    limit = visibility_limit(state) if far is not None else None
    if far is None or limit is None or not beyond(gap(observer, target), inches(state, limit.value)):
        return ()
    return (far.rule,)


def rules_of_sight(state: Battle, observer: Figure, target: Figure) -> tuple[str, ...]:
    """The rules by which an observer sees a target as it does, for events that rest on it."""
    if not sees(state, observer, target):
        refusal, limit = why_not_see(state, observer, target), _limit_between(state, observer, target)
        return () if refusal is None else (refusal.rule, *_limit_cited(state, limit is not None))
    cited = ["FR-LOS-01", "FR-LOS-02", *_beyond_the_limit(state, observer, target)]
    terrain = terrain_of(state.ground)
    found = views(state.ground, stand_of(observer), stand_of(target), sight_on(state))
    cited += [STOPPED_BY[form] for id in found if (form := terrain.form[id]) != "dense"]
    for area in terrain.barriers:
        if area.id not in found and area.distance_to_segment(observer.at, target.at) <= 0.0:
            cited += ["FR-LOS-05", "FR-COV-07"]
    cited += _rules_of_areas(state, observer, target)
    if one_way(state, observer, target) == "none":
        cited += ["FR-LOS-03", "FR-LOS-04"]
    cited += _limit_cited(state)
    if any(is_in(target, one) for one in terrain.flats):
        cited.append("FR-COV-06")
    return tuple(dict.fromkeys(cited))


def _limit_cited(state: Battle, bears: bool = True) -> tuple[str, ...]:
    """The rule of limited visibility, and the one that limits it."""
    limit = visibility_limit(state) if bears else None
    return () if limit is None else ("FR-LOS-14", limit.rule)


def _rules_of_areas(state: Battle, observer: Figure, target: Figure) -> list[str]:
    cited: list[str] = []
    for area in terrain_of(state.ground).dense:
        inside = is_in(observer, area), is_in(target, area)
        if all(inside):
            cited.append("FR-LOS-12")
        elif any(inside):
            cited += ["FR-LOS-10", "FR-LOS-16", "FR-LOS-03"]
            if inside[1]:
                cited.append("FR-LOS-09")
    return cited


def rules_of_view(state: Battle, observer: Figure, target: Figure) -> tuple[str, ...]:
    """The same, with what Cover does, and why the nearest opponent that is hidden cannot be seen."""
    # Cover is worked out from sight, not the other way round.
    from sandtable.books.forgotten_ruin.chapters.cover import in_cover

    cited = rules_of_sight(state, observer, target)
    cover = in_cover(state, observer, target)
    if cover is not None:
        cited += ("FR-COV-01", cover.rule)
    hidden = [one for one in state.opponents_of(observer) if not sees(state, observer, one)]
    if hidden:
        cited += rules_of_sight(state, observer, min(hidden, key=lambda one: gap(observer, one)))
    return tuple(dict.fromkeys(cited))
