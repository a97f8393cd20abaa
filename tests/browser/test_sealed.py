"""Sealed dice: whoever joins sees the commitment first, and dice of one's own need everybody's consent."""

from __future__ import annotations

from typing import Any

from tests.browser.hands import sat_down, watched
from tests.browser.house import COMPANIES, FIRST, Server


def test_a_joiner_sees_the_commitment_before_taking_a_seat_and_agrees_to_typed_dice(
    server: Server, device: Any, trouble: list[str]
) -> None:
    sealed = {**FIRST, "dice": "sealed", "salt": "one"}
    seats = {"A": {"sits": "here", "name": "Mara"}, "B": {"sits": "elsewhere"}}
    forces = {seat: {"force": COMPANIES[seat], **plan} for seat, plan in seats.items()}
    mine = server.post("/api/games", {**sealed, "seats": forces})
    lobby = watched(device().new_page(), trouble)
    lobby.goto(server.address)
    card = lobby.get_by_label("Nearby").get_by_text("Sealed dice, committed to")
    card.wait_for()
    commitment = card.inner_text().split()[-1].rstrip(".")
    lobby.goto(f"{server.address}/join/{mine['code']}")
    assert lobby.locator(".seal").inner_text() == commitment
    lobby.get_by_role("button", name="Take a seat").click()
    lobby.wait_for_url("**/game/*")
    host = sat_down(device(), server.address, mine, trouble)
    host.get_by_role("button", name="Menu").first.click()
    host.get_by_text(f"Sealed dice: {commitment}").wait_for()
    host.get_by_role("button", name="My own dice").click()
    host.keyboard.press("Escape")
    lobby.get_by_text("Mara would like to roll own dice").wait_for()
    lobby.get_by_role("button", name="Agree").click()
    host.get_by_text("Mara rolls own dice now; the record says so.").wait_for()
