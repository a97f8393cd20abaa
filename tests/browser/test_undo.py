"""Undo: alone at once, together by consent, and the refusal that says why."""

from __future__ import annotations

from typing import Any

from tests.browser.hands import Mouse, asked, number, sat_down
from tests.browser.house import Server


def _lines(page: Any) -> list[str]:
    return [text.split("\n")[0] for text in page.locator("[role=log] .line").all_inner_texts()]


def test_alone_against_the_ai_control_z_goes_back_one_answer(
    server: Server, device: Any, trouble: list[str]
) -> None:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "uniform"})
    page = sat_down(device(), server.address, joined, trouble)
    assert Mouse(page).answer()
    asked(page)
    question, before = asked(page), number(page)
    assert Mouse(page).answer()
    asked(page)
    page.keyboard.press("Control+z")
    page.wait_for_function(
        "before => document.querySelector('.decision')?.dataset.question === before", arg=before
    )
    assert asked(page) == question


def _two(server: Server, device: Any, trouble: list[str]) -> tuple[Any, Any, Any]:
    """Two players, some answers into the battle; then who is asked, and the other."""
    mine = server.battle(A={"sits": "here", "name": "Mara"}, B={"sits": "elsewhere"})
    theirs = server.post("/api/join", {"code": mine["code"], "name": "Jonas"})
    pages = [sat_down(device(), server.address, one, trouble) for one in (mine, theirs)]
    for _ in range(8):
        now = _who(pages)
        Mouse(now).answer()
    now = _who(pages)
    return now, next(one for one in pages if one is not now), pages


def _who(pages: list[Any]) -> Any:
    for _ in range(600):
        for page in pages:
            if page.locator(".decision .confirm").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_undo_to_a_line_of_the_log_happens_when_the_other_agrees(
    server: Server, device: Any, trouble: list[str]
) -> None:
    asker, other, _ = _two(server, device, trouble)
    before = _lines(asker)
    asker.locator("[role=log] .line .open").nth(-4).click()
    asker.get_by_role("button", name="Undo to here").click()
    asker.get_by_text("The others are asked").wait_for()
    other.get_by_text("would like to take something back").wait_for()
    other.get_by_role("button", name="Agree").click()
    asker.get_by_text("It was taken back").wait_for()
    assert len(_lines(asker)) < len(before)


def test_undo_does_not_happen_when_the_other_says_no(server: Server, device: Any, trouble: list[str]) -> None:
    asker, other, _ = _two(server, device, trouble)
    before = _lines(asker)
    asker.locator("[role=log] .line .open").nth(-4).click()
    asker.get_by_role("button", name="Undo to here").click()
    other.get_by_role("button", name="No, play on").click()
    asker.get_by_text("nothing was taken back").wait_for()
    assert _lines(asker) == before
