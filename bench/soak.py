"""`make soak`: very many random games on all cores, looking for trouble.

python -m bench.soak                    20,000 games
python -m bench.soak --games 300        fewer
python -m bench.soak --game 1534        one of them again, its story told
python -m bench.soak --book forgotten-ruin
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import sandtable
from sandtable.lab import soak

BOOK = "companies-and-captains"
GAMES = 20_000
CHUNK = 20
"""Games that a worker plays before it reports."""


def main() -> int:
    """Play the games, print what they came to, and fail if any of them went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--book", default=BOOK, help="which book")
    parser.add_argument("--games", type=int, default=GAMES, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--into", type=Path, help="a file for the figures, as JSON")
    parser.add_argument("--game", type=int, help="play this one game again and tell its story")
    given = parser.parse_args()
    if given.game is not None:
        return tell(given.book, given.game)
    started = time.monotonic()
    survey = play(given.book, given.first, given.games, given.workers)
    report(survey, time.monotonic() - started)
    if given.into:
        given.into.write_bytes(msgspec.json.format(msgspec.json.encode(survey)))
    return int(bool(survey.troubles))


def play(book: str, first: int, games: int, workers: int) -> soak.Survey:
    """Play the games in several processes, with a bar to watch."""
    survey = soak.Survey()
    chunks = [(start, min(CHUNK, first + games - start)) for start in range(first, first + games, CHUNK)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=Console(stderr=True)) as bar,
        ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as executor,
    ):
        task = bar.add_task("random games", total=games)
        for done in as_completed([executor.submit(partial(soak.soak_book, book), *one) for one in chunks]):
            played = done.result()
            survey.add(played)
            bar.advance(task, played.games)
            for trouble in played.troubles:
                bar.console.print(soak.told(trouble), markup=False, highlight=False, soft_wrap=True)
    survey.troubles.sort(key=lambda one: one.number)
    return survey


def report(survey: soak.Survey, seconds: float) -> None:
    """Print the figures."""
    console = Console()
    table = Table("scenario", "games", "how they ended")
    for scenario, ways in sorted(survey.endings.items()):
        told = "; ".join(f"{why} {count}" for why, count in sorted(ways.items(), key=lambda one: -one[1]))
        table.add_row(scenario, str(sum(ways.values())), told)
    console.print(table)
    console.print(
        f"{survey.games} games in {seconds:.0f} s, {survey.answers} answers, "
        f"{survey.answers / max(survey.games, 1):.0f} a game and {survey.longest} at most: "
        f"{len(survey.troubles)} went wrong",
        highlight=False,
    )
    for trouble in survey.troubles:
        console.print(soak.told(trouble), markup=False, highlight=False, soft_wrap=True)


def tell(book: str, number: int) -> int:
    """Play one game again and tell everything that happens in it."""
    module = soak.module_of(book)
    game = sandtable.new(**soak.setup_of(number, module.setup))
    heard = 0
    try:
        for what in soak.states(game, number, module.what_is_wrong):
            for event in game.events(heard, all_seats=True):
                print(game.book.sentence(event, game.state))
                heard += 1
            if what:
                print(f"\n{what}")
                return 1
    finally:
        for event in game.events(heard, all_seats=True):
            print(game.book.sentence(event, game.state))
    return 0


if __name__ == "__main__":
    sys.exit(main())
