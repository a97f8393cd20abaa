"""The ground in a real browser: nothing is written over a figure or other words, drawing is quick."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import FilePayload

from tests.browser.hands import watched
from tests.browser.house import ROOT, Server

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

RECORDS = (
    "companies_and_captains/whole-companies-pitched-battle",
    "companies_and_captains/whole-companies-five-relics",
    "companies_and_captains/the-crossing-rounds",
    "forgotten_ruin/whole-mission-won",
    "forgotten_ruin/exercise-1-won",
)
SIZES = ((1440, 900), (768, 1024), (390, 844))
POSITIONS = 12
"""So many positions of each record are looked at."""
A_HAIR = 2
"""Pixels by which boxes of letters are larger than what is seen of them."""

OVERLAPS = (
    (Path(__file__).parent / "overlaps.js").read_text(encoding="utf-8").split("\n", 1)[1].strip().rstrip(";")
)


def opened(server: Server, context: BrowserContext, trouble: list[str], record: str, **settings: Any) -> Page:
    """A record on the page of replays."""
    page = watched(context.new_page(), trouble)
    page.add_init_script(f"localStorage.setItem('sandtable.settings', '{json.dumps(settings)}')")
    page.goto(server.address + "/replays")
    path = Path(ROOT) / "tests" / "golden" / f"{record}.sandtable"
    file = FilePayload(name=path.name, mimeType="text/plain", buffer=path.read_bytes())
    page.locator("input[type=file]").set_input_files(file)
    page.locator("input[type=range]").wait_for()
    return page


def positions(page: Page) -> range:
    """Some positions of a record, from its first to its last."""
    last = int(page.locator("input[type=range]").get_attribute("max") or 0)
    return range(0, last + 1, max(1, last // POSITIONS))


@pytest.mark.parametrize("record", RECORDS)
def test_no_label_covers_a_figure_a_standard_or_another_label(
    server: Server, device: Callable[..., BrowserContext], trouble: list[str], record: str
) -> None:
    seen = 0
    for width, height in SIZES:
        page = opened(server, device(width, height), trouble, record, names=True, speed=0)
        for position in positions(page):
            page.locator("input[type=range]").fill(str(position))
            told = page.evaluate(OVERLAPS, A_HAIR)
            assert told["found"] == [], f"position {position} at {width} by {height}"
            seen += told["words"] + told["flags"]
        page.close()
    assert seen > len(SIZES) * POSITIONS


def test_the_drawing_of_the_largest_table_is_made_of_few_parts(
    server: Server, device: Callable[..., BrowserContext], trouble: list[str]
) -> None:
    page = opened(server, device(1440, 900), trouble, RECORDS[0], speed=0)
    assert 0 < page.locator(".terrain *").count() < 1200


def test_the_outline_of_the_rule_shows_on_demand_at_a_tap_and_while_measuring(
    server: Server, device: Callable[..., BrowserContext], trouble: list[str]
) -> None:
    page = opened(server, device(), trouble, RECORDS[2], speed=0)
    outlines = page.locator(".exact .line")
    assert outlines.count() == 0
    page.get_by_role("button", name="Exact outlines").click()
    assert outlines.count() == page.locator("[data-piece]").count() > 0
    page.get_by_role("button", name="Exact outlines").click()
    page.get_by_role("button", name="Measure").click()
    assert outlines.count() > 1
    page.get_by_role("button", name="Measure").click()
    assert outlines.count() == 0
    wood = page.locator("[data-piece] .wood").first.bounding_box()
    assert wood is not None
    page.mouse.click(wood["x"] + wood["width"] / 2, wood["y"] + wood["height"] / 2)
    assert outlines.count() == 1
    corners = outlines.first.get_attribute("d") or ""
    assert corners.count("L") == 3, "the exact outline of a rectangle has four corners"


def test_a_name_in_the_log_shows_where_its_bearer_stands_and_brings_it_into_sight(
    server: Server, device: Callable[..., BrowserContext], trouble: list[str]
) -> None:
    page = opened(server, device(), trouble, RECORDS[3], speed=0)
    page.locator("input[type=range]").fill("30")
    for _ in range(5):
        page.get_by_role("button", name="Nearer").click()
    page.locator("[role=log] button.name").last.click()
    ring = page.locator("circle.found").first
    ring.wait_for()
    ground, found = page.locator("div.ground").bounding_box(), ring.bounding_box()
    assert ground is not None
    assert found is not None
    assert ground["x"] <= found["x"] + found["width"] / 2 <= ground["x"] + ground["width"]
    assert ground["y"] <= found["y"] + found["height"] / 2 <= ground["y"] + ground["height"]
    ring.wait_for(state="detached")


def test_what_is_thrown_flies_bursts_as_far_as_it_reaches_and_stays_where_nothing_may_move(
    server: Server, device: Callable[..., BrowserContext], trouble: list[str]
) -> None:
    page = opened(server, device(), trouble, RECORDS[3], speed=0)
    blast = page.locator("[data-blast] .burst")
    for position in range(int(page.locator("input[type=range]").get_attribute("max") or 0)):
        page.locator("input[type=range]").fill(str(position))
        if blast.count():
            break
    box = blast.first.bounding_box()
    assert box is not None
    inch = page.evaluate("document.querySelector('.sand').getBoundingClientRect().width / 36")
    assert box["width"] / inch == pytest.approx(4.0, abs=0.3), "two inches around the impact"
    assert page.locator("[data-blast] .throw").count() == 1
    assert blast.first.evaluate("one => getComputedStyle(one).opacity") == "1"
