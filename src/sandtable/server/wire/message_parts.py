"""What messages of a play socket are made of: seats, facts, questions, the table as it is shown."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.kernel.decision import Form, Hint, Option
from sandtable.lab.forecast import Needs
from sandtable.table.showing import Clock, Fact, Gauge, Marker, Page, Region, Standing, Unit
from sandtable.table.terrain import Ground

Who: TypeAlias = Literal["person", "ai", "open"]
Kind: TypeAlias = Literal[
    "choose one", "choose several", "yes or no", "allocate", "place", "move", "target area", "number",
    "words", "typed dice", "fill in",
]  # fmt: skip
DiceSource: TypeAlias = Literal["app", "typed"]


class Seat(msgspec.Struct, frozen=True):
    """One seat, as everybody may know it."""

    seat: str
    who: Who
    """A person, an automatic player, or nobody yet."""
    name: str = ""
    player: str = ""
    """How strong an automatic player is: "greedy", "search:0.5"."""
    present: bool = False
    """Whether a device of this seat is connected now."""
    lost: bool = False
    """Whether it was connected and is not any more."""
    choose_in: float | None = None
    """Seconds until the others may choose what becomes of a lost seat; 0 when they may, None if not lost."""
    dice: DiceSource = "app"
    """Whether its dice are rolled here or on the real table."""


class TableRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One row of a table on which dice were rolled."""

    faces: str
    words: str
    struck: bool = False
    """Whether the dice chose it."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact that happened."""

    kind: str
    text: str
    """As a person reads it."""
    rules: tuple[str, ...] = ()
    facts: dict[str, Any] = {}
    heading: bool = False
    """Whether it opens a part of the story: a round, a turn, a phase."""
    purpose: str = ""
    """What dice were rolled for, as people say it."""
    secret: bool = False
    """Whether not everybody is told."""
    by_hand: bool = False
    """Whether it says what is done with the miniatures of a real table."""
    activation: bool = False
    """Whether a unit begins to act with it, the first that its facts name."""
    rows: tuple[TableRow, ...] = ()
    """The table on which dice were rolled, where they chose one of a few."""
    per: int = 0
    """So many dice that reach the number cost the target one; 0 where dice are not counted so."""


class Question(msgspec.Struct, frozen=True):
    """A question that this viewer may answer."""

    number: int
    """Counted per seat; an answer names it."""
    seat: str
    kind: Kind
    topic: str
    """What is asked, for programs: "choose order", "snap fire"; each book lists its own."""
    prompt: str
    rules: tuple[str, ...]
    about: tuple[str, ...]
    """The ids of the units that are asked about, the one that acts first of all."""
    form: Form
    """What the kind needs besides its options."""
    facts: dict[str, Any]
    """What else the book knows of the moment; no screen needs it."""
    hint: Hint | None
    """A word to a newcomer."""
    options: tuple[Option, ...]
    """Answers that are accepted; for measured questions a few good ones of very many."""
    barred: tuple[Option, ...]
    """Answers that are not, each with its refusal."""
    more: bool = False
    """Whether the options are only the first ones, since each takes time to find; `ask_options` lists all."""
    orders: tuple[str, ...] = ()
    """The keys of the standing orders that speak of something that is offered."""
    secret: bool = False
    """Whether the answer is kept from somebody until the rules tell it."""


class Gone(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lay on the table and does not any more, by its id."""

    units: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as a viewer sees it, or the parts of it that have changed; whatever is left out is as it was.

    A changed unit or marker takes the place of the one with its id; a new one comes after the others.
    """

    whole: bool = False
    """Whether these are all parts, and nothing of an earlier table holds."""
    ground: Ground | None = None
    units: tuple[Unit, ...] | None = None
    markers: tuple[Marker, ...] | None = None
    gone: Gone | None = None
    clock: Clock | None = None
    sides: tuple[Standing, ...] | None = None
    title: str | None = None
    notes: tuple[Fact, ...] | None = None
    gauges: tuple[Gauge, ...] | None = None
    pages: tuple[Page, ...] | None = None
    looks: dict[str, str] | None = None
    regions: tuple[Region, ...] | None = None
    unit: str | None = None


class Given(msgspec.Struct, frozen=True):
    """An answer that nobody had to give."""

    line: int
    """How many lines of the viewer's log come before it."""
    number: int
    """The question, counted for its seat."""
    by: str
    """The key of the standing order that gave it, or `only answer`."""
    asked: str
    answer: str
    """In words; empty where only the ground can show it."""


class SettingOffer(msgspec.Struct, frozen=True):
    """One way in which an order may be set."""

    key: str
    words: str


class OrderOffer(msgspec.Struct, frozen=True):
    """A standing order that the book offers; the first of its settings is the default."""

    key: str
    title: str
    words: str
    settings: tuple[SettingOffer, ...]
    for_a_round: bool
    """Whether it can be set to "not this round"."""


class Advised(msgspec.Struct, frozen=True):
    """An answer that our AI would consider, and why."""

    answer: Any
    label: str
    reasons: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Chance(msgspec.Struct, frozen=True):
    """What an answer needs at once."""

    answer: Any
    needs: Needs | None
    """None where nothing is rolled at once."""
