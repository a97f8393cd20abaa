"""Proof that sealed dice were rolled as they were sealed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.dice import SHORTEST_SECRET, Rolled, Sealed, Typed, commitment_to
from sandtable.kernel.record import AnswerLine, EventLine, NoteLine, Record, RollLine, RulingLine
from sandtable.kernel.replay import first_difference, why_not_run


class Verdict(msgspec.Struct, frozen=True):
    """What became of looking at the dice of a record."""

    proven: bool
    """Whether every sealed die is what was sealed and the rules lead to what the record tells."""
    faults: tuple[str, ...]
    """Everything that is wrong, in order."""
    dice: int
    """How many sealed dice were looked at."""
    unchecked: tuple[str, ...] = ()
    """What could not be looked at, and why."""
    typed: int = 0
    """How many dice players rolled on the real table; nobody can look at those."""


def new_secret() -> str:
    """A secret for sealed dice, whose commitment is published before anybody adds a salt."""
    return secrets.token_hex(SHORTEST_SECRET)


def verify(record: Record) -> Verdict:
    """Prove or disprove the sealed dice of a finished game."""
    header = record.header
    if header.seen_by != "":
        return Verdict(False, (), 0, ("The record does not tell every roll.",))
    if not header.commitment:
        return Verdict(False, (), 0, ("The game had no sealed dice.",))
    if not header.secret:
        return Verdict(False, (), 0, ("The secret has not been revealed; the game is not over.",))
    faults: list[str] = []
    if commitment_to(header.secret) != header.commitment:
        faults.append("The secret is not the one to which the game was committed.")
    if len(header.secret) < SHORTEST_SECRET:
        return Verdict(False, (*faults, "The secret is too short to be one."), 0)
    rolls = list(_rolls(record))
    faults += _wrong_faces(Sealed(header.secret, header.salts), rolls)
    faults += _wrong_places(rolls)
    faults += _wrong_sources(record)
    unchecked = [*_from_elsewhere(record)]
    if why := why_not_run(record):
        unchecked.append(f"The rules were not run again. {why}")
    elif difference := first_difference(record):
        faults.append(f"At step {difference.moment} {difference.what}.")
    dice = sum(len(one.faces) for one in rolls)
    return Verdict(not faults and not unchecked, tuple(faults), dice, tuple(unchecked), _typed(record))


def _from_elsewhere(record: Record) -> Iterator[str]:
    """Dice that the program rolled and that were not sealed."""
    found: dict[str, int] = {}
    for line in record.lines:
        if isinstance(line, RollLine) and line.source != Sealed.name:
            found[line.source] = found.get(line.source, 0) + len(line.faces)
    for source, count in found.items():
        yield f'{count} dice came from "{source}", where nobody can look.'


def _typed(record: Record) -> int:
    told = [line for line in record.lines if isinstance(line, EventLine) and line.kind == "dice rolled"]
    faces = [line.facts.get("faces") for line in told if line.facts.get("source") == Typed.name]
    return sum(len(one) for one in faces if isinstance(one, list | tuple))


class _Roll(NamedTuple):
    """A sealed roll and where it stands."""

    line: int
    why: str
    faces: tuple[int, ...]
    sides: int
    start: int
    is_taken_back: bool = False


def _rolls(record: Record) -> Iterator[_Roll]:
    """Every sealed roll in the order in which it was rolled, those too that were taken back."""
    for number, line in enumerate(record.lines, 2):
        if isinstance(line, RollLine) and line.source == Sealed.name:
            yield _Roll(number, line.why, line.faces, line.sides, -1 if line.start is None else line.start)
        elif isinstance(line, NoteLine) and line.kind == "undone":
            for one in _taken_back(line.facts):
                if one.source == Sealed.name:
                    yield _Roll(number, one.why, one.faces, one.sides, one.start, True)


def _taken_back(facts: dict[str, Any]) -> Iterator[Rolled]:
    entries = facts.get("taken back")
    for one in entries if isinstance(entries, list) else ():
        if isinstance(one, dict) and one.get("type") == "rolled":
            try:
                yield msgspec.convert(one, Rolled)
            except msgspec.ValidationError:
                continue


def _wrong_faces(sealed: Sealed, rolls: list[_Roll]) -> Iterator[str]:
    for one in rolls:
        if one.sides < 1 or len(one.faces) > 10_000:
            yield f"Line {one.line}: there are no such dice."
            continue
        right = tuple(sealed.die(one.start + place, one.sides) for place in range(len(one.faces)))
        if right != one.faces:
            yield f'Line {one.line}: for "{one.why}" {list(one.faces)} were told, {list(right)} were sealed.'


def _wrong_places(rolls: list[_Roll]) -> Iterator[str]:
    """Each die is used once, in order, and none is passed over."""
    expected = 0
    for one in sorted(rolls, key=lambda roll: roll.start):
        if one.start < expected:
            yield f"Line {one.line}: die {one.start} was rolled before."
        elif one.start > expected:
            yield f"Line {one.line}: dice {expected} to {one.start - 1} were passed over."
        expected = max(expected, one.start + len(one.faces))
    last = -1
    # What was taken back stands where the game went back to, not where it was rolled.
    for one in (roll for roll in rolls if not roll.is_taken_back):
        if one.start < last:
            yield f"Line {one.line}: die {one.start} comes after die {last}."
        last = one.start


def _wrong_sources(record: Record) -> Iterator[str]:
    """Whoever had sealed dice rolled with them, unless a note says otherwise."""
    names = dict(record.header.dice)
    roll: RollLine | None = None
    for number, line in enumerate(record.lines, 2):
        if isinstance(line, NoteLine) and line.kind == "dice changed":
            names[line.seat] = str(line.facts.get("source", ""))
        elif isinstance(line, RollLine):
            roll = line
        elif isinstance(line, EventLine) and line.kind == "dice rolled":
            seat = line.facts.get("seat")
            source = (
                names.get(seat, names.get("common", "")) if isinstance(seat, str) else names.get("common", "")
            )
            told = line.facts.get("source")
            if roll is not None and (
                roll.source != told or list(roll.faces) != list(line.facts.get("faces", ()))
            ):
                yield f"Line {number}: the event does not tell the roll before it."
            if told != source and source != Typed.name:
                yield f'Line {number}: dice from "{told}" were rolled where "{source}" dice were agreed.'
            roll = None
        elif isinstance(line, AnswerLine | RulingLine):
            if roll is not None:
                yield f"Line {number}: the roll before it has no event."
            roll = None
