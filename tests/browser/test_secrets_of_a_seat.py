"""Two players, one screen: what one of them alone may know is nowhere while the other may look."""

from __future__ import annotations

import re
from typing import Any

from tests.browser.hands import Mouse, number, opened, sat_down
from tests.browser.house import Server

SECRETS = ("We Will Not Break", "Do Not Waver", "")
"""What the second player may have set their heart on; nobody else may tell these worlds apart."""

COSTLY = "River Watch\nAxes: Elite Foot; 12 models; Captain\nShieldbearers: Heavy Foot; 12 models\n"
LEARNING = "Hill Raiders\nWitches: Light Foot with Apprentice; 12 models; Captain\nBowmen: Light Missile; 12 models\n"
"""The costlier Company is the last to choose its ambitions; right after that, the other one is asked for its spells."""

EVERYTHING = """async () => {
  const kept = store => Object.fromEntries(Object.entries(store).sort());
  const shelves = await Promise.all((await caches.keys()).map(async name => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(one => new URL(one.url).pathname);
  }));
  return JSON.stringify({
    html: document.documentElement.outerHTML, title: document.title, address: location.href,
    history: [history.length, history.state], local: kept(localStorage), session: kept(sessionStorage), shelves,
  });
}"""
"""All that a page shows, hides and keeps."""

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
    """A page at which Mara and Jonas sit, and the place it was given."""
    mara = {"sits": "here", "name": "Mara", "force": COSTLY}
    jonas = {"sits": "here", "name": "Jonas", "force": LEARNING}
    joined = server.battle(A=mara, B=jonas)
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
    """Play until both have chosen their ambitions: the first none, the second the secret one; say who is second."""
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
