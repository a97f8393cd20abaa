"""Who sees whom, and what is in the way."""

from __future__ import annotations

from typing import Any

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.arithmetic import square
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal
from sandtable.table.lines import Disc, base_between
from sandtable.table.measure import NEAR
from sandtable.table.shapes import spans_strictly_inside
from sandtable.table.terrain import areas_near
from sandtable.table.units.groups import group_box
from sandtable.table.units.sight import Sighting, look

INTO_OBSCURING = 3.0
"""Inches of obscuring terrain through which sight reaches in or out (CC-TER-07)."""
MOST_REMEMBERED = 2000
"""Sightings kept for one table; they are found again by who stands where."""


@rule("CC-GEO-22", "CC-TER-07", "CC-GEO-23")
def sees(state: Battle, viewer: Group, target: Group) -> bool:
    """A Group sees another if some line between two models crosses no third base and no ground that hides."""
    between = groups_between(state, viewer, target)
    v, t = group_box(viewer.models), group_box(target.models)
    if not between and not _obscuring(state, v, t):
        return True
    return sighting(state, viewer, target, between).is_clear


def why_not_sees(state: Battle, viewer: Group, target: Group) -> Refusal | None:
    """What hides the target from the viewer, or None."""
    between = groups_between(state, viewer, target)
    seen = sighting(state, viewer, target, between)
    if seen.is_clear:
        return None
    if seen.blocked_by == "base":
        other = between[int(seen.name)]
        reason = f"{other.name} ({other.id}) stands between {viewer.name} and {target.name}."
        return Refusal("CC-GEO-22", reason, "Choose a target that some model sees past all other Groups.")
    reason = f"The {state.ground.piece(seen.name).kind} hides {target.name} from {viewer.name}."
    far = f"{inches(state, INTO_OBSCURING):g} inches"
    return Refusal(
        "CC-TER-07", reason, f"Sight reaches at most {far} into or out of obscuring terrain, never past it."
    )


@rule("CC-GEO-22")
def sight_rules(state: Battle, viewer: Group, target: Group) -> tuple[str, ...]:
    """The rules that bear on how the viewer sees the target: over Groups from a hill, out of a wood."""
    rules = ["CC-GEO-22"]
    between = groups_between(state, viewer, target)
    seen = sighting(state, viewer, target, between)
    a, b = viewer.models[seen.viewer], target.models[seen.target]
    if any(spans_strictly_inside(a, b, area.edges, 1e-6) for area in state.ground.obscuring):
        rules += ["CC-TER-07", "CC-GEO-23"]
    if seen.is_clear and base_between(a, b, _bases_of(between)) is not None:
        rules.append("CC-TGN-05")  # a base that would hide the target, but for a hill
    if base_between(a, b, _bases_of(_overlooked(state, viewer, target))) is not None:
        rules.append("CC-OTR-16")
    return tuple(rules)


def _overlooked(state: Battle, viewer: Group, target: Group) -> list[Group]:
    """The Stealthy third Groups that hide nothing from the viewer."""
    return [
        one
        for one in state.groups_on_table()
        if one.has("Stealthy") and one is not viewer and one is not target and viewer.id not in one.melee
    ]


def _bases_of(groups: list[Group]) -> list[Disc]:
    return [(x, y, square(one.radius - NEAR), 0) for one in groups for x, y in one.models]


def sighting(state: Battle, viewer: Group, target: Group, between: list[Group]) -> Sighting:
    """What comes of looking, remembered by where the Groups stand that matter."""
    known = state.ground.remembered("who sees whom")
    if len(known) > MOST_REMEMBERED:
        known.clear()
    key = (id(viewer.models), id(target.models), *(id(one.models) for one in between))
    found: tuple[Sighting, Any] | None = known.get(key)
    if found is None:
        third = [(one.models, one.radius) for one in between]
        depth = inches(state, INTO_OBSCURING)
        seen = look(state.ground, viewer.models, target.models, third, depth)
        # The models are kept beside the answer, so that their identity is never given to others.
        found = known[key] = (seen, (viewer.models, target.models, *(one.models for one in between)))
    return found[0]


@rule("CC-OTR-16")
def groups_between(state: Battle, viewer: Group, target: Group) -> list[Group]:
    """The third Groups that may stand in the line; Stealthy ones hide nothing but from those they fight."""
    v, t = group_box(viewer.models), group_box(target.models)
    west, east = min(v[0], t[0]), max(v[2], t[2])
    south, north = min(v[1], t[1]), max(v[3], t[3])
    found: list[Group] = []
    for one in state.groups.values():
        if one.where != "on the table" or one is viewer or one is target:
            continue
        box, reach = group_box(one.models), one.radius
        if box[0] - reach > east or box[2] + reach < west or box[1] - reach > north or box[3] + reach < south:
            continue
        if "Stealthy" not in one.traits or viewer.id in one.melee:
            found.append(one)
    return found


def _obscuring(
    state: Battle, v: tuple[float, float, float, float], t: tuple[float, float, float, float]
) -> bool:
    areas = state.ground.obscuring
    if not areas:
        return False
    return bool(areas_near(areas, (min(v[0], t[0]), min(v[1], t[1]), max(v[2], t[2]), max(v[3], t[3]))))
