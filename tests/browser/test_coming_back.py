"""Cut off and back: nothing lost, nothing doubled, and never in silence."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.browser.ahead import after, play_ahead
from tests.browser.hands import OPEN_QUESTION, Mouse, asked, number, sat_down, try_now
from tests.browser.house import Server
from tests.browser.wire import ServerInTime, Wire

CUT = 30
"""Seconds for which the network is gone."""


def _begun(server: Server, device: Any, trouble: list[str]) -> Any:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "uniform"})
    play_ahead(server, joined, after(4))
    page = sat_down(device(), server.address, joined, trouble)
    asked(page)
    return page


def _log_lines(page: Any) -> int:
    return int(page.evaluate("document.querySelectorAll('[role=log] .line').length"))


def test_a_reload_in_mid_decision_asks_the_same_question_again(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = _begun(server, device, trouble)
    question, before, lines = asked(page), number(page), _log_lines(page)
    page.reload()
    assert (asked(page), number(page)) == (question, before)
    assert _log_lines(page) == lines
    assert Mouse(page).answer()


def test_a_killed_server_is_told_of_at_once_and_its_return_goes_on_with_the_same_question(
    own_server: Server, device: Any
) -> None:
    errors_of_the_network: list[str] = []
    page = _begun(own_server, device, errors_of_the_network)
    question, before = asked(page), number(page)
    Mouse(page).choose()
    chosen = page.locator(".decision [aria-checked=true]").count()
    own_server.kill()
    page.get_by_text("No word from the table").wait_for()
    assert page.get_by_role("button", name="Try now").is_visible()
    own_server.start()
    try_now(page)
    page.get_by_text("No word from the table").wait_for(state="detached")
    assert (asked(page), number(page)) == (question, before)
    assert page.locator(".decision [aria-checked=true]").count() == chosen
    assert Mouse(page).answer()
    assert number(page) != before


def test_an_answer_given_while_cut_off_counts_once_when_the_table_is_back(
    own_server: Server, device: Any
) -> None:
    errors_of_the_network: list[str] = []
    page = _begun(own_server, device, errors_of_the_network)
    before = number(page)
    Mouse(page).choose()
    own_server.kill()
    page.get_by_text("No word from the table").wait_for()
    Mouse(page).confirm()
    page.get_by_text("Your answer is kept").wait_for()
    own_server.start()
    page.wait_for_function(
        "before => document.querySelector('.decision')?.dataset.question !== before", arg=before
    )
    asked(page)
    seat, count = before.split()
    assert int(number(page).split()[1]) > int(count)
    assert number(page).startswith(seat)


def test_a_seat_that_goes_quiet_is_told_to_the_other_who_may_let_the_ai_take_it(
    server: Server, device: Any, trouble: list[str]
) -> None:
    mine = server.battle(A={"sits": "here", "name": "Mara"}, B={"sits": "elsewhere"})
    theirs = server.post("/api/join", {"code": mine["code"], "name": "Jonas"})
    page = sat_down(device(), server.address, mine, trouble)
    other = device()
    sat_down(other, server.address, theirs, trouble)
    page.get_by_text("has gone quiet").wait_for(state="detached")
    other.close()
    page.get_by_text("Jonas has gone quiet").wait_for()
    page.get_by_role("button", name="Let the AI take the seat").click()
    page.get_by_text("Jonas has gone quiet").wait_for(state="detached")


# ---- half a minute without a network --------------------------------------------------------------------


class TwoSeats:
    """Two browsers at one table, each on a wire of its own; clocks go as fast as the test wants."""

    def __init__(self, server: ServerInTime, wires: dict[str, Wire], device: Callable[..., Any]) -> None:
        self.server, self.wires = server, wires
        mine = server.battle(A={"sits": "here", "name": "Mara"}, B={"sits": "elsewhere"})
        theirs = server.post("/api/join", {"code": mine["code"], "name": "Jonas"})
        self.game, self._token = mine["game"], mine["token"]
        self.pages = {}
        self.given = {"A": 0, "B": 0}
        """How many answers each seat has given by hand."""
        for seat, joined in (("A", mine), ("B", theirs)):
            context = device()
            context.clock.install()
            self.pages[seat] = sat_down(context, wires[seat].address, joined, [])

    def asked(self) -> str:
        """The seat that is asked, once one is."""
        while True:
            for seat, page in self.pages.items():
                if page.locator(OPEN_QUESTION).count():
                    return seat
            self.pages["A"].wait_for_timeout(50)

    def answer(self) -> None:
        """Whoever is asked answers."""
        seat = self.asked()
        self.given[seat] += 1
        assert Mouse(self.pages[seat]).answer()

    def go_on(self, seconds: int) -> None:
        """Time passes for the server and for both pages."""
        for _ in range(seconds):
            self.server.go_on(1)
            for page in self.pages.values():
                page.clock.run_for(1000)

    def seats(self) -> dict[str, Any]:
        """Every seat as the server sees it."""
        return {one["seat"]: one for one in self.server.get(f"/api/games/{self.game}", self._token)["seats"]}

    def kept(self) -> dict[str, int]:
        """How many answers of each seat the file holds."""
        with closing(sqlite3.connect(self.server.file)) as database:
            rows = database.execute("SELECT body FROM steps WHERE game = ?", (self.game,)).fetchall()
        answered = [step["seat"] for (body,) in rows if (step := json.loads(body))["step"] == "answered"]
        return {seat: answered.count(seat) for seat in self.given}


@pytest.fixture
def two_seats(built_page: Path, tmp_path: Path, device: Callable[..., Any]) -> Iterator[TwoSeats]:
    """Two browsers in mid-battle, all of whose answers are in the file."""
    with ExitStack() as stack:
        server = ServerInTime(tmp_path, built_page)
        stack.callback(server.kill)
        wires = {seat: Wire(server.port) for seat in "AB"}
        for wire in wires.values():
            stack.callback(wire.close)
        table = TwoSeats(server, wires, device)
        for _ in range(5):
            table.answer()
        assert table.kept() == table.given
        yield table


@pytest.mark.parametrize("lost", ["answer", "acknowledgement"])
def test_after_half_a_minute_without_a_network_both_seats_go_on_and_no_answer_is_lost_or_doubled(
    two_seats: TwoSeats, lost: str
) -> None:
    table = two_seats
    seat = table.asked()
    page, before = table.pages[seat], number(table.pages[seat])
    Mouse(page).choose()
    for wire in table.wires.values():
        wire.cut(up=lost == "answer")
    Mouse(page).confirm()
    table.given[seat] += 1
    page.get_by_text("Sent").first.wait_for()
    if lost == "acknowledgement":
        while table.kept() != table.given:
            page.wait_for_timeout(50)
        for wire in table.wires.values():
            wire.cut()
    table.go_on(CUT)
    for one in table.pages.values():
        one.get_by_text("No word from the table").wait_for()
    page.get_by_text("Your answer is kept").wait_for()
    held = table.seats()
    for one in held.values():
        assert not one["present"]
        assert one["lost"]
        assert 0 < one["choose_in"] <= 60
    for wire in table.wires.values():
        wire.mend()
    table.go_on(6)
    for one in table.pages.values():
        one.get_by_text("No word from the table").wait_for(state="detached")
    page.wait_for_function(
        "before => document.querySelector('.decision')?.dataset.question !== before", arg=before
    )
    assert table.kept() == table.given
    assert all(one["present"] and not one["lost"] for one in table.seats().values())
    for _ in range(3):
        table.answer()
    assert table.kept() == table.given


def test_a_seat_without_a_network_is_held_for_a_minute_and_then_the_other_may_choose(
    two_seats: TwoSeats,
) -> None:
    table = two_seats
    there, away = ("A", "B") if table.asked() == "A" else ("B", "A")
    table.wires[away].cut()
    table.go_on(CUT)
    page = table.pages[there]
    page.get_by_text("has gone quiet").wait_for()
    choice = page.get_by_role("button", name="Let the AI take the seat")
    assert choice.is_disabled()
    left = table.seats()[away]["choose_in"]
    # A heartbeat every 10 seconds, and 15 to answer it: until then a silent network is only silent.
    assert 60 - CUT <= left <= 60 - CUT + 25
    table.go_on(int(left) + 1)
    choice.click()
    page.get_by_text("has gone quiet").wait_for(state="detached")
    assert table.seats()[away]["who"] == "ai"
    table.wires[away].mend()
    table.go_on(6)
    table.pages[away].get_by_text("No word from the table").wait_for(state="detached")
    assert table.seats()[away]["who"] == "person"
    table.given = table.kept()
    for _ in range(3):
        table.answer()
    assert table.kept() == table.given
