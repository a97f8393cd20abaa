"""How long somebody waits who has just called: processor time of new processes, with everything compiled.

What Python has compiled once it keeps; the first run of all, which does that, is not counted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.server import processor_time_of

ROOT = Path(__file__).resolve().parent.parent
HELP = [sys.executable, "-m", "sandtable", "--help"]
FIRST_QUESTIONS = {
    "companies-and-captains": 'scenario="pitched-battle", seats={"A": "seafolk", "B": "automata"}',
    "forgotten-ruin": 'scenario="mission", seats={"A": "red-squad"}, options={"campaign_turn": 5}',
}
"""A new game of each book."""


class Starts(NamedTuple):
    """Seconds of the processor."""

    help: float
    """`sandtable --help`, to its end."""
    question: float
    """From the start of Python to the answers to the first question of a new game, of the slower book."""
    server: float
    """`sandtable serve` with a file that does not exist yet, until it says where the table is."""


def measure(rounds: int = 5) -> Starts:
    """Start each several times; the medians."""
    with tempfile.TemporaryDirectory() as folder:
        around = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled"))}
        around.pop("PYTHONDONTWRITEBYTECODE", None)

        def often(start: Callable[[int], float]) -> float:
            start(0)
            return median([start(number) for number in range(1, rounds + 1)])

        questions = [_question(book, rest) for book, rest in FIRST_QUESTIONS.items()]
        return Starts(
            often(partial(_whole, HELP, around)),
            max(often(partial(_whole, one, around)) for one in questions),
            often(partial(_server, Path(folder), around)),
        )


def _question(book: str, rest: str) -> list[str]:
    words = f"import sandtable; sandtable.new({book!r}, {rest}, seed=1).decision.options()"
    return [sys.executable, "-c", words]


def _whole(command: list[str], around: dict[str, str], _: int) -> float:
    """Seconds of the processor that a command takes from its start to its end."""
    before = os.times()
    subprocess.run(command, cwd=ROOT, env=around, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def _server(folder: Path, around: dict[str, str], number: int) -> float:
    file = folder / str(number) / "games.sqlite"
    file.parent.mkdir()
    command = [sys.executable, "-m", "sandtable", "serve", "--port", "0", "--database", str(file)]
    with subprocess.Popen(command, cwd=ROOT, env=around, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "The table is at" in process.stdout.readline()
        taken = processor_time_of(process.pid)
        process.terminate()
    return taken


def main() -> None:
    """Measure and print."""
    found = measure()
    print(f"help {found.help:.2f} s, first question {found.question:.2f} s, server {found.server:.2f} s")


if __name__ == "__main__":
    main()
