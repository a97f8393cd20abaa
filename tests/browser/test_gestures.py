"""One gesture, one intention: a soldier, the ground or an enemy, and one word that carries it all out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.browser.ahead import asks, play_ahead
from tests.browser.hands import Mouse, asked, number, sat_down, squad, tap, until_handing_out
from tests.browser.house import Server
from tests.browser.taps import ByGestures

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLET: dict[str, Any] = {"width": 768, "height": 1024, "has_touch": True, "is_mobile": True}
ACTORS = ".decision [role=radio][data-answer^='S']"
INTENDED = "[data-intended]"
WAY = "[data-intended=way]"


def until_somebody_acts(page: Page) -> list[str]:
    """Answer on until it is asked who acts; the ids of those who may."""
    for _ in range(40):
        asked(page)
        if page.locator(ACTORS).count():
            if page.locator(".lesson").count():
                page.get_by_role("button", name="Put the hint away").click()
            return [
                one
                for one in page.locator(ACTORS).evaluate_all("all => all.map(one => one.dataset.answer)")
                if " " not in one
            ]
        Mouse(page).answer()
    raise AssertionError("nobody was to act")


def a_group_acts(server: Server, context: Any, trouble: list[str]) -> tuple[Page, str]:
    """A small battle of Companies at the question which Group acts, and the first who may."""
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    play_ahead(server, joined, lambda question: bool(question["topic"] == "choose group"))
    page = sat_down(context, server.address, joined, trouble)
    asked(page)
    who = page.locator(".decision [role=radio]").first.get_attribute("data-answer")
    assert who
    return page, who


def base(page: Page, figure: str) -> Any:
    """The base of a figure on the ground."""
    return page.locator(f".base[data-figure='{figure}'], [data-unit='{figure}'] .base").first


def place(page: Page, figure: str) -> tuple[float, float]:
    """The middle of a base on the screen."""
    box = base(page, figure).locator(".foot").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def inch(page: Page) -> float:
    """Pixels that an inch has on the screen."""
    return float(
        page.locator(".ground svg > g > g").first.evaluate(
            "one => Number(one.getAttribute('transform').split('scale(')[1].replace(')', ''))"
        )
    )


def answered(page: Page, before: str) -> None:
    """Wait until another question is open."""
    page.wait_for_function(
        "was => document.querySelector('.ended')"
        " || document.querySelector('.decision')?.dataset.question !== was",
        arg=before,
    )


def test_a_soldier_goes_where_the_ground_is_tapped_with_three_taps(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(**TABLET), trouble, until=asks("acts next"))
    who = until_somebody_acts(page)[0]
    before, (x, y) = number(page), place(page, who)
    page.touchscreen.tap(x, y)
    page.locator(f"{ACTORS}[aria-checked=true]").wait_for()
    page.touchscreen.tap(x, y - 3 * inch(page))
    page.locator(WAY).wait_for(state="attached")
    assert number(page) == before, "nothing is answered by pointing"
    assert page.locator("[data-way=move][aria-checked=true]").count() == 1
    assert page.locator(".intended .ghost").count() == 1
    tap(page.locator(".confirm"))
    answered(page, before)
    assert int(number(page).split()[1]) == int(before.split()[1]) + 3
    asked(page)
    now = place(page, who)
    assert now[1] < y - inch(page), "the soldier stands elsewhere"


def sketched(page: Page) -> None:
    """Wait until the server has said what the gesture would do."""
    page.locator("[data-intended=way], [data-intended=none]").first.wait_for(state="attached")


def test_a_soldier_is_dragged_where_it_goes(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(), trouble, until=asks("acts next"))
    who = until_somebody_acts(page)[0]
    (x, y), far, before = place(page, who), 3 * inch(page), number(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - far / 2)
    page.locator(".drawn").wait_for(state="attached")
    page.mouse.move(x, y - far)
    page.mouse.up()
    page.locator(WAY).wait_for(state="attached")
    assert place(page, who) == (x, y), "the view has not moved"
    page.mouse.click(x, y - far)
    answered(page, before)


def test_the_other_way_round_and_back(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(), trouble, until=asks("acts next"))
    who = until_somebody_acts(page)[0]
    (x, y), before = place(page, who), number(page)
    page.mouse.click(x, y - 3 * inch(page))
    page.locator(WAY).wait_for(state="attached")
    page.mouse.click(x, y)
    page.locator(WAY).wait_for(state="attached")
    page.locator("[data-clear]").click()
    page.locator(INTENDED).wait_for(state="detached")
    # One question after the other, as ever.
    page.locator(f"{ACTORS}[data-answer='{who}'][aria-checked=true]").wait_for(state="attached")
    page.locator(".confirm").click()
    answered(page, before)
    assert int(number(page).split()[1]) == int(before.split()[1]) + 1


def test_an_enemy_out_of_reach_is_told_in_words_and_the_word_goes(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(), trouble, until=asks("acts next"))
    who = until_somebody_acts(page)[0]
    x, y = place(page, who)
    page.mouse.click(x, y)
    page.mouse.click(*place(page, "M1.1"))
    sketched(page)
    assert page.locator(".none").inner_text() or page.locator("[data-way]").count()
    page.keyboard.press("Escape")
    page.mouse.click(x, y - 3 * inch(page))
    page.locator(WAY).wait_for(state="attached")
    assert page.locator(".none").count() == 0


def test_an_enemy_out_of_reach_is_gone_towards_and_it_shows_why_what_that_needs_and_what_may_follow(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page, who = a_group_acts(server, device(), trouble)
    before = number(page)
    page.mouse.click(*place(page, who))
    page.locator(".ground .reach").first.wait_for(state="attached")
    page.mouse.click(*place(page, "B1"))
    page.locator(WAY).wait_for(state="attached")
    assert page.locator(".none").inner_text()
    way = page.locator("[data-way=move][aria-checked=true]")
    assert re.fullmatch(r"\d\+\s*\d+ %", way.locator(".needs").inner_text().strip())
    page.locator(".decision .outcome li").first.wait_for()
    assert "the turn is over" in page.locator(".decision .outcome").inner_text()
    name = way.locator(".pill").first.inner_text()
    assert name not in page.locator(".confirm").inner_text()
    assert number(page) == before, "nothing is answered by looking"


def test_keys_point_aim_and_confirm(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(), trouble, until=asks("acts next"))
    until_somebody_acts(page)
    before = number(page)
    page.keyboard.press("1")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
        sketched(page)
    page.locator(WAY).wait_for(state="attached")
    assert "".join(page.locator(".decision [role=status]").all_inner_texts())
    if page.locator("[data-way]").count() > 1:
        page.keyboard.press("2")
        assert page.locator("[data-way]").nth(1).get_attribute("aria-checked") == "true"
        page.keyboard.press("1")
    page.keyboard.press("Enter")
    answered(page, before)
    assert int(number(page).split()[1]) == int(before.split()[1]) + 3


def test_a_hand_out_and_turns_of_each_kind_keep_their_budgets(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(), trouble)
    until_handing_out(page)
    before = number(page)
    page.locator(".confirm").click()
    answered(page, before)
    # Whoever is first is meant by pointing, and the second tap at a place or at somebody is the word.
    who = until_somebody_acts(page)[0]
    before, (x, y) = number(page), place(page, who)
    there = (x, y - 3 * inch(page))
    page.mouse.click(*there)
    page.locator(WAY).wait_for(state="attached")
    page.mouse.click(*there)
    answered(page, before)
    until_somebody_acts(page)
    before = number(page)
    page.mouse.click(*place(page, "M1.1"))
    sketched(page)
    if page.locator(WAY).count():
        page.mouse.click(*place(page, "M1.1"))
        answered(page, before)


def test_an_order_is_changed_from_the_menu_and_kept(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(), trouble, until=asks("acts next"))
    until_somebody_acts(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Standing orders").click()
    snap = page.locator("[data-order='snap fire']")
    assert snap.locator("input:checked").get_attribute("value") == "ask"
    snap.locator("input[value=never]").check()
    page.wait_for_timeout(50)
    page.reload()
    asked(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Standing orders").click()
    assert snap.locator("input:checked").get_attribute("value") == "never"


def test_a_hand_that_finds_its_answer_chosen_gives_it_once(
    server: Server, device: Any, trouble: list[str]
) -> None:
    """A second touch of a chosen answer gives it; whoever measures taps must not wait for a third."""
    page = squad(server, device(), trouble, until=asks("What does"))
    asked(page)
    page.locator(".decision [data-answer='move']").click()
    before = number(page)
    player = ByGestures(page)
    player.look(before)
    player.list("move")
    page.wait_for_function("was => document.querySelector('.decision')?.dataset.question !== was", arg=before)
    assert player.taps == 1
    assert asked(page).startswith("Where does")
