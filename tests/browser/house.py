"""What the browser tests stand on: a built page, a real server, a real Chromium, and hands for them."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"
PATIENCE = 30_000
"""Milliseconds after which a test gives up waiting for the page; far more than anything needs."""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that there is; the one without windows takes three quarters of the others' time."""
FIRST: dict[str, Any] = {
    "book": "companies-and-captains",
    "scenario": "pitched-battle",
    "options": {"points_limit": 12},
}
COMPANIES = {
    "A": "River Watch\nShieldbearers: Heavy Foot; 12 models; Captain\nBowmen: Light Missile; 12 models\n",
    "B": "Hill Raiders\nAxes: Elite Foot; 12 models; Captain\nHounds: Light Beast; 6 models\n",
}
"""Two small Companies: a battle of a few minutes by hand, of seconds by program."""


def found_browser() -> str | None:
    """The machine's Chromium; where this program may, it is installed."""
    for name in BROWSERS:
        if (found := shutil.which(name)) is not None:
            return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("No Chromium here; installing Debian's.", file=sys.stderr)
        for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium-headless-shell"]):
            subprocess.run(["apt-get", "-qq", *words], capture_output=True, check=False)
    return shutil.which("chromium-headless-shell")


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One process at a time does what follows."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Server:
    """A running server that can be killed and comes back on the same port."""

    def __init__(self, folder: Path, page: Path) -> None:
        self._database = str(folder / "games.sqlite")
        self._page = str(page)
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "tests.browser.serve_here", self._database, self._page]
        if self.port:
            command.append(str(self.port))
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.strip(), "the server did not start"
        self.port = int(line)

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def post(self, path: str, body: Any, token: str = "") -> Any:
        """POST, and what came back."""
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)

    def battle(self, **seats: dict[str, Any]) -> Any:
        """A small battle; each seat as told, with its Company."""
        told = {seat: {"force": COMPANIES[seat], **plan} for seat, plan in seats.items()}
        return self.post("/api/games", {**FIRST, "seats": told, "seed": 7, "listed": False})
