"""Tests say which rules they check, and that can be read without running them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import Covered, covered_in_case, covered_in_module, covered_under, covers


def named(text: str) -> list[tuple[str, str]]:
    return [(one.rule, one.place) for one in covered_in_module(text, "t.py")]


def test_a_mark_can_be_read_from_the_test():
    @covers("SW-MOV-01", "SW-MOV-02")
    def check() -> None: ...

    assert [mark.args for mark in check.pytestmark] == [("SW-MOV-01", "SW-MOV-02")]  # type: ignore[attr-defined]


@pytest.mark.parametrize("ids", [(), (1,), (print,)])
def test_a_mark_without_ids_is_a_mistake(ids: tuple[str, ...]):
    with pytest.raises(TypeError):
        covers(*ids)


def test_each_rule_of_each_test_counts_once():
    text = '@covers("A", "B", "A")\ndef test_one(): ...\n@covers("A")\nasync def test_two(): ...\n'
    assert named(text) == [("A", "t.py::test_one"), ("B", "t.py::test_one"), ("A", "t.py::test_two")]


def test_a_class_and_a_module_lend_their_marks_to_their_tests():
    text = """
pytestmark = [covers("M"), other]
@covers("C")
class TestShooting:
    pytestmark = pytest.mark.covers("P")
    @covers("A")
    def test_one(self): ...
    def helper(self): ...
"""
    place = "t.py::TestShooting::test_one"
    assert named(text) == [("M", place), ("C", place), ("P", place), ("A", place)]


def test_a_mark_on_one_parameter_counts():
    text = '@pytest.mark.parametrize("n", [pytest.param(1, marks=covers("A")), 2])\ndef test_one(n): ...\n'
    assert named(text) == [("A", "t.py::test_one")]


@pytest.mark.parametrize(
    "text",
    [
        '@covers("A")\ndef helper(): ...\n',
        '@pytest.mark.skip\n@covers("A")\ndef test_one(): ...\n',
        '@covers("A")\n@pytest.mark.skip(reason="later")\ndef test_one(): ...\n',
        '@pytest.mark.skip\nclass TestOne:\n    @covers("A")\n    def test_one(self): ...\n',
        'def test_one():\n    """covers("A")"""\n',
    ],
)
def test_what_never_runs_as_a_test_checks_nothing(text: str):
    assert named(text) == []


@pytest.mark.parametrize(
    "text", ["@covers(*IDS)\ndef test_one(): ...\n", "@covers(ID)\ndef test_one(): ...\n"]
)
def test_an_id_that_is_not_written_out_is_refused(text: str):
    with pytest.raises(Refused, match=r"t\.py, line 1: an id in `covers` is not written out"):
        named(text)


def test_a_module_that_is_not_python_is_refused():
    with pytest.raises(Refused, match=r"t\.py, line 2: this is not Python"):
        named('@covers("A")\ndef test_one(:')


def test_a_case_file_names_its_rules_and_several_cases_count_each():
    assert covered_in_case("case: x\nrules: [A, B, A]\n", "c") == [Covered("A", "c"), Covered("B", "c")]
    several = covered_in_case("- {case: x, rules: [A]}\n- {case: y, rules: [A]}\n", "c")
    assert several == [Covered("A", "c#1"), Covered("A", "c#2")]


@pytest.mark.parametrize("text", ["rules: A", "rules: [1]", "just words"])
def test_a_case_file_without_a_list_of_ids_is_refused(text: str):
    with pytest.raises(Refused, match="`rules` is no list of rule ids"):
        covered_in_case(text, "c")


def test_modules_and_case_files_are_found_in_every_folder(tmp_path: Path):
    (tmp_path / "tests/cases/deep").mkdir(parents=True)
    (tmp_path / "tests/test_one.py").write_text('@covers("A")\ndef test_one(): ...\n')
    (tmp_path / "tests/cases/deep/cover.case.yaml").write_text("rules: [B]\n")
    (tmp_path / "tests/cases/deep/cover.yaml").write_text("rules: [C]\n")
    assert covered_under(tmp_path / "tests", tmp_path) == [
        Covered("A", "tests/test_one.py::test_one"),
        Covered("B", "tests/cases/deep/cover.case.yaml"),
    ]
