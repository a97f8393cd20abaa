"""A squad against the book's enemy, at one device or at several, with a player for the enemy or without."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from examples import bot
from tests.server.serving import Device, first_answer, next_asked, serving, timed

FR = "forgotten-ruin"


async def _shared(served: Any) -> list[Any]:
    """Two seats that share a squad and a third that plays the enemy, each at its own device; a watcher."""
    seats = {
        "A": {"sits": "here", "force": "red-squad"},
        "B": {"sits": "elsewhere"},
        "C": {"sits": "elsewhere"},
    }
    game = {
        "book": FR,
        "scenario": "mission",
        "seed": 7,
        "seats": seats,
        "options": {"enemy_ai": "second_player"},
    }
    joined = [await served.post("/api/games", game)]
    for role in ("player", "player", "spectator"):
        joined.append(await served.post("/api/join", {"code": joined[0]["code"], "role": role}))
    return joined


@timed
async def test_a_question_reaches_its_own_seat_alone_and_the_table_is_the_same_for_everybody():
    async with serving() as served:
        tokens = [one["token"] for one in await _shared(served)]
        async with (
            served.device(tokens[0]) as a,
            served.device(tokens[1]) as b,
            served.device(tokens[2]) as c,
            served.device(tokens[3]) as watcher,
        ):
            everybody, asked_seats = (a, b, c, watcher), set()
            for _ in range(40):
                asked = await next_asked(a, b, c)
                question = await asked.asked()
                asked_seats.add(question["seat"])
                assert (await asked.answer(first_answer(question)))["type"] == "accepted"
            await next_asked(a, b, c)
            room = await served.all_rooms.room(a.hello["game"])
            for one in everybody:
                await one.sees(lambda device: len(device.log) == len(room.game_log.play.events(0, None)))
            assert asked_seats >= {"A", "B"}
            # Nothing on this table is secret, so nobody knows more than a watcher does.
            assert a.showing == b.showing == c.showing == watcher.showing
            assert a.log == b.log == c.log == watcher.log
            for device, seat in ((a, "A"), (b, "B"), (c, "C"), (watcher, None)):
                asked_here = {question["seat"] for question in _questions(device)}
                assert asked_here <= {seat}
                assert not any(room.game_log.secret in frame for frame in device.frames)


def _questions(device: Device) -> list[Any]:
    batches = [json.loads(frame) for frame in device.frames if '"type":"batch"' in frame]
    return [batch["question"] for batch in batches if batch["question"]]


@timed
async def test_answers_that_are_late_double_foreign_or_nonsense_change_nothing():
    async with serving() as served:
        tokens = [one["token"] for one in await _shared(served)]
        async with served.device(tokens[0]) as a, served.device(tokens[2]) as c:
            question = await a.asked()
            about = {"seat": "A", "number": question["number"]}
            room = await served.all_rooms.room(a.hello["game"])
            before = (room.game_log.number, room.game_log.play.number)
            answer = first_answer(question)
            foreign = await c.refusal("answer", **about, answer=answer)
            assert "does not speak for A" in foreign["reason"]
            nobody = await c.refusal("answer", seat="C", number=0, answer=answer)
            assert nobody["reason"]
            early = await a.refusal("answer", seat="A", number=question["number"] + 1, answer=answer)
            assert "has not been asked" in early["reason"]
            wrong: list[Any] = ["no such answer", 10**30, {"models": [["x", None]]}, [[[]]], None]
            for nonsense in wrong:
                refused = await a.refusal("answer", **about, answer=nonsense)
                assert refused["reason"]
                assert refused["remedy"]
            assert (room.game_log.number, room.game_log.play.number) == before
            assert (await a.answer(answer))["type"] == "accepted"
            late = await a.refusal("answer", **about, answer=answer)
            assert "is answered already" in late["reason"]
            assert room.game_log.play.number == before[1] + 1


@timed
async def test_a_soldiers_player_comes_back_to_the_open_question_with_what_he_missed():
    async with serving() as served:
        seats = {"A": {"sits": "here", "force": "red-squad"}}
        mine = await served.post("/api/games", {"book": FR, "scenario": "exercise-1", "seats": seats})
        async with served.device(mine["token"]) as a:
            for _ in range(5):
                await a.answer()
            question, lines, number = await a.asked(), list(a.log), a.batch["number"]
        async with served.device(mine["token"], since=number - 2) as again:
            assert (await again.asked()) == question
            assert again.batch["number"] == number
            assert again.batch["previous"] == number - 2
            assert lines[again.batch["first_event"] :] == again.batch["events"]
            assert (await again.answer())["type"] == "accepted"


@timed
async def test_the_example_bot_leads_a_squad():
    async with serving() as served:
        game = {"book": FR, "scenario": "exercise-1", "seed": 7, "options": {"round_limit": 5}}
        seats = {"A": {"sits": "elsewhere", "force": "red-squad"}}
        mine = await served.post("/api/games", {**game, "seats": seats})
        result = await asyncio.to_thread(bot.play, served.address, mine["code"])
        assert result["why"]


@timed
async def test_a_scenario_that_does_not_exist_is_refused_to_whoever_creates_the_game():
    async with serving() as served:
        seats = {"A": {"sits": "here", "force": "red-squad"}, "B": {"sits": "elsewhere"}}
        game = {"book": FR, "scenario": "regular", "seats": seats}
        refused = await served.post("/api/games", game, status=400)
        assert refused["reasons"][0]["reason"] == 'There is no scenario "regular".'
        assert "exercise-1" in refused["reasons"][0]["remedy"]
