"""The memory of the process: looked through in parts while people play, as a whole when nobody waits.

Most of what is no longer needed leaves memory by itself. What holds itself in a circle has to be looked for,
and while Python looks, everybody waits. So each look goes through what has come since the one before and sets
aside what is still in use; all of that is looked through when nobody waits, or when it has become much.
"""

from __future__ import annotations

import gc
import logging
import sys
import time
from typing import Any

LOG = logging.getLogger(__name__)

NEWEST = 200
"""After how many new objects Python looks through these: often, because each look then takes but a tenth of
a millisecond."""
NEWER = 3
"""After so many of these looks it goes through what they have left. Seldom is not quick: new objects are
counted less those that have gone, so where 200 rooms replace their states 20 looks left 14 ms of work for
this one, once a second."""
SINCE_LAST = 67
"""After so many of those it goes through everything that was not set aside: some 40,000 objects at most come
in between (`BETWEEN_LOOKS`), and the look takes a few milliseconds."""
BETWEEN_LOOKS = NEWEST * NEWER * SINCE_LAST
ALL = 2
"""The number by which Python calls the last of these looks."""
MUCH, SHARE = 1_000_000, 1.0
"""If so many objects may have been set aside since the last whole look, 100 MB at most and mostly a quarter
of that, and such a share of those before, the next whole look does not wait for a quiet moment. Where 200
rooms play it holds everybody for a tenth of a second or two: it comes only when memory may have doubled."""
GIVE_WAY = 0.001
"""Seconds after which a thread that thinks beside the loop gives way to it; Python's own 0.005 add up."""
AT_LAST = 600.0
"""Seconds after which a whole look is due though people play, who wait for some tenth of a second."""


class Housekeeping:
    """When to look through memory for what has become useless."""

    def __init__(self) -> None:
        self.is_ours = False
        """Whether the process is ours, and not that of a program in which we are a guest."""
        self._last = 0.0
        self._left = 0
        """How many objects were set aside by the last whole look."""
        self._looks = 0
        """How often Python had looked through everything that was not set aside before that."""
        self._is_worth_it = False

    def take_over(self) -> None:
        """From now on decide when memory is looked through; what is loaded at the start stays for good."""
        self.is_ours = True
        gc.callbacks.append(set_aside)
        gc.set_threshold(NEWEST, NEWER, SINCE_LAST)
        sys.setswitchinterval(GIVE_WAY)
        self._look_through()

    def note_useless(self) -> None:
        """Something large was put away."""
        self._is_worth_it = True

    def look(self, is_quiet: bool) -> None:
        """Look through all memory if it is worth it and nobody waits, if it is much, or at long last."""
        if not self.is_ours:
            return
        waited = time.monotonic() - self._last
        # To count what is set aside is to walk through it: with 200 rooms everybody waited 40 ms for that.
        at_most = BETWEEN_LOOKS * (_looks_so_far() - self._looks)
        is_much = at_most > max(MUCH, SHARE * self._left)
        if (is_quiet and self._is_worth_it) or is_much or waited > AT_LAST:
            LOG.debug("%d useless objects were found in memory.", self._look_through())

    def _look_through(self) -> int:
        gc.unfreeze()
        found = gc.collect()
        # Python puts its looks off by what the last one has left; after this one that is nothing.
        gc.collect()
        self._last, self._left, self._is_worth_it = time.monotonic(), gc.get_freeze_count(), False
        self._looks = _looks_so_far()
        return found


def _looks_so_far() -> int:
    looks: int = gc.get_stats()[ALL]["collections"]
    return looks


def set_aside(phase: str, info: dict[str, Any]) -> None:
    """What is still in use after a look is not looked through again by the next ones."""
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()


HOUSEKEEPING = Housekeeping()
"""There is one process, and one memory."""
