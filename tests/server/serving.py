"""A real server on loopback, and clients that speak the protocol, for the tests of the server."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import tests.kernel.sk.book  # noqa: F401 - makes SK known
from sandtable.server.running import Quiet, bound_socket
from sandtable.server.settings import Settings

PATIENCE = 30.0
"""Seconds after which a test gives up waiting; far more than anything needs."""

Message = dict[str, Any]
SK: Message = {"book": "sk", "seed": 7}


def timed(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test that waits for things, but not for ever."""

    @functools.wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), 4 * PATIENCE))

    return run


class Clock:
    """A clock that goes only when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Served:
    """A running server and the way to it."""

    def __init__(self, server: Quiet) -> None:
        self.server = server
        self.address = f"http://127.0.0.1:{server.port}"
        self.http = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, verify=False)

    @property
    def all_rooms(self) -> Any:
        """The all_rooms of rooms, for tests that look behind the scenes."""
        return self.server.config.app._app.state.all_rooms  # type: ignore[union-attr]

    async def post(self, path: str, body: Any, token: str = "", status: int | None = None) -> Any:
        """POST, and what came back; without a status anything that is no refusal is fine."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        reply = await self.http.post(path, json=body, headers=headers)
        if status is None:
            assert reply.status_code < 400, reply.text
        else:
            assert reply.status_code == status, reply.text
        return reply.json()

    async def get(self, path: str, token: str = "", status: int = 200) -> httpx.Response:
        """GET, and what came back."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        reply = await self.http.get(path, headers=headers)
        assert reply.status_code == status, reply.text
        return reply

    async def two_seats(self, **game: Any) -> tuple[Message, Message]:
        """A game of SK with A here and B on another device."""
        seats = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}
        mine = await self.post("/api/games", {**SK, "seats": seats, **game})
        if game.get("dice") == "sealed":
            return mine, await self.join_sealed(mine["code"])
        return mine, await self.post("/api/join", {"code": mine["code"]})

    async def join_sealed(self, code: str, words: str = "some words") -> Any:
        """Take the open seat with a salt that names the commitment on the game's card."""
        [card] = (await self.get(f"/api/games?code={code}")).json()
        return await self.post("/api/join", {"code": code, "salt": f"{card['commitment']} {words}"})

    async def knocked(self, token: str) -> Message:
        """What a device is told that may not come in."""
        async with connect(f"ws://127.0.0.1:{self.server.port}/api/play") as socket:
            await socket.send(json.dumps({"type": "enter", "token": token}))
            message: Message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert message["type"] == "refused", message
            return message

    @contextlib.asynccontextmanager
    async def device(self, token: str, **enter: Any) -> AsyncIterator[Device]:
        """A device that has entered its room."""
        async with connect(f"ws://127.0.0.1:{self.server.port}/api/play", max_size=None) as socket:
            device = Device(socket)
            await device.send("enter", token=token, **enter)
            device.hello = await device.until("hello")
            yield device


class Device:
    """A client that remembers everything it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.hello: Message = {}
        self.batch: Message = {}
        self.log: list[Message] = []
        self.showing: Any = None
        self.seats: dict[str, Message] = {}
        self.news = asyncio.Event()
        self._inbox: asyncio.Queue[Message | None] = asyncio.Queue()
        self._answered = -1
        self._pump = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self.socket:
                assert isinstance(frame, str)
                self.frames.append(frame)
                message: Message = json.loads(frame)
                if message["type"] == "batch":
                    self._take_in(message)
                if message["type"] in ("hello", "presence"):
                    self.seats = {one["seat"]: one for one in message["seats"]}
                self._inbox.put_nowait(message)
                self.news.set()
        self._inbox.put_nowait(None)

    def _take_in(self, batch: Message) -> None:
        """Keep the log and the table as a client does."""
        if batch["viewer"] != self.batch.get("viewer", batch["viewer"]):
            self.log, self.batch, self._answered = [], {}, -1
        assert batch["previous"] <= self.batch.get("number", batch["previous"]), "a batch is missing"
        self.showing = merged(self.showing, batch["showing"])
        is_next = batch["previous"] == self.batch.get("number")
        assert is_next or batch["showing"] is None or batch["showing"].get("whole"), "a change of nothing"
        self.batch = batch
        self.log = [*self.log[: batch["first_event"]], *batch["events"]]

    async def send(self, kind: str, **parts: Any) -> None:
        """Send one message."""
        await self.socket.send(json.dumps({"type": kind, **parts}))

    async def receive(self) -> Message:
        """The next message, whatever it is."""
        message = await asyncio.wait_for(self._inbox.get(), PATIENCE)
        assert message is not None, "the server has closed the connection"
        return message

    async def until(self, *kinds: str, **parts: Any) -> Message:
        """The next message of one of these types with these parts."""
        while True:
            message = await self.receive()
            if message["type"] in kinds and all(message.get(name) == one for name, one in parts.items()):
                return message

    async def closed(self) -> None:
        """Wait until the server closes the connection."""
        await asyncio.wait_for(self.socket.wait_closed(), PATIENCE)

    @property
    def question(self) -> Message | None:
        """The open question, if it is put to these eyes and not answered by us."""
        found: Message | None = self.batch.get("question")
        return None if self.batch.get("number") == self._answered else found

    async def sees(self, what: Callable[[Device], bool]) -> None:
        """Wait until the device sees this."""
        while not what(self):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)

    async def asked(self) -> Message:
        """The open question, once it is put to these eyes."""
        await self.sees(lambda device: device.question is not None)
        assert self.question is not None
        return self.question

    async def answer(self, answer: Any = ..., **parts: Any) -> Message:
        """Answer the open question, by its first option unless told; the reply."""
        question = await self.asked()
        given = first_answer(question) if answer is ... else answer
        before, self._answered = self._answered, self.batch["number"]
        message = {"seat": question["seat"], "number": question["number"], "answer": given, **parts}
        await self.send("answer", **message)
        reply = await self.until("accepted", "refused", about="answer")
        if reply["type"] == "refused":
            self._answered = before
        return reply

    async def done(self, kind: str, **parts: Any) -> Message:
        """Send a message and wait until it is carried out."""
        await self.send(kind, request=99, **parts)
        reply = await self.until("accepted", "refused", request=99)
        assert reply["type"] == "accepted", reply
        return reply

    async def refusal(self, kind: str, **parts: Any) -> Message:
        """Send a message that must be refused; the refusal."""
        await self.send(kind, request=98, **parts)
        reply = await self.until("accepted", "refused", request=98)
        assert reply["type"] == "refused", reply
        return reply


def merged(before: Message | None, shown: Message | None) -> Message | None:
    """The table after a batch, put together as a client does."""
    if shown is None:
        return before
    if shown.get("whole"):
        return {name: part for name, part in shown.items() if name != "whole"}
    assert before is not None
    table = {**before, **{name: part for name, part in shown.items() if name != "gone"}}
    for name in ("units", "markers"):
        if name not in table:
            continue
        gone = shown.get("gone", {}).get(name, [])
        kept = {one["id"]: one for one in before.get(name, []) if one["id"] not in gone}
        table[name] = [*{**kept, **{one["id"]: one for one in shown.get(name, [])}}.values()]
    return table


def first_answer(question: Message) -> Any:
    """The first answer that the question lists; where several are wanted, as few as allowed."""
    answers = [option["answer"] for option in question["options"]]
    return answers[: question["form"].get("least", 0)] if question["kind"] == "choose several" else answers[0]


@contextlib.asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[Served]:
    """A server on a free port of loopback."""
    chosen = Settings(**{"port": 0, "any_seed": True, **settings})
    server = Quiet(chosen, bound_socket(chosen))
    task = asyncio.create_task(server.run_here())
    ready = asyncio.create_task(server.ready.wait())
    await asyncio.wait({task, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    served = Served(server)
    try:
        yield served
    finally:
        ready.cancel()
        await served.http.aclose()
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE)


async def next_asked(*devices: Device) -> Device:
    """The device that is asked, as soon as one is, or the first that hears of the end."""
    while True:
        for one in devices:
            one.news.clear()
        for one in devices:
            if one.question is not None or one.batch.get("result"):
                return one
        waiting = [asyncio.create_task(one.news.wait()) for one in devices]
        done, rest = await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        assert done, "nobody is asked"


async def play_on(*devices: Device, answers: int = 10_000) -> int:
    """Every device answers its questions by the first option, until the game is over; how many answers."""
    for given in range(answers):
        asked = await next_asked(*devices)
        if asked.question is None:
            return given
        reply = await asked.answer()
        assert reply["type"] == "accepted", reply
    return answers


@contextlib.contextmanager
def serving_in_a_thread(**settings: Any) -> Iterator[Quiet]:
    """A server beside the test, for tests that do not wait for things themselves."""
    chosen = Settings(port=0, any_seed=True, **settings)
    bound = bound_socket(chosen)
    servers: list[Quiet] = []
    started = threading.Event()

    async def run() -> None:
        server = Quiet(chosen, bound)
        servers.append(server)
        asyncio.get_running_loop().call_soon(asyncio.create_task, _tell(server, started))
        await server.run_here()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert started.wait(PATIENCE), "the server did not start"
    try:
        yield servers[0]
    finally:
        servers[0].should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


async def _tell(server: Quiet, started: threading.Event) -> None:
    await server.ready.wait()
    started.set()
