"""What each kind of question needs besides its answers, as one struct for each kind."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec


class _Form(msgspec.Struct, frozen=True, tag_field="form", omit_defaults=True):
    pass


class Thrown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that lie there while something is asked."""

    faces: tuple[int, ...]
    need: int | None = None
    """The number that each of them must reach; None where something else is asked of them."""
    sides: int = 6


class Spent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What part of a purse has gone to."""

    deed: str
    """What is done for it, as the answers that are paid for say it too."""
    cost: int
    back: str = ""
    """The answer that takes it back; empty where it stays spent."""


class Brings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes of an answer, or of a purse as it is spent now: a figure, large, and what it is."""

    figure: str
    label: str
    rule: str = ""
    chance: float | None = None
    """How likely it is, where it is what dice must show."""


class Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one of those that are asked about has to spend: action points, successes."""

    of: str
    """The id of whoever it belongs to."""
    limit: int
    deeds: tuple[str, ...] = ()
    """What it can go to, whether that can be paid now or not, in the order in which it is listed."""
    spent: tuple[Spent, ...] = ()
    brings: tuple[Brings, ...] = ()
    shut: str = ""
    """Why nothing can be spent from it, as people say it; empty where something can."""


class Choosing(_Form, frozen=True, tag="choosing"):
    """One of the options; they say everything."""

    thrown: Thrown | None = None
    purses: tuple[Purse, ...] = ()
    """Where the options are paid for: who has how much, and what it went to; `cost` says what each takes."""


class Taking(_Form, frozen=True, tag="taking"):
    """Several of the options, between two limits."""

    least: int = 0
    most: int | None = None
    proposed: tuple[str, ...] = ()
    """What the program would take, legal as it stands."""
    thrown: Thrown | None = None
    """The dice among which to choose; an option answers with the place of its die, counted from 1."""


Dye: TypeAlias = Literal["plum", "red", "green", "blue", "black", "grey"]
"""A colour of dice that lie on a real table too."""


class Handing(_Form, frozen=True, tag="handing"):
    """Each of several things goes to one of several holders."""

    things: dict[str, str]
    """What is handed out, by id, as people call it."""
    holders: dict[str, str]
    """To whom, by id, as people call them."""
    room: dict[str, int] = {}
    """How many things a holder may have at most; a holder who is not named may have any number."""
    faces: dict[str, int] = {}
    """What the things show that are dice."""
    sides: int = 6
    dyes: dict[str, Dye] = {}
    """The colours of things that are told apart by them."""
    notes: dict[str, str] = {}
    """A word about a holder, as in "Reactions 2"."""


class Counting(_Form, frozen=True, tag="counting"):
    """A whole number between two limits."""

    least: int
    most: int


class Saying(_Form, frozen=True, tag="saying"):
    """Some words."""

    longest: int


class Rolling(_Form, frozen=True, tag="rolling"):
    """Dice of the real table."""

    count: int
    sides: int
    purpose: str = ""
    """What they are rolled for, as people say it."""
    need: int | None = None
    """The number that each die, or their sum, must reach."""
    is_sum: bool = False
    """Whether the dice are added up."""


class Measuring(_Form, frozen=True, tag="measuring"):
    """Places on the ground: of a whole unit, of one figure, or of one thing that is laid down."""

    unit: str = ""
    """The unit or figure that is placed or moved; empty for a thing."""
    models: int = 1
    """How many bases it has."""
    radius: float = 0.5
    inches: float | None = None
    """How far it may go; None where it is placed and not moved."""
    is_formed: bool = False
    """Whether it stands in a formation that can be chosen and turned."""
    can_turn: bool = False
    """Whether a thing that is laid down has a direction."""
    zone: Any = None
    """Where it may be placed, as the ground describes zones; None for anywhere."""


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the words that a field may be filled in with."""

    answer: Any
    label: str
    short: str = ""


class Blank(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of a form: one of its words, or where it has none a whole number between two limits."""

    key: str
    label: str
    """What is asked, whole."""
    usual: Any
    """What counts where nothing is filled in."""
    words: tuple[Word, ...] = ()
    least: int = 0
    most: int = 0
    column: str = ""
    """The heading that it shares with the fields of others; empty where it stands alone."""
    about: tuple[str, ...] = ()
    """Whom it is about; fields about the same make a row."""
    rules: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to do at the table before an answer is given."""

    title: str
    text: str = ""
    rules: tuple[str, ...] = ()


class Filling(_Form, frozen=True, tag="filling"):
    """Several numbers and choices at a stroke."""

    blanks: tuple[Blank, ...]
    steps: tuple[Step, ...] = ()
    """What is to be done before it is filled in, in its order."""


Form: TypeAlias = Choosing | Taking | Handing | Counting | Saying | Rolling | Measuring | Filling
