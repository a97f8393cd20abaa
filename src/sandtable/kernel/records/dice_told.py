"""The dice that a record tells of: every sealed roll, what was sealed, and whose dice were agreed when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.kernel.dice import MOST_SIDES, Sealed, Typed, Wanted
from sandtable.kernel.journal import DICE_CHANGED, UNDONE
from sandtable.kernel.records.record import EventLine, NoteLine, Record, RollLine
from sandtable.kernel.records.taken_back import TakenBack

COMMON = "common"
"""The name under which a header has the dice that belong to no seat."""
MOST_IN_A_ROLL = 10_000


class Roll(NamedTuple):
    """A roll and where it stands."""

    line: int
    why: str
    faces: tuple[int, ...]
    source: str
    sides: int
    start: int
    is_taken_back: bool = False


def all_rolls(record: Record, undone: Sequence[TakenBack]) -> Iterator[Roll]:
    """Every roll of the program in the order of the lines, those too that were taken back."""
    gone = {one.line: one.rolls for one in undone}
    for number, line in enumerate(record.lines, 2):
        if isinstance(line, RollLine):
            start = -1 if line.start is None else line.start
            yield Roll(number, line.why, line.faces, line.source, line.sides, start)
        elif isinstance(line, NoteLine) and line.kind == UNDONE:
            for one in gone.get(number, ()):
                yield Roll(number, one.why, one.faces, one.source, one.sides, one.start, True)


def from_elsewhere(rolls: Sequence[Roll]) -> Iterator[str]:
    """Dice that the program rolled and that were not sealed."""
    found: dict[str, int] = {}
    for one in rolls:
        if one.source != Sealed.name:
            found[one.source] = found.get(one.source, 0) + len(one.faces)
    for source, count in found.items():
        yield f'{count} dice came from "{source}", where nobody can look.'


def typed_dice(record: Record) -> int:
    """How many dice were typed."""
    told = [line for line in record.lines if isinstance(line, EventLine) and line.kind == "dice rolled"]
    faces = [line.facts.get("faces") for line in told if line.facts.get("source") == Typed.name]
    return sum(len(one) for one in faces if isinstance(one, list | tuple))


def wrong_faces(sealed: Sealed, rolls: Sequence[Roll]) -> Iterator[str]:
    """Dice that are not those that were sealed."""
    for one in rolls:
        if one.sides < 1 or len(one.faces) > MOST_IN_A_ROLL:
            yield f"Line {one.line}: there are no such dice."
            continue
        right = tuple(sealed.die(one.start + place, one.sides) for place in range(len(one.faces)))
        if right != one.faces:
            yield f'Line {one.line}: for "{one.why}" {list(one.faces)} were told, {list(right)} were sealed.'


def wrong_places(rolls: Sequence[Roll]) -> Iterator[str]:
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


class AgreedDice:
    """Whose dice come from where: as the first line says, until a note says otherwise."""

    def __init__(self, record: Record) -> None:
        self._notes = [note for note in record.notes() if note.kind == DICE_CHANGED]
        self._names = record.header.dice
        self._words = [place for place, one in enumerate(record.journal()) if not hasattr(one, "faces")]

    def may_be(self, wanted: Wanted, place: int, source: str) -> bool:
        """Whether a roll at this place of the journal may come from a source."""
        # Dice may be changed while a roll is being asked for; the note then stands after the roll.
        after = next((one for one in self._words if one > place), None)
        return any(_fits(wanted, self.of(wanted.seat, one), source) for one in (place, after))

    def of(self, seat: str | None, place: int | None) -> str:
        """The name of the dice of a seat at this place of the journal."""
        names = dict(self._names)
        for note in self._notes:
            if place is None or note.entries <= place:
                names[note.seat or COMMON] = str(note.facts.get("source", ""))
        return names.get(seat or COMMON, names.get(COMMON, ""))


def _fits(wanted: Wanted, agreed: str, source: str) -> bool:
    is_asked = wanted.to != () and wanted.is_asked and wanted.sides <= MOST_SIDES
    if agreed == Typed.name and not is_asked:
        # What nobody may see, and dice that nobody owns, the machine rolls.
        return source != Typed.name
    return source == agreed
