"""What is asked at a moment and what dice come to: Snap Fire as one question, a volley in one tray."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.hands import OPEN_QUESTION, asked, sat_down
from tests.browser.house import Server

RIFLE = {"weapons": ["assault rifle"], "holding": True}
POSITION: dict[str, Any] = {
    "soldiers": {
        "S1": {"at": [12, 22], "name": "Vance", "die": 2, **RIFLE},
        "S2": {"at": [18, 24], "name": "Lindqvist", "die": 1, **RIFLE},
        "S3": {"at": [30, 5], "name": "Tate", "die": 6},
    },
    "mobs": {"M1": {"type": "Orcs", "at": [[17, 29], [15.5, 28.5], [19, 28.7], [17.5, 27.5]]}},
    "terrain": [],
    "phase": "enemy",
    "stock": {"story_points": 0},
    "tactics": ["Light them up!"],
}
"""Orcs who charge Lindqvist, four of them so close that they step aside on their way."""
SEED = 11
SIZES = ((1366, 768), (768, 1024), (390, 844))


def at_the_orcs(server: Server, context: Any, trouble: list[str]) -> Any:
    """The orcs are about to move, and two soldiers hold."""
    wanted = {"book": "forgotten-ruin", "position": POSITION, "seed": SEED, "listed": False}
    joined = server.post("/api/games", {**wanted, "seats": {"A": {"sits": "here", "name": "Ines"}}})
    page = sat_down(context, server.address, joined, trouble)
    page.wait_for_selector(OPEN_QUESTION)
    return page


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_snap_fire_is_one_question_with_ghosts_and_odds_for_each_moment(
    size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    page = at_the_orcs(server, device(*size), trouble)
    answers = page.locator(".decision [role=radio]")
    keys = [one.get_attribute("data-answer") for one in answers.all()]
    assert keys == ["S1", "S1 half-way", "S1 end", "pass"]
    assert page.locator("[data-moment='2'] circle").count() == 4
    assert page.locator("[data-moment='3'] circle").count() == 4
    answers.nth(1).click()
    page.locator("[data-label='S1 half-way'].chosen").wait_for()
    assert page.locator("[data-label='S1 half-way']").text_content() == "3+\u200267 %half-way · 4.6″2"
    # The other one who holds has moments of his own.
    page.locator("[data-who=S2]").click()
    assert answers.first.get_attribute("data-answer") == "S2"
    assert page.locator("[data-label='S2']").count() == 1


def test_who_holds_fire_is_not_asked_again_in_the_same_move(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = at_the_orcs(server, device(*SIZES[0]), trouble)
    assert page.locator(".confirm").inner_text().startswith("Hold fire")
    page.locator(".confirm").click()
    page.wait_for_function("() => !document.querySelector('#question')?.textContent.includes('Snap Fire')")
    assert "acts next" in asked(page)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_a_volley_lies_in_one_tray_with_what_it_cost(
    size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    page = at_the_orcs(server, device(*size), trouble)
    page.locator("[data-who=S2]").click()
    page.locator("[data-answer=S2]").click()
    page.locator(".confirm").click()
    cost = page.locator("[data-cost=M1]")
    cost.first.wait_for()
    assert cost.first.inner_text() == "Orcs 1: 4 → 3"
    tray = page.locator(".dice-tray").first
    rolls = [" ".join(one.split()[:2]) for one in tray.locator(".words").all_inner_texts()]
    assert rolls == ["Lindqvist to", "Damage to"]
