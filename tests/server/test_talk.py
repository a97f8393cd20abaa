"""Talk and coming and going: nobody at the table suffers from what others say, or from who watches."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from sandtable.kernel.refusal import Refused
from sandtable.server.access.allowance import Allowance
from sandtable.server.access.rights import Device as Sitting
from sandtable.server.rooms import bulletin
from sandtable.server.rooms.talk import ALL_AT_ONCE, AT_ONCE, Talk
from sandtable.server.settings import Settings
from sandtable.server.wire.link import Link
from sandtable.server.wire.outbox import MOST_WORDS
from tests.server.serving import Clock, Device, play_on, serving, timed


def at_once(device: Device, times: int, kind: str, **parts: Any) -> None:
    """Send the same message many times in one go, so that the server finds all of them waiting."""
    for _ in range(times):
        device.socket.protocol.send_text(json.dumps({"type": kind, **parts}).encode())
    device.socket.transport.write(b"".join(device.socket.protocol.data_to_send()))


@timed
async def test_a_watcher_on_all_its_sockets_throws_nobody_out_by_talking():
    async with serving(frames_per_second=10_000) as served, contextlib.AsyncExitStack() as stack:
        mine, theirs = await served.two_seats()
        loud = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        a = await stack.enter_async_context(served.device(mine["token"]))
        b = await stack.enter_async_context(served.device(theirs["token"]))
        crowd = [await stack.enter_async_context(served.device(loud["token"])) for _ in range(16)]
        for one in crowd:
            at_once(one, 280, "say", words="boo")
        await play_on(a, b)
        refused = await crowd[0].until("refused", about="say")
        assert refused["reason"] == "This device says too much."
        assert [one.socket.close_code for one in (a, b, *crowd)] == [None] * 18


@timed
async def test_a_player_who_reads_slowly_misses_words_of_others_and_nothing_else():
    link = Link(device("reader", "player"), "A", most_waiting=3)
    for number in range(1000):
        link.send_word(b"word %d" % number)
        link.send_presence(b"presence %d" % number)
    for message in (b"one", b"two", b"three"):
        link.send(message)
    assert link.is_open
    heard = link.messages()
    got = [await anext(heard) for _ in range(MOST_WORDS + 4)]
    assert got == [
        *(b"word %d" % number for number in range(MOST_WORDS)),
        b"presence 999",
        b"one",
        b"two",
        b"three",
    ]
    link.send_word(b"again")
    assert await anext(heard) == b"again"


@timed
async def test_a_client_that_does_not_read_what_it_must_is_let_go():
    link = Link(device("reader", "player"), "A", most_waiting=2)
    for message in (b"one", b"two", b"three"):
        link.send(message)
    assert not link.is_open
    assert [one async for one in link.messages()] == [b"one", b"two"]


def device(token: str, role: Any) -> Sitting:
    """A device at a game; one that plays sits in A."""
    return Sitting(token, "game", role, ("A",) if role == "player" else ())


def refusals(talk: Talk, speaker: Sitting, times: int) -> list[str]:
    """What a device is told that says something so many times."""
    told = []
    for _ in range(times):
        try:
            talk.spend(speaker)
        except Refused as refused:
            told.append(refused.refusals[0].reason)
    return told


def test_a_device_may_say_something_again_after_a_while():
    clock = Clock()
    talk = Talk(Settings(says_per_minute=30.0), clock)
    loud, other = device("loud", "player"), device("other", "player")
    assert refusals(talk, loud, AT_ONCE + 2) == ["This device says too much."] * 2
    assert refusals(talk, other, 1) == []
    clock.now = 1.9
    assert refusals(talk, loud, 1) == ["This device says too much."]
    clock.now = 2.0
    assert refusals(talk, loud, 2) == ["This device says too much."]
    clock.now = 3600.0
    assert len(refusals(talk, loud, 2 * AT_ONCE)) == AT_ONCE


def test_many_watchers_together_silence_nobody_at_the_table():
    clock = Clock()
    talk = Talk(Settings(said_per_minute=60.0), clock)
    crowd = [device(f"watcher {number}", "spectator") for number in range(ALL_AT_ONCE + 3)]
    assert [refusals(talk, one, 1) for one in crowd[-3:]] == [[], [], []]
    told = [why for one in crowd for why in refusals(talk, one, 1)]
    assert told == ["Those who watch say too much."] * 6
    assert refusals(talk, device("player", "player"), 1) == []
    clock.now = 1.0
    assert refusals(talk, device("late", "spectator"), 2) == ["Those who watch say too much."]


def told(device: Device) -> int:
    """How often a device was told who is here."""
    return sum('"type":"presence"' in one for one in device.frames)


@timed
async def test_watchers_who_come_and_go_without_end_are_told_of_once_in_a_while(monkeypatch):
    monkeypatch.setattr(bulletin, "TELLING", 1e-6)
    async with serving() as served:
        mine, theirs = await served.two_seats()
        crowd = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.sees(lambda device: device.seats["B"]["present"])
            room = await served.all_rooms.room(mine["game"])
            room.bulletin._allowance = Allowance(1e-9, 3)
            before = told(a)
            for _ in range(20):
                async with served.device(crowd["token"]):
                    pass
            await a.sees(lambda device: told(device) == before + 3)
            await a.send("ping", request=5)
            await a.until("pong", request=5)
            assert told(a) == before + 3
            room.bulletin._tell_of_watchers(room.tell_presence)
            await a.sees(lambda device: told(device) == before + 4)
            await play_on(a, b, answers=3)


@timed
async def test_whoever_watches_cannot_speak_as_a_player():
    async with serving() as served:
        mine, theirs = await served.two_seats(name="Anna")
        false = await served.post("/api/join", {"code": mine["code"], "role": "spectator", "name": "Anna"})
        async with (
            served.device(theirs["token"]) as b,
            served.device(mine["token"]) as a,
            served.device(false["token"]) as watcher,
        ):
            await watcher.send("say", words="I give up.")
            assert (await b.until("said"))["by"] == "Anna, spectator"
            await a.send("say", words="I do not.")
            assert (await b.until("said"))["by"] == "Anna"
