"""Investigations: four points of interest that soldiers may look into."""

from __future__ import annotations

from sandtable.binding.choosing import choose_if_several, named
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.movement.footing import nearest_standable
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    centre,
    distance_to,
    inches,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.loot.finding import find_loot
from sandtable.books.forgotten_ruin.missions.ending import at_end_of_round
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.missions.regions import is_in_region
from sandtable.books.forgotten_ruin.missions.requirements import open_objectives
from sandtable.books.forgotten_ruin.modifiers import AGGRESSION_GAINS, INVESTIGATION, wits_added
from sandtable.books.forgotten_ruin.state import EDGES, Battle, Marker, Soldier
from sandtable.books.forgotten_ruin.transformations.gaining import after_exposure
from sandtable.books.forgotten_ruin.windows import MOVE_ENDED, WINDOWS, Activation, Movement
from sandtable.kernel import Candidate, For, Modifier, Play, rule
from sandtable.table.edges import middle_of_edge

NEAR = 1.0
"""How near a soldier must be to a marker (FR-INV-03)."""
REVEALED_AT = 4
"""The total of a check, or the face of a search, that reveals (FR-INV-03, FR-INV-04)."""
LEAD = 2
"""What a lead adds to the check (FR-INV-03)."""
EXPOSURE_AGGRESSION, LOOT_AGGRESSION, BITS = 1, 2, 2
"""FR-INV-09, FR-INV-12, FR-INV-13."""


@preparation("investigation markers", "FR-INV-01", "FR-PRN-04")
async def lay_markers(play: Play[Battle]) -> None:
    """Four markers, each halfway between the centre and the midpoint of an edge."""
    state = play.state
    x, y = centre(state)
    for edge in EDGES:
        u, v = middle_of_edge(state.ground, edge)
        _lay(play, ((x + u) / 2, (y + v) / 2), "FR-INV-01", "FR-PRN-04", "FR-INV-02")
    if is_in_region(state, "City"):
        _lay(play, centre(state), "FR-MIS-29", "FR-INV-01")


@rule("FR-INV-02", "FR-MIS-29")
def _lay(play: Play[Battle], at: tuple[float, float], *rules: str) -> None:
    """Markers are not terrain: they hinder nobody."""
    state = play.state
    id = f"I{sum(one.kind == 'investigation' for one in state.markers.values()) + 1}"
    place = nearest_standable(state, at)
    state.markers[id] = Marker(id=id, kind="investigation", at=place)
    play.tell("marker placed", *rules, marker=id, at=place)


def unrevealed(state: Battle) -> list[Marker]:
    """Investigations that are still on the table."""
    return [one for one in state.markers.values() if one.kind == "investigation" and not one.gone]


def _checks(play: Play[Battle], seat: str, now: Movement) -> bool:
    soldier = now.figure
    if not isinstance(soldier, Soldier) or not soldier.on_table or soldier.position == "pet":
        return False
    if now.how in ("push", "thrown", "swapped"):
        return False
    return any(not one.checked and is_near(play.state, soldier, one) for one in unrevealed(play.state))


def is_near(state: Battle, soldier: Soldier, marker: Marker) -> bool:
    """Whether a soldier is within 1 in of a marker."""
    return within(distance_to(soldier, marker.at), inches(state, NEAR))


@WINDOWS.consequence(MOVE_ENDED, "check a marker", "FR-INV-03", _checks)
@rule("FR-INV-05")
async def check_marker(play: Play[Battle], seat: str, now: Movement) -> None:
    """A soldier who ends a move within 1 inch of an unchecked marker rolls 1D6 and Wits."""
    state, soldier = play.state, now.figure
    assert isinstance(soldier, Soldier)
    for marker in unrevealed(state):
        if marker.checked or not is_near(state, soldier, marker) or not soldier.on_table:
            continue
        found = INVESTIGATION.all(state, soldier, marker)
        found += [Modifier(LEAD, "a lead", "FR-INV-03")] if marker.objective == "lead" else []
        what, added = For("investigate", soldier.id), [*wits_added(state, soldier), *found]
        dice = await roll_own(
            play, soldier, "investigation", 1, what, "FR-INV-03", added=added, need=REVEALED_AT
        )
        marker.checked = True
        if dice.score(0) >= REVEALED_AT:
            await reveal(play, marker, soldier)
        else:
            marker.number = face = dice.faces[0]
            rules = ("FR-INV-04", "FR-INV-05", "FR-INV-03")
            play.tell("search required", *rules, marker=marker.id, face=face, figure=soldier.id)


def _searched(state: Battle) -> list[Marker]:
    return [one for one in unrevealed(state) if one.checked and _near(state, one)]


def _near(state: Battle, marker: Marker) -> list[Soldier]:
    # FR-LOOT-72: nothing that works by presence works for the frozen.
    able = [one for one in state.soldiers_on_table() if one.position != "pet" and not one.is_frozen]
    return [one for one in able if is_near(state, one, marker)]


@rule("FR-INV-08")
@at_end_of_round("search markers", "FR-INV-04", lambda state: bool(_searched(state)))
async def search(play: Play[Battle]) -> None:
    """The face on a marker with a soldier near goes up by one; at 4 one of those near reveals it."""
    state = play.state
    for marker in _searched(state):
        if not _near(state, marker):
            # What the marker before it brought has taken them away.
            continue
        marker.number += 1
        play.tell("search goes on", "FR-INV-04", "FR-INV-05", marker=marker.id, face=marker.number)
        if marker.number >= REVEALED_AT:
            topic, prompt = "choose who reveals", "Which soldier reveals the marker?"
            near, rules = _near(state, marker), ("FR-INV-08",)
            finder = await choose_if_several(play, state.lead, topic, prompt, rules, near, named)
            await reveal(play, marker, finder)


@rule("FR-INV-06", "FR-INV-07")
async def reveal(play: Play[Battle], marker: Marker, soldier: Soldier) -> None:
    """A revealed marker is completed, whatever comes of it."""
    state = play.state
    # FR-SPL-38: what an image finds, its caster has found.
    soldier = state.soldiers.get(soldier.copy_of, soldier)
    marker.gone = True
    soldier.deeds.investigations += 1
    state.investigations += 1
    row = await roll_on(play, "investigation", mission_tables().investigation_outcomes, "FR-INV-06")
    rules = ("FR-INV-06", "FR-INV-07", "FR-INV-08", row.rule)
    play.tell("marker revealed", *rules, marker=marker.id, figure=soldier.id, outcome=row.result)
    await OUTCOMES[row.result](play, marker, soldier)


@rule("FR-INV-09", "FR-INV-10")
async def _exposure(play: Play[Battle], marker: Marker, soldier: Soldier) -> None:
    """One Exposure and 1 Aggression; enough Exposure transforms the soldier who found it."""
    state = play.state
    state.stock.exposure += 1
    kept = ("FR-INV-10",) if soldier.transformation else ()
    play.tell("Exposure gained", "FR-INV-09", *kept, figure=soldier.id, exposure=state.stock.exposure)
    # Ruling of FR-INV-09: Exposure, Transformation, Aggression.
    await after_exposure(play, soldier)
    await add_aggression(play, EXPOSURE_AGGRESSION, "FR-INV-09")


@rule("FR-INV-11")
async def _insight(play: Play[Battle], marker: Marker, soldier: Soldier) -> None:
    """One more Tactic may be used in this battle."""
    play.state.extra_tactics += 1
    play.tell("Tactical insight", "FR-INV-11", "FR-TAC-02")


@rule("FR-INV-12")
async def _loot(play: Play[Battle], marker: Marker, soldier: Soldier) -> None:
    """A find lies here, to be dug up by an Action; the noise comes at once."""
    state = play.state
    site = state.new_id("D")
    state.markers[site] = Marker(id=site, kind="dig site", at=marker.at)
    play.tell("marker placed", "FR-INV-12", marker=site, at=marker.at, what="dig site")
    await add_aggression(play, LOOT_AGGRESSION, "FR-INV-12")


@rule("FR-INV-13")
async def _bits(play: Play[Battle], marker: Marker, soldier: Soldier) -> None:
    """Two Kit Points after the battle."""
    play.state.stock.kit_points += BITS
    play.tell("Kit Points gained", "FR-INV-13", points=BITS)


@rule("FR-INV-14")
async def _something_bad(play: Play[Battle], marker: Marker, soldier: Soldier) -> None:
    """Something that is still open adds 1 Aggression every round."""
    state = play.state
    pool = [*(one.id for one in open_objectives(state)), *(one.id for one in unrevealed(state))]
    if not pool:
        play.tell("nothing bad is left", "FR-INV-14", "FR-PRN-25")
        return
    chosen = await pick_at_random(play, pool, "what goes wrong", "FR-INV-14")
    if chosen in state.objectives:
        state.objectives[chosen].perks = (*state.objectives[chosen].perks, "something bad")
    else:
        state.markers[chosen].turn += 1
    play.tell("something bad is happening", "FR-INV-14", at=chosen)


@AGGRESSION_GAINS.source("FR-INV-14", rank=1)
def something_bad(state: Battle) -> Modifier | None:
    """One point for every such thing that is not settled yet."""
    count = sum(one.perks.count("something bad") for one in open_objectives(state))
    count += sum(int(one.turn) for one in unrevealed(state))
    return Modifier(count, "something bad is happening", "FR-INV-14") if count else None


OUTCOMES = {
    "Exposure": _exposure,
    "Tactical insight": _insight,
    "Loot": _loot,
    "Some useful bits": _bits,
    "Something bad is happening": _something_bad,
}


@action("Dig", "FR-INV-12")
class Dig(Action):
    """A soldier digs up a find."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Dig sites within 1 inch."""
        if soldier.position == "pet" or soldier.is_ghost:
            return []
        return [
            Candidate(f"dig {one.id}", "Dig up what lies here", one.id, rules=("FR-INV-12",), about=(one.id,))
            for one in state.markers.values()
            if one.kind == "dig site" and not one.gone and is_near(state, soldier, one)
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: str) -> None:
        """One Loot roll, whose find may be used at once."""
        site = play.state.markers[chosen]
        site.gone = True
        await find_loot(play, soldier, "FR-INV-12", at=site.at)
