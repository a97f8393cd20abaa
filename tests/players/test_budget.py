"""Budgets: seconds with a reserve, playouts, or both."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.players.budget import RESERVE, Budget


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by one step whenever somebody looks at it."""
    looks = 0

    def now() -> float:
        nonlocal looks
        looks += 1
        return (looks - 1) * step

    return now


def test_a_budget_needs_seconds_or_playouts() -> None:
    with pytest.raises(ValueError, match="seconds or playouts"):
        Budget(None, None)


def test_playouts_are_counted() -> None:
    clock = Budget(None, 3).start()
    assert [clock.begins_playout() for _ in range(5)] == [True, True, True, False, False]


def test_the_time_is_up_a_little_before_the_seconds_are() -> None:
    clock = Budget(10.0, now=ticking(1.0)).start()
    looks = 0
    while clock.has_time():
        looks += 1
    assert looks == 9
    assert looks < 10.0 * (1 - RESERVE) <= looks + 1


def test_whichever_runs_out_first_ends_it() -> None:
    clock = Budget(2.5, 9, ticking(1.0)).start()
    assert [clock.begins_playout() for _ in range(4)] == [True, True, False, False]
    clock = Budget(1000.0, 1, ticking(1.0)).start()
    assert [clock.begins_playout() for _ in range(2)] == [True, False]


def test_every_question_has_the_whole_budget() -> None:
    budget = Budget(None, 1)
    assert [budget.start().begins_playout() for _ in range(2)] == [True, True]


def test_it_says_how_much_is_left_of_what_runs_out_first() -> None:
    clock = Budget(None, 4).start()
    assert clock.share_left() == 1.0
    clock.begins_playout()
    assert clock.share_left() == 0.75
    # The clock starts at 0, the reserve leaves 9.5 seconds, and this is the second look at it.
    clock = Budget(10.0, 100, ticking(1.0)).start()
    assert clock.share_left() == pytest.approx(8.5 / 9.5)
    late = Budget(10.0, now=ticking(20.0)).start()
    assert late.share_left() == 0.0
