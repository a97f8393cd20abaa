"""The house stands as the plan says: levels, lengths, and what no file may hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import house


def test_imports_only_go_down_and_no_book_imports_another():
    assert house.level_breaks() == []


def test_nobody_imports_everything_from_a_module():
    assert house.star_imports() == []


def test_no_module_is_longer_than_five_hundred_lines():
    assert house.long_modules(house.LONGEST_MODULE) == []


def test_no_file_names_a_path_of_one_machine():
    assert house.machine_paths() == []


def test_no_lock_file_names_a_host():
    assert house.hosts_in_locks() == []


def test_nobody_reckons_in_a_way_that_depends_on_the_python_or_the_processor():
    assert house.arithmetic_traps() == []


@pytest.fixture
def small_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of our own, to see that the checks find what is wrong."""
    package = tmp_path / "src" / "sandtable"
    for folder in (
        "kernel",
        "table",
        "lab",
        "reports",
        "table/units",
        "table/figures",
        "books/one",
        "books/two",
    ):
        (package / folder).mkdir(parents=True)
    monkeypatch.setattr(house, "ROOT", tmp_path)
    monkeypatch.setattr(house, "PACKAGE", package)
    return package


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("kernel/clock.py", "from sandtable.table import sight"),
        ("kernel/clock.py", "import sandtable"),
        ("kernel/clock.py", "from sandtable import books"),
        ("kernel/clock.py", "from .. import table"),
        ("lab/odds.py", "from sandtable.reports import sheet"),
        ("books/one/book.py", "from sandtable.books.two import words"),
        ("books/one/book.py", "from sandtable.books import two"),
        ("__init__.py", "from sandtable.lab import odds"),
        ("table/terrain.py", "from sandtable.table.units import groups"),
        ("table/terrain.py", "from sandtable.table.units.groups import gap"),
        ("table/figures/reach.py", "from sandtable.table.units.groups import gap"),
    ],
)
def test_an_import_that_goes_up_or_sideways_is_found(small_house: Path, where: str, line: str):
    (small_house / where).write_text(line)
    assert len(house.level_breaks()) == 1


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("books/one/book.py", "from sandtable.kernel.citation import rule"),
        ("books/one/book.py", "from sandtable.books.one import state"),
        ("lab/odds.py", "import sandtable"),
        ("lab/odds.py", "from sandtable import new"),
        ("__init__.py", "from sandtable.kernel import game"),
        ("kernel/clock.py", "import json"),
        ("table/units/groups.py", "from sandtable.table.terrain import Ground"),
        ("table/units/groups.py", "from sandtable.table.units.going import Going"),
    ],
)
def test_an_import_that_goes_down_is_welcome(small_house: Path, where: str, line: str):
    (small_house / where).write_text(line)
    assert house.level_breaks() == []


def test_a_star_a_machine_path_and_a_host_are_found(small_house: Path):
    root = small_house.parent.parent
    (small_house / "kernel/clock.py").write_text("from time import *\n")
    (root / "notes.md").write_text("see /ho" + "me/somebody/notes\n")
    (root / "requirements.lock").write_text("one==1 @ https" + "://host/one\n")
    assert len(house.star_imports()) == 1
    assert house.machine_paths() == ["notes.md:1 names /ho" + "me/s..."]
    assert house.hosts_in_locks() == ["requirements.lock:1 names a host"]


def test_a_module_is_measured_in_lines(small_house: Path):
    (small_house / "kernel/clock.py").write_text("x = 1\n" * 7)
    assert house.long_modules(6) == ["src/sandtable/kernel/clock.py has 7 lines"]
    assert house.long_modules(7) == []


@pytest.mark.parametrize(
    "line",
    [
        "from math import hypot, sqrt",
        "import math\nx = math.sin(1.0)",
        "from statistics import mean",
        "import statistics",
        "from numpy import exp",
        "import numpy\nx = numpy.arctan2(y, x)",
        "import numpy\nx = numpy.add.reduce(y)",
        "x = weights.sum(axis=1)",
        "x = chance.gauss(0, 1)",
        "x = along @ centres",
        "x = pow(2.0, 0.5)",
        "x = hash('word')",
    ],
)
def test_arithmetic_that_is_not_the_same_everywhere_is_found_where_games_are_played(
    small_house: Path, line: str
):
    (small_house / "lab" / "odds.py").write_text(line)
    assert house.arithmetic_traps() == []
    (small_house / "table" / "going.py").write_text(line)
    assert len(house.arithmetic_traps()) == 1


def test_arithmetic_that_is_rounded_in_one_way_only_is_let_be(small_house: Path):
    (small_house / "table" / "going.py").write_text(
        "from math import floor, inf, sqrt\nimport numpy\nx = numpy.sqrt(numpy.minimum(y * y, inf))\n"
    )
    assert house.arithmetic_traps() == []


SIZE_OF_A_GROUND = re.compile(r"\bground\??\.(?:width|depth)\b")


def test_screens_ask_a_surface_and_never_a_ground_how_large_it_is():
    folders = [house.PACKAGE / name for name in ("cli", "reports", "server")] + [house.ROOT / "web" / "src"]
    asking = [
        house.name_of(path)
        for path in house.project_files(".py", ".ts", ".svelte")
        if any(path.is_relative_to(folder) for folder in folders)
        and SIZE_OF_A_GROUND.search(path.read_text(encoding="utf-8"))
    ]
    assert asking == []
