"""Turning points: the moments at which a battle swung most, with what was told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sandtable.reports.luck import ROLLED
from sandtable.reports.watching import Names, Step, Told, Watched, opponents_named
from sandtable.table.showing import Unit, units_named

MOST_POINTS = 4
LEAST_SWING = 0.03
"""What moves the chances less is no turning point."""
MOST_SENTENCES = 3


class Line(msgspec.Struct, frozen=True):
    """A sentence with its rules."""

    words: str
    rules: tuple[str, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment after which things stood differently."""

    number: int
    at: float
    """In rounds, as the course counts."""
    place: int
    """The number of the answer after which it was over."""
    round: int
    chance: float
    """Of the first side, afterwards."""
    change: float
    words: str
    """What happened, in a sentence or a few."""
    rules: tuple[str, ...]
    lines: tuple[Line, ...]
    """Everything that was told of it, dice too."""


def signed_percent(change: float) -> str:
    """A change of the chances: "+21 %"."""
    return f"{'+' if change >= 0 else '−'}{abs(round(100 * change))} %"


class _Part(msgspec.Struct, frozen=True):
    """The answers of one step of play, taken together."""

    steps: tuple[Step, ...]
    before: Step

    @property
    def change(self) -> float:
        return self.steps[-1].chances[0] - self.before.chances[0]

    @property
    def told(self) -> list[Told]:
        return [one for step in self.steps for one in step.told]


def turning_points(watched: Watched, places: Mapping[int, float]) -> tuple[TurningPoint, ...]:
    """The greatest swings, in the order in which they came."""
    parts = [part for part in _parts(watched) if abs(part.change) >= LEAST_SWING]
    greatest = sorted(parts, key=lambda part: -abs(part.change))[:MOST_POINTS]
    in_order = sorted(greatest, key=lambda part: part.steps[-1].place)
    return tuple(_point(number, part, places, watched.names) for number, part in enumerate(in_order, 1))


def _parts(watched: Watched) -> list[_Part]:
    """The steps of play with what they changed; counting points at the end is no step of the battle."""
    judged = [step for step in watched.steps if step.chances]
    found: list[_Part] = []
    inside: list[Step] = []
    before: Step | None = None
    for step in judged:
        if inside and step.part != inside[-1].part:
            if before is not None:
                found.append(_Part(tuple(inside), before))
            before, inside = inside[-1], []
        inside.append(step)
    if inside and before is not None:
        found.append(_Part(tuple(inside), before))
    if found and watched.result is not None and not _changed(found[-1]):
        found.pop()
    return found


def _changed(part: _Part) -> dict[str, tuple[Unit, Unit]]:
    """The units that are weaker, gone or in another state than before."""
    before, after = part.before.units, part.steps[-1].units
    pairs = ((one, (before[one], unit)) for one, unit in after.items() if one in before)
    return {one: (old, new) for one, (old, new) in pairs if _state(old) != _state(new)}


def _state(unit: Unit) -> tuple[int, str, tuple[str, ...]]:
    return unit.strength, unit.place, tuple(badge.word for badge in unit.badges if badge.worse)


def _point(number: int, part: _Part, places: Mapping[int, float], names: Names) -> TurningPoint:
    last = part.steps[-1]
    telling = _telling(part)
    return TurningPoint(
        number=number,
        at=places.get(last.place, float(last.showing.clock.round)),
        place=last.place,
        round=part.steps[-1].given.round,
        chance=round(last.chances[0], 4),
        change=round(part.change, 4),
        words=" ".join(names.plain(one.words) for one in telling),
        rules=tuple(dict.fromkeys(rule for one in telling for rule in one.event.rules)),
        lines=tuple(Line(names.plain(one.words), tuple(dict.fromkeys(one.event.rules))) for one in part.told),
    )


def _telling(part: _Part) -> list[Told]:
    """The sentences that say most: the clash itself, and what became of those who were in it."""
    units = part.steps[-1].units
    told = [one for one in part.told if one.event.kind != ROLLED and units_named(one.event.facts, units)]
    if not told:
        return part.told[-1:]
    clashes = [one for one in told if opponents_named(one.event, units) is not None]
    lead = max(clashes, key=_weight) if clashes else told[-1]
    chosen = [lead, *_consequences(part, told, lead)][:MOST_SENTENCES]
    return [one for one in told if any(one is other for other in chosen)]


def _weight(told: Told) -> int:
    """How many figures an event tells; of equal ones the first is taken."""
    values = told.event.facts.values()
    return sum(_figures(value) for value in values)


def _figures(value: object) -> int:
    if isinstance(value, list | tuple):
        return sum(_figures(one) for one in value)
    return int(isinstance(value, int) and not isinstance(value, bool))


def _consequences(part: _Part, told: Sequence[Told], lead: Told) -> list[Told]:
    """For each unit that left the table or came into a bad state, the sentence that says so."""
    units = part.steps[-1].units
    found = []
    for one, (old, new) in _changed(part).items():
        fresh = [word for word in _state(new)[2] if word not in _state(old)[2]]
        for word in [new.place] if new.place and new.place != old.place else fresh:
            said = [
                each
                for each in told
                if word.casefold() in each.event.kind.casefold()
                and one in units_named(each.event.facts, units)
            ]
            found += said[:1]
    return [one for one in found if one is not lead]
