"""What an answer may lead to: the number it needs, and the odds of everything that follows from it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any, Literal

import msgspec

from sandtable.kernel.advice import accepted
from sandtable.kernel.decision import Answer, Decision
from sandtable.kernel.decision.intention import PlannedAnswer
from sandtable.kernel.dice import Dice, Undecided, Wanted
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.window import WINDOW
from sandtable.lab.chances import chance_of_hits, chance_of_total
from sandtable.lab.odds import Followed, TimeLeft, odds_of
from sandtable.table.showing import Showing, Unit

MOST_QUESTIONS = 4
"""How many questions of a window are passed on the way to the first roll."""
MOST_WAYS, SAMPLES = 500, 250
"""How far odds are followed exactly at the table, and how many samples are taken beyond that."""
ENOUGH, LEAST_WAYS = 0.9995, 200
"""So much of the probability is enough where chances are told in whole percents."""


Fate = tuple[Literal["strength", "place", "state"], str]


class Change(msgspec.Struct, frozen=True, order=True):
    """What becomes of one unit."""

    unit: str
    strength: int
    place: str
    badges: tuple[str, ...]


class Spread(msgspec.Struct, frozen=True):
    """How the strength of one unit may change, with the chance of each change; no change is one of them."""

    unit: str
    changes: dict[int, float]
    """Below 0 what it loses, above what it gains; a unit that leaves the table loses all it has."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that may come true, and how likely it is."""

    words: str
    """Without the name of the unit."""
    chance: float
    unit: str = ""
    """Of which unit it speaks."""
    what: Literal["", "goes on", "unhurt", "strength", "place", "state"] = ""
    """What of the unit is another then; or that nothing is: the turn goes on, nobody is hurt."""

    def sentence(self, units: Iterable[Unit]) -> str:
        """The words with the unit's id and name before them."""
        unit = next((one for one in units if one.id == self.unit), None)
        return self.words if unit is None else f"{unit.id} {unit.name}: {self.words}"


class Needs(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the first roll that an answer leads to must show."""

    number: int
    """That or more, by one die or by the sum of several; of a pool by each die."""
    chance: float | None = None
    """How likely that is; of a pool the hits are told."""
    dice: int = 0
    """How many dice a pool has."""
    hits: float | None = None
    """How many of a pool are to be expected to hit."""

    def __str__(self) -> str:
        if self.hits is not None:
            return f"{self.dice} dice, {self.number}+, {self.hits:.1f} hits"
        return f"{self.number}+" if self.chance is None else f"{self.number}+, {percent(self.chance)}"


class Prospect(msgspec.Struct, frozen=True):
    """The odds of an answer, told unit by unit."""

    lines: tuple[Line, ...]
    """How the turn goes, then unit by unit, the likeliest first."""
    exact: bool
    """Whether nothing was sampled; less than one part in two thousand may have been left out."""
    ways: int
    spreads: tuple[Spread, ...] = ()
    """Of every unit whose strength may change."""
    unknown: float = 0.0
    """How much of the probability was left out."""

    @property
    def heading(self) -> str:
        """What stands above the lines."""
        how = f"about, from {self.ways} trials"
        if self.exact:
            how = "to within 0.1 %" if self.unknown else "exactly"
        return f"{how}; the turn, then each unit for itself, so that several lines may come true:"


def believed(game: Game[Any], seat: str) -> Game[Any]:
    """The game as the seat may believe it, so that no forecast knows more than its player."""
    return game.imagine(seat, Random(0), 0)  # noqa: S311 - fills in beliefs, rolls no dice


def advised(game: Game[Any], decision: Decision) -> Answer:
    """The best advice of the book for the seat that is asked; else the first answer that is listed."""
    seat = game.waiting_for[0]
    part = decision.for_seat(seat)
    assert part is not None
    for advice in accepted(game.book.adviser, game.seen(seat), seat, part):
        return advice.answer
    return part.sample(Random(len(game.journal)))  # noqa: S311 - stands in for a player's whim


def first_roll(belief: Game[Any], seat: str, answer: Answer) -> Wanted | None:
    """The roll that this answer leads to at once, if it leads to one."""
    copy = belief.branch(Dice(Followed(())))
    try:
        copy.answer(answer, seat=seat)
        for _ in range(MOST_QUESTIONS):
            decision = copy.decision
            if decision is None or decision.topic != WINDOW:
                return None
            copy.answer(advised(copy, decision), seat=copy.waiting_for[0])
    except Undecided as undecided:
        # Dice that somebody else rolls are not what the answer needs: the turn has gone on to them.
        return undecided.wanted if undecided.wanted.seat == seat else None
    except Refused:
        return None
    return None


def needs_of(wanted: Wanted | None) -> Needs | None:
    """The number of a roll and how likely it is; for a pool the hits to expect."""
    if wanted is None:
        return None
    reading = wanted.what_matters()
    if not reading.cuts:
        return None
    need = reading.cuts[0]
    if reading.of == "total":
        return Needs(need, float(chance_of_total(need, wanted.count, wanted.sides)))
    if len(reading.cuts) > 1:
        return None
    spread = chance_of_hits(wanted.count, need, wanted.sides)
    mean = sum(hits * float(chance) for hits, chance in enumerate(spread))
    return Needs(need, dice=wanted.count, hits=mean)


def percent(chance: float) -> str:
    """A chance as people read it; only what is certain is 0 or 100 %."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "<1 %"
    if whole == 100 and chance < 1 - 1e-9:
        return ">99 %"
    return f"{whole} %"


def prospect(
    belief: Game[Any],
    seat: str,
    answers: list[Answer],
    time_left: TimeLeft | None = None,
    planned: Sequence[PlannedAnswer] = (),
) -> Prospect:
    """What follows from the answers until the present step of play is over.

    What is planned is answered where it is asked, all else as the book would. Where time is short it is tried
    out less often; where it is over, TimeoutError ends it.
    """
    before: Showing = belief.showing(seat)
    first = {unit.id: _of_unit(unit) for unit in before.units}

    def look_at_the_clock() -> None:
        if time_left is not None and time_left() <= 0:
            raise TimeoutError

    def policy(copy: Game[Any], decision: Decision) -> Answer:
        look_at_the_clock()
        meant = next((one.answer for one in planned if _is_meant(one, copy, seat)), None)
        return advised(copy, decision) if meant is None else meant

    def outcome(copy: Game[Any]) -> Hashable:
        look_at_the_clock()
        after: Showing = copy.showing(seat)
        changed = [one for unit in after.units if (one := _of_unit(unit)) != first.get(unit.id)]
        return after.clock.turn != before.clock.turn, tuple(changed)

    limits: dict[str, Any] = {"most": MOST_WAYS, "samples": SAMPLES, "enough": ENOUGH, "least": LEAST_WAYS}
    odds = odds_of(belief, answers, policy=policy, outcome=outcome, time_left=time_left, **limits)
    over = odds.chance(lambda found: bool(found[0]))
    lines = (*_turn(over), *_lines(odds.chances, before))
    exact = not odds.sampled
    return Prospect(lines, exact, odds.ways, _spreads(odds.chances, before), odds.unknown)


def _is_meant(planned: PlannedAnswer, copy: Game[Any], seat: str) -> bool:
    """Whether a planned answer is one to the open question."""
    question = copy.decision_for(seat) if copy.waiting_for[:1] == (seat,) else None
    if question is None or question.topic != planned.topic:
        return False
    return question.legal(planned.answer) is None


def _spreads(chances: dict[Any, float], before: Showing) -> tuple[Spread, ...]:
    found = []
    for unit in before.units:
        changes: dict[int, float] = {}
        for (_, changed), chance in chances.items():
            now = next((one for one in changed if one.unit == unit.id), None)
            is_gone = now is not None and now.place != unit.place and bool(now.place)
            by = 0 if now is None else (0 if is_gone else now.strength) - unit.strength
            changes[by] = changes.get(by, 0.0) + chance
        if set(changes) != {0} and changes:
            found.append(Spread(unit.id, dict(sorted(changes.items(), reverse=True))))
    return tuple(found)


def _turn(over: float) -> list[Line]:
    """How the turn stands afterwards; where it may go either way both are told, so that they add up."""
    if not over:
        return []
    both = [Line("the turn goes on", 1 - over, what="goes on"), Line("the turn is over", over)]
    return both if over < 1 - 1e-9 else both[1:]


def _of_unit(unit: Unit) -> Change:
    return Change(unit.id, unit.strength, unit.place, tuple(badge.word for badge in unit.badges))


def _lines(chances: dict[Any, float], before: Showing) -> tuple[Line, ...]:
    lines: list[Line] = []
    first = {unit.id: unit for unit in before.units}
    unhurt = sum(
        chance
        for (_, changes), chance in chances.items()
        if not any(
            one.strength < first[one.unit].strength or one.place for one in changes if one.unit in first
        )
    )
    if unhurt:
        lines.append(Line("nobody is hurt", unhurt, what="unhurt"))
    for unit in before.units:
        fates: dict[Fate, float] = {}
        for (_, changes), chance in chances.items():
            for change in changes:
                if change.unit == unit.id:
                    for fate in _fates(unit, change):
                        fates[fate] = fates.get(fate, 0.0) + chance
        told = [Line(words, chance, unit.id, what) for (what, words), chance in fates.items()]
        lines += sorted(told, key=lambda line: -line.chance)
    return tuple(lines)


def _fates(unit: Unit, change: Change) -> list[Fate]:
    """What the change is for the unit, each thing in words of its own."""
    if change.place != unit.place:
        return [("place", change.place or "on the table")]
    told: list[Fate] = []
    if change.strength != unit.strength:
        told.append(("strength", f"strength {unit.strength} to {change.strength}"))
    had = [badge.word for badge in unit.badges]
    told += [("state", word) for word in change.badges if word not in had]
    told += [("state", f"no longer {word}") for word in had if word not in change.badges]
    return told
