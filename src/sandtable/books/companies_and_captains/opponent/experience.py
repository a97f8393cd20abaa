"""What the automatic opponent goes by: numbers of the catalogue, and what it learnt from playing itself."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.companies_and_captains.data import read_data


class Fulfilled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often each ambition was fulfilled in a scenario by the side with this role."""

    scenario: str
    role: str
    fulfilled: tuple[float, ...]


class Suited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Company that suits an ambition makes of its chance."""

    ambition: str
    by: float


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much each number that a judge looks at counts in a scenario."""

    scenario: str
    weights: tuple[float, ...]


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class Leaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side with this role does better to count more or less in a scenario, as factors."""

    scenario: str
    role: str
    loss: float = 1.0
    goals: float = 1.0
    closing: float = 1.0
    fighting: float = 1.0
    deploys: str = ""
    close_markers: bool = False
    keeps_off: bool = False
    spares: float = 0.0
    key: float = 0.0


class Experience(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures that the automatic opponent goes by."""

    numbers: dict[str, dict[str, float]]
    """By rule."""
    tempers: dict[str, Style]
    plans: dict[str, Style]
    leanings: tuple[Leaning, ...]
    scenarios: dict[str, dict[str, float]]
    ambitions: tuple[Fulfilled, ...]
    learnt: tuple[Fulfilled, ...]
    suits: tuple[Suited, ...]
    takes_from: float
    reveals_from: float
    judge: tuple[Judged, ...]


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
