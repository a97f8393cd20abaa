"""How often Python looks through memory while automatic players play many games."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 50_000
"""After so many new objects Python looks through them. Nearly all that a game leaves goes by itself."""


@contextmanager
def looked_through_seldom() -> Iterator[None]:
    """For a while memory is looked through seldom, and what was there before not at all.

    In the end what the while has left in circles is looked for, and all is as before. Where somebody else has
    set memory aside already, such as a server, nothing is changed.
    """
    if gc.get_freeze_count():
        yield
        return
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        # Before the rest comes back, so that only what is new is looked through.
        gc.collect()
        gc.set_threshold(*before)
        gc.unfreeze()
