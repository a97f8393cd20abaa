"""What takes long in one room keeps nobody waiting in another."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.kernel.game import Game
from sandtable.server.rooms import lobby, workshop
from sandtable.server.rooms.game_log import GameLog
from sandtable.server.routes import reports, utilities
from sandtable.server.wire.projection import Eyes, weighed
from tests.kernel.sk.book import SK
from tests.server.serving import PATIENCE, next_asked, play_on, serving, timed

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def held(monkeypatch):
    """A game whose next answer takes as long as the test wants."""
    long = _Long()
    take = GameLog.take

    def slow(game_log: GameLog, step: Any) -> Any:
        if game_log is long.game_log:
            long.begun.set()
            assert long.may_end.wait(PATIENCE), "the loop waits for this answer"
        return take(game_log, step)

    monkeypatch.setattr(GameLog, "take", slow)
    yield long
    long.may_end.set()


class _Long:
    """The game_log that is held up, and the moments of it."""

    def __init__(self) -> None:
        self.game_log: GameLog | None = None
        self.begun = threading.Event()
        self.may_end = threading.Event()


@timed
async def test_other_rooms_go_on_while_the_book_plans_in_one(held, monkeypatch):
    async with serving() as served:
        one, two = await served.two_seats(), await served.two_seats()
        room = await served.all_rooms.room(one[0]["game"])
        async with (
            served.device(one[0]["token"]) as a,
            served.device(one[1]["token"]) as b,
            served.device(two[0]["token"]) as c,
            served.device(two[1]["token"]) as d,
        ):
            asked = await next_asked(a, b)
            before = room.game_log.number
            monkeypatch.setattr(SK, "answers_at_once", False)
            held.game_log = room.game_log
            waiting = asyncio.create_task(asked.answer())
            await asyncio.to_thread(held.begun.wait, PATIENCE)
            assert held.begun.is_set()
            await play_on(c, d, answers=6)
            listed = (await served.get("/api/games")).json()
            assert len(listed) == 2
            assert not waiting.done()
            assert (await served.all_rooms.store.steps(room.id))[-1].number == before
            held.may_end.set()
            assert (await waiting)["type"] == "accepted"
            assert (await served.all_rooms.store.steps(room.id))[-1].number == before + 1
            held.game_log = None
            await play_on(a, b)
            await a.sees(lambda device: bool(device.batch.get("result")))


@timed
async def test_a_refusal_beside_the_loop_changes_nothing(monkeypatch):
    monkeypatch.setattr(SK, "answers_at_once", False)
    async with serving() as served:
        mine, theirs = await served.two_seats()
        room = await served.all_rooms.room(mine["game"])
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            before = room.game_log.number
            assert (await asked.answer("nonsense"))["type"] == "refused"
            assert room.game_log.number == before
            assert (await asked.answer())["type"] == "accepted"


class Where:
    """In which threads something was done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.threads: list[tuple[str, int]] = []

    def watch(self, owner: Any, *names: str) -> None:
        """Note from now on where these are called."""
        for name in names:
            self._watch(owner, name, getattr(owner, name))

    def _watch(self, owner: Any, name: str, called: Any) -> None:
        def noted(*args: Any, **named: Any) -> Any:
            self.threads.append((name, threading.get_ident()))
            return called(*args, **named)

        self._patch.setattr(owner, name, noted)

    @property
    def on_the_loop(self) -> set[str]:
        """What was done on the loop at least once."""
        return {name for name, thread in self.threads if thread == threading.get_ident()}

    @property
    def beside(self) -> set[str]:
        """What was done beside it at least once."""
        return {name for name, thread in self.threads if thread != threading.get_ident()}


@pytest.fixture
def where(monkeypatch):
    """Notes where things are done; the loop runs in the thread of the test."""
    return Where(monkeypatch)


SQUAD = {
    "book": "forgotten-ruin",
    "scenario": "exercise-1",
    "seats": {"A": {"force": "red-squad"}},
    "seed": 7,
}


@timed
async def test_the_answers_of_a_book_that_never_plans_are_carried_out_on_the_loop_itself(where):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            where.watch(GameLog, "take")
            await play_on(a, b, answers=4)
            assert (where.on_the_loop, where.beside) == ({"take"}, set())


@timed
async def test_the_very_first_answer_of_a_book_that_plans_is_carried_out_beside_the_loop(where):
    async with serving() as served:
        mine = await served.post("/api/games", SQUAD)
        where.watch(GameLog, "take")
        where.watch(Eyes, "batch")
        where.watch(Game, "clone")
        async with served.device(mine["token"]) as a:
            await a.answer()
            question = await a.asked()
            await a.send("ask_hint", request=1, seat="A", number=question["number"])
            await a.until("hint")
        assert where.on_the_loop == set()
        assert where.beside == {"take", "batch", "clone"}


@timed
async def test_every_game_is_tried_out_and_begun_beside_the_loop_whatever_its_book(where):
    where.watch(GameLog, "take")
    where.watch(lobby, "game_at")
    async with serving() as served:
        await served.post("/api/games", SQUAD)
        await served.two_seats()
        position = sandtable.new("sk", seed=1).position()
        await served.post("/api/games", {"book": "sk", "position": position})
    begun = [name for name, thread in where.threads if thread != threading.get_ident()]
    assert (begun.count("take"), begun.count("game_at")) == (6, 1)
    # Who sits down is noted at once.
    assert [name for name, thread in where.threads if thread == threading.get_ident()] == ["take"]


@timed
async def test_an_undo_goes_back_beside_the_loop(where):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            seat = (await asked.asked())["seat"]
            await asked.answer()
            where.watch(Game, "undo")
            await asked.send("undo", seat=seat, request=5)
            await asked.until("accepted", request=5)
        assert (where.on_the_loop, where.beside) == (set(), {"undo"})


@timed
async def test_a_game_comes_back_from_its_snapshot_beside_the_loop(where):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=4)
        room = await served.all_rooms.room(mine["game"])
        while room.links:
            await asyncio.sleep(0)
        await served.all_rooms.put_away(room)
        where.watch(GameLog, "restore")
        await served.all_rooms.room(mine["game"])
        assert (where.on_the_loop, where.beside) == (set(), {"restore"})


@timed
async def test_what_others_send_is_read_written_and_squeezed_beside_the_loop(where):
    record = GOLDEN / "companies_and_captains" / "draw-last-turn.sandtable"
    where.watch(utilities, "open_file", "packed")
    where.watch(reports, "report_of", "page_of", "packed")
    where.watch(gzip, "compress")
    async with serving() as served:
        for path in ("/api/replays", "/api/reports", "/api/reports/page"):
            reply = await served.http.post(path, content=record.read_bytes())
            assert (reply.status_code, reply.headers["content-encoding"]) == (200, "gzip")
            assert reply.text[:1] in "{<"
    assert where.on_the_loop == set()
    assert where.beside == {"open_file", "report_of", "page_of", "packed", "compress"}


@timed
async def test_who_cannot_unpack_a_reply_is_sent_it_as_it_is():
    record = GOLDEN / "companies_and_captains" / "draw-last-turn.sandtable"
    async with serving() as served:
        headers = {"accept-encoding": "identity"}
        reply = await served.http.post("/api/replays", content=record.read_bytes(), headers=headers)
        assert "content-encoding" not in reply.headers
        assert reply.json()["kind"] == "record"


@timed
async def test_a_question_with_many_answers_to_weigh_gives_way_after_each(monkeypatch):
    monkeypatch.setattr(workshop, "TURN", -1.0)
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
            monkeypatch.setattr(workshop, "weighed", noted)
            await play_on(a, b, answers=40)
    assert order.count("weighed") > 20
    both = zip(order, order[1:], strict=False)
    assert not [one for one in both if one == ("weighed", "weighed")]
