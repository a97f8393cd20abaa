"""Laws 1 to 4: checkpoints, determinism, plain state, copies."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from sandtable.kernel.contract.plainness import faults_of_state
from sandtable.kernel.contract.tools import (
    FOLLOWED,
    MOST_ANSWERS,
    Broken,
    as_json,
    moment,
    question,
    stand,
    trail,
)
from sandtable.kernel.contract.watching import Law, Played
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered, Checkpoint
from sandtable.kernel.records.save import game_from_text, saved_text


class Checkpoints(Law):
    """From every checkpoint the same question is asked again, whatever was played in between."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._seed = played.seed
        self._kept: list[tuple[Checkpoint, list[Any], bytes]] = []

    def asked(self, game: Game[Any], place: int, one: Answered) -> None:
        last = game.last_checkpoint
        if not self._kept or self._kept[-1][0] is not last:
            since = list(game.journal[last.entries :])
            self._kept.append((last, since, as_json(question(game))))

    def end(self, game: Game[Any]) -> None:
        # Backwards and after the end, so that nothing kept outside the state still has its old value.
        for last, since, asked in reversed(self._kept):
            dice = Dice(Seeded(self._seed))
            fresh = Game(game.book, Checkpoint(0, 0, last.state), dice, list(since), EventLog())
            if as_json(question(fresh)) != asked:
                where = f"after {last.entries} entries another question is asked"
                raise Broken("1", f"{where}: {asked.decode()}")


class Determinism(Law):
    """The same answers and dice give the same game."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._played = played
        self._compare(game, 0)

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        self._compare(game, place + 1)

    def _compare(self, game: Game[Any], answers: int) -> None:
        if stand(game) != self._played.trail[answers]:
            raise Broken("2", f"after {answers} answers two equal games differ")

    def end(self, game: Game[Any]) -> None:
        if moment(game) != self._played.last:
            raise Broken("2", "two equal games have told different things")


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


class PlainState(Law):
    """The state is plain data at every moment: it can be written, read and copied, and holds ids only."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._look(game, 0)

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        self._look(game, place + 1)

    def _look(self, game: Game[Any], answers: int) -> None:
        if fault := faults_of_state(game.state):
            raise Broken("3", f"after {answers} answers: {fault}")


class Copies(Law):
    """A clone, or a game saved and loaded, goes on exactly as the original does."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._played = played
        self._places = played.some_places("copies")

    def asked(self, game: Game[Any], place: int, one: Answered) -> None:
        if place not in self._places:
            return
        now, given = moment(game), self._played.given[place : place + FOLLOWED]
        for name, copy in _copies(game).items():
            if moment(copy) != now:
                raise Broken("4", f"a game {name} after {place} answers is not the same game")
            if trail(copy, given) != self._played.trail[place : place + len(given) + 1]:
                raise Broken("4", f"a game {name} after {place} answers goes on in another way")

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        if game.fingerprint() != self._played.trail[place + 1][0]:
            raise Broken("4", f"being copied changed the game after {place} answers")


def _copies(game: Game[Any]) -> dict[str, Game[Any]]:
    source = game.dice.common
    assert isinstance(source, Seeded)
    return {
        "cloned": game.branch(Dice(Seeded(source.seed, source.drawn))),
        "saved": game_from_text(saved_text(game), book=game.book),
    }
