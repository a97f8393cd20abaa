"""The published schemas describe what is really written and sent, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import yaml

import sandtable
from sandtable.kernel.book import find_book
from sandtable.players.asking import ask
from sandtable.players.registry import make_player
from sandtable.server.schemas import message_schema, position_schema, record_schema, roster_schema
from tests.cli.conftest import Told
from tests.server.serving import play_on, serving, timed

ROOT = Path(__file__).parents[2]
BOOKS = {
    "companies-and-captains": {"A": "seafolk", "B": "automata"},
    "forgotten-ruin": {"A": "red-squad"},
}
every_book = pytest.mark.parametrize("book_id", BOOKS)


def fault_in(schema: dict[str, Any], value: Any) -> str:
    """The first thing that does not fit, or nothing."""
    try:
        jsonschema_rs.validator_for(schema).validate(msgspec.to_builtins(value))
    except jsonschema_rs.ValidationError as wrong:
        return f"{wrong.instance_path}: {wrong.message[:300]}"
    return ""


@pytest.mark.parametrize("book", BOOKS)
def test_every_line_of_a_golden_record_fits(book: str):
    folder = ROOT / "tests/golden" / book.replace("-", "_")
    smallest = min(folder.glob("*.sandtable"), key=lambda path: path.stat().st_size)
    lines = [msgspec.json.decode(line) for line in smallest.read_bytes().splitlines()]
    assert len(lines) > 10
    schema = record_schema()
    assert [fault for line in lines if (fault := fault_in(schema, line))] == []
    assert fault_in(schema, {**lines[0], "sandtable": "one"})
    assert fault_in(schema, {"is": "roll", "why": "x", "faces": ["six"], "source": "seeded"})


@every_book
def test_the_position_of_a_game_fits_in_every_phase(book_id: str):
    book = find_book(book_id)
    schema = position_schema(book)
    game = sandtable.new(book.id, seats=BOOKS[book.id], seed=2)
    players = {seat: make_player("uniform", seat) for seat in game.seats}
    for _ in range(60):
        assert fault_in(schema, game.position()) == ""
        if not (waiting := game.waiting_for):
            break
        game.answer(ask(players[waiting[0]], game, waiting[0]).answer, seat=waiting[0])
    assert fault_in(schema, {"nothing_of_this_name": 1})
    assert fault_in(schema, {"book": "another-book"})
    assert fault_in(schema, {**game.position(), "round": "the first"})


@every_book
def test_the_positions_of_cases_fit(book_id: str):
    book = find_book(book_id)
    schema, tried = position_schema(book), 0
    for path in sorted((ROOT / "tests/cases" / book.id.replace("-", "_")).glob("*.case.yaml"))[::12]:
        read = yaml.safe_load(path.read_text(encoding="utf-8"))
        for case in read if isinstance(read, list) else [read]:
            if isinstance(position := case.get("position"), dict):
                assert fault_in(schema, position) == "", path.name
                tried += 1
    assert tried > 5


@every_book
def test_ready_forces_fit_as_data(book_id: str):
    book = find_book(book_id)
    schema = roster_schema(book)
    for offer in book.offers().forces:
        data = book.check_force(offer.id, {}).data
        assert data is not None
        assert fault_in(schema, data) == "", offer.id
    assert fault_in(schema, {"name": 7})


@timed
async def test_everything_that_is_sent_in_a_game_fits():
    schema = message_schema()
    ours, theirs = ({**schema, "anyOf": [{"$ref": f"#/$defs/{one}"}]} for one in ("FromClient", "FromServer"))
    async with serving() as served:
        mine = await served.post(
            "/api/games", {"book": "sk", "seed": 3, "seats": {"A": {}, "B": {"sits": "ai"}}}
        )
        async with served.device(mine["token"]) as device:
            said: list[Any] = []
            send = device.send

            async def sending(kind: str, **parts: Any) -> None:
                said.append({"type": kind, **parts})
                await send(kind, **parts)

            device.send = sending  # type: ignore[method-assign]
            await play_on(device)
            heard = [msgspec.json.decode(frame) for frame in device.frames]
        assert {"hello", "batch", "accepted"} <= {one["type"] for one in heard}
        assert [fault for one in heard if (fault := fault_in(theirs, one))] == []
        assert said
        assert [fault for one in said if (fault := fault_in(ours, one))] == []
    answer = {"type": "answer", "seat": "A", "number": 1, "answer": "x", "request": 4}
    assert fault_in(ours, answer) == ""
    assert fault_in(ours, {**answer, "number": "one"})


@timed
async def test_the_server_publishes_them_all():
    async with serving() as served:
        assert (await served.get("/schema/records")).json() == record_schema()
        assert (await served.get("/schema/messages")).json() == message_schema()
        book = find_book("forgotten-ruin")
        assert (await served.get("/schema/positions/forgotten-ruin")).json() == position_schema(book)
        assert (await served.get("/schema/rosters/forgotten-ruin")).json() == roster_schema(book)
        assert (await served.get("/schema/openapi.json")).json()["openapi"].startswith("3.1")
        await served.get("/schema/positions/nothing", status=404)
        await served.get("/schema/rosters/sk", status=404)
        await served.get("/schema/nothing", status=404)


def test_the_command_prints_the_same():
    assert Told("schema", "records").json == record_schema()
    assert Told("schema", "messages").json == message_schema()
    book = find_book("forgotten-ruin")
    assert Told("schema", "positions", "--book", book.id).json == position_schema(book)
    assert Told("schema", "rosters", "--book", book.id).json == roster_schema(book)
    assert "sandtable schema records" in Told("schema").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nothing",), 'There is no schema of "nothing". There are those of records, messages, positions'),
        (("positions", "--book", "nothing"), 'There is no book "nothing".'),
    ],
)
def test_a_schema_that_there_is_not_is_refused(arguments: tuple[str, ...], sentence: str):
    told = Told("schema", *arguments)
    assert told.code == 2
    assert told.err.startswith(sentence)
