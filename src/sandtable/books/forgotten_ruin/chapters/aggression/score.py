"""Aggression: the score that grows every round and at 10 brings something new."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import DiceRow, Row
from sandtable.books.forgotten_ruin.chapters.principles.conventions import distance_to, inches, within
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import difficulty, has_option
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.chapters.tactics import SILENCE, offer_tactics
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.missions.mission_tables import turn_of
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.modifiers import (
    AGGRESSION_DIE,
    AGGRESSION_GAINS,
    AGGRESSION_LOSSES,
    AGGRESSION_ROLLS,
    AGGRESSION_THRESHOLD,
    WHY_NO_AGGRESSION,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Marker
from sandtable.books.forgotten_ruin.windows import (
    AGGRESSION_EVENT,
    AGGRESSION_PHASE,
    AGGRESSION_SETTLED,
    WINDOWS,
    AggressionEvent,
    Moment,
)
from sandtable.kernel import Modifier, Play, rule, total_of
from sandtable.table import Area

FINALE = {"artifact": "FR-FIN-08", "final": "FR-FIN-18"}
"""The battles of the finale, which know no Aggression, with their rules."""
ON_A_MARKER = 0.0
"""A villain is on a marker if its base touches the point (FR-AGG-04)."""
MARKERS_OF_THE_MISSION = ("investigation", "objective")


SETS_THE_SCORE = ("Reinforcements",)
"""The row that always names the score that follows, 0 among them (FR-AGG-12)."""
HIGHEST = 6
"""The highest face of the Aggression die (FR-AGG-03)."""


class AggressionRow(DiceRow, frozen=True):
    """A row of the Aggression table."""

    result: str
    rule: str
    if_no_mobs: str = ""
    """What happens instead where no mob is on the table."""


class _File(Row, frozen=True):
    threshold: int
    less_attention: int
    least_threshold: int
    rows: tuple[AggressionRow, ...]


@cache
@rule("FR-AGG-07")
def table() -> _File:
    """The Aggression table and the points it needs."""
    return read_data("aggression.yaml", _File)


@rule("FR-AGG-02", "FR-EXR-11", "FR-CAM-13", "FR-FIN-08", "FR-FIN-18")
def aggression_is_used(state: Battle) -> bool:
    """Not in exercises or the finale, nor in the first two campaign turns unless it is switched on."""
    if state.mission.kind.startswith("exercise") or state.mission.kind in FINALE:
        return False
    return turn_of(state.mission.campaign_turn).aggression or state.switches.early_aggression


@rule("FR-AGG-02", "FR-CAM-13", "FR-EXR-11")
def why_unused(state: Battle) -> tuple[str, ...]:
    """The rules by which there is no Aggression in this battle."""
    if state.mission.kind in FINALE:
        return (FINALE[state.mission.kind],)
    return ("FR-EXR-11",) if state.mission.kind.startswith("exercise") else ("FR-AGG-02", "FR-CAM-13")


@rule("FR-AGG-05", "FR-DIF-11", "FR-DIF-26")
def threshold(state: Battle) -> tuple[int, tuple[str, ...]]:
    """The points that call for a roll, and the rules behind the number."""
    options, file = state.switches.difficulty_options, table()
    number = file.threshold
    rules: tuple[str, ...] = ("FR-AGG-05",)
    if "Less attention" in options:
        number, rules = file.less_attention, (*rules, "FR-DIF-11")
    changes = AGGRESSION_THRESHOLD.all(state)
    number += sum(one.value for one in changes)
    rules = (*rules, *(one.rule for one in changes))
    if "Escalation" in options:
        number = max(file.least_threshold, number - len(state.aggression_events))
        rules = (*rules, "FR-DIF-26")
    return number, rules


@rule("FR-AGG-21", "FR-AGG-05")
async def add_aggression(play: Play[Battle], points: int, *rules: str) -> None:
    """Points gained during the round trigger the table at once if the threshold is reached."""
    if play.state.phase == "enemy" and would_boil_over(play.state, points):
        # FR-TAC-04: what the enemy does is not known beforehand.
        await offer_tactics(play, f"Invoke {SILENCE} before the Aggression rises?", SILENCE)
    if _add(play, points, rules):
        await _check(play, "FR-AGG-21")


@rule("FR-TAC-13", "FR-AGG-01", "FR-PRN-25")
def _add(play: Play[Battle], points: int, rules: tuple[str, ...]) -> bool:
    """Raise the score, where something may raise it; whether it rose."""
    state = play.state
    why: tuple[str, ...] = ()
    if not aggression_is_used(state):
        # FR-PRN-25: the part of an effect that cannot happen is skipped.
        why = (*why_unused(state), "FR-PRN-25")
    elif (barred := WHY_NO_AGGRESSION.first(state)) is not None:
        why = (barred.rule,)
    elif points > 0 and SILENCE in state.active_tactics:
        why = ("FR-TAC-13",)
    if why:
        play.tell("no Aggression", *why, *rules, points=points)
        return False
    state.aggression += points
    what = "Aggression rises" if points > 0 else "Aggression stays"
    play.tell(what, *rules, "FR-AGG-01", points=points, score=state.aggression)
    return points > 0


@rule("FR-AGG-22")
def reduce_aggression(play: Play[Battle], points: int, *rules: str, by: str = "") -> None:
    """The score falls, but not below 0."""
    state = play.state
    stopped = ("FR-AGG-22",) if points > state.aggression else ()
    state.aggression = max(0, state.aggression - points)
    play.tell("Aggression falls", *rules, *stopped, points=points, score=state.aggression, figure=by)


async def _check(play: Play[Battle], *rules: str) -> None:
    number, why = threshold(play.state)
    if play.state.aggression >= number:
        play.tell("Aggression boils over", *why, *rules, score=play.state.aggression, threshold=number)
        kept = 0
        for _ in range(1 + sum(one.value for one in AGGRESSION_ROLLS.all(play.state))):
            score = await roll_aggression_table(play)
            # Ruling of FR-SPM-23: of several rolls the last score that a result sets stays.
            kept = kept if score is None else score
        play.state.aggression = kept


@rule("FR-MIS-73", "FR-AGG-03", "FR-AGG-25", "FR-AGG-22")
async def aggression_phase(play: Play[Battle]) -> None:
    """The die and everything else of the phase are added first; then the score is compared once."""
    state = play.state
    if not aggression_is_used(state):
        return
    await WINDOWS.open(play, AGGRESSION_PHASE, Moment(state.lead))
    added = AGGRESSION_DIE.all(state)
    rules, reasons = ("FR-AGG-03", *(one.rule for one in added)), [str(one) for one in added]
    (face,) = await play.roll(1, "aggression", *rules, seat=state.lead, modifiers=reasons)
    die = face + total_of(added)
    gains, losses = AGGRESSION_GAINS.all(state), AGGRESSION_LOSSES.all(state)
    rules = ("FR-AGG-03", "FR-AGG-25", *(one.rule for one in gains), *(("FR-AGG-22",) if die < 0 else ()))
    points = max(0, max(0, die) + total_of(gains) - total_of(losses))
    if _add(play, points, (*rules, "FR-MIS-73", *(one.rule for one in losses))):
        await _check(play, "FR-AGG-25")


def could_boil_over(state: Battle) -> bool:
    """Whether the die of this phase could bring the score to the threshold."""
    gains = [*AGGRESSION_DIE.all(state), *AGGRESSION_GAINS.all(state)]
    return would_boil_over(state, HIGHEST + total_of(gains))


def would_boil_over(state: Battle, points: int) -> bool:
    """Whether so many points would bring the score to the threshold, if anything may raise it."""
    if not aggression_is_used(state) or WHY_NO_AGGRESSION.first(state) is not None:
        return False
    return points > 0 and state.aggression + points >= threshold(state)[0]


@rule("FR-AGG-04")
def markers_on_table(state: Battle) -> list[Marker]:
    """Objective and Investigation markers that are still there."""
    return [one for one in state.markers.values() if one.kind in MARKERS_OF_THE_MISSION and not one.gone]


@rule("FR-AGG-04", "FR-DIF-25")
def features_of_objectives(state: Battle) -> list[Area]:
    """The terrain features in which Objectives that are still open wait for somebody."""
    still_open = [one for one in state.objectives.values() if one.state == "open"]
    waiting = [id for one in still_open for id in TASKS[one.type].waiting_features(one)]
    return [area for area in state.ground.areas if area.id in waiting]


@AGGRESSION_GAINS.source("FR-DIF-25", rank=-1)
def danger_zone(state: Battle) -> Modifier | None:
    """One point for each soldier within 1 in of an Investigation or Objective that is still there."""
    if not has_option(state, "Danger zone"):
        return None
    limit = inches(state, difficulty().danger_zone_inches)
    soldiers = [one for one in state.soldiers_on_table() if not one.copy_of]
    near = [one for one in soldiers if is_near_the_mission(state, one, limit)]
    return Modifier(len(near), "Danger zone", "FR-DIF-25") if near else None


@rule("FR-AGG-04", "FR-DIF-25")
def is_near_the_mission(state: Battle, figure: Figure, far: float) -> bool:
    """Whether a figure is so near to a marker, or to the feature of an open Objective."""
    if any(within(distance_to(figure, one.at), far) for one in markers_on_table(state)):
        return True
    return any(
        within(max(0.0, area.distance(*figure.at) - figure.radius), far)
        for area in features_of_objectives(state)
    )


@rule("FR-AGG-04", "FR-VPL-09")
def villains_at_the_mission(state: Battle) -> list[Enemy]:
    """The villains whose base touches a marker or the feature of an Objective; each counts once."""
    villains = [one for one in state.enemies_on_table() if one.kind == "villain" and not one.is_frozen]
    return [one for one in villains if is_near_the_mission(state, one, ON_A_MARKER)]


@AGGRESSION_GAINS.source("FR-AGG-04")
def villains_on_markers(state: Battle) -> Modifier | None:
    """One point for every villain on a marker."""
    villains = villains_at_the_mission(state)
    return Modifier(len(villains), "villains on markers", "FR-AGG-04") if villains else None


@rule("FR-AGG-07", "FR-AGG-06", "FR-AGG-20")
async def roll_aggression_table(play: Play[Battle]) -> int | None:
    """A row of the table happens at once, then the score starts again; the score that it sets, if any."""
    # Events change the score.
    from sandtable.books.forgotten_ruin.chapters.aggression.events import apply_event

    state = play.state
    rows = table().rows
    rolled = await roll_on(play, "aggression", rows, "FR-AGG-07", "FR-AGG-05")
    row = _varied(play, rolled)
    state.aggression = 0
    now = AggressionEvent(state.lead, row.result)
    await WINDOWS.open(play, AGGRESSION_EVENT, now)
    if now.is_cancelled:
        play.tell("Aggression event cancelled", "FR-AGG-06", row=now.row, score=state.aggression)
        state.aggression_cancelled += 1
        # The roll was made all the same, and with it a high-value target is revealed (FR-OBJ-21).
        await WINDOWS.open(play, AGGRESSION_SETTLED, now)
        return None
    state.aggression_events = (*state.aggression_events, now.row)
    happened = await apply_event(play, now.row)
    if happened != now.row:
        _mark(state, happened)
    await WINDOWS.open(play, AGGRESSION_SETTLED, now)
    play.tell("Aggression starts again", "FR-AGG-06", score=state.aggression)
    return state.aggression if state.aggression or happened in SETS_THE_SCORE else None


def _varied(play: Play[Battle], rolled: AggressionRow) -> AggressionRow:
    """With Added Aggression Variety no row occurs twice, until all have (FR-AGG-20)."""
    state = play.state
    if not state.switches.aggression_variety:
        return rolled
    applied = rolled
    if rolled.result in state.rows_occurred:
        applied = next(row for row in table().rows if row.result not in state.rows_occurred)
        play.tell("another event", "FR-AGG-20", rolled=rolled.result, row=applied.result)
    _mark(state, rolled.result, applied.result)
    return applied


@rule("FR-AGG-20")
def _mark(state: Battle, *results: str) -> None:
    """Rows that were rolled, applied or taken in the place of another have occurred."""
    if not state.switches.aggression_variety:
        return
    every, occurred = [row.result for row in table().rows], (*state.rows_occurred, *results)
    now = tuple(one for one in every if one in occurred)
    state.rows_occurred = () if len(now) == len(every) else now
