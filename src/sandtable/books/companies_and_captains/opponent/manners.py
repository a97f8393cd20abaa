"""Manners: how boldly the automatic opponent plays, and what it cares for most."""

from __future__ import annotations

import msgspec

from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.citation import rule


class Manner(msgspec.Struct, frozen=True):
    """How the automatic opponent weighs its own losses, the scenario and the enemy, and when it stops."""

    loss: float
    """What a loss of its own counts beside one of the enemy."""
    stops_below: float
    """It ends its turn when the best order is worth less."""
    goals: float = 1.0
    """What the goals of the scenario count."""
    closing: float = 1.0
    """What coming nearer to the enemy counts."""
    fighting: float = 1.0
    """What Attacks and volleys count."""
    drawing_back: float = 0.0
    """What it counts to get away from the enemy."""


TEMPERS = {"bold": Manner(0.5, 0.02), "steady": Manner(0.8, 0.04), "wary": Manner(1.2, 0.08)}
"""CC-BOT-14."""

PLANS = {
    "bold": Manner(0.4, 0.02, fighting=1.5),
    "for the scenario": Manner(1.2, 0.04, goals=2.0, fighting=0.5),
    "drawing back": Manner(1.5, 0.04, goals=0.5, closing=0.0, drawing_back=1.0),
}
"""Other ways to play that are worth a look ahead."""


@rule("CC-BOT-14")
def temper_of(state: Battle) -> Manner:
    """The temper that was chosen; a random one follows from the forces, so that it stays all game."""
    name: str = state.switches.bot_temper
    if name == "random":
        name = sorted(TEMPERS)[sum(company.points for company in state.companies.values()) % len(TEMPERS)]
    return TEMPERS[name]
