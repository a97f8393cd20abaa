"""Sealed dice over the server: committed before anybody joins, and left for typed ones only if all agree."""

from __future__ import annotations

import asyncio

from examples import bot
from sandtable.kernel.dice import commitment_to
from sandtable.kernel.records.record import NoteLine, Record, record_from_text
from sandtable.kernel.records.sealed import verify
from tests.server.serving import Message, Served, play_on, serving, timed

SEATS = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}
SEALED: Message = {
    "book": "sk",
    "seats": SEATS,
    "dice": "sealed",
    "options": {"steps": ["bombs", "reaction"]},
}


async def record_of(served: Served, mine: Message) -> Record:
    """The record of a game that is over."""
    return record_from_text((await served.get(f"/api/games/{mine['game']}/record", mine["token"])).text)


@timed
async def test_the_card_of_a_game_shows_the_commitment_before_anybody_joins():
    async with serving() as served:
        mine = await served.post("/api/games", SEALED)
        room = await served.all_rooms.room(mine["game"])
        commitment = commitment_to(room.game_log.secret)
        [listed] = (await served.get("/api/games")).json()
        [behind] = (await served.get(f"/api/games?code={mine['code']}")).json()
        own = (await served.get(f"/api/games/{mine['game']}", mine["token"])).json()
        assert [one["commitment"] for one in (listed, behind, own)] == [commitment] * 3
        assert room.game_log.secret not in str([listed, behind, own])
        open_dice = await served.post("/api/games", {**SEALED, "dice": "app"})
        [card] = (await served.get(f"/api/games?code={open_dice['code']}")).json()
        assert card["commitment"] == ""


@timed
async def test_whoever_joins_gives_a_salt_that_names_the_commitment():
    async with serving() as served:
        mine = await served.post("/api/games", SEALED)
        room = await served.all_rooms.room(mine["game"])
        commitment = commitment_to(room.game_log.secret)
        for salt in ("", "rain and iron", f"{commitment[:-1]}x rain and iron", commitment, f"{commitment} x"):
            refused = await served.post("/api/join", {"code": mine["code"], "salt": salt}, status=400)
            assert commitment in refused["reasons"][0]["reason"]
            assert "8 or more characters of your own" in refused["reasons"][0]["remedy"]
        assert room.game_log.open_seats == ("B",)
        watching = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        assert watching["seats"] == []
        await served.join_sealed(mine["code"], "rain and iron")
        assert room.game_log.sealed["salts"]["B"] == f"{commitment} rain and iron"


@timed
async def test_the_record_of_two_shows_that_the_salt_came_after_the_commitment():
    async with serving() as served:
        mine, theirs = await served.two_seats(**{**SEALED, "seed": None})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b)
            await a.sees(lambda device: bool(device.batch.get("result")))
        verdict = verify(await record_of(served, mine))
        assert (verdict.proven, verdict.faults, verdict.unchecked) == (True, (), ())
        assert "the salt of B" not in "\n".join(verdict.beyond)


@timed
async def test_the_example_bot_joins_a_game_with_sealed_dice():
    async with serving() as served:
        seats = {"A": {"sits": "ai", "player": "uniform"}, "B": {"sits": "elsewhere"}}
        mine = await served.post("/api/games", {"book": "sk", "seats": seats, "dice": "sealed"})
        assert (await asyncio.to_thread(bot.play, served.address, mine["code"]))["why"]


@timed
async def test_sealed_dice_are_left_for_typed_ones_once_the_others_agree_and_the_record_says_so():
    async with serving() as served:
        mine, theirs = await served.two_seats(**{**SEALED, "seed": None})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.asked()
            await a.done("change_dice", seat="A", source="typed")
            asked = await b.until("dice_asked")
            assert (asked["by"], asked["missing"], asked["done"]) == ("A", ["B"], None)
            assert a.seats["A"]["dice"] == "app"
            await b.send("consent", seat="B", undo=asked["undo"], agrees=False)
            settled = await a.until("dice_asked", refused_by="B")
            assert settled["done"] is False
            await a.done("change_dice", seat="A", source="typed")
            asked = await b.until("dice_asked", done=None)
            await b.send("consent", seat="B", undo=asked["undo"], agrees=True)
            await b.until("dice_asked", done=True)
            await a.sees(lambda device: device.seats["A"]["dice"] == "typed")
            await a.answer([7, 9])
            question = await a.asked()
            assert question["kind"] == "typed dice"
            await a.answer([6])
            await a.done("change_dice", seat="A", source="app")
            await play_on(a, b)
            await a.sees(lambda device: bool(device.batch.get("result")))
        record = await record_of(served, mine)
        note, back = [line for line in record.lines if isinstance(line, NoteLine)]
        assert back.facts == {"source": "sealed"}
        assert (note.kind, note.seat, note.facts) == (
            "dice changed",
            "A",
            {"source": "typed", "agreed": ["B"]},
        )
        verdict = verify(record)
        assert (verdict.proven, verdict.faults, verdict.unchecked) == (True, (), ())
        assert verdict.typed >= 1


@timed
async def test_dice_that_are_not_sealed_need_nobody_to_agree_and_sealed_ones_are_taken_up_again_by_anybody():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["bombs"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]):
            await a.asked()
            await a.done("change_dice", seat="A", source="typed")
            await a.sees(lambda device: device.seats["A"]["dice"] == "typed")
        mine, theirs = await served.two_seats(
            **{**SEALED, "seed": None, "seats": {**SEATS, "A": {"sits": "here", "dice": "typed"}}}
        )
        async with served.device(mine["token"]) as a, served.device(theirs["token"]):
            await a.asked()
            await a.done("change_dice", seat="A", source="app")
            await a.sees(lambda device: device.seats["A"]["dice"] == "app")


@timed
async def test_a_server_that_is_started_again_remembers_what_was_asked_and_agreed(tmp_path):
    database = f"sqlite:///{tmp_path}/games.sqlite"
    async with serving(database=database) as served:
        mine, theirs = await served.two_seats(**{**SEALED, "seed": None})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.asked()
            await a.done("change_dice", seat="A", source="typed")
            await b.until("dice_asked")
    async with (
        serving(database=database) as served,
        served.device(mine["token"]) as a,
        served.device(theirs["token"]) as b,
    ):
        room = await served.all_rooms.room(mine["game"])
        await b.done("consent", seat="B", undo=room.game_log.pending.number, agrees=True)
        await a.sees(lambda device: device.seats["A"]["dice"] == "typed")
    async with (
        serving(database=database) as served,
        served.device(mine["token"]) as a,
        served.device(theirs["token"]) as b,
    ):
        await a.answer([7, 9])
        await a.answer([6])
        await a.done("change_dice", seat="A", source="app")
        await play_on(a, b)
        await a.sees(lambda device: bool(device.batch.get("result")))
        record = await record_of(served, mine)
        assert verify(record).proven
        assert next(line.facts for line in record.lines if isinstance(line, NoteLine))["agreed"] == ["B"]


@timed
async def test_where_all_come_to_type_their_dice_the_record_says_that_those_of_nobody_are_typed_too():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "here"}}
        mine = await served.post("/api/games", {**SEALED, "seats": seats})
        room = await served.all_rooms.room(mine["game"])
        async with served.device(mine["token"]) as a:
            await a.asked()
            for seat in ("A", "B"):
                await a.done("change_dice", seat=seat, source="typed")
        noted = [(note.seat, note.facts["source"], note.facts["agreed"]) for note in room.game_log.play.notes]
        assert noted == [("A", "typed", ["B"]), ("B", "typed", ["A"]), ("", "typed", ["A", "B"])]
