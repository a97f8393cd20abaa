"""How long the page takes on a slow machine: a first visit with a quarter of the processor and 1.6 Mbit.

python -m tests.browser.first_load [PATH...]     the start page, or these; milliseconds and kilobytes
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.house import ROOT, Server, found_browser

SLOWER = 4
BYTES_A_SECOND = 1.6 * 1024 * 1024 / 8
LATENCY = 40
"""Milliseconds that a packet is under way; a network at home."""
TIMES = 5
"""The quickest counts: whatever else the machine does can only add to it."""
LIMIT = 1_500
"""Milliseconds in which the first page can be read and tapped."""
READY = {"/": "article button.side:not([disabled])"}
"""What can be tapped when a page is there."""
NOTES_WHEN = """new MutationObserver(() => {
  if (window.readyAt || !document.querySelector("%s")) return;
  requestAnimationFrame(() => { window.readyAt ??= performance.now(); });
}).observe(document, { subtree: true, childList: true, attributes: true });"""
WEIGHT = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .map(one => [one.name, one.transferSize, Math.round(one.responseEnd)])"""


def visited(browser: Browser, address: str, path: str) -> tuple[float, list[Any]]:
    """The milliseconds of a first visit, and what was sent for it."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, service_workers="block")
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    wire.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, **speed})
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(NOTES_WHEN % READY.get(path, "h1"))
    page.goto(address + path, wait_until="commit")
    page.wait_for_function("() => window.readyAt", timeout=60_000)
    took = page.evaluate("() => window.readyAt")
    page.wait_for_load_state("networkidle")
    sent = page.evaluate(WEIGHT)
    context.close()
    return float(took), sent


def measured(paths: list[str]) -> dict[str, tuple[float, float]]:
    """By path: the shortest time in milliseconds, and the kilobytes."""
    page = ROOT / "src" / "sandtable" / "server" / "page"
    found: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder), page)
        browser = play.chromium.launch(executable_path=found_browser(), args=["--no-sandbox"])
        try:
            for path in paths:
                visits = [visited(browser, server.address, path) for _ in range(TIMES)]
                for name, size, at in visits[-1][1]:
                    print(f"{at:6} ms {size / 1000:8.1f} kB  {name.removeprefix(server.address)}")
                found[path] = (
                    min(took for took, _ in visits),
                    sum(size for _, size, _ in visits[-1][1]) / 1000,
                )
        finally:
            browser.close()
            server.kill()
    return found


if __name__ == "__main__":
    slow = False
    for path, (took, weight) in measured(sys.argv[1:] or ["/"]).items():
        print(f"{path}: {took:.0f} ms, {weight:.0f} kB")
        slow |= took > LIMIT
    sys.exit(1 if slow else 0)
