"""What a client may say over a play socket."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.kernel.decision.intention import Intention, PlannedAnswer
from sandtable.server.wire.message_parts import DiceSource

AbsenceChoice: TypeAlias = Literal["wait", "ai", "end"]


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


class GivePlan(_FromClient, frozen=True, kw_only=True, tag="plan"):
    """Answers one after the other, each checked when its question is open; the first surprise ends it."""

    seat: str
    number: int
    answers: tuple[PlannedAnswer, ...]


class Intend(_FromClient, frozen=True, kw_only=True, tag="intend"):
    """Do what a gesture means, in the first way that a sketch of it finds."""

    seat: str
    number: int
    intention: Intention


class AskSketch(_FromClient, frozen=True, kw_only=True, tag="ask_sketch"):
    """What would a gesture do, and with what chance? Nothing is answered by asking."""

    seat: str
    number: int
    intention: Intention


class SetOrder(_FromClient, frozen=True, kw_only=True, tag="set_order"):
    """From now on one of the seat's standing orders is set so."""

    seat: str
    order: str
    setting: str


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
    """Agree or not to an undo, to other dice or to a draw that somebody asked for."""

    seat: str
    undo: int
    agrees: bool


class AskOdds(_FromClient, frozen=True, kw_only=True, tag="ask_odds"):
    """What may follow from this answer, or from a plan that begins with it?"""

    seat: str
    number: int
    answer: Any
    then: tuple[PlannedAnswer, ...] = ()
    """The other answers of the plan."""


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


class Resign(_FromClient, frozen=True, kw_only=True, tag="resign"):
    """Give the battle up."""

    seat: str


class OfferDraw(_FromClient, frozen=True, kw_only=True, tag="offer_draw"):
    """Offer a draw; it lapses with the next answer."""

    seat: str


class OfferRematch(_FromClient, frozen=True, kw_only=True, tag="offer_rematch"):
    """Tell the others at this table by which code they join the next game."""

    code: str


FromClient: TypeAlias = (
    Enter | GiveAnswer | GivePlan | Intend | SetOrder | Resume | Watch | Undo | Consent | AskOptions | AskOdds
    | AskChances | AskHint | AskJudgement | AskSketch | AskOutlook | ChangeDice | SettleAbsence | GiveRuling
    | Say | Ping
    | Resign | OfferDraw | OfferRematch
)  # fmt: skip
