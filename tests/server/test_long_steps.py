"""What takes long in one room keeps nobody waiting in another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.server import rooms
from sandtable.server.course import Course
from sandtable.server.telling import weighed
from tests.server.serving import PATIENCE, next_asked, play_on, serving, timed


@pytest.fixture
def held(monkeypatch):
    """A game whose next answer takes as long as the test wants."""
    long = _Long()
    take = Course.take

    def slow(course: Course, step: Any) -> Any:
        if course is long.course:
            long.begun.set()
            assert long.may_end.wait(PATIENCE), "the loop waits for this answer"
        return take(course, step)

    monkeypatch.setattr(Course, "take", slow)
    yield long
    long.may_end.set()


class _Long:
    """The course that is held up, and the moments of it."""

    def __init__(self) -> None:
        self.course: Course | None = None
        self.begun = threading.Event()
        self.may_end = threading.Event()


@timed
async def test_other_rooms_go_on_while_the_book_plans_in_one(held):
    async with serving() as served:
        one, two = await served.two_seats(), await served.two_seats()
        room = await served.hall.room(one[0]["game"])
        async with (
            served.device(one[0]["token"]) as a,
            served.device(one[1]["token"]) as b,
            served.device(two[0]["token"]) as c,
            served.device(two[1]["token"]) as d,
        ):
            asked = await next_asked(a, b)
            before = room.course.number
            room._heaviest = 2 * rooms.LONG
            held.course = room.course
            waiting = asyncio.create_task(asked.answer())
            await asyncio.to_thread(held.begun.wait, PATIENCE)
            assert held.begun.is_set()
            await play_on(c, d, answers=6)
            listed = (await served.get("/api/games")).json()
            assert len(listed) == 2
            assert not waiting.done()
            assert (await served.hall.store.steps(room.id))[-1].number == before
            held.may_end.set()
            assert (await waiting)["type"] == "accepted"
            assert (await served.hall.store.steps(room.id))[-1].number == before + 1
            held.course = None
            await play_on(a, b)
            await a.sees(lambda device: bool(device.batch.get("result")))


@timed
async def test_a_refusal_beside_the_loop_changes_nothing():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        room = await served.hall.room(mine["game"])
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            before, room._heaviest = room.course.number, 2 * rooms.LONG
            assert (await asked.answer("nonsense"))["type"] == "refused"
            assert room.course.number == before
            assert (await asked.answer())["type"] == "accepted"


@timed
async def test_quick_answers_are_carried_out_on_the_loop_itself(monkeypatch):
    where = []
    take = Course.take

    def noted(course: Course, step: Any) -> Any:
        where.append(threading.get_ident())
        return take(course, step)

    async with serving() as served:
        mine, theirs = await served.two_seats()
        room = await served.hall.room(mine["game"])
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            monkeypatch.setattr(Course, "take", noted)
            monkeypatch.setattr(rooms, "LONG", 60.0)
            await play_on(a, b, answers=4)
            assert {*where} == {threading.get_ident()}
            # Only just long, and forgotten after the next step.
            room._heaviest = 60.0 / rooms.FADING - 1.0
            await (await next_asked(a, b)).answer()
            await (await next_asked(a, b)).answer()
            assert [one == threading.get_ident() for one in where[-2:]] == [False, True]


@timed
async def test_a_question_with_many_answers_to_weigh_gives_way_after_each(monkeypatch):
    monkeypatch.setattr(rooms, "TURN", -1.0)
    order: list[str] = []

    def noted(*args: Any) -> Iterator[None]:
        for one in weighed(*args):
            order.append("weighed")
            asyncio.get_running_loop().call_soon(order.append, "others")
            yield one

    async with serving() as served:
        seats = {"A": {"force": "seafolk"}, "B": {"force": "automata", "sits": "elsewhere"}}
        game = {"book": "companies-and-captains", "scenario": "pitched-battle", "seats": seats, "seed": 5}
        mine = await served.post("/api/games", game)
        theirs = await served.post("/api/join", {"code": mine["code"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            monkeypatch.setattr(rooms, "weighed", noted)
            await play_on(a, b, answers=40)
    assert order.count("weighed") > 20
    both = zip(order, order[1:], strict=False)
    assert not [one for one in both if one == ("weighed", "weighed")]
