"""`make bench`: our speed beside the yardsticks, in one run, as ratios."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from bench import companies, forgotten, ground, pools, ruins, server, starting, yardstick
from bench.timing import Contender, rates
from sandtable.players.collecting import looked_through_seldom

ROUNDS = 7
ROOMS = 200
"""How many games the server serves at a time, with two bots each."""

BOOKS = (companies, forgotten, ruins)
"""One module for each book: `BOOK`, `uniform_decisions(number, games)` and `greedy_games(number, games)`, and
of both what they must reach and should (`UNIFORM`, `GREEDY`): between two questions a book may do a lot."""

CONTENDERS: dict[str, Contender] = {
    "plies": yardstick.random_plies,
    "games": yardstick.random_games,
    **{f"uniform {book.BOOK}": book.uniform_decisions for book in BOOKS},
    **{f"greedy {book.BOOK}": book.greedy_games for book in BOOKS},
    "sight": ground.terrain_lines,
    "sight of shapely": ground.terrain_lines_of_shapely,
    "reach": ground.reach,
    "reach of scipy": ground.reach_of_scipy,
    "squares": ground.squares,
    "squares of scipy": ground.squares_of_scipy,
}
"""What runs in every round, ours beside the others'."""


class Budget(NamedTuple):
    """A line of the table: what is measured, what it must reach and what it should."""

    name: str
    measured: float
    must: float
    goal: float
    more_is_better: bool = True

    def reaches(self, limit: float) -> bool:
        """Whether the limit is reached."""
        return self.measured >= limit if self.more_is_better else self.measured <= limit

    @property
    def verdict(self) -> str:
        """How far it got."""
        return "goal" if self.reaches(self.goal) else "must" if self.reaches(self.must) else "MISSED"


def main() -> int:
    """Measure everything, print the table, and fail if a `must` is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of which the medians are taken")
    rounds = parser.parse_args().rounds
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress, looked_through_seldom():
        warm_up(rounds)
        task = progress.add_task("rounds", total=len(CONTENDERS) * rounds)
        speed = rates(CONTENDERS, rounds, lambda: progress.advance(task))
        budgets, single = (
            of_rounds(speed),
            progress.add_task("clone, odds, growth, memory, server", total=None),
        )
        for budget in of_single_runs():
            budgets.append(budget)
            progress.advance(single)
    report(budgets, speed)
    return int(any(one.verdict == "MISSED" for one in budgets))


def warm_up(rounds: int) -> None:
    """Load books and lay tables before any clock runs."""
    for book in BOOKS:
        book.uniform_decisions(0)
    for number in range(rounds):
        ground.battlefield(number)


def of_rounds(speed: dict[str, float]) -> list[Budget]:
    """What the interleaved rounds say."""
    uniform, greedy = (
        "uniform decisions/s over python-chess plies/s",
        "greedy games/s over its random games/s",
    )
    of_books = [
        budget
        for book in BOOKS
        for budget in (
            Budget(f"{book.BOOK}: {uniform}", speed[f"uniform {book.BOOK}"] / speed["plies"], *book.UNIFORM),
            Budget(f"{book.BOOK}: {greedy}", speed[f"greedy {book.BOOK}"] / speed["games"], *book.GREEDY),
        )
    ]
    return [
        *of_books,
        Budget(
            "sight lines past terrain, 15 x 15, over shapely",
            speed["sight"] / speed["sight of shapely"],
            0.5,
            4,
        ),
        Budget("reachable 6 inches over csgraph", speed["reach"] / speed["reach of scipy"], 0.3, 2),
        Budget("reach over squares over csgraph", speed["squares"] / speed["squares of scipy"], 0.7, 1.4),
    ]


def of_single_runs() -> Iterator[Budget]:
    """What is measured by itself, its rival included."""
    yield Budget("clone over deepcopy", companies.clone_against_deepcopy(), 30, 100)
    odds = pools.opposed_pool_over_dyce()
    yield Budget("odds of 8 dice against 5 over dyce, for the first time", odds.cold, 2, 5)
    yield Budget("odds of 8 dice against 5 over dyce, asked again", odds.warm, 10, 50)
    grown = companies.growth()
    worst = max(later / earlier for (_, earlier), (_, later) in zip(grown, grown[1:], strict=False))
    yield Budget("cost of a turn as models double", worst, 2.5, 2.2, more_is_better=False)
    used = companies.memory_of_a_game() / 1e6
    yield Budget("memory of a running game, MB", used, 1.0, 0.2, more_is_better=False)
    starts = starting.measure()
    yield Budget("sandtable --help, s of the processor", starts.help, 0.3, 0.3, more_is_better=False)
    question = "first question of a new game, s of the processor"
    yield Budget(question, starts.question, 0.8, 0.8, more_is_better=False)
    yield Budget("first start of the server, s of the processor", starts.server, 3, 3, more_is_better=False)
    load = server.measure(rooms=ROOMS)
    yield Budget(
        f"server, {ROOMS} rooms: processor time of an echo over an answer's, both ends",
        load.cost_of_echo,
        0.06,
        0.12,
    )
    yield Budget(
        f"server, {ROOMS} rooms: p99 over a bare echo's", load.p99_over_echo, 10, 3, more_is_better=False
    )
    room = load.room_kb / 1000
    yield Budget("memory of a room on the server, MB", room, 1.0, 0.2, more_is_better=False)


def report(budgets: list[Budget], speed: dict[str, float]) -> None:
    """Print the table, and the figures behind the first ratios."""
    table = Table("budget", "measured", "must", "goal", "")
    for one in budgets:
        table.add_row(one.name, f"{one.measured:.3g}", f"{one.must:g}", f"{one.goal:g}", one.verdict)
    console = Console()
    console.print(table)
    for missed, limit in (("must", "MISSED"), ("goal", "must")):
        names = [one.name for one in budgets if one.verdict == limit]
        if names:
            console.print(f"{missed} missed: {'; '.join(names)}", highlight=False)
    console.print(
        f"medians, CPU time: python-chess {speed['plies']:.0f} plies/s, {speed['games']:.1f} games/s"
    )
    for name in (book.BOOK for book in BOOKS):
        decisions, games = speed[f"uniform {name}"], speed[f"greedy {name}"]
        console.print(f"{name}: uniform {decisions:.0f} decisions/s, greedy {games:.2f} games/s")


if __name__ == "__main__":
    sys.exit(main())
