"""A second book appears by describing itself: dice for soldiers, and an enemy that the book moves."""

from __future__ import annotations

from typing import Any

from tests.browser.ahead import is_handing_out
from tests.browser.hands import Finger, asked, middle, number, squad, tap, until_handing_out, watched
from tests.browser.house import Server


def given(page: Any) -> list[int]:
    """How many dice each soldier holds, in order."""
    holders = page.locator("[data-holder]")
    return [holders.nth(place).locator(".given").count() for place in range(holders.count())]


def test_a_first_battle_of_the_second_book_is_one_click_away(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = watched(device().new_page(), trouble)
    page.goto(server.address)
    page.get_by_role("button", name="Forgotten Ruin").click()
    page.get_by_role("button", name="Play now").click()
    assert asked(page).endswith("?")
    assert page.locator("[data-unit]").count() >= 4


def test_dice_are_dragged_onto_soldiers_and_back(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(), trouble, until=is_handing_out)
    until_handing_out(page)
    dice = page.locator(".things .thing").count()
    soldier = page.locator("[data-holder]").nth(1)
    page.mouse.move(*middle(page.locator(".things .thing").first))
    page.mouse.down()
    page.mouse.move(*middle(soldier), steps=5)
    page.mouse.up()
    assert given(page)[1] == 1
    assert page.locator(".things .thing").count() == dice - 1
    page.mouse.move(*middle(soldier.locator(".given")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("#question")), steps=5)
    page.mouse.up()
    assert sum(given(page)) == 0


def test_dice_are_handed_out_by_finger_with_two_taps(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(768, 1024, has_touch=True, is_mobile=True), trouble, until=is_handing_out)
    until_handing_out(page)
    tap(page.locator(".things .thing").first)
    tap(page.locator("[data-holder] .holder").first)
    assert given(page)[0] == 1


def test_dice_are_dragged_with_a_finger_on_a_tablet(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(768, 1024, has_touch=True, is_mobile=True), trouble, until=is_handing_out)
    until_handing_out(page)
    dice = page.locator(".things .thing").count()
    Finger(page).hand(page.locator(".things .thing").nth(1), page.locator("[data-holder]").nth(2))
    assert given(page)[2] == 1
    assert page.locator(".things .thing").count() == dice - 1


def test_dice_are_handed_out_by_keyboard_alone(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(), trouble, until=is_handing_out)
    until_handing_out(page)
    page.locator(".things .thing").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-holder] .holder").nth(1).focus()
    page.keyboard.press("Enter")
    assert given(page)[1] == 1
    # A control that has the focus keeps its own Enter.
    page.evaluate("() => document.activeElement?.blur()")
    page.keyboard.press("1")
    page.locator(".confirm:enabled").wait_for()
    assert page.locator(".things .thing").count() == 0
    before = number(page)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.querySelector('.decision')?.dataset.question !== before", arg=before
    )


def test_what_the_enemy_did_is_gone_through_step_by_step(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(), trouble)
    until_handing_out(page)
    for _ in range(30):
        if page.locator(".steps").count():
            break
        page.keyboard.press("1")
        page.locator(".confirm:not(:disabled)").click()
        page.wait_for_timeout(150)
        asked(page)
    page.get_by_role("button", name="from the first").click()
    page.get_by_role("button", name="A step back").wait_for()
    told = page.locator(".steps .note", has_text="step ")
    last = int(told.inner_text().split(" of ")[1])
    assert last > 1
    for _ in range(last - 1):
        page.get_by_role("button", name="A step on").click()
    page.get_by_role("button", name=f"{last} steps").first.wait_for()


def test_an_open_drawer_leaves_the_question_and_the_other_drawers_in_reach(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(768, 1024, has_touch=True, is_mobile=True), trouble)
    asked(page)
    for name in ("Card", "Log", "Log"):
        tap(page.get_by_role("button", name=name, exact=True))
        middle(page.locator(".confirm"))
        confirm = page.locator(".decision .confirm").bounding_box()
        drawers = page.locator("nav.drawers").bounding_box()
        assert confirm is not None
        assert drawers is not None
        assert confirm["y"] + confirm["height"] <= drawers["y"]


def test_the_tools_lie_beside_the_ruler(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(), trouble)
    asked(page)
    ruler = page.locator(".frame text[transform]").first
    middle(ruler)
    (figure, tools) = (ruler.bounding_box(), page.locator(".tools.kit").bounding_box())
    assert figure is not None
    assert tools is not None
    assert tools["x"] + tools["width"] <= figure["x"]


def test_an_answer_says_what_it_leads_to_and_is_called_by_its_words_alone(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = squad(server, device(), trouble, until=is_handing_out)
    until_handing_out(page)
    page.keyboard.press("1")
    for _ in range(6):
        before = number(page)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.querySelector('.decision')?.dataset.question !== before", arg=before
        )
        asked(page)
        if "What does" in page.locator("#question").inner_text():
            break
        page.keyboard.press("1")
    move = page.get_by_role("radio", name="Move", exact=True)
    assert "Up to 5″, one Action afterwards." in move.inner_text()
    assert move.get_attribute("aria-describedby")
