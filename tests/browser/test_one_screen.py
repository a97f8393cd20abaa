"""One screen, two players: the curtain, and dice of the real table."""

from __future__ import annotations

from typing import Any

from tests.browser.ahead import asks, play_ahead
from tests.browser.hands import Mouse, asked, number, opened, sat_down, tap
from tests.browser.house import Server

AIM = "Do Not Waver"


def _answer_until(page: Any, words: str) -> None:
    for _ in range(80):
        page.wait_for_selector(".decision .confirm, .curtain")
        if page.locator(".curtain").count():
            opened(page)
            continue
        if words in page.locator("#question").inner_text():
            return
        before = number(page)
        hand = Mouse(page)
        hand.choose()
        hand.confirm()
        page.wait_for_function(
            "before => document.querySelector('.curtain')"
            " || document.querySelector('.decision')?.dataset.question !== before",
            arg=before,
        )
    raise AssertionError(f"nobody is asked {words}")


def test_the_curtain_falls_between_two_players_and_hides_the_aims_of_the_one_who_leaves(
    server: Server, device: Any, trouble: list[str]
) -> None:
    joined = server.battle(A={"sits": "here", "name": "Mara"}, B={"sits": "here", "name": "Jonas"})
    play_ahead(server, joined, asks("ambitions"))
    page = sat_down(device(768, 1024), server.address, joined, trouble)
    _answer_until(page, "ambitions")
    seat = number(page).split()[0]
    page.locator(f".decision [role=checkbox]:has-text('{AIM}'):not(:has-text('(revealed)'))").click()
    page.locator(".confirm").click()
    page.locator(".curtain").wait_for()
    assert "Hand the table to" in page.locator(".curtain").inner_text()
    # Nothing of it is anywhere on the page, seen or unseen.
    assert AIM not in page.evaluate("document.documentElement.textContent")
    short = page.locator(".curtain .open")
    short.click()
    assert page.locator(".curtain").count() == 1
    opened(page)
    assert asked(page)
    assert number(page).split()[0] != seat


def test_the_curtain_opens_by_keyboard_too(server: Server, device: Any, trouble: list[str]) -> None:
    joined = server.battle(A={"sits": "here"}, B={"sits": "here"})
    page = sat_down(device(768, 1024), server.address, joined, trouble, curtain="always")
    for _ in range(20):
        page.wait_for_selector(".decision .confirm, .curtain")
        if page.locator(".curtain").count():
            break
        hand = Mouse(page)
        hand.choose()
        hand.confirm()
        page.wait_for_timeout(100)
    page.keyboard.down("Enter")
    page.locator(".curtain").wait_for(state="detached")
    page.keyboard.up("Enter")
    assert asked(page)


def test_dice_of_the_real_table_are_typed_by_pad_and_by_key(
    server: Server, device: Any, trouble: list[str]
) -> None:
    joined = server.battle(A={"sits": "here", "dice": "typed"}, B={"sits": "ai", "player": "uniform"})
    page = sat_down(device(768, 1024, has_touch=True), server.address, joined, trouble)
    for _ in range(60):
        asked(page)
        if page.locator(".typed").count():
            break
        Mouse(page).answer()
    before = number(page)
    slots = page.locator(".slot").count()
    tap(page.get_by_role("button", name="A 6", exact=True))
    assert page.locator(".slot").count() == slots - 1
    tap(page.get_by_role("button", name="Take one back"))
    assert page.locator(".slot").count() == slots
    for _ in range(slots):
        page.keyboard.press("5")
    assert page.locator(".slot").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.querySelector('.decision')?.dataset.question !== before", arg=before
    )
