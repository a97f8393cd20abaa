"""What was taken back: every undo of a record, played again by the rules up to where it went back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.decision import Answer
from sandtable.kernel.dice import Rolled
from sandtable.kernel.journal import UNDONE, Answered, Entry
from sandtable.kernel.records.record import NoteLine, Record
from sandtable.kernel.records.rerun import Rerun
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.refusal import Refused, refuse


class TakenBack(NamedTuple):
    """One undo: where it stands, to where it went back, and what was gone by it."""

    line: int
    seat: str
    target: int
    entries: tuple[Entry, ...]
    agreed: tuple[str, ...] | None
    """Who agreed; None in records of before, which do not say it."""
    facts: dict[str, Any]
    """Everything that its line says."""

    @property
    def is_told_whole(self) -> bool:
        """Whether it says who agreed, and has a hash; records of before do not."""
        return {"agreed", "hash"} <= set(self.facts)

    def without_hash(self) -> TakenBack:
        """The same, where its hash is that of a state which an earlier version has written."""
        return self._replace(facts={name: one for name, one in self.facts.items() if name != "hash"})

    @property
    def rolls(self) -> list[Rolled]:
        """The dice that were taken back."""
        return [one for one in self.entries if isinstance(one, Rolled)]

    def in_words(self) -> Iterator[str]:
        """Who took back, and every answer and roll that was gone by it."""
        others = "" if self.agreed is None else ", ".join(self.agreed) or "nobody else"
        yield f"Line {self.line}: {self.seat} took back, agreed by {others or 'whom it does not say'}:"
        for one in self.entries:
            if isinstance(one, Rolled):
                faces = " ".join(map(str, one.faces))
                yield f'  a roll of {one.source} dice for "{one.why}": {faces}'
            elif isinstance(one, Answered):
                yield f"  an answer of {one.seat}: {_plainly(one.answer)}"
            else:
                yield f"  a ruling of {one.seat}: {one.ruling} {_plainly(one.facts)}"


def _plainly(value: Answer) -> str:
    return msgspec.json.encode(value).decode()


class _Facts(msgspec.Struct, forbid_unknown_fields=True):
    """The facts of an undo."""

    entries: int
    taken_back: tuple[Entry, ...] = msgspec.field(name="taken back")
    agreed: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    hash: str = ""


def all_taken_back(record: Record) -> list[TakenBack]:
    """Every undo of a record in the order in which they happened; one that cannot be read is refused."""
    found = []
    for number, line in enumerate(record.lines, 2):
        if isinstance(line, NoteLine) and line.kind == UNDONE:
            try:
                facts = msgspec.convert(line.facts, _Facts, strict=True)
            except msgspec.ValidationError as wrong:
                raise refuse("", f"Line {number}: an undo that cannot be read ({wrong}).", "") from None
            agreed = None if isinstance(facts.agreed, msgspec.UnsetType) else facts.agreed
            found.append(TakenBack(number, line.seat, facts.entries, facts.taken_back, agreed, line.facts))
    return found


def wrongly_taken_back(rerun: Rerun, undone: Sequence[TakenBack], journal: Sequence[Entry]) -> str:
    """Live through every undo as it happened; what is wrong with the first that cannot have, or nothing."""
    pasts = _pasts(undone, journal)
    for number, one in enumerate(undone):
        try:
            with nonsense_refused("what was taken back"):
                wrong = _relive(rerun, one, pasts[number], pasts[number + 1], is_first=number == 0)
        except Refused as refused:
            wrong = refused.reason
        if wrong:
            return f"Line {one.line}: {wrong}"
    return ""


def _pasts(undone: Sequence[TakenBack], journal: Sequence[Entry]) -> list[list[Entry]]:
    """Everything that had been said and rolled before each undo, and at the end."""
    found = [list(journal)]
    for one in reversed(undone):
        found.insert(0, [*found[0][: max(0, one.target)], *one.entries])
    return found


def _relive(rerun: Rerun, one: TakenBack, past: list[Entry], after: list[Entry], is_first: bool) -> str:
    if is_first:
        rerun.begin_with(past)
    while rerun.entry is not None:
        rerun.go_on()
    game = rerun.game
    if not 0 <= one.target < len(past) or isinstance(past[one.target], Rolled):
        return "an undo goes back to an answer or a ruling."
    if one.agreed is not None and not game.may_undo(one.seat, one.target, one.agreed):
        return f"{one.seat} could not take this back without the consent of the others."
    rerun.go_back(one.seat, one.target, one.agreed or (), after)
    told = msgspec.json.decode(msgspec.json.encode(game.notes[-1].facts))
    for name, value in one.facts.items():
        if told[name] != value:
            return f"of what was taken back the rules tell other {name} than the record."
    return ""
