"""Workers for files of strangers: a few threads of their own, and no work without end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from sandtable.kernel.refusal import refuse

T = TypeVar("T")

THREADS = 2
MOST_WAITING = 8
"""How many files may wait or be worked on at a time."""
TOO_LONG = "The file took too long to read."


def deadline(seconds: float) -> Callable[[], None]:
    """Something to call every now and then, which refuses to go on once the time is over."""
    # A thread cannot be stopped from outside, so the work has to look at the clock itself.
    until = time.monotonic() + seconds

    def still() -> None:
        if time.monotonic() > until:
            raise refuse("", TOO_LONG, "Give a shorter one.")

    return still


class FileWorkers:
    """The threads in which files are read."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="reader")
        self._busy = 0

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def do(self, work: Callable[[], T], seconds: float) -> T:
        """Let the work be done; refused where too much is waiting, or when nobody can wait any longer."""
        if self._busy >= MOST_WAITING:
            raise refuse("", "Too many files are being read.", "Try again in a while.")
        self._busy += 1
        running = self._pool.submit(work)
        running.add_done_callback(self._note_done)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(running), MOST_WAITING * seconds)
        except TimeoutError:
            raise refuse("", TOO_LONG, "Give a shorter one.") from None

    def _note_done(self, _done: Future[Any]) -> None:
        self._busy -= 1
