"""Who did what in recorded games: the report against a plain count of what the records tell."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.records.record import read_record
from sandtable.reports.battle import Report, report_of

GOLDEN = Path(__file__).parents[1] / "golden"
MISSIONS = sorted((GOLDEN / "forgotten_ruin").glob("*.sandtable"))
EVERY_BATTLE = sorted((GOLDEN / "companies_and_captains").glob("*.sandtable"))
BATTLES = EVERY_BATTLE[::4]
ROLLED_HITS = ("shooting", "melee")
FOLLOWED = ("failed test", "blocked retreat", "stood fast")
"""How a Group loses R to hits, of which the record tells who rolled them, and by what follows from them."""
NO_DEEDS = (
    " is done.",
    "Reaction dice",
    "the turn of",
    "so the turn is over",
    "rolled",
    "would be",
    " ends for ",
)


def events_of(path: Path) -> list[dict[str, Any]]:
    """The events as they stand in the file."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.get("is") == "event"]


def told_by(report: Report) -> Counter[tuple[str, str]]:
    """Strength lost in the report, by who lost it and to whom."""
    found: Counter[tuple[str, str]] = Counter()
    for fate in report.fates:
        for loss in fate.losses:
            if loss.by and loss.amount:
                found[fate.unit, loss.by] += loss.amount
    return found


def unit_of(figure: str) -> str:
    """The mob of a figure such as M1.2; soldiers are their own."""
    return figure.partition(".")[0]


@pytest.mark.parametrize("path", MISSIONS, ids=lambda path: path.stem)
def test_whoever_fell_fell_to_whom_the_record_says(path: Path):
    counted: Counter[tuple[str, str]] = Counter()
    for event in events_of(path):
        facts = event.get("facts", {})
        # Whoever falls by a grenade of its own has lost strength, and nobody has taken it.
        fell = event["kind"] == "figure removed" and facts["how"] == "casualty"
        if fell and facts["by"] and unit_of(facts["by"]) != unit_of(facts["figure"]):
            counted[unit_of(facts["figure"]), unit_of(facts["by"])] += 1
    assert told_by(report_of(read_record(path))) == counted


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_a_group_lost_r_to_the_group_that_rolled_the_hits(path: Path):
    counted: Counter[tuple[str, str]] = Counter()
    hit_by: dict[str, str] = {}
    for event in events_of(path):
        facts = event.get("facts", {})
        if event["kind"] == "hits scored":
            hit_by[facts["target"]] = facts["group"]
        elif event["kind"] == "R lost" and facts["how"] in (*ROLLED_HITS, *FOLLOWED):
            counted[facts["group"], hit_by[facts["group"]]] += facts["lost"]
    assert told_by(report_of(read_record(path))) == counted


@pytest.mark.parametrize("path", [*MISSIONS, *EVERY_BATTLE], ids=lambda path: path.stem)
def test_a_turning_point_is_a_deed_that_helped_the_side_whose_chances_rose(path: Path):
    report = report_of(read_record(path))
    for point in report.turning_points:
        assert point.words
        assert not any(words in point.words for words in NO_DEEDS), point.words
        lost: Counter[bool] = Counter()
        for fate in report.fates:
            left = fate.full
            for loss in fate.losses:
                # Whoever is driven off the table is lost whole.
                took = left if loss.gone and loss.by else loss.amount
                left -= took
                if point.since <= loss.place <= point.place:
                    lost[fate.side == 0] += took
        if lost[True] != lost[False]:
            assert (point.change > 0) == (lost[False] > lost[True]), point.words


@pytest.mark.parametrize("path", MISSIONS, ids=lambda path: path.stem)
def test_whoever_took_no_part_is_not_in_the_report(path: Path):
    placed = {
        unit_of(event["facts"][name])
        for event in events_of(path)
        for name in ("figure", "mob", "unit")
        if name in event.get("facts", {})
    }
    report = report_of(read_record(path))
    assert {fate.unit for fate in report.fates} <= placed | standing_at_the_start(path)
    assert not any(fate.place == "to be deployed" for fate in report.fates)


def standing_at_the_start(path: Path) -> set[str]:
    """Those whom the record of a battle that begins in the middle has on the table."""
    header = json.loads(path.read_text(encoding="utf-8").split("\n", 1)[0])
    first = header.get("first") or {}
    found = {
        one for one, soldier in first.get("soldiers", {}).items() if soldier.get("where") == "on the table"
    }
    return found | set(first.get("mobs", {}))
