"""The page opens without a network once it was served, and can be installed."""

from __future__ import annotations

from typing import Any

from tests.browser.house import PATIENCE, Server


def test_the_page_opens_without_a_network(server: Server, device: Any) -> None:
    context = device()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.get_by_role("heading", name="Sandtable").wait_for()
    context.set_offline(True)
    page.reload()
    page.get_by_role("heading", name="Sandtable").wait_for()
    assert page.evaluate("document.fonts.ready.then(fonts => fonts.size > 0)")


def test_the_page_says_how_it_is_installed(server: Server, device: Any) -> None:
    page = device().new_page()
    page.goto(server.address)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("address => fetch(address).then(one => one.json())", address)
    assert manifest["display"] in ("standalone", "fullscreen")
    assert {"name", "icons", "start_url"} <= set(manifest)
    for icon in manifest["icons"]:
        assert page.evaluate("src => fetch(src).then(one => one.ok)", icon["src"])
