"""The golden games of Forgotten Ruin: every way in which a battle can end, won and lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.lab.golden import Wanted

ALONE = (("greedy",), ("uniform",))
BY_CHANCE = (("uniform",),)
NOBODY = "no soldier is on the table"
SCOUTED: dict[str, Any] = {"O1": {"type": "Scout the Area", "features": ["T1", "T2"], "scouted": ["T1"]}}
"""An Objective that one more success completes."""
DONE = {"O1": {**SCOUTED["O1"], "scouted": ["T1", "T2"], "state": "complete", "completed_in": 2}}
FAR = {"O1": {"type": "Scout the Area", "features": ["T1", "T2"]}}


def _soldiers(count: int = 3, y: float = 6.0) -> dict[str, Any]:
    arms = (["assault rifle", "hand grenades"], ["squad automatic weapon"], ["shotgun"])
    return {
        f"S{number + 1}": {"at": [14.0 + 3 * number, y], "weapons": arms[number % 3]}
        for number in range(count)
    }


def _orcs(count: int, y: float) -> dict[str, Any]:
    return {"M1": {"type": "Orcs", "at": [[14.0 + 1.5 * one, y] for one in range(count)]}}


def _battle(soldiers: dict[str, Any], mobs: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A small battle on a small table, with two rocks to be scouted, the second before the soldiers."""
    return {
        "position": {
            "table": [30, 24],
            "soldiers": soldiers,
            "mobs": mobs,
            "mission": {"enemy_type": "Orcs"},
            "objectives": SCOUTED,
            "terrain": [
                {"kind": "rock", "circle": [5, 20, 1], "traits": ["individual"], "height": 2},
                {"kind": "rock", "circle": [17, 9, 1], "traits": ["individual"], "height": 2},
            ],
            **more,
        }
    }


def wanted() -> list[Wanted]:
    """Every ending: of missions, of the battles of the finale and of the field exercises."""
    return [*_missions(), *_finale(), *_exercises(), *_whole()]


def _missions() -> Iterator[Wanted]:
    calm = _battle(_soldiers(), _orcs(3, 20.0))
    yield Wanted("mission-won-sudden-death", (calm,), "sudden death", won=True, players=ALONE)
    yield Wanted("mission-won-squad-gone", (calm,), NOBODY, won=True, players=ALONE)
    last = _battle(_soldiers(), _orcs(1, 22.0), objectives=DONE, won=True, round=2, sudden_death=3)
    yield Wanted("mission-won-last-rounds", (last,), "the last rounds are over", won=True, players=BY_CHANCE)
    bonus = {**DONE, "O2": {**SCOUTED["O1"], "perks": ["bonus"]}}
    more = _battle(_soldiers(), _orcs(1, 22.0), objectives=bonus, won=True, round=2, sudden_death=5)
    complete = "the bonus Objective is complete"
    yield Wanted("mission-won-bonus-complete", (more,), complete, won=True, players=ALONE)
    overrun = _battle(_soldiers(2), _orcs(8, 13.0), objectives=FAR)
    yield Wanted("mission-lost-squad-gone", (overrun,), NOBODY, won=False, players=ALONE)
    late = _battle(_soldiers(2), _orcs(1, 22.0), objectives=FAR, round=4, switches={"round_limit": 5})
    abandoned = "the battle is abandoned"
    yield Wanted("mission-lost-abandoned", (late,), abandoned, won=False, players=BY_CHANCE)


def _finale() -> Iterator[Wanted]:
    chest = {"chest": {"kind": "chest", "at": [16.0, 9.0]}}
    artifact = {"kind": "artifact", "artifact": "Ring of Spell-casting", "enemy_type": "Orcs"}
    guarded = _battle(_soldiers(), _orcs(3, 16.0), mission=artifact, markers=chest, objectives={})
    destroyed = "every enemy is destroyed"
    yield Wanted("artifact-won-enemy-destroyed", (guarded,), destroyed, won=True, players=ALONE)
    alone = _battle(_soldiers(1), _orcs(3, 20.0), mission=artifact, markers=chest, objectives={})
    yield Wanted("artifact-won-brought-home", (alone,), NOBODY, won=True, players=ALONE)
    overrun = _battle(_soldiers(2), _orcs(8, 13.0), mission=artifact, markers=chest, objectives={})
    yield Wanted("artifact-lost", (overrun,), NOBODY, won=False, players=ALONE)
    final = {"kind": "final", "enemy_type": "Orcs", "requirement": "none"}
    few = _battle(_soldiers(), _orcs(3, 16.0), mission=final, objectives={})
    yield Wanted("final-won", (few,), "no enemy is left", won=True, players=ALONE)
    many = _battle(_soldiers(2), _orcs(8, 13.0), mission=final, objectives={})
    yield Wanted("final-lost", (many,), NOBODY, won=False, players=ALONE)


def _exercises() -> Iterator[Wanted]:
    for number, why in ((1, "every orc is destroyed"), (2, "every orc is destroyed"), (3, NOBODY)):
        begin = {"scenario": f"exercise-{number}", "seats": {"A": "red-squad"}}
        yield Wanted(f"exercise-{number}-won", (begin,), why, won=True, players=(ALONE[0],))
    lost = {"scenario": "exercise-1", "seats": {"A": "red-squad"}}
    yield Wanted("exercise-1-lost", (lost,), NOBODY, won=False, players=BY_CHANCE)


def _whole() -> Iterator[Wanted]:
    """A mission with its own table, terrain and enemies, as the book prepares it."""
    begin = {"scenario": "mission", "seats": {"A": "red-squad"}}
    yield Wanted("whole-mission-won", (begin,), NOBODY, won=True, players=(ALONE[0],))
