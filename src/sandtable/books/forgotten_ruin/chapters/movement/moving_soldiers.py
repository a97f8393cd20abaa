"""Moving soldiers: the player says where a soldier goes, and there it goes."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.movement.placing import place_soldiers
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner, Planned
from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit, walk
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, point_on_edge, remove
from sandtable.books.forgotten_ruin.modifiers import DASH
from sandtable.books.forgotten_ruin.state import Battle, Edge, Soldier
from sandtable.books.forgotten_ruin.windows import MOVE_ENDED, WINDOWS, Movement
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Measuring, Move
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

__all__ = ["MovePlanner", "Planned", "ask_and_move", "place_soldiers"]


@rule("FR-MOV-01", "FR-MOV-02", "FR-MOV-29", "FR-MOV-35")
async def ask_and_move(
    play: Play[Battle],
    soldier: Soldier,
    limit: float,
    prompt: str,
    may_contact: bool,
    may_leave: bool,
    kind: str,
    rules: tuple[str, ...],
    why_no_contact: Refusal | None = None,
    topic: str = "move",
) -> Movement:
    """The player says where a soldier goes, and there it goes."""
    state = play.state
    planner = MovePlanner(state, soldier, limit, kind, may_contact, may_leave, why_no_contact)
    bound = [planner.rule, "FR-MOV-01", "FR-MOV-02", "FR-MOV-34", "FR-MOV-35"]
    bound += ["FR-MOV-29"] if may_leave else []
    bound += ["FR-MOV-15", "FR-MOV-16"] if kind == "dash" else []
    bound += (
        ["FR-MOV-12"]
        if kind == "dash" and any(x.rule == "FR-MOV-12" for x in DASH.all(state, soldier))
        else []
    )
    bound += [planner.why_no_contact.rule] if not may_contact else []
    bound += ["FR-MOV-03"] if any("heavy" in one.traits for one in soldier.weapons) else []
    cited = tuple(dict.fromkeys((*rules, *bound)))
    facts: dict[str, Any] = {
        "move": limit,
        "half": move_limit(state, soldier, 0.5),
        "way": kind,
    }
    planned: Planned = await play.ask(
        Move(
            soldier.seat,
            topic,
            prompt,
            cited,
            planner,
            Measuring(soldier.id, 1, soldier.radius, planner.farthest),
            facts,
        )
    )
    moment = await walk(play, soldier, planned.route, kind, *rules)
    left = limit - moment.cost
    if moment.is_stopped and not moment.ends_activation and soldier.on_table and left > TOLERANCE:
        # Ruling of FR-MOV-26: from the bottom of a shallow gap the soldier may go on.
        return await ask_and_move(
            play,
            soldier,
            left,
            prompt,
            may_contact,
            may_leave,
            kind,
            (*rules, "FR-MOV-26"),
            why_no_contact,
            topic,
        )
    if planned.leave is not None and soldier.on_table and not moment.is_stopped:
        await leave_table(play, soldier, planned.leave)
    elif soldier.on_table and len(moment.path) > 1:
        await WINDOWS.open(play, MOVE_ENDED, moment)
    return moment


@rule("FR-MOV-29", "FR-MOV-30")
async def leave_table(play: Play[Battle], soldier: Soldier, edge: Edge) -> None:
    """A soldier who leaves over an edge is safe and does not come back in this mission."""
    play.tell("soldier leaves", "FR-MOV-29", "FR-MOV-30", figure=soldier.id, edge=edge)
    # In a corner two edges are near; it has gone over the one that was named.
    soldier.at = point_on_edge(play.state, soldier.at, edge)
    await remove(play, soldier, "left", "FR-MOV-29", "FR-MOV-30")
