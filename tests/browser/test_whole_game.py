"""A whole battle against the AI by finger; by keys and by ear it is played elsewhere."""

from __future__ import annotations

from typing import Any

from tests.browser.hands import OVER, Finger, asked, sat_down, tap, watched
from tests.browser.house import Server

MOST_ANSWERS = 400


def test_one_click_in_the_lobby_leads_to_the_first_decision_of_a_battle(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = watched(device().new_page(), trouble)
    page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    assert asked(page).endswith("?")
    assert page.locator("[data-unit]").count() >= 4


def test_a_stranger_gives_the_first_order_on_a_tablet_with_a_few_taps(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = watched(device(768, 1024, has_touch=True, is_mobile=True).new_page(), trouble)
    page.goto(server.address)
    tap(page.get_by_role("button", name="Play now"))
    before = asked(page)
    tap(page.locator(".decision [role=radio]").first)
    tap(page.locator(".confirm"))
    page.wait_for_function("before => document.querySelector('#question')?.innerText !== before", arg=before)
    assert asked(page) != before


def test_a_battle_against_the_ai_is_played_by_finger_to_its_end(
    server: Server, device: Any, trouble: list[str]
) -> None:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    page = sat_down(device(768, 1024, has_touch=True, is_mobile=True), server.address, joined, trouble)
    player = Finger(page)
    answers = 0
    while player.answer():
        answers += 1
        assert answers < MOST_ANSWERS
    assert "over" in page.locator(OVER).inner_text().lower()
    assert page.get_by_role("link", name="Read the report").is_visible()
