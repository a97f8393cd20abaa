"""Whatever is asked, its answers and the button that gives one are in sight, at every size.

SANDTABLE_SOAK=1 puts every question of every golden game, not only one of each sort.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.browser.house import Server
from tests.browser.measured import IS_ON, keep
from tests.browser.recorded import GOLDEN, Asked, RecordedTable, distinct, questions


class Size(NamedTuple):
    """A screen, the size of its letters, and how much of the ground is left beside any question."""

    wide: int
    high: int
    letters: float
    ground: tuple[int, int]
    tray: int
    """How high the ground is at least while things are handed out in a tray under it."""

    def __str__(self) -> str:
        return f"{self.wide}x{self.high} at {self.letters:.0%}"


SIZES = (
    Size(1440, 900, 1, (1000, 700), 500),
    Size(1366, 768, 1, (940, 580), 380),
    Size(1024, 768, 1, (640, 560), 320),
    Size(768, 1024, 1, (740, 370), 320),
    Size(390, 844, 1, (370, 280), 200),
    Size(1366, 768, 2, (640, 540), 400),
    Size(768, 1024, 2, (740, 250), 230),
    Size(390, 844, 2, (370, 180), 170),
)
GAMES = {
    "forgotten-ruin": ("forgotten_ruin/whole-mission-won", "forgotten_ruin/exercise-1-won"),
    "companies-and-captains": ("companies_and_captains/whole-companies-pitched-battle",),
}
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))

IN_SIGHT = """async least => {
  await document.fonts.ready;
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  const wide = document.documentElement.clientWidth, high = document.documentElement.clientHeight;
  const missing = [];
  const look = (thing, name) => {
    if (!thing) { missing.push(`${name} is not there`); return; }
    const { left, right, top, bottom } = thing.getBoundingClientRect();
    if (left < -1 || top < -1 || right > wide + 1 || bottom > high + 1) {
      missing.push(`${name} leaves the screen: ${[left, top, right, bottom].map(Math.round)}`);
      return;
    }
    const middle = [(left + right) / 2, (top + bottom) / 2];
    for (const [x, y] of [[left + 6, top + 6], [right - 6, bottom - 6], middle]) {
      const over = document.elementFromPoint(x, y);
      // The room in which a finger finds a tag reaches over the words beside it.
      const isTouch = over?.closest('header') && over.closest('header') === thing.closest('header');
      if (!over || !(thing.contains(over) || over.contains(thing) || isTouch)) {
        missing.push(`${name} is covered by ${over?.tagName} ${over?.getAttribute('class')} at ${x}, ${y}`);
        return;
      }
    }
  };
  const dock = document.querySelector('[data-question]');
  look(dock.querySelector('#question'), 'the question');
  look(dock.querySelector('.confirm'), 'the button');
  // Where letters are so large that one answer has room, it is the chosen one.
  const isTight = least === 1 && dock.querySelector('[role=radio][aria-checked=true]');
  const all = [...dock.querySelectorAll('.answer-row, [role=radio], [role=checkbox]')];
  const answers = isTight ? [] : all.slice(0, least);
  if (!all.length) look(dock.querySelector('input, textarea, .answers button'), 'what is answered with');
  answers.forEach((one, i) => look(one, `answer ${i + 1} of ${answers.length}`));
  const chosen = dock.querySelector('[role=radio][aria-checked=true]');
  if (chosen) look(chosen, 'the chosen answer');
  const ground = document.querySelector('[aria-label="The ground"]').getBoundingClientRect();
  return { missing, ground: [ground.width, ground.height].map(Math.round) };
}"""


PRESS = """selector => {
  const found = document.querySelector(selector);
  found?.click();
  return found !== null;
}"""


def _first_answers(size: Size) -> int:
    """So many answers are always seen; where letters are very large, the first."""
    return 3 if size.letters == 1 else 1


def _everything(book: str) -> list[Asked]:
    if SOAK:
        folder = GOLDEN / Path(GAMES[book][0]).parent
        games = tuple(f"{folder.name}/{path.stem}" for path in sorted(folder.glob("*.sandtable")))
        return [one for game in games for one in questions(game)]
    return [one for game in GAMES[book] for one in distinct(questions(game))]


@pytest.mark.parametrize("book", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_question_of_a_recorded_game_has_its_answers_in_sight(
    server: Server, device: Any, trouble: list[str], size: Size, book: str
) -> None:
    context = device(size.wide, size.high)
    asked = _everything(book)
    out: list[str] = []
    grounds: list[tuple[int, int]] = []
    for seat in sorted({one.seat for one in asked}):
        table = RecordedTable(context, server.address, (seat,), book, trouble)
        table.sit_down(textScale=size.letters)
        for one in asked:
            if one.seat == seat:
                table.put(one)
                out += _looked(table, size, one, grounds)
    if IS_ON:
        least = f"{min(wide for wide, _ in grounds)}x{min(high for _, high in grounds)}"
        keep("sight", f"{book}, {size}", str(len(asked)), str(len(grounds)), str(len(out)), least)
    assert out == [], "\n".join(out)


def _looked(table: RecordedTable, size: Size, one: Asked, grounds: list[tuple[int, int]]) -> list[str]:
    """What is out of sight as the question comes, with an answer chosen, and with advice."""
    page = table.page
    out: list[str] = []

    def look(when: str) -> None:
        found = page.evaluate(IN_SIGHT, _first_answers(size))
        said = f"{one.game} {one.seat} {one.topic} ({one.kind}, {one.answers}), {when}: "
        out.extend(said + words for words in found["missing"])
        wide, high = found["ground"]
        grounds.append((wide, high))
        if wide < size.ground[0] or high < (size.tray if one.kind == "allocate" else size.ground[1]):
            out.append(f"{said}the ground has only {wide} by {high}")

    look("as it comes")
    if SOAK:
        return out
    if page.evaluate(PRESS, "[data-question] [role=radio]"):
        look("with what may follow")
    if page.evaluate(PRESS, "[data-advice]"):
        page.locator(".hints li").first.wait_for()
        look("with advice")
        page.evaluate(PRESS, "[data-advice]")
    return out


@pytest.mark.parametrize("size", [SIZES[1], SIZES[3]], ids=str)
def test_between_two_players_the_answers_lie_before_the_one_who_acts(
    server: Server, device: Any, trouble: list[str], size: Size
) -> None:
    asked = _everything("companies-and-captains")
    table = RecordedTable(
        device(size.wide, size.high), server.address, ("A", "B"), "companies-and-captains", trouble
    )
    table.sit_down(posture="between", curtain="never")
    out = []
    for one in asked:
        table.put(one)
        found = table.page.evaluate(IN_SIGHT, _first_answers(size))
        out += [f"{one.seat} {one.topic} ({one.answers}): {words}" for words in found["missing"]]
        top = table.page.locator("[data-question]").evaluate("one => one.getBoundingClientRect().top")
        side = next(i for i, side in enumerate(one.parts["showing"]["sides"]) if one.seat in side.seats)
        if (top > size.high / 2) != (side == 0):
            out.append(f"{one.seat} is asked at the other's edge: {one.topic}")
    assert out == [], "\n".join(out)


def test_each_player_sees_the_table_from_their_own_edge(
    server: Server, device: Any, trouble: list[str]
) -> None:
    asked = next(one for one in _everything("companies-and-captains") if one.topic == "choose group")
    table = RecordedTable(device(), server.address, (asked.seat,), "companies-and-captains", trouble)
    table.sit_down()
    table.put(asked)
    units = {one.id: one for one in asked.parts["showing"]["units"] if one.models}
    theirs = [one.id for one in units.values() if one.seat != asked.seat]
    ours = [one.id for one in units.values() if one.seat == asked.seat]
    # The table may be turned a moment after the question is there.
    table.page.wait_for_function(
        """([ours, theirs]) => {
          const top = id => document.querySelector(`[data-unit='${id}']`).getBoundingClientRect().top;
          const mean = ids => ids.map(top).reduce((a, b) => a + b) / ids.length;
          return mean(ours) > mean(theirs);
        }""",
        arg=[ours, theirs],
    )


def test_a_person_of_the_bar_is_chosen_like_a_figure_and_a_second_tap_opens_the_card(
    server: Server, device: Any, trouble: list[str]
) -> None:
    asked = next(one for one in _everything("forgotten-ruin") if one.topic == "choose soldier")
    table = RecordedTable(device(390, 844), server.address, (asked.seat,), "forgotten-ruin", trouble)
    table.sit_down()
    table.put(asked)
    page = table.page
    wanted = asked.parts["question"].options[-1].about or asked.parts["question"].options[0].about
    person = page.locator(f"[data-person='{wanted[0]}']")
    person.focus()
    page.keyboard.press("Enter")
    assert person.get_attribute("aria-pressed") == "true"
    name = person.locator(".name").inner_text()
    chosen = page.locator("[data-question] [role=radio][aria-checked=true]")
    assert name in (chosen.get_attribute("aria-label") or chosen.inner_text())
    person.click()
    page.get_by_role("region", name=f"Card of {name}").wait_for()
    found = page.evaluate(IN_SIGHT, 3)
    assert found["missing"] == []
    page.get_by_role("button", name="Put it away").click()
    page.get_by_role("region", name=f"Card of {name}").wait_for(state="detached")
