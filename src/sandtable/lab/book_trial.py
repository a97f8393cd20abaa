"""A book put to the trial by its author: whole random games, the laws over each, and what fired."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from sandtable import kernel
from sandtable.catalogues import catalogue_of
from sandtable.kernel.book import Book
from sandtable.kernel.contract import Broken, check_book
from sandtable.kernel.contract.tools import answer_by_chance
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.records.record import record_of
from sandtable.kernel.records.replay import first_difference
from sandtable.kernel.refusal import Refused
from sandtable.lab.ledger import Fired, rules_named

MOST_ANSWERS = 20_000
"""A game that takes more answers than this does not end."""
LAW_ANSWERS = 120
"""For so many answers the laws follow a game, unless the author wants more."""
LINES_SHOWN = 3
HOUSE = Path(kernel.__file__).parent
"""Lines of the kernel tell an author nothing, but for the one that fails."""


class Failed(msgspec.Struct, frozen=True):
    """What broke, and how to see it again."""

    seed: int
    step: int
    """How many answers had been given."""
    what: str
    where: str = ""
    """The last lines of the book's code on the way there."""


class Trial(msgspec.Struct):
    """What the games of a trial came to."""

    games: int = 0
    answers: int = 0
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    fired: Fired = msgspec.field(default_factory=Fired)
    failed: Failed | None = None


def try_book(
    book: Book[Any], seeds: Iterable[int], answers: int = LAW_ANSWERS, heard: Callable[[], None] | None = None
) -> Trial:
    """Play a random game for each seed and put the laws to it; the first that breaks ends the trial."""
    trial = Trial()
    catalogue = catalogue_of(book.id)
    known = None if catalogue is None else catalogue.rules
    for seed in seeds:
        trial.failed = _play(book, seed, trial) or _check(book, seed, answers, known)
        if trial.failed is not None:
            return trial
        if heard is not None:
            heard()
    return trial


def game_of(book: Book[Any], seed: int, dice: Dice) -> Game[Any]:
    """How the random game with this seed begins: each scenario in its turn, with forces that are ready."""
    offers = book.offers()
    scenarios: list[str | None] = [one.id for one in offers.scenarios] or [None]
    forces: list[Any] = [one.id for one in offers.forces] or [None]
    place = seed // len(scenarios)
    seats = {seat: forces[(place + number) % len(forces)] for number, seat in enumerate(offers.seats)}
    return new_game(book, book.set_up(scenarios[seed % len(scenarios)], seats, {}), dice)


def _play(book: Book[Any], seed: int, trial: Trial) -> Failed | None:
    """A whole random game, and the proof that its record leads to the same."""
    given = 0
    try:
        game, chance = game_of(book, seed, Dice(Seeded(seed))), random.Random(seed)  # noqa: S311
        while game.decision is not None:
            answer_by_chance(game, chance)
            given += 1
            if given > MOST_ANSWERS:
                return Failed(seed, given, f"The game does not end within {MOST_ANSWERS} answers.")
        record = record_of(game)
        if difference := first_difference(record):
            return Failed(seed, given, f"Its record does not lead to the same game: {difference.what}")
    except (Exception, SystemExit) as broken:
        return _failed(seed, given, broken)
    trial.games += 1
    trial.answers += given
    trial.endings[game.result.why if game.result else ""] += 1
    lines = msgspec.json.decode(msgspec.json.encode(record.lines))
    times = Counter(rule for line in lines for rule in set(rules_named(line)))
    times.update(game.result.rules if game.result else ())
    trial.fired.games += 1
    trial.fired.times += times
    trial.fired.in_games.update(times.keys())
    return None


def _check(book: Book[Any], seed: int, answers: int, known: Iterable[str] | None) -> Failed | None:
    try:
        check_book(
            lambda dice: game_of(book, seed, dice),
            seed,
            most=answers,
            known=None if known is None else set(known),
        )
    except (Exception, SystemExit) as broken:
        return _failed(seed, 0, broken)
    return None


def _failed(seed: int, given: int, broken: BaseException) -> Failed:
    if isinstance(broken, Broken):
        return Failed(seed, given, f"Law{str(broken).removeprefix('law').rstrip('.')}.")
    said = " ".join(map(str, broken.refusals)) if isinstance(broken, Refused) else str(broken)
    frames = traceback.extract_tb(broken.__traceback__)
    lines = [
        f"{Path(one.filename).name}, line {one.lineno}: {one.line}"
        for one in frames
        if not Path(one.filename).is_relative_to(HOUSE) or one is frames[-1]
    ]
    what = f"The rules fail with {type(broken).__name__}: {said}"
    return Failed(seed, given, what, "\n".join(lines[-LINES_SHOWN:]))
