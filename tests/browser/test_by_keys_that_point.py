"""A whole exercise by the keyboard alone: a digit for who, T for whom, arrows for where, Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.hands import OVER, Keys, asked, squad

if TYPE_CHECKING:
    from tests.browser.house import Server

MOST_ANSWERS = 200
SKETCHED = "[data-intended=way], [data-intended=none]"
WAY = "[data-intended=way]"
STEPS = 8
"""So many half inches the arrows go on."""


class KeysThatPoint(Keys):
    """Whoever acts shoots at the nearest enemy that can be shot at, else goes on towards the enemy."""

    gestures = 0

    def choose(self) -> None:
        """Point with keys where pointing means something."""
        page = self.page
        if not any(words in asked(page) for words in ("acts next", "do?")):
            return super().choose()
        if "acts next" in page.locator("#question").inner_text():
            page.keyboard.press("1")
        page.keyboard.press("t")
        if not self._is_sketched("[data-way=fire], [data-way=brawl]"):
            page.keyboard.press("Escape")
            for _ in range(STEPS):
                page.keyboard.press("ArrowUp")
            if not self._is_sketched("[data-way]"):
                page.keyboard.press("Escape")
                return super().choose()
        self.gestures += 1
        return None

    def _is_sketched(self, way: str) -> bool:
        if not self.page.locator("[data-intended]").count():
            return False
        self.page.locator(SKETCHED).first.wait_for(state="attached")
        return bool(self.page.locator(WAY).count() and self.page.locator(way).count())


def test_a_whole_exercise_is_played_by_keys_that_point(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(), trouble)
    player = KeysThatPoint(page)
    answers = 0
    while player.answer():
        answers += 1
        assert answers < MOST_ANSWERS
    assert page.locator(OVER).count()
    assert player.gestures > 5
