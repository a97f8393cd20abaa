"""The memory of the process: looked through as a whole when nobody waits for an answer."""

from __future__ import annotations

import gc
import logging
import sys
import time

LOG = logging.getLogger(__name__)

NEVER = 1_000_000
"""Python looks through what is older by itself after so many smaller looks; by then we have done it."""
NEWEST = 200
"""After how many new objects Python looks through these: often, because each look then takes but a tenth of
a millisecond. What outlives one belongs to a game that goes on, and looking again soon finds nothing."""
GIVE_WAY = 0.001
"""Seconds after which whoever thinks beside the loop gives way to it; Python's own 0.005 add up."""
AT_LAST = 600.0
"""Seconds after which a look is due though people play, who wait for some tenth of a second."""


class Housekeeping:
    """When to look through memory for what has become useless, which is mostly games that were put away."""

    def __init__(self) -> None:
        self.is_ours = False
        """Whether the process is ours, and not that of a program in which we are a guest."""
        self._last = 0.0
        self._is_worth_it = False

    def take_over(self) -> None:
        """From now on decide when memory is looked through; what is loaded at the start stays for good."""
        self.is_ours = True
        self._last = time.monotonic()
        gc.collect()
        gc.freeze()
        gc.set_threshold(NEWEST, NEVER, NEVER)
        sys.setswitchinterval(GIVE_WAY)

    def note_useless(self) -> None:
        """Something large was put away."""
        self._is_worth_it = True

    def look(self, is_quiet: bool) -> None:
        """Look through memory if it is worth it and nobody waits, or if it has waited long enough."""
        # Most of a game goes by itself when it is put away; what stays until the next look is little.
        waited = time.monotonic() - self._last
        is_due = (is_quiet and self._is_worth_it) or waited > AT_LAST
        if self.is_ours and is_due:
            found = gc.collect()
            self._last, self._is_worth_it = time.monotonic(), False
            LOG.debug("%d useless objects were found in memory.", found)


HOUSEKEEPING = Housekeeping()
"""There is one process, and one memory."""
