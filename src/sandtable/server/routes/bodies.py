"""What travels over HTTP: the bodies of requests and replies."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.kernel.offers import Cover
from sandtable.kernel.refusal import Refusal
from sandtable.server.wire.message_parts import Seat, Told
from sandtable.server.wire.protocol import Role, Status
from sandtable.table.showing import Showing

DiceChoice: TypeAlias = Literal["app", "sealed", "typed"]
Sitting: TypeAlias = Literal["here", "elsewhere", "ai"]


class Health(msgspec.Struct, frozen=True):
    """Whether the server is well."""

    ok: bool
    version: str
    protocol: int
    rooms: int
    """How many games are in memory."""


class BookCard(msgspec.Struct, frozen=True):
    """A book on the shelf."""

    id: str
    title: str
    prefix: str
    version: str
    rules: int
    """How many rules its catalogue has."""
    ready: bool
    """Whether it can be played."""
    cover: Cover
    """How it looks on the shelf."""
    first: bool = False
    """Whether a first battle is ready: it suggests a game, and shows a table to play it on."""
    on_my_table: bool = False
    """Whether it can be played with real miniatures."""


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force to be checked."""

    force: Any
    """A roster as text, as a short code, as data, or the id of a ready one."""
    options: dict[str, Any] = {}
    against: tuple[Any, ...] = ()
    """The forces of the enemy, where the book asks for them."""


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who will sit in a seat, and with which force."""

    sits: Sitting = "here"
    """On this device, on another one that joins, or our AI."""
    force: Any = None
    """A roster in any form; None leaves it to the player who joins, or to a book that needs none."""
    player: str = "greedy"
    """How strong the AI is: "uniform", "greedy", "search", "search:SECONDS"."""
    name: str = ""
    dice: DiceChoice | None = None
    """Other dice than the game's for this seat: "typed" or "app"."""


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be created; a position or a puzzle takes the place of scenario, forces and options."""

    book: str = ""
    scenario: str | None = None
    seats: dict[str, SeatPlan] = {}
    options: dict[str, Any] = {}
    dice: DiceChoice = "app"
    """Rolled here, rolled here from a seal that anyone can verify later, or typed from the real table."""
    position: dict[str, Any] | None = None
    puzzle: str = ""
    listed: bool = True
    """Whether others on this server and network see that it can be joined."""
    name: str = ""
    """The name of its creator."""
    salt: str = ""
    """Some random words of the creator, mixed into sealed dice."""
    seed: int | None = None
    """For tests and teaching: the same seed rolls the same dice."""


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that wants to join."""

    code: str
    role: Role = "player"
    seat: str = ""
    """Without one, the first open seat."""
    force: Any = None
    name: str = ""
    salt: str = ""
    """Of a player, where dice are sealed: the commitment of the game's card, then words of one's own."""


class Joined(msgspec.Struct, frozen=True):
    """A device has a place; the token proves it, and is shown only here."""

    game: str
    code: str
    token: str
    role: Role
    seats: tuple[str, ...]
    link: str
    """What others open to join: also as a QR code at `/api/codes/{code}/qr.svg`."""


class Inviting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to see through the eyes of a seat, or to sit in it."""

    role: Literal["player", "ally"] = "ally"
    seat: str = ""


class Invitation(msgspec.Struct, frozen=True):
    """A code for one device."""

    code: str
    link: str
    role: Role
    seat: str


class GameCard(msgspec.Struct, frozen=True):
    """A game as everybody may know it."""

    game: str
    book: str
    title: str
    scenario: str
    scenario_title: str
    """As people call it; empty where the book does not say."""
    status: Status
    seats: tuple[Seat, ...]
    open_seats: tuple[str, ...]
    code: str
    created: str
    played: str
    """When it was created and last played, in UTC."""
    words: str = ""
    """How it stands or ended, in a sentence."""
    commitment: str = ""
    """Of sealed dice: what was fixed when the game was created, before anybody who joins gives a salt."""


class NearbyGame(msgspec.Struct, frozen=True):
    """A game on another machine of this network."""

    title: str
    book: str
    host: str
    link: str
    open_seats: int


class AnswerForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer over HTTP, for programs without a socket."""

    seat: str
    number: int
    answer: Any


class Reasons(msgspec.Struct, frozen=True):
    """What an automatic player thought when it answered."""

    seat: str
    answer: Any
    reasons: tuple[str, ...]
    rules: tuple[str, ...]


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay."""

    events: tuple[Told, ...]
    showing: Showing | None
    """None where it is as it was in the frame before."""
    waiting_for: tuple[str, ...] = ()
    prompt: str = ""
    seat: str = ""
    answer: Any = None
    words: str = ""
    """The answer as people read it; empty where only the ground shows it."""


class Replay(msgspec.Struct, frozen=True):
    """A record, position or case that somebody opened."""

    kind: Literal["record", "position", "case"]
    book: str
    title: str
    header: dict[str, Any]
    viewers: tuple[str, ...] = ()
    """The seats through whose eyes it can be seen."""
    frames: tuple[Frame, ...] = ()
    failures: tuple[str, ...] = ()
    """What did not follow as a case says."""
    words: str = ""
    """Why the table cannot be shown, or how a case went."""


class PuzzleCard(msgspec.Struct, frozen=True):
    """A case that can be played as a puzzle."""

    id: str
    book: str
    title: str
    rules: tuple[str, ...]


class Refusals(msgspec.Struct, frozen=True):
    """Why a request was not carried out; the body of every 4xx."""

    reasons: tuple[Refusal, ...]
