"""A short mission of a squad of four, and a finger that commands it to its end."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.browser.hands import MOST_TRIES, Finger, middle, sat_down, tap
from tests.browser.house import Server

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SHORT_SQUAD = """Short Squad
Harper, squad leader: pistol, assault rifle; personality; main character; traits Brave, Logical
Fire team 1
Quinn, fire team leader: assault rifle; personality; traits Observant, Confident
Ames, soldier: assault rifle, anti-tank weapon; personality; traits Loyal, Impulsive
Boyd, soldier: assault rifle, grenade launcher
"""
OPTIONS = {"squad_size": 4, "table_size": "24x24"}
"""A mission on a small table for a few soldiers: an ordinary one, only shorter."""
SEED = 15
HELD = 2
"""So many soldiers wait for the enemy to come."""
HOLDS = ".decision [role=radio][data-answer^='hold ']"
FIRES = ".decision [role=radio]:has(.needs)"
WAY = re.compile(r"to the |towards|into Cover|Aim")
"""What the last button says of an answer that leads somewhere on the ground."""


def short_mission(
    server: Server, context: BrowserContext, trouble: list[str], *, seed: int = SEED, **settings: Any
) -> Page:
    """A page at the table of a mission for four soldiers."""
    wanted = {"book": "forgotten-ruin", "scenario": "mission", "seed": seed, "listed": False}
    seats = {"A": {"sits": "here", "force": SHORT_SQUAD}}
    joined = server.post("/api/games", {**wanted, "options": OPTIONS, "seats": seats})
    return sat_down(context, server.address, joined, trouble, **settings)


class MissionByFinger(Finger):
    """Somebody who has not read the book: taps what the page shows, and asks for advice where it does not."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.tally: Counter[str] = Counter()

    def choose(self) -> None:
        """Hand out dice, tap the ground or an enemy, take a chance when one is offered, or ask for advice."""
        page = self.page
        asked = page.locator("#question").inner_text()
        if page.locator(".allocate").count():
            self._hand_out()
        elif page.locator(".own").count():
            self._go()
        elif "at whom" in asked and page.locator(".nameable").count():
            tap(page.locator("[data-figure]:has(> .nameable)").first)
            self.tally["targets"] += 1
        elif "acts next" in asked and self.tally["held"] < HELD and page.locator(HOLDS).count():
            tap(page.locator(HOLDS).first)
            self.tally["held"] += 1
        elif "Snap Fire" in asked and page.locator(FIRES).count():
            tap(page.locator(FIRES).first)
            self.tally["Snap Fire"] += 1
        elif "Luck" in asked or "Story Point" in asked:
            self.tally["Luck" if "Luck" in asked else "Story Points"] += 1
            self._ask()
        else:
            self._ask()

    def _ask(self) -> None:
        """Take the first advice; where there was no time to think, ask again."""
        advice = self.page.locator(".hints li button").first
        begun = self.page.locator("[data-clear]")
        for _ in range(MOST_TRIES):
            # The touch that named the last target may have pointed at it once more, and begun something new.
            self.page.locator("[data-advice], [data-clear]").first.wait_for()
            if begun.count():
                self.press("[data-clear]")
            self.press("[data-advice]")
            advice.or_(self.page.get_by_text("There was no time to think")).wait_for()
            if advice.count():
                tap(advice)
                return
            self.press("[data-advice]")
        raise AssertionError("the AI never had time to think")

    def _hand_out(self) -> None:
        """Every die by hand: the first is dragged, the others are tapped."""
        page = self.page
        holders = page.locator("[data-holder]")
        if not self.tally["dragged dice"]:
            self.hand(page.locator(".things .thing").first, holders.first)
            self.tally["dragged dice"] += 1
        for place in range(holders.count()):
            if not page.locator(".things .thing").count():
                return
            if holders.nth(place).locator(".given").count():
                continue
            tap(page.locator(".things .thing").first)
            page.wait_for_timeout(30)
            tap(holders.nth(place).locator(".holder"))
            self.tally["tapped dice"] += 1

    def _go(self) -> None:
        """Tap the ground where the advice would go; where that is not allowed, take the advice as it is."""
        page = self.page
        self._ask()
        page.wait_for_timeout(50)
        page.locator(".own[data-judged]").wait_for()
        if not WAY.search(page.locator(".confirm").inner_text()):
            return
        page.touchscreen.tap(*middle(page.locator("[data-plan].ghost").first))
        page.locator(".own[data-judged]", has_text="Your own plan").wait_for()
        if page.locator(".own[data-judged=refused]").count():
            self._ask()
        else:
            self.tally["tapped ground"] += 1
