"""A whole mission and a whole battle by the keyboard alone: nothing is ever pointed at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.browser.hands import OVER, Keys, asked, number, sat_down
from tests.browser.mission import short_mission

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.house import Server

MOST_ANSWERS = 300
SKETCHED = "[data-intended=way], [data-intended=none]"
STEPS = 6
"""So many half inches the arrows go on."""
OFTEN = 3
"""So often each thing is done by hand; then the advice is taken, by keys too."""
COUNT_POINTERS = (
    "window.pointers = 0; addEventListener('pointerdown', () => { window.pointers += 1; }, true);"
)
IS_ADVISED = """() => document.activeElement?.closest('.hints')
  || document.querySelector('.hints .note')?.innerText.startsWith('There was no time')"""


class KeysAlone(Keys):
    """Whoever has no hand for a mouse: dice, ways, targets, advice, orders and taking back by keys."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.tally: Counter[str] = Counter()

    def choose(self) -> None:
        """Do by hand what is still to be shown, else take the first advice."""
        page = self.page
        words = asked(page)
        if page.locator(".allocate").count() and not self.tally["dice"]:
            self._hand_out()
        elif "acts next" in words and self.tally["shots"] < OFTEN and self._aim():
            self.tally["shots"] += 1
        elif "acts next" in words and self.tally["ways"] < OFTEN and self._go():
            self.tally["ways"] += 1
        elif page.locator(".own").count() and self.tally["plans"] < OFTEN and self._plan():
            self.tally["plans"] += 1
        else:
            self._ask()

    def _hand_out(self) -> None:
        """Each die to the next in the list; one is taken back and given again."""
        page = self.page
        holders = page.locator("[data-holder]").count()
        while page.locator(".things .thing").count():
            left = page.locator(".things .thing").count()
            page.keyboard.press("g")
            page.locator(".things [aria-pressed=true]").wait_for()
            page.keyboard.press(str(self.tally["dice"] % holders + 1))
            page.locator(f".things:not(:has(.thing:nth-of-type({left})))").wait_for(state="attached")
            self.tally["dice"] += 1
        page.keyboard.press("Backspace")
        page.locator(".things [aria-pressed=true]").wait_for()
        page.keyboard.press(str((self.tally["dice"] - 1) % holders + 1))

    def _aim(self) -> bool:
        """At the nearest enemy, if that is a shot and no way to somewhere."""
        self.page.keyboard.press("t")
        return self._is_sketched("[data-way=fire], [data-way=brawl]")

    def _go(self) -> bool:
        for _ in range(STEPS):
            self.page.keyboard.press("ArrowUp")
        return self._is_sketched("[data-way]")

    def _is_sketched(self, way: str) -> bool:
        page = self.page
        if page.locator("[data-intended]").count():
            page.locator(SKETCHED).first.wait_for(state="attached")
            if page.locator("[data-intended=way]").count() and page.locator(way).count():
                return True
        page.keyboard.press("Escape")
        page.locator("[data-intended]").wait_for(state="detached")
        return False

    def _plan(self) -> bool:
        """An inch on, if the rules allow it."""
        for _ in range(2):
            self.page.keyboard.press("ArrowUp")
        self.page.locator(".own[data-judged]", has_text="Your own plan").wait_for()
        return bool(self.page.locator(".own[data-judged=fine]").count())

    def _ask(self) -> None:
        page = self.page
        if page.locator("[data-intended]").count():
            # The next in line aims where the one before did, and who aims asks for no advice.
            page.keyboard.press("Escape")
            page.locator("[data-intended]").wait_for(state="detached")
        if page.locator(".confirm:disabled").count() == 0 and not page.locator(".own, [role=radio]").count():
            return
        if page.locator(".hints").count():
            # What was advised before something was taken back is put away first.
            page.keyboard.press("h")
        page.keyboard.press("h")
        page.wait_for_function(IS_ADVISED)
        if page.locator(".hints li button:focus").count():
            page.keyboard.press("Enter")
            page.wait_for_function("() => !document.activeElement?.closest('.hints')")
            self.tally["advice"] += 1
        else:
            super().choose()


def ordered(page: Page) -> None:
    """A standing order is given, and taken back by looking at it again."""
    asked(page)
    page.keyboard.press("s")
    page.get_by_role("dialog", name="Standing orders").wait_for()
    setting = page.locator("[data-order] input:checked").first
    before = setting.get_attribute("value")
    while not page.locator("[data-order] input:focus").count():
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "was => document.querySelector('[data-order] input:checked').value !== was", arg=before
    )
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def test_a_whole_mission_by_keys_alone(server: Server, device: Any, trouble: list[str]) -> None:
    context = device()
    context.add_init_script(COUNT_POINTERS)
    page = short_mission(server, context, trouble)
    ordered(page)
    player = KeysAlone(page)
    answers = 0
    while player.answer():
        answers += 1
        assert answers < MOST_ANSWERS
        if answers == OFTEN:
            now = number(page) if asked(page) else ""
            page.keyboard.press("Control+z")
            page.wait_for_function(
                "was => (document.querySelector('.decision')?.dataset.question ?? was) !== was", arg=now
            )
    assert "over" in page.locator(OVER).inner_text().lower()
    assert all(player.tally[one] for one in ("dice", "shots", "ways", "plans", "advice")), player.tally
    assert page.evaluate("window.pointers") == 0


def test_a_whole_battle_by_keys_alone(server: Server, device: Any, trouble: list[str]) -> None:
    context = device()
    context.add_init_script(COUNT_POINTERS)
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    page = sat_down(context, server.address, joined, trouble)
    player = Keys(page)
    answers = 0
    while player.answer():
        answers += 1
        assert answers < MOST_ANSWERS
    assert "over" in page.locator(OVER).inner_text().lower()
    assert page.get_by_role("link", name="Read the report").is_visible()
    assert page.evaluate("window.pointers") == 0
