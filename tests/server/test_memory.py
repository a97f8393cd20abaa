"""Memory is looked through when that is worth it and nobody waits."""

from __future__ import annotations

import gc
import sys

import pytest

from sandtable.server import memory
from sandtable.server.memory import AT_LAST, SOON, Housekeeping


@pytest.fixture
def looks(monkeypatch):
    """The moments at which memory was looked through, on a clock that goes only when it is told to."""
    found: list[float] = []

    class Clock:
        now = 1000.0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()

    def collect() -> int:
        found.append(clock.now)
        return 0

    monkeypatch.setattr(memory, "time", clock)
    monkeypatch.setattr(gc, "collect", collect)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "set_threshold", lambda *_: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)
    return found, clock


def test_whoever_is_a_guest_leaves_memory_alone(looks):
    found, clock = looks
    keeping = Housekeeping()
    keeping.note_useless()
    clock.now += 2 * AT_LAST
    keeping.look(is_quiet=True)
    assert found == []


def test_what_was_put_away_is_looked_for_in_a_quiet_moment_or_a_minute_later(looks):
    found, clock = looks
    keeping = Housekeeping()
    keeping.take_over()
    found.clear()
    keeping.look(is_quiet=True)
    assert found == []
    keeping.note_useless()
    keeping.look(is_quiet=False)
    assert found == []
    keeping.look(is_quiet=True)
    assert found == [clock.now]
    keeping.note_useless()
    clock.now += SOON + 1
    keeping.look(is_quiet=False)
    assert len(found) == 2
    clock.now += SOON + 1
    keeping.look(is_quiet=True)
    assert len(found) == 2


def test_at_last_memory_is_looked_through_whatever_happens(looks):
    found, clock = looks
    keeping = Housekeeping()
    keeping.take_over()
    found.clear()
    clock.now += AT_LAST + 1
    keeping.look(is_quiet=False)
    assert found == [clock.now]
