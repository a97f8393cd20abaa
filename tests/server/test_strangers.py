"""Devices that lie, crowd in or look where they may not: nobody at the table suffers from them."""

from __future__ import annotations

import contextlib

import pytest

from tests.server.serving import play_on, serving, timed

SEATS = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}


@timed
async def test_eyes_that_the_end_has_opened_close_again_when_an_undo_brings_the_game_back():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b)
            await a.sees(lambda device: bool(device.batch.get("result")))
            await a.send("watch", seat="B")
            await a.until("hello", viewer="B")
            await a.send("undo", seat="A")
            asked = await b.until("undo_asked")
            await b.done("consent", seat="B", undo=asked["undo"], agrees=True)
            hello = await a.until("hello")
            assert (hello["status"], hello["viewer"]) == ("running", "A")
            batch = await a.until("batch", viewer="A")
            assert batch["first_event"] == 0


@timed
async def test_nothing_is_taken_back_once_the_secret_of_sealed_dice_is_told():
    async with serving() as served:
        mine = await served.post("/api/games", {"book": "sk", "seats": SEATS, "dice": "sealed"})
        theirs = await served.post("/api/join", {"code": mine["code"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b)
            await a.sees(lambda device: bool(device.batch.get("result")))
            refused = await a.refusal("undo", seat="A")
            assert refused["reason"] == "The secret of the sealed dice has been told."


@timed
async def test_a_crowd_of_watchers_keeps_no_player_out():
    async with serving(most_connections=3, most_links_of_a_device=2) as served:
        mine, theirs = await served.two_seats()
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(3):
                one = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
                await stack.enter_async_context(served.device(one["token"]))
            late = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
            await _is_kept_out(served, late["token"], "Too many devices watch this game.")
            for one in (mine, theirs, mine):
                await stack.enter_async_context(served.device(one["token"]))
            await _is_kept_out(served, mine["token"], "This device is connected too often.")


async def _is_kept_out(served, token: str, why: str) -> None:
    reply = await served.http.get(
        f"/api/games/{await _game(served)}/stream", headers={"authorization": f"Bearer {token}"}
    )
    assert (reply.status_code, why in reply.text) == (400, True)


async def _game(served) -> str:
    return str((await served.get("/api/games")).json()[0]["game"])


@timed
async def test_nobody_lets_an_automatic_player_think_longer_than_others_wait():
    async with serving(seat_held=0.0, thinking=1.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a:
            async with served.device(theirs["token"]):
                await a.sees(lambda device: device.seats["B"]["present"])
            await a.sees(lambda device: device.seats["B"]["lost"])
            for player in ("search:1000", "search:1000000n"):
                refused = await a.refusal("settle_absence", seat="B", choice="ai", player=player)
                assert "too long" in refused["reason"]


@timed
async def test_a_game_that_is_over_is_not_ended_because_somebody_has_gone_home():
    async with serving(seat_held=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a:
            async with served.device(theirs["token"]) as b:
                await play_on(a, b)
                await a.sees(lambda device: bool(device.batch.get("result")))
            await a.sees(lambda device: device.seats["B"]["lost"])
            refused = await a.refusal("settle_absence", seat="B", choice="end")
            assert refused["reason"] == "Nobody waits for a seat any more."
        assert (await served.get(f"/api/games/{mine['game']}", mine["token"])).json()["status"] == "over"


@pytest.mark.parametrize("origin", ["null", "http://[", "http://[::1", "//", "http://evil.example"])
def test_origins_that_are_none_of_ours_are_refused_whatever_they_look_like(origin):
    @timed
    async def knock() -> None:
        async with serving() as served:
            reply = await served.http.get("/api/health", headers={"origin": origin})
            assert reply.status_code == 403

    knock()


@timed
async def test_whoever_knows_the_seed_plays_against_nobody_who_does_not():
    async with serving(any_seed=False) as served:
        await served.post("/api/games", {"book": "sk", "seats": SEATS, "seed": 7}, status=400)
        both = {"A": {"sits": "here"}, "B": {"sits": "here"}}
        mine = await served.post("/api/games", {"book": "sk", "seats": both, "seed": 7})
        path = f"/api/games/{mine['game']}"
        asked = {"role": "player", "seat": "B"}
        refused = await served.post(f"{path}/invitations", asked, mine["token"], status=400)
        assert "knows the dice to come" in refused["reasons"][0]["reason"]
        headers = {"authorization": f"Bearer {mine['token']}"}
        assert (await served.http.delete(f"{path}/seats/B", headers=headers)).status_code == 400
