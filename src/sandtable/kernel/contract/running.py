"""Laws 1 to 4: checkpoints, determinism, plain state, copies."""

from __future__ import annotations

import os
import random  # noqa: TID251 - to forbid it to the rules
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from sandtable.kernel.contract.plainness import faults_of_state
from sandtable.kernel.contract.tools import (
    FOLLOWED,
    MOST_ANSWERS,
    Broken,
    Draw,
    Make,
    answer_by_chance,
    as_json,
    moment,
    played,
    question,
    some_places,
    trail,
)
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.event import EventLog
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Checkpoint
from sandtable.kernel.save import game_from_text, saved_text


def check_checkpoints(make: Make, seed: int | str, most: int = MOST_ANSWERS) -> None:
    """From every checkpoint the same question is asked again, whatever was played in between."""
    game, chance = make(Dice(Seeded(seed))), Draw(seed)
    kept: list[tuple[Checkpoint, list[Any], bytes]] = []
    for _ in range(most):
        if game.decision is None:
            break
        last = game.last_checkpoint
        if not kept or kept[-1][0] is not last:
            since = list(game.journal[last.entries :])
            kept.append((last, since, as_json(question(game))))
        answer_by_chance(game, chance)
    # Backwards and after the end, so that nothing kept outside the state still has its old value.
    for last, since, asked in reversed(kept):
        fresh = Game(game.book, Checkpoint(0, 0, last.state), Dice(Seeded(seed)), list(since), EventLog())
        if as_json(question(fresh)) != asked:
            raise Broken("1", f"after {last.entries} entries another question is asked: {asked.decode()}")


def check_determinism(make: Make, seed: int | str, most: int = MOST_ANSWERS) -> None:
    """The same answers and dice give the same game, and no rule looks at a clock or at chance of its own."""
    with no_clock_and_no_chance():
        _, given = played(make, seed, most)
    games = [make(Dice(Seeded(seed))) for _ in range(2)]
    first, second = (trail(game, given) for game in games)
    for place, (one, other) in enumerate(zip(first, second, strict=True)):
        if one != other:
            raise Broken("2", f"after {place} answers two equal games differ")
    if moment(games[0]) != moment(games[1]):
        raise Broken("2", "two equal games have told different things")


@contextmanager
def no_clock_and_no_chance() -> Iterator[None]:
    """Whoever asks for the time or for a random number in here breaks a law."""

    def broken(*_: object, **__: object) -> Any:
        raise Broken("2", "a rule uses the clock or a random number that is no die of the game")

    names = {
        random: (
            "random",
            "randint",
            "randrange",
            "choice",
            "choices",
            "shuffle",
            "sample",
            "uniform",
            "gauss",
        ),
        time: ("time", "time_ns", "monotonic", "perf_counter", "localtime", "gmtime"),
        os: ("urandom",),
    }
    patches = [mock.patch.object(module, name, broken) for module, all in names.items() for name in all]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()


def check_hash_seeds(
    target: str, seed: int | str, most: int = MOST_ANSWERS, *, folder: str | None = None
) -> None:
    """A game is the same in processes that hash words differently; the target is `module:make`."""
    told = []
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-m", "sandtable.kernel.contract", target, str(seed), str(most)]
        ran = subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=folder, check=False
        )
        if ran.returncode:
            raise Broken("2", ran.stderr)
        told.append(ran.stdout.splitlines())
    for place, (one, other) in enumerate(zip(*told, strict=False)):
        if one != other:
            raise Broken("2", f"line {place} depends on how words are hashed: {one} or {other}")
    if len(told[0]) != len(told[1]):
        raise Broken("2", "the length of the game depends on how words are hashed")


def check_plain_state(make: Make, seed: int | str, most: int = MOST_ANSWERS) -> None:
    """The state is plain data at every moment: it can be written, read and copied, and holds ids only."""
    game, chance = make(Dice(Seeded(seed))), Draw(seed)
    for place in range(most):
        if fault := faults_of_state(game.state):
            raise Broken("3", f"after {place} answers: {fault}")
        if game.decision is None:
            return
        answer_by_chance(game, chance)


def check_copies(make: Make, seed: int | str, most: int = MOST_ANSWERS) -> None:
    """A clone, or a game saved and loaded, goes on exactly as the original does."""
    _, given = played(make, seed, most)
    expected = trail(make(Dice(Seeded(seed))), given)
    game = make(Dice(Seeded(seed)))
    places = some_places(Draw(f"{seed} copies"), len(given))
    for place, one in enumerate(given):
        if place in places:
            now = moment(game)
            for name, copy in _copies(game).items():
                if moment(copy) != now:
                    raise Broken("4", f"a game {name} after {place} answers is not the same game")
                follow = slice(place, place + FOLLOWED)
                if trail(copy, given[follow]) != expected[place : place + len(given[follow]) + 1]:
                    raise Broken("4", f"a game {name} after {place} answers goes on in another way")
        game.answer(one.answer, seat=one.seat)
        if game.fingerprint() != expected[place + 1][0]:
            raise Broken("4", f"being copied changed the game after {place} answers")


def _copies(game: Game[Any]) -> dict[str, Game[Any]]:
    source = game.dice.common
    assert isinstance(source, Seeded)
    return {
        "cloned": game.branch(Dice(Seeded(source.seed, source.drawn))),
        "saved": game_from_text(saved_text(game), book=game.book),
    }
