"""The battle report: how a finished game swung, turn by turn, what it cost whom, and where the luck lay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import msgspec

from sandtable.kernel.book import Result
from sandtable.kernel.event import ROLLED
from sandtable.kernel.records.record import Record
from sandtable.reports.fates import Deed, Fate, deeds_of, fates_of
from sandtable.reports.luck import LuckAccount, luck_of, rolls_of
from sandtable.reports.turning import TurningPoint, turning_points
from sandtable.reports.watching import Names, Step, Watched, watched
from sandtable.table.measure import Point
from sandtable.table.showing import Clock, Fact, Marker, Mood, Unit, winning_sides
from sandtable.table.surface import Inches, Surface
from sandtable.table.terrain import Ground

KEY_MAPS = 4
"""How many maps stand in the first row."""


class Side(msgspec.Struct, frozen=True):
    """A side as it ended."""

    side: int
    name: str
    seats: tuple[str, ...]
    role: str
    points: int | None
    rows: tuple[Fact, ...]
    """Where the points come from, with their rules."""
    won: bool


class CoursePoint(msgspec.Struct, frozen=True):
    """The chance of the first side after one answer."""

    at: float
    """In rounds: 4.5 is the middle of round 4."""
    place: int
    """The number of the answer in the record."""
    chance: float


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit on a small map."""

    unit: str
    name: str
    side: int
    at: Point
    came: Point | None = None
    """Where it stood on the map before."""
    strength: int = 0
    full: int = 0
    word: str = ""
    """Its worst state."""
    mood: Mood = ""
    """Whether its nerve is worse than it was, or broken."""


class TurnMap(msgspec.Struct, frozen=True):
    """The table when a turn was over."""

    title: str
    round: int
    turn: int
    side: int | None
    place: int
    marks: tuple[Mark, ...]
    markers: tuple[Marker, ...]
    words: str
    """The map as somebody reads it aloud."""
    key: bool = False
    """Whether it stands in the first row."""


class Report(msgspec.Struct, frozen=True):
    """Everything that is told after a battle."""

    book: str
    title: str
    """Of the scenario."""
    book_title: str
    summary: str
    rounds: int
    answers: int
    result: Result | None
    sides: tuple[Side, ...]
    ground: Ground
    course: tuple[CoursePoint, ...]
    turning_points: tuple[TurningPoint, ...]
    maps: tuple[TurnMap, ...]
    fates: tuple[Fate, ...]
    deeds: tuple[Deed, ...]
    luck: tuple[LuckAccount, ...]
    looks: Mapping[str, str] = {}
    """How pieces of terrain are drawn, by their kinds."""

    @property
    def surface(self) -> Surface:
        """What its maps are drawn by."""
        return Inches(self.ground)


def report_of(record: Record, still: Callable[[], None] = lambda: None) -> Report:
    """The report of a record, by running its rules again; `still` may call it off between two answers."""
    seen = watched(record, still)
    last = seen.steps[-1].showing
    fates = fates_of(seen)
    events = [one.event for one in seen.told]
    said = [seen.names.plain(one.words) for one in seen.told if one.event.kind == ROLLED]
    rolls = rolls_of(events, seen.wanted, said, seen.units_by_figure)
    sides = _sides(seen)
    course = _course(seen.steps)
    points = turning_points(seen, {one.place: one.at for one in course})
    return Report(
        book=seen.book.id,
        title=last.title,
        book_title=seen.book.title,
        summary=_summary(sides, seen.result),
        rounds=last.clock.round,
        answers=len(seen.steps) - 1,
        result=seen.result,
        sides=sides,
        ground=last.ground,
        course=course,
        turning_points=points,
        maps=_with_keys(_maps(seen, sides), points),
        fates=fates,
        deeds=deeds_of(seen, fates, rolls),
        luck=tuple(luck_of(events, rolls, seen.seats)),
        looks=last.looks,
    )


def _sides(seen: Watched) -> tuple[Side, ...]:
    sides = seen.steps[-1].showing.sides
    won = () if seen.result is None else winning_sides(sides, seen.result.winners)
    return tuple(
        Side(one.side, one.name, one.seats, one.role, one.points, one.lines, one in won) for one in sides
    )


def _summary(sides: Sequence[Side], result: Result | None) -> str:
    """Who won, by how much and why, in a sentence or two."""
    if result is None:
        return "The battle was not played to its end."
    why = f"{result.why[:1].upper()}{result.why[1:]}."
    won = [side for side in sides if side.won]
    counts = [side.points for side in (*won, *(one for one in sides if not one.won))]
    known = [str(count) for count in counts if count is not None]
    score = f" {' to '.join(known)}" if len(known) == len(sides) > 1 else ""
    if not won:
        return f"A draw{score}. {why}"
    return f"{' and '.join(side.name for side in won)} won{score}. {why}"


# ---- the course ------------------------------------------------------------------------------------------


def _course(steps: Sequence[Step]) -> tuple[CoursePoint, ...]:
    """The chance after every answer, with rounds of equal length."""
    judged = [step for step in steps if step.chances]
    if not judged:
        return ()
    by_round: dict[int, list[Step]] = {}
    for step in judged:
        by_round.setdefault(step.given.round, []).append(step)
    found = []
    for number, (of_round, inside) in enumerate(by_round.items()):
        for place, step in enumerate(inside):
            # The first answer of all begins the course; every other one has its share of its round.
            part = place / max(1, len(inside) - 1) if number == 0 else (place + 1) / len(inside)
            found.append(CoursePoint(round(of_round + part, 4), step.place, round(step.chances[0], 4)))
    return tuple(found)


# ---- maps ------------------------------------------------------------------------------------------------


def _maps(seen: Watched, sides: Sequence[Side]) -> list[TurnMap]:
    """The table before the first turn and after each of them."""
    begun = [step for step in seen.steps if step.has_begun]
    if not begun:
        return []
    owners = {side.side: side.name for side in sides}
    found = [_map(begun[0], seen.names, "Deployed", Clock(), {})]
    for before, step in pairwise(begun):
        clock = before.showing.clock
        if clock.turn != step.showing.clock.turn or step is begun[-1]:
            whose = owners.get(clock.side) if clock.side is not None else None
            title = f"Round {clock.round}, {whose}" if whose else f"Round {clock.round}"
            stood = {mark.unit: mark.at for mark in found[-1].marks}
            found.append(_map(step, seen.names, title, clock, stood))
    return found


def _map(step: Step, names: Names, title: str, over: Clock, stood: Mapping[str, Point]) -> TurnMap:
    """The table after a step; the clock is that of the turn that is over by it."""
    standing = [unit for unit in step.showing.units if unit.on_table and unit.models]
    marks = tuple(_mark(unit, names.called(unit.id), stood.get(unit.id)) for unit in standing)
    words = "; ".join(_told_mark(mark, step.showing.surface) for mark in marks) or "nobody"
    markers = step.showing.markers
    return TurnMap(title, over.round, over.turn, over.side, step.place, marks, markers, f"{title}: {words}.")


def _mark(unit: Unit, name: str, stood: Point | None) -> Mark:
    count = len(unit.models)
    at = (
        round(sum(x for x, _ in unit.models) / count, 2),
        round(sum(y for _, y in unit.models) / count, 2),
    )
    word = next((badge.word for badge in unit.badges if badge.worse), "")
    moved = stood if stood is not None and stood != at else None
    return Mark(unit.id, name, unit.side, at, moved, unit.strength, unit.full_strength, word, unit.mood)


def _told_mark(mark: Mark, surface: Surface) -> str:
    """A unit and the part of the table where it stands."""
    state = f", {mark.word}" if mark.word else ""
    return f"{mark.name} {mark.strength} of {mark.full} in the {surface.part(mark.at)}{state}"


def _with_keys(maps: list[TurnMap], points: Sequence[TurningPoint]) -> tuple[TurnMap, ...]:
    """The first and the last map and those of the greatest swings between them stand in the first row."""
    chosen = {0, len(maps) - 1}
    for point in sorted(points, key=lambda one: -abs(one.change)):
        after = next((place for place, one in enumerate(maps) if one.place >= point.place), None)
        if after is not None and len(chosen) < KEY_MAPS and all(abs(after - one) > 1 for one in chosen):
            chosen.add(after)
    spread = [place * (len(maps) - 1) // (KEY_MAPS - 1) for place in range(KEY_MAPS)]
    for place in spread:
        if len(chosen) < KEY_MAPS:
            chosen.add(place)
    return tuple(msgspec.structs.replace(one, key=place in chosen) for place, one in enumerate(maps))
