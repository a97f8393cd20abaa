"""Fire support: a soldier calls, the mortars answer or do not, and the rounds fall somewhere near."""

from __future__ import annotations

from typing import Any

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import tell_if_off
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, Outcome, chance_of_casualty, faces_reaching
from sandtable.books.forgotten_ruin.chapters.hits.resolution import apply_outcome, resolve_hits
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
from sandtable.books.forgotten_ruin.modifiers import WITS_AGAIN, wits, wits_added
from sandtable.books.forgotten_ruin.state import NO_SOLDIERS, Battle, Enemy, Soldier
from sandtable.kernel import For, Play, Refusal, rule
from sandtable.table import Point

ATTEMPT = once("round", "Call Fire Support")
"""The mark of this round's attempt (FR-FSP-02)."""
DIE = 6
MORTAR_RADIUS = 2.0
"""The blast of mortar rounds (FR-FSP-09)."""
LATTICE = 6
"""How many points along each edge are looked at where no enemy is worth a fire mission."""
FINE = 0.5
"""How close together points are looked at for a caller who sees little."""


@rule("FR-FSP-01")
def has_fire_support(state: Battle) -> bool:
    """Whether the player has fire support in this mission."""
    return any(one.lower() == "fire support" for one in state.mission.support)


@rule("FR-FSP-05")
def is_exhausted(state: Battle) -> bool:
    """Whether no soldier on or above the table could reach the target number even with a 6."""
    here = [one for one in state.soldiers.values() if one.where in ("on the table", "aloft")]
    able = [one for one in here if one.position not in NO_SOLDIERS]
    return all(DIE + _best_wits(state, one) < state.mission.fire_support_number for one in able)


def _best_wits(state: Battle, soldier: Soldier) -> int:
    """The Wits of a call, or those of a second roll, where a soldier has any that are better."""
    return max(wits(state, soldier), *(one.value for one in WITS_AGAIN.all(state, soldier)), -DIE)


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
    """How likely a call of this soldier is to succeed, rolled again where that is allowed."""
    number = state.mission.fire_support_number
    first = faces_reaching(number - wits(state, soldier)) / DIE
    again = max((faces_reaching(number - one.value) for one in WITS_AGAIN.all(state, soldier)), default=0)
    return first + (1.0 - first) * again / DIE


@rule("FR-FSP-02", "FR-FSP-03", "FR-FSP-04")
async def call_fire_support(play: Play[Battle], soldier: Soldier) -> bool:
    """One D6 with Wits; at the target number the mission arrives at once and the number rises by 1."""
    state = play.state
    if not state.has_used(ATTEMPT):
        use(state, ATTEMPT)
    number, why = state.mission.fire_support_number, For("call", soldier.id)
    clever = wits_added(state, soldier)
    dice = await roll_own(play, soldier, "call", 1, why, "FR-FSP-01", "FR-FSP-03", added=clever, need=number)
    if dice.score(0) < number:
        play.tell("call fails", "FR-FSP-02", "FR-FSP-03", soldier=soldier.id, number=number)
        return False
    state.mission.fire_support_number += 1
    play.tell("call succeeds", "FR-FSP-02", "FR-FSP-04", soldier=soldier.id, next=number + 1)
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


def _lattice(state: Battle, number: int) -> list[Point]:
    wide, deep = state.ground.width / number, state.ground.depth / number
    return [
        (round((column + 0.5) * wide, 3), round((row + 0.5) * deep, 3))
        for row in range(number)
        for column in range(number)
    ]


def worth_of_mission(state: Battle, caller: Soldier, at: Point) -> dict[str, Any]:
    """Whom rounds that land on the marker would Hit, and how many they are expected to remove."""
    figures, kills = figures_under(state, at), 0.0
    for figure, number in figures:
        kills += chance_of_casualty(state, figure, _round(caller, at, 0.0), number)
    worth = round(kills, 3)
    return {"figures": [one.id for one, _ in figures], "kills": worth, "worth": worth}


@rule("FR-FSP-07")
async def _deviate(play: Play[Battle], caller: Soldier, marker: Point) -> Point:
    """On 5 or 6 the mission lands on the marker; else it lies as many inches off as the die shows."""
    state = play.state
    faces = await play.roll(1, "deviation", "FR-FSP-07", seat=caller.seat)
    if faces[0] >= 5:
        return marker
    # Ruling of FR-FSP-07: rounds fall from above, no obstacle stops the marker.
    at = towards(state, await bearing(play, "FR-FSP-07"), marker, inches(state, faces[0]))
    play.tell("fire mission deviates", "FR-FSP-07", at=at, inches=faces[0])
    tell_if_off(play, at)
    return at


@rule("FR-FSP-08", "FR-FSP-09")
def figures_under(state: Battle, at: Point) -> list[tuple[Soldier | Enemy, int]]:
    """Whom the rounds Hit and how often: a direct hit three times, everybody else within 2 in once."""
    radius = inches(state, MORTAR_RADIUS)
    found = [one for one in state.figures_on_table() if within(distance_to(one, at), radius)]
    open_to = [one for one in found if not ((house := interior_of(state, one)) and house.is_roofed)]
    order = sorted(open_to, key=lambda one: (distance_to(one, at), one.id))
    is_direct = bool(order) and within(distance_to(order[0], at), 0.0)
    return [(one, 3 if is_direct and one is order[0] else 1) for one in order]


@rule("FR-FSP-08", "FR-FSP-09")
def _round(caller: Soldier, at: Point, radius: float, *rules: str) -> Hit:
    """One Hit of mortar rounds, which have damage 1."""
    return Hit(
        damage=1,
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
    ids = [one.id for one, _ in struck]
    stray = ("FR-FSP-11",) if any(id in state.soldiers for id in ids) else ()
    play.tell("fire mission lands", "FR-FSP-09", *stray, *rules, at=at, figures=ids)
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
