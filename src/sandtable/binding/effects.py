"""What lies on somebody for a while, and when it ends."""

from __future__ import annotations

from typing import Protocol

import msgspec

ROUND = "round"
"""The span that effects count: one may outlast the round in which it began."""


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lies on a figure or a unit for a while."""

    name: str
    rule: str
    by: str = ""
    """The id of the figure that laid it, if any did."""
    until: str = "battle"
    """The span with whose end it goes: "activation" (its own next one), "phase", "round", "battle"."""
    rounds: int = 0
    """The last round in which it works, where it goes with a round."""
    number: int = 0


class Bearer(Protocol):
    """A figure or a unit on which effects may lie."""

    effects: tuple[Effect, ...]


def put_on(bearer: Bearer, effect: Effect) -> None:
    """An effect comes to lie on somebody, beside those that lie there."""
    bearer.effects = (*bearer.effects, effect)


def take_off(bearer: Bearer, name: str) -> None:
    """Every effect of this name is gone."""
    bearer.effects = tuple(one for one in bearer.effects if one.name != name)


def end(bearer: Bearer, span: str, round: int) -> list[Effect]:
    """A span is over, and with it these effects; those of a later round stay."""
    over = [one for one in bearer.effects if one.until == span and (span != ROUND or one.rounds <= round)]
    if over:
        bearer.effects = tuple(one for one in bearer.effects if one not in over)
    return over
