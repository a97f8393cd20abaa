"""Two players, one screen: what one of them alone may know is nowhere while the other may look."""

from __future__ import annotations

import re
from typing import Any

from tests.browser.ahead import after, play_ahead
from tests.browser.hands import Mouse, number, opened, sat_down
from tests.browser.house import Server

SECRETS = ("We Will Not Break", "Do Not Waver", "")
"""What the second player may have set their heart on; nobody else may tell these worlds apart."""

BEFORE = 5
"""So many questions come and go before the page is opened; ambitions are chosen two or three later."""

COSTLY = "River Watch\nAxes: Elite Foot; 12 models; Captain\nShieldbearers: Heavy Foot; 12 models\n"
LEARNING = (
    "Hill Raiders\nWitches: Light Foot with Apprentice; 12 models; Captain\n"
    "Bowmen: Light Missile; 12 models\n"
)
"""The costlier Company chooses its ambitions last; right after that the other one is asked for spells."""

EVERYTHING = """async () => {
  const kept = store => Object.fromEntries(Object.entries(store).sort());
  const shelves = await Promise.all((await caches.keys()).map(async name => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(one => new URL(one.url).pathname);
  }));
  const page = document.documentElement.cloneNode(true);
  page.querySelectorAll(".word > path").forEach(one => one.remove());
  page.querySelectorAll(".word > *").forEach(one => { one.removeAttribute("x"); one.removeAttribute("y"); });
  return JSON.stringify({
    html: page.outerHTML, title: document.title, address: location.href,
    history: [history.length, history.state], shelves,
    local: kept(localStorage), session: kept(sessionStorage),
  });
}"""
"""All that a page shows, hides and keeps; where words stand on the ground hangs on which came first."""

QUIET = """() => new Promise(done => {
  const quiet = 1600;
  let timer = setTimeout(finish, quiet);
  const eyes = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(finish, quiet); });
  function finish() { eyes.disconnect(); done(); }
  eyes.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
})"""
"""A page is settled when nothing on it has changed for longer than it ever waits before it asks for more."""


def everything(page: Any, joined: Any) -> str:
    """All that a page shows, hides and keeps, without what differs from game to game."""
    found: str = page.evaluate(EVERYTHING)
    for name in ("game", "code", "token"):
        found = found.replace(joined[name], name)
    return re.sub(r'\\"used\\":\d+', "", found)


def two_here(server: Server, device: Any, trouble: list[str], **settings: Any) -> tuple[Any, Any]:
    """A page at which Mara and Jonas sit, soon to choose ambitions, and the place it was given."""
    mara = {"sits": "here", "name": "Mara", "force": COSTLY}
    jonas = {"sits": "here", "name": "Jonas", "force": LEARNING}
    joined = server.battle(A=mara, B=jonas)
    play_ahead(server, joined, after(BEFORE))
    return sat_down(device(768, 1024), server.address, joined, trouble, **settings), joined


def next_screen(page: Any) -> str:
    """Whose question is on the page, or that the curtain is down, once the line is quiet."""
    page.wait_for_selector(".curtain[aria-busy=false], .decision .confirm:not(:has-text('Sent'))")
    return "curtain" if page.locator(".curtain").count() else number(page).split()[0]


def answer(page: Any) -> None:
    """Answer the open question as it comes, of ambitions with none, and wait for what is next."""
    before = number(page)
    hand = Mouse(page)
    if "ambitions" not in page.locator("#question").inner_text():
        hand.choose()
    hand.confirm()
    page.wait_for_function(
        "before => document.querySelector('.curtain')"
        " || document.querySelector('.decision')?.dataset.question !== before",
        arg=before,
    )


def play_to_the_secret(page: Any, secret: str) -> str:
    """Play until both have chosen ambitions: the first none, the second the secret one; who is second."""
    chosen: list[str] = []
    for _ in range(80):
        who = next_screen(page)
        if who == "curtain":
            opened(page)
            continue
        if "ambitions" in page.locator("#question").inner_text():
            chosen.append(who)
            if len(chosen) == 2 and secret:
                hidden = f".decision [role=checkbox]:has-text('{secret}'):not(:has-text('(revealed)'))"
                page.locator(hidden).click()
        answer(page)
        if len(chosen) == 2:
            return who
    raise AssertionError("nobody was asked for ambitions")


def test_the_curtain_is_the_same_whatever_the_secret_of_the_one_who_leaves(
    server: Server, device: Any, trouble: list[str]
) -> None:
    worlds = []
    for secret in SECRETS:
        page, joined = two_here(server, device, trouble)
        play_to_the_secret(page, secret)
        if next_screen(page) == "curtain":
            assert "what both of you know" in page.locator(".curtain").inner_text().lower()
        worlds.append(everything(page, joined))
    assert worlds[0] == worlds[1]
    # That no curtain falls would tell that there is nothing to hide.
    assert worlds[1] == worlds[2]


def test_the_screen_of_the_next_player_is_the_same_whatever_the_secret_of_the_one_who_left(
    server: Server, device: Any, trouble: list[str]
) -> None:
    worlds: list[list[str]] = []
    for secret in SECRETS[1:]:
        page, joined = two_here(server, device, trouble)
        keeper = play_to_the_secret(page, secret)
        seen: list[str] = []
        while len(seen) < 5:
            who = next_screen(page)
            if who != keeper:
                page.evaluate(QUIET)
                seen.append(everything(page, joined))
            if who == "curtain":
                opened(page)
            else:
                answer(page)
        worlds.append(seen)
    for one, two in zip(*worlds, strict=True):
        assert one == two


SECRET = SECRETS[0]
KEPT = "() => document.documentElement.outerHTML + JSON.stringify(localStorage) + document.title"


def test_whoever_loads_the_page_again_must_say_who_is_there(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page, _ = two_here(server, device, trouble)
    keeper = play_to_the_secret(page, SECRET)
    while next_screen(page) != keeper:
        if page.locator(".curtain").count():
            opened(page)
        else:
            answer(page)
    page.reload()
    assert next_screen(page) == "curtain"
    assert SECRET not in page.evaluate(KEPT)
    opened(page)
    assert next_screen(page) == keeper


def test_a_line_that_is_cut_behind_the_curtain_comes_back_with_nobodys_eyes(
    own_server: Server, device: Any
) -> None:
    # The browser itself writes down that the line broke.
    page, _ = two_here(own_server, device, [])
    play_to_the_secret(page, SECRET)
    assert next_screen(page) == "curtain"
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    own_server.kill()
    page.locator(".curtain:has-text('does not answer')").wait_for()
    own_server.start()
    page.locator(".curtain:has-text('is asked next')").wait_for()
    assert heard
    assert not any(SECRET in frame for frame in heard)
    assert SECRET not in page.evaluate(KEPT)


def test_the_record_that_the_next_player_saves_holds_what_that_player_knows(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page, _ = two_here(server, device, trouble)
    keeper = play_to_the_secret(page, SECRET)
    # The first seat of a device must be no worse off than the second.
    assert keeper == "A"
    opened(page)
    assert next_screen(page) == "B"
    page.get_by_role("button", name="Menu").click()
    for what in ("Save the record", "Save the set-up sheet"):
        with page.expect_download() as saving:
            page.get_by_role("button", name=what).click()
        assert SECRET not in saving.value.path().read_text(encoding="utf-8")


def test_a_running_game_that_two_share_is_watched_again_with_nobodys_eyes(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page, joined = two_here(server, device, trouble)
    play_to_the_secret(page, SECRET)
    with page.expect_response(lambda reply: "/record" in reply.url) as asked:
        page.goto(f"{server.address}/replay/{joined['game']}")
    assert SECRET not in asked.value.text()
    page.locator(".words").first.wait_for()
    assert SECRET not in page.evaluate(KEPT)


def test_a_rule_that_was_looked_up_is_put_away_before_the_curtain_falls(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page, _ = two_here(server, device, trouble)
    before = ""
    while "ambitions" not in before:
        if next_screen(page) == "curtain":
            opened(page)
            continue
        before = page.locator("#question").inner_text()
        if "ambitions" not in before:
            answer(page)
    # The rule is opened between the answer and the word that it was taken.
    page.evaluate("() => ['.confirm', '.decision .tag'].forEach(one => document.querySelector(one).click())")
    page.locator(".curtain").wait_for()
    page.locator("dialog").wait_for(state="detached")


def test_a_screen_on_the_wall_shows_what_everybody_knows(
    server: Server, device: Any, trouble: list[str]
) -> None:
    page, _ = two_here(server, device, trouble, curtain="never")
    keeper = play_to_the_secret(page, SECRET)
    while next_screen(page) != keeper:
        answer(page)
    page.get_by_text(SECRET).first.wait_for(state="attached")
    page.evaluate(
        "() => { const kept = JSON.parse(localStorage['sandtable.settings']); kept.posture = 'screen';"
        " localStorage['sandtable.settings'] = JSON.stringify(kept); }"
    )
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    page.reload()
    page.locator(".screen").wait_for()
    assert not any(SECRET in frame for frame in heard)
    assert SECRET not in page.evaluate(KEPT)
