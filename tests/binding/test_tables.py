"""The tables of a book as typed rows, read from its data files."""

from __future__ import annotations

import sys

import pytest

from sandtable.binding.tables import DiceRow, Row, data, row_for, title_of, titled
from sandtable.kernel.refusal import Refused


class Beast(DiceRow, frozen=True):
    name: str = ""
    rule: str = ""


ROWS = (Beast(1, 50, "wolf"), Beast(51, 90, "bear"), Beast(91, 100, "wolf"))


@pytest.fixture
def read(tmp_path, monkeypatch):
    """How the data files of a package are read that holds one table and one folder."""
    package = tmp_path / "zoo_of_tests"
    (package / "cages").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "beasts.yaml").write_text("- {lo: 1, hi: 6, name: wolf}\n", encoding="utf-8")
    (package / "cages" / "large.yaml").write_text("{bars: 12}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield data("zoo_of_tests")
    sys.modules.pop("zoo_of_tests", None)


def test_a_data_file_is_read_in_the_shape_that_is_asked_for(read):
    assert read("beasts.yaml", tuple[Beast, ...]) == (Beast(1, 6, "wolf"),)
    assert read("cages/large.yaml", dict[str, int]) == {"bars": 12}


def test_a_field_that_no_row_has_is_refused_with_its_file(read):
    class Bare(Row, frozen=True):
        lo: int

    with pytest.raises(Refused) as refused:
        read("beasts.yaml", tuple[Bare, ...])
    assert "beasts.yaml" in str(refused.value)
    assert "hi" in str(refused.value)


def test_a_row_stays_as_it_was_read():
    with pytest.raises(AttributeError):
        setattr(ROWS[0], "lo", 2)  # noqa: B010 (mypy knows that it is frozen)


@pytest.mark.parametrize(("number", "place"), [(1, 0), (50, 0), (51, 1), (90, 1), (91, 2), (100, 2)])
def test_a_number_leads_to_the_row_between_whose_ends_it_lies(number, place):
    assert row_for(ROWS, number) is ROWS[place]


def test_a_number_outside_the_table_leads_nowhere():
    with pytest.raises(KeyError):
        row_for(ROWS, 101)


def test_a_row_is_called_by_its_first_word_or_else_by_its_numbers():
    assert title_of(ROWS[1]) == "bear"
    assert title_of(Beast(7, 9, "", "AB-CDE-01")) == "7-9"


def test_rows_of_one_name_are_told_apart_by_their_numbers():
    assert [title for title, _ in titled(ROWS)] == ["wolf (1-50)", "bear", "wolf (91-100)"]
