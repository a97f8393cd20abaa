"""Charging: a soldier's move into contact with an opponent, on foot or with a jump from above."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.books.forgotten_ruin.chapters.movement.routes import route_to_contact
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, inches, told
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_no_melee
from sandtable.books.forgotten_ruin.state import Enemy, Soldier
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.table.figures.legs import Route, pay
from sandtable.table.figures.routes import contact_places
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner

OUT_OF_CONTACT = "End the move out of contact."
NO_CONTACT = {
    "dash": Refusal("FR-MOV-15", "Nobody who Dashes enters hand-to-hand combat.", OUT_OF_CONTACT),
    "follow-up": Refusal("FR-HTH-19", "A Follow-up move enters no new combat.", OUT_OF_CONTACT),
    "luck": Refusal("FR-LCK-02", "A dodge does not end in contact.", OUT_OF_CONTACT),
    "dodge": Refusal("FR-TRF-45", "A dodge does not end in contact.", OUT_OF_CONTACT),
}
"""Why a kind of move may not end in contact."""
FOOT = 1.0
"""How near to the foot of an edge an opponent is who can be jumped upon, in inches (FR-MOV-22)."""


@rule("FR-MOV-14", "FR-MOV-15")
def why_no_charge(soldier: Soldier, kind: str) -> Refusal:
    """Why a soldier may not charge with a kind of move; with a plain one because it has fired."""
    fired = Refusal("FR-MOV-14", f"{soldier.name} has fired and may not charge.", OUT_OF_CONTACT)
    return NO_CONTACT.get(kind, fired)


@rule("FR-MOV-13")
def charge(planner: MovePlanner, id: str) -> Route:
    """Into contact with an opponent, by the cheapest way."""
    target = _opponent(planner, id)
    if target is None:
        raise refuse("FR-MOV-13", "There is no such opponent on the table.", "Name an opponent.")
    if not planner.may_contact:
        raise Refused(planner.why_no_contact)
    why = why_no_melee(planner.state, planner.soldier, target)
    if why is not None:
        raise Refused(why)
    ways = (
        route_to_contact(planner.state, planner.soldier, target, planner.farthest, search=search)
        for search in planner.searches()
    )
    found = next((way for way in ways if way is not None), None)
    if found is not None and found.legs:
        again = pay(found.legs, planner.budget, planner.rates)
        if not again.ran_out and planner.why_too_far(again) is None:
            return msgspec.structs.replace(again, contact=found.contact, across=found.across)
        found = None
    if found is None:
        reason = f"{target.name} cannot be reached with {told(planner.state, planner.limit)}."
        raise refuse("FR-MOV-01", reason, "Choose a nearer opponent or end out of contact.")
    return found


def _opponent(planner: MovePlanner, id: str) -> Soldier | Enemy | None:
    target = planner.state.soldiers.get(id) or planner.state.enemies.get(id)
    if target is None or not target.on_table or target.side == planner.soldier.side:
        return None
    return target


@rule("FR-MOV-22")
def jump_upon(planner: MovePlanner, id: str) -> Route | None:
    """Down from an edge into contact with an opponent within 1 in of the foot; a charge."""
    target, soldier = _opponent(planner, id), planner.soldier
    if target is None or not planner.may_contact or target.elevation >= soldier.elevation - TOUCHING:
        return None
    trace = Trace(planner.footing, soldier.at, soldier.elevation, frozenset({"drop"}))
    trace.go(target.at, target.elevation)
    drops = [place for place, leg in enumerate(trace.legs) if leg.how == "drop"]
    if not drops:
        return None
    legs = trace.legs[: drops[0] + 1]
    foot = legs[-1].end
    near = inches(planner.state, FOOT) + soldier.radius + target.radius
    if hypot(foot[0] - target.at[0], foot[1] - target.at[1]) > near + TOLERANCE:
        return None
    spots = [one for one, height in contact_places(planner.footing, target) if height == target.elevation]
    spots = [one for one in spots if hypot(one[0] - foot[0], one[1] - foot[1]) <= near + TOLERANCE]
    if not spots:
        return None
    spot = min(spots, key=lambda one: hypot(one[0] - foot[0], one[1] - foot[1]))
    legs[-1] = msgspec.structs.replace(legs[-1], end=spot)
    found = pay(legs, planner.budget, planner.rates)
    return None if found.ran_out else msgspec.structs.replace(found, contact=target.id)
