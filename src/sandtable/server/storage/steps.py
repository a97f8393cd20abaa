"""The steps of a game as the store keeps them: everything that happened, in order, with its dice."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from sandtable.kernel.dice import Dice, Rolled, Typed, Wanted
from sandtable.kernel.refusal import refuse
from sandtable.server.routes.errors import damaged
from sandtable.server.wire.message_parts import DiceSource, Who

Dealt: TypeAlias = tuple[Rolled, ...]


class _Step(msgspec.Struct, frozen=True, tag_field="step", omit_defaults=True):
    pass


class Seated(_Step, frozen=True, tag="seated"):
    """Somebody sits in a seat from now on: a person, an automatic player, or nobody."""

    seat: str
    who: Who
    name: str = ""
    player: str = ""
    force: Any = None
    """The force that a person brings along; None leaves it as it is."""
    salt: str = ""


class Begun(_Step, frozen=True, tag="begun"):
    """All seats are taken, and the game has begun."""

    rolled: Dealt = ()


class Answered(_Step, frozen=True, tag="answered"):
    """A seat has answered."""

    seat: str
    answer: Any
    rolled: Dealt = ()
    reasons: tuple[str, ...] = ()
    """Why, where an automatic player has answered."""
    rules: tuple[str, ...] = ()
    by: str = ""
    """The standing order that answered, or that it was the only answer; empty where somebody did."""


class Ordered(_Step, frozen=True, tag="ordered"):
    """A seat has set one of its standing orders."""

    seat: str
    order: str
    setting: str


class Ruled(_Step, frozen=True, tag="ruled"):
    """A Game Master has given a ruling."""

    seat: str
    ruling: str
    facts: dict[str, Any]
    rolled: Dealt = ()


class UndoWanted(_Step, frozen=True, tag="undo wanted"):
    """A seat wants to take something back, and others have to agree."""

    seat: str
    to: int | None
    """The number of the question, counted over all seats, to go back to; None for the seat's last word."""
    agreed: tuple[str, ...]
    """The seats that need not be asked."""


class Consented(_Step, frozen=True, tag="consented"):
    """A seat agrees, or does not."""

    seat: str
    agrees: bool


class Undone(_Step, frozen=True, tag="undone"):
    """Something was taken back."""

    seat: str
    to: int | None
    agreed: tuple[str, ...]
    """The other seats that agreed."""
    rolled: Dealt = ()


class DiceWanted(_Step, frozen=True, tag="dice wanted"):
    """A seat wants to leave sealed dice for those of the real table, and others have to agree."""

    seat: str
    source: DiceSource
    agreed: tuple[str, ...]
    """The seats that need not be asked."""


class DiceChanged(_Step, frozen=True, tag="dice changed"):
    """A seat's dice are rolled elsewhere from now on."""

    seat: str
    source: DiceSource
    rolled: Dealt = ()
    agreed: tuple[str, ...] = ()
    """The other seats that agreed, where they had to."""


class Ended(_Step, frozen=True, tag="ended"):
    """The players gave the game up."""

    why: str


class Resigned(_Step, frozen=True, tag="resigned"):
    """A seat has given the battle up."""

    seat: str
    winners: tuple[str, ...]


class DrawWanted(_Step, frozen=True, tag="draw wanted"):
    """A seat offers a draw, and others have to agree; with the next answer it lapses."""

    seat: str
    agreed: tuple[str, ...]
    """The seats that need not be asked."""


class DrawAgreed(_Step, frozen=True, tag="draw agreed"):
    """All have agreed on a draw."""

    seat: str
    agreed: tuple[str, ...]


Step: TypeAlias = (
    Seated | Begun | Answered | Ordered | Ruled | UndoWanted | Consented | Undone | DiceWanted | DiceChanged
    | Ended | Resigned | DrawWanted | DrawAgreed
)  # fmt: skip

_DECODER = msgspec.json.Decoder(Step)


def write_step(step: Step) -> bytes:
    """A step as the store keeps it."""
    return msgspec.json.encode(step)


def read_step(body: bytes) -> Step:
    """A step of the store."""
    try:
        step: Step = _DECODER.decode(body)
    except msgspec.MsgspecError as broken:
        remedy = "Whoever hosts it may put a copy of the database in its place."
        raise damaged(f"A step of this game is damaged ({broken}).", remedy) from None
    return step


class Recorded(Dice):
    """The dice of a step that happened before, or on another server."""

    __slots__ = ("_left",)

    def __init__(self, rolled: Dealt) -> None:
        super().__init__(Typed())
        self._left = list(reversed(rolled))

    def roll(self, wanted: Wanted) -> Rolled | None:
        """The next roll of the step; after the last one somebody is asked for dice of the real table."""
        if not self._left:
            return None
        rolled = self._left.pop()
        if (rolled.why, len(rolled.faces), rolled.sides) != (wanted.why, wanted.count, wanted.sides):
            raise refuse(
                "",
                f'The store has {len(rolled.faces)}D{rolled.sides} for "{rolled.why}"; '
                f'the rules ask for {wanted.count}D{wanted.sides} for "{wanted.why}".',
                "Play it with the version of the rules that wrote it.",
            )
        return rolled

    @property
    def is_spent(self) -> bool:
        """Whether every recorded roll was wanted."""
        return not self._left
