"""Moving soldiers: the player says where a soldier goes, and there it goes."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.binding.figures.planner import Planned
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit, walk
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, remove
from sandtable.books.forgotten_ruin.modifiers import DASH
from sandtable.books.forgotten_ruin.state import Battle, Edge, Soldier
from sandtable.books.forgotten_ruin.windows import MOVE_ENDED, WINDOWS, Movement
from sandtable.kernel import Measuring, Move, Play, Refusal, rule
from sandtable.table import Point
from sandtable.table.edges import point_on_edge


@rule("FR-MOV-01", "FR-MOV-02", "FR-MOV-29", "FR-MOV-35")
async def soldier_moves(
    play: Play[Battle],
    soldier: Soldier,
    limit: float,
    prompt: str,
    *,
    may_contact: bool = True,
    may_leave: bool = True,
    kind: str = "move",
    rules: tuple[str, ...] = (),
    why_no_contact: Refusal | None = None,
    topic: str = "move",
    came_from: tuple[Point, ...] = (),
) -> Movement:
    """The player moves a soldier up to a limit; "dash" adds what a Dash adds to the limit of the Move."""
    while True:
        planner = MovePlanner(
            play.state, soldier, limit, kind, may_contact, may_leave, why_no_contact, came_from
        )
        planned = await _ask(play, planner, prompt, topic, rules)
        moment = await walk(play, soldier, planned.route, kind, *rules)
        # Ruling of FR-MOV-26: from the bottom of a shallow gap the soldier may go on.
        limit, rules = limit - moment.cost, (*rules, "FR-MOV-26")
        is_in_gap = moment.is_stopped and not moment.ends_activation and soldier.on_table
        if not is_in_gap or limit <= TOLERANCE:
            break
    if planned.leave is not None and soldier.on_table and not moment.is_stopped:
        await leave_table(play, soldier, planned.leave)
    elif soldier.on_table and len(moment.path) > 1:
        await WINDOWS.open(play, MOVE_ENDED, moment)
    return moment


async def _ask(
    play: Play[Battle], planner: MovePlanner, prompt: str, topic: str, rules: tuple[str, ...]
) -> Planned:
    soldier = planner.soldier
    cited = tuple(dict.fromkeys((*rules, *_rules_of_move(planner))))
    facts = {"move": planner.limit, "half": move_limit(play.state, soldier, 0.5), "way": planner.kind}
    form = Measuring(soldier.id, 1, soldier.radius, planner.farthest)
    planned: Planned = await play.ask(Move(soldier.seat, topic, prompt, cited, planner, form, facts))
    return planned


def _rules_of_move(planner: MovePlanner) -> Iterator[str]:
    """What binds a soldier's move."""
    yield from (planner.rule, "FR-MOV-01", "FR-MOV-02", "FR-MOV-34", "FR-MOV-35")
    if planner.may_leave:
        yield "FR-MOV-29"
    if planner.kind == "dash":
        yield from ("FR-MOV-15", "FR-MOV-16")
        yield from (one.rule for one in DASH.all(planner.state, planner.soldier) if one.rule == "FR-MOV-12")
    if not planner.may_contact:
        yield planner.why_no_contact.rule
    if any("heavy" in one.traits for one in planner.soldier.weapons):
        yield "FR-MOV-03"


@rule("FR-MOV-29", "FR-MOV-30")
async def leave_table(play: Play[Battle], soldier: Soldier, edge: Edge) -> None:
    """A soldier who leaves over an edge is safe and does not come back in this mission."""
    play.tell("soldier leaves", "FR-MOV-29", "FR-MOV-30", figure=soldier.id, edge=edge)
    # In a corner two edges are near; it has gone over the one that was named.
    soldier.at = point_on_edge(play.state.ground, soldier.at, edge)
    await remove(play, soldier, "left", "FR-MOV-29", "FR-MOV-30")
