"""Golden games: one small record for each way a game can end, found by self-play and kept for the tests.

python -m sandtable.lab.golden     looks for them again and writes tests/golden/<book>/
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

import sandtable
from sandtable.kernel.files import write_text
from sandtable.kernel.game import Game
from sandtable.kernel.records.record import ENDING, Record, record_of, record_text
from sandtable.kernel.records.replay import record_as_text
from sandtable.kernel.refusal import refuse
from sandtable.lab import goldens
from sandtable.lab.ledger import find_checkout
from sandtable.players.asking import ask
from sandtable.players.collecting import looked_through_seldom
from sandtable.players.registry import make_player

TEXT = ".txt"
MOST_ANSWERS = 400
"""Longer games are not looked at: a golden game is read by people."""
MOST_TRIES = 600
ENOUGH = 6
"""Of so many games that end as wanted the shortest is kept."""


def books_with_goldens() -> list[str]:
    """The ids of the books that say which golden games they want."""
    return sorted(one.name.replace("_", "-") for one in pkgutil.iter_modules(goldens.__path__))


class Wanted(msgspec.Struct, frozen=True):
    """A way to end that a golden game shows."""

    name: str
    begin: tuple[dict[str, Any], ...]
    """What `sandtable.new` may be given; each is tried in turn."""
    why: str
    """Why the game is over, as its result says."""
    last: str = ""
    """An event that the last answer must have led to."""
    drawn: bool = False
    """Nobody may have won."""
    won: bool | None = None
    """Where the book is the enemy: whether the players must have won; None if either will do."""
    players: tuple[tuple[str, ...], ...] = (
        ("greedy", "greedy"),
        ("greedy", "uniform"),
        ("uniform", "greedy"),
    )


def find(book: str, wanted: Wanted, tries: int = MOST_TRIES) -> Game[Any]:
    """The shortest of the first few games that end as wanted."""
    found: list[tuple[int, int, Game[Any]]] = []
    for number, game in enumerate(_tries(book, wanted, tries)):
        if _is_it(game, wanted):
            found.append((len(game.journal), number, game))
        if len(found) == ENOUGH:
            break
    if not found:
        raise refuse("", f"No game was found that ends so: {wanted.name}.", "Want another beginning for it.")
    return min(found, key=lambda one: one[:2])[2]


def _tries(book: str, wanted: Wanted, tries: int) -> Iterator[Game[Any]]:
    for number in range(tries):
        begin = wanted.begin[number % len(wanted.begin)]
        kinds = wanted.players[number // len(wanted.begin) % len(wanted.players)]
        game = sandtable.new(book, seed=number, **begin)
        if _play(game, kinds, number):
            yield game


@looked_through_seldom()
def _play(game: Game[Any], kinds: Sequence[str], number: int) -> bool:
    """Play the game out; whether it ended soon enough."""
    players = {
        seat: make_player(kinds[place % len(kinds)], f"{number} {seat}")
        for place, seat in enumerate(game.seats)
    }
    for _ in range(MOST_ANSWERS):
        if game.decision is None:
            return True
        seat = game.waiting_for[0]
        game.answer(ask(players[seat], game, seat).answer, seat=seat)
    return False


def _is_it(game: Game[Any], wanted: Wanted) -> bool:
    result = game.result
    if result is None or result.why != wanted.why or (wanted.drawn and result.winners):
        return False
    if wanted.won is not None and wanted.won != bool(result.winners):
        return False
    if not wanted.last:
        return True
    told = [event.kind for event in game.events(all_seats=True)]
    closed = len(told) - 1 - told[::-1].index("game closed")
    return wanted.last in told[max(0, closed - 12) : closed]


def _for_any_rules(record: Record) -> Record:
    """The record without the digests of these rules: a golden game is played again by whatever rules come."""
    return Record(msgspec.structs.replace(record.header, made_with={}), record.lines)


def wanted_of(book: str) -> list[Wanted]:
    """Every ending that the book's golden games show."""
    module = importlib.import_module(f"{__package__}.goldens.{book.replace('-', '_')}")
    made: list[Wanted] = module.wanted()
    return made


def folder_of(book: str, root: Path) -> Path:
    """Where the golden games of a book are kept."""
    return root / "tests" / "golden" / book.replace("-", "_")


def main() -> None:
    """Look for all golden games again, or for those that are named, and write each with its text twin."""
    parser = argparse.ArgumentParser(description="Look for golden games and write them down.")
    parser.add_argument("names", nargs="*", help="names of golden games, or ids of books; all by themselves")
    names = parser.parse_args().names
    root = find_checkout(Path.cwd())
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as bar:
        for book in books_with_goldens():
            folder = folder_of(book, root)
            folder.mkdir(parents=True, exist_ok=True)
            listed = wanted_of(book)
            for old in folder.iterdir():
                if old.suffix in (ENDING, TEXT) and old.stem not in {one.name for one in listed}:
                    old.unlink()
            chosen = [one for one in listed if not names or one.name in names or book in names]
            task = bar.add_task(book, total=len(chosen))
            for wanted in chosen:
                bar.update(task, description=wanted.name)
                record = _for_any_rules(record_of(find(book, wanted)))
                write_text(folder / f"{wanted.name}{ENDING}", record_text(record))
                write_text(folder / f"{wanted.name}{TEXT}", record_as_text(record))
                bar.advance(task)


if __name__ == "__main__":
    main()
