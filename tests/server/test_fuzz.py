"""Whatever anybody sends, the server answers politely and stays well."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Err
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.sync.client import connect

from sandtable.server.running import Quiet
from sandtable.server.wire.protocol import FromClient
from tests.server.serving import serving_in_a_thread

TYPES = [one.__struct_config__.tag for one in get_args(FromClient)]
FIELDS = sorted({name for one in get_args(FromClient) for name in one.__struct_fields__} - {"request"})

AS_DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
"""No failure of the server, and no reply that its description does not know."""

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
likely = anything | st.sampled_from(["A", "B", "", "typed", "ai", 0, 1, True, {}])
messages = st.builds(
    lambda kind, parts: json.dumps({"type": kind, **parts}),
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(FIELDS), likely, max_size=4),
)
frames = messages | anything.map(json.dumps) | st.text(max_size=40) | st.binary(max_size=40)


@pytest.fixture(scope="module")
def server() -> Iterator[Quiet]:
    with serving_in_a_thread(requests_per_minute=10**9, joins_per_minute=10**9, seat_held=0.0) as running:
        yield running


@pytest.fixture(scope="module")
def mine(server: Quiet) -> dict[str, Any]:
    seats = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}
    address = f"http://127.0.0.1:{server.port}/api"
    joined: dict[str, Any] = httpx.post(f"{address}/games", json={"book": "sk", "seats": seats}).json()
    httpx.post(f"{address}/join", json={"code": joined["code"]})
    return joined


@settings(max_examples=60)
@given(sent=st.lists(frames, min_size=1, max_size=6))
def test_every_frame_is_answered_or_refused_and_the_connection_lives(server, mine, sent):
    with connect(f"ws://127.0.0.1:{server.port}/api/play") as socket:
        socket.send(json.dumps({"type": "enter", "token": mine["token"]}))
        for number, frame in enumerate(sent, 1000):
            socket.send(frame)
            socket.send(json.dumps({"type": "ping", "request": number}))
            replies = _until_pong(socket, number)
            if not _is_message(frame):
                assert any(one["type"] == "refused" and one["reason"] for one in replies)
            assert all("could not carry this out" not in str(one.get("reason")) for one in replies)


@settings(max_examples=30)
@given(sent=st.lists(frames, min_size=1, max_size=6))
def test_nobody_comes_in_by_guessing(server, sent):
    with connect(f"ws://127.0.0.1:{server.port}/api/play") as socket:
        for frame in sent:
            socket.send(frame)
            assert json.loads(socket.recv(timeout=30))["type"] == "refused"


def _until_pong(socket: Any, number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        message = json.loads(socket.recv(timeout=30))
        if message["type"] == "pong" and message["request"] == number:
            return found
        found.append(message)


def _is_message(frame: str | bytes) -> bool:
    try:
        read = json.loads(frame)
    except ValueError:
        return False
    return isinstance(read, dict) and read.get("type") in TYPES


@pytest.mark.parametrize("path", ["games", "join", "books/sk/forces/check", "replays", "reports"])
@pytest.mark.parametrize("body", [b"[" * 200_000, b'{"force":' * 100_000, b"\xff\xfe{", b"1e999", b""])
def test_bodies_that_make_no_sense_are_refused_with_words(server, path, body, caplog):
    caplog.set_level(logging.ERROR, logger="sandtable")
    reply = httpx.post(f"http://127.0.0.1:{server.port}/api/{path}", content=body, timeout=60)
    assert reply.status_code == 400
    assert all(one["reason"] for one in reply.json()["reasons"])
    assert not caplog.records


def test_no_request_that_the_description_allows_breaks_the_server_or_the_description(server, mine, caplog):
    caplog.set_level(logging.ERROR, logger="sandtable")
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/schema/openapi.json")
    tried = 0
    for found in described.get_all_operations():
        assert not isinstance(found, Err)
        operation = found.ok()

        @settings(max_examples=12)
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            headers = {}
            if "game" in case.path_parameters and not case.path.endswith("/stream"):
                # Past the doorkeeper, so that what lies behind is tried too.
                case.path_parameters["game"] = mine["game"]
                headers = {"authorization": f"Bearer {mine['token']}"}
            case.call_and_validate(checks=AS_DESCRIBED, headers=headers)

        ask()
        tried += 1
    assert tried >= 20
    assert not [one for one in caplog.records if one.name.startswith("sandtable")]
