"""A force of one's own is filled in by finger, judged while it is made, and marches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.hands import OPEN_QUESTION, tap, watched
from tests.browser.house import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLET: dict[str, Any] = {"width": 768, "height": 1024, "has_touch": True, "is_mobile": True}


def building(server: Server, context: Any, trouble: list[str], book: str = "forgotten-ruin") -> Page:
    """The page on which a ready force is about to be changed."""
    page = watched(context.new_page(), trouble)
    page.goto(f"{server.address}/new/{book}")
    page.get_by_role("button", name="Change it").first.click()
    page.get_by_text("Ready to march").wait_for()
    return page


def entry(page: Any, name: str) -> Any:
    """The line of somebody in the roster."""
    return page.locator(".head", has_text=name)


def told(page: Any) -> list[str]:
    """The rules for which the force is not legal yet."""
    return [one for one in page.locator("[role=alert] .tag").all_inner_texts() if one]


def test_a_squad_is_judged_as_it_is_filled_in_and_marches(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = building(server, device(**TABLET), trouble)
    tap(entry(page, "Ames"))
    page.get_by_label("Name", exact=True).last.fill("Ash")
    tap(page.get_by_role("button", name="shotgun", exact=True))
    page.get_by_text("1 thing to settle").wait_for()
    assert told(page) == ["FR-SQD-38"]
    tap(page.get_by_role("button", name="assault rifle", exact=True))
    page.get_by_text("Ready to march").wait_for()
    tap(page.get_by_label("Known personality"))
    page.locator("[role=alert]", has_text="known personalities").wait_for()
    assert "FR-SQD-18" in told(page)
    assert not page.get_by_role("group", name="Traits").count()
    tap(page.get_by_label("Known personality"))
    tap(page.get_by_role("group", name="Traits").get_by_role("button", name="Brave", exact=True))
    page.locator("[role=alert]", has_text="Ash has 1 traits").wait_for()
    tap(page.get_by_role("group", name="Traits").get_by_role("button", name="Loyal", exact=True))
    page.get_by_text("Ready to march").wait_for()
    tap(page.get_by_role("button", name="Lay the table"))
    page.locator(OPEN_QUESTION).wait_for()
    assert page.locator(".drawers", has_text="Ash").count()


def test_soldiers_are_added_shifted_and_taken_away(server: Server, device: Any, trouble: list[str]) -> None:
    page = building(server, device(**TABLET), trouble)
    tap(page.get_by_role("button", name="Add a soldier"))
    page.locator("[role=alert]", has_text="The squad has 10 soldiers").wait_for()
    tap(page.get_by_role("button", name="Take away Soldier 10"))
    page.get_by_text("Ready to march").wait_for()
    tap(entry(page, "Quinn"))
    tap(page.get_by_role("button", name="Quinn later"))
    page.locator("[role=alert]", has_text="Fire team 1 does not begin with its one leader").wait_for()
    tap(page.get_by_role("button", name="Quinn earlier"))
    page.get_by_text("Ready to march").wait_for()


def test_a_company_is_filled_in_and_told_as_text_and_back(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = building(server, device(), trouble, "companies-and-captains")
    seat = page.get_by_role("region", name="Seat A")
    seat.get_by_role("button", name="As text").click()
    written = seat.locator("textarea").input_value()
    seat.get_by_role("button", name="Filled in").click()
    seat.locator(".head").first.click()
    seat.get_by_role("button", name="Stealthy · 3").click()
    seat.locator("[role=alert]").first.wait_for()
    assert "27 of 24 points" in seat.locator(".verdict").inner_text()
    seat.get_by_role("button", name="As text").click()
    assert "Stealthy" in seat.locator("textarea").input_value()
    seat.locator("textarea").fill(written)
    seat.get_by_text("Ready to march").wait_for()
    seat.get_by_role("button", name="Filled in").click()
    assert "Stealthy" not in seat.locator(".head").first.inner_text()


def test_whoever_begins_with_nobody_is_told_what_is_missing(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = building(server, device(**TABLET), trouble)
    tap(page.get_by_role("button", name="Begin with nobody"))
    page.locator("[role=alert]", has_text="The squad has 0 soldiers").wait_for()
    tap(page.get_by_role("button", name="Add a soldier"))
    page.locator("[role=alert]", has_text="The squad has 1 soldiers").wait_for()
    assert {"FR-SQD-01", "FR-SQD-18", "FR-SQD-36"} <= set(told(page))


def test_whoever_joins_brings_a_force_of_their_own(server: Server, device: Any, trouble: list[str]) -> None:
    seats = {"A": {"sits": "here", "force": "seafolk"}, "B": {"sits": "elsewhere"}}
    wanted = {"book": "companies-and-captains", "scenario": "pitched-battle", "seats": seats, "listed": False}
    hosted = server.post("/api/games", wanted)
    page = watched(device(**TABLET).new_page(), trouble)
    page.goto(f"{server.address}/join/{hosted['code']}")
    page.get_by_label("Your force").select_option("own")
    page.get_by_text("Ready to march").wait_for()
    page.get_by_label("Name of the Company").fill("The Ferrymen")
    page.locator(".verdict", has_text="Ready to march").wait_for()
    tap(page.get_by_role("button", name="Take a seat"))
    page.wait_for_url("**/game/*")
    page.get_by_text("The Ferrymen").first.wait_for()
