"""What others do and what dice lead to is told step by step, and nothing on the page is ahead of the step."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.kernel.event import ROLLED
from tests.browser.measured import IS_ON, keep
from tests.browser.recorded import Passage, RecordedTable, passages

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.house import Server

SIZES = ((1366, 768), (768, 1024), (390, 844))
MISSION = "forgotten_ruin/whole-mission-won"
EXERCISE = "forgotten_ruin/exercise-1-lost"
BATTLE = "companies_and_captains/whole-companies-pitched-battle"
BOOKS = {MISSION: "forgotten-ruin", EXERCISE: "forgotten-ruin", BATTLE: "companies-and-captains"}
MOBS = 3
SECONDS = 15.0
SLOW = 0.5
"""The speed at which nothing is over before a test stops it."""

TOLD = "[data-at]"
PAGE = """() => {
  const words = [document.title];
  for (const one of document.querySelectorAll('body, [aria-label]')) {
    words.push(one === document.body ? one.textContent : one.getAttribute('aria-label'));
  }
  return words.join(' | ');
}"""
OVER_THE_GROUND = """told => {
  const dock = document.querySelector('[data-at]').getBoundingClientRect();
  const ground = document.querySelector('.ground-slip').getBoundingClientRect();
  const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => beside(a, b) || beside(b, a);
  const wrong = [];
  if (!apart(dock, ground)) wrong.push('the player lies on the ground');
  for (const id of told) {
    for (const base of document.querySelectorAll(`[data-unit='${id}'] .base`)) {
      const at = base.getBoundingClientRect();
      if (!apart(dock, at)) wrong.push(`the player lies on ${id}`);
      const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
      const isSeen = x >= ground.left && x <= ground.right && y >= ground.top && y <= ground.bottom;
      if (!isSeen) wrong.push(`${id} is out of sight`);
    }
  }
  return wrong;
}"""


@cache
def enemy_phase() -> Passage:
    """Three mobs act one after another, after a die that decides which of them rages."""
    return next(
        one
        for one in passages(MISSION)
        if sum(told.activation for told in one.happened) >= MOBS and any(told.rows for told in one.happened)
    )


@cache
def dearest(name: str) -> Passage:
    """The passage with most dice."""
    return max(passages(name), key=lambda one: sum(told.kind == ROLLED for told in one.happened))


def opened(
    passage: Passage, server: Server, context: Any, trouble: list[str], name: str, **settings: Any
) -> Page:
    """A page to which the passage has just been told."""
    table = RecordedTable(context, server.address, (passage.before.seat,), BOOKS[name], trouble)
    table.sit_down(**{"speed": SLOW, **settings})
    table.go_on(passage)
    return table.page


def stopped(page: Page) -> int:
    """Stand still at the first step; how many there are."""
    page.get_by_role("button", name="Stand still").click()
    while page.locator(TOLD).get_attribute("data-at") != "0":
        page.get_by_role("button", name="A step back").click()
    return int(page.locator(f"{TOLD} header .note").inner_text().split(" of ")[1])


def _plain(text: str) -> str:
    """A line as the page writes it: names without the ids before them."""
    return re.sub(r"\b[A-Z]\d+ (?=[A-Z])", "", text)


def _bar(page: Page) -> list[str]:
    return page.locator("[data-person]").all_inner_texts()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("which", ["enemy phase", EXERCISE, BATTLE])
def test_nothing_is_told_ahead_of_the_step_that_is_shown(
    which: str, size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    name = MISSION if which == "enemy phase" else which
    passage = enemy_phase() if which == "enemy phase" else dearest(name)
    page = opened(passage, server, device(*size), trouble, name)
    count = stopped(page)
    assert count > 2
    known = {_plain(one.text) for one in passage.before.parts["events"]}
    lines = [_plain(one.text) for one in passage.happened]
    prompt = passage.after.parts["question"].prompt
    dice, bar = 0, _bar(page)
    for step in range(count - 1):
        shown = page.locator(TOLD)
        assert shown.get_attribute("data-at") == str(step)
        until = int(shown.get_attribute("data-until") or 0) - len(passage.before.parts["events"])
        known |= set(lines[:until])
        later = passage.happened[until:]
        if page.locator("[data-falls]").count():
            dice += 1
            # The dice themselves are seen, and nothing of what they lead to.
            assert later[0].kind == ROLLED
            known |= {_plain(one.text) for one in later if one.kind == ROLLED}
            assert _bar(page) == bar, "somebody's card knows what the dice will mean"
        words = page.evaluate(PAGE)
        assert [
            one for one in map(_plain, (one.text for one in later)) if one not in known and one in words
        ] == []
        assert page.locator("[data-question]").count() == 0
        assert prompt == passage.before.parts["question"].prompt or prompt not in words
        bar = _bar(page)
        page.keyboard.press("ArrowRight")
    assert dice
    page.locator(f"[data-question='{passage.after.seat} 2']").wait_for()
    assert page.locator(TOLD).count() == 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_an_enemy_phase_has_its_time_its_die_its_row_its_reasons_and_its_place(
    size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    passage = enemy_phase()
    page = opened(passage, server, device(*size), trouble, MISSION)
    count = stopped(page)
    seconds = float(page.locator(TOLD).get_attribute("data-seconds") or 0)
    if IS_ON:
        what = f"an enemy phase of three mobs at speed 1, {size[0]}x{size[1]}"
        keep("times", what, f"{SECONDS:g} s", f"{seconds:.1f} s in {count} steps")
    assert 0 < seconds <= SECONDS
    assert page.locator(".turns button").count() == MOBS
    struck = next(row.words for one in passage.happened for row in one.rows if row.struck)
    reasons = [
        str(one.facts["why"]) for one in passage.happened if one.facts.get("why") and one.kind != ROLLED
    ]
    rows, why = [], False
    for _ in range(count - 1):
        rows += page.locator(f"{TOLD} tr.struck td").all_inner_texts()
        shown = page.locator(TOLD).inner_text()
        why |= any(one in shown for one in reasons)
        now = page.locator(".turns .now")
        acts = passage.happened and now.count()
        units = [one.facts["unit"] for one in passage.happened if one.activation and "unit" in one.facts]
        who = [units[int(now.inner_text()) - 1]] if acts else []
        assert page.evaluate(OVER_THE_GROUND, who) == []
        page.keyboard.press("ArrowRight")
    assert struck in rows
    assert why


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_one_tap_skips_to_the_decision_and_the_telling_can_be_steered_by_keys(
    size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    passage = enemy_phase()
    page = opened(passage, server, device(*size), trouble, MISSION)
    count = stopped(page)
    page.keyboard.press(" ")
    page.get_by_role("button", name="Stand still").wait_for()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Play the steps").wait_for()
    page.keyboard.press("Enter")
    page.locator(".turns .now").wait_for()
    page.get_by_role("button", name="To my decision").click()
    page.locator(f"[data-question='{passage.after.seat} 2']").wait_for()
    if size[0] == SIZES[0][0]:
        # What each figure of a mob does lies folded under its mob.
        words = page.locator("[role=log]").text_content() or ""
        assert all(one.text in words for one in passage.happened if one.kind != ROLLED)
    page.get_by_role("button", name=f"{count} steps, from the first").click()
    page.locator(TOLD).wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-question]").wait_for()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_who_wants_no_motion_sees_the_dice_lie_and_waits_for_nothing(
    size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    passage = dearest(EXERCISE)
    page = opened(passage, server, device(*size, reduced_motion="reduce"), trouble, EXERCISE, speed=1)
    page.locator(f"[data-question='{passage.after.seat} 2']").wait_for()
    assert page.locator(TOLD).count() == 0
    dice = page.locator(".dice-tray .die, .short .die")
    assert dice.count()
    assert page.evaluate(
        "() => [...document.querySelectorAll('.dice-tray .one, .short .die')]"
        ".every(one => getComputedStyle(one).animationName === 'none')"
    )
