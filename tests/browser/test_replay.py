"""A battle is watched again and told afterwards: from a file and from a game, at every size."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.records.record import read_record
from sandtable.kernel.records.replay import Replay
from sandtable.reports.battle import report_of
from tests.browser.hands import watched
from tests.browser.house import PATIENCE, ROOT, Server

GOLDEN = sorted((ROOT / "tests" / "golden").rglob("*.sandtable"))
RECORD = next(path for path in GOLDEN if path.stem.startswith("the-crossing"))
SIZES = ((1366, 1024), (768, 1024), (390, 844))
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def opened(page: Any, server: Server, record: Path) -> None:
    """Open a record by the file button."""
    page.goto(f"{server.address}/replays")
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url("**/replay*")
    page.locator("input[type=range]").wait_for()


def at(page: Any) -> int:
    """The step that is shown."""
    return int(page.locator("input[type=range]").input_value())


def last(page: Any) -> int:
    """The last step."""
    return int(page.locator("input[type=range]").get_attribute("max") or 0)


def is_too_wide(page: Any) -> bool:
    """Whether something is cut off at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def violations(page: Any) -> list[str]:
    """What axe finds serious about the page."""
    page.evaluate(f"{AXE.read_text(encoding='utf-8')};0")
    found = page.evaluate("axe.run().then(all => all.violations.map(one => [one.impact, one.id]))")
    return [name for impact, name in found if impact in ("serious", "critical")]


@pytest.fixture
def page(device: Any, trouble: list[str]) -> Any:
    """A page that stands still, with its troubles written down."""
    context = device(accept_downloads=True, reduced_motion="reduce")
    return watched(context.new_page(), trouble)


def test_keys_step_play_and_jump(server: Server, page: Any) -> None:
    opened(page, server, RECORD)
    assert at(page) == 0
    page.keyboard.press("ArrowRight")
    first = at(page)
    assert first >= 1
    page.keyboard.press("ArrowRight")
    assert at(page) > first
    page.keyboard.press("ArrowLeft")
    assert at(page) == first
    page.keyboard.press("End")
    assert at(page) == last(page) == len(Replay(read_record(RECORD)).moments) - 1
    page.keyboard.press("ArrowRight")
    assert at(page) == last(page)
    page.keyboard.press("Home")
    assert at(page) == 0
    page.keyboard.press("PageDown")
    begun = at(page)
    assert begun > 0
    page.get_by_role("button", name="4×").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function(
        "begun => Number(document.querySelector('input[type=range]').value) > begun", arg=begun
    )
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Play", exact=True).count() == 1


def test_the_address_names_the_step_and_comes_back_to_it(server: Server, page: Any) -> None:
    opened(page, server, RECORD)
    page.keyboard.press("PageDown")
    page.wait_for_url(f"**/replay?at={at(page)}")


def test_a_record_is_opened_by_dropping_it(server: Server, page: Any) -> None:
    page.goto(f"{server.address}/replays")
    page.locator(".drop").wait_for()
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "battle.sandtable"));
            document.querySelector(".drop").dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        RECORD.read_text(),
    )
    page.locator("input[type=range]").wait_for()
    assert page.locator("[data-unit]").count() > 0 or last(page) > 0


def test_a_file_that_is_no_record_says_so(
    server: Server, page: Any, trouble: list[str], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.sandtable"
    broken.write_text('{"sandtable": 1, "book": ')
    page.goto(f"{server.address}/replays")
    page.locator("input[type=file]").set_input_files(broken)
    page.get_by_text("This file will not open").wait_for()
    assert page.get_by_role("link", name="Open another").count() == 1
    # The browser itself writes down that the server has refused.
    trouble[:] = [one for one in trouble if "400" not in one]


def test_eyes_of_each_seat_see_what_it_knew(server: Server, page: Any) -> None:
    opened(page, server, RECORD)
    eyes = page.get_by_role("group", name="Through whose eyes").get_by_role("button")
    assert eyes.count() == 4
    page.keyboard.press("End")
    here = at(page)
    told = page.get_by_role("log").inner_text()
    eyes.nth(1).click()
    eyes.nth(1).and_(page.locator("[aria-pressed=true]")).wait_for()
    assert at(page) == here
    # The game is over: what was secret has been shown, and the end reads the same.
    assert page.get_by_role("log").inner_text().splitlines()[-1] == told.splitlines()[-1]


def test_a_record_is_shared_as_the_very_file_that_was_opened(server: Server, page: Any) -> None:
    opened(page, server, RECORD)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Share as one file").click()
    assert saving.value.suggested_filename == f"{RECORD.stem}.sandtable"
    assert Path(saving.value.path()).read_text() == RECORD.read_text()


def test_the_report_tells_what_the_record_tells(server: Server, page: Any) -> None:
    report = report_of(read_record(RECORD))
    opened(page, server, RECORD)
    page.get_by_role("link", name="Report").click()
    page.locator("article").wait_for()
    told = page.locator("article").inner_text()
    assert report.title in told
    assert report.summary in told
    for one in report.turning_points:
        assert f"Round {one.round}" in told
    for fate in report.fates:
        assert fate.name in told
    for account in report.luck:
        assert account.words[0] in told
    assert page.locator("article svg[role=img]").count() == len(report.maps) + sum(
        one.key for one in report.maps
    )


def test_a_turning_point_leads_to_its_step(server: Server, page: Any) -> None:
    turning = next(path for path in GOLDEN if path.stem == "hunt-the-captain-rounds")
    report = report_of(read_record(turning))
    opened(page, server, turning)
    page.get_by_role("link", name="Report").click()
    page.get_by_role("link", name="Watch", exact=True).first.click()
    page.locator("input[type=range]").wait_for()
    assert at(page) == report.turning_points[0].place


def test_the_report_is_saved_as_one_page_that_stands_alone(
    server: Server, page: Any, device: Any, trouble: list[str], tmp_path: Path
) -> None:
    opened(page, server, RECORD)
    page.get_by_role("link", name="Report").click()
    page.locator("article").wait_for()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as one page").click()
    saved = tmp_path / "report.html"
    saving.value.save_as(saved)
    alone = watched(device(java_script_enabled=False, offline=True).new_page(), trouble)
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    for width, height in SIZES:
        alone.set_viewport_size({"width": width, "height": height})
        alone.goto(saved.as_uri())
        assert report_of(read_record(RECORD)).summary in alone.locator("main").inner_text()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert "Alegreya" in saved.read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_cut_off_and_nothing_shuts_anybody_out(
    server: Server, page: Any, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    opened(page, server, RECORD)
    page.keyboard.press("End")
    assert not is_too_wide(page)
    assert violations(page) == []
    page.get_by_role("link", name="Report").click()
    page.locator("article").wait_for()
    assert not is_too_wide(page)
    assert violations(page) == []


def test_a_game_that_is_over_is_watched_and_told_from_its_place(
    server: Server, device: Any, trouble: list[str]
) -> None:
    joined = server.battle(A={"sits": "ai", "player": "greedy"}, B={"sits": "ai", "player": "greedy"})
    context = device()
    kept = json.dumps([{**joined, "book": "companies-and-captains", "title": "", "used": 0}])
    context.add_init_script(f"localStorage.setItem('sandtable.places', {json.dumps(kept)})")
    page = watched(context.new_page(), trouble)
    until = time.monotonic() + PATIENCE / 1000
    while True:
        page.goto(f"{server.address}/report/{joined['game']}")
        page.locator("article, .slip h2").first.wait_for()
        if page.locator("article").count():
            break
        assert time.monotonic() < until, "the battle does not end"
        page.wait_for_timeout(500)
    # Until the end the server has refused, and the browser wrote that down.
    trouble[:] = [one for one in trouble if "403" not in one]
    page.get_by_role("link", name="Watch it again").click()
    page.locator("input[type=range]").wait_for()
    page.keyboard.press("End")
    assert at(page) == last(page) > 10


def of_each_end() -> dict[tuple[str, str], Path]:
    """The shortest golden record for each way in which a game of each book ended."""
    found: dict[tuple[str, str], Path] = {}
    for record in sorted(GOLDEN, key=lambda one: one.stat().st_size):
        header = read_record(record).header
        assert header.result is not None
        found.setdefault((header.book, header.result.why), record)
    return found


def test_a_record_of_every_end_opens_and_plays_to_it(server: Server, page: Any) -> None:
    for (_, why), record in of_each_end().items():
        opened(page, server, record)
        page.keyboard.press("End")
        assert at(page) == last(page), record.stem
        lines = page.get_by_role("log").inner_text()
        assert "won" in lines or "draw" in lines or why in lines, record.stem
