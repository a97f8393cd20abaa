"""The doorkeeper knows the names of its machine, also after it has come to another network."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sandtable.server.access.guard import BETWEEN_LOOKS, LOCAL_NAMES, Guard


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that is never reached."""


def objection(door: Guard, host: str) -> str | None:
    scope: Any = {"type": "http", "headers": [(b"host", host.encode())]}
    return door._objection(scope)


def test_an_address_that_the_machine_has_only_now_is_known_after_a_while(monkeypatch: pytest.MonkeyPatch):
    now, names, looks = [100.0], {"192.0.2.7"}, [0]

    def ask() -> set[str]:
        looks[0] += 1
        return set(names)

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    door = Guard(nothing, ask)
    assert objection(door, "192.0.2.7:8000") is None
    names.add("198.51.100.9")
    assert objection(door, "198.51.100.9:8000") == "This server is not called by that name."
    now[0] += BETWEEN_LOOKS
    assert objection(door, "198.51.100.9:8000") is None
    now[0] += BETWEEN_LOOKS
    for _ in range(50):
        assert objection(door, "evil.example") is not None
    assert looks[0] == 3


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "[::1]"])
def test_a_machine_is_called_by_its_names_with_any_port(host: str):
    assert objection(Guard(nothing, lambda: LOCAL_NAMES), host) is None


@pytest.mark.parametrize(
    "host", ["", "localhost:80@evil.example", "localhost:", "localhost:8000/x", "[::1", "[::1].evil.example"]
)
def test_what_only_begins_as_a_name_of_ours_is_none(host: str):
    assert objection(Guard(nothing, lambda: LOCAL_NAMES), host) == "This server is not called by that name."


def test_a_call_by_two_names_is_by_none():
    scope: Any = {"type": "http", "headers": [(b"host", b"evil.example"), (b"host", b"localhost")]}
    assert Guard(nothing, lambda: LOCAL_NAMES)._objection(scope) == "This server is not called by that name."
