"""Memory is looked through when that is worth it and nobody waits."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections import deque
from functools import partial
from typing import Any

import pytest

import sandtable
from sandtable.kernel.decision.intention import PlannedAnswer
from sandtable.kernel.decision.standing import StandingOrders
from sandtable.lab.forecast import advised
from sandtable.players.registry import make_player
from sandtable.server import memory
from sandtable.server.memory import AT_LAST, BETWEEN_LOOKS, MUCH, Housekeeping, set_aside
from sandtable.server.rooms import thinking
from tests.server.serving import play_on, serving, timed


@pytest.fixture
def looks(monkeypatch):
    """The moments at which memory was looked through, on a clock that goes only when it is told to."""
    found: list[float] = []

    class Clock:
        now, set_aside, looks, counted = 1000.0, 10_000, 0, 0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()

    def collect() -> int:
        found.append(clock.now)
        return 0

    def count() -> int:
        clock.counted += 1
        return clock.set_aside

    monkeypatch.setattr(memory, "time", clock)
    monkeypatch.setattr(gc, "collect", collect)
    monkeypatch.setattr(gc, "callbacks", [])
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "unfreeze", lambda: None)
    monkeypatch.setattr(gc, "get_freeze_count", count)
    monkeypatch.setattr(gc, "get_stats", lambda: [{}, {}, {"collections": clock.looks}])
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
    assert {*found} == {clock.now}
    found.clear()
    keeping.look(is_quiet=True)
    assert found == []


@timed
async def test_a_room_that_is_put_away_leaves_memory_by_itself():
    # While a seat is held everybody is to be told that its time is over.
    async with serving(seat_held=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=6)
        room = await served.all_rooms.room(mine["game"])
        while room.links:
            await asyncio.sleep(0)
        gone = weakref.ref(room.game_log)
        gc.disable()
        try:
            await served.all_rooms.put_away(room)
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
    assert {*found} == {clock.now}


def test_memory_that_has_become_much_is_looked_through_though_people_play(looks):
    found, clock = looks
    keeping = Housekeeping()
    keeping.take_over()
    found.clear()
    clock.looks += MUCH // BETWEEN_LOOKS
    keeping.look(is_quiet=False)
    assert found == []
    clock.looks += 1
    keeping.look(is_quiet=False)
    assert {*found} == {clock.now}


def test_where_much_was_in_use_a_whole_look_waits_until_it_may_have_doubled(looks):
    found, clock = looks
    clock.set_aside = 10 * MUCH
    keeping = Housekeeping()
    keeping.take_over()
    found.clear()
    clock.looks += 10 * MUCH // BETWEEN_LOOKS
    keeping.look(is_quiet=False)
    assert found == []
    clock.looks += 1
    keeping.look(is_quiet=False)
    assert {*found} == {clock.now}


def test_whether_a_whole_look_is_due_is_known_without_counting_all_memory(looks):
    _, clock = looks
    keeping = Housekeeping()
    keeping.take_over()
    clock.counted = 0
    for is_quiet in (False, True):
        keeping.look(is_quiet)
    assert clock.counted == 0


@pytest.fixture
def taken_over():
    """The memory of this process, for a while in our hands."""
    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    keeping = Housekeeping()
    keeping.take_over()
    yield keeping
    gc.callbacks.remove(set_aside)
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(interval)
    gc.unfreeze()


class _Ring:
    """Something that holds itself, so that it leaves memory only when somebody looks."""

    alive = most = 0

    def __init__(self) -> None:
        self.itself = self
        _Ring.alive += 1
        _Ring.most = max(_Ring.most, _Ring.alive)

    def __del__(self) -> None:
        _Ring.alive -= 1


IN_USE, MADE = 3_000, 300_000
FEW = 100_000
"""What may be left over while it is made: what a look waits for, and what was in use during one."""


def test_what_becomes_useless_while_people_play_does_not_pile_up(taken_over):
    _Ring.alive = _Ring.most = 0
    in_use: deque[_Ring] = deque(maxlen=IN_USE)
    for _ in range(MADE):
        in_use.append(_Ring())
    assert _Ring.most < FEW
    in_use.clear()
    taken_over.note_useless()
    taken_over.look(is_quiet=True)
    assert _Ring.alive == 0


def _battle(book: str) -> Any:
    if book == "forgotten-ruin":
        game = sandtable.new(book, scenario="mission", seats={"A": "red-squad"}, seed=7)
    else:
        game = sandtable.new(book, scenario="pitched-battle", seats={"A": "seafolk", "B": "automata"}, seed=5)
    _play_on(game)
    return game


def _play_on(game: Any) -> None:
    for _ in range(12):
        game.answer(advised(game, game.decision), seat=game.waiting_for[0])


@pytest.mark.parametrize("book", ["companies-and-captains", "forgotten-ruin"])
@pytest.mark.parametrize("asked", ["odds", "advice", "chances", "greedy", "search:2n"])
def test_what_is_worked_out_for_a_player_leaves_memory_by_itself(book, asked):
    game = _battle(book)
    seat = game.waiting_for[0]

    def work_out() -> None:
        if asked == "odds":
            moments, answer = iter(range(100_000)), game.decision_for(seat).options()[0].answer
            plan = (PlannedAnswer(answer),)
            thinking._odds(game, seat, plan, StandingOrders(), lambda: 1 - next(moments) / 1000)
        elif asked in ("greedy", "search:2n"):
            thinking._reply(game, seat, partial(make_player, asked), "1")
        else:
            {"advice": thinking._advice, "chances": thinking._chances}[asked](game, seat)

    work_out()
    gc.collect()
    gc.disable()
    try:
        work_out()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_mission_that_is_given_up_leaves_memory_with_all_that_was_measured_on_its_ground():
    game = _battle("forgotten-ruin")
    _play_on(game)
    gone = weakref.ref(game.state.ground.memory)
    gc.collect()
    gc.disable()
    try:
        del game
        assert gone() is None
    finally:
        gc.enable()
