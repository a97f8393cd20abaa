"""The score of a match: its rate, and how sure that is with and without the pairs."""

from __future__ import annotations

import pytest

from sandtable.lab.match import Job, Outcome, Score, paired_jobs, score_of


def score(pairs: list[tuple[str, str]]) -> Score:
    """The score of the player "x" where the two games of each pair were won by these players."""
    jobs = paired_jobs("a-book", ["one"], ["force"], ("x", "y"), 2 * len(pairs))
    winners = [winner for pair in pairs for winner in pair]
    return score_of([outcome(job, winner) for job, winner in zip(jobs, winners, strict=True)], "x")


def outcome(job: Job, winner: str) -> Outcome:
    seats = tuple(seat for seat, name in job.players.items() if name == winner)
    return Outcome(job, seats, {}, "", 1)


def width(interval: tuple[float, float] | None) -> float:
    assert interval is not None
    return interval[1] - interval[0]


def test_pairs_that_are_always_shared_tell_more_than_as_many_games_by_themselves() -> None:
    shared = score([("x", "y")] * 50)
    assert shared.rate == 0.5
    assert shared.interval() == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert width(shared.paired_interval()) < 0.2 * width(shared.interval())


def test_pairs_that_go_to_one_player_whole_tell_less_than_as_many_games_by_themselves() -> None:
    whole = score([("x", "x"), ("y", "y")] * 25)
    assert whole.rate == 0.5
    assert width(whole.paired_interval()) == pytest.approx(2**0.5 * width(whole.interval()), rel=0.03)


def test_a_few_pairs_that_agree_prove_nothing() -> None:
    low, high = score([("x", "y")]).paired_interval() or (0.5, 0.5)
    assert high - low > 0.5
    assert width(score([("x", "x")]).paired_interval()) > 0.5


def test_a_game_without_its_pair_leaves_no_interval_of_pairs() -> None:
    (job,) = paired_jobs("a-book", ["one"], ["force"], ("x", "y"), 1)
    assert score_of([outcome(job, "x")], "x").paired_interval() is None
