"""What a book offers to people who set up a game: scenarios, ready forces and switches."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.form import Correction, FormChoice, RosterForm
from sandtable.kernel.refusal import Refusal

SwitchValue = bool | int | float | str


class Cover(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a book looks on the shelf."""

    colour: str = "#4b5054"
    glyph: str = "book"
    corners: str = "4px"
    """How its seal is rounded, as style sheets say it."""
    line: str = ""
    """What it is about, in a few words."""
    who: str = ""
    """For how many, and how long: "2 sides · about an hour"."""


class ScenarioOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scenario that can be played."""

    id: str
    title: str
    sentence: str = ""
    """What it is about, in one sentence."""
    rule: str = ""
    roles: tuple[str, ...] = ()
    """What the seats are in it, in seat order: "attacker", "defender"."""
    collection: str = ""
    """What it belongs to, where a book tells several apart: "published"."""
    briefing: str = ""
    """What whoever plays it is told first, where the sentence does not say it all."""
    next: str = ""
    """The scenario that is played after it by somebody who learns the book."""


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word to a newcomer at the first question of some topics, in whatever scenario."""

    at: tuple[str, ...]
    """The topics."""
    text: str
    rules: tuple[str, ...] = ()


class ForceOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A force that is ready to play."""

    id: str
    name: str
    sentence: str = ""
    rule: str = ""
    points: int = 0
    units: tuple[str, ...] = ()
    """Its units, one line each."""
    text: str = ""
    """The roster as people write it, to start a force of one's own from."""
    collection: str = ""
    """What it belongs to, where a book tells several apart: "published"."""


class SwitchRange(msgspec.Struct, frozen=True):
    """The numbers that a switch takes."""

    least: float
    most: float
    step: float | None = None


class SwitchOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A switch of the game, with the rule it touches and what it does."""

    name: str
    sentence: str
    rule: str
    default: SwitchValue
    values: tuple[SwitchValue, ...] = ()
    """The values that can be chosen; empty where any number of the range will do."""
    range: SwitchRange | None = None
    several: bool = False
    """Whether any number of the values may be chosen, with commas between them."""
    words: str = ""
    """What may be written, where a word of one's own will do: "36x36, or another size such as 48x36"."""
    group: str = ""
    """What it has to do with, where a book has many switches: "The enemy"."""
    proposed: SwitchValue | None = None
    """What a lobby proposes to people, where that is not the default."""
    meanings: dict[str, str] = {}
    """What single values do, where each deserves a sentence of its own."""
    on_my_table: tuple[FormChoice, ...] = ()
    """What people who play on a real table are asked at its door, where it depends on that table."""


class UnitOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be bought for a force: a profile, a trait."""

    kind: str
    """What sort of thing it is: "profile", "trait"."""
    id: str
    name: str
    points: int = 0
    sentence: str = ""
    rule: str = ""
    facts: dict[str, Any] = {}


class Suggestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole game for somebody who wants to play at once."""

    scenario: str | None
    seats: dict[str, Any]
    """Seat to force."""
    options: dict[str, Any] = {}
    person: str = ""
    """The seat for the newcomer."""
    welcome: str = ""
    """What a newcomer is told before the first question: who is who, and how a turn goes."""


class Offers(msgspec.Struct, frozen=True):
    """Everything that a lobby needs to know of a book."""

    seats: tuple[str, ...]
    """The seats of an ordinary game."""
    scenarios: tuple[ScenarioOffer, ...] = ()
    forces: tuple[ForceOffer, ...] = ()
    switches: tuple[SwitchOffer, ...] = ()
    units: tuple[UnitOffer, ...] = ()
    first: Suggestion | None = None
    most_seats: int = 2
    roster: RosterForm | None = None
    """How a force of one's own is filled in; None where it is only written as text."""
    corrections: tuple[Correction, ...] = ()
    """How somebody who plays on a real table sets right what is believed of it."""
    on_my_table: Suggestion | None = None
    """A whole game for somebody with real miniatures; None where the book needs a screen."""
    turn: str = ""
    """How a turn goes, for whoever plays the book for the first time."""
    lessons: tuple[Lesson, ...] = ()
    """What a newcomer is told once, where the book itself gives no hint."""


class ForceVerdict(msgspec.Struct, frozen=True):
    """What a book says of a force that somebody has written."""

    legal: bool
    name: str = ""
    points: int = 0
    limit: int | None = None
    reasons: tuple[Refusal, ...] = ()
    text: str = ""
    data: dict[str, Any] | None = None
    code: str = ""
    """The same force in a short code that can be shared; these three are empty where it cannot be read."""
    units: tuple[UnitOffer, ...] = ()
    """Its units, each with its finished values."""
    waived: int = 0
    """Points among them that do not count against the enemies named."""
    advice: tuple[Refusal, ...] = ()
    """What is worth a word though it bars nothing."""
