"""`sandtable check` plays case files and counts those that hold."""

from __future__ import annotations

import re
import textwrap
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from sandtable.books.companies_and_captains.book import CompaniesAndCaptains
from tests.cli.conftest import Told

POSITION = """
  scenario: pitched-battle
  table: [48, 36]
  groups:
    A1: {profile: Heavy Foot, at: [20, 10], captain: true}
    A2: {profile: Light Cavalry, at: [30, 10]}
    B1: {profile: Heavy Foot, at: [20, 30], captain: true}
    B2: {profile: Light Cavalry, at: [30, 30]}
    B3: {profile: Light Cavalry, at: [40, 30]}
"""


def case(tmp_path: Path, name: str, title: str, faces: str, told: str) -> str:
    """A case in which A1 is told to Move and rolls these faces."""
    path = tmp_path / f"{name}.case.yaml"
    path.write_text(
        f"""case: {title}
book: companies-and-captains
rules: [CC-ACT-06]
position: {POSITION}
dice: {{activate A1: {faces}}}
answers:
  - {{seat: A, answer: A1}}
  - {{seat: A, answer: move}}
expect:
  told: [{told}]
"""
    )
    return str(path)


def test_cases_that_hold_end_with_nought(tmp_path: Path):
    told = Told("check", case(tmp_path, "one", "a Group obeys", "[3, 4]", "CC-ACT-08"))
    assert (told.code, told.out) == (0, "1 passed, 0 failed\n")


def test_a_case_that_fails_is_named_with_what_did_not_follow_and_ends_with_one(tmp_path: Path):
    good = case(tmp_path, "one", "a Group obeys", "[3, 4]", "CC-ACT-08")
    bad = case(tmp_path, "two", "a Group fails", "[3, 4]", "CC-ACT-09")
    told = Told("check", good, bad)
    assert told.code == 1
    assert f"FAILED  {bad}: a Group fails [CC-ACT-06]" in told.out
    assert "CC-ACT-09" in told.out
    assert told.out.endswith("1 passed, 1 failed\n")


def test_all_cases_of_a_folder_are_played_and_named_if_wanted(tmp_path: Path):
    case(tmp_path, "one", "a Group obeys", "[3, 4]", "CC-ACT-08")
    case(tmp_path, "two", "a Group fails", "[1, 1]", "CC-ACT-09")
    told = Told("check", str(tmp_path), "--verbose")
    assert told.code == 0
    assert "a Group obeys" in told.out
    assert told.out.endswith("2 passed, 0 failed\n")


def test_as_json_every_case_has_its_failures(tmp_path: Path):
    bad = case(tmp_path, "two", "a Group fails", "[3, 4]", "CC-ACT-09")
    told = Told("check", bad, "--json")
    assert told.code == 1
    assert (told.json["passed"], told.json["failed"]) == (0, 1)
    (only,) = told.json["cases"]
    assert {"path", "case", "rules", "passed", "failures"} == set(only)
    assert only["failures"]


def test_a_file_that_is_no_case_is_named_and_the_others_are_played(tmp_path: Path):
    good = case(tmp_path, "one", "a Group obeys", "[3, 4]", "CC-ACT-08")
    broken = tmp_path / "broken.case.yaml"
    broken.write_text("case: [")
    told = Told("check", good, str(broken))
    assert told.code == 2
    assert f"BAD FILE  {broken}" in told.out
    assert told.out.endswith("1 passed, 1 failed\n")


@pytest.mark.parametrize("name", ["nothing.case.yaml", "."])
def test_no_case_at_all_is_bad_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.chdir(tmp_path)
    told = Told("check", name)
    assert told.code == 2
    assert told.err.startswith("There is no")


def test_a_file_that_brings_the_program_down_is_named_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    good = case(tmp_path, "one", "a Group obeys", "[3, 4]", "CC-ACT-08")
    bad = case(tmp_path, "two", "a Group breaks everything", "[3, 4]", "CC-ACT-08")
    usual = CompaniesAndCaptains.read_position

    def broken(self: Any, position: Any) -> Any:
        if position["groups"]["A1"].get("name") == "break":
            raise ZeroDivisionError("a fault of the program")
        return usual(position)

    Path(bad).write_text(Path(bad).read_text().replace("A1: {profile", "A1: {name: break, profile"))
    monkeypatch.setattr(CompaniesAndCaptains, "read_position", broken)
    monkeypatch.setattr("sandtable.kernel.cases.position.nonsense_refused", lambda what: nullcontext())
    told = Told("check", bad, good)
    assert told.code == 1
    assert f"FAILED  {bad}: a Group breaks everything" in told.out
    assert "ZeroDivisionError: a fault of the program" in told.out
    assert told.out.endswith("1 passed, 1 failed\n")


def test_what_happened_and_what_is_asked_is_shown_if_wanted(tmp_path: Path):
    told = Told("check", "--show", case(tmp_path, "one", "a Group obeys", "[3, 4]", "CC-ACT-08"))
    assert told.code == 0
    assert "    dice rolled: why activate A1, faces [3, 4]" in told.out
    assert "  A is asked: " in told.out
    assert "    hold\n" in told.out


def test_the_cases_of_the_how_to_hold(tmp_path: Path):
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "write-a-case.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```yaml\n(.*?)^ *```", page, re.M | re.S)
    whole = [textwrap.dedent(one) for one in blocks if "case: " in one]
    for number, text in enumerate(whole):
        (tmp_path / f"{number}.case.yaml").write_text(text, encoding="utf-8")
    told = Told("check", str(tmp_path))
    assert told.out == "3 passed, 0 failed\n"
