"""Random battles for some seconds over all that the book allows: no exception, no hang, no illegal state."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sandtable.books.lands_of_ruin.switches import describe
from sandtable.books.lands_of_ruin.tables.people import heroes
from sandtable.books.lands_of_ruin.tables.places import MAPS
from sandtable.kernel.book import find_book
from sandtable.lab import soak
from sandtable.lab.soaks import lands_of_ruin

BOOK = "lands-of-ruin"
CHUNKS, SECONDS, LEAST, MOST = 3, 5.0, 4, 1000
"""Chunks that several processes share, processor seconds and least games of each, how far apart."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_battles_go_through_legal_states(chunk: int) -> None:
    survey = soak.soak_for(BOOK, chunk * MOST, SECONDS, LEAST)
    assert survey.games >= LEAST
    assert not survey.troubles, "\n".join(soak.told(one) for one in survey.troubles)
    ended = sum(count for ways in survey.endings.values() for why, count in ways.items() if why != soak.LEFT)
    assert ended >= survey.games // lands_of_ruin.WHOLE


@cache
def _drawn() -> list[dict[str, Any]]:
    return [soak.setup_of(number, lands_of_ruin.setup) for number in range(400)]


def test_the_battles_are_of_every_kind() -> None:
    begun = _drawn()
    assert {one["scenario"] for one in begun} == set(lands_of_ruin.SCENARIOS)
    assert {one["options"]["map"] for one in begun} == set(MAPS)
    teams = [team.splitlines() for one in begun for team in one["seats"].values()]
    assert {name for team in teams for name in team} >= set(heroes())
    for switch in describe():
        values = {one["options"][switch.name] for one in begun if switch.name in one["options"]}
        assert values == set(switch.values), switch.name


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({"own": {"orders": ["Fire", "Throw"], "points": 20}}, "LR-ACT-03"),
        ({"own": {"orders": ["Fire"], "points": 5}}, "LR-AP-02"),
        ({"hidden": True}, "LR-HID-03"),
        ({"down": True}, "LR-EFF-11"),
        ({"orders": ["Fire"]}, "LR-AP-08"),
        ({"own": {"rounds": {"A-Brakka": {"LD-125": -1}}}}, "LR-AMMO-03"),
    ],
)
def test_what_can_never_be_is_found(card: dict[str, Any], says: str) -> None:
    book = find_book(BOOK)
    position = {"cards": {"A-Brakka": {"at": [20.0, 20.0], **card}}, "active": "B"}
    assert {one.split()[0] for one in lands_of_ruin.troubles(book.read_position(position))} == {says}
