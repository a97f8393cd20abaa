"""Rules on the stage that name their figures by id, and a few shorthands for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.books.forgotten_ruin.chapters.activations.activations import activate
from sandtable.books.forgotten_ruin.state import Stock
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.stage import Performance, Rule


def activating(id: str) -> Rule:
    """The activation of a soldier."""
    return lambda play: activate(play, play.state.soldiers[id])


def doing(code: Callable[..., Any], id: str = "", *about: Any) -> Rule:
    """A rule that asks nothing, done to a figure or to the whole battle."""

    async def rule(play: Any) -> Any:
        return code(play, *((play.state.figure(id),) if id else ()), *about)

    return rule


def happening(effect: Callable[..., Any], moment: Callable[[Any], Any]) -> Rule:
    """What a window lets happen, at a moment made from the battle."""

    async def rule(play: Any) -> Any:
        return await effect(play, "A", moment(play.state))

    return rule


def menu(played: Performance) -> list[Any]:
    """What may be answered now."""
    return [one.answer for one in played.question.options()]


def deeds(played: Performance) -> list[Any]:
    """The same without the Tactics that might be invoked."""
    return [one for one in menu(played) if not str(one).startswith("tactic")]


def barred(played: Performance, key: str) -> str:
    """The rule that forbids an answer which is shown and not allowed."""
    return next(one.refusal.rule for one in played.question.barred() if one.answer == key and one.refusal)


def block(id: str, west: float, south: float, east: float, north: float, height: float = 6.0) -> Piece:
    """A block that hides what is behind it."""
    return Piece(id, "block", box_outline(west, south, east, north), height, ("block",))


def no_points() -> Stock:
    """A stock without Story Points, so that nobody is asked about dice."""
    return Stock(story_points=0)
