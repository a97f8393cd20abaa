"""A page, a server and a browser for every test in this folder."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.house import ROOT, Server, alone, found_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

HERE = Path(__file__).parent
LOUD = "THE BROWSER TESTS ARE SKIPPED: "


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a test that waited in vain for the page try once more; the summary names each that did (R).

    The browser shares two processors with everything else that is tested. Whatever fails for another reason
    than waiting fails at once.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["TimeoutError"]))


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The page, built if its sources have changed."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    with alone("building-the-page"):
        if not builder.build_page():
            pytest.skip(LOUD + "the page could not be built.")
    folder: Path = builder.PAGE
    return folder


_running = ExitStack()
"""What is closed when a process leaves this folder."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Close the browser after the last test of this folder, or before those of another.

    It holds an event loop as long as it runs, which tests of other folders must not find in their process.
    """
    try:
        return (yield)
    finally:
        if nextitem is None or HERE not in nextitem.path.parents:
            _running.close()
            _started.cache_clear()


@pytest.fixture
def browser() -> Browser:
    """Debian's Chromium, or whichever the machine has; one for all tests of a process in this folder."""
    return _started()


@cache
def _started() -> Browser:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip(LOUD + "playwright is not installed.")
    found = found_browser()
    if found is None:
        pytest.skip(LOUD + "there is no Chromium on this machine.")
    with ExitStack() as opening, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        play = opening.enter_context(sync_playwright())
        running = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
        opening.callback(running.close)
        _running.push(opening.pop_all())
    return running


@pytest.fixture(scope="session")
def server(built_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that leave it alive."""
    running = Server(tmp_path_factory.mktemp("server"), built_page)
    yield running
    running.kill()


@pytest.fixture
def own_server(built_page: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path, built_page)
    yield running
    running.kill()


@pytest.fixture
def device(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """New devices, each with a memory of its own."""
    opened: list[BrowserContext] = []

    def new(width: int = 1366, height: int = 1024, **more: Any) -> BrowserContext:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        opened.append(context)
        return context

    yield new
    for context in opened:
        context.close()


@pytest.fixture
def trouble() -> Iterator[list[str]]:
    """Errors that pages have written down; a test with any of them fails."""
    found: list[str] = []
    yield found
    assert found == []
