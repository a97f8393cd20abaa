"""Two players, many games on paired seeds with sides swapped, one result with its error."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any

import msgspec

import sandtable
from sandtable.kernel.book import find_book
from sandtable.kernel.refusal import Refused
from sandtable.players.asking import play_out
from sandtable.players.collecting import looked_through_seldom
from sandtable.players.own import places_of, read_players
from sandtable.players.registry import player_of


class Job(msgspec.Struct, frozen=True):
    """One game to be played."""

    book: str
    scenario: str | None
    seats: dict[str, Any]
    """Seat to force, as the book reads it."""
    players: dict[str, str]
    """Seat to the name of its player."""
    seed: int
    options: dict[str, Any] = {}

    @property
    def pair(self) -> str:
        """What the two games have in common that differ only in who sits where."""
        return f"{self.scenario} {self.seed}"

    @property
    def is_against_the_book(self) -> bool:
        """Whether one player sits in all seats, and the book's own side is the enemy."""
        return len(set(self.players.values())) == 1


class Outcome(msgspec.Struct, frozen=True):
    """How one game ended."""

    job: Job
    winners: tuple[str, ...]
    points: dict[str, int]
    why: str
    answers: int


class Score(msgspec.Struct):
    """Wins, draws and losses of the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: dict[str, list[float]] = {}
    """What each game was worth, by the pair that it belongs to."""

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """Wins and half the draws, of all games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """The range in which the true rate lies with 95 % confidence, if no game had to do with another."""
        return _wilson(self.rate, self.games)

    def paired_interval(self) -> tuple[float, float] | None:
        """The same by how much whole pairs differ, which share scenario, forces and dice; None without pairs.

        Where both games of a pair mostly go to the same player, or to the same seat, they tell less or more
        than two games by themselves. The games count for as many as would tell as much.
        """
        worths = [sum(one) / 2 for one in self.pairs.values() if len(one) == 2]
        if not worths:
            return None
        count, mean, alone = len(worths), sum(worths) / len(worths), self.rate * (1 - self.rate)
        # One pair as two games apart would differ stands beside the others: a few that agree prove nothing.
        spread = (sum((one - mean) ** 2 for one in worths) + alone / 2) / count
        return _wilson(self.rate, alone / (spread / count) if alone else self.games)

    def add(self, outcome: Outcome, player: str) -> None:
        """Count a game for the player of that name, if it played; a player alone wins or loses."""
        seats = {seat for seat, name in outcome.job.players.items() if name == player}
        if not seats:
            return
        if seats & set(outcome.winners):
            worth, self.wins = 1.0, self.wins + 1
        elif outcome.winners or outcome.job.is_against_the_book:
            worth, self.losses = 0.0, self.losses + 1
        else:
            worth, self.draws = 0.5, self.draws + 1
        self.pairs.setdefault(outcome.job.pair, []).append(worth)


CONFIDENT = 1.96
"""So many errors lie on both sides of a rate in 95 of 100 matches."""


def _wilson(rate: float, count: float) -> tuple[float, float]:
    if not count:
        return 0.0, 1.0
    z = CONFIDENT
    middle = rate + z * z / (2 * count)
    spread = z * sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def paired_jobs(
    book: str,
    scenarios: Sequence[str],
    forces: Sequence[Any],
    players: tuple[str, str],
    games: int,
    *,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[str] = ("A", "B"),
) -> list[Job]:
    """Games in pairs: the same scenario, forces and seed, with the two players in each other's place."""
    jobs: list[Job] = []
    for pair in range((games + 1) // 2):
        scenario = scenarios[pair % len(scenarios)]
        first = forces[(pair // len(scenarios)) % len(forces)]
        start = (pair // len(scenarios) + 1 + pair) % len(forces)
        brought = _that_may_meet(book, scenario, (first, *forces[start:], *forces[:start]), seats, options)
        for order in (players, players[::-1]):
            # With a single seat each of the two plays the same game alone.
            sitting = {seat: order[place % 2] for place, seat in enumerate(seats)}
            jobs.append(Job(book, scenario, brought, sitting, seed + pair, dict(options or {})))
    return jobs[:games]


def _that_may_meet(
    book: str, scenario: str, forces: Sequence[Any], seats: Sequence[str], options: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The first force against the next of the others that the book lets play this scenario with it."""
    first, *others = forces
    paired = [{seat: (first, one)[place % 2] for place, seat in enumerate(seats)} for one in others]
    for brought in paired[:-1]:
        try:
            find_book(book).set_up(scenario, brought, dict(options or {}))
        except Refused:
            continue
        return brought
    return paired[-1]


@looked_through_seldom()
def play_job(job: Job) -> Outcome:
    """Play one game to its end."""
    game = sandtable.new(job.book, scenario=job.scenario, seats=job.seats, options=job.options, seed=job.seed)
    players = {seat: player_of(seat, name, job.seed) for seat, name in sorted(job.players.items())}
    answers = play_out(game, players)
    result = game.result
    assert result is not None
    return Outcome(job, result.winners, result.points, result.why, answers)


def play_jobs(
    jobs: Sequence[Job], workers: int = 1, progress: Callable[[Outcome], None] | None = None
) -> list[Outcome]:
    """Play every game, on several processes if wanted, telling of each as it ends."""
    outcomes: list[Outcome] = []
    for outcome in _in_workers(jobs, workers):
        outcomes.append(outcome)
        if progress is not None:
            progress(outcome)
    return outcomes


def _in_workers(jobs: Sequence[Job], workers: int) -> Iterator[Outcome]:
    if workers <= 1:
        yield from map(play_job, jobs)
        return
    # An executor, unlike a pool, fails where a worker cannot start instead of trying for ever.
    here = places_of(name for job in jobs for name in job.players.values())
    with ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=read_players, initargs=(here,)
    ) as executor:
        yield from executor.map(play_job, jobs)


def score_of(outcomes: Iterable[Outcome], player: str) -> Score:
    """The score of one of the players."""
    score = Score()
    for outcome in outcomes:
        score.add(outcome, player)
    return score
