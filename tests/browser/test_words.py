"""In a language that nobody speaks it is seen what was forgotten.

Words in no catalogue, sentences glued from pieces, and what has room in English alone.

SANDTABLE_WORDS=1 prints every word that a server said, by where it stood in its answers.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.hands import Mouse, asked, sat_down, squad, until_handing_out, watched
from tests.browser.house import Server
from tests.browser.test_answers_in_sight import IN_SIGHT
from tests.browser.test_replay import RECORD, opened, violations
from tests.browser.test_screens import OVERFLOW

if TYPE_CHECKING:
    from playwright.sync_api import Page

PSEUDO = ("en-XA", "ar-XB")
"""Longer and with accents; from right to left."""
SIZES = ((1366, 768), (390, 844))
PRINTS = bool(os.environ.get("SANDTABLE_WORDS"))
PICTURES = os.environ.get("SANDTABLE_PICTURES", "")
"""A folder for pictures of every stop, for whoever wants to look."""
ENDS_IN_DOTS = {
    "span.title  span.title ",
    "span.sub  span.sub ",
    "b.name  b.name ",
    "span.word  span.word ",
    "span.verb  span.verb ",
    "button.button room undo  span.word ",
    "section.slip ground-slip  b.",
}
"""What finds no room in English either: names of games and units, the word beside Undo, a hint."""

SHOWN = """() => {
  const found = [];
  const skip = 'script, style, noscript, template, [translate=no]';
  const words = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const text = node.data.trim();
    if (text && !node.parentElement.closest(skip)) found.push([text, node.parentElement.localName]);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description']) {
    for (const one of document.querySelectorAll(`[${name}]`)) {
      if (!one.closest('[translate=no]')) found.push([one.getAttribute(name).trim(), name]);
    }
  }
  return found;
}"""

CUT = """() => {
  const cut = new Set();
  const unseen = 'script, style, svg, .hidden, [inert], [aria-hidden=true], option';
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const classOf = one => (one.getAttribute('class') ?? '').replaceAll(/s(velte)?-\\w+/g, '');
  const nameOf = one => `${one.localName}.${classOf(one)}`;
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(unseen)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lies = range.getBoundingClientRect();
    if (!lies.width || !lies.height) continue;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const flows = [overflowX, overflowY];
      if (flows.some(one => one === 'auto' || one === 'scroll')) break;
      if (flows.every(one => one === 'visible')) continue;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (lies.left < left - 2 || lies.right > right + 2 || lies.top < top - 3 || lies.bottom > bottom + 3) {
        cut.add(`${nameOf(box)} ${nameOf(parent)}`);
      }
      break;
    }
  }
  return [...cut];
}"""

SETTLED = """async () => {
  await document.fonts.ready;
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
}"""

GLUED = re.compile(r"⟧\s*⟦")
MESSAGE = re.compile(r"⟦[^⟦⟧]*⟧")
DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs without a shape that say in which direction is read."""
LETTER = re.compile(r"[^\W\d_]")
COUNT = re.compile(r"^[-+−]?\d+ ")
BETWEEN = re.compile(r"\s*(?:[·,;:.()“”″×+−–/|]|\s-\s|\n)\s*")
NAMED = (".points", ".things", ".holders", ".notes", ".facts", ".card", ".result")
"""Where names of things are said that a page shows."""
NAMES = {"sandtable", "n"}
"""What is the same in every language."""


class Wire:
    """Everything that the server has said to a page, by where it stood."""

    def __init__(self, page: Page) -> None:
        self.places: dict[str, str] = {}
        page.on("response", self._answered)
        page.on("websocket", lambda line: line.on("framereceived", self._told))

    def _answered(self, response: Any) -> None:
        if "/api/" in response.url and "json" in response.headers.get("content-type", ""):
            where = re.sub(
                r"/[0-9a-zA-Z_-]{12,}|/[A-Z0-9]{6}(?=/|$)", "/*", response.url.split("/api/")[1].split("?")[0]
            )
            try:
                self._note(response.json(), where)
            except Exception:  # A page that goes on no longer has what it was told.
                return

    def _told(self, frame: Any) -> None:
        said = json.loads(frame)
        self._note(said, said.get("type", "") if isinstance(said, dict) else "")

    def _note(self, said: Any, where: str) -> None:
        if isinstance(said, str):
            for words in {said, *said.split("\n")}:
                self.places.setdefault(plain(words), where)
                self.places.setdefault(plain(words.replace("_", " ")), where)
        elif isinstance(said, list):
            for one in said:
                self._note(one, where)
        elif isinstance(said, dict):
            for name, one in said.items():
                if where.endswith(NAMED):
                    self._note(name, where)
                self._note(one, f"{where}.{name}" if not where.endswith("facts") else f"{where}.*")

    def place(self, words: str) -> str | None:
        """Where words come from, be they whole or several; nothing where the page has them of itself."""
        if (found := self.places.get(plain(words))) is not None:
            return found
        parts = [COUNT.sub("", one) for one in BETWEEN.split(words) if LETTER.search(one)]
        found_parts = [self.places.get(plain(one)) or ("" if plain(one) in NAMES else None) for one in parts]
        if any(one is None for one in found_parts):
            return None
        return " + ".join(sorted({one for one in found_parts if one})) or "-"


def plain(words: str) -> str:
    """Words without their case and the space and stops around them."""
    return " ".join(words.split()).strip(" .,:;·()“”").casefold()


def forgotten(page: Page, wire: Wire, told: dict[str, set[str]]) -> list[str]:
    """What stands on a page in plain English and was not said by the server."""
    bare = []
    for text, where in page.evaluate(SHOWN):
        rest = DIRECTIONS.sub("", text)
        while (less := MESSAGE.sub(" · ", rest)) != rest:
            rest = less
        if GLUED.search(DIRECTIONS.sub("", text)):
            bare.append(f"{where}, glued: {text}")
        if not LETTER.search(rest) or (where == "kbd" and len(rest) == 1):
            continue
        place = wire.place(rest)
        if place is None:
            bare.append(f"{where}: {text}")
        else:
            told[place].add(rest)
    return sorted(set(bare))


def stops(server: Server, device: Any, trouble: list[str], language: str) -> Iterator[tuple[str, Page, Wire]]:
    """A way through the page: every door, a few turns of a battle, a squad, a replay and a report."""
    address = server.address
    settings = {"language": language}
    context = device(*SIZES[0], reduced_motion="reduce")
    page = watched(context.new_page(), trouble)
    wire = Wire(page)
    for path in (
        "/",
        "/new",
        "/table",
        "/rules",
        "/puzzles",
        "/replays",
        "/about",
        "/game/nothing",
        "/join/ABCDEF",
    ):
        page.goto(f"{address}{path}?language={language}")
        page.wait_for_load_state("networkidle")
        yield path, page, wire
    page.goto(f"{address}/new/companies-and-captains")
    page.locator("select").first.select_option("own")
    page.locator(".verdict").first.wait_for()
    yield "roster", page, wire
    opened(page, server, RECORD)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    yield "replay", page, wire
    page.locator("header a[href^='/report']").click()
    page.locator("article h1").wait_for()
    yield "report", page, wire
    page.close()
    yield from _battle(server, device, trouble, settings)
    yield from _squad(server, device, trouble, settings)


def _entered(page: Page) -> Wire:
    """What a page is told from now on, and once more from the beginning."""
    wire = Wire(page)
    page.reload()
    return wire


def _battle(
    server: Server, device: Any, trouble: list[str], settings: dict[str, Any]
) -> Iterator[tuple[str, Page, Wire]]:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    page = sat_down(device(*SIZES[0], reduced_motion="reduce"), server.address, joined, trouble, **settings)
    wire = _entered(page)
    seen: set[str] = set()
    for _ in range(14):
        asked(page)
        Mouse(page).choose()
        kind = page.locator(".decision .label, .decision .answers > div > *").evaluate_all(
            "all => all.map(one => one.className).join()"
        )
        if kind not in seen:
            seen.add(kind)
            yield f"question {len(seen)}", page, wire
        Mouse(page).answer()
    for name, key in (("keys", "?"), ("legend", "l"), ("in words", "w")):
        asked(page)
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        yield name, page, wire
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    page.locator(".bar button.icon-button").last.click()
    page.locator("dialog[open]").wait_for()
    yield "menu", page, wire
    page.locator("dialog[open] .resign").hover()
    page.mouse.down()
    page.locator(".ended").wait_for()
    page.mouse.up()
    yield "end", page, wire


def _squad(
    server: Server, device: Any, trouble: list[str], settings: dict[str, Any]
) -> Iterator[tuple[str, Page, Wire]]:
    page = squad(server, device(*SIZES[0], reduced_motion="reduce"), trouble, **settings)
    wire = _entered(page)
    until_handing_out(page)
    yield "handing out", page, wire
    for name in ("soldier", "soldier's deed", "enemy"):
        Mouse(page).answer()
        asked(page)
        Mouse(page).choose()
        yield name, page, wire


def sized(page: Page) -> Iterator[tuple[int, int]]:
    """A page at every size."""
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate(SETTLED)
        yield wide, high
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})


@pytest.mark.parametrize("language", PSEUDO)
def test_a_language_that_nobody_speaks_shows_what_was_forgotten(
    server: Server, device: Any, trouble: list[str], language: str
) -> None:
    told: dict[str, set[str]] = defaultdict(set)
    wrong: dict[str, str] = {}
    for stop, page, wire in stops(server, device, trouble, language):
        assert page.evaluate("document.documentElement.lang") == language
        for wide, high in sized(page):
            at = f"{stop} at {wide}x{high}"
            if PICTURES:
                page.screenshot(path=f"{PICTURES}/{language}-{stop.strip('/').replace('/', '_')}-{wide}.png")
            for one in _wrong(page, wire, told, is_narrow=wide == SIZES[-1][0]):
                wrong.setdefault(one, at)
    if PRINTS:
        for place, words in sorted(told.items()):
            print(f"{place}: {sorted(words)[:6]}")
    assert not wrong, "\n".join(f"{at}: {one}" for one, at in wrong.items())


def _wrong(page: Page, wire: Wire, told: dict[str, set[str]], *, is_narrow: bool) -> Iterator[str]:
    """What was forgotten on a page as it is now, and what finds no room on it."""
    yield from (f"in no catalogue: {one}" for one in forgotten(page, wire, told))
    yield from (f"too wide: {one}" for one in page.evaluate(OVERFLOW))
    yield from (f"cut off: {one}" for one in page.evaluate(CUT) if one not in ENDS_IN_DOTS)
    if is_narrow:
        yield from violations(page)
    if page.locator("[data-question]").count() and not page.locator("dialog[open]").count():
        yield from page.evaluate(IN_SIGHT.replace('[aria-label="The ground"]', ".ground-slip"), 1)["missing"]
