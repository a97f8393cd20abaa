"""Takes the pictures of docs/screens, each from a real game in a real browser.

python -m tests.browser.pictures [NAME...]     all of them, or those whose names begin so
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

import sandtable
from sandtable.players import make_player
from sandtable.players.player import view_of
from sandtable.server.files.records import record_file
from tests.browser.hands import Finger, Mouse, asked, middle, sat_down, squad, tap, until_handing_out, watched
from tests.browser.house import ROOT, Server, found_browser
from tests.browser.test_real_table import correcting
from tests.browser.test_roster import building

SCREENS = ROOT / "docs" / "screens"
DESKTOP, UPRIGHT, PHONE = (1366, 1024), (768, 1024), (390, 844)
COMPANIES = {
    "A": """Harrow
Alder Spears: Heavy Foot; 12 models; Captain
Rook Lancers: Heavy Cavalry; 6 models
Kestrels: Light Cavalry; 6 models
Larks: Light Missile; 12 models
Reed Guard: Elite Foot; 12 models
""",
    "B": """Ember
Gorse Spears: Heavy Foot; 12 models; Captain
Ash Riders: Light Cavalry; 6 models
Fen Crossbows: Heavy Missile; 12 models
Thorn: Light Foot; 12 models
Kiln: Light Engine; 1 model
""",
}
SEED, RIDERS, NEAR = 5, "A2", "B2"
"""The battle in which the pictures are taken; they are taken when its riders can attack."""
MANY_STEPS = 5
"""So many steps make a picture of an enemy that acts."""
SETTLED = 1500
"""Milliseconds until nothing moves any more."""


def played() -> tuple[dict[str, Any], bytes]:
    """A situation of a battle in which the riders are about to attack, and the record of the whole."""
    game = sandtable.new("companies-and-captains", scenario="the-crossing", seats=COMPANIES, seed=SEED)
    player = make_player("greedy")
    position: dict[str, Any] = {}
    while game.decision is not None:
        seat = game.waiting_for[0]
        asked_now = game.decision_for(seat)
        assert asked_now is not None
        if not position and "acts next" in asked_now.prompt and seat == "A" and _can_attack(game, RIDERS):
            position = game.position()
        game.answer(player.reply(view_of(game, seat), asked_now).answer, seat=seat)
    return position, record_file(game, None)


def _can_attack(game: Any, unit: str) -> bool:
    if game.state.groups[unit].done:
        return False
    outlook = game.book.outlook(game.state, unit)
    return outlook is not None and any("attack" in look.can and look.inches > 0 for look in outlook.looks)


class Studio:
    """A server, a browser, and one situation in which most pictures are taken."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server, self._browser = server, browser
        self._position, self.record = played()
        self.trouble: list[str] = []

    def context(self, size: tuple[int, int], **more: Any) -> Any:
        """A new device of a size."""
        return self._browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)

    def page(self, size: tuple[int, int], path: str) -> Page:
        """A page of the site."""
        page = watched(self.context(size).new_page(), self.trouble)
        page.goto(self.server.address + path)
        page.wait_for_load_state("networkidle")
        return page

    def table(self, size: tuple[int, int], *, second: str = "ai", **settings: Any) -> Page:
        """The battle at its moment, to be played on."""
        seats = {"A": {"sits": "here", "name": "Ines"}, "B": {"sits": second, "name": "Jonas"}}
        if second == "ai":
            seats["B"] = {"sits": "ai", "player": "greedy"}
        wanted = {"book": "companies-and-captains", "position": self._position, "seats": seats, "seed": 11}
        joined = self.server.post("/api/games", {**wanted, "listed": False})
        page = sat_down(self.context(size), self.server.address, joined, self.trouble, **settings)
        page.wait_for_selector("[data-unit]")
        return page

    def fresh(self, size: tuple[int, int], **seats: dict[str, Any]) -> Page:
        """A small battle from its beginning."""
        joined = self.server.battle(**seats)
        return sat_down(self.context(size, has_touch=True), self.server.address, joined, self.trouble)


def battle(size: tuple[int, int], **settings: Any) -> Callable[[Studio], Page]:
    """An order is about to be given, with its odds."""

    def take(studio: Studio) -> Page:
        page = studio.table(size, **settings)
        choose_a_group(page)
        for wanted in ("Attack", "Shoot", "Move"):
            found = page.locator(f".decision [role=radio]:has-text('{wanted}')")
            if found.count():
                found.first.click()
                break
        page.locator(".outcome figure, .outcome li").first.wait_for()
        return page

    return take


def choose_a_group(page: Page) -> None:
    """A Group is named; cavalry where there is some."""
    asked(page)
    riders = page.locator(".decision [role=radio]:has-text('Rook Lancers')")
    (riders if riders.count() else page.locator(".decision [role=radio]")).first.click()
    before = page.locator(".decision").get_attribute("data-question")
    page.locator(".confirm").click()
    page.wait_for_function("was => document.querySelector('.decision')?.dataset.question !== was", arg=before)
    asked(page)


def gesture(studio: Studio) -> Page:
    """An enemy was tapped: what that needs and what may follow, before the word."""
    page = studio.table(DESKTOP)
    asked(page)
    page.mouse.click(*middle(page.locator(f"[data-unit='{RIDERS}'] .base").first))
    page.locator(".ground .reach").first.wait_for(state="attached")
    page.wait_for_timeout(SETTLED)
    page.mouse.click(*middle(page.locator(f"[data-unit='{NEAR}'] .base").first))
    page.locator(".outcome figure").first.wait_for()
    return page


def move(studio: Studio) -> Page:
    """A Group is told to Move and looks where it may go."""
    page = studio.table(DESKTOP)
    for _ in range(12):
        choose_a_group(page)
        page.locator(".decision [role=radio]:has-text('Move')").first.click()
        page.locator(".confirm").click()
        page.wait_for_timeout(SETTLED)
        asked(page)
        if "Where" in page.locator("#question").inner_text():
            break
    page.keyboard.press("ArrowRight")
    return page


def between(studio: Studio) -> Page:
    """The tablet lies between two players."""
    page = studio.table((1366, 1024), second="here", posture="between", curtain="never")
    page.locator(".strip [role=radio], .decision [role=radio]").first.click()
    return page


def curtain(studio: Studio) -> Page:
    """The tablet is handed over, and nothing secret is on it."""
    page = studio.fresh(UPRIGHT, A={"sits": "here", "name": "Ines"}, B={"sits": "here", "name": "Jonas"})
    for _ in range(12):
        page.wait_for_timeout(400)
        if page.locator(".curtain").count():
            break
        Mouse(page).answer()
    page.locator(".curtain").wait_for()
    return page


def typed(studio: Studio) -> Page:
    """Dice of the real table are typed."""
    page = studio.fresh(UPRIGHT, A={"sits": "here", "dice": "typed"}, B={"sits": "ai", "player": "greedy"})
    for _ in range(60):
        asked(page)
        if page.locator(".typed .need").count():
            break
        if page.locator(".typed").count():
            page.get_by_role("button", name="Let the program roll").click()
            page.locator(".typed").wait_for(state="detached")
        else:
            Finger(page).answer()
    page.keyboard.press("5")
    return page


def replay(studio: Studio) -> Page:
    """A recorded battle is watched."""
    page = studio.page(DESKTOP, "/replays")
    record = FilePayload(name="the-crossing.sandtable", mimeType="text/plain", buffer=studio.record)
    page.locator("input[type=file]").set_input_files(record)
    page.locator("input[type=range]").wait_for()
    page.locator("input[type=range]").fill("60")
    return page


def report(studio: Studio) -> Page:
    """And told afterwards."""
    page = replay(studio)
    page.get_by_role("link", name="report").first.click()
    page.locator("article").wait_for(timeout=60_000)
    return page


def words(studio: Studio) -> Page:
    """The battlefield in words."""
    page = battle(DESKTOP)(studio)
    page.keyboard.press("w")
    return page


def enemy_steps(studio: Studio) -> Page:
    """What the book's own side did, step by step."""
    page = squad(studio.server, studio.context(DESKTOP), studio.trouble)
    until_handing_out(page)
    for _ in range(40):
        page.keyboard.press("1")
        page.locator(".confirm:not(:disabled)").click()
        page.wait_for_timeout(250)
        asked(page)
        found = page.locator(".steps.short")
        if found.count() and int("".join(filter(str.isdigit, found.inner_text())) or 0) >= MANY_STEPS:
            break
    page.get_by_role("button", name="from the first").click()
    for _ in range(60):
        page.get_by_role("button", name="A step on").click()
        if page.locator(".steps dl.journey").count():
            break
    return page


def mission(size: tuple[int, int], words: str, **settings: Any) -> Callable[[Studio], Page]:
    """A squad in a mission, at a question that speaks of something, with the AI's answer chosen."""

    def take(studio: Studio) -> Page:
        page = squad(
            studio.server, studio.context(size, has_touch=True), studio.trouble, "mission", **settings
        )
        for _ in range(90):
            if words in asked(page):
                break
            follow_advice(page)
        wanted = page.locator(".decision [role=radio]:has-text('%')")
        if wanted.count() and not page.locator(".decision [aria-checked=true]").count():
            wanted.first.click()
            page.wait_for_timeout(SETTLED)
            page.get_by_text("Working out the odds").wait_for(state="detached")
        return page

    return take


def follow_advice(page: Page) -> None:
    """Answer as our AI would."""
    before = page.locator(".decision").get_attribute("data-question")
    page.locator("[data-advice]").click()
    page.locator(".hints li button").first.click()
    if page.locator(".confirm:disabled").count():
        page.locator(".decision [role=radio], .decision [role=checkbox]").first.click()
    page.locator(".confirm").click()
    page.wait_for_function("was => document.querySelector('.decision')?.dataset.question !== was", arg=before)


def lesson(studio: Studio) -> Page:
    """The first exercise says what matters when it matters."""
    page = squad(studio.server, studio.context(UPRIGHT, has_touch=True), studio.trouble)
    for _ in range(40):
        if "at whom" in asked(page) and page.locator(".lesson").count():
            break
        follow_advice(page)
    page.locator(".decision [role=radio]").first.click()
    page.wait_for_timeout(SETTLED)
    page.get_by_text("Working out the odds").wait_for(state="detached")
    return page


def roster(studio: Studio) -> Page:
    """A squad is filled in, and is told what is wrong with it."""
    page = building(studio.server, studio.context(UPRIGHT, has_touch=True), studio.trouble)
    tap(page.locator(".head", has_text="Ames"))
    tap(page.get_by_role("button", name="shotgun", exact=True))
    page.locator("[role=alert]").first.wait_for()
    page.locator(".verdict").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.verdict').scrollIntoView({block: 'start'})")
    return page


def real_table(studio: Studio) -> Page:
    """A figure stands elsewhere on the real table."""
    page = correcting(studio.server, studio.context(UPRIGHT, has_touch=True), studio.trouble)
    figure = page.locator("[data-unit='M1'] [data-figure]").first
    tap(figure)
    tap(page.get_by_role("button", name="Stands elsewhere, or is back"))
    x, y = middle(figure)
    page.touchscreen.tap(x + 70, y + 50)
    return page


PICTURES: dict[str, Callable[[Studio], Page]] = {
    "lobby": lambda studio: studio.page(DESKTOP, "/"),
    "lobby-phone": lambda studio: studio.page(PHONE, "/"),
    "battle": battle(DESKTOP),
    "battle-dark": battle(DESKTOP, theme="dark"),
    "battle-contrast": battle(DESKTOP, theme="contrast"),
    "battle-upright": battle(UPRIGHT),
    "battle-phone": battle(PHONE),
    "gesture": gesture,
    "move": move,
    "between": between,
    "curtain": curtain,
    "typed-dice": typed,
    "in-words": words,
    "enemy-steps": enemy_steps,
    "mission": mission(DESKTOP, "at whom"),
    "mission-dark": mission(DESKTOP, "Where does", theme="dark"),
    "mission-dice": mission(DESKTOP, "Reaction die"),
    "mission-upright": mission(UPRIGHT, "Snap Fire"),
    "mission-phone": mission(PHONE, "acts next"),
    "exercise-upright": lesson,
    "roster": roster,
    "real-table": real_table,
    "replay": replay,
    "report": report,
}


def main() -> None:
    """Take the pictures that are asked for."""
    SCREENS.mkdir(exist_ok=True)
    wanted = [name for name in PICTURES if not sys.argv[1:] or name.startswith(tuple(sys.argv[1:]))]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder), ROOT / "src" / "sandtable" / "server" / "page")
        browser = play.chromium.launch(executable_path=found_browser(), args=["--no-sandbox"])
        try:
            studio = Studio(server, browser)
            for name in wanted:
                page = PICTURES[name](studio)
                page.wait_for_timeout(SETTLED)
                page.screenshot(path=SCREENS / f"{name}.jpg", type="jpeg", quality=82)
                page.context.close()
                print(name)
            assert studio.trouble == [], studio.trouble
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
