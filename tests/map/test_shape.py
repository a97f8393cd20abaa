"""The shape of the house: what holds is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import house, shape


def test_nothing_in_the_house_is_above_its_limit():
    assert shape.too_much(shape.figures_of(house.PACKAGE)) == []


@pytest.mark.parametrize(
    ("folder", "modules", "most"),
    [("tests/kernel/sk", "*.py", 600), ("src/sandtable/cli/skeleton", "book.py", 60)],
)
def test_a_book_that_shows_how_books_are_written_is_short(folder: str, modules: str, most: int):
    read = [path.read_text(encoding="utf-8") for path in (house.ROOT / folder).glob(modules)]
    assert 0 < sum(len(text.splitlines()) for text in read) <= most


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package of our own."""
    folder = tmp_path / "src" / "sandtable"
    (folder / "table").mkdir(parents=True)
    return folder


def write(package: Path, **modules: str) -> None:
    for name, text in modules.items():
        (package / f"{name}.py").write_text(text)


def counted(package: Path, name: str) -> int:
    return next(one.number for one in shape.figures_of(package) if one.name == name)


def circles_in(package: Path) -> list[list[str]]:
    return shape.circles(shape.imports_between(shape.read(package)))


def test_modules_that_import_each_other_round_about_make_a_circle(package: Path):
    write(
        package,
        a="from sandtable import b",
        b="import sandtable.c",
        c="from .a import something",
        d="import sandtable.a",
    )
    assert circles_in(package) == [["sandtable.a", "sandtable.b", "sandtable.c"]]


def test_a_late_import_closes_a_circle_and_one_for_types_does_not(package: Path):
    write(package, a="import sandtable.b", b="def f():\n    import sandtable.a\n")
    assert circles_in(package) == [["sandtable.a", "sandtable.b"]]
    write(package, b="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sandtable.a\n")
    assert circles_in(package) == []


def test_two_circles_are_told_apart_and_the_larger_comes_first(package: Path):
    write(package, a="import sandtable.b", b="import sandtable.a, sandtable.c")
    write(package, c="import sandtable.d", d="import sandtable.e", e="import sandtable.c")
    assert [len(one) for one in circles_in(package)] == [3, 2]


def test_only_circles_of_more_than_five_count(package: Path):
    names = "abcdef"
    write(package, **{one: f"import sandtable.{names[(i + 1) % 5]}" for i, one in enumerate(names[:5])})
    assert counted(package, "modules in circles of more than 5") == 0
    write(package, **{one: f"import sandtable.{names[(i + 1) % 6]}" for i, one in enumerate(names)})
    assert counted(package, "modules in circles of more than 5") == 6
    assert counted(package, "modules in the largest circle of imports") == 6


def test_a_folder_counts_its_own_modules_and_not_the_one_that_names_it(package: Path):
    write(package / "table", __init__="", **{f"m{number}": "" for number in range(26)})
    assert counted(package, "modules in table") == 26
    assert shape.too_much(shape.figures_of(package)) == ["modules in table: 26, and 25 is the most"]


def test_a_function_is_measured_from_its_first_line_to_its_last(package: Path):
    write(package, a="class A:\n    def long(self):\n" + "        x = 1\n" * 59)
    assert counted(package, "functions of more than 60 lines") == 0
    write(package, a="class A:\n    def long(self):\n" + "        x = 1\n" * 60)
    assert shape.long_functions(shape.read(package)) == ["a.py:2 long has 61 lines"]


@pytest.mark.parametrize(
    "body",
    [
        "    import json  # It takes long.\n",
        "    # It takes long.\n    import json\n",
        "    # They take long.\n    import json\n    from os import (\n        path,\n    )\n    import re\n",
    ],
)
def test_a_late_import_with_its_reason_is_welcome(package: Path, body: str):
    write(package, a=f"import os\n\n\ndef f():\n{body}")
    assert counted(package, "late imports without their reason") == 0


@pytest.mark.parametrize(
    "body",
    [
        "    import json\n",
        "    x = 1  # One.\n    import json\n",
        "    # It takes long.\n    import os\n    x = 1\n    import json\n",
        "    if x:\n        for y in x:\n            import json\n",
        "    try:\n        x = 1\n    except OSError:\n        import json\n",
    ],
)
def test_a_late_import_without_a_reason_of_its_own_is_found(package: Path, body: str):
    write(package, a=f"def f(x):\n{body}")
    assert counted(package, "late imports without their reason") == 1


def test_nothing_in_the_package_is_called_as_a_test_is(package: Path):
    write(
        package,
        a="def test_rally():\n    pass\n",
        test_b="",
        c="class Test:\n    def tested(self):\n        pass\n",
    )
    assert counted(package, "names of tests") == 2


def test_a_book_is_told_with_its_lines_for_each_rule(package: Path):
    book = package / "books" / "one"
    book.mkdir(parents=True)
    (book / "catalogue.yaml").write_text("chapters:\n  - rules:\n    - id: ON-1\n    - id: ON-2\n")
    write(book, a="x = 1\n" * 7)
    write(package / "table", b="x = 1\n" * 3)
    (package / "table" / "squares").mkdir()
    write(package / "table" / "squares", c="x = 1\n" * 5)
    told = list(shape.in_words(package, shape.figures_of(package)))
    assert "books/one has 7 lines of at most 7, 2 rules, 3.5 lines for each" in told
    assert "table and binding has 3 lines of at most 16,000" in told
    assert "table/squares has 5 lines of at most 2,500" in told


def test_a_figure_above_its_limit_is_told_with_its_places():
    figures = [shape.Figure("late imports", 8, 0, ["a.py:3"]), shape.Figure("modules in table", 25, 25)]
    assert shape.too_much(figures) == ["late imports: 8, and 0 is the most (a.py:3)"]
