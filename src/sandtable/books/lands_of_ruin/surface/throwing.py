"""Aiming at a point of the ground on the virtual table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from typing import Any

from sandtable.binding.planners import AimPlanner
from sandtable.binding.words import joined
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Card
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import everybody, reaches, section_at, standing
from sandtable.books.lands_of_ruin.surface.sight import look
from sandtable.books.lands_of_ruin.tables.charts import area_items
from sandtable.kernel import Measuring, Play, Refusal, TargetArea, rule
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table import Point, within
from sandtable.table.figures.bases import Standing
from sandtable.table.shapes import distance

POINT = 0.02
"""How wide and high a point of the ground is to rays; ours."""
AT_ITS_FEET = 1.0
"""So near a thrower sees the ground in any case; ours."""
FAR = 15
"""Where nothing limits it, a ring of this many inches is looked at; ours."""
ROUND = 8
"""How many points round a thrower are worth a look; ours."""


@rule("LR-GREN-03", "LR-HERO-09", "LR-ACT-27")
def why_not_throw(
    state: Battle, card: Card, reach: int | None, at: Point, needs_sight: bool
) -> Refusal | None:
    """The spot must be within range and mostly in sight, whoever stands in between."""
    here = standing(state, card.model.id)
    assert here is not None
    far = max(0.0, distance(here.at, at) - RADIUS)
    if reach is not None and not within(far, reach):
        reason = f"That is {far:.1f} inches away."
        return Refusal("LR-GREN-03", reason, f"Choose a spot within {reach} inches.")
    if within(far, AT_ITS_FEET) or not needs_sight:
        return None
    spot = Standing("", at, 0.0, POINT, POINT, 0.0)
    beside = [one.id for one in everybody(state)]
    if not look(state, here, spot, beside=beside).is_seen:
        return Refusal("LR-GREN-03", f"{name_of(card)} does not see that spot.", "Choose a spot in sight.")
    return None


def _spots(state: Battle, card: Card, reach: int | None) -> list[Point]:
    """On everybody who might be reached, and round the thrower."""
    at = card.model.at
    assert at is not None
    found = [one.at for one in everybody(state) if one.id != card.model.id]
    found += [
        (at[0] + far * cos(turn), at[1] + far * sin(turn)) for far in (1.0, reach or FAR) for turn in _turns()
    ]
    wide, deep = state.ground.width, state.ground.depth
    return [one for one in found if 0.0 <= one[0] <= wide and 0.0 <= one[1] <= deep]


def _turns() -> list[float]:
    return [2 * pi * step / ROUND for step in range(ROUND)]


async def aim(
    play: Play[Battle], card: Card, marker: AreaMarker, reach: int | None, needs_sight: bool
) -> None:
    """The marker lands exactly where its player says: no roll, no scatter."""
    state, radius = play.state, max(area_items()[marker.item].radius)

    def judge(at: Point) -> Mapping[str, Any]:
        caught = [one.id for one in everybody(state) if reaches(at, 0.0, one, radius)]
        own = sum(one not in state.rotters and one.startswith(card.seat) for one in caught)
        return {"figures": caught, "worth": len(caught) - 3 * own}

    def label(facts: Mapping[str, Any]) -> str:
        return joined([called(state, one) for one in facts["figures"]]) or "nobody"

    def spots() -> Sequence[Point]:
        return _spots(state, card, reach)

    planner = AimPlanner(
        "LR-GREN-03",
        state.ground,
        spots,
        lambda at: why_not_throw(state, card, reach, at, needs_sight),
        judge,
        label,
    )
    prompt = f"Where does the {marker.item} land?"
    form = Measuring(radius=radius, inches=(reach or state.ground.width) + RADIUS)
    facts = {"card": card.id, "item": marker.item}
    marker.at = await play.ask(
        TargetArea(card.seat, "throw at", prompt, ("LR-GREN-03",), planner, form, facts, (card.id,))
    )
    marker.section = section_at(state, marker.at)
