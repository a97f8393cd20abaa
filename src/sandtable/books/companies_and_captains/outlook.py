"""What a Group sees, reaches and has to fear, for a player who has to decide about it."""

from __future__ import annotations

from sandtable.binding.outlook import Obstacle, look_at, outlook_on
from sandtable.books.companies_and_captains.chapters.attacking import why_not_attack
from sandtable.books.companies_and_captains.chapters.conventions import gap, inches
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
from sandtable.table import NEAR, Body, Point
from sandtable.table.lines import base_between
from sandtable.table.outlook import Look, Outlook, Sweep, ground_within
from sandtable.table.shapes import spans_strictly_inside
from sandtable.table.units.groups import closest_pair
from sandtable.table.units.reach import reach_of_all


def outlook_of(state: Battle, unit: str) -> Outlook | None:
    """The outlook of a Group on the table; None for any other thing."""
    group = state.groups.get(unit)
    if group is None or not group.on_table:
        return None
    enemies = sorted(state.enemies_on_table(group), key=lambda one: (gap(group, one), one.id))
    return outlook_on(
        unit,
        enemies,
        lambda one: _look(state, group, one),
        _reach(state, group),
        lambda one: _threats(state, one),
    )


def _look(state: Battle, group: Group, enemy: Group) -> Look:
    between = groups_between(state, group, enemy)
    seen = sighting(state, group, enemy, between)
    first, second, _ = closest_pair(group.models, enemy.models)
    if not seen.is_clear or (seen.viewer, seen.target) != (0, 0):
        first, second = seen.viewer, seen.target
    line = group.models[first], enemy.models[second]
    can = [
        word
        for word, why in (("attack", why_not_attack), ("shoot", why_not_order_shot))
        if why(state, group, enemy) is None
    ]
    return look_at(
        enemy.id,
        line,
        gap(group, enemy),
        hidden=None if seen.is_clear else _in_the_way(state, line, between, seen.blocked_by, seen.name),
        cover=_cover(state, group, enemy) if seen.is_clear else None,
        can=can,
        rules=sight_rules(state, group, enemy),
    )


def _cover(state: Battle, group: Group, enemy: Group) -> Obstacle | None:
    found = cover_against(state, group, enemy)
    if not found.has_share(HALF):
        return None
    kinds = sorted({state.ground.piece(piece).kind for piece in found.pieces})
    return Obstacle(" and ".join(kinds), cover_rules(state, group, enemy))


def _in_the_way(
    state: Battle, line: tuple[Point, Point], between: list[Group], what: str, name: str
) -> Obstacle:
    """What hides the enemy, and where the line meets it."""
    rules = ("CC-TER-07", "CC-GEO-23") if what == "obscuring" else ("CC-GEO-22",)
    if what == "base":
        other = between[int(name)]
        discs = [(x, y, square(other.radius - NEAR), 0) for x, y in other.models]
        place = next((i for i, disc in enumerate(discs) if base_between(*line, [disc]) is not None), 0)
        return Obstacle(f"behind {other.name}", rules, other.models[place])
    area = next(one for one in state.ground.obscuring if one.id == name)
    spans = spans_strictly_inside(*line, area.edges, 1e-6)
    share = total(spans[0]) / 2 if spans else 0.5
    (x, y), (east, north) = line
    stop = (x + (east - x) * share, y + (north - y) * share)
    return Obstacle(f"hidden by the {state.ground.piece(name).kind}", rules, stop)


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
