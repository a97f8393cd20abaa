"""Metric play: what a case says in inches holds in centimetres (FR-PRN-11)."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.cases.case import run_case
from sandtable.kernel.cases.case_reading import written_in
from sandtable.kernel.testing import covers

CASES = Path(__file__).resolve().parents[2] / "cases" / "forgotten_ruin"
CHAPTERS = ("ARM", "COV", "CON", "EAI", "EXP", "FSP", "HTH", "LOS", "MOV", "SHT", "TER", "VPL", "LOOT", "TRF")
LENGTHS = ("at", "area", "circle", "wall", "height", "elevation", "paths", "models", "path", "moved", "drop")
"""What is a length in a position, an answer or a fact."""
HUMAN, MONSTER = {"radius": 1.25, "height": 3.125}, {"radius": 2.5, "height": 6.25}
"""Bases and heights of 1 in and of 2 in, in centimetres (FR-PRN-30)."""


def scaled(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float | list | dict):
        return value
    if isinstance(value, list):
        return [scaled(one) for one in value]
    if isinstance(value, dict):
        return {key: scaled(one) for key, one in value.items()}
    return round(value * 2.5, 6)


def in_centimetres(part: Any) -> Any:
    if isinstance(part, list):
        return [in_centimetres(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {key: scaled(one) if key in LENGTHS else in_centimetres(one) for key, one in part.items()}


def metric(case: dict[str, Any]) -> dict[str, Any]:
    """The case on a table of 90 by 90 cm with figures of the usual size."""
    found: dict[str, Any] = in_centimetres(deepcopy(case))
    position = found["position"]
    position.setdefault("table", [90.0, 90.0])
    position["switches"] = {**position.get("switches", {}), "units": "metric"}
    for part, size in (("soldiers", HUMAN), ("villains", HUMAN), ("monsters", MONSTER)):
        for id, one in position.get(part, {}).items():
            position[part][id] = {**size, **one}
    enemies = position.setdefault("enemies", {})
    for id, mob in position.get("mobs", {}).items():
        for number in range(1, len(mob.get("at", ())) + 1):
            enemies[f"{id}.{number}"] = {**HUMAN, **enemies.get(f"{id}.{number}", {})}
    for piece in position.get("terrain", ()):
        if "wall" in piece:
            piece.setdefault("thickness", 0.5)
    return found


def told_in_inches(case: dict[str, Any]) -> bool:
    """Cases that name a table, units, a hair of an inch or words with places in them are not scaled."""
    position = case.get("position", {})
    return (
        not position
        or "table" in position
        or "units" in position.get("switches", {})
        or "remedy" in str(case.get("expect"))
        or "cost" in str(case.get("expect"))
        or "choose" in str(case.get("dice"))
        or "range_moving" in str(position)
        or "Cloak" in str(position)
    )


def cases() -> list[Any]:
    found = []
    for path in sorted(CASES.rglob("*.case.yaml")):
        if path.name.split("-")[1] not in CHAPTERS:
            continue
        for number, written in enumerate(written_in(path), 1):
            if not told_in_inches(one := written.whole()):
                found.append(pytest.param(one, id=f"{path.name.removesuffix('.case.yaml')}-{number}"))
    return found


@covers("FR-PRN-11")
@pytest.mark.parametrize("case", cases())
def test_a_case_holds_in_centimetres(case: dict[str, Any]) -> None:
    assert run_case(metric(case), folder=CASES).failures == ()
