"""What is measured of the page, kept as one page of the docs; each measure writes its own row of it.

python -m tests.browser.measured [taps] [sight] [times]     measures all of it, or these; some twenty minutes
"""

from __future__ import annotations

import os
import subprocess
import sys
from textwrap import fill
from typing import NamedTuple

from tests.browser.house import ROOT

PAGE = ROOT / "docs" / "reference" / "table.md"
IS_ON = bool(os.environ.get("SANDTABLE_MEASURE"))
"""Whether what tests measure is kept."""
WIDE = 110
HEAD = """# The table, measured

What the browser table asks of a hand, keeps in sight, and takes in time and weight, measured at the real
page by the browser tests. They write this page:

    python -m tests.browser.measured                    all of it, in some twenty minutes
    python -m tests.browser.measured taps sight times   or some of it
"""


class Section(NamedTuple):
    """A part of the page: what it tells, and how a table tells it."""

    title: str
    words: str
    columns: tuple[str, ...]
    tests: tuple[str, ...]


SECTIONS = {
    "taps": Section(
        "Taps",
        "How many taps a game takes that is played by gestures: who, where or whom, one word. "
        "A hand plays whole games through the page; whom it means is thought of beside the "
        "page. A turn is what is asked of whoever acts; offers that dice and enemies bring "
        "are counted with the whole.",
        ("what", "budget", "taps"),
        ("test_taps.py",),
    ),
    "sight": Section(
        "What is in sight",
        "Questions of recorded games, one of each sort, put to the page at every size: as "
        "they come, with an answer chosen and what may follow, and with advice. At each the "
        "question, its first answers, the chosen one and the button are in sight and nothing "
        "lies over them; the last column is the least that is left of the ground.",
        ("book, screen and letters", "questions", "looked at", "out of sight", "least ground"),
        ("test_answers_in_sight.py",),
    ),
    "times": Section(
        "Times and weights",
        "A slow machine has a quarter of this one's processor and 1.6 Mbit a second, 40 ms "
        "away, and has never seen the page; the quickest of five visits counts, since "
        "whatever else a machine does only adds to it.",
        ("what", "budget", "measured"),
        ("test_times.py", "test_playback.py"),
    ),
}


def keep(section: str, *cells: str) -> None:
    """Put a row into its section, in the place of the one of the same name."""
    rows = _read()
    found = rows[section]
    place = next((i for i, row in enumerate(found) if row[0] == cells[0]), len(found))
    found[place : place + 1] = [cells]
    PAGE.write_text(_written(rows), encoding="utf-8")


def _read() -> dict[str, list[tuple[str, ...]]]:
    rows: dict[str, list[tuple[str, ...]]] = {name: [] for name in SECTIONS}
    lines = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []
    now = ""
    for line in lines:
        if line.startswith("## "):
            now = next((name for name, one in SECTIONS.items() if one.title == line[3:]), "")
        elif now and line.startswith("| ") and line != _row(SECTIONS[now].columns):
            rows[now].append(tuple(cell.strip() for cell in line.strip("| ").split("|")))
    return rows


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _written(rows: dict[str, list[tuple[str, ...]]]) -> str:
    parts = [HEAD]
    for name, one in SECTIONS.items():
        table = [_row(one.columns), "|" + "---|" * len(one.columns), *map(_row, rows[name])]
        parts.append("\n".join((f"## {one.title}", "", fill(one.words, WIDE), "", *table)) + "\n")
    return "\n".join(parts)


def main() -> None:
    """Measure what is asked for."""
    failed = False
    for name in sys.argv[1:] or SECTIONS:
        files = [f"tests/browser/{one}" for one in SECTIONS[name].tests]
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *files]
        failed |= bool(subprocess.call(command, cwd=ROOT, env={**os.environ, "SANDTABLE_MEASURE": "1"}))
    sys.exit(failed)


if __name__ == "__main__":
    main()
