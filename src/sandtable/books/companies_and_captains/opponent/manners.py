"""Manners: how boldly the automatic opponent plays."""

from __future__ import annotations

import msgspec

from sandtable.books.companies_and_captains.opponent.experience import Manner, experience
from sandtable.books.companies_and_captains.state import Battle, Side
from sandtable.kernel.citation import rule

__all__ = ["Manner", "other_manners", "seasoned_manner", "temper_of"]


@rule("CC-BOT-14")
def temper_of(state: Battle) -> Manner:
    """The temper that was chosen; a random one follows from the forces, so that it stays all game."""
    name: str = state.switches.bot_temper
    tempers = experience().tempers
    if name == "random":
        name = sorted(tempers)[sum(company.points for company in state.companies.values()) % len(tempers)]
    return tempers[name]


def seasoned_manner(state: Battle, side: Side) -> Manner:
    """The temper, leaning to what has served a side with this role in this scenario."""
    temper = temper_of(state)
    for one in experience().leanings:
        if (one.scenario, one.role) == (state.scenario, state.role(side)):
            return msgspec.structs.replace(
                temper,
                loss=temper.loss * one.loss,
                goals=temper.goals * one.goals,
                closing=temper.closing * one.closing,
                fighting=temper.fighting * one.fighting,
            )
    return temper


def other_manners() -> dict[str, Manner]:
    """Ways to play that are worth a look ahead."""
    return experience().plans
