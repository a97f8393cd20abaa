"""What each kind of question needs besides its answers, as one struct for each kind."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec


class _Form(msgspec.Struct, frozen=True, tag_field="form", omit_defaults=True):
    pass


class Thrown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that lie there while something is asked."""

    faces: tuple[int, ...]
    need: int | None = None
    """The number that each of them must reach; None where something else is asked of them."""
    sides: int = 6


class Choosing(_Form, frozen=True, tag="choosing"):
    """One of the options; they say everything."""

    thrown: Thrown | None = None


class Taking(_Form, frozen=True, tag="taking"):
    """Several of the options, between two limits."""

    least: int = 0
    most: int | None = None
    proposed: tuple[str, ...] = ()
    """What the program would take, legal as it stands."""
    thrown: Thrown | None = None
    """The dice among which to choose; an option answers with the place of its die, counted from 1."""


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
    """The number that a die, or the sum of two, must reach."""


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


Form: TypeAlias = Choosing | Taking | Handing | Counting | Saying | Rolling | Measuring
