"""Conditions: Stunned, Knocked Down, Unaware, and effects that wear off."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from sandtable.binding import effects
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    beyond,
    comes_to,
    gap,
    in_contact,
    inches,
    within,
)
from sandtable.books.forgotten_ruin.modifiers import (
    AWARENESS,
    TO_HIT,
    WHY_COVER_IGNORED,
    WHY_FLYING,
    WHY_NOT_DASH,
    WHY_NOT_MOVE,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    MOVED,
    PHASE_STARTED,
    WINDOWS,
    Activation,
    Moment,
    Movement,
    PhaseMoment,
)
from sandtable.kernel import For, Modifier, Play, Refusal, rule, total_of
from sandtable.kernel.arithmetic import hypot
from sandtable.table import Point
from sandtable.table.shapes import segment_point_distance

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot

WAKING_DISTANCE = 6.0
"""How near a soldier in sight wakes a mob (FR-CON-14)."""


@WHY_NOT_MOVE.source("FR-CON-06", rank=-3)
def down_and_still(state: Battle, figure: Figure) -> Refusal | None:
    """A figure that is Knocked Down cannot move from the spot."""
    if not figure.knocked_down:
        return None
    reason = f"{figure.name} is Knocked Down."
    return Refusal("FR-CON-06", reason, "Take an Action; it stands up when its activation ends.")


@WHY_NOT_DASH.source("FR-CON-02", "FR-CON-06", rank=-2)
def too_dazed_to_dash(state: Battle, figure: Figure) -> Refusal | None:
    """A Dash needs Move and Action, which a Stunned or Knocked Down figure does not have both."""
    if figure.knocked_down:
        return Refusal("FR-CON-06", f"{figure.name} is Knocked Down.", "Take another Action.")
    if isinstance(figure, Soldier) and figure.is_stunned:
        return Refusal("FR-CON-02", f"{figure.name} is Stunned.", "Move without a Dash.")
    return None


@TO_HIT.source("FR-CON-07")
def lies_low(state: Battle, shot: Shot) -> Modifier | None:
    """A target that is Knocked Down counts as in Cover; the number that Cover asks for is there already."""
    if not shot.target.knocked_down or WHY_COVER_IGNORED.first(state, shot) is not None:
        return None
    return Modifier(0, "Knocked Down", "FR-CON-07")


def _dazed(play: Play[Battle], seat: str, now: Activation) -> Soldier | None:
    return now.figure if isinstance(now.figure, Soldier) and now.figure.is_stunned else None


@WINDOWS.consequence(ACTIVATION_STARTED, "Stunned", "FR-CON-02", _dazed)
@rule("FR-CON-03")
async def moves_or_acts(play: Play[Battle], seat: str, now: Activation, soldier: Soldier) -> None:
    """A Stunned soldier may Move or take an Action, not both; a Free Action is left (FR-CON-03)."""
    now.is_either = True
    play.tell("Stunned soldier", "FR-CON-02", "FR-CON-03", figure=soldier.id, stun=soldier.stun)


def _is_down(play: Play[Battle], seat: str, now: Activation) -> bool:
    return now.figure.knocked_down


def why_down(figure: Figure) -> Refusal:
    """A figure that is Knocked Down stays on the spot in its next activation."""
    return Refusal("FR-CON-06", f"{figure.name} is Knocked Down.", "Take an Action other than a Dash.")


@WINDOWS.consequence(ACTIVATION_STARTED, "Knocked Down", "FR-CON-06", _is_down)
@rule("FR-CON-10")
async def stays_down(play: Play[Battle], seat: str, now: Activation) -> None:
    """No movement and no Dash, but any other Action; Knocked Down wins over Stunned (FR-CON-10)."""
    now.why_no_move = why_down(now.figure)
    both = isinstance(now.figure, Soldier) and now.figure.stun > 0
    play.tell("Knocked Down figure", "FR-CON-06", *(("FR-CON-10",) if both else ()), figure=now.figure.id)


@rule("FR-CON-04", "FR-CON-08", "FR-CON-10")
def recover(play: Play[Battle], figure: Soldier | Enemy) -> None:
    """An activation is done: the figure stands up, one Stun marker comes off, and some effects end."""
    rules: list[str] = []
    if figure.knocked_down:
        figure.knocked_down = False
        rules.append("FR-CON-08")
    if isinstance(figure, Soldier) and figure.stun:
        figure.stun -= 1
        rules.append("FR-CON-10" if rules else "FR-CON-04")
    if rules:
        stun = figure.stun if isinstance(figure, Soldier) else 0
        play.tell("figure recovers", *rules, figure=figure.id, stun=stun)
    end_effects(play, figure, "activation")


@rule("FR-RND-28")
def end_effects(play: Play[Battle], holder: Figure | Mob, until: str) -> None:
    """Effects that last until now are taken away."""
    for one in effects.end(holder, until, play.state.round):
        play.tell("effect ends", "FR-RND-28", one.rule, holder=holder.id, effect=one.name)


@rule("FR-RND-28")
def end_effects_of_all(play: Play[Battle], until: str) -> None:
    """Everything that lasts for a phase or a round ends, on figures and on mobs."""
    state = play.state
    holders: list[Figure | Mob] = [*state.soldiers.values(), *state.enemies.values(), *state.mobs.values()]
    for one in holders:
        if one.effects:
            end_effects(play, one, until)


@rule("FR-CON-11", "FR-CON-14")
def wake(play: Play[Battle], mob: Mob, *rules: str) -> None:
    """A mob becomes Aware; it acts at its next activation."""
    if mob.aware:
        return
    mob.aware = True
    mob.tally = 0
    play.tell("mob becomes Aware", *(rules or ("FR-CON-14",)), mob=mob.id)


@rule("FR-CON-11", "FR-CON-12", "FR-CON-13", "FR-COOP-06")
async def stir(play: Play[Battle], mob: Mob) -> bool:
    """The activation of an Unaware mob: its own tally grows, and at 10 it wakes and acts at once."""
    more = AWARENESS.all(play.state, mob)
    cited = ("FR-CON-12", "FR-CON-13", *(one.rule for one in more))
    seat, why, reasons = play.state.enemy_dice, For("awake", mob.id), [str(one) for one in more]
    faces = await play.roll(1, why, *cited, seat=seat, mob=mob.id, modifiers=reasons)
    mob.tally += faces[0] - 1 + total_of(more)
    if mob.tally >= 10:
        wake(play, mob, "FR-CON-12")
        return True
    # FR-COOP-06: nobody commands an Unaware mob.
    led = ("FR-COOP-06",) if play.state.enemy_seat else ()
    play.tell("mob stays Unaware", "FR-CON-11", "FR-CON-12", "FR-CON-13", *led, mob=mob.id, tally=mob.tally)
    return False


@rule("FR-CON-14")
def wakes_by_sight(state: Battle, soldier: Soldier, member: Enemy) -> bool:
    """Whether a soldier is near enough to, and in sight of, a figure of a mob."""
    return within(gap(soldier, member), inches(state, WAKING_DISTANCE)) and sees(state, member, soldier)


def _somebody_sleeps(play: Play[Battle], seat: str, now: Moment) -> bool:
    return any(not mob.aware for mob in play.state.mobs.values())


def _comes_near(play: Play[Battle], seat: str, now: Movement) -> Soldier | None:
    return now.figure if isinstance(now.figure, Soldier) and _somebody_sleeps(play, seat, now) else None


@WINDOWS.consequence(MOVED, "waking a mob", "FR-CON-14", _comes_near, rank=-3)
async def wake_by_approach(play: Play[Battle], seat: str, now: Movement, soldier: Soldier) -> None:
    """Distance is checked all along the way of a soldier, in sight at that spot."""
    wake_on_the_way(play, soldier, now.path)


@WINDOWS.consequence(PHASE_STARTED, "soldiers in sight of a mob", "FR-CON-14", _somebody_sleeps)
async def look_around(play: Play[Battle], seat: str, now: PhaseMoment) -> None:
    """Soldiers who stand near wake a mob too, as soon as it sees them."""
    for soldier in play.state.soldiers_on_table():
        wake_on_the_way(play, soldier, ())


def wake_on_the_way(play: Play[Battle], soldier: Soldier, path: tuple[Point, ...]) -> None:
    """Every Unaware mob that sees the soldier within 6 in somewhere along the path wakes."""
    state = play.state
    for mob in state.mobs.values():
        if mob.aware:
            continue
        members = state.members(mob.id)
        if members and _seen_on_the_way(state, soldier, path, members):
            wake(play, mob, "FR-CON-14")


def _seen_on_the_way(state: Battle, soldier: Soldier, path: tuple[Point, ...], members: list[Enemy]) -> bool:
    """Whether some point of the way is near and in sight; the spot where the soldier stands comes first."""
    if soldier.on_table and any(wakes_by_sight(state, soldier, one) for one in members):
        return True
    stood = soldier.at
    try:
        for a, b in pairwise(path):
            for one in members:
                for spot in _spots_near(state, soldier, a, b, one):
                    soldier.at = spot
                    if wakes_by_sight(state, soldier, one):
                        return True
    finally:
        soldier.at = stood
    return False


STRIDE = 0.5
"""How far apart the spots of a way are, in inches, at which it is looked; ours."""


def _spots_near(state: Battle, soldier: Soldier, a: Point, b: Point, member: Enemy) -> list[Point]:
    """Points of a straight way that come near enough to a figure to wake it, the nearest first."""
    (x, y), (u, v) = a, b
    near = inches(state, WAKING_DISTANCE) + soldier.radius + member.radius
    if beyond(segment_point_distance(a, b, member.at), near):
        return []
    dx, dy = u - x, v - y
    length = hypot(dx, dy)
    if length <= 0.0:
        return [a]
    along = ((member.at[0] - x) * dx + (member.at[1] - y) * dy) / (length * length)
    steps = ceil(length / inches(state, STRIDE))
    shares = [min(1.0, max(0.0, along)), *(part / steps for part in range(steps + 1))]
    return [(x + dx * share, y + dy * share) for share in shares]


@rule("FR-CON-15")
def _stunned_friends(state: Battle, soldier: Figure) -> list[Soldier]:
    """Friends with Stun markers; nobody helps oneself, nor who is frozen in time."""
    stunned = [one for one in state.soldiers_on_table() if one.stun > 0 and not one.is_frozen]
    return [one for one in stunned if one is not soldier]


def stunned_friends_in_contact(state: Battle, soldier: Soldier) -> list[Soldier]:
    """Those of them whose base touches."""
    return [one for one in _stunned_friends(state, soldier) if in_contact(state, soldier, one)]


def stunned_friends_brushed(state: Battle, now: Movement, foot: float) -> list[Soldier]:
    """Those whom a soldier touches on the way, at the height it comes from or goes to."""
    soldier, levels = now.figure, (foot, now.figure.elevation)
    if WHY_FLYING.first(state, soldier) is not None:
        return []
    met = [one for one in _stunned_friends(state, soldier) if comes_to(now, one.at, one.radius)]
    return [one for one in met if any(abs(one.elevation - level) < one.height for level in levels)]
