"""`make bench`: our speed beside the yardsticks, in one run, as ratios."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import companies, ground, pools, yardstick
from bench.timing import rates

ROUNDS = 7


def main(rounds: int = ROUNDS) -> int:
    """Measure everything, print the table, and fail if a `must` is missed."""
    rows: list[tuple[str, float, float, float, bool]] = []
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("play", total=4 * rounds)
        speed = rates(
            {
                "plies": yardstick.random_plies,
                "decisions": companies.uniform_decisions,
                "games": yardstick.random_games,
                "greedy": companies.greedy_games,
            },
            rounds,
            lambda: progress.advance(task),
        )
        rows.append(
            (
                "uniform decisions/s over python-chess plies/s",
                speed["decisions"] / speed["plies"],
                0.4,
                1.0,
                True,
            )
        )
        rows.append(
            (
                "greedy games/s over python-chess random games/s",
                speed["greedy"] / speed["games"],
                0.15,
                0.6,
                True,
            )
        )
        rest = progress.add_task("clone, odds, ground, growth", total=6)
        rows.append(("clone over deepcopy", companies.clone_against_deepcopy(), 30, 100, True))
        progress.advance(rest)
        rows.append(("exact odds of 8 dice against 5 over dyce", pools.opposed_pool_over_dyce(), 3, 50, True))
        progress.advance(rest)
        rows.append(("sight lines 15 x 15 over shapely", ground.sight_over_shapely(), 0.5, 4, True))
        progress.advance(rest)
        rows.append(("reachable 6 inches over csgraph", ground.reachable_over_csgraph(), 0.3, 2, True))
        progress.advance(rest)
        grown = companies.growth()
        worst = max(later / earlier for (_, earlier), (_, later) in zip(grown, grown[1:], strict=False))
        rows.append(("cost of a turn as models double", worst, 2.5, 2.2, False))
        progress.advance(rest)
        rows.append(("memory of a running game, MB", companies.memory_of_a_game() / 1e6, 1.0, 0.2, False))
        progress.advance(rest)
    return _report(rows, speed)


def _report(rows: list[tuple[str, float, float, float, bool]], speed: dict[str, float]) -> int:
    table = Table("budget", "measured", "must", "goal", "")
    missed = 0
    for name, value, must, goal, more_is_better in rows:
        reached = value >= must if more_is_better else value <= must
        at_goal = value >= goal if more_is_better else value <= goal
        missed += not reached
        table.add_row(
            name,
            f"{value:.3g}",
            f"{must:g}",
            f"{goal:g}",
            "goal" if at_goal else "must" if reached else "MISSED",
        )
    console = Console()
    console.print(table)
    console.print(
        f"python-chess {speed['plies']:.0f} plies/s, {speed['games']:.1f} games/s; "
        f"uniform {speed['decisions']:.0f} decisions/s; greedy {speed['greedy']:.2f} games/s (medians)"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
