"""Played on a real table: the sheet, and what the table shows otherwise, told by finger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.hands import asked, middle, squad, tap, until_handing_out
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


def correcting(server: Server, context: Any, trouble: list[str]) -> Page:
    """The page, with the form in which the table is set right."""
    page = squad(server, context, trouble, options=REAL)
    until_handing_out(page)
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog").get_by_role("button", name="The table shows something else").click()
    page.get_by_role("heading", name="What does your table show?").wait_for()
    return page


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
    page.get_by_role("status").filter(has_text=f"Set right: {called}").wait_for()
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
    tap(page.get_by_role("button", name="Try now"))
    page.get_by_text("No word from the table").wait_for(state="detached")
    tap(page.get_by_role("button", name="Set it right"))
    page.get_by_role("status").filter(has_text="is off the table").wait_for()
