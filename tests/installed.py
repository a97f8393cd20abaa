"""Packages with books of their own, put where Python finds installed ones, and commands beside them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

LONG_LANE = '''
"""The Long Lane: two seats draw lots until one has won."""
from sandtable.kernel.book import Book, Result
from sandtable.kernel.citation import rule
from sandtable.kernel.offers import Cover, Offers, ScenarioOffer
from sandtable.kernel.state import State, copy_state

class Lane(State):
    winner: str = ""

class LongLane(Book[Lane]):
    id, title, prefix = "long-lane", "The Long Lane", "LL"
    state_type = Lane
    cover = Cover("#123456", "compass", line="Who comes first")

    def set_up(self, scenario, seats, options):
        return Lane()

    def offers(self):
        return Offers(("A", "B"), (ScenarioOffer("lane", "The Lane"),))

    @rule("LL-LOT-01")
    async def step(self, play):
        (face,) = await play.roll(1, "the lot", "LL-LOT-01")
        play.state.winner = "A" if face > 3 else "B"
        play.tell("lot drawn", "LL-LOT-01", winner=play.state.winner)

    def result(self, state):
        return Result((state.winner,), {}, "the lot fell", ("LL-LOT-01",)) if state.winner else None

    def seats(self, state):
        return ("A", "B")

    def hide(self, state, seat):
        return copy_state(state)

BOOK = LongLane()
'''

CATALOGUE = """
rulebook: {name: The Long Lane, prefix: LL}
chapters:
  - name: Lots
    rules:
      - {id: LL-LOT-01, title: The lot, text: One die decides; on 4 or more the first seat wins.,
         source: ours, kind: procedure}
"""


class Installed:
    """A folder with installed packages, beside those of the tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def package(self, name: str, book: str, code: str, *, at: str = "", **files: str) -> None:
        """Install a package of this name whose entry point stands for a book."""
        module = name.replace("-", "_")
        self.write(f"{module}/__init__.py", "")
        self.write(f"{module}/book.py", code)
        for file, text in files.items():
            self.write(f"{module}/{file.replace('__', '.')}", text)
        points = f"[sandtable.books]\n{book} = {at or f'{module}.book:BOOK'}\n"
        self.describe(name, points)

    def describe(self, name: str, points: str) -> None:
        """What an installer writes beside a package."""
        folder = f"{name.replace('-', '_')}-1.2.dist-info"
        self.write(f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
        self.write(f"{folder}/entry_points.txt", points)

    def write(self, path: str, text: str) -> None:
        """Put a file among the packages."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a process that finds these packages."""
        path = os.pathsep.join((str(self.folder), os.environ.get("PYTHONPATH", "")))
        data = str(self.folder / "data")
        return {**os.environ, "PYTHONPATH": path, "SANDTABLE_DATA": data, "COLUMNS": "200"}

    def command(self, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """What `sandtable` says in a process of its own."""
        return subprocess.run(
            [sys.executable, "-m", "sandtable", *arguments], cwd=folder or self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip


TOGETHER = """
import json, sys
from typer.testing import CliRunner
from sandtable.cli.main import app
for line in sys.stdin:
    ran = CliRunner().invoke(app, json.loads(line))
    print(json.dumps([ran.exit_code, ran.stdout, ran.stderr]))
"""


def said_together(
    commands: list[tuple[str, ...]], folder: Path, environment: dict[str, str]
) -> list[tuple[int, str, str]]:
    """How each of several commands ends and what it says, one after the other in one process."""
    ran = subprocess.run(
        [sys.executable, "-c", TOGETHER], input="".join(f"{json.dumps(one)}\n" for one in commands),
        capture_output=True, text=True, check=True, timeout=200, cwd=folder, env=environment,
    )  # fmt: skip
    return [tuple(json.loads(line)) for line in ran.stdout.splitlines()]


class Serving:
    """A server in a process of its own: the way to it, and what it has said when it was stopped."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.log = ""


@contextmanager
def served(*options: str, folder: Path, environment: dict[str, str]) -> Iterator[Serving]:
    """`sandtable serve` on any free port, stopped at the end whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sandtable", "serve", "--port", "0", *options], cwd=folder, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+?(?=/\n)", process.stdout.readline())
        assert address is not None, process.communicate(timeout=60)[1]
        with httpx.Client(base_url=address[0], timeout=60) as client:
            serving = Serving(client)
            yield serving
        process.send_signal(signal.SIGINT)
        serving.log = process.communicate(timeout=60)[1]
    finally:
        process.kill()
        process.wait()
