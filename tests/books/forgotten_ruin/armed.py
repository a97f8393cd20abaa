"""Armed figures for the tests of fighting: soldiers with weapons, and a battle without Story Points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier, Stock
from sandtable.kernel.play import Play
from tests.books.forgotten_ruin.stage import Performance, Rule, battle, perform, soldier


def armed(id: str, at: tuple[float, float] = (10.0, 10.0), *names: str, **facts: Any) -> Soldier:
    """A soldier with these weapons of the armory."""
    return soldier(id, at, weapons=tuple(weapon(one) for one in names), **facts)


def skirmish(*figures: Soldier | Enemy, **facts: Any) -> Battle:
    """A battle in which no Story Points and no Tactics are left to change dice."""
    facts.setdefault("stock", Stock(story_points=0))
    facts.setdefault("tactics", ("Mortars!",))
    return battle(*figures, **facts)


def struck(
    state: Battle, id: str, hits: Sequence[Hit], dice: dict[str, list[int]], answers: Sequence[Any] = ()
) -> Performance:
    """Hits on a figure, resolved with exact dice; what came of them is returned."""

    async def rule(play: Play[Battle]) -> Any:
        return await strike(play, play.state.figure(id), hits)

    return perform(state, rule, dice, answers)


def playing(action: Any, id: str, *more: Any) -> Rule:
    """A rule that lets the figure of that id do something."""

    async def rule(play: Play[Battle]) -> Any:
        return await action(play, play.state.figure(id), *more)

    return rule


def arrow(by: str = "M1.1", **facts: Any) -> Hit:
    """The Hit of an enemy's arrow."""
    return Hit(attacker=by, unit=by.split(".")[0], how="shooting", weapon=weapon("bow"), **facts)


def bullet(by: str = "S1", weapon_of: str = "assault rifle", **facts: Any) -> Hit:
    """The Hit of a soldier's bullet at +0, or of another weapon."""
    return Hit(attacker=by, unit=by, how="shooting", weapon=weapon(weapon_of), **facts)
