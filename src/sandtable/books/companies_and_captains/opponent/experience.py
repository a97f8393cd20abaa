"""What the automatic opponent goes by: numbers, what it learnt from playing itself, and its style."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from sandtable.binding.advising import leaning
from sandtable.binding.judging import Weights
from sandtable.binding.tables import Row
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.state import Battle, Side
from sandtable.kernel import rule

ByPart = dict[str, dict[str, tuple[float, ...]]]
"""By scenario and role: how often each ambition was fulfilled, in the order of CC-AMB-05."""


class Style(Row, frozen=True):
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
    learnt: bool = False
    """It chooses ambitions by what its own style of playing has fulfilled, and plays for them."""
    deploys: str = ""
    """Where Groups deploy: "" where the book's opponent would, "at the edge", "at the gates" to the nearest
    edges, "on one side" of the table, or "near" the enemy who promises most."""
    close_markers: bool = False
    """It lays markers close to its Groups, where no enemy may Move."""
    keeps_off: bool = False
    """It stays out of the reach of enemies who would gain by attacking it, and lets them come."""
    spares: float = 0.0
    """What it counts to take a Group out of reach that has lost most of its R."""
    key: float = 0.0
    """What it counts more to hurt the Group that the scenario turns on."""


class Leaning(Row, frozen=True):
    """What a side does better to count more or less than its temper does."""

    times: dict[str, float] = {}
    """By which factor a number of its style grows."""
    instead: dict[str, Any] = {}
    """What takes the place of something in its style."""


class Experience(Row, frozen=True):
    """The figures that the automatic opponent goes by."""

    numbers: dict[str, dict[str, float]]
    """By rule."""
    tempers: dict[str, Style]
    plans: dict[str, Style]
    leanings: dict[str, dict[str, Leaning]]
    """By scenario and role."""
    scenarios: dict[str, dict[str, float]]
    ambitions: ByPart
    learnt: ByPart
    suits: dict[str, float]
    """What a Company that suits an ambition makes of its chance."""
    takes_from: float
    reveals_from: float
    judge: Weights
    """What each feature adds to the VP lead that the attacker may expect, by scenario."""


@cache
def experience() -> Experience:
    """The figures of the data file."""
    return read_data("automatic_opponent.yaml", Experience)


def numbers(rule: str) -> dict[str, float]:
    """The numbers of one rule of the automatic opponent, by name."""
    return experience().numbers[rule]


def scores_in(scenario: str) -> dict[str, float]:
    """What the orders of a published scenario are worth (CC-BOT-16)."""
    return experience().scenarios[scenario]


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
    """Ways to play that are worth a look ahead, by a player that usually has a style of its own."""
    plans = experience().plans
    if usual is None or not usual.learnt:
        return plans
    return {name: _as_learnt(plan, usual) for name, plan in plans.items()}


def _as_learnt(plan: Style, usual: Style) -> Style:
    return msgspec.structs.replace(plan, learnt=True, key=usual.key)
