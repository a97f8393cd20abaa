"""How a mission stands for the squad."""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from sandtable.binding.judging import Feature, hope, weighed
from sandtable.books.forgotten_ruin.adviser.aims import aims_of
from sandtable.books.forgotten_ruin.adviser.places import Foes
from sandtable.books.forgotten_ruin.adviser.styles import knowledge
from sandtable.books.forgotten_ruin.missions.requirements import open_objectives
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel.arithmetic import total

FAIR_SQUAD = 5
"""A squad with so many soldiers left is neither strong nor weak."""
MOST_KILLED = 20
"""More kills than these count no more."""
FARTHEST = 99.0
"""Farther from an errand than this nobody is."""


def judge(state: Battle, seat: str) -> float:
    """From -1 to 1: how the mission stands for the seat's side."""
    sign = -1.0 if seat == state.enemy_seat else 1.0
    if state.won:
        return sign * (0.9 + 0.1 * _safe(state))
    if state.closed or not state.soldiers_on_table():
        return -sign
    return sign * 0.89 * hope(weighed(features(state), knowledge().judge))


def _safe(state: Battle) -> float:
    """The share of the squad that is not a casualty."""
    whole = [one for one in state.soldiers.values() if not one.copy_of]
    fine = sum(one.where != "casualty" for one in whole)
    return fine / max(1, len(whole))


def features(state: Battle) -> Iterator[Feature]:
    """What there is to hope and to fear."""
    here = [one for one in state.soldiers_on_table() if not one.copy_of]
    yield "soldiers above five", len(here) - FAIR_SQUAD
    yield "enemies", sum(one.side != "squad" for one in state.enemies_on_table())
    yield "killed", min(state.killed, MOST_KILLED)
    for objective in state.objectives.values():
        yield "complete Objectives", objective.state == "complete"
        yield "lost Objectives", objective.state == "lost"
        yield "scouted", len(objective.scouted) * (objective.state == "open")
    yield "something carried", any(one.carrying for one in here if not _is_cargo(one.carrying))
    if here:
        places = numpy.array([one.at for one in here])
        yield "danger", total(Foes(state).danger(places[:, 0], places[:, 1]).tolist())
    yield "inches to go", _inches_to_go(state, here)
    yield "nothing left to do", not open_objectives(state)


def _inches_to_go(state: Battle, soldiers: list[Soldier]) -> float:
    """How far those are from their errands who are the nearest to each."""
    aims = aims_of(state)
    nearest: dict[str, float] = {}
    for one in soldiers:
        aim = aims[one.id]
        if aim.is_run or aim.kind == "hunt":
            far = abs(one.at[0] - aim.at[0]) + abs(one.at[1] - aim.at[1])
            nearest[aim.why] = min(nearest.get(aim.why, FARTHEST), far)
    return total(nearest.values())


def _is_cargo(things: tuple[str, ...]) -> bool:
    return all(one.startswith("cargo") for one in things)
