"""What a Group sees, reaches and has to fear, for whoever has to decide about it."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters.attacking import why_not_attack
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.sight import (
    groups_between,
    sight_rules,
    sighting,
)
from sandtable.books.companies_and_captains.chapters.geometry.standing import FROM_ENEMIES, blockers
from sandtable.books.companies_and_captains.chapters.moving import move_distance, why_not_move
from sandtable.books.companies_and_captains.chapters.shooting import why_not_order_shot
from sandtable.books.companies_and_captains.chapters.terrain import HALF, cover_against, cover_rules, going_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.arithmetic import square, total
from sandtable.table.lines import base_between
from sandtable.table.measure import NEAR, Body, Point
from sandtable.table.outlook import Look, Outlook, Sweep, ground_within
from sandtable.table.shapes import spans_strictly_inside
from sandtable.table.units.groups import closest_pair, gap
from sandtable.table.units.reach import reach_of_all

MOST_THREATS = 2
"""So many enemies are worth a border on the ground: the nearest."""


def outlook_of(state: Battle, unit: str) -> Outlook | None:
    """The outlook of a Group on the table; None for any other thing."""
    group = state.groups.get(unit)
    if group is None or not group.on_table:
        return None
    enemies = sorted(state.enemies_on_table(group), key=lambda one: (_gap(group, one), one.id))
    return Outlook(
        unit,
        tuple(_look(state, group, one) for one in enemies),
        _reach(state, group),
        tuple(sweep for one in enemies[:MOST_THREATS] for sweep in _threats(state, one)),
    )


def _gap(one: Group, other: Group) -> float:
    return gap(one.models, one.radius, other.models, other.radius)


def _look(state: Battle, group: Group, enemy: Group) -> Look:
    between = groups_between(state, group, enemy)
    seen = sighting(state, group, enemy, between)
    first, second, _ = closest_pair(group.models, enemy.models)
    how, words, stop, rules = "clear", "clear", None, sight_rules(state, group, enemy)
    if not seen.is_clear:
        start, end = group.models[seen.viewer], enemy.models[seen.target]
        how, words, stop = "hidden", *_in_the_way(state, start, end, between, seen.blocked_by, seen.name)
        rules = ("CC-TER-07", "CC-GEO-23") if seen.blocked_by == "obscuring" else ("CC-GEO-22",)
    else:
        if (seen.viewer, seen.target) != (0, 0):
            first, second = seen.viewer, seen.target
        start, end = group.models[first], enemy.models[second]
        found = cover_against(state, group, enemy)
        if found.has_share(HALF):
            kinds = sorted({state.ground.piece(piece).kind for piece in found.pieces})
            how, words = "cover", f"cover: {' and '.join(kinds)}"
            rules = cover_rules(state, group, enemy)
    can = tuple(
        word
        for word, why in (("attack", why_not_attack), ("shoot", why_not_order_shot))
        if why(state, group, enemy) is None
    )
    return Look(enemy.id, start, end, round(_gap(group, enemy), 2), how, words, stop, can, rules)  # type: ignore[arg-type]


def _in_the_way(
    state: Battle, start: Point, end: Point, between: list[Group], what: str, name: str
) -> tuple[str, Point]:
    """What hides the enemy, in words, and where the line meets it."""
    share = 0.5
    if what == "base":
        other = between[int(name)]
        discs = [(x, y, square(other.radius - NEAR), 0) for x, y in other.models]
        place = next((i for i, disc in enumerate(discs) if base_between(start, end, [disc]) is not None), 0)
        return f"behind {other.name}", other.models[place]
    piece = state.ground.piece(name)
    area = next(one for one in state.ground.obscuring if one.id == name)
    spans = spans_strictly_inside(start, end, area.edges, 1e-6)
    if spans:
        share = total(spans[0]) / 2
    at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
    return f"hidden by the {piece.kind}", at


def _body(group: Group) -> Body:
    return (group.models, group.radius)


def _reach(state: Battle, group: Group) -> tuple[Sweep, ...]:
    """Where a Move may end; a Group in melee makes none."""
    if group.melee or why_not_move(state, group) is not None:
        return ()
    far = move_distance(state, group)
    apart = [(_body(one), inches(state, FROM_ENEMIES)) for one in state.enemies_on_table(group)]
    outlines = reach_of_all(
        state.ground, _body(group), going_of(state, group), blockers(state, group), far, apart
    )
    words = f"Move up to {far:g}″, ending {inches(state, FROM_ENEMIES):g}″ or more from enemies"
    return (Sweep(group.id, "move", far, outlines, words, ("CC-MOV-01", "CC-MOV-05")),)


def _threats(state: Battle, enemy: Group) -> tuple[Sweep, ...]:
    """What an enemy that is free to act could hit with arrows, or else reach."""
    if enemy.melee:
        return ()
    if enemy.profile.mi_range is not None:
        far = inches(state, enemy.profile.mi_range)
        words = f"{enemy.name}: {far:g}″ range"
        return (Sweep(enemy.id, "shoot", far, ground_within(_body(enemy), far), words, ("CC-SHO-03",)),)
    far = move_distance(state, enemy)
    outlines = reach_of_all(state.ground, _body(enemy), going_of(state, enemy), blockers(state, enemy), far)
    return (Sweep(enemy.id, "move", far, outlines, f"{enemy.name}: {far:g}″ reach", ("CC-MEL-02",)),)
