"""Manners: how boldly the automatic opponent plays."""

from __future__ import annotations

import msgspec

from sandtable.binding.advising import leaning
from sandtable.books.companies_and_captains.opponent.experience import Style, experience
from sandtable.books.companies_and_captains.state import Battle, Side
from sandtable.kernel.citation import rule

__all__ = ["Style", "other_styles", "seasoned_style", "temper_of"]


@rule("CC-BOT-14")
def temper_of(state: Battle) -> Style:
    """The temper that was chosen; a random one follows from the forces, so that it stays all game."""
    name: str = state.switches.bot_temper
    tempers = experience().tempers
    if name == "random":
        name = sorted(tempers)[sum(company.points for company in state.companies.values()) % len(tempers)]
    return tempers[name]


def seasoned_style(state: Battle, side: Side) -> Style:
    """The temper, leaning to what has served a side with this role in this scenario."""
    temper = msgspec.structs.replace(temper_of(state), learnt=True)
    one = experience().leanings.get(state.scenario, {}).get(state.role(side))
    return temper if one is None else leaning(temper, one.times, one.instead)


def other_styles(usual: Style | None = None) -> dict[str, Style]:
    """Ways to play that are worth a look ahead, by whoever usually plays in a style of its own."""
    plans = experience().plans
    if usual is None or not usual.learnt:
        return plans
    return {name: _as_learnt(plan, usual) for name, plan in plans.items()}


def _as_learnt(plan: Style, usual: Style) -> Style:
    return msgspec.structs.replace(plan, learnt=True, key=usual.key)
