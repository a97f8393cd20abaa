"""Basic principles: measuring, dice, random choices, and taking figures off the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import radians
from typing import Any, TypeVar

from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Edge, Enemy, Figure, FigureId, Soldier, Whereabouts
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Movement, Removal
from sandtable.kernel import Candidate, ChooseOne, For, Play, rule
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.table import Point
from sandtable.table.edges import OPPOSITE
from sandtable.table.shapes import segment_point_distance

Thing = TypeVar("Thing")

TOLERANCE = 0.01
"""How far a measured distance may miss its limit (FR-PRN-32)."""
CENTIMETRES = 2.5
"""What an inch becomes in metric play (FR-PRN-11)."""
BEARING_OF: dict[Edge, float] = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
"""Where a player at this edge looks, in degrees clockwise from north."""
AIRBORNE = ("flight", "leap", "glide")
"""Movements that touch the ground only where they end."""
INVOLUNTARY = ("push", "random")
"""Movements that a soldier suffers and does not make (ruling of FR-INV-03)."""


@rule("FR-PRN-10")
def gap(one: Figure, other: Figure) -> float:
    """The distance between the nearest points of two bases; 0 where they touch."""
    (x, y), (u, v) = one.at, other.at
    return max(0.0, hypot(x - u, y - v) - one.radius - other.radius)


@rule("FR-PRN-10")
def distance_to(figure: Figure, point: Point) -> float:
    """The distance from the nearest point of a base to a point."""
    return max(0.0, hypot(figure.at[0] - point[0], figure.at[1] - point[1]) - figure.radius)


@rule("FR-PRN-12")
def measure(state: Battle, one: FigureId, other: FigureId) -> float:
    """The distance between two figures, for a player who asks; it costs nothing and binds to nothing."""
    return gap(state.figure(one), state.figure(other))


HUMAN_SIZE = (0.5, 1.25)
MONSTER_SIZE = (1.0, 2.5)
"""Radius of the base and height in inches, unless a figure has its own (FR-PRN-30)."""


@rule("FR-PRN-30", "FR-PRN-13")
def stature(state: Battle, is_monster: bool, body: float | None = None) -> tuple[float, float]:
    """Radius and height of a figure; an oversized base may be measured to the body instead."""
    radius, height = MONSTER_SIZE if is_monster else HUMAN_SIZE
    if body is not None and body < radius and state.switches.measure_oversized == "body":
        radius = body
    return inches(state, radius), inches(state, height)


@rule("FR-PRN-32")
def within(distance: float, limit: float) -> bool:
    """At most the limit, exactly the limit included."""
    return distance <= limit + TOLERANCE


@rule("FR-PRN-32")
def are_within(state: Battle, one: Figure, other: Figure, limit: float) -> bool:
    """Whether the bases of two figures are at most so many inches apart."""
    return within(gap(one, other), inches(state, limit))


@rule("FR-PRN-32")
def closer_than(distance: float, limit: float) -> bool:
    """Less than the limit, and not merely by a hair."""
    return distance < limit - TOLERANCE


@rule("FR-PRN-32")
def beyond(distance: float, limit: float) -> bool:
    """More than the limit, and not merely by a hair."""
    return distance > limit + TOLERANCE


@rule("FR-PRN-28")
def comes_to(now: Movement, at: Point, far: float = 0.0) -> bool:
    """Whether the base comes so near to a point on the way, or at the place where it was stopped or lands."""
    here = now.figure.at
    # Ruling of FR-SPM-18: who goes through the air touches nothing on the way.
    is_here = now.is_stopped or (far == 0.0 and now.how in AIRBORNE)
    path = (here, here) if is_here else (*now.path, here)
    reach = now.figure.radius + far
    return any(within(segment_point_distance(a, b, at), reach) for a, b in pairwise(path))


@rule("FR-PRN-11")
def inches(state: Battle, number: float) -> float:
    """A distance of the rules on this table: inches, or centimetres in metric play."""
    return number * CENTIMETRES if state.switches.units == "metric" else number


@rule("FR-PRN-11")
def told(state: Battle, distance: float) -> str:
    """A distance on this table as it is said: "4.5 in", or "11.25 cm" in metric play."""
    return f"{round(distance, 2):g} {'cm' if state.switches.units == 'metric' else 'in'}"


@rule("FR-PRN-08")
def in_contact(state: Battle, one: Figure, other: Figure) -> bool:
    """Bases touch, or the two fight across a Linear piece (FR-HTH-08)."""
    return bases_touch(one, other) or fights_across(state, one, other)


def bases_touch(one: Figure, other: Figure) -> bool:
    """Whether two bases touch, as high as they stand."""
    return gap(one, other) <= TOLERANCE and are_level(one, other)


def are_level(one: Figure, other: Figure) -> bool:
    """Whether one figure stands no higher than the other is tall."""
    return abs(one.elevation - other.elevation) < max(one.height, other.height)


def fights_across(state: Battle, one: Figure, other: Figure) -> bool:
    """Whether two figures fight across a Linear piece."""
    return any({one.id, other.id} == {each.mover, each.other} and each.across for each in state.contacts)


def opponents_in_contact(state: Battle, figure: Figure) -> list[Soldier | Enemy]:
    """Every opponent whose base touches."""
    (x, y), near = figure.at, figure.radius + 2 * TOLERANCE
    across = any(one.across for one in state.contacts)
    found: list[Soldier | Enemy] = []
    for one in state.opponents_of(figure):
        (u, v), reach = one.at, near + one.radius
        if across or (-reach <= u - x <= reach and -reach <= v - y <= reach):
            if in_contact(state, figure, one):
                found.append(one)
    return found


Near = TypeVar("Near", bound=Figure)


def nearest_of(figure: Figure, others: Iterable[Near]) -> list[Near]:
    """Those of the others who are equally near and nearer than the rest; empty where there is nobody."""
    measured = [(gap(figure, one), one) for one in others]
    if not measured:
        return []
    least = min(far for far, _ in measured)
    return [one for far, one in measured if within(far, least)]


@rule("FR-PRN-22")
async def pick_at_random(
    play: Play[Battle], things: Sequence[Thing], what: str, *rules: str, of: str = ""
) -> Thing:
    """One of several, each equally likely; a single one needs no die. It is drawn for somebody, or not."""
    if len(things) == 1:
        return things[0]
    names = tuple([one if isinstance(one, str) else getattr(one, "id", "") for one in things])
    among: dict[str, Any] = {"among": names} if all(names) else {}
    faces = await play.roll(1, For(f"choose {what}", of), *rules, "FR-PRN-22", sides=len(things), **among)
    return things[faces[0] - 1]


@rule("FR-PRN-16", "FR-PRN-21")
async def roll_d100(play: Play[Battle], table: str, *rules: str, seat: str | None = None) -> int:
    """Two ten-sided dice, tens first; 0 and 0 is 100."""
    tens, units = await play.roll(2, For("d100", table), *rules, "FR-PRN-16", sides=10, seat=seat)
    return (tens % 10) * 10 + units % 10 or 100


@rule("FR-PRN-15")
async def roll_sum(
    play: Play[Battle], count: int, why: For | str, *rules: str, seat: str | None = None
) -> int:
    """Several D6, added together."""
    return sum(await play.roll(count, why, *rules, "FR-PRN-15", seat=seat))


@rule("FR-PRN-27", "FR-PRN-26")
async def first_started(play: Play[Battle], effects: Sequence[tuple[int, Thing]], *rules: str) -> Thing:
    """Of effects that exclude one another the one that began first holds; exactly level ones by a die."""
    earliest = min(when for when, _ in effects)
    level = [effect for when, effect in effects if when == earliest]
    return await pick_at_random(play, level, "effect", *rules, "FR-PRN-27")


@rule("FR-PRN-23")
async def bearing(play: Play[Battle], *rules: str, what: For | str = "bearing") -> int:
    """A random direction in whole degrees, 0 from the player's edge to the enemy's, clockwise."""
    return (await play.roll(1, what, *rules, "FR-PRN-23", sides=360))[0] % 360


@rule("FR-PRN-23")
def towards(state: Battle, degrees: float, start: Point, far: float) -> Point:
    """The point so far away in a direction as the player sees it."""
    angle = radians(degrees + BEARING_OF[state.edge])
    return (start[0] + far * sin(angle), start[1] + far * cos(angle))


@rule("FR-PRN-31")
def opposite(edge: Edge) -> Edge:
    """The edge across the table."""
    return OPPOSITE[edge]


def neutral_edges(state: Battle) -> tuple[Edge, Edge]:
    """The two edges that belong to neither side, left of the player first."""
    left: dict[Edge, tuple[Edge, Edge]] = {
        "south": ("west", "east"),
        "north": ("east", "west"),
        "west": ("north", "south"),
        "east": ("south", "north"),
    }
    return left[state.edge]


def centre(state: Battle) -> Point:
    """The centre of the battlefield."""
    return (state.ground.width / 2, state.ground.depth / 2)


def on_grid(state: Battle, across: float, along: float) -> Point:
    """A point by what the player sees: `across` from the left, `along` away from the own edge."""
    wide, deep = state.ground.width, state.ground.depth
    if state.edge == "south":
        return (across, along)
    if state.edge == "north":
        return (wide - across, deep - along)
    return (along, deep - across) if state.edge == "west" else (wide - along, across)


def width_of(state: Battle) -> float:
    """How wide the table is as the player sees it."""
    return state.ground.width if state.edge in ("south", "north") else state.ground.depth


def depth_of(state: Battle) -> float:
    """How deep the table is as the player sees it."""
    return state.ground.depth if state.edge in ("south", "north") else state.ground.width


ENEMY_CHOICES = (
    "choose whom monster goes for",
    "choose enemy plan",
    "choose enemy follow-up",
    "choose whom enemy casts at",
    "choose enemy spell",
    "choose enemy target",
    "choose whom enemy hits",
)
"""The topics of questions that somebody answers for the enemy; the facts say what the book would do."""


async def enemy_choice(
    play: Play[Battle],
    topic: str,
    prompt: str,
    options: Mapping[str, Thing],
    best: str,
    why: str,
    *rules: str,
    about: tuple[str, ...] = (),
    whom: Mapping[str, str] | None = None,
) -> Thing:
    """What an enemy does where it has a choice: the book's sense, unless somebody is entitled to decide.

    An answer that is the id of a figure is about that figure, unless it is said whom each is about.
    """
    state = play.state
    seat = state.enemy_seat or (state.lead if state.switches.overrule_enemy else "")
    if len(options) == 1 or not seat:
        if len(options) > 1:
            play.tell("enemy chooses", *rules, what=prompt, choice=best, why=why)
        return options[best]

    figures = {**state.soldiers, **state.enemies}
    meant = {key: key for key in options if key in figures} if whom is None else whom

    def candidate(key: str) -> Candidate:
        label = " ".join(called(state, one) for one in key.split(" "))
        reason, bears_on = f" ({why})" if key == best else "", (meant[key],) if key in meant else ()
        return Candidate(key, f"{label}{reason}", (options[key],), rules=rules, about=bears_on)

    # What the enemy would do by itself comes first, with its reason.
    keys, facts = dict.fromkeys((best, *options)), {"best": best, "why": why}
    question = ChooseOne(seat, topic, prompt, rules, lambda: list(map(candidate, keys)), facts, about=about)
    chosen: tuple[Thing] = await play.ask(question)
    return chosen[0]


async def remove(
    play: Play[Battle],
    figure: Soldier | Enemy,
    how: Whereabouts,
    *rules: str,
    by: str = "",
    means: str = "",
) -> None:
    """A figure leaves the table: "casualty", "left", "fled" or "withdrawn"."""
    state = play.state
    figure.where = how
    figure.taken_by = rules[0] if how == "withdrawn" and rules else ""
    state.contacts = tuple(one for one in state.contacts if figure.id not in (one.mover, one.other))
    if isinstance(figure, Enemy) and how == "casualty" and figure.mob:
        # A charmed figure that falls is missed by its mob all the same (FR-SPL-29).
        state.mobs[figure.mob].killed_in_phase += 1
    play.tell("figure removed", *rules, figure=figure.id, how=how, by=by, means=means)
    await WINDOWS.open(play, FIGURE_REMOVED, Removal(asked_for(state, figure), figure, how, by, means))


def is_by_the_squad(state: Battle, now: Removal) -> bool:
    """Whether the squad's side has removed a figure: a soldier, a monster that serves it, or its sniper."""
    if now.by in state.enemies:
        return state.enemies[now.by].side == "squad"
    return now.by in state.soldiers or now.means == "shooting"


def place(
    play: Play[Battle], figure: Soldier | Enemy, at: Point, *rules: str, elevation: float = 0.0
) -> None:
    """A figure is put on the table, or elsewhere on it, without having walked there."""
    figure.where = "on the table"
    figure.at = at
    figure.elevation = elevation
    play.tell("figure placed", *rules, figure=figure.id, at=at, elevation=elevation)


def asked_for(state: Battle, figure: Soldier | Enemy) -> str:
    """The seat that is asked about a figure: a soldier's own, and for all others the first player's."""
    return figure.seat if isinstance(figure, Soldier) else state.lead
