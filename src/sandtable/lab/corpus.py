"""The corpus: games that play themselves and are recorded, so that the ledger can count what fired.

python -m sandtable.lab.corpus     plays the corpus of every book that has one into corpus/
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

import sandtable
from sandtable.kernel.book import known_books
from sandtable.kernel.cases.case import ENDING as CASE_ENDING
from sandtable.kernel.cases.case import game_of_case
from sandtable.kernel.files import read_text
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Note
from sandtable.kernel.records.record import ENDING, write_record
from sandtable.kernel.safe_yaml import load
from sandtable.lab.entered import BESIDE, note_entered
from sandtable.lab.ledger import find_checkout
from sandtable.players.asking import ask
from sandtable.players.collecting import looked_through_seldom
from sandtable.players.player import Reply
from sandtable.players.registry import make_player

FOLDER = "corpus"
THOUGHT = "thought"
"""The kind of the notes that hold a player's reasons."""
MOST_ANSWERS = 20_000
"""A game that takes more answers than this does not end."""


class Opening(msgspec.Struct, frozen=True):
    """How a game of the corpus begins, and who plays it."""

    name: str
    begin: dict[str, Any] = {}
    """What `sandtable.new` is given besides book and seed."""
    players: tuple[str, ...] = ("greedy", "greedy")
    """Their kinds, seat by seat and over again."""
    seed: int = 0
    answers: int = MOST_ANSWERS
    """After so many the game is left as it stands; rare situations need not be played out."""
    case: tuple[str, int] | None = None
    """A case file and a place in it; the game is then that case as it is told, its dice and answers."""


class Played(msgspec.Struct, frozen=True):
    """A game of the corpus that has been played and recorded."""

    name: str
    answers: int
    why: str
    """Why it is over; empty if it was left before its end."""


@looked_through_seldom()
def play_opening(book: str, folder: str, opening: Opening) -> Played:
    """Play one game and write its record; what goes wrong is told with the name of the opening."""
    try:
        played = _play(book, folder, opening)
        note_entered(Path(folder, f"{opening.name}{ENDING}"))
        return played
    except Exception as wrong:
        raise RuntimeError(f"{opening.name}: {wrong}") from wrong


def _play(book: str, folder: str, opening: Opening) -> Played:
    """Play one game and write its record, the reasons of its players included."""
    if opening.case is not None:
        told = game_of_case(*opening.case)
        write_record(told, Path(folder, f"{opening.name}{ENDING}"))
        return Played(opening.name, len(told.journal), told.result.why if told.result else "")
    game = sandtable.new(book, seed=opening.seed, **opening.begin)
    kinds = opening.players
    players = {
        seat: make_player(kinds[place % len(kinds)], f"{opening.seed} {seat}")
        for place, seat in enumerate(game.seats)
    }
    answers = 0
    while game.decision is not None and answers < opening.answers:
        seat = game.waiting_for[0]
        reply = ask(players[seat], game, seat)
        note_reasons(game, seat, reply)
        game.answer(reply.answer, seat=seat)
        answers += 1
    if game.decision is not None and opening.answers >= MOST_ANSWERS:
        raise RuntimeError("the game does not end")
    write_record(game, Path(folder, f"{opening.name}{ENDING}"))
    return Played(opening.name, answers, game.result.why if game.result else "")


def note_reasons(game: Game[Any], seat: str, reply: Reply) -> None:
    """Write into the record why the player is about to answer so, with the rules it follows."""
    if reply.rules:
        facts = {"reasons": list(reply.reasons), "rules": list(reply.rules)}
        game.notes.append(Note(len(game.journal), THOUGHT, seat, facts))


def play_corpus(
    book: str, folder: Path, openings: Sequence[Opening], workers: int, progress: Callable[[Played], None]
) -> list[Played]:
    """Play and record all the openings into a folder that holds nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob(f"*{ENDING}"), *folder.glob(f"*{BESIDE}")):
        old.unlink()
    found: list[Played] = []
    for played in _in_workers(partial(play_opening, book, str(folder)), openings, workers):
        found.append(played)
        progress(played)
    return found


def _in_workers(
    play: Callable[[Opening], Played], openings: Sequence[Opening], workers: int
) -> Iterator[Played]:
    if workers <= 1:
        yield from map(play, openings)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as executor:
        yield from executor.map(play, openings, chunksize=4)


def openings_of(book: str, root: Path) -> list[Opening]:
    """The games of a book's corpus, the positions of its cases among them; none where it has no module."""
    name = f"{__package__}.corpora.{book.replace('-', '_')}"
    if importlib.util.find_spec(name) is None:
        return []
    made: Iterable[Opening] = importlib.import_module(name).openings()
    found = [*made, *from_cases(root / "tests" / "cases" / book.replace("-", "_"))]
    twice = [one for one, count in Counter(opening.name for opening in found).items() if count > 1]
    assert not twice, f"two openings are called {twice[0]}"
    return found


def from_cases(folder: Path) -> list[Opening]:
    """Every case as it is told, and its position played on: the rare situations of a book."""
    found: list[Opening] = []
    for path in sorted(folder.rglob(f"*{CASE_ENDING}")):
        read = load(read_text(path), path.name)
        for number, case in enumerate(read if isinstance(read, list) else [read], 1):
            name = "case-" + re.sub(r"\W+", "-", f"{path.name.removesuffix(CASE_ENDING)}-{number}")
            found.append(Opening(f"{name}-told", case=(str(path), number)))
            # Cases in folders of their own show one rule each; what may follow is seen from the examples.
            if path.parent == folder and isinstance(position := case.get("position"), dict):
                begin = {"position": {name: value for name, value in position.items() if name != "book"}}
                found += [
                    Opening(f"{name}-{player}", begin, (player,), seed=number, answers=60)
                    for player in ("uniform", "greedy")
                ]
    return found


def main() -> None:
    """Play the corpus of each book, with a bar to watch."""
    parser = argparse.ArgumentParser(description="Play and record the games that the rule ledger counts.")
    parser.add_argument("books", nargs="*", help="ids of books; all by themselves")
    parser.add_argument("--into", type=Path, help="the folder; corpus/ of the checkout by itself")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1), help="processes")
    given = parser.parse_args()
    root = find_checkout(Path.cwd())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        for book in given.books or known_books():
            openings = openings_of(book, root)
            if openings:
                task = bar.add_task(book, total=len(openings))
                into = (given.into or root / FOLDER) / book
                play_corpus(book, into, openings, given.workers, partial(_advance, bar, task))


def _advance(bar: Progress, task: TaskID, _played: Played) -> None:
    bar.advance(task)


if __name__ == "__main__":
    main()
