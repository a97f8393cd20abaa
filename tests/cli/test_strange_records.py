"""Records with anything in them: told, put to the proof, reported and opened, or refused; never a failure."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from sandtable.cli.play.spoken_places import words_of_place
from sandtable.kernel.records.record import record_from_text
from sandtable.kernel.records.replay import record_as_text
from sandtable.kernel.refusal import Refused
from sandtable.server.files.opened import ALL, open_file
from tests.cli.conftest import Told
from tests.kernel.mutations import Altered, altered

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = {
    "companies-and-captains": (GOLDEN / "companies_and_captains" / "draw-last-turn.sandtable", 41),
    "forgotten-ruin": (GOLDEN / "forgotten_ruin" / "exercise-1-won.sandtable", 149),
}
"""A short record of each book, and how few of its alterations are tried."""


def some_altered(book: str) -> list[Altered]:
    """Alterations of every kind, from all over the record."""
    path, some = RECORDS[book]
    return list(altered(path.read_text(encoding="utf-8")))[::some]


COMMANDS = (("replay",), ("replay", "--seat", "A"), ("replay", "--json"), ("verify",), ("report",))


@pytest.mark.parametrize("book", RECORDS)
def test_whatever_stands_in_a_record_every_command_tells_it_or_refuses_it(book: str, tmp_path: Path):
    tried = some_altered(book)
    assert len(tried) > 20
    for number, one in enumerate(tried):
        path = tmp_path / "odd.sandtable"
        path.write_text(one.text, encoding="utf-8")
        command, *options = COMMANDS[number % len(COMMANDS)]
        told = Told(command, str(path), *options)
        assert told.code in (0, 1, 2), one
        assert "failed" not in told.err, one


@pytest.mark.parametrize("book", RECORDS)
@pytest.mark.parametrize("way", ["a watcher's eyes", "all eyes", "text"])
def test_whatever_stands_in_a_record_the_server_opens_it_or_refuses_it(book: str, way: str):
    ways: dict[str, Callable[[str], object]] = {
        "a watcher's eyes": lambda text: open_file(text, None, largest=10_000_000),
        "all eyes": lambda text: open_file(text, ALL, largest=10_000_000),
        "text": lambda text: record_as_text(record_from_text(text)),
    }
    for one in some_altered(book)[:: 1 if way == "text" else 3]:
        with suppress(Refused):
            ways[way](one.text)


def test_an_event_with_facts_that_no_rule_tells_is_told_plainly(tmp_path: Path):
    path, _ = RECORDS["companies-and-captains"]
    lines = path.read_text(encoding="utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if '"kind":"group moved"' in line)
    lines[place] = '{"is":"event","kind":"group moved","rules":["CC-MOV-01"],"facts":{"odd":[1,null]}}'
    odd = tmp_path / "odd.sandtable"
    odd.write_text("\n".join(lines), encoding="utf-8")
    told = Told("replay", str(odd))
    assert told.code == 0
    assert "group moved: odd [1, None]" in told.out
    assert '[Rules "At step ' in told.out, "it says that the rules do not lead there"


@pytest.mark.parametrize("at", ["x", [1], [1, "x"], [1, 2, 3], {"x": 1}, 7])
def test_a_place_that_is_none_is_not_told_as_one(at: object):
    assert words_of_place({"at": at}) == ""
    assert words_of_place({"at": [1, 2], "facing": "up"}) == ""
