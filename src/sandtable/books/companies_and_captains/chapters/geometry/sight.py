"""Who sees whom, and what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.standing import bodies_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Refusal, rule
from sandtable.table import Area
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
    if not between and not state.ground.obscuring:
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
    reason = f"{target.name} is hidden from {viewer.name} by the {state.ground.piece(seen.name).kind}."
    far = f"{inches(state, INTO_OBSCURING):g} inches"
    return Refusal(
        "CC-TER-07", reason, f"Sight reaches at most {far} into or out of obscuring terrain, never past it."
    )


@rule("CC-GEO-22")
def sight_rules(state: Battle, viewer: Group, target: Group) -> tuple[str, ...]:
    """The rules of woods, hills and Stealthy Groups without which the viewer would not see, or that hide."""
    between, ground = groups_between(state, viewer, target), state.ground
    seen = sighting(state, viewer, target, between)
    through_woods = ("CC-TER-07", "CC-GEO-23")
    if not seen.is_clear:
        return ("CC-GEO-22", *(through_woods if seen.blocked_by == "obscuring" else ()))

    def is_seen_past(third: list[Group], depth: float, hills: Sequence[Area]) -> bool:
        bodies = bodies_of(third)
        return look(ground, viewer.models, target.models, bodies, depth, hills).is_clear

    rules, depth = ["CC-GEO-22"], inches(state, INTO_OBSCURING)
    if ground.obscuring and not is_seen_past(between, 0.0, ground.hills):
        rules += through_woods
    needs_hills = bool(ground.hills) and not is_seen_past(between, depth, ())
    if needs_hills:
        rules.append("CC-TGN-05")
    overlooked = _overlooked(state, viewer, target)
    if overlooked and not is_seen_past([*between, *overlooked], depth, ground.hills if needs_hills else ()):
        rules.append("CC-OTR-16")
    return tuple(rules)


def _overlooked(state: Battle, viewer: Group, target: Group) -> list[Group]:
    """The Stealthy third Groups that hide nothing from the viewer."""
    return [
        one
        for one in state.groups_on_table()
        if one.has("Stealthy") and one is not viewer and one is not target and viewer.id not in one.melee
    ]


def sighting(state: Battle, viewer: Group, target: Group, between: list[Group]) -> Sighting:
    """What comes of looking, remembered by where the Groups stand that matter."""
    known = state.ground.remembered("who sees whom")
    if len(known) > MOST_REMEMBERED:
        known.clear()
    key = (id(viewer.models), id(target.models), *(id(one.models) for one in between))
    found: tuple[Sighting, Any] | None = known.get(key)
    if found is None:
        depth = inches(state, INTO_OBSCURING)
        seen = look(state.ground, viewer.models, target.models, bodies_of(between), depth)
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
