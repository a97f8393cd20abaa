"""mypy refuses sums and powers of floats where games are played, and says what to use instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]

CODE = """
from fractions import Fraction
far: list[float] = [0.1, 0.2]
counts: dict[str, int] = {"A": 1}
right = sum(counts.values()) + sum(one > 0 for one in far) + sum((1, 2)) + 2**64 + len(far) ** 2
exact = sum([Fraction(1, 2)])
wanted_as_float: float = sum(one for one in counts.values())
wrong = sum(far)
also = sum(one * 2 for one in far)
pair = sum((1.0, 2.0))
area = far[0] ** 2
root = 2**0.5
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy says of the same lines among the rules and among the tools."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "mypy.ini").write_text(f"[mypy]\nplugins = {ROOT / 'scripts' / 'same_everywhere.py'}\n")
    said = {}
    for floor in ("table", "lab"):
        path = folder / "src" / "sandtable" / floor / "going.py"
        path.parent.mkdir(parents=True)
        path.write_text(CODE)
        given = ("--config-file", folder / "mypy.ini", "--cache-dir", folder / floor, path)
        out, err, _ = api.run(list(map(str, given)))
        assert err == ""
        said[floor] = out
    return said


def test_sums_and_powers_of_floats_are_refused_where_games_are_played(told: dict[str, str]):
    lines = [one for one in told["table"].splitlines() if ": error:" in one]
    assert [int(one.split(":")[1]) for one in lines] == [7, 8, 9, 10, 11, 12]
    assert all("arithmetic.total" in one for one in lines[:4])
    assert all("arithmetic.power" in one for one in lines[4:])


def test_elsewhere_they_are_let_be(told: dict[str, str]):
    assert "Success" in told["lab"]
