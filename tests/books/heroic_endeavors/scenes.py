"""Scenes for tests: a map in rows, a few models, dice by meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel.dice import Scripted
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game, new_game

OPEN = ["." * 12] * 12
ARMED = {"melee": ["longsword"]}
BOW = {"ranged": ["shortbow"], "behaviour": "shooter"}


def state_of(models: Mapping[str, Any], **form: Any) -> Adventure:
    """The state of a scene on open floor, unless it says otherwise."""
    return BOOK.read_position({"map": OPEN, "models": dict(models), **form})


def scene(
    models: Mapping[str, Any], dice: Mapping[str, Sequence[int]] | None = None, **form: Any
) -> Game[Adventure]:
    """A game of a scene; the first model acts unless somebody else is named."""
    form.setdefault("active", next(iter(models)))
    return new_game(BOOK, state_of(models, **form), Scripted(dice or {}))


def one(game: Game[Adventure], id: str) -> Model:
    """A model as it is now."""
    return game.state.models[id]


def told(game: Game[Adventure], kind: str) -> list[Event]:
    """The events of a kind, in order."""
    return [event for event in game.events(all_seats=True) if event.kind == kind]


def asked(game: Game[Adventure]) -> str:
    """The topic of the open question."""
    assert game.decision is not None
    return game.decision.topic


def answers(game: Game[Adventure]) -> list[Any]:
    """What may be answered to the open question."""
    assert game.decision is not None
    return [option.answer for option in game.decision.options()]


def barred(game: Game[Adventure], answer: str) -> str:
    """The rule that bars a deed that is listed."""
    assert game.decision is not None
    return next(one.refusal.rule for one in game.decision.barred() if one.answer == answer and one.refusal)


def go(game: Game[Adventure], x: int, y: int, facing: str = "N", how: str = "walk") -> None:
    """The active model walks or runs to a space."""
    game.answer(how)
    game.answer({"models": [[x + 0.5, y + 0.5]], "facing": facing})


NEXT = {"initiative H1": [6, 5], "initiative H2": [5, 5], "initiative O1": [1, 1], "initiative O2": [1, 2]}
"""Dice for a turn that begins after what a test is about."""


def begun(state: Adventure, dice: Mapping[str, Sequence[int]] | None = None) -> Game[Adventure]:
    """A game from a state that a test has changed."""
    return new_game(BOOK, state, Scripted({**NEXT, **(dice or {})}))
