"""What travels over a play socket: every message, in both directions.

python -m sandtable.server.wire.protocol > schema.json      the messages as JSON Schema, for other languages
"""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.kernel.book import Result
from sandtable.kernel.decision import Option
from sandtable.kernel.refusal import Refusal
from sandtable.lab.forecast import Line, Needs, Spread
from sandtable.server.wire.message_parts import Advised, Chance, DiceSource, Question, Seat, Shown, Told
from sandtable.table.outlook import Outlook

VERSION = 3
"""Raised whenever a client of yesterday would misunderstand a message of today."""

Role: TypeAlias = Literal["player", "ally", "game master", "spectator", "table screen"]
Status: TypeAlias = Literal["gathering", "running", "over", "ended"]
AbsenceChoice: TypeAlias = Literal["wait", "ai", "end"]


# ---- from the client ----------------------------------------------------------------------------------


class _FromClient(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    request: int = 0
    """Any number; the reply carries it again."""


class Enter(_FromClient, frozen=True, kw_only=True, tag="enter"):
    """The first message: who this device is."""

    token: str
    watch: str | None = None
    """The seat through whose eyes it wants to see, the empty word for a watcher's; if missing, its first."""
    since: int | None = None
    """The last batch that it has for these eyes."""


class GiveAnswer(_FromClient, frozen=True, kw_only=True, tag="answer"):
    """An answer to the open question of a seat."""

    seat: str
    number: int
    answer: Any


class Resume(_FromClient, frozen=True, kw_only=True, tag="resume"):
    """Send again what came after this batch, and the open question."""

    since: int


class Watch(_FromClient, frozen=True, kw_only=True, tag="watch"):
    """See through the eyes of another seat of this device, or as a watcher: one screen, two players."""

    seat: str | None
    since: int | None = None


class Undo(_FromClient, frozen=True, kw_only=True, tag="undo"):
    """Take back the seat's last word, or go back to a line of its own log; others may have to consent."""

    seat: str
    to_event: int | None = None
    """The number of the first line, counted from 0 in the log of the eyes in use, that is to go."""


class Consent(_FromClient, frozen=True, kw_only=True, tag="consent"):
    """Agree or not to an undo, or to other dice, that somebody asked for."""

    seat: str
    undo: int
    agrees: bool


class AskOdds(_FromClient, frozen=True, kw_only=True, tag="ask_odds"):
    """What may follow from this answer?"""

    seat: str
    number: int
    answer: Any


class AskChances(_FromClient, frozen=True, kw_only=True, tag="ask_chances"):
    """What does each listed answer need?"""

    seat: str
    number: int


class AskOptions(_FromClient, frozen=True, kw_only=True, tag="ask_options"):
    """Which answers are proposed, where the question names only the first?"""

    seat: str
    number: int


class AskHint(_FromClient, frozen=True, kw_only=True, tag="ask_hint"):
    """What would the AI do?"""

    seat: str
    number: int


class AskJudgement(_FromClient, frozen=True, kw_only=True, tag="ask_judgement"):
    """Would this answer be accepted? Nothing is answered by asking."""

    seat: str
    number: int
    answer: Any


class AskOutlook(_FromClient, frozen=True, kw_only=True, tag="ask_outlook"):
    """What does this unit see and reach, and who threatens it, as far as the eyes in use may know?"""

    unit: str


class ChangeDice(_FromClient, frozen=True, kw_only=True, tag="change_dice"):
    """From now on roll this seat's dice here, or on the real table."""

    seat: str
    source: DiceSource


class SettleAbsence(_FromClient, frozen=True, kw_only=True, tag="settle_absence"):
    """Choose what becomes of a seat that was lost: wait on, let the AI take it, or end the game."""

    seat: str
    choice: AbsenceChoice
    player: str = "greedy"


class GiveRuling(_FromClient, frozen=True, kw_only=True, tag="give_ruling"):
    """Rule as Game Master, or as the only player."""

    seat: str
    ruling: str
    facts: dict[str, Any] = {}


class Say(_FromClient, frozen=True, kw_only=True, tag="say"):
    """Words to everybody."""

    words: str


class Ping(_FromClient, frozen=True, kw_only=True, tag="ping"):
    """Are you there?"""


FromClient: TypeAlias = (
    Enter | GiveAnswer | Resume | Watch | Undo | Consent | AskOptions | AskOdds | AskChances | AskHint
    | AskJudgement | AskOutlook | ChangeDice | SettleAbsence | GiveRuling | Say | Ping
)  # fmt: skip


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


class Batch(_FromServer, frozen=True, tag="batch"):
    """Everything that changed for one viewer since its previous batch."""

    viewer: str | None
    number: int
    previous: int
    """The batch that it follows; whoever has another one asks for `resume`."""
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
    """The number of the last batch for these eyes; whoever has an older one asks for `resume`."""


FromServer: TypeAlias = (
    Hello | Batch | Accepted | Refused | Presence | UndoAsked | UndoSettled | DiceAsked | Options | Odds
    | Chances | Advice | Judged | Looked | Reasoned | Said | Pong
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
