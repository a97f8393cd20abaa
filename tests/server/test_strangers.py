"""Devices that lie, crowd in or look where they may not: nobody at the table suffers from them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.records.record import record_from_text, record_of, record_text
from sandtable.kernel.records.sealed import verify
from sandtable.kernel.refusal import Refused
from sandtable.reports.battle import report_of
from sandtable.server.files.opened import open_file
from sandtable.server.files.workers import MOST_WAITING, FileWorkers, deadline
from tests.server.serving import Served, play_on, serving, timed

GOLDEN = Path(__file__).parent.parent / "golden" / "companies_and_captains" / "draw-last-turn.sandtable"
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
        theirs = await served.join_sealed(mine["code"])
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
async def test_the_ai_in_the_seat_of_somebody_who_is_away_agrees_to_no_undo_for_him():
    async with serving(seat_held=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a:
            async with served.device(theirs["token"]) as b:
                await play_on(a, b, answers=8)
            await a.sees(lambda device: device.seats["B"]["lost"])
            await a.done("settle_absence", seat="B", choice="ai", player="uniform")
            await a.sees(lambda device: device.seats["B"]["who"] == "ai")
            lines = len(a.log)
            await a.send("undo", seat="A", to_event=0)
            asked = await a.until("undo_asked")
            assert asked["missing"] == ["B"]
            assert len(a.log) >= lines


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


@timed
async def test_whoever_takes_over_a_seat_changes_neither_its_force_nor_the_seal_of_the_dice(tmp_path):
    database = f"sqlite:///{tmp_path}/games.sqlite"
    async with serving(database=database) as served:
        mine = await served.post(
            "/api/games", {"book": "sk", "seats": SEATS, "dice": "sealed", "salt": "one"}
        )
        theirs = await served.join_sealed(mine["code"], "two words")
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=6)
        path = f"/api/games/{mine['game']}/seats/B"
        headers = {"authorization": f"Bearer {theirs['token']}"}
        assert (await served.http.delete(path, headers=headers)).status_code == 204
        newcomer = await served.post("/api/join", {"code": mine["code"], "salt": "three", "force": "other"})
    async with (
        serving(database=database) as served,
        served.device(mine["token"]) as a,
        served.device(newcomer["token"]) as b,
    ):
        salts = {"A": "one", "B": f"{a.hello['sealed']['commitment']} two words"}
        assert a.hello["sealed"]["salts"] == salts
        await play_on(a, b)
        await a.sees(lambda device: bool(device.batch.get("result")))
        record = record_from_text((await served.get(f"/api/games/{mine['game']}/record", mine["token"])).text)
        assert verify(record).faults == ()
        assert verify(record).dice > 0


@timed
async def test_an_answer_finds_its_game_again_though_the_room_was_put_away_meanwhile():
    async with serving() as served:
        mine, _ = await served.two_seats()
        room = await served.all_rooms.room(mine["game"])
        number = room.game_log.play.number_for("A")
        answer = {"seat": "A", "number": number, "answer": 3}
        async with room.turn:
            given = asyncio.create_task(
                served.post(f"/api/games/{mine['game']}/answers", answer, mine["token"])
            )
            while not room.turn._waiters:
                await asyncio.sleep(0)
            room.is_closed = True
            served.all_rooms._rooms.pop(room.id)
            again = await served.all_rooms.room(mine["game"])
        await given
        assert again is not room
        assert again.game_log.play.number_for("A") == number + 1


# ---- files ---------------------------------------------------------------------------------------------


def record() -> list[str]:
    """The lines of a record of a game that has only just begun."""
    seats = {"A": "river-muster", "B": "greenwood-kin"}
    return record_text(
        record_of(sandtable.new("companies-and-captains", scenario="raid", seats=seats, seed=1))
    ).splitlines(keepends=True)


async def _sent(served: Served, path: str, text: str) -> tuple[int, str]:
    reply = await served.http.post(path, content=text.encode())
    return reply.status_code, reply.text


@timed
async def test_a_record_that_begins_with_more_than_a_table_holds_is_not_played():
    first, *rest = record()
    header = json.loads(first)
    groups = header["first"]["groups"]
    one = groups["A1"]
    for number in range(9, 99):
        groups[f"A{number}"] = {**one, "id": f"A{number}"}
        header["first"]["companies"]["A"]["groups"].append(f"A{number}")
    text = "".join([json.dumps(header) + "\n", *rest])
    async with serving() as served:
        for path in ("/api/replays", "/api/reports"):
            assert (await _sent(served, path, "".join(record())))[0] == 200
            status, told = await _sent(served, path, text)
            assert (status, "Groups" in told) == (400, True)


def test_a_file_that_takes_too_long_is_given_up_between_two_answers():
    with pytest.raises(Refused, match="too long"):
        open_file("".join(record()), None, largest=10**6, still=deadline(-1.0))
    with pytest.raises(Refused, match="too long"):
        report_of(record_from_text(GOLDEN.read_text()), deadline(-1.0))
    assert open_file("".join(record()), None, largest=10**6, still=deadline(60.0)).frames


def test_a_case_with_answers_without_end_is_not_played():
    case = {"case": "endless", "position": {"book": "sk"}, "steps": [{"answers": [{"seat": "A"}] * 50}] * 7}
    with pytest.raises(Refused, match="it has 350 answers"):
        open_file(json.dumps(case), None, largest=10**6)


@timed
async def test_only_a_few_files_are_read_at_a_time():
    reading, done = FileWorkers(), threading.Event()
    waiting = [asyncio.create_task(reading.do(lambda: done.wait(30), 60.0)) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="Too many files"):
        await reading.do(done.is_set, 60.0)
    done.set()
    assert await asyncio.gather(*waiting) == [True] * MOST_WAITING
    assert await reading.do(done.is_set, 60.0)
    reading.close()


@timed
async def test_nobody_creates_games_without_end():
    async with serving(joins_per_minute=2) as served:
        both = {"book": "sk", "seats": {"A": {"sits": "here"}, "B": {"sits": "here"}}}
        for _ in range(2):
            await served.post("/api/games", both)
        refused = await served.post("/api/games", both, status=403)
        assert refused["reasons"][0]["reason"] == "Too many games were created from here."
