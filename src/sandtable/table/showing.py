"""How a book describes what lies on its table, in one form for the terminal, the browser and paper."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.table.measure import Point
from sandtable.table.surface import Inches, Surface
from sandtable.table.terrain import Ground

Mood: TypeAlias = Literal["", "worse", "broken"]


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a card."""

    label: str
    value: str
    meaning: str = ""
    """What the value means, in a few words."""
    rules: tuple[str, ...] = ()
    says: str = ""
    """The value as a sentence, where its figures alone tell a newcomer nothing."""


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state that is worth a word on the table: "shaken", "in close order"."""

    word: str
    rule: str = ""
    worse: bool = False
    """Whether it is a bad thing for the unit."""


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A group or a figure, as everybody who may see it sees it."""

    id: str
    name: str
    kind: str
    """What it is: "archers"."""
    side: int
    seat: str
    models: tuple[Point, ...] = ()
    radius: float = 0.5
    leader: int | None = None
    """The place of its leader among the models."""
    figures: tuple[str, ...] = ()
    """What each of the models is called, where questions name single ones: "M1.2"."""
    names: tuple[str, ...] = ()
    """What players call each of them: "wolf 1.2"."""
    tags: tuple[str, ...] = ()
    """What is written on the base of each of them, where there is room: "2"."""
    strength: int = 0
    full_strength: int = 0
    acted: bool = False
    die: int | None = None
    """What the die shows with which it acts this round."""
    arms: str = ""
    """What it fights with first of all, where that tells it from its like."""
    spares: int = 0
    """How often it can still be spared what would end it."""
    on_table: bool = True
    facing: float | None = None
    """Which way it looks, in degrees from the east towards the north; none where that does not matter."""
    place: str = ""
    """Where it is if not on the table: "not here yet", "fled"."""
    glyph: str = "flag"
    """The drawing that stands for it."""
    mood: Mood = ""
    """Whether its nerve is worse than it was, or broken, so that it can be seen from afar."""
    badges: tuple[Badge, ...] = ()
    card: tuple[Fact, ...] = ()
    traits: tuple[Fact, ...] = ()


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token of the scenario."""

    id: str
    kind: str
    at: Point
    size: tuple[float, float] = (1.0, 1.0)
    word: str = ""
    """What is to be said of it: who holds or has claimed it."""
    glyph: str = "mark"
    """The drawing that stands for it."""
    target: bool = False
    """Whether somebody has to do something here to win."""


class Region(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the table that has a name: a section, a sector."""

    name: str
    outline: tuple[Point, ...]
    at: Point
    """Where its name is written."""
    lit: bool = False
    """Whether it matters above all others now."""


class Gauge(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that fills up, and what happens when it is full."""

    label: str
    value: int
    limit: int
    meaning: str = ""
    """What fills it and what follows, in a sentence or two."""
    rules: tuple[str, ...] = ()


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """Squares seen from above, darker the more there is of one thing, with a disc for another.

    Rows are told from the north, and each from the west.
    """

    shade: str
    """What makes a square darker: "threat"."""
    shades: tuple[tuple[int, ...], ...]
    darkest: int
    disc: str
    """What lies on a square: "Rotters"."""
    discs: tuple[tuple[int, ...], ...]
    largest: int
    ways: tuple[tuple[str, ...], ...] = ()
    """Where whatever lies there is drawn, the strongest way first, by n, e, s and w."""
    table: tuple[int, int, int, int] | None = None
    """Which of the squares are the table itself: first row, first column, rows, columns, counted from 0."""


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """More than a line about one matter, for whoever opens it; after the end they all lie open."""

    title: str
    lines: tuple[Fact, ...] = ()
    meaning: str = ""
    """What it is about, in a sentence or two."""
    rules: tuple[str, ...] = ()
    side: int | None = None
    """Whose it is, where it is one side's."""
    secret: bool = False
    """Whether nobody but this viewer can open it now."""
    chart: Chart | None = None


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the game stands in its course."""

    round: int = 0
    turn: int = 0
    side: int | None = None
    step: str = ""
    last: bool = False
    steps: tuple[str, ...] = ()
    """The steps of a turn or round in their order, `step` among them; empty where they have none."""
    rounds: int = 0
    """After how many rounds the game ends; 0 where nobody knows."""
    task: str = ""
    """What whoever is at turn does in this step, as everybody may know it: a sentence."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points as they stand, as far as the viewer may know."""

    side: int
    name: str
    seats: tuple[str, ...]
    """Who plays it; nobody where the book moves it by its own rules."""
    role: str = ""
    points: int | None = None
    lines: tuple[Fact, ...] = ()
    points_are: str = ""
    """What is counted, where that is no points: "done"."""


class Showing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one viewer sees it."""

    ground: Ground
    units: tuple[Unit, ...] = ()
    markers: tuple[Marker, ...] = ()
    clock: Clock = Clock()
    sides: tuple[Standing, ...] = ()
    title: str = ""
    notes: tuple[Fact, ...] = ()
    """What the viewer alone should be reminded of: a secret aim."""
    gauges: tuple[Gauge, ...] = ()
    """What everybody watches filling up."""
    pages: tuple[Page, ...] = ()
    """What can be opened beside the table."""
    looks: Mapping[str, str] = {}
    """How pieces of terrain are drawn, by their kinds; any other kind is drawn by its traits."""
    regions: tuple[Region, ...] = ()
    """The parts of the table that players call by name."""
    unit: str = "in"
    """In what is measured: inches, or centimetres ("cm")."""

    @property
    def surface(self) -> Surface:
        """What screens draw the ground by."""
        return Inches(self.ground, self.unit)


def winning_sides(sides: Sequence[Standing], winners: Collection[str]) -> tuple[Standing, ...]:
    """The sides of the seats that won; where no seat has, the book's own side, in which nobody sits."""
    won = tuple(side for side in sides if not set(side.seats).isdisjoint(winners))
    return won or tuple(side for side in sides if not side.seats)


def units_named(facts: Mapping[str, Any], units: Container[str]) -> list[str]:
    """The ids of the units that the facts of an event or a question name, the one it is about first."""
    found: list[str] = []
    for value in facts.values():
        names = value if isinstance(value, list | tuple) else (value,)
        found += [name for name in names if isinstance(name, str) and name in units]
    return list(dict.fromkeys(found))
