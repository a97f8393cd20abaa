"""A record watched again: after each answer, how the table stood and what had been told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from sandtable.kernel.advice import Adviser, NoOpinion
from sandtable.kernel.book import Book, Result, find_book
from sandtable.kernel.dice import Wanted
from sandtable.kernel.event import Event, Harm
from sandtable.kernel.records.record import Record
from sandtable.kernel.records.replay import first_state, why_not_told_by_rules
from sandtable.kernel.records.rerun import Rerun
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.refusal import refuse
from sandtable.table.showing import Clock, Showing, Standing, Unit, units_named, winning_sides

LEAST, MOST = 0.01, 0.99
"""Nothing is certain before the end."""


class Told(msgspec.Struct, frozen=True):
    """A fact, as the book tells it."""

    event: Event
    words: str
    harm: Harm | None = None
    """Whom it weakened, and whose deed it was."""


class Step(msgspec.Struct, frozen=True):
    """One answer, what followed from it, and the table after it."""

    place: int
    """Its number in the record; 0 is the beginning."""
    part: int
    """The step of play to which it belongs: answers of one activation share it."""
    told: tuple[Told, ...]
    showing: Showing
    given: Clock
    """The clock when the answer was given; what followed may have gone on to another turn."""
    chances: tuple[float, ...]
    """The chance of each side to win, as the book's adviser judges it; empty where there is none."""

    @property
    def units(self) -> dict[str, Unit]:
        """The units by id."""
        return {unit.id: unit for unit in self.showing.units}

    @property
    def has_begun(self) -> bool:
        """Whether the setup is over."""
        return self.showing.clock.round > 0 or self.showing.clock.turn > 0


class Names:
    """How people call the units: by name, with the id only where two have the same name."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        plain = [unit.name for unit in units.values()]
        self._called = {
            one: unit.name if plain.count(unit.name) == 1 else f"{unit.name} {one}"
            for one, unit in units.items()
        }
        # Longer ids first: A12 must not be read as A1.
        self._told = sorted(((f"{one} {unit.name}", one) for one, unit in units.items()), key=_longest)

    def called(self, unit: str) -> str:
        """A unit as people call it."""
        return self._called.get(unit, unit)

    def plain(self, words: str) -> str:
        """A sentence of the book with its units as people call them."""
        for told, one in self._told:
            words = words.replace(told, self._called[one])
        return words


def _longest(one: tuple[str, str]) -> int:
    return -len(one[0])


class Watched(msgspec.Struct, frozen=True):
    """A whole record, watched."""

    book: Book[Any]
    steps: tuple[Step, ...]
    wanted: tuple[Wanted, ...]
    """Every roll that the rules asked for, in the order in which they were told."""
    result: Result | None
    seats: tuple[str, ...]

    names: Names

    @property
    def units_by_figure(self) -> dict[str, str]:
        """The unit of every figure that was ever on the table; each unit also by its own id."""
        units = [unit for step in self.steps for unit in step.showing.units]
        return {figure: unit.id for unit in units for figure in (unit.id, *unit.figures)}

    @property
    def told(self) -> list[Told]:
        """Everything that was told."""
        return [one for step in self.steps for one in step.told]


def watched(record: Record, still: Callable[[], None] = lambda: None) -> Watched:
    """Play a record again by its rules and note everything a report speaks of; `still` may call it off."""
    if why := why_not_told_by_rules(record, still):
        raise refuse("", why, "A report needs a record that tells everything, of these very rules.")
    book = find_book(record.header.book)
    with nonsense_refused("record"):
        rerun = Rerun(book, first_state(record), record.journal())
        steps = tuple(_steps(book, rerun, still))
        game = rerun.game
        units = {one: unit for step in steps for one, unit in step.units.items()}
        return Watched(book, steps, tuple(rerun.wanted), game.result, tuple(game.seats), Names(units))


def _steps(book: Book[Any], rerun: Rerun, still: Callable[[], None]) -> Iterator[Step]:
    events = rerun.begin()
    place, part, clock = 0, 0, Clock()
    while True:
        state = rerun.game.state
        showing = book.showing(state, None)
        if not isinstance(showing, Showing):
            raise refuse("", f"{book.title} shows no table.", "Read the record with sandtable replay.")
        told = tuple(Told(event, book.sentence(event, state), book.harm(event, state)) for event in events)
        given = clock if clock.round or clock.turn else showing.clock
        chances = _chances(book.adviser, state, showing, rerun.game.result)
        yield Step(place, part, told, showing, given, chances)
        clock = showing.clock
        part = rerun.game.last_checkpoint.entries
        if rerun.entry is None:
            return
        still()
        events = rerun.go_on()
        place += 1


def _chances(adviser: Adviser, state: Any, showing: Showing, result: Result | None) -> tuple[float, ...]:
    """What the adviser makes of the position, side by side; at the end what has come of it."""
    if isinstance(adviser, NoOpinion) or not showing.sides or not (showing.clock.round or showing.clock.turn):
        return ()
    if result is not None:
        return _at_the_end(showing.sides, result)
    judged = {side.side: adviser.judge(state, side.seats[0]) for side in showing.sides if side.seats}
    hopes = {side: 1 + max(-1.0, min(1.0, one)) for side, one in judged.items()}
    if len(hopes) < len(showing.sides) or len(hopes) == 1:
        # Against the book itself all who sit at the table hope together.
        share = _kept(sum(hopes.values()) / 2 / len(hopes)) if hopes else 0.5
        rest = max(1, len(showing.sides) - len(hopes))
        return tuple(share if side.side in hopes else (1 - share) / rest for side in showing.sides)
    whole = sum(hopes.values()) or 1.0
    return tuple(_kept(hopes[side.side] / whole) for side in showing.sides)


def _kept(chance: float) -> float:
    return max(LEAST, min(MOST, chance))


def _at_the_end(sides: tuple[Standing, ...], result: Result) -> tuple[float, ...]:
    won = winning_sides(sides, result.winners)
    if not won:
        return tuple(1 / len(sides) if len(sides) > 1 else 0.0 for _ in sides)
    return tuple(1 / len(won) if side in won else 0.0 for side in sides)


# ---- what an event speaks of -----------------------------------------------------------------------------


def named_in(event: Event, whose: Mapping[str, str]) -> list[str]:
    """The units that an event names, also by single figures of theirs, the one it is about first."""
    return list(dict.fromkeys(whose[one] for one in units_named(event.facts, whose)))
