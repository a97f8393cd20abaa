"""`sandtable report` tells how a recorded battle went."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.records.record import read_record, record_text
from tests.cli.conftest import Told
from tests.reports.duel import duel_record


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a small battle."""
    path = tmp_path / "duel.sandtable"
    path.write_text(record_text(duel_record()))
    return path


def test_a_battle_is_told_as_text(record: Path):
    told = Told("report", str(record))
    assert told.code == 0
    assert told.out.startswith("The Duel (Duel, 3 rounds)\nArmy won 9 to 6. Night has fallen.\n")
    assert "Axes drove Bows B1 off the table" in told.out


def test_a_battle_is_told_to_programs(record: Path):
    told = Told("report", str(record), "--json").json
    assert told["summary"] == "Army won 9 to 6. Night has fallen."
    assert [one["number"] for one in told["turning_points"]] == [1, 2, 3]


def test_a_page_is_written_into_a_file(record: Path, tmp_path: Path):
    page = tmp_path / "report.html"
    told = Told("report", str(record), "--html", str(page))
    assert (told.code, told.out) == (0, f"Written to {page}.\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_what_cannot_be_reported_is_refused_in_a_sentence(record: Path, tmp_path: Path):
    both = Told("report", str(record), "--json", "--html", str(tmp_path / "x.html"))
    assert both.code == 2
    assert both.err == "Two forms are asked for. Say --html or --json.\n"
    lines = record.read_text().splitlines(keepends=True)
    old = tmp_path / "old.sandtable"
    old.write_text(
        lines[0].replace(f'"version":"{read_record(record).header.version}"', '"version":"0"')
        + "".join(lines[1:])
    )
    told = Told("report", str(old))
    assert told.code == 2
    assert "A report needs a record that tells everything" in told.err
    assert Told("report", str(tmp_path / "nowhere.sandtable")).code == 2
