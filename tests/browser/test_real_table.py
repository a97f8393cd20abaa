"""Played on a real table: the sheet, and what the table shows otherwise, told by finger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.ahead import is_handing_out
from tests.browser.hands import Mouse, asked, middle, squad, tap, try_now, until_handing_out, watched
from tests.browser.house import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLET: dict[str, Any] = {"width": 768, "height": 1024, "has_touch": True, "is_mobile": True}
REAL: dict[str, Any] = {"on_my_table": True}
WALKED = """async ([figure, x]) => {
  const middle = () => { const box = figure.getBoundingClientRect(); return box.x + box.width / 2; };
  const first = middle();
  await new Promise(requestAnimationFrame);
  return Math.abs(first - x) > 1 && middle() === first;
}"""
"""Whether a figure has left this place and stands still: the page shows it walking."""


ASKED_ANEW = """before => document.querySelector('.hands')
  || document.querySelector('.decision')?.dataset.question !== before"""


def correcting(server: Server, context: Any, trouble: list[str]) -> Page:
    """The page, with the form in which the table is set right."""
    page = squad(server, context, trouble, options=REAL, until=is_handing_out)
    until_handing_out(page)
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog").get_by_role("button", name="The table shows something else").click()
    page.get_by_role("heading", name="What does your table show?").wait_for()
    return page


def laid_out(server: Server, context: Any, trouble: list[str]) -> Page:
    """The page of somebody who came in by the door for real miniatures, with the table still to be laid."""
    page = watched(context.new_page(), trouble)
    page.goto(server.address)
    page.get_by_role("link", name="Lay it out").click()
    page.get_by_role("radio", name="Exercise 1").click()
    page.get_by_role("radio", name="24 by 24 inches").click()
    page.get_by_role("button", name="Lay it out").click()
    page.get_by_role("heading", name="Lay the table").wait_for()
    return page


def until_typed(page: Page) -> None:
    """Answer on until dice of the real table are asked for; whatever is to be moved is done."""
    for _ in range(60):
        page.wait_for_selector(".hands .go, .decision .confirm:not(:has-text('Sent'))")
        if page.locator(".typed").count():
            return
        if page.locator(".hands").count():
            page.locator(".hands .go").click()
        else:
            Mouse(page).answer_blindly()
    raise AssertionError("no dice were asked for")


def test_the_door_for_real_miniatures_leads_to_a_table_that_is_laid_by_hand(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = laid_out(server, device(**TABLET), trouble)
    # What is only set-up was rolled by the program, and nothing is asked before the table stands.
    assert not page.locator(".confirm").count()
    tap(page.get_by_role("button", name="My terrain is different"))
    page.get_by_role("heading", name="What does your table show?").wait_for()
    before = page.locator("select option[value^='piece ']").count()
    page.locator("select").first.select_option(index=page.locator("select option").count() - 1)
    tap(page.get_by_role("button", name="Is not on my table"))
    tap(page.get_by_role("button", name="Set it right"))
    page.get_by_role("status").filter(has_text="not on my table").wait_for()
    assert page.locator("select option[value^='piece ']").count() == before - 1
    tap(page.get_by_role("button", name="Back to the game").last)
    tap(page.get_by_role("button", name="Everything stands"))
    assert asked(page)


def test_typed_dice_say_what_they_need_and_the_program_rolls_whenever_it_is_told(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = laid_out(server, device(), trouble)
    page.get_by_role("button", name="Everything stands").click()
    until_typed(page)
    question = page.locator(".decision").get_attribute("data-question")
    page.locator(".typed .row, .typed .tally").first.wait_for()
    page.keyboard.press("4")
    page.keyboard.press("Backspace")
    page.get_by_role("button", name="Let the program roll").click()
    page.wait_for_function(ASKED_ANEW, arg=question)
    # The next dice are the player's own again.
    until_typed(page)
    while page.locator(".confirm:disabled").count():
        page.keyboard.press("6")
    question = page.locator(".decision").get_attribute("data-question")
    page.keyboard.press("Enter")
    page.wait_for_function(ASKED_ANEW, arg=question)


def test_the_set_up_sheet_is_saved_from_the_menu(server: Server, device: Any, trouble: list[str]) -> None:
    page = squad(server, device(**TABLET), trouble)
    asked(page)
    tap(page.get_by_role("button", name="Menu"))
    with page.expect_download() as saved:
        tap(page.get_by_role("button", name="Save the set-up sheet"))
    assert saved.value.suggested_filename.endswith("-sheet.html")
    assert "Field exercise 1" in saved.value.path().read_text(encoding="utf-8")
    assert not page.get_by_role("button", name="The table shows something else").count()


def test_a_figure_is_tapped_and_set_where_it_really_stands(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = correcting(server, device(**TABLET), trouble)
    figure = page.locator("[data-unit='M1'] [data-figure]").first
    called = figure.get_attribute("data-figure") or ""
    tap(figure)
    tap(page.get_by_role("button", name="Stands elsewhere, or is back"))
    before = middle(figure)
    page.touchscreen.tap(before[0] + 60, before[1] + 60)
    page.locator(".correct", has_text="from the west edge").wait_for()
    tap(page.get_by_role("button", name="Set it right"))
    said = f"Set right: Orc {called.rpartition('.')[2]} of mob 1"
    page.get_by_role("status").filter(has_text=said).wait_for()
    moved = page.locator(f"[data-figure='{called}']").first
    page.wait_for_function(WALKED, arg=[moved.element_handle(), before[0]])
    after = middle(moved)
    assert abs(after[0] - before[0] - 60) < 12
    assert abs(after[1] - before[1] - 60) < 12
    tap(page.get_by_role("button", name="Back to the game").last)
    assert asked(page)


def test_a_figure_is_taken_off_and_another_is_laid_down(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = correcting(server, device(**TABLET), trouble)
    many = page.locator("[data-unit='M1'] [data-figure]").count()
    tap(page.locator("[data-unit='M1'] [data-figure]").last)
    tap(page.get_by_role("button", name="Is off the table"))
    tap(page.get_by_role("button", name="fled", exact=True))
    tap(page.get_by_role("button", name="Set it right"))
    page.get_by_role("status").filter(has_text="is off the table").wait_for()
    assert page.locator("[data-unit='M1'] [data-figure]").count() == many - 1
    tap(page.locator("[data-unit='S2'] [data-figure]").first)
    tap(page.get_by_role("button", name="Lies on the ground"))
    tap(page.get_by_role("button", name="Set it right"))
    page.get_by_role("status").filter(has_text="lies on the ground").wait_for()


def test_what_cannot_be_is_refused_with_its_rule_and_nothing_changes(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = correcting(server, device(**TABLET), trouble)
    tap(page.locator("[data-unit='M1'] [data-figure]").first)
    tap(page.get_by_role("button", name="Has other Stun markers"))
    tap(page.get_by_role("button", name="Set it right"))
    page.locator(".correct [role=alert]", has_text="FR-CON-05").wait_for()


def test_what_the_server_did_not_hear_is_said_to_be_unheard_and_can_be_told_again(
    own_server: Server, device: Any
) -> None:
    errors_of_the_network: list[str] = []
    page = correcting(own_server, device(**TABLET), errors_of_the_network)
    tap(page.locator("[data-unit='M1'] [data-figure]").last)
    tap(page.get_by_role("button", name="Is off the table"))
    own_server.kill()
    page.get_by_text("No word from the table").wait_for()
    tap(page.get_by_role("button", name="Set it right"))
    page.locator(".correct [role=alert]", has_text="may not have been heard").wait_for()
    own_server.start()
    try_now(page)
    page.get_by_text("No word from the table").wait_for(state="detached")
    tap(page.get_by_role("button", name="Set it right"))
    page.get_by_role("status").filter(has_text="is off the table").wait_for()
