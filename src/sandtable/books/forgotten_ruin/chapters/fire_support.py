"""Fire support: a soldier calls, the mortars answer or do not, and the rounds fall somewhere near."""

from __future__ import annotations

from typing import Any

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.hits.resolution import (
    Hit,
    Outcome,
    apply_outcome,
    chance_of_casualty,
    resolve_hits,
)
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees_point
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    bearing,
    distance_to,
    inches,
    told,
    towards,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, aim_planner, spots_to_aim_at
from sandtable.books.forgotten_ruin.chapters.tactics import is_underground
from sandtable.books.forgotten_ruin.chapters.terrain import interior_of
from sandtable.books.forgotten_ruin.modifiers import wits, wits_added
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point

AVAILABLE = "fire support"
"""What Support is called that brings fire missions (FR-FSP-01, FR-MIS-15)."""
ATTEMPT = once("round", "Call Fire Support")
"""The mark of this round's attempt (FR-FSP-02)."""
DIE = 6
RISE = 1
"""How much harder the next call becomes after a success (FR-FSP-04)."""
ON_THE_MARK = 5
"""From this deviation die on the mission lands on the marker (FR-FSP-07)."""
DIRECT_HITS = 3
"""The Hits of the figure on which the marker lands (FR-FSP-08)."""
MORTAR_DAMAGE = 1
"""The damage of mortar rounds (FR-FSP-08, FR-FSP-09)."""
MORTAR_RADIUS = 2.0
"""The blast of mortar rounds (FR-FSP-09)."""


@rule("FR-FSP-01")
def has_fire_support(state: Battle) -> bool:
    """Whether the player has fire support in this mission."""
    return any(one.lower() == AVAILABLE for one in state.mission.support)


@rule("FR-FSP-05")
def is_exhausted(state: Battle) -> bool:
    """Whether no soldier on the table could reach the target number even with a 6."""
    best = max((DIE + wits(state, one) for one in state.soldiers_on_table()), default=0)
    return best < state.mission.fire_support_number


@rule("FR-FSP-01", "FR-FSP-02", "FR-FSP-05", "FR-MIS-37")
def why_not_call(state: Battle, soldier: Soldier) -> Refusal | None:
    """Why fire support cannot be called now; one attempt is allowed per round, successful or not."""
    if not has_fire_support(state):
        return Refusal("FR-FSP-01", "This mission has no fire support.", "Spend Support Points before it.")
    if is_underground(state):
        return Refusal("FR-MIS-37", "No shell falls underground.", "Take another Action.")
    if state.has_used(ATTEMPT):
        return Refusal("FR-FSP-02", "Fire support was called in this round.", "Try again in the next round.")
    if is_exhausted(state):
        number = state.mission.fire_support_number
        return Refusal("FR-FSP-05", f"Nobody on the table can reach {number}+.", "Fire support is exhausted.")
    return None


def chance_of_call(state: Battle, soldier: Soldier) -> float:
    """How likely a call of this soldier is to succeed."""
    return min(DIE, max(0, DIE + 1 + wits(state, soldier) - state.mission.fire_support_number)) / DIE


@rule("FR-FSP-02", "FR-FSP-03", "FR-FSP-04")
async def call_fire_support(play: Play[Battle], soldier: Soldier) -> bool:
    """One D6 with Wits; at the target number the mission arrives at once and the number rises."""
    state = play.state
    if not state.has_used(ATTEMPT):
        use(state, ATTEMPT)
    number, clever, why = (
        state.mission.fire_support_number,
        wits_added(state, soldier),
        For("call", soldier.id),
    )
    dice = await roll_own(play, soldier, "call", 1, why, "FR-FSP-01", "FR-FSP-03", added=clever, need=number)
    if dice.score(0) < number:
        play.tell("call fails", "FR-FSP-02", "FR-FSP-03", soldier=soldier.id, number=number)
        return False
    state.mission.fire_support_number += RISE
    play.tell("call succeeds", "FR-FSP-02", "FR-FSP-04", soldier=soldier.id, next=number + RISE)
    if is_exhausted(state):
        play.tell("fire support exhausted", "FR-FSP-05", number=state.mission.fire_support_number)
    await fire_mission(play, soldier, "FR-FSP-03")
    return True


@rule("FR-FSP-06", "FR-FSP-07")
async def fire_mission(play: Play[Battle], caller: Soldier, *rules: str) -> list[Outcome]:
    """The player puts the marker, it may deviate, and the rounds fall there."""
    marker = await _aim(play, caller)
    if marker is None:
        play.tell("no spot for a fire mission", "FR-FSP-06", "FR-FSP-10", soldier=caller.id)
        return []
    return await land(play, caller, await _deviate(play, caller, marker), *rules)


@rule("FR-FSP-06", "FR-FSP-10", "FR-LOS-15")
def why_not_mark(state: Battle, caller: Soldier, at: Point) -> Refusal | None:
    """The marker lies in sight of the caller, at any distance, and not where it would touch a soldier."""
    radius = inches(state, MORTAR_RADIUS)
    for one in state.soldiers_on_table():
        if within(distance_to(one, at), radius):
            return Refusal(
                "FR-FSP-10",
                f"{one.name} is within {told(state, radius)} of the marker.",
                "Keep it away from soldiers.",
            )
    if not sees_point(state, caller, at):
        return Refusal("FR-FSP-06", f"{caller.name} does not see the point.", "Mark a point in sight.")
    return None


async def _aim(play: Play[Battle], caller: Soldier) -> Point | None:
    state = play.state
    radius = inches(state, MORTAR_RADIUS)
    farthest = state.ground.width + state.ground.depth

    def spots() -> list[Point]:
        # With nobody in sight the rounds may fall anywhere that is in sight.
        worth = [*spots_to_aim_at(state, caller, farthest, radius), *_lattice(state, LATTICE)]
        if any(why_not_mark(state, caller, one) is None for one in worth):
            return worth
        return _lattice(state, int(max(state.ground.width, state.ground.depth) / inches(state, FINE)))

    planner = aim_planner(
        state,
        "FR-FSP-06",
        spots,
        lambda at: why_not_mark(state, caller, at),
        lambda at: worth_of_mission(state, caller, at),
    )
    if not planner.legal_spots():
        return None
    prompt = f"Where does {caller.name} want the fire mission?"
    return await aim(play, caller, "aim fire mission", prompt, ("FR-FSP-06", "FR-FSP-10"), planner, radius)


LATTICE = 6
"""How many points along each edge are looked at where no enemy is worth a fire mission."""
FINE = 0.5
"""How close together points are looked at for a caller who sees little."""


def _lattice(state: Battle, number: int) -> list[Point]:
    wide, deep = state.ground.width / number, state.ground.depth / number
    return [
        (round((column + 0.5) * wide, 3), round((row + 0.5) * deep, 3))
        for row in range(number)
        for column in range(number)
    ]


def worth_of_mission(state: Battle, caller: Soldier, at: Point) -> dict[str, Any]:
    """Whom rounds that land on the marker would Hit, and how many they are expected to remove."""
    figures = figures_under(state, at)
    kills = 0.0
    for figure, number in figures:
        kills += chance_of_casualty(state, figure, _round(caller, at, 0.0), number)
    return {
        "figures": [one.id for one, _ in figures],
        "kills": round(kills, 3),
        "worth": round(kills, 3),
    }


@rule("FR-FSP-07")
async def _deviate(play: Play[Battle], caller: Soldier, marker: Point) -> Point:
    """On 5 or 6 the mission lands on the marker; else it lies as many inches off as the die shows."""
    state = play.state
    faces = await play.roll(1, "deviation", "FR-FSP-07", seat=caller.seat)
    if faces[0] >= ON_THE_MARK:
        return marker
    # Ruling of FR-FSP-07: rounds fall from above, no obstacle stops the marker.
    degrees = await bearing(play, "FR-FSP-07")
    at = towards(state, degrees, marker, inches(state, faces[0]))
    play.tell("fire mission deviates", "FR-FSP-07", at=at, inches=faces[0])
    return at


@rule("FR-FSP-08", "FR-FSP-09")
def figures_under(state: Battle, at: Point) -> list[tuple[Soldier | Enemy, int]]:
    """Whom the rounds Hit and how often: a direct hit three times, everybody else within 2 in once."""
    radius = inches(state, MORTAR_RADIUS)
    found: list[tuple[float, Soldier | Enemy]] = []
    for one in state.figures_on_table():
        far = distance_to(one, at)
        if not within(far, radius):
            continue
        interior = interior_of(state, one)
        if interior is None or not interior.is_roofed:
            found.append((far, one))
    found.sort(key=lambda pair: (pair[0], pair[1].id))
    return [
        (one, DIRECT_HITS if place == 0 and within(far, 0.0) else 1) for place, (far, one) in enumerate(found)
    ]


def _round(caller: Soldier, at: Point, radius: float, *rules: str) -> Hit:
    return Hit(
        damage=MORTAR_DAMAGE,
        how="fire mission",
        rules=rules,
        attacker=caller.id,
        unit="fire mission",
        at=at,
        radius=radius,
    )


@rule("FR-FSP-08", "FR-FSP-09", "FR-FSP-11", "FR-EXP-16")
async def land(play: Play[Battle], caller: Soldier, at: Point, *rules: str) -> list[Outcome]:
    """The rounds land; neither Cover nor figures in between help, and friends are not spared."""
    state = play.state
    radius = inches(state, MORTAR_RADIUS)
    struck = figures_under(state, at)
    stray = any(one.id in state.soldiers for one, _ in struck)
    play.tell(
        "fire mission lands",
        "FR-FSP-09",
        *(("FR-FSP-11",) if stray else ()),
        *rules,
        at=at,
        figures=[one.id for one, _ in struck],
    )
    outcomes = []
    for figure, number in struck:
        cited = "FR-FSP-08" if number > 1 else "FR-FSP-09"
        hits = [_round(caller, at, radius, cited) for _ in range(number)]
        for hit in hits if number > 1 else ():
            hit.knocks_down = "FR-FSP-08"
        outcomes.append(await resolve_hits(play, figure, hits))
    for outcome in outcomes:
        await apply_outcome(play, outcome, "FR-FSP-09")
    return outcomes
