"""Falling: drops and jumps, what they cost, whom they hurt, and leaps over gaps."""

from __future__ import annotations

from math import floor

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.movement.footing import nearest_standable
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, beyond, inches
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import score_of
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.modifiers import WHY_FALLS_SOFTLY, WHY_NOT_ACT
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import Movement
from sandtable.kernel import For, Play, Refusal, rule
from sandtable.table.figures.legs import Leg

PER_HIT = 3.0
"""The inches fallen that cause one Hit (FR-MOV-24)."""
DROPPED = once("phase", "dropped")
"""The mark on an enemy whose drop has ended its activation (FR-MOV-23)."""
FALLEN = "fallen far"
"""The effect on a soldier whose own activation a fall has ended that no move has caused (FR-MOV-23)."""


@rule("FR-MOV-22")
def drop_of(state: Battle, height: float, intentional: bool) -> float:
    """The height that counts: 1 in less for a figure that jumps on purpose."""
    return max(0.0, height - inches(state, 1.0)) if intentional else height


@rule("FR-MOV-24")
def hits_of(state: Battle, drop: float) -> int:
    """One Hit for every full 3 in."""
    return floor((drop + TOLERANCE) / inches(state, PER_HIT))


@rule("FR-MOV-23")
def ends_activation(state: Battle, drop: float) -> bool:
    """A drop of more than 1 in ends the activation at once."""
    return beyond(drop, inches(state, 1.0))


@rule("FR-MOV-22", "FR-MOV-23", "FR-MOV-24")
async def fall(
    play: Play[Battle], figure: Soldier | Enemy, height: float, intentional: bool, *rules: str
) -> bool:
    """A figure that already lies below drops this far; whether its activation goes on."""
    state = play.state
    drop = drop_of(state, height, intentional)
    over, count = ends_activation(state, drop), hits_of(state, drop)
    softly = WHY_FALLS_SOFTLY.first(state, figure) if count else None
    if softly is not None:
        count, rules = 0, (*rules, softly.rule)
    cited = ["FR-MOV-22", *(("FR-MOV-23",) if over else ()), *(("FR-MOV-24",) if count else ())]
    told = "figure jumped down" if intentional else "figure fell"
    play.tell(told, *rules, *cited, figure=figure.id, height=height, drop=drop, hits=count, ends=over)
    if count:
        unit = f"fall of {figure.id}"
        hits = [Hit(damage=0, how="fall", rules=("FR-MOV-24",), unit=unit) for _ in range(count)]
        await strike(play, figure, hits, "FR-MOV-24")
    return not over and figure.on_table


async def land(play: Play[Battle], figure: Soldier | Enemy, leg: Leg, moment: Movement) -> bool:
    """The end of a jump down or of a leap; whether the figure may go on."""
    if leg.how == "leap":
        return await _leap(play, figure, leg, moment)
    goes_on = await fall(play, figure, leg.foot - leg.top, True)
    moment.ends_activation = moment.ends_activation or not goes_on
    if not goes_on and isinstance(figure, Enemy):
        use(figure, DROPPED)
    return goes_on


@WHY_NOT_ACT.source("FR-MOV-23", rank=-2)
def _has_dropped(state: Battle, figure: Figure, action: str) -> Refusal | None:
    """An enemy whose drop has ended its activation takes no Action in it, nor does a soldier who fell far."""
    if figure.is_under(FALLEN) or (isinstance(figure, Enemy) and figure.has_used(DROPPED)):
        return Refusal("FR-MOV-23", f"{figure.name} has dropped down.", "It acts again in the next round.")
    return None


@rule("FR-MOV-25", "FR-MOV-26")
async def _leap(play: Play[Battle], figure: Soldier | Enemy, leg: Leg, moment: Movement) -> bool:
    """On a 1 the figure falls into the gap; otherwise it is over it."""
    state = play.state
    if await score_of(play, figure, "leap", For("leap", figure.id), "FR-MOV-26", "FR-MOV-25", need=2) > 1:
        return True
    area = terrain_of(state.ground).of.get(leg.piece)
    depth = area.height if area is not None else leg.foot
    middle = ((leg.start[0] + leg.end[0]) / 2, (leg.start[1] + leg.end[1]) / 2)
    figure.elevation = 0.0
    figure.at = middle if area is not None else nearest_standable(state, middle, figure)
    goes_on = await fall(play, figure, depth, False, "FR-MOV-26")
    moment.ends_activation = moment.ends_activation or not goes_on
    moment.is_stopped = True
    return False
