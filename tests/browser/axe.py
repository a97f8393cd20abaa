"""What axe finds serious on a page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.browser.house import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


@cache
def _program() -> str:
    if not AXE.is_file():
        pytest.skip("AXE IS NOT INSTALLED: run npm install in web/")
    return AXE.read_text(encoding="utf-8")


def complaints(page: Page) -> list[str]:
    """What axe finds serious; a test is skipped where axe is not installed, and that is said loudly."""
    page.evaluate(_program())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']} {[node['target'] for node in one['nodes']][:4]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
    ]
