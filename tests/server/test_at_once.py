"""Strangers who come at the same moment find a server that was started a moment ago, and leave it running."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.kill import PATIENCE, Server

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = (
    GOLDEN / "companies_and_captains" / "draw-last-turn.sandtable",
    GOLDEN / "forgotten_ruin" / "mission-won-bonus-complete.sandtable",
)
STRANGERS = 12
SQUAD = {"A": {"sits": "here", "force": "red-squad"}}
COMPANIES = {"A": {"force": "seafolk"}, "B": {"force": "automata"}}
MANY = "Too many files are being read."
"""What those hear who come when the readers have enough to do."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder for all servers of these tests, so that the program is compiled for the first of them only."""
    return tmp_path_factory.mktemp("at-once")


@pytest.fixture
def fresh(folder):
    """A server in a process of its own that nobody has asked for anything yet."""
    server = Server(folder)
    server.start()
    yield server
    server.kill()


def _at_once(requests: list[tuple[str, dict[str, Any]]], port: int) -> list[httpx.Response | Exception]:
    """What came of requests that were all sent at the same moment."""
    gate, found = threading.Barrier(len(requests)), list[httpx.Response | Exception]()

    def send(path: str, body: dict[str, Any]) -> None:
        gate.wait(PATIENCE)
        try:
            found.append(httpx.post(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE, **body))
        except httpx.HTTPError as broken:
            found.append(broken)

    threads = [threading.Thread(target=send, args=one) for one in requests]
    for one in threads:
        one.start()
    for one in threads:
        one.join(PATIENCE)
    return found


def _check_answered(server: Server, found: list[httpx.Response | Exception]) -> None:
    """Everybody was answered, those who came too many with a reason, and the server goes on."""
    assert not [one for one in found if isinstance(one, Exception)]
    answered = [one for one in found if isinstance(one, httpx.Response)]
    refused = [one for one in answered if one.status_code >= 400]
    assert {one.json()["reasons"][0]["reason"] for one in refused} <= {MANY}, refused
    assert len(refused) < len(answered)
    assert httpx.get(f"http://127.0.0.1:{server.port}/api/health", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize("record", RECORDS, ids=lambda one: one.parent.name)
def test_a_dozen_records_opened_at_once_leave_a_server_that_was_just_started_running(fresh, record):
    content = record.read_bytes()
    found = _at_once([("/api/replays", {"content": content})] * STRANGERS, fresh.port)
    _check_answered(fresh, found)


def test_whatever_strangers_do_first_at_once_leaves_the_server_running(fresh):
    company, mission = (one.read_bytes() for one in RECORDS)
    squad = {"book": "forgotten-ruin", "scenario": "mission", "seats": SQUAD}
    companies = {"book": "companies-and-captains", "scenario": "pitched-battle", "seats": COMPANIES}
    found = _at_once(
        [
            ("/api/replays", {"content": company}),
            ("/api/replays", {"content": mission}),
            ("/api/reports", {"content": company}),
            ("/api/reports/page", {"content": mission}),
            ("/api/games", {"json": squad}),
            ("/api/games", {"json": companies}),
            ("/api/books/companies-and-captains/forces/check", {"json": {"force": "seafolk"}}),
            ("/api/books/companies-and-captains/forces/check", {"json": {"force": "automata"}}),
            ("/api/books/forgotten-ruin/forces/check", {"json": {"force": "red-squad"}}),
            ("/api/books/forgotten-ruin/forces/check", {"json": {"force": "red-squad"}}),
        ],
        fresh.port,
    )
    _check_answered(fresh, found)


LATE = """
import importlib, pkgutil, msgspec
import sandtable.books, sandtable.server.running
from sandtable.server.routes.books import open_books

def structs(base=msgspec.Struct):
    return {one for struct in base.__subclasses__() for one in (struct, *structs(struct))}

open_books()
ready = structs()
for found in pkgutil.walk_packages(sandtable.books.__path__, "sandtable.books."):
    importlib.import_module(found.name)
print(*sorted(one.__qualname__ for one in structs() - ready))
"""


def test_no_module_of_a_book_that_is_read_in_late_brings_structs_that_are_not_ready():
    late = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, timeout=PATIENCE)
    assert (late.stdout.strip(), late.stderr) == ("", "")
