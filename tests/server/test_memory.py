"""Memory is looked through when that is worth it and nobody waits."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref

import pytest

from sandtable.server import memory
from sandtable.server.memory import AT_LAST, Housekeeping
from tests.server.serving import play_on, serving, timed


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


def test_what_was_put_away_is_looked_for_in_a_quiet_moment(looks):
    found, clock = looks
    keeping = Housekeeping()
    keeping.take_over()
    found.clear()
    keeping.look(is_quiet=True)
    assert found == []
    keeping.note_useless()
    clock.now += AT_LAST - 1
    keeping.look(is_quiet=False)
    assert found == []
    keeping.look(is_quiet=True)
    assert found == [clock.now]
    keeping.look(is_quiet=True)
    assert len(found) == 1


@timed
async def test_a_room_that_is_put_away_leaves_memory_by_itself():
    # While a seat is held everybody is to be told that its time is over.
    async with serving(seat_held=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=6)
        room = await served.hall.room(mine["game"])
        while room.links:
            await asyncio.sleep(0)
        gone = weakref.ref(room.course)
        gc.disable()
        try:
            await served.hall.put_away(room)
            del room
            # A step of the loop may still hold it.
            for _ in range(1000):
                await asyncio.sleep(0)
            assert gone() is None
        finally:
            gc.enable()


def test_at_last_memory_is_looked_through_whatever_happens(looks):
    found, clock = looks
    keeping = Housekeeping()
    keeping.take_over()
    found.clear()
    clock.now += AT_LAST + 1
    keeping.look(is_quiet=False)
    assert found == [clock.now]
