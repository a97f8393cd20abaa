"""What is done to the game of a room beside the loop.

A thread whose room has given up waiting for it must not touch what the room has made instead: so each of
these is given the log that it works on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from sandtable.kernel.game import Game
from sandtable.kernel.refusal import refuse
from sandtable.server.rooms.game_log import GameLog
from sandtable.server.storage.steps import Answered, Begun, DiceChanged, Ruled, Step, Undone, read_step
from sandtable.server.storage.store import StepRow
from sandtable.server.wire.projection import WATCHER, Eyes, Viewer, weighed
from sandtable.server.wire.public import Public

T = TypeVar("T")
LOG = logging.getLogger(__name__)

Made = dict[tuple[Viewer, int | None], bytes]
"""Batches as they are sent, by the eyes and the batch that they follow."""

TURN = 0.002
"""Seconds after which a room that weighs answers gives way to others."""
BENCHES = 2
"""How many games are worked on at the same time; with more threads each of them would only be slower, and
each thread remembers for itself what it has measured."""


class Workshop:
    """The threads in which games are worked on beside the loop."""

    def __init__(self) -> None:
        self._benches = ThreadPoolExecutor(BENCHES, thread_name_prefix="workshop")
        # People who play do not wait for games that others want to begin.
        self._trials = ThreadPoolExecutor(1, thread_name_prefix="trial")

    def close(self) -> None:
        """Let the threads go."""
        self._benches.shutdown(wait=False, cancel_futures=True)
        self._trials.shutdown(wait=False, cancel_futures=True)

    async def do(self, work: Callable[[], T]) -> T:
        """Work on a game; the caller sees to it that nobody else changes it meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._benches, work)

    async def try_out(self, work: Callable[[], T]) -> T:
        """See whether a game could begin."""
        return await asyncio.get_running_loop().run_in_executor(self._trials, work)


def may_take_long(game_log: GameLog, step: Step) -> bool:
    """Whether others should not wait for a step: a game begins or goes back, or its book may plan."""
    match step:
        case Begun() | Undone():
            return True
        case Answered() | Ruled() | DiceChanged():
            return not game_log.book.answers_at_once
        case _:
            return False


class RoomForm(msgspec.Struct):
    """A room as a snapshot keeps it."""

    game_log: msgspec.Raw
    lengths: dict[str, list[int]]


def restored(game_log: GameLog, snapshot: bytes) -> dict[Viewer, Eyes]:
    """Bring a log to where a snapshot was taken; the eyes that have seen it."""
    form = msgspec.json.decode(snapshot, type=RoomForm)
    game_log.restore(bytes(form.game_log))
    names = {name: name if name != WATCHER else None for name in form.lengths}
    return {viewer: Eyes(viewer, form.lengths[name]) for name, viewer in names.items()}


def work(game_log: GameLog, step: Step) -> tuple[Step, float]:
    """Carry a step out; the step with its dice, and the seconds of work in it."""
    began = time.thread_time()
    return game_log.take(step), time.thread_time() - began


def follow(game_log: GameLog, eyes: dict[Viewer, Eyes], rows: list[StepRow]) -> float:
    """Take the steps that the store remembers; the seconds of work."""
    began = time.thread_time()
    for row in rows:
        if row.number != game_log.number + 1:
            raise refuse("", f"Step {game_log.number + 1} is missing.", "Mend the database.")
        game_log.follow(read_step(row.body))
        for name, length in msgspec.json.decode(row.marks, type=dict[str, int]).items():
            eyes_among(eyes, name if name != WATCHER else None).lengths.append(length)
    return time.thread_time() - began


async def weigh(game: Game[Any], viewers: Iterable[Viewer]) -> None:
    """Weigh the answers that these viewers may give one by one; after a while other rooms have a turn."""
    began = time.perf_counter()
    for viewer in viewers:
        for _ in weighed(game, viewer):
            if time.perf_counter() - began > TURN:
                await asyncio.sleep(0)
                began = time.perf_counter()


def make_batches(
    id: str,
    game: Game[Any],
    public: Public,
    wanted: Iterable[tuple[Eyes, int | None]],
    made: Made,
    whole: bool,
) -> None:
    """Make what eyes have not seen since a batch, unless it was made for others with the same eyes."""
    for eyes, since in wanted:
        if (eyes.viewer, since) not in made:
            try:
                made[eyes.viewer, since] = eyes.batch(id, game, since, public, whole=whole)
            except Exception:
                LOG.debug("A batch cannot be made; its sender says why.", exc_info=True)


def eyes_among(eyes: dict[Viewer, Eyes], viewer: Viewer) -> Eyes:
    """The eyes of a viewer, who may be new."""
    known = eyes.get(viewer)
    # In one go: a game that is being built again makes eyes too, beside the loop.
    return eyes.setdefault(viewer, Eyes(viewer)) if known is None else known
