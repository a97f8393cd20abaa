"""`sandtable match`: two automatic players, many games on paired seeds, one result with its error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.cli.telling import USUAL_BOOK, AsJson, pairs_of, print_json
from sandtable.kernel.book import find_book
from sandtable.kernel.offers import ForceOffer, ScenarioOffer
from sandtable.kernel.refusal import refuse
from sandtable.lab.match import Job, Outcome, Score, paired_jobs, play_jobs, score_of
from sandtable.players.own import named_players
from sandtable.players.registry import make_player

ALL = "all"
PAIRS = (
    "95 %: as if all games were apart; in pairs: by how much the pairs differ, which share forces and dice"
)


def match(
    players: Annotated[
        str, typer.Option(help="The two players, as in greedy,uniform or ./bot.py:Bold,greedy.")
    ] = "greedy,uniform",
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="How many games; in pairs with seats swapped.")
    ] = 200,
    scenarios: Annotated[
        str, typer.Option(help="all, a collection such as published, or ids with commas.")
    ] = ALL,
    forces: Annotated[
        str,
        typer.Option(
            "--forces", "--companies", help="all, a collection such as published, or ids with commas."
        ),
    ] = ALL,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes.")] = 1,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", help="A switch of the book.")] = None,
    book: Annotated[str, typer.Option(help="The book to play.")] = USUAL_BOOK,
    as_json: AsJson = False,
) -> None:
    """Let two automatic players play many games and say how often the first one wins."""
    pair = _two_players(players)
    offers = find_book(book).offers()
    ids = _chosen(scenarios, offers.scenarios, "scenario")
    brought = _chosen(forces, offers.forces, "force")
    options = pairs_of(option or [], "switch", "NAME=VALUE")
    jobs = paired_jobs(book, ids, brought, pair, games, seed=seed, options=options, seats=offers.seats)
    outcomes = _play(jobs, workers, quiet=as_json)
    if as_json:
        print_json(_facts(outcomes, pair, ids, seed))
    else:
        _print(outcomes, pair, ids)


def _two_players(text: str) -> tuple[str, str]:
    names = [one.strip() for one in text.split(",")]
    if len(names) != 2:
        raise refuse("", f'"{text}" are not two players.', "Write two names, as in greedy,uniform.")
    names = named_players(names)
    for one in names:
        make_player(one)
    if names[0] == names[1]:
        raise refuse("", f"Both players are {names[0]}.", "Name two different ones, as in search:0.1,greedy.")
    return names[0], names[1]


def _chosen(text: str, offered: Sequence[ScenarioOffer | ForceOffer], what: str) -> list[Any]:
    """The ids that are meant: all, those of a collection, or some by name; a book may have none at all."""
    known = [one.id for one in offered]
    sets: dict[str, list[Any]] = {ALL: known or [None]}
    for one in offered:
        if one.collection:
            sets.setdefault(one.collection, []).append(one.id)
    if text in sets:
        return sets[text]
    names = [one.strip() for one in text.split(",") if one.strip()]
    for name in names or [""]:
        if name not in known:
            raise refuse(
                "", f'There is no {what} "{name}".', f"Choose {', '.join(sets)} or from {', '.join(known)}."
            )
    return names


def _play(jobs: list[Job], workers: int, *, quiet: bool) -> list[Outcome]:
    if quiet or not sys.stderr.isatty():
        return play_jobs(jobs, workers)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=len(jobs))
        return play_jobs(jobs, workers, lambda _: progress.advance(task))


def _facts(outcomes: list[Outcome], pair: tuple[str, str], ids: list[Any], seed: int) -> dict[str, Any]:
    return {
        "players": pair,
        "seed": seed,
        "all": _score_facts(score_of(outcomes, pair[0])),
        "against the book": {
            one: _score_facts(score_of(outcomes, one)) for one in pair if _is_against_the_book(outcomes)
        },
        "scenarios": {
            one or "": _score_facts(score_of(_of(outcomes, one), pair[0]))
            for one in ids
            if _of(outcomes, one)
        },
        "endings": _endings(outcomes),
        "answers": sum(one.answers for one in outcomes),
    }


def _score_facts(score: Score) -> dict[str, Any]:
    return {
        "games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses,
        "rate": score.rate, "interval": score.interval(), "paired interval": score.paired_interval(),
    }  # fmt: skip


def _of(outcomes: list[Outcome], scenario: str | None) -> list[Outcome]:
    return [one for one in outcomes if one.job.scenario == scenario]


def _is_against_the_book(outcomes: list[Outcome]) -> bool:
    return any(one.job.is_against_the_book for one in outcomes)


def _endings(outcomes: list[Outcome]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in outcomes:
        found[one.why] = found.get(one.why, 0) + 1
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _print(outcomes: list[Outcome], pair: tuple[str, str], ids: list[Any]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("scenario", no_wrap=True)
    for name in ("games", "won", "drawn", "lost", "rate", "95 %", "in pairs"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in ids:
        if _of(outcomes, one):
            table.add_row(one, *_row(score_of(_of(outcomes, one), pair[0])))
    table.add_section()
    table.add_row(ALL, *_row(score_of(outcomes, pair[0])), style="bold")
    console = Console()
    if _is_against_the_book(outcomes):
        table.add_row(pair[1], *_row(score_of(outcomes, pair[1])), style="bold")
        console.print(f"{pair[0]}, then {pair[1]}, each against the book itself", highlight=False)
    else:
        console.print(f"{pair[0]} against {pair[1]}; wins and half the draws make the rate", highlight=False)
    console.print(table)
    if not _is_against_the_book(outcomes):
        console.print(PAIRS, highlight=False, style="dim")
    for why, count in list(_endings(outcomes).items())[:6]:
        console.print(f"{count:6d}  {why}", highlight=False, style="dim")


def _row(score: Score) -> tuple[str, ...]:
    numbers = (score.games, score.wins, score.draws, score.losses)
    ranges = (_range(score.interval()), _range(score.paired_interval()))
    return (*map(str, numbers), f"{100 * score.rate:.1f} %", *ranges)


def _range(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}"
