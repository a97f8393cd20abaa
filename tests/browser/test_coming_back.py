"""Cut off and back: nothing lost, nothing doubled, and never in silence."""

from __future__ import annotations

from typing import Any

from tests.browser.hands import Mouse, asked, number, sat_down
from tests.browser.house import Server


def _begun(server: Server, device: Any, trouble: list[str]) -> Any:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "uniform"})
    page = sat_down(device(), server.address, joined, trouble)
    for _ in range(4):
        assert Mouse(page).answer()
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
    page.get_by_role("button", name="Try now").click()
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
