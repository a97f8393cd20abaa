"""Hands for a page: one who clicks, one who taps, one who types; and eyes that look for trouble."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tests.browser.ahead import Question, play_ahead
from tests.browser.house import PATIENCE, Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Locator, Page

OPEN_QUESTION = ".decision .confirm:not(:has-text('Sent'))"
OVER = ".ended"
BY_HAND = ".hands .go"
"""What is to be done on a real table first."""
MOST_TRIES = 5


def watched(page: Page, trouble: list[str]) -> Page:
    """The page, with every error of its console written down."""
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda said: trouble.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    return page


def sat_down(context: BrowserContext, address: str, joined: Any, trouble: list[str], **settings: Any) -> Page:
    """A page at the table, with the place that the server gave out."""
    kept = {**joined, "book": "", "title": "", "used": 0}
    shown = {"theme": "light", "speed": 0, **settings}
    context.add_init_script(
        "if (!localStorage.getItem('sandtable.places')) {"
        f"localStorage.setItem('sandtable.places', {json.dumps(json.dumps([kept]))});"
        f"localStorage.setItem('sandtable.settings', {json.dumps(json.dumps(shown))}); }}"
    )
    page = watched(context.new_page(), trouble)
    page.goto(f"{address}/game/{joined['game']}")
    return page


CLICKS = """thing => {
  window.isClicked = false;
  const hear = event => { window.isClicked ||= event.composedPath().includes(thing); };
  window.addEventListener("click", hear, { capture: true, once: true });
}"""
SLOW_TAP = 3_000
"""Milliseconds in which a tap has become a click, however busy the machine is."""


def tap(thing: Locator) -> None:
    """Tap a thing; once more where it was not clicked: a busy browser swallows it or lets it fall beside."""
    from playwright.sync_api import TimeoutError as TooLong

    for _ in range(MOST_TRIES):
        thing.evaluate(CLICKS)
        thing.tap()
        try:
            thing.page.wait_for_function("() => window.isClicked", timeout=SLOW_TAP)
        except TooLong:
            continue
        return
    raise AssertionError(f"nothing was clicked: {thing}")


def asked(page: Page) -> str:
    """The open question, once there is one; empty when the battle is over."""
    page.wait_for_selector(f"{OPEN_QUESTION}, {OVER}, {BY_HAND}")
    while page.locator(BY_HAND).count():
        page.locator(BY_HAND).click()
        page.wait_for_selector(f"{OPEN_QUESTION}, {OVER}, {BY_HAND}")
    if page.locator(OVER).count():
        return ""
    return page.locator("#question").inner_text()


def number(page: Page) -> str:
    """What tells one question from the next."""
    return page.locator(".decision").get_attribute("data-question") or ""


def try_now(page: Page) -> None:
    """Press the button by which a cut line is tried, unless the page has come back by itself."""
    page.evaluate(
        "() => [...document.querySelectorAll('button')].find(one => one.innerText === 'Try now')?.click()"
    )


def opened(page: Page) -> None:
    """Hold the button of the curtain until it is gone."""
    page.locator(".curtain .open").hover()
    page.mouse.down()
    page.locator(".curtain").wait_for(state="detached")
    page.mouse.up()


def squad(
    server: Server,
    context: BrowserContext,
    trouble: list[str],
    scenario: str = "exercise-1",
    options: dict[str, Any] | None = None,
    until: Callable[[Question], bool] | None = None,
    seed: int = 7,
    **settings: Any,
) -> Page:
    """A page at the table of a squad against the book, in its first exercise or another scenario.

    It begins at the first question that is waited for, if there is one to wait for.
    """
    wanted = {
        "book": "forgotten-ruin",
        "scenario": scenario,
        "options": options or {},
        "seed": seed,
        "listed": False,
    }
    joined = server.post("/api/games", {**wanted, "seats": {"A": {"sits": "here", "force": "red-squad"}}})
    if until is not None:
        play_ahead(server, joined, until)
    return sat_down(context, server.address, joined, trouble, **settings)


LIES_STILL = """async thing => {
  await document.fonts.ready;
  const place = () => { const {x, y} = thing.getBoundingClientRect(); return `${x} ${y}`; };
  let [before, same] = [place(), 0];
  while (same < 3) {
    await new Promise(requestAnimationFrame);
    const now = place();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""
"""A thing lies where it will lie once its letters are there and it has not moved for a few pictures."""


def middle(found: Any) -> tuple[float, float]:
    """The middle of a thing on the screen, once it lies still."""
    found.evaluate(LIES_STILL)
    box = found.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until_handing_out(page: Page) -> None:
    """Answer on until dice are to be handed out."""
    for _ in range(40):
        asked(page)
        if page.locator(".allocate").count():
            return
        Mouse(page).answer()
    raise AssertionError("nothing was to be handed out")


IS_CHOSEN = """before => {
  const open = document.querySelector('.decision');
  if (document.querySelector('.ended, .hands') || open?.dataset.question !== before) return 'given';
  return open.querySelector('.confirm:enabled') ? 'chosen' : '';
}"""
"""Whether an answer can be given; a second touch, of a tap that seemed to be lost, has given it already."""

IS_GIVEN = """before => document.querySelector('.ended, .hands')
  || document.querySelector('.decision')?.dataset.question !== before"""

SAYS = ":has([id$='-what']:has-text('{}'))"
"""An answer whose words, not what it leads to, say this."""
LABELS = "all => all.map(one => (one.querySelector(`[id$='-what']`) ?? one).innerText)"


class Mouse:
    """Plays by clicking."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str) -> None:
        """Press the first thing that fits."""
        self.page.locator(selector).first.click()

    def choose(self) -> None:
        """Choose an answer, an attack rather than anything else."""
        page = self.page
        if page.locator(".confirm:disabled").count() and page.locator(".allocate .ways button").count():
            self.press(".allocate .ways button")
        chosen = page.locator(".decision [role=radio][aria-checked=true]").count()
        if page.locator(".decision [role=radio]").count() and not chosen:
            for wanted in (SAYS.format("Attack"), SAYS.format("Shoot"), ""):
                if page.locator(f".decision [role=radio]{wanted}").count():
                    self.press(f".decision [role=radio]{wanted}")
                    break
        while (
            page.locator(".confirm:disabled").count()
            and page.locator(".decision [role=checkbox][aria-checked=false]").count()
        ):
            self.press(".decision [role=checkbox][aria-checked=false]")

    def confirm(self) -> None:
        """Give the answer."""
        self.press(".confirm")

    def answer_blindly(self) -> None:
        """Answer, whatever may come between this question and the next."""
        self.choose()
        self.confirm()
        self.page.locator(".curtain, .hands, .decision .confirm:not(:has-text('Sent'))").first.wait_for()

    def answer(self) -> bool:
        """Answer the open question; false when the battle is over."""
        if not asked(self.page):
            return False
        before = number(self.page)
        self._settle(before)
        self._give(before)
        return True

    def _settle(self, before: str) -> None:
        """Choose; once more where what was looked at had gone before it was touched.

        A page is drawn anew while it is looked at: a hint comes, a question is asked again, a touch that
        seemed to be lost has given the answer after all.
        """
        from playwright.sync_api import TimeoutError as TooLong

        self.page.set_default_timeout(PATIENCE / 2)
        try:
            for tries_left in reversed(range(MOST_TRIES)):
                try:
                    self.choose()
                    return
                except TooLong:
                    if self.page.evaluate(IS_GIVEN, before):
                        return
                    if not tries_left:
                        raise
        finally:
            self.page.set_default_timeout(PATIENCE)

    def _give(self, before: str) -> None:
        """Give the answer; once more where the touch fell on something else because the page had moved."""
        from playwright.sync_api import TimeoutError as TooLong

        for _ in range(MOST_TRIES):
            if self.page.wait_for_function(IS_CHOSEN, arg=before).json_value() == "given":
                return
            with suppress(TooLong):
                self.confirm()
                self.page.wait_for_function(IS_GIVEN, arg=before, timeout=SLOW_TAP)
        raise AssertionError(f"the answer to {before} was never given")


class Finger(Mouse):
    """Plays by tapping."""

    def press(self, selector: str) -> None:
        """Tap the first thing that fits."""
        tap(self.page.locator(selector).first)

    def confirm(self) -> None:
        """Tap the button; whether it took is seen by what is asked next."""
        self.page.locator(".confirm").first.tap()

    def drag(self, thing: Any, onto: Any) -> None:
        """Draw a thing onto another, with a real finger: down, along, up."""
        (x, y), (to_x, to_y) = middle(thing), middle(onto)
        hand = self.page.context.new_cdp_session(self.page)
        for share in (0.0, 0.1, 0.5, 0.9, 1.0):
            at = {"x": x + (to_x - x) * share, "y": y + (to_y - y) * share}
            kind = "touchStart" if share == 0.0 else "touchMove"
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        hand.detach()

    def hand(self, thing: Any, holder: Any) -> None:
        """Drag a thing onto who gets it; on a page that is still being laid out a second time."""
        for _ in range(MOST_TRIES):
            self.drag(thing, holder)
            self.page.wait_for_timeout(50)
            if holder.locator(".given").count():
                break
        holder.locator(".given").wait_for()


SHOOTS = ("Fire", "End the activation", "Use nothing")
HOLDS = ("All others hold", *SHOOTS)
"""What a squad does that stands and shoots, or lets the enemy come, the first first."""


class SquadByFinger(Finger):
    """Commands a squad by finger: dice are dragged, enemies are tapped, soldiers stand and shoot."""

    def __init__(self, page: Page, *, holds: bool = False) -> None:
        super().__init__(page)
        self._ways = HOLDS if holds else SHOOTS
        self.dragged = 0
        self.tapped = 0

    def choose(self) -> None:
        """Hand the dice out, tap an enemy that may be shot at, or choose among the answers."""
        page = self.page
        if page.locator(".allocate").count():
            self._hand_out()
        elif page.locator(".nameable").count() and "at whom" in page.locator("#question").inner_text():
            tap(page.locator("[data-figure]:has(> .nameable)").first)
            self.tapped += 1
        elif page.locator(".decision [role=radio]").count():
            self._choose_one()
        super().choose()

    def _choose_one(self) -> None:
        for way in self._ways:
            found = self.page.get_by_role("radio", name=way, exact=True)
            if found.count():
                tap(found.first)
                return

    def _hand_out(self) -> None:
        """The first die is dragged, the others go where they make most soldiers quick."""
        page = self.page
        if not self.dragged:
            soldier = page.locator("[data-holder]").first
            self.hand(page.locator(".things .thing").first, soldier)
            self.dragged += 1
        # A finger that has just been lifted is not taken for another one at once.
        while not page.locator(".ways button[aria-pressed=true]").count():
            tap(page.locator(".ways button").first)
            page.wait_for_timeout(50)


class Keys(Mouse):
    """Plays by the keyboard alone."""

    def choose(self) -> None:
        """A digit chooses; for several, the keys choose one after the other."""
        page = self.page
        if page.locator(".decision [role=radio][aria-checked=true]").count():
            return
        if page.locator(".decision [role=radio]").count():
            labels = page.locator(".decision [role=radio]").evaluate_all(LABELS)
            wanted = [place for place, text in enumerate(labels) if "Attack" in text or "Shoot" in text]
            page.keyboard.press(str((wanted or [0])[0] + 1))
        digit = 1
        while page.locator(".confirm:disabled").count() and digit < 10:
            page.keyboard.press(str(digit))
            digit += 1

    def confirm(self) -> None:
        """Enter gives the answer."""
        self.page.keyboard.press("Enter")
