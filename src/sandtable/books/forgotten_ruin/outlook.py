"""What a soldier or an enemy sees, reaches and has to fear, for the player who decides about it."""

from __future__ import annotations

from sandtable.binding.outlook import Obstacle, look_at, outlook_on
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.line_of_sight import rules_of_sight, sees, why_not_see
from sandtable.books.forgotten_ruin.chapters.movement.routes import reach
from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.chapters.shooting.targets import Lookout, targets_for
from sandtable.books.forgotten_ruin.naming import unit_called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.table.figures.grid import STEP
from sandtable.table.outlook import Look, Outlook, Sweep, ground_about, outlines_of

Body = list[Soldier | Enemy]
"""The figures of one unit on the table: a soldier, a mob, or an enemy that stands alone."""


def outlook_of(state: Battle, unit: str) -> Outlook | None:
    """The outlook of a unit on the table; None for any other thing."""
    bodies = _bodies(state)
    own = bodies.get(unit)
    if not own:
        return None
    against = {
        name: body for name, body in bodies.items() if (body[0].side == "squad") != (own[0].side == "squad")
    }
    near = sorted(against, key=lambda name: (gap(*_nearest(own, against[name])), name))
    return outlook_on(
        unit,
        near,
        lambda name: _look(state, own, name, against[name]),
        _sweeps(state, unit, own),
        lambda name: _sweeps(state, name, against[name]),
    )


def _bodies(state: Battle) -> dict[str, Body]:
    found: dict[str, Body] = {one.id: [one] for one in state.soldiers_on_table()}
    for enemy in state.enemies_on_table():
        found.setdefault(enemy.mob or enemy.id, []).append(enemy)
    return found


def _nearest(own: Body, others: Body) -> tuple[Soldier | Enemy, Soldier | Enemy]:
    return min(((one, other) for one in own for other in others), key=lambda pair: gap(*pair))


def _look(state: Battle, own: Body, name: str, others: Body) -> Look:
    """The line to the nearest figure in sight, or to the nearest of all."""
    seen = [(one, other) for one in own for other in others if sees(state, one, other)]
    nearest = _nearest(own, others)
    one, other = min(seen, key=lambda pair: gap(*pair)) if seen else nearest
    line, far = (one.at, other.at), gap(*nearest)
    if not seen:
        return look_at(name, line, far, hidden=_hidden(state, one, other))
    cover = in_cover(state, one, other)
    return look_at(
        name,
        line,
        far,
        cover=None if cover is None else Obstacle(cover.reason, (cover.rule,)),
        can=("shoot",) if isinstance(one, Soldier) and _has_target(state, one, others) else (),
        rules=rules_of_sight(state, one, other),
    )


def _hidden(state: Battle, one: Soldier | Enemy, other: Soldier | Enemy) -> Obstacle:
    why = why_not_see(state, one, other)
    if why is None:
        return Obstacle("hidden")
    return Obstacle(f"{why.reason[:1].lower()}{why.reason[1:].rstrip('.')}", (why.rule,))


def _has_target(state: Battle, soldier: Soldier, others: Body) -> bool:
    return any(
        one in others for weapon in soldier.weapons for one in targets_for(Lookout(state, soldier), weapon)
    )


def _sweeps(state: Battle, name: str, body: Body) -> tuple[Sweep, ...]:
    """Where the figures of a unit could stand after one Move."""
    far = max(move_limit(state, one) for one in body)
    places = [at for one in body for at, _ in reach(state, one, move_limit(state, one))]
    outlines = outlines_of(ground_about(places, STEP).buffer(body[0].radius - STEP / 2))
    words = f"{unit_called(state, body[0])}: {far:g}″ move"
    return (Sweep(name, "move", far, outlines, words, ("FR-MOV-01",)),)
