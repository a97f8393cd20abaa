"""The opponent that people meet is the one that matches measure: kept from question to question."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.kernel.decision import Decision
from sandtable.players import registry
from sandtable.players.asking import ask
from sandtable.players.budget import Budget
from sandtable.players.player import Reply, View
from sandtable.players.registry import player_of, register_player
from sandtable.players.search import Search
from sandtable.server.rooms.thinking import Thinkers
from sandtable.server.storage.steps import Answered, read_step
from tests.server.serving import Device, Served, serving, timed

Said = tuple[str, Any, tuple[str, ...]]
"""Who answered what, and why."""

TRIALS = 10
"""How often the searching players try something out, whatever the clock says."""

HANDFUL = {
    "name": "a handful",
    "groups": [
        {"id": "heavyfoot", "models": 6, "captain": True},
        {"id": "lightmissile", "models": 6},
        {"id": "lightfoot", "models": 6},
    ],
}
BATTLE = {
    "book": "companies-and-captains",
    "scenario": "pitched-battle",
    "seats": {"A": HANDFUL, "B": HANDFUL},
    "options": {"terrain_mode": "rolled"},
    "seed": 11,
}
FIRST_TURNS = 110
"""So many answers of the battle are compared, set-up included; the rest takes half a minute."""
EXERCISE = {
    "book": "forgotten-ruin",
    "scenario": "exercise-1",
    "seats": {"A": "red-squad"},
    "options": {},
    "seed": 7,
}


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players of these tests, known while they run."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    register_player("steady", lambda seed, detail: Search(seed, Budget(None, TRIALS)))
    register_player("counting", lambda seed, detail: Counting(seed))


class Counting:
    """Says in its reasons how many questions it has been asked, and which seed it has."""

    name = "counting"

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._asked = 0

    def reply(self, view: View, decision: Decision) -> Reply:
        """The first answer that is listed."""
        self._asked += 1
        return Reply(decision.options()[0].answer, (f"{self._seed}: {self._asked}",))


def in_a_match(given: dict[str, Any], player: str, most: int) -> list[Said]:
    """Who answers what and why, up to so many answers, as a match plays it."""
    rest = {name: part for name, part in given.items() if name != "book"}
    game = sandtable.new(given["book"], **rest)
    players = {seat: player_of(seat, player, given["seed"]) for seat in game.seats}
    said: list[Said] = []
    while game.waiting_for and len(said) < most:
        seat = game.waiting_for[0]
        reply = ask(players[seat], game, seat)
        game.answer(reply.answer, seat=seat)
        said.append((seat, msgspec.json.decode(msgspec.json.encode(reply.answer)), reply.reasons))
    return said


async def said_on(served: Served, game: str) -> list[Said]:
    """Who answered what and why, as the server has written it down."""
    steps = [read_step(row.body) for row in await served.all_rooms.store.steps(game, 0)]
    return [(one.seat, one.answer, one.reasons) for one in steps if isinstance(one, Answered)]


async def on_the_server(given: dict[str, Any], player: str, most: int) -> list[Said]:
    """Who answers what and why, up to so many answers, where the server asks."""
    seats = {seat: {"sits": "ai", "player": player, "force": one} for seat, one in given["seats"].items()}
    async with serving(thinking=60.0) as served:
        mine = await served.post("/api/games", {**given, "seats": seats})
        game_log = served.all_rooms.in_memory(mine["game"]).game_log

        def has_enough(_: Device) -> bool:
            return game_log.status == "over" or (game_log.game is not None and game_log.game.number >= most)

        async with served.device(mine["token"]) as eyes:
            await eyes.sees(has_enough)
        return (await said_on(served, mine["game"]))[:most]


@timed
async def test_the_same_battle_gets_the_same_answers_on_the_server_and_in_a_match() -> None:
    said = await on_the_server(BATTLE, "steady", FIRST_TURNS)
    assert said == in_a_match(BATTLE, "steady", FIRST_TURNS)
    words = [reason for _, _, reasons in said for reason in reasons]
    assert any("looked ahead" in one for one in words)
    assert any("it fared better" in one for one in words)


@timed
async def test_the_same_exercise_gets_the_same_answers_on_the_server_and_in_a_match() -> None:
    said = await on_the_server(EXERCISE, "steady", 10_000)
    assert said == in_a_match(EXERCISE, "steady", 10_000)
    assert any("looked ahead" in reason for _, _, reasons in said for reason in reasons)


async def beside_a_person(served: Served) -> Any:
    """A game of SK in which a person sits in A and a player that counts in B."""
    seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "counting"}}
    return await served.post("/api/games", {"book": "sk", "seed": 3, "seats": seats})


async def counted(served: Served, game: str) -> list[str]:
    """What the player that counts said of itself."""
    return [reasons[0] for seat, _, reasons in await said_on(served, game) if seat == "B"]


async def play_until(served: Served, device: Device, game: str, answers: int) -> None:
    """A person answers by the first option until B has answered so often and the person is asked again."""
    while len(await counted(served, game)) < answers:
        await device.answer()
        await device.sees(lambda seen: "A" in seen.batch["waiting_for"])


@timed
async def test_a_player_is_kept_from_one_question_to_the_next() -> None:
    async with serving() as served:
        mine = await beside_a_person(served)
        async with served.device(mine["token"]) as a:
            await play_until(served, a, mine["game"], 3)
        found = await counted(served, mine["game"])
        assert found == [f"3 B: {place + 1}" for place in range(len(found))]


class Late(Counting):
    """Thinks about every question until somebody else has answered it, or is asked nothing."""

    def __init__(self, seed: int | str, may_go_on: threading.Semaphore) -> None:
        super().__init__(seed)
        self._may_go_on = may_go_on

    def reply(self, view: View, decision: Decision) -> Reply:
        """Wait, and answer."""
        self._may_go_on.acquire()
        return super().reply(view, decision)


@timed
async def test_a_player_is_kept_while_others_answer_the_same_question() -> None:
    may_go_on = threading.Semaphore(0)
    register_player("late", lambda seed, detail: Late(seed, may_go_on))
    try:
        async with serving() as served:
            seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "late"}}
            mine = await served.post("/api/games", {"book": "sk", "seed": 3, "seats": seats})
            async with served.device(mine["token"]) as a:
                log = served.all_rooms.in_memory(mine["game"]).game_log
                while len(await counted(served, mine["game"])) < 4:
                    if "A" in log.play.waiting_for:
                        await a.answer()
                    else:
                        may_go_on.release()
                        await a.sees(lambda seen: "A" in seen.batch["waiting_for"])
            found = await counted(served, mine["game"])
            assert found == [f"3 B: {place + 1}" for place in range(len(found))]
    finally:
        may_go_on.release(1000)


@timed
async def test_a_player_whose_word_was_taken_back_begins_anew() -> None:
    async with serving() as served:
        mine = await beside_a_person(served)
        async with served.device(mine["token"]) as a:
            await play_until(served, a, mine["game"], 3)
            await a.done("undo", seat="A", to_event=0)
            # What B had begun to think of may be said before its word is taken back.
            before = await counted(served, mine["game"])
            await play_until(served, a, mine["game"], len(before) + 2)
        said = await counted(served, mine["game"])
        anew = said.index("3 B: 1", 1)
        assert said[:anew] == [f"3 B: {place + 1}" for place in range(anew)]
        assert said[anew:] == [f"3 B: {place + 1}" for place in range(len(said) - anew)]
        assert anew >= 3


@timed
async def test_a_player_whose_seat_a_person_took_is_let_go_and_begins_anew_when_the_person_leaves() -> None:
    async with serving(seat_held=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a:
            async with served.device(theirs["token"]):
                await a.sees(lambda device: device.seats["B"]["present"])
            await hand_over(a)
            await play_until(served, a, mine["game"], 3)
            opponents = served.all_rooms._autoplay[mine["game"]]._opponents
            while opponents.seats != ("B",):
                await asyncio.sleep(0)  # it is away while it thinks
            async with served.device(theirs["token"]):
                await a.sees(lambda device: device.seats["B"]["who"] == "person")
                assert opponents.seats == ()
            before = len(await counted(served, mine["game"]))
            await hand_over(a)
            await play_until(served, a, mine["game"], before + 2)
        after = (await counted(served, mine["game"]))[before:]
        assert after == [f"7 B: {place + 1}" for place in range(len(after))]


async def hand_over(a: Device) -> None:
    """B is not here, and the others let the player that counts sit there."""
    await a.sees(lambda device: device.seats["B"]["choose_in"] == 0)
    await a.done("settle_absence", seat="B", choice="ai", player="counting")
    await a.sees(lambda device: device.seats["B"]["who"] == "ai")


class Slow(Counting):
    """Where told so, thinks about its second question until the test is over."""

    def __init__(self, seed: int | str, is_lost: Callable[[], object], is_over: threading.Event) -> None:
        super().__init__(seed)
        self._is_lost = is_lost
        self._is_over = is_over

    def reply(self, view: View, decision: Decision) -> Reply:
        """Say that nobody need wait, and wait."""
        if self._asked == 1:
            self._is_lost()
            self._is_over.wait()
        return super().reply(view, decision)


@timed
async def test_a_player_that_was_too_slow_is_never_asked_again_while_it_may_still_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, lost, is_over = asyncio.get_running_loop(), asyncio.Event(), threading.Event()
    made: list[Counting] = []

    def make(seed: int | str, detail: str) -> Counting:
        # The first is made when the game is created, to see whether there is such a player.
        is_slow = len(made) == 1
        slow = Slow(seed, partial(loop.call_soon_threadsafe, lost.set), is_over)
        made.append(slow if is_slow else Counting(seed))
        return made[-1]

    async def within(self: Thinkers, pool: Executor, think: Callable[[], Any]) -> Any:
        thinking, waiting = loop.run_in_executor(pool, think), loop.create_task(lost.wait())
        await asyncio.wait((thinking, waiting), return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            lost.clear()
            raise TimeoutError
        waiting.cancel()
        return await thinking

    monkeypatch.setattr(Thinkers, "_within", within)
    register_player("slow", make)
    try:
        async with serving() as served:
            seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "slow"}}
            mine = await served.post("/api/games", {"book": "sk", "seed": 3, "seats": seats})
            async with served.device(mine["token"]) as a:
                await play_until(served, a, mine["game"], 4)
            found = await counted(served, mine["game"])
            assert (found[0], found[1].startswith("3 B"), found[2:4]) == (
                "3 B: 1",
                False,
                ["3 B: 1", "3 B: 2"],
            )
            assert len(made) == 3
            is_over.set()
    finally:
        is_over.set()


@timed
async def test_players_leave_memory_with_their_room_and_when_the_game_is_over() -> None:
    async with serving() as served:
        seats = {seat: {"sits": "ai", "player": "counting"} for seat in "AB"}
        mine = await served.post("/api/games", {"book": "sk", "seed": 3, "seats": seats})
        opponents = served.all_rooms._autoplay[mine["game"]]._opponents
        async with served.device(mine["token"]) as eyes:
            await eyes.sees(lambda device: bool(device.batch.get("result")))
        room = served.all_rooms.in_memory(mine["game"])
        async with room.turn:
            assert opponents.seats == ()
        await served.all_rooms.put_away(room)
        assert mine["game"] not in served.all_rooms._autoplay
