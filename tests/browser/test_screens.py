"""Every screen at three sizes: nothing overflows, the console stays empty, axe finds nothing serious."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.ahead import after, asks, is_handing_out, play_ahead
from tests.browser.axe import complaints
from tests.browser.hands import OVER, Mouse, asked, sat_down, squad, until_handing_out, watched
from tests.browser.house import Server
from tests.browser.test_doors import begun
from tests.browser.test_playback import MISSION, enemy_phase, opened, stopped
from tests.browser.test_real_table import correcting
from tests.browser.test_roster import building

EDGE_CHOSEN = 3
"""The seed of a mission whose leader rolls well enough to choose an edge."""
SIZES = ((1366, 1024), (768, 1024), (390, 844))
OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth;
  const out = document.documentElement.scrollWidth > wide ? ['the page itself'] : [];
  for (const one of document.querySelectorAll('button, a, p, h1, h2, h3, input, select, li, img')) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if (one.closest('.hidden, svg, [inert], .people, .turned')) continue;
    if (box.right > wide + 1 || box.left < -1) out.push(one.outerHTML.slice(0, 120));
  }
  return out;
}"""

Screen = Callable[[Server, Any, list[str]], Any]


def _page(path: str) -> Screen:
    def open_page(server: Server, context: Any, trouble: list[str]) -> Any:
        page = watched(context.new_page(), trouble)
        page.goto(server.address + path)
        page.wait_for_load_state("networkidle")
        return page

    return open_page


def _table(answers: int, **seat: Any) -> Screen:
    def open_table(server: Server, context: Any, trouble: list[str]) -> Any:
        joined = server.battle(A={"sits": "here", **seat}, B={"sits": "ai", "player": "greedy"})
        play_ahead(server, joined, after(answers))
        page = sat_down(context, server.address, joined, trouble)
        asked(page)
        Mouse(page).choose()
        return page

    return open_table


def _joining(server: Server, context: Any, trouble: list[str]) -> Any:
    """Whoever comes to a table brings a force of their own."""
    seats = {"A": {"sits": "here", "force": "seafolk"}, "B": {"sits": "elsewhere"}}
    wanted = {"book": "companies-and-captains", "scenario": "pitched-battle", "seats": seats, "listed": True}
    page = watched(context.new_page(), trouble)
    page.goto(f"{server.address}/join/{server.post('/api/games', wanted)['code']}")
    page.get_by_label("Your force").select_option("own")
    page.get_by_text("Ready to march").wait_for()
    return page


def _gathering(server: Server, context: Any, trouble: list[str]) -> Any:
    joined = server.battle(A={"sits": "here"}, B={"sits": "elsewhere"})
    page = sat_down(context, server.address, joined, trouble)
    page.get_by_text("Waiting for the others").wait_for()
    return page


def _opened(selector: str) -> Screen:
    """The table with something opened over it."""

    def open_it(server: Server, context: Any, trouble: list[str]) -> Any:
        page = _table(7)(server, context, trouble)
        page.keyboard.press(selector) if len(selector) == 1 else page.locator(selector).first.click()
        page.locator("dialog[open]").wait_for()
        return page

    return open_it


def _typed(server: Server, context: Any, trouble: list[str]) -> Any:
    joined = server.battle(A={"sits": "here", "dice": "typed"}, B={"sits": "ai", "player": "greedy"})
    play_ahead(server, joined, lambda question: question["kind"] == "typed dice")
    page = sat_down(context, server.address, joined, trouble)
    page.locator(".typed").first.wait_for()
    return page


def _two_here(server: Server, context: Any, trouble: list[str], **settings: Any) -> Any:
    joined = server.battle(A={"sits": "here"}, B={"sits": "here"})
    page = sat_down(context, server.address, joined, trouble, **settings)
    page.locator("[data-unit], .strip, .decision, .curtain").first.wait_for()
    return page


def _between(server: Server, context: Any, trouble: list[str]) -> Any:
    page = _two_here(server, context, trouble, posture="between", curtain="never")
    page.locator(".strip, .decision").first.wait_for()
    return page


def _curtain(server: Server, context: Any, trouble: list[str]) -> Any:
    page = _two_here(server, context, trouble, curtain="always")
    for _ in range(20):
        page.locator(".curtain, .decision .confirm").first.wait_for()
        if page.locator(".curtain").count():
            return page
        Mouse(page).answer_blindly()
    raise AssertionError("no curtain has fallen")


def _big_screen(server: Server, context: Any, trouble: list[str]) -> Any:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    watcher = server.post("/api/join", {"code": joined["code"], "role": "table screen"})
    page = sat_down(context, server.address, watcher, trouble)
    page.locator(".screen").wait_for()
    return page


def _handing_out(scenario: str) -> Screen:
    def open_table(server: Server, context: Any, trouble: list[str]) -> Any:
        page = squad(server, context, trouble, scenario, until=is_handing_out)
        until_handing_out(page)
        return page

    return open_table


def _squad(words: str, scenario: str = "exercise-1", **settings: Any) -> Screen:
    """A squad at a question that speaks of something, an answer chosen."""

    def open_table(server: Server, context: Any, trouble: list[str]) -> Any:
        page = squad(server, context, trouble, scenario, until=asks(words), **settings)
        assert words in asked(page)
        Mouse(page).choose()
        return page

    return open_table


def _briefing(server: Server, context: Any, trouble: list[str]) -> Any:
    return begun(server, context, trouble, "forgotten-ruin", "Exercise 2")


def _standing_orders(server: Server, context: Any, trouble: list[str]) -> Any:
    page = _squad("acts next")(server, context, trouble)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Standing orders").click()
    page.locator("[data-order]").first.wait_for()
    return page


def _pointing(server: Server, context: Any, trouble: list[str]) -> Any:
    """An enemy was pointed at: the ways to get at it, what they need and what may follow."""
    page = _squad("acts next", "mission")(server, context, trouble)
    page.keyboard.press("t")
    page.locator("[data-intended=way]").first.wait_for(state="attached")
    return page


def _enemy_turn(server: Server, context: Any, trouble: list[str]) -> Any:
    """What the book's own side does, step by step."""
    page = opened(enemy_phase(), server, context, trouble, MISSION)
    stopped(page)
    while not page.locator("[data-journey]").count():
        page.get_by_role("button", name="A step on").click()
    return page


def _talking(server: Server, context: Any, trouble: list[str]) -> Any:
    joined = server.battle(A={"sits": "here", "name": "Ines"}, B={"sits": "elsewhere"})
    server.post("/api/join", {"code": joined["code"], "name": "Jonas"})
    page = sat_down(context, server.address, joined, trouble)
    page.get_by_role("button", name="Talk …").click()
    return page


def _roster(book: str) -> Screen:
    """A force of one's own, with one of its entries opened and something to settle."""

    def open_it(server: Server, context: Any, trouble: list[str]) -> Any:
        page = building(server, context, trouble, book)
        page.locator(".head").nth(1).click()
        page.get_by_role("button", name="Take away").last.wait_for()
        page.get_by_role("button", name="Add a").first.click()
        page.locator("[role=alert]").first.wait_for()
        return page

    return open_it


def _set_right(server: Server, context: Any, trouble: list[str]) -> Any:
    page = correcting(server, context, trouble)
    page.get_by_label("Tap what is different").select_option(index=1)
    page.get_by_role("button", name="Stands elsewhere").click()
    return page


def _ended(server: Server, context: Any, trouble: list[str]) -> Any:
    page = correcting(server, context, trouble)
    page.get_by_role("button", name="We stop here").click()
    page.get_by_label("Why").fill("it is late")
    page.get_by_role("button", name="Set it right").click()
    page.get_by_role("button", name="Back to the game").last.click()
    page.locator(OVER).wait_for()
    return page


SCREENS: dict[str, Screen] = {
    "lobby": _page("/"),
    "new game": _page("/new"),
    "roster of a squad": _roster("forgotten-ruin"),
    "roster of a Company": _roster("companies-and-captains"),
    "setting a real table right": _set_right,
    "end of a mission": _ended,
    "join": _page("/join/ABCDEF"),
    "join with a roster": _joining,
    "puzzles": _page("/puzzles"),
    "replays": _page("/replays"),
    "rules": _page("/rules"),
    "about": _page("/about"),
    "nowhere": _page("/game/nothing"),
    "gathering": _gathering,
    "deployment": _table(1),
    "battle": _table(12),
    "typed dice": _typed,
    "handing out": _handing_out("exercise-1"),
    "handing out to a squad": _handing_out("mission"),
    "edges of a mission": _squad("edge", "mission", seed=EDGE_CHOSEN),
    "soldiers of a mission": _squad("acts next", "mission", theme="dark"),
    "orders of a soldier": _squad("What does", "mission"),
    "a soldier's move": _squad("Where does"),
    "between two": _between,
    "curtain": _curtain,
    "big screen": _big_screen,
    "on my table": _page("/table"),
    "briefing": _briefing,
    "standing orders": _standing_orders,
    "what is pointed at": _pointing,
    "the enemy's turn": _enemy_turn,
    "talk": _talking,
    "luck": _opened(".log header button"),
    "menu": _opened("button[aria-label=Menu]"),
    "keys": _opened("?"),
    "legend": _opened("l"),
    "in words": _opened("w"),
    "rule card": _opened(".decision header .tag"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_fits_at_every_size_and_is_sound(
    server: Server, device: Any, trouble: list[str], screen: str
) -> None:
    page = SCREENS[screen](server, device(), trouble)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(OVERFLOW) == [], (width, height)
        assert complaints(page) == [], (width, height)


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_the_table_is_sound_in_every_light(
    server: Server, device: Any, trouble: list[str], theme: str
) -> None:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    play_ahead(server, joined, after(9))
    page = sat_down(device(), server.address, joined, trouble, theme=theme)
    asked(page)
    Mouse(page).choose()
    assert complaints(page) == []


def test_text_of_twice_the_size_cuts_nothing_off(server: Server, device: Any, trouble: list[str]) -> None:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    page = sat_down(device(1366, 1024), server.address, joined, trouble, textScale=2)
    asked(page)
    assert page.evaluate(OVERFLOW) == []
