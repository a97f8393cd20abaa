"""What travels over a play socket: every message, in both directions.

python -m sandtable.server.wire.protocol > schema.json      the messages as JSON Schema, for other languages
"""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.kernel.book import Result
from sandtable.kernel.decision import Option
from sandtable.kernel.decision.intention import Way
from sandtable.kernel.refusal import Refusal
from sandtable.lab.forecast import Line, Needs, Spread
from sandtable.server.wire.from_client import (
    AbsenceChoice as AbsenceChoice,
)
from sandtable.server.wire.from_client import (
    AskChances as AskChances,
)
from sandtable.server.wire.from_client import (
    AskHint as AskHint,
)
from sandtable.server.wire.from_client import (
    AskJudgement as AskJudgement,
)
from sandtable.server.wire.from_client import (
    AskOdds as AskOdds,
)
from sandtable.server.wire.from_client import (
    AskOptions as AskOptions,
)
from sandtable.server.wire.from_client import (
    AskOutlook as AskOutlook,
)
from sandtable.server.wire.from_client import (
    AskSketch as AskSketch,
)
from sandtable.server.wire.from_client import (
    ChangeDice as ChangeDice,
)
from sandtable.server.wire.from_client import (
    Consent as Consent,
)
from sandtable.server.wire.from_client import (
    Enter as Enter,
)
from sandtable.server.wire.from_client import (
    FromClient as FromClient,
)
from sandtable.server.wire.from_client import (
    GiveAnswer as GiveAnswer,
)
from sandtable.server.wire.from_client import (
    GivePlan as GivePlan,
)
from sandtable.server.wire.from_client import (
    GiveRuling as GiveRuling,
)
from sandtable.server.wire.from_client import (
    Intend as Intend,
)
from sandtable.server.wire.from_client import (
    OfferDraw as OfferDraw,
)
from sandtable.server.wire.from_client import (
    OfferRematch as OfferRematch,
)
from sandtable.server.wire.from_client import (
    Ping as Ping,
)
from sandtable.server.wire.from_client import (
    Resign as Resign,
)
from sandtable.server.wire.from_client import (
    Resume as Resume,
)
from sandtable.server.wire.from_client import (
    Say as Say,
)
from sandtable.server.wire.from_client import (
    SetOrder as SetOrder,
)
from sandtable.server.wire.from_client import (
    SettleAbsence as SettleAbsence,
)
from sandtable.server.wire.from_client import (
    Undo as Undo,
)
from sandtable.server.wire.from_client import (
    Watch as Watch,
)
from sandtable.server.wire.message_parts import (
    Advised,
    Chance,
    Given,
    OrderOffer,
    Question,
    Seat,
    Shown,
    Told,
)
from sandtable.table.outlook import Outlook

VERSION = 3
"""Raised whenever a client of yesterday would misunderstand a message of today."""

Role: TypeAlias = Literal["player", "ally", "game master", "spectator", "table screen"]
Status: TypeAlias = Literal["gathering", "running", "over", "ended"]


# ---- from the server ----------------------------------------------------------------------------------


class _FromServer(msgspec.Struct, frozen=True, tag_field="type"):
    game: str
    """The id of the game."""


class Hello(_FromServer, frozen=True, tag="hello"):
    """Where this device has come; sent after `enter`, after `watch`, and when the game begins."""

    book: str
    title: str
    """Of the book."""
    scenario: str
    code: str
    """Six letters with which others join."""
    status: Status
    role: Role
    your_seats: tuple[str, ...]
    viewer: str | None
    """Through whose eyes this device sees; None for a watcher."""
    seats: tuple[Seat, ...]
    batch: int
    """The number of the last batch for these eyes."""
    rulings: tuple[str, ...] = ()
    """The rulings that this device may give."""
    protocol: int = VERSION
    sealed: dict[str, Any] | None = None
    """What is published of sealed dice: the commitment and the salts; after the end also the secret."""
    standing: tuple[OrderOffer, ...] = ()
    """What the book lets a seat order once."""
    orders: dict[str, dict[str, str]] = {}
    """How every standing order of each of this device's own seats is set now."""


class Batch(_FromServer, frozen=True, tag="batch"):
    """Everything that changed for one viewer since its previous batch."""

    viewer: str | None
    number: int
    previous: int
    """The batch that it follows; a client that has another one asks for `resume`."""
    first_event: int
    """The place of the first event in the viewer's log; older lines from there on are gone (an undo)."""
    events: tuple[Told, ...]
    showing: Shown | None
    """What has changed of the table since the previous batch, its clock too; None where nothing has."""
    waiting_for: tuple[str, ...]
    question: Question | None
    """The open question, where it is put to the viewer."""
    result: Result | None
    secret: bool = False
    """Whether the table that the viewer sees has something on it that not everybody sees."""


class Accepted(_FromServer, frozen=True, tag="accepted"):
    """A message was carried out; an answer is on the disk."""

    request: int
    about: str
    """The type of the message."""
    number: int | None = None
    """The question that was answered."""


class PlanEnded(_FromServer, frozen=True, tag="plan_ended"):
    """A plan was carried out, as far as it held."""

    request: int
    seat: str
    held: int
    """How many of its answers were accepted, one at least."""
    of: int
    done: bool
    """Whether all were."""
    why: str = ""
    """What the surprise was, in words."""
    refusal: Refusal | None = None
    """The rule that refused an answer, where one did."""
    off: float = 0.0
    """By how many inches a point was moved to the nearest legal place, where it was an intention."""


class Ordered(_FromServer, frozen=True, tag="ordered"):
    """How the standing orders of a seat are set; only its own devices are told."""

    seat: str
    orders: dict[str, str]


class ByItself(_FromServer, frozen=True, tag="by_itself"):
    """What was answered by itself; only the eyes of its own seat are told."""

    seat: str
    given: tuple[Given, ...]
    whole: bool = False
    """Whether these are all that stand, and nothing of before holds."""


class Refused(_FromServer, frozen=True, tag="refused"):
    """A message was not carried out, and nothing has changed."""

    request: int
    about: str
    number: int | None
    rule: str
    reason: str
    remedy: str
    more: tuple[Refusal, ...] = ()
    """Further reasons, where there are several."""


class Presence(_FromServer, frozen=True, tag="presence"):
    """Who sits where, whenever that changes."""

    status: Status
    seats: tuple[Seat, ...]
    watchers: int
    watching: tuple[str, ...] = ()
    """The names of those who watch, as far as they have said them."""


class UndoAsked(_FromServer, frozen=True, tag="undo_asked"):
    """Somebody wants to take something back that needs consent."""

    undo: int
    by: str
    lines: int
    """How many lines of the viewer's log would go."""
    missing: tuple[str, ...]
    """The seats that have not agreed yet."""


class UndoSettled(_FromServer, frozen=True, tag="undo_settled"):
    """An undo was carried out or not."""

    undo: int
    done: bool
    refused_by: str = ""
    """The seat that did not agree; empty where the game went on instead."""


class DiceAsked(_FromServer, frozen=True, tag="dice_asked"):
    """Somebody wants to leave sealed dice for those of the real table; told again when it is settled."""

    undo: int
    """The number that `consent` names."""
    by: str
    missing: tuple[str, ...]
    """The seats that have not agreed yet."""
    done: bool | None = None
    """Whether it was done, once that is settled."""
    refused_by: str = ""


class Options(_FromServer, frozen=True, tag="options"):
    """All answers that are proposed for a question."""

    request: int
    seat: str
    number: int
    options: tuple[Option, ...]


class Odds(_FromServer, frozen=True, tag="odds"):
    """What may follow from an answer until the present step of play is over."""

    request: int
    seat: str
    number: int
    answer: Any
    needs: Needs | None
    """The first roll."""
    lines: tuple[Line, ...]
    exact: bool
    """Whether every way to roll was followed; otherwise the figures are sampled."""
    ways: int
    spreads: tuple[Spread, ...] = ()
    """How the strength of units may change, each with the chance of every change."""


class Chances(_FromServer, frozen=True, tag="chances"):
    """What each listed answer needs at once."""

    request: int
    seat: str
    number: int
    chances: tuple[Chance, ...]


class Advice(_FromServer, frozen=True, tag="hint"):
    """What our AI would answer, best first, with reasons."""

    request: int
    seat: str
    number: int
    advice: tuple[Advised, ...]


class Judged(_FromServer, frozen=True, tag="judged"):
    """Whether an answer would be accepted."""

    request: int
    seat: str
    number: int
    refusal: Refusal | None
    words: str = ""
    """What a plan takes: "7.5″, costs 8.9 of 10″"."""


class Sketched(_FromServer, frozen=True, tag="sketched"):
    """The ways to do what a gesture means, best first; where there is none, why."""

    request: int
    seat: str
    number: int
    ways: tuple[Way, ...]
    why: str = ""


class Looked(_FromServer, frozen=True, tag="looked"):
    """What a unit sees and reaches, and who threatens it."""

    request: int
    viewer: str | None
    unit: str
    outlook: Outlook | None
    """None where the book has nothing to say of such a unit."""


class Reasoned(_FromServer, frozen=True, tag="reasoned"):
    """Why an automatic player has answered as it did; only the eyes of its own seat are told."""

    seat: str
    reasons: tuple[str, ...]
    rules: tuple[str, ...]


class Said(_FromServer, frozen=True, tag="said"):
    """Words of somebody."""

    by: str
    words: str


class Pong(_FromServer, frozen=True, tag="pong"):
    """Here."""

    request: int
    batch: int
    """The number of the last batch for these eyes; a client that has an older one asks for `resume`."""


class DrawAsked(_FromServer, frozen=True, tag="draw_asked"):
    """Somebody offers a draw; told again when it is settled."""

    undo: int
    """The number that `consent` names."""
    by: str
    missing: tuple[str, ...]
    """The seats that have not agreed yet."""
    done: bool | None = None
    """Whether it was agreed on, once that is settled."""
    refused_by: str = ""


class RematchOffered(_FromServer, frozen=True, tag="rematch_offered"):
    """Somebody has laid out the next game."""

    by: str
    code: str


FromServer: TypeAlias = (
    Hello | Batch | Accepted | PlanEnded | Ordered | ByItself | Refused | Presence | UndoAsked | UndoSettled
    | DiceAsked | Options | Odds | Chances | Advice | Judged | Sketched | Looked | Reasoned | Said | Pong
    | DrawAsked | RematchOffered
)  # fmt: skip


def schema() -> dict[str, Any]:
    """Both directions as one JSON Schema document."""
    (ours, theirs), parts = msgspec.json.schema_components(
        [FromClient, FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Sandtable play socket",
        "version": VERSION,
        "$defs": {**parts, "FromClient": ours, "FromServer": theirs},
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}],
    }


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(schema()), indent=1) + b"\n")
