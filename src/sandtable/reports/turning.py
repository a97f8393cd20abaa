"""Turning points: the moments at which a battle swung most, with what was told of them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.kernel.event import ROLLED
from sandtable.reports.watching import Names, Step, Told, Watched, named_in
from sandtable.table.showing import Unit, units_named

MOST_POINTS = 4
LEAST_SWING = 0.03
"""What moves the chances less is no turning point."""
MOST_SENTENCES = 3
A_BAD_STATE = 0.5
"""What a new bad state weighs, in strength."""


class Line(msgspec.Struct, frozen=True):
    """A sentence with its rules."""

    words: str
    rules: tuple[str, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment after which things stood differently."""

    number: int
    at: float
    """In rounds, as the course counts."""
    since: int
    """The number of the answer with which it began."""
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
    """The greatest swings that somebody's deed brought about, in the order in which they came."""
    parts = [part for part in _parts(watched) if abs(part.change) >= LEAST_SWING]
    whose = watched.units_by_figure
    found: list[tuple[_Part, list[Told]]] = []
    for part in sorted(parts, key=lambda part: -abs(part.change)):
        if len(found) < MOST_POINTS and (telling := _telling(part, whose)):
            found.append((part, telling))
    found.sort(key=lambda one: one[0].steps[-1].place)
    return tuple(_point(number, *one, places, watched.names) for number, one in enumerate(found, 1))


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


def _point(
    number: int, part: _Part, telling: list[Told], places: Mapping[int, float], names: Names
) -> TurningPoint:
    last = part.steps[-1]
    return TurningPoint(
        number=number,
        since=part.steps[0].place,
        at=places.get(last.place, float(last.showing.clock.round)),
        place=last.place,
        round=part.steps[-1].given.round,
        chance=round(last.chances[0], 4),
        change=round(part.change, 4),
        words=" ".join(names.plain(one.words) for one in telling),
        rules=tuple(dict.fromkeys(rule for one in telling for rule in one.event.rules)),
        lines=tuple(Line(names.plain(one.words), tuple(dict.fromkeys(one.event.rules))) for one in part.told),
    )


# ---- whose deed it was -----------------------------------------------------------------------------------


def _telling(part: _Part, whose: Mapping[str, str]) -> list[Told]:
    """The sentences of the deed that brought the swing about; none where nobody's deed explains it.

    Chances rise by what the enemy suffers. What was suffered on both sides is weighed; where the balance
    says the contrary, the swing came of something else, and nobody is credited with it.
    """
    gains = part.change > 0
    suffered = _suffered(part)
    toll = {
        is_first: sum(suffered[one] for one in suffered if _is_first(part, one) == is_first)
        for is_first in (True, False)
    }
    if any(toll.values()):
        if toll[True] == toll[False] or (toll[False] > toll[True]) != gains:
            return []
        return _clash(part, {one for one in suffered if _is_first(part, one) != gains}, whose)
    return _deed(part, gains)


def _is_first(part: _Part, unit: str) -> bool:
    """Whether a unit is of the side whose chances are told."""
    units = part.steps[-1].units
    return units[unit].side == part.steps[-1].showing.sides[0].side


def _suffered(part: _Part) -> dict[str, float]:
    """What each unit that an event weakened has lost: strength, all of it if it is gone, and a bad state."""
    harmed = {one.harm.unit for one in part.told if one.harm is not None}
    found = {}
    for one, (old, new) in _changed(part).items():
        if one in harmed:
            left = new.strength if new.on_table else 0
            found[one] = max(0, old.strength - left) + A_BAD_STATE * bool(_fresh(old, new))
    return {one: weight for one, weight in found.items() if weight}


def _fresh(old: Unit, new: Unit) -> list[str]:
    """The bad states into which a unit has come."""
    return [word for word in _state(new)[2] if word not in _state(old)[2]]


def _clash(part: _Part, victims: set[str], whose: Mapping[str, str]) -> list[Told]:
    """The blow that says most of what they suffered, whom it removed, and how they were left."""
    harms = [one for one in part.told if one.harm is not None and one.harm.unit in victims]
    told = [one for one in part.told if one.event.kind != ROLLED]
    doers = {(one.harm.unit, one.harm.by) for one in harms if one.harm is not None}
    blows = [one for one in told if any({*pair} <= {*named_in(one.event, whose)} for pair in doers)]
    lead = max(blows or harms, key=_weight)
    # Figures of the lead say how much was lost; a unit that is simply gone is told besides.
    removed = [one for one in harms if not _weight(one)]
    chosen = [lead, *(one for one in removed if one is not lead)][:MOST_SENTENCES]
    return [one for one in told if any(one is other for other in chosen)]


def _deed(part: _Part, gains: bool) -> list[Told]:
    """What the side that gained did, where nobody suffered: it took a token, or went for the enemy."""
    units = part.steps[-1].units
    markers = {one.id for step in (part.before, *part.steps) for one in step.showing.markers}
    taken, clashes = [], []
    for one in part.told:
        named = units_named(one.event.facts, units)
        if one.event.kind == ROLLED or not named or _is_first(part, named[0]) != gains:
            continue
        if any(isinstance(value, str) and value in markers for value in one.event.facts.values()):
            taken.append(one)
        if any(units[other].side != units[named[0]].side for other in named):
            clashes.append(one)
    return taken[:1] or ([max(clashes, key=_weight)] if clashes else [])


def _weight(told: Told) -> int:
    """How many figures an event tells; of equal ones the first is taken."""
    values = told.event.facts.values()
    return sum(_figures(value) for value in values)


def _figures(value: object) -> int:
    if isinstance(value, list | tuple):
        return sum(_figures(one) for one in value)
    return int(isinstance(value, int) and not isinstance(value, bool))
