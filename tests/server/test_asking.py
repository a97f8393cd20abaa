"""What a device asks is worked out beside what it says: an answer and a heartbeat wait for none of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandtable.lab.forecast import Prospect
from sandtable.server.rooms.thinking import Thinkers
from sandtable.server.wire.link import MOST_ASKED, MOST_AT_ONCE
from tests.server.serving import Device, Message, next_asked, serving, timed


class Forecasts:
    """Forecasts that take as long as the test wants."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.begun = 0
        self.ended = 0
        self.given_up = asyncio.Event()

    async def odds(self) -> tuple[str, Prospect]:
        self.begun += 1
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.given_up.set()
            raise
        self.ended += 1
        return "", Prospect((), False, 0)


@pytest.fixture
def forecasts(monkeypatch: pytest.MonkeyPatch) -> Forecasts:
    """What stands in for the real ones."""
    made = Forecasts()

    async def odds(*_: Any) -> tuple[str, Prospect]:
        return await made.odds()

    monkeypatch.setattr(Thinkers, "odds", odds)
    return made


async def ask_odds(device: Device, request: int) -> Message:
    """Ask what may follow from the first answer; the question."""
    question = await device.asked()
    answer = question["options"][0]["answer"]
    about = {"seat": question["seat"], "number": question["number"], "answer": answer}
    await device.send("ask_odds", request=request, **about)
    return question


@timed
async def test_an_answer_and_a_heartbeat_do_not_wait_for_a_forecast(forecasts):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            question = await ask_odds(asked, 7)
            await asked.send("ping", request=8)
            await asked.until("pong", request=8)
            assert (await asked.answer())["type"] == "accepted"
            assert (forecasts.begun, forecasts.ended) == (1, 0)
            forecasts.may_end.set()
            odds = await asked.until("odds", "refused", request=7)
            assert (odds["type"], odds["number"]) == ("odds", question["number"])


@timed
async def test_what_is_asked_before_an_answer_is_asked_of_the_game_before_it():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            question = await asked.asked()
            about = {"seat": question["seat"], "number": question["number"]}
            await asked.send("ask_hint", request=7, **about)
            await asked.send("answer", answer=question["options"][0]["answer"], **about)
            await asked.send("ask_hint", request=8, **about)
            heard: dict[int, Message] = {}
            while len(heard) < 2:
                reply = await asked.until("hint", "refused")
                heard[reply["request"]] = reply
            assert heard[7]["number"] == question["number"]
            assert heard[7]["type"] == "hint"
            assert "answered already" in heard[8]["reason"]


@timed
async def test_nothing_is_worked_out_for_a_device_that_is_gone(forecasts):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(theirs["token"]) as b:
            async with served.device(mine["token"]) as a:
                asked = a if a.question is not None else await next_asked(a, b)
                await ask_odds(asked, 7)
                await asked.send("ping", request=8)
                await asked.until("pong", request=8)
                await asked.socket.close()
            await forecasts.given_up.wait()
            assert forecasts.ended == 0


@timed
async def test_a_few_things_are_worked_out_at_a_time_and_too_many_are_refused(forecasts):
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            for request in range(1, MOST_ASKED + 2):
                await ask_odds(asked, request)
            refused = await asked.until("odds", "refused")
            assert (refused["type"], refused["request"]) == ("refused", MOST_ASKED + 1)
            assert "too much" in refused["reason"]
            assert forecasts.begun == MOST_AT_ONCE
            forecasts.may_end.set()
            for _ in range(MOST_ASKED):
                assert (await asked.until("odds", "refused"))["type"] == "odds"
            await ask_odds(asked, 99)
            await asked.until("odds", request=99)
