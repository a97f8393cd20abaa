"""Every golden game has a report, and its sums are right."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.records.record import read_record
from sandtable.reports.battle import report_of
from sandtable.reports.page import page_of
from sandtable.reports.text import text_of
from tests.reports.test_page import Reader

FOLDER = Path(__file__).parents[1] / "golden" / "companies_and_captains"
EVERY_SIXTH = sorted(FOLDER.glob("*.sandtable"))[::6]


@pytest.mark.parametrize("path", EVERY_SIXTH, ids=lambda path: path.stem)
def test_the_sums_of_a_golden_game_are_right(path: Path):
    record = read_record(path)
    report = report_of(record)
    result = record.header.result
    assert report.result == result
    assert result is not None
    if report.course:
        ends = {(): 0.5, report.sides[0].seats: 1.0, report.sides[1].seats: 0.0}
        assert report.course[-1].chance == ends[result.winners]
        assert all(0 <= one.chance <= 1 for one in report.course)
    for fate in report.fates:
        assert fate.left <= fate.full
        assert all(loss.amount or loss.gone for loss in fate.losses)
        others = {one.unit: one.side for one in report.fates}
        assert all(others[loss.by] != fate.side for loss in fate.losses if loss.by)
    assert sum(one.points or 0 for one in report.sides) == sum(result.points.values())
    assert all(one.dice >= one.all.tried for one in report.luck)
    assert Reader(page_of(report)).open == []
    assert report.title in text_of(report)
