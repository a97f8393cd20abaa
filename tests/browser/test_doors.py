"""What a newcomer is told, what comes after the end, and how people at one table treat each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.hands import Mouse, asked, sat_down, watched
from tests.browser.house import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXERCISE: dict[str, Any] = {
    "book": "forgotten-ruin",
    "scenario": "exercise-1",
    "options": {"on_my_table": True},
    "seed": 7,
    "listed": False,
    "seats": {"A": {"sits": "here", "force": "red-squad"}},
}


def begun(server: Server, context: Any, trouble: list[str], book: str, scenario: str) -> Page:
    """The page of a scenario that was begun by hand and set up by the program."""
    page = watched(context.new_page(), trouble)
    page.goto(f"{server.address}/new/{book}")
    page.get_by_role("radio", name=scenario).click()
    page.get_by_role("button", name="… and set up for me").click()
    page.get_by_role("region", name="Briefing").wait_for()
    return page


def test_the_briefing_is_of_the_game_that_was_begun(server: Server, device: Any, trouble: list[str]) -> None:
    page = begun(server, device(), trouble, "forgotten-ruin", "Exercise 2")
    briefing = page.get_by_role("region", name="Briefing")
    assert briefing.get_by_role("heading").inner_text() == "Exercise 2: Infantry Tactics"
    assert "archers who shoot from Cover" in briefing.inner_text()
    assert "fire team 1 of Red Squad" not in briefing.inner_text()
    briefing.get_by_role("button", name="I see").click()
    briefing.wait_for(state="detached")


def test_a_lesson_comes_once_in_whatever_scenario(server: Server, device: Any, trouble: list[str]) -> None:
    context = device()
    page = begun(server, context, trouble, "companies-and-captains", "Broken Field")
    lesson = page.get_by_role("complementary", name="Hint")
    assert not lesson.count(), "one thing is told at a time"
    page.get_by_role("region", name="Briefing").get_by_role("button", name="I see").click()
    lesson.wait_for()
    told = lesson.inner_text()
    page.get_by_role("button", name="Put the hint away").click()
    page = begun(server, context, trouble, "companies-and-captains", "Pitched Battle")
    asked(page)
    assert told not in (lesson.inner_text() if lesson.count() else "")


def test_after_an_exercise_the_next_one_is_offered(server: Server, device: Any, trouble: list[str]) -> None:
    joined = server.post("/api/games", EXERCISE)
    page = sat_down(device(), server.address, {**joined, "plan": EXERCISE}, trouble)
    asked(page)
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog").get_by_role("button", name="The table shows something else").click()
    page.get_by_role("button", name="We stop here").click()
    page.get_by_label("Why").fill("it is late")
    page.get_by_role("button", name="Set it right").click()
    page.get_by_role("status").filter(has_text="We stop here").wait_for()
    page.get_by_role("button", name="Back to the game").last.click()
    while asked(page):
        Mouse(page).answer()
    page.get_by_role("button", name="Next: Exercise 2: Infantry Tactics").click()
    page.locator(".titles, .laying").first.wait_for()
    page.wait_for_url(lambda address: joined["game"] not in address)


def two(server: Server, device: Any, trouble: list[str]) -> tuple[Page, Page]:
    """Two people at one table, each before a screen of their own."""
    joined = server.battle(A={"sits": "here", "name": "Ines"}, B={"sits": "elsewhere"})
    theirs = server.post("/api/join", {"code": joined["code"], "name": "Jonas"})
    pages = [sat_down(device(1024, 768), server.address, one, trouble) for one in (joined, theirs)]
    for page in pages:
        page.locator("[data-unit], .ground-slip").first.wait_for()
    return pages[0], pages[1]


def test_people_talk_and_agree_on_a_draw(server: Server, device: Any, trouble: list[str]) -> None:
    mine, theirs = two(server, device, trouble)
    mine.get_by_role("button", name="Talk …").click()
    mine.get_by_role("button", name="Well played").click()
    theirs.locator(".talk .lines", has_text="Well played").wait_for()
    assert "Ines" in theirs.locator(".talk .lines").inner_text()
    mine.get_by_role("button", name="Menu").click()
    mine.get_by_role("button", name="Offer a draw").click()
    offer = theirs.get_by_role("alert", name="Draw")
    offer.wait_for()
    assert "Ines offers a draw" in offer.inner_text()
    offer.get_by_role("button", name="Yes").click()
    for page in (mine, theirs):
        page.locator(".ended", has_text="A draw").wait_for()


def test_resigning_takes_a_held_button_and_whoever_joined_offers_a_rematch(
    server: Server, device: Any, trouble: list[str]
) -> None:
    mine, theirs = two(server, device, trouble)
    theirs.get_by_role("button", name="Menu").click()
    resign = theirs.get_by_role("button", name="Resign")
    # A tap is not enough.
    resign.click()
    assert not theirs.locator(".ended").count()
    resign.hover()
    theirs.mouse.down()
    theirs.locator(".ended").wait_for()
    theirs.mouse.up()
    mine.locator(".ended", has_text="won").wait_for()
    assert "resigned" in mine.locator(".ended").inner_text()
    # Neither device knows how the game was laid out; the server does.
    was = theirs.url
    theirs.get_by_role("button", name="Rematch, sides changed").click()
    theirs.wait_for_url(lambda address: address.partition("?")[0] != was.partition("?")[0])
    seats = theirs.evaluate("() => JSON.parse(localStorage.getItem('sandtable.places'))[0].seats")
    assert seats == ["A"]
    mine.get_by_role("link", name="Join the rematch").wait_for()


def test_what_would_be_undone_has_a_name(server: Server, device: Any, trouble: list[str]) -> None:
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    page = sat_down(device(), server.address, joined, trouble)
    for _ in range(3):
        asked(page)
        Mouse(page).answer()
    page.locator(".undo .word").wait_for()
    assert len(page.locator(".undo").inner_text()) > len("Undo: ")


def test_without_a_network_no_picture_promises_one(server: Server, device: Any, trouble: list[str]) -> None:
    page = sat_down(device(), server.address, server.battle(A={"sits": "here"}, B={"sits": "ai"}), trouble)
    asked(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Only this machine reaches the table now").wait_for()
    assert not page.locator("dialog img[alt^='QR']").count()


def test_finished_games_leave_continue(server: Server, device: Any, trouble: list[str]) -> None:
    page = sat_down(device(), server.address, server.battle(A={"sits": "here"}, B={"sits": "ai"}), trouble)
    asked(page)
    page.get_by_role("link", name="To the lobby").click()
    page.get_by_role("heading", name="Continue").wait_for()
    page.go_back()
    asked(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").hover()
    page.mouse.down()
    page.locator(".ended").wait_for()
    page.mouse.up()
    page.goto(server.address)
    page.get_by_role("button", name="1 finished").wait_for()
    assert not page.get_by_role("heading", name="Continue").count()


def test_puzzles_are_seen_before_they_are_played(server: Server, device: Any, trouble: list[str]) -> None:
    page = watched(device().new_page(), trouble)
    page.goto(f"{server.address}/puzzles")
    page.locator(".preview [data-unit]").first.wait_for(state="attached")


def test_a_force_of_ones_own_is_kept_and_costs_are_told(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page = watched(device().new_page(), trouble)
    page.goto(f"{server.address}/new/companies-and-captains")
    seat = page.get_by_role("region", name="Seat A")
    seat.get_by_role("button", name="Change it").click()
    seat.locator(".points").first.wait_for()
    seat.get_by_label("Name of the Company").fill("My Own Watch")
    seat.get_by_text("Ready to march").wait_for()
    seat.get_by_role("button", name="Keep it", exact=True).click()
    seat.get_by_role("button", name="Forget it").wait_for()
    page.reload()
    seat.get_by_label("Force").select_option(label="My Own Watch")
    page.wait_for_function(
        "() => [...document.querySelectorAll('input')].some(one => one.value === 'My Own Watch')"
    )
    seat.locator(".head").first.click()
    seat.get_by_text("What each does").first.click()
    assert seat.locator("details[open] dd").count() > 3
