"""Random missions for half a minute over all that the book allows: no exception, no hang, no illegal state.

Some games are played to their end (`WHOLE`); the others are left after a few dozen answers, since the
planning of the enemy takes most of the time. A third of the games begin in the middle of a fight.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types, monsters, trainings
from sandtable.books.forgotten_ruin.invariants import troubles
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables as missions
from sandtable.books.forgotten_ruin.missions.preparing import SCENARIOS
from sandtable.books.forgotten_ruin.switches import describe
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables as transformations,
)
from sandtable.kernel.book import find_book
from sandtable.lab import soak
from sandtable.lab.soaks import forgotten_ruin

BOOK = "forgotten-ruin"
CHUNKS, SECONDS, LEAST, MOST = 6, 5.0, 4, 1000
"""Chunks that several processes share, processor seconds and least games of each, how far apart."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_missions_go_through_legal_states(chunk: int) -> None:
    survey = soak.soak_for(BOOK, chunk * MOST, SECONDS, LEAST)
    assert survey.games >= LEAST
    assert not survey.troubles, "\n".join(soak.told(one) for one in survey.troubles)
    ended = sum(count for ways in survey.endings.values() for why, count in ways.items() if why != soak.LEFT)
    assert ended >= survey.games // forgotten_ruin.WHOLE


@cache
def _drawn() -> list[dict[str, Any]]:
    return [soak.setup_of(number, forgotten_ruin.setup) for number in range(1000)]


def test_the_missions_are_of_every_kind() -> None:
    begun = [one for one in _drawn() if "scenario" in one]
    assert {one["scenario"] for one in begun} == set(SCENARIOS)
    assert {len(one["seats"]) for one in begun} == {1, 2, 3}
    assert {one["options"]["region"] for one in begun} == {row.result for row in missions().regions}
    types = {one["options"].get("enemy_type", "") for one in begun}
    assert types == {"", *(one.name for one in enemy_types())}
    for switch in describe():
        if switch.name in forgotten_ruin.SHORTENED:
            continue
        values = {one["options"][switch.name] for one in begun if switch.name in one["options"]}
        assert len(values) >= 2 or (switch.name in forgotten_ruin.FOR_SEVERAL and values), switch.name
    changed = {
        member.get("transformation", "")
        for one in begun
        for squad in one["seats"].values()
        for member in squad["members"]
    }
    assert changed == {"", *(one.name for one in transformations().transformations)}


def test_the_fights_are_of_every_kind() -> None:
    fights = [one["position"] for one in _drawn() if "position" in one]
    mobs = [mob for one in fights for mob in one["mobs"].values()]
    assert {mob["type"] for mob in mobs} == {one.name for one in enemy_types()}
    assert {mob["training"] for mob in mobs} == {one.name for one in trainings()}
    met = {one["monster"] for fight in fights for one in fight.get("monsters", {}).values()}
    assert met == {one.name for one in monsters()}


def test_a_mission_is_drawn_and_played_alike_every_time() -> None:
    first, second = (soak.soak_book(BOOK, 5, 2) for _ in range(2))
    assert msgspec.json.encode(first) == msgspec.json.encode(second)


def test_a_game_that_is_left_says_so() -> None:
    number = next(one for one in range(1, 20) if forgotten_ruin.most_answers(one))
    survey = soak.play_again(number, forgotten_ruin.setup, forgotten_ruin.what_is_wrong, 3)
    assert survey.answers == 3
    assert [list(ways) for ways in survey.endings.values()] == [[soak.LEFT]]


# ---- what can never be true ------------------------------------------------------------------------------

QUIET: dict[str, Any] = {
    "soldiers": {"S1": {"at": [10.0, 10.0]}, "S2": {"at": [14.0, 10.0]}},
    "mobs": {"M1": {"type": "Orcs", "at": [[12.0, 25.0]]}},
    "terrain": [{"kind": "pond", "area": [20, 20, 26, 26], "traits": ["field", "impassable", "water"]}],
}


def _spoilt(change: str) -> list[str]:
    state = find_book(BOOK).read_position(QUIET)
    soldier, other = state.soldiers["S1"], state.soldiers["S2"]
    if change == "overlap":
        other.at = (10.3, 10.0)
    elif change == "pond":
        soldier.at = (23.0, 23.0)
    elif change == "edge":
        soldier.at = (0.1, 10.0)
    elif change == "story":
        state.stock.story_points = -1
    elif change == "round":
        state.round = state.switches.round_limit + 1
    elif change == "air":
        soldier.elevation = 3.0
    elif change == "fought":
        state.fought = ("S1", "S1")
    return list(troubles(state))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("overlap", "overlaps"),
        ("pond", "FR-MOV-34 S1"),
        ("edge", "off the table"),
        ("story", "-1 Story Points"),
        ("round", "FR-RND-26"),
        ("air", "ledge"),
        ("fought", "twice"),
    ],
)
def test_what_cannot_be_is_found(change: str, words: str) -> None:
    assert _spoilt("") == []
    assert words in " ".join(_spoilt(change))
