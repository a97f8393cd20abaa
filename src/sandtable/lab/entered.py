"""Which rules are entered while a recorded game is played again: beside what it tells, what it runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import msgspec

from sandtable.kernel.citation import BY_CODE
from sandtable.kernel.records.record import read_record
from sandtable.kernel.records.replay import first_difference
from sandtable.kernel.refusal import refuse

BESIDE = ".entered.json"
"""How the file beside a record ends that lists the rules which its game entered."""


@contextmanager
def entered() -> Iterator[set[str]]:
    """The ids of the rules whose code runs in here; players' thoughts are not to run in here."""
    found: set[str] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.update(BY_CODE.get(frame.f_code, ()))

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(before)


def note_entered(record: Path) -> None:
    """Play a record again and write beside it which rules it entered; a record that differs is refused."""
    read = read_record(record)
    with entered() as found:
        difference = first_difference(read)
    if difference is not None:
        raise refuse("", f"{record.name} is not what the rules make of it: {difference}.", "Record it again.")
    record.with_suffix(BESIDE).write_bytes(msgspec.json.encode(sorted(found)))


def entered_in(record: Path) -> list[str]:
    """The rules that a recorded game entered; none where nobody has counted."""
    beside = record.with_suffix(BESIDE)
    return msgspec.json.decode(beside.read_bytes(), type=list[str]) if beside.exists() else []
