"""States of version 2, which kept what it counted under words, are read in today's form."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.book import CompaniesAndCaptains
from sandtable.books.companies_and_captains.state import Battle, Setup
from sandtable.kernel.records.record import plain_state


@pytest.mark.parametrize(
    ("counts", "setup", "is_completed"),
    [
        ({}, Setup(), False),
        ({"ritual completed": 1}, Setup(), True),
        ({"stage": 2, "wider 0": 0, "wider 1": 3}, Setup(stage=2, wider=(0, 3)), False),
        ({"stage": 1, "wider for tokens": 4}, Setup(stage=1, wider_for_tokens=4), False),
        ({"share A": 16, "share B": 32}, Setup(shares={"A": 16, "B": 32}), False),
        ({"free choices of a part": 2, "players done in a row": 0}, Setup(free_choices=2), False),
        ({"players done in a row": 1}, Setup(passes=1), False),
    ],
)
def test_what_was_counted_has_fields_of_its_own(
    counts: dict[str, int], setup: Setup, is_completed: bool
) -> None:
    old: dict[str, Any] = {"scenario": "", "sides": [["A"], ["B"]], "companies": {}, "groups": {}}
    plain = CompaniesAndCaptains().renewed({**old, "counts": counts} if counts else old, "2")
    battle = msgspec.convert(plain, Battle)
    assert (battle.setup, battle.is_ritual_completed) == (setup, is_completed)
    assert plain_state(battle) == plain
