"""Luck is rolled against expected, exact and in words."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.dice import LOWEST, Wanted, each, total
from sandtable.kernel.event import Event
from sandtable.reports.luck import (
    Roll,
    Tally,
    chance_of_sum,
    luck_of,
    needed,
    once_in,
    rolls_of,
    tally,
    told_roll,
    verdict,
)


def rolled(*faces: int, **facts: Any) -> Event:
    """A roll of seat A, as the kernel tells it."""
    return Event("dice rolled", ("X",), {"why": "x", "faces": list(faces), "seat": "A", **facts})


def pool(*faces: int, need: int = 5) -> Roll:
    return Roll("A", faces, need, True)


def by_hand(rolls: list[Roll]) -> tuple[float, float]:
    """The chances of more and of fewer successes, by looking at every way all the dice may fall."""
    got = sum(one.successes for one in rolls)
    sizes = [len(one.faces) for one in rolls]
    more = fewer = every = 0
    for faces in product(range(1, 7), repeat=sum(sizes)):
        left, found = list(faces), 0
        for one, size in zip(rolls, sizes, strict=True):
            mine, left = left[:size], left[size:]
            found += Roll("A", tuple(mine), one.need, one.pooled).successes
        more, fewer, every = more + (found > got), fewer + (found < got), every + 1
    return more / every, fewer / every


def test_a_pool_counts_its_hits_and_a_test_its_sum():
    assert pool(5, 6, 4, 1).successes == 2
    assert pool(5, 6, 4, 1).expected == pytest.approx(4 / 3)
    test = Roll("A", (3, 4), 7, False)
    assert test.successes == 1
    assert test.expected == pytest.approx(21 / 36)


@pytest.mark.parametrize(
    ("need", "count", "chance"), [(7, 2, 21 / 36), (2, 2, 1), (13, 2, 0), (4, 1, 0.5), (10, 3, 135 / 216)]
)
def test_the_chance_of_a_sum(need: int, count: int, chance: float):
    assert chance_of_sum(need, count) == pytest.approx(chance)


def test_what_the_dice_needed_is_told_by_their_event():
    assert needed({"need": 5, "modifiers": ["+1 in cover (X)"]}) == 5
    assert needed({"rating": 5, "modifiers": ["+1 the Captain (X)", "-2 R lost (X)", "odd"]}) == 6
    assert needed({"faces": [1]}) is None


def test_rolls_are_read_as_the_rules_wanted_them():
    events = [rolled(5, 6, need=5), rolled(5, 6, need=5), rolled(1, 2, need=3), rolled(2)]
    wanted = [
        Wanted(2, "x", reading=each(5)),
        Wanted(2, "x", reading=total(5)),
        Wanted(2, "x", reading=LOWEST),
    ]
    assert [one.pooled for one in rolls_of(events, [*wanted, Wanted(1, "x")])] == [True, False, False]


def test_without_the_rules_a_pool_is_known_by_its_size_or_its_target():
    events = [
        rolled(5, 6, need=5),
        rolled(5, 6, 1, need=5),
        rolled(5, need=5, target="B1"),
        rolled(4, need=2, seat=None),
    ]
    assert [one.pooled for one in rolls_of(events)] == [False, True, True]


def test_the_chances_of_more_and_less_luck_are_exact():
    rolls = [pool(6, 1), Roll("A", (3, 3), 8, False), pool(4, need=4)]
    found = tally(rolls)
    assert (found.tried, found.rolled) == (4, 2)
    assert (found.luckier, found.unluckier) == pytest.approx(by_hand(rolls))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.integers(1, 7), st.booleans()),
        max_size=8,
    )
)
def test_more_less_and_the_same_are_everything(rolls: list[tuple[list[int], int, bool]]):
    made = [Roll("A", tuple(faces), need, pooled) for faces, need, pooled in rolls]
    found = tally(made)
    assert 0 <= found.luckier <= 1 + 1e-9
    assert 0 <= found.unluckier <= 1 + 1e-9
    assert found.luckier + found.unluckier <= 1 + 1e-9
    turned = tally([Roll("A", one.faces, 1 if one.need > 6 else one.need, one.pooled) for one in made])
    assert turned.expected >= found.expected - 1e-9


def test_the_account_names_hits_tests_and_what_they_mean():
    events = [rolled(6, 6, 6, 1, need=5, target="B1"), rolled(2, 2, need=7), rolled(3)]
    (mine, theirs) = luck_of(events, rolls_of(events), ("A", "B"))
    assert mine.dice == 7
    assert mine.words[:2] == (
        "3 hits where 1.3 were expected of 4 dice.",
        "0 tests passed of 1, where 0.6 were expected.",
    )
    assert mine.surplus == pytest.approx(3 - 4 / 3 - 21 / 36)
    assert theirs.words == ("0 dice rolled, none that needed a number.",)


@pytest.mark.parametrize(
    ("luckier", "unluckier", "words"),
    [
        (0.4, 0.5, "Quite ordinary."),
        (0.1428, 0.8, "A luckier evening happens once in 7 games."),
        (0.9, 0.004, "An unluckier evening happens once in 250 games."),
        (0.0, 0.99, "A luckier evening happens never."),
    ],
)
def test_luck_in_words(luckier: float, unluckier: float, words: str):
    assert verdict(Tally(100, 50, 40.0, luckier, unluckier)) == words


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1 / 36, "once in 36 times"),
        (0.8, "in 80 of 100 times"),
        (0.00055, "once in 1,800 times"),
        (1 / 7.4, "once in 7 times"),
    ],
)
def test_a_chance_as_people_say_it(chance: float, words: str):
    assert once_in(chance, "times") == words


def test_the_rarest_rolls_are_kept_if_they_are_rare():
    events = [
        rolled(6, 6, 6, 6, need=6, target="B1", group="A1"),
        rolled(1, 1, need=3, group="A2"),
        rolled(6, 1, need=7, group="A1"),
    ]
    (account,) = luck_of(events, rolls_of(events), ("A",))
    assert account.best is not None
    assert account.worst is not None
    assert told_roll(account.best) == "4 of 4 dice on 6+ (once in 1,300 times)."
    assert told_roll(account.worst) == "2 where 3+ was needed (once in 36 times)."
    (plain,) = luck_of(events[2:], rolls_of(events[2:]), ("A",))
    assert (plain.best, plain.worst) == (None, None)


def test_what_must_happen_is_no_luck():
    assert Roll("A", (1, 1, 1), 1, True).rarity == 1
    assert Roll("A", (6, 6), 13, False).rarity == 1


def test_whoever_is_shot_at_has_not_rolled():
    event = rolled(6, 6, 6, figure="M1.2", target="S1", need=4)
    (roll,) = rolls_of([event], units={"S1": "S1", "M1": "M1", "M1.2": "M1"})
    assert roll.unit == "M1"
