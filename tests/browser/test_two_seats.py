"""Two browsers at one table: each sees its own, every frame and page searched for the other's secrets."""

from __future__ import annotations

from typing import Any

from tests.browser.hands import Mouse, asked, sat_down
from tests.browser.house import Server

SECRET = "Do Not Waver"
OPEN_AMBITION = "(revealed)"


def _frames_of(page: Any) -> list[str]:
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    return heard


def _seated(server: Server, device: Any, trouble: list[str]) -> tuple[Any, Any]:
    mine = server.battle(A={"sits": "here", "name": "Mara"}, B={"sits": "elsewhere"})
    theirs = server.post("/api/join", {"code": mine["code"], "name": "Jonas"})
    return (
        sat_down(device(), server.address, mine, trouble),
        sat_down(device(), server.address, theirs, trouble),
    )


def _asked_who(*pages: Any) -> Any:
    """The page that must answer now."""
    for _ in range(600):
        for page in pages:
            if page.locator(".decision .confirm:enabled, .decision .confirm:disabled").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_what_one_seat_chose_in_secret_is_in_no_frame_and_on_no_page_of_the_other(
    server: Server, device: Any, trouble: list[str]
) -> None:
    mara, jonas = _seated(server, device, trouble)
    heard = _frames_of(jonas)
    jonas.reload()
    for _ in range(60):
        page = _asked_who(mara, jonas)
        if "ambitions" in asked(page) and page is mara:
            break
        Mouse(page).answer()
    before = len(heard)
    mara.locator(f".decision [role=checkbox]:has-text('{SECRET}'):not(:has-text('{OPEN_AMBITION}'))").click()
    mara.locator(".confirm").click()
    # Both choose before anything comes of it; Jonas has no aims at all.
    if jonas.locator(".decision:has-text('ambitions')").count():
        jonas.locator(".confirm").click()
    mara.wait_for_selector(f"text={SECRET}")
    for _ in range(3):
        Mouse(_asked_who(mara, jonas)).answer()
    told = [one for one in heard[before:] if SECRET in one and '"question":{' not in one]
    assert told == []
    assert not any(f"chose {SECRET}" in one for one in heard)
    assert SECRET in mara.locator("body").inner_text()
    assert SECRET not in jonas.locator("body").inner_text()


def test_both_browsers_show_the_same_public_log(server: Server, device: Any, trouble: list[str]) -> None:
    mara, jonas = _seated(server, device, trouble)
    for _ in range(12):
        Mouse(_asked_who(mara, jonas)).answer()
    line = mara.locator(".log .line, .under .line").last.inner_text()
    jonas.get_by_text(line.split("\n")[0], exact=True).last.wait_for()
