"""How a mission stands for the squad."""

from __future__ import annotations

import numpy

from sandtable.books.forgotten_ruin.adviser.aims import aims_of
from sandtable.books.forgotten_ruin.adviser.places import Foes
from sandtable.books.forgotten_ruin.missions.requirements import open_objectives
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.arithmetic import tanh, total

COMPLETE = 0.9
"""What a complete Objective counts."""
SOLDIER = 0.16
"""What a soldier counts who is on the table or safe."""
ENEMY = 0.03
"""What an enemy on the table counts against the squad."""
INCH = 0.025
"""What an inch counts to whoever runs for the Objective."""
DANGER = 0.06
"""What it counts to stand within the enemy's reach."""
LOST = 1.5
"""What an Objective counts that can no longer be completed."""


def judge(state: Battle, seat: str) -> float:
    """From -1 to 1: how the mission stands for the seat's side."""
    sign = -1.0 if seat == state.enemy_seat else 1.0
    if state.won:
        return sign * (0.9 + 0.1 * _safe(state))
    if state.closed or not state.soldiers_on_table():
        return -sign
    return sign * 0.89 * tanh(_hopes(state))


def _safe(state: Battle) -> float:
    """The share of the squad that is not a casualty."""
    whole = [one for one in state.soldiers.values() if not one.copy_of]
    fine = sum(one.where != "casualty" for one in whole)
    return fine / max(1, len(whole))


def _hopes(state: Battle) -> float:
    here = [one for one in state.soldiers_on_table() if not one.copy_of]
    hope = SOLDIER * (len(here) - 5)
    hope -= ENEMY * sum(one.side != "squad" for one in state.enemies_on_table())
    hope += 0.02 * min(state.killed, 20)
    for objective in state.objectives.values():
        hope += COMPLETE * (objective.state == "complete") - LOST * (objective.state == "lost")
        hope += 0.3 * len(objective.scouted) * (objective.state == "open")
    hope += 0.35 * any(one.carrying for one in here if not _is_cargo(one.carrying))
    if here:
        places = numpy.array([one.at for one in here])
        hope -= DANGER * total(Foes(state).danger(places[:, 0], places[:, 1]).tolist())
    aims = aims_of(state)
    runs: dict[str, float] = {}
    for one in here:
        aim = aims[one.id]
        if aim.is_run or aim.kind == "hunt":
            far = abs(one.at[0] - aim.at[0]) + abs(one.at[1] - aim.at[1])
            runs[aim.why] = min(runs.get(aim.why, 99.0), far)
    hope -= INCH * total(runs.values())
    return hope + 0.2 * (not open_objectives(state))


def _is_cargo(things: tuple[str, ...]) -> bool:
    return all(one.startswith("cargo") for one in things)
