"""Basic principles: measuring, dice, random choices, and taking figures off the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import radians
from typing import Any, TypeVar

from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Edge, Enemy, Figure, FigureId, Soldier, Whereabouts
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Removal
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.table.measure import Point

Thing = TypeVar("Thing")

TOLERANCE = 0.01
"""How far a measured distance may miss its limit (FR-PRN-32)."""
CENTIMETRES = 2.5
"""What an inch becomes in metric play (FR-PRN-11)."""
OPPOSITE: dict[Edge, Edge] = {"south": "north", "north": "south", "west": "east", "east": "west"}
BEARING_OF: dict[Edge, float] = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
"""Where a player at this edge looks, in degrees clockwise from north."""


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
    """The distance between two figures, for whoever asks; it costs nothing and binds to nothing."""
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
def closer_than(distance: float, limit: float) -> bool:
    """Less than the limit, and not merely by a hair."""
    return distance < limit - TOLERANCE


@rule("FR-PRN-32")
def beyond(distance: float, limit: float) -> bool:
    """More than the limit, and not merely by a hair."""
    return distance > limit + TOLERANCE


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
    if gap(one, other) <= TOLERANCE and abs(one.elevation - other.elevation) < max(one.height, other.height):
        return True
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


rule("FR-PRN-22")(pick_at_random)


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
    faces = await play.roll(1, what, *rules, "FR-PRN-23", sides=360)
    return faces[0] % 360


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


@rule("FR-PRN-31")
def distance_to_edge(state: Battle, at: Point, edge: Edge) -> float:
    """How far a point is from an edge of the table."""
    ground = state.ground
    return {"south": at[1], "north": ground.depth - at[1], "west": at[0], "east": ground.width - at[0]}[edge]


def point_on_edge(state: Battle, at: Point, edge: Edge) -> Point:
    """The point of an edge that lies straight ahead of a place."""
    wide, deep = state.ground.width, state.ground.depth
    return {"south": (at[0], 0.0), "north": (at[0], deep), "west": (0.0, at[1]), "east": (wide, at[1])}[edge]


def middle_of_edge(state: Battle, edge: Edge) -> Point:
    """The midpoint of an edge."""
    wide, deep = state.ground.width, state.ground.depth
    return {
        "south": (wide / 2, 0.0),
        "north": (wide / 2, deep),
        "west": (0.0, deep / 2),
        "east": (wide, deep / 2),
    }[edge]


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


ENEMY_CHOICES = frozenset(
    (
        "choose whom monster goes for",
        "choose enemy plan",
        "choose enemy follow-up",
        "choose whom enemy casts at",
        "choose enemy spell",
        "choose enemy target",
        "choose whom enemy hits",
    )
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
    """What an enemy does where it has a choice: the book's sense, unless somebody is entitled to decide."""
    state = play.state
    seat = state.enemy_seat or (state.lead if state.switches.overrule_enemy else "")
    if len(options) == 1 or not seat:
        if len(options) > 1:
            play.tell("enemy chooses", *rules, what=prompt, choice=best, why=why)
        return options[best]

    def candidates() -> list[Candidate]:
        # What the enemy would do by itself comes first, with its reason.
        return [
            Candidate(
                key,
                f"{named(key)}{f' ({why})' if key == best else ''}",
                (options[key],),
                rules=rules,
                about=(whom[key],) if whom and key in whom else (),
            )
            for key in dict.fromkeys((best, *options))
        ]

    def named(key: str) -> str:
        return " ".join(called(state, one) for one in key.split(" "))

    chosen: tuple[Thing] = await play.ask(
        ChooseOne(seat, topic, prompt, rules, candidates, {"best": best, "why": why}, about=about)
    )
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
    await WINDOWS.open(play, FIGURE_REMOVED, Removal(_asked(state, figure), figure, how, by, means))


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


def _asked(state: Battle, figure: Soldier | Enemy) -> str:
    return figure.seat if isinstance(figure, Soldier) else state.lead
