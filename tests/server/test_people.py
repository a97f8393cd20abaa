"""People at one table: who resigns has lost, a draw needs all, and both stand in a record that verifies."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.records.record import record_from_text
from sandtable.kernel.records.replay import first_difference
from tests.server.serving import Served, play_on, serving, timed


async def verified(served: Served, joined: dict[str, Any]) -> Any:
    """The record of a game over HTTP, which the rules play as it is written."""
    text = (await served.get(f"/api/games/{joined['game']}/record", joined["token"])).text
    record = record_from_text(text)
    assert first_difference(record) is None
    return record


@timed
async def test_who_resigns_has_lost_and_the_record_says_so():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=2)
            await a.done("resign", seat="A")
            over = await b.until("batch")
            while over["result"] is None:
                over = await b.until("batch")
            assert (over["result"]["winners"], over["result"]["why"]) == (
                ["B"],
                "the other side has resigned",
            )
            assert over["waiting_for"] == []
            refused = await b.refusal("resign", seat="B")
            assert refused["reason"] == "The game is over."
            assert "have ended this battle" in (await a.refusal("undo", seat="A"))["reason"]
        record = await verified(served, mine)
        assert record.header.result.winners == ("B",)
        card = (await served.get(f"/api/games/{mine['game']}", mine["token"])).json()
        assert card["status"] == "over"


@timed
async def test_nobody_resigns_for_another():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.refusal("resign", seat="B")
            assert b.question is not None or a.question is not None


@timed
async def test_a_draw_needs_the_other_and_lapses_with_the_next_answer():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=2)
            await a.done("offer_draw", seat="A")
            offer = await b.until("draw_asked")
            assert (offer["by"], offer["missing"], offer["done"]) == ("A", ["B"], None)
            await b.send("consent", seat="B", undo=offer["undo"], agrees=False)
            settled = await a.until("draw_asked", done=False)
            assert settled["refused_by"] == "B"

            await a.done("offer_draw", seat="A")
            await b.until("draw_asked", done=None)
            await play_on(a, b, answers=1)
            lapsed = await b.until("draw_asked", done=False)
            assert lapsed["refused_by"] == ""

            await a.done("offer_draw", seat="A")
            offer = await b.until("draw_asked", done=None)
            await b.send("consent", seat="B", undo=offer["undo"], agrees=True)
            assert (await a.until("draw_asked", done=True))["by"] == "A"
        record = await verified(served, mine)
        assert record.header.result.winners == ()
        assert record.header.result.why == "the players agreed on a draw"


@timed
async def test_a_draw_is_not_offered_to_nobody():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "uniform"}}
        mine = await served.post("/api/games", {"book": "sk", "seed": 7, "seats": seats})
        async with served.device(mine["token"]) as a:
            await a.asked()
            refused = await a.refusal("offer_draw", seat="A")
            assert refused["remedy"] == "Resign, or play on."


@timed
async def test_an_end_that_players_made_outlasts_a_restart_of_the_room():
    async with serving() as served:
        mine, _ = await served.two_seats()
        async with served.device(mine["token"]) as a:
            await a.done("resign", seat="A")
        room = await served.all_rooms.room(mine["game"])
        await room.load()
        assert room.game_log.status == "over"
        assert room.game_log.play.decision is None


@timed
async def test_the_next_game_is_offered_to_those_who_played_this_one():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            assert "after the end" in (await a.refusal("offer_rematch", code="ABCDEF"))["reason"]
            await a.done("resign", seat="A")
            await a.send("offer_rematch", code=mine["code"])
            offered = await b.until("rematch_offered")
            assert offered["code"] == mine["code"]


@timed
async def test_whoever_joined_a_game_can_lay_it_out_once_more_after_its_end():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        again = f"/api/games/{mine['game']}/again"
        watcher = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        async with served.device(mine["token"]) as a:
            await a.asked()
            early = (await served.get(again, theirs["token"], status=403)).json()["reasons"][0]
            assert (early["reason"], early["remedy"]) == (
                "Only its players play a game once more, after its end.",
                "Play on.",
            )
            await a.done("resign", seat="A")
        await served.get(again, watcher["token"], status=403)
        plan = (await served.get(again, theirs["token"])).json()
        assert (plan["book"], plan["seats"]["A"]["sits"], plan["seats"]["B"]["sits"]) == (
            "sk",
            "elsewhere",
            "here",
        )
        # Whoever knows the seed knows the dice to come.
        assert plan.get("seed") is None
        once_more = await served.post("/api/games", plan)
        assert once_more["seats"] == ["B"]


@timed
async def test_everybody_knows_who_watches():
    async with serving() as served:
        mine, _ = await served.two_seats()
        watcher = await served.post("/api/join", {"code": mine["code"], "role": "spectator", "name": "Ines"})
        async with served.device(mine["token"]) as a, served.device(watcher["token"]):
            told = await a.until("presence", watchers=1)
            assert told["watching"] == ["Ines"]
