"""What fails in the middle of a step leaves a game that goes on, here and after a restart."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from sandtable.kernel.decision import Number
from sandtable.server.rooms import room
from sandtable.server.storage import steps
from sandtable.server.wire.projection import Eyes
from tests.kernel.sk.book import SK
from tests.server.serving import Served, first_answer, next_asked, play_on, serving, timed


class Once:
    """Fails the first time, and then does what the original does."""

    def __init__(self, original: Any, failure: BaseException) -> None:
        self.original, self.failure, self.calls = original, failure, 0

    def __call__(self, *args: Any, **named: Any) -> Any:
        self.calls += 1
        if self.calls == 1:
            raise self.failure
        return self.original(*args, **named)


async def _goes_on(served: Served, mine: Any, theirs: Any, breaks: Any) -> list[str]:
    """Answer once while something breaks, then play to the end; what A was told in all."""
    async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
        await play_on(a, b, answers=3)
        asked = a if a.question is not None else b
        breaks()
        refused = await asked.answer()
        assert (refused["type"], refused["reason"]) == ("refused", "The server could not carry this out.")
        asked._answered = -1
        await play_on(a, b)
        await a.sees(lambda device: bool(device.batch.get("result")))
        return [one["text"] for one in a.log]


@timed
async def test_a_step_that_cannot_be_written_down_has_not_happened(tmp_path):
    monkeypatch = pytest.MonkeyPatch()
    database = f"sqlite:///{tmp_path}/games.sqlite"

    def breaks() -> None:
        monkeypatch.setattr(room, "write_step", Once(steps.write_step, OverflowError("too large")))

    with monkeypatch.context():
        async with serving(database=database) as served:
            mine, theirs = await served.two_seats()
            log = await _goes_on(served, mine, theirs, breaks)
    monkeypatch.undo()
    async with serving(database=database) as served, served.device(mine["token"]) as back:
        await back.until("batch")
        assert [one["text"] for one in back.log] == log


@timed
async def test_a_rule_that_fails_in_mid_answer_has_changed_nothing(monkeypatch):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        step = SK.step

        def breaks() -> None:
            async def broken(self: Any, play: Any) -> None:
                monkeypatch.setattr(SK, "step", step)
                play.tell("half done", "SK 1")
                raise RuntimeError("a rule is broken")

            monkeypatch.setattr(SK, "step", broken)

        log = await _goes_on(served, mine, theirs, breaks)
        assert not any("half done" in one for one in log)


@timed
async def test_a_viewer_who_cannot_be_told_keeps_nobody_else_waiting(monkeypatch):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        watcher = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        batch = Eyes.batch

        def broken(self: Eyes, *args: Any, **named: Any) -> bytes:
            if self.viewer is None and named.get("whole") is False:
                raise RuntimeError("nothing can be shown")
            return batch(self, *args, **named)

        async with (
            served.device(watcher["token"]) as eyes,
            served.device(mine["token"]) as a,
            served.device(theirs["token"]) as b,
        ):
            await eyes.until("batch")
            monkeypatch.setattr(Eyes, "batch", broken)
            await play_on(a, b, answers=6)
            await eyes.closed()


@timed
async def test_a_card_that_cannot_be_kept_takes_no_step_back(monkeypatch):
    async with serving() as served:
        mine, theirs = await served.two_seats()

        async def broken(*args: Any) -> None:
            raise OSError("no space left on device")

        monkeypatch.setattr(served.all_rooms.store, "note_card", broken)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b)
            await a.sees(lambda device: bool(device.batch.get("result")))


@timed
async def test_dice_that_the_rules_of_today_ask_for_otherwise_are_not_given_to_them(tmp_path):
    database = f"sqlite:///{tmp_path}/games.sqlite"
    async with serving(database=database) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=10)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file, file:
        file.execute("DELETE FROM snapshots")
        rows = file.execute("SELECT number, body FROM steps ORDER BY number").fetchall()
        number, body = next((number, json.loads(body)) for number, body in rows if b'"why"' in body)
        body["rolled"][0]["why"] = "something of yesterday"
        file.execute("UPDATE steps SET body = ? WHERE number = ?", (json.dumps(body).encode(), number))
    async with serving(database=database) as served:
        reply = await served.http.get(
            f"/api/games/{mine['game']}/record", headers={"authorization": f"Bearer {mine['token']}"}
        )
        assert reply.status_code == 400
        assert "something of yesterday" in reply.text


@timed
async def test_a_question_whose_answers_cannot_be_listed_is_put_all_the_same():
    monkeypatch = pytest.MonkeyPatch()
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            question = await asked.asked()
            token = mine["token"] if asked is a else theirs["token"]
            with monkeypatch.context() as broken:
                broken.setattr(Number, "options", Once(Number.options, RuntimeError("lost")))
                async with served.device(token) as again:
                    same = await again.asked()
                    assert (same["number"], same["options"]) == (question["number"], [])
                    reply = await again.answer(first_answer(question))
                    assert reply["type"] == "accepted"
