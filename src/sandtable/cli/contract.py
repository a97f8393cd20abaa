"""`sandtable contract`: the laws, random games and the ledger of one book, for its author."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from sandtable.by_path import is_path, object_at
from sandtable.catalogues import catalogue_of, catalogues, package_of
from sandtable.cli.telling import FAILED, fail
from sandtable.kernel.book import Book, find_book, known_books, register
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.refusal import refuse
from sandtable.lab import ledger as book_ledger
from sandtable.lab.book_trial import LAW_ANSWERS, Failed, Trial, try_book
from sandtable.shelf import checked

USUAL_SECONDS = 10.0
MOST_LISTED = 20
EXAMPLE = "my-book, ./my_book.py or my_book.book:BOOK"


def contract(
    book: Annotated[str, typer.Argument(help="A book by its id, its file, or module:NAME; its code is run.")],
    seconds: Annotated[
        float | None, typer.Option(min=0.1, max=86_400, help="How long games are played; 10 unless said.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, max=1_000_000, help="How many games instead.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the first game; the next ones follow.")] = 0,
    answers: Annotated[
        int, typer.Option(min=1, max=20_000, help="For how many answers the laws follow each game.")
    ] = LAW_ANSWERS,
) -> None:
    """Put a book to the trial: the laws, random games and the ledger of its rules."""
    if seconds is not None and games is not None:
        raise refuse("", "Both a time and a number of games are named.", "Say --seconds or --games.")
    found = named_book(book)
    catalogue = _catalogue(found)
    print(f"{found.title} ({found.id}), {len(catalogue)} rules")
    trial = _tried(found, seed, games, seconds or USUAL_SECONDS, answers)
    if trial.failed is not None:
        fail(_in_words(trial.failed, book, answers), FAILED)
    print(f"The laws hold over {trial.games} random games with {trial.answers} answers, first seed {seed}.")
    for why, count in trial.endings.most_common(MOST_LISTED):
        print(f"{count:6d}  {why}")
    _tell_ledger(found, catalogue, trial)


def named_book(place: str) -> Book[Any]:
    """The book that an author names by its id, by its file or by its module."""
    if not is_path(place) and ":" not in place:
        return find_book(place)
    found = checked(object_at(place, EXAMPLE, "BOOK"), place)
    if found.id in known_books() and type(find_book(found.id)).__module__ != type(found).__module__:
        raise refuse("", f"Another book has the id {found.id}.", "Give yours an id of its own.")
    register(found.id, lambda: found)
    return find_book(found.id)


def _catalogue(book: Book[Any]) -> Catalogue:
    catalogue = catalogue_of(book.id)
    if catalogue is None:
        remedy = "Write its rules into catalogue.yaml beside its code."
        fail([f"{book.title} has no catalogue. {remedy}"], FAILED)
    if catalogue.prefix != book.prefix:
        both = f"{book.prefix}, in its catalogue {catalogue.prefix}"
        fail([f"The prefix of {book.title} is {both}. Write the same in both."], FAILED)
    for other in catalogues():
        if other.prefix == book.prefix and other.book != book.id:
            fail([f"{other.title} has the prefix {book.prefix} too. Take another one."], FAILED)
    return catalogue


def _tried(book: Book[Any], seed: int, games: int | None, seconds: float, answers: int) -> Trial:
    """The trial, with a bar for somebody who watches."""
    columns = (
        TextColumn("playing"),
        BarColumn(),
        TextColumn("{task.fields[played]} games"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=games or seconds, played=0)
        begun, played = time.monotonic(), 0

        def heard() -> None:
            nonlocal played
            played += 1
            bar.update(task, completed=played if games else time.monotonic() - begun, played=played)

        def seeds() -> Iterator[int]:
            number = seed
            while number == seed or (
                number < seed + games if games is not None else time.monotonic() - begun < seconds
            ):
                yield number
                number += 1

        return try_book(book, seeds(), answers, heard)


def _in_words(failed: Failed, place: str, answers: int) -> list[str]:
    more = "" if answers == LAW_ANSWERS else f" --answers {answers}"
    return [
        f"The game with seed {failed.seed} breaks, after {failed.step} answers: {failed.what}"
        if failed.step
        else f"The game with seed {failed.seed} breaks: {failed.what}",
        *([failed.where] if failed.where else []),
        f"See it again with: sandtable contract {place} --seed {failed.seed} --games 1{more}",
    ]


def _tell_ledger(book: Book[Any], catalogue: Catalogue, trial: Trial) -> None:
    package = package_of(book.id)
    home = book_ledger.home_of(package)
    # A book that was installed without its checkout, or stands in a file alone, has no tests to count.
    alone = Path(sys.modules[type(book).__module__].__file__ or "").parent
    counted = book_ledger.count(catalogue, package, home or alone, trial.fired)
    whole = book_ledger.totals(counted, list(catalogue))
    print(
        f"Of {whole.rules} rules {whole.written} are written, {whole.tested} are tested, "
        f"{whole.fired} fired in these games."
    )
    lacks = book_ledger.missing(counted, catalogue)
    for rule_id, what in list(lacks.items())[:MOST_LISTED]:
        print(f"  {rule_id}  {catalogue.rule(rule_id).title}: {', '.join(what)}")
    if len(lacks) > MOST_LISTED:
        print(f"  ... and {len(lacks) - MOST_LISTED} more")
    unknown = book_ledger.unknown_citations(catalogue, home) if home else []
    if unknown:
        fail(unknown[:MOST_LISTED], FAILED)
