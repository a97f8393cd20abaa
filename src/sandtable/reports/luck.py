"""The luck account: what each seat rolled against what was to be expected, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb
from types import MappingProxyType
from typing import Any

import msgspec

from sandtable.kernel.check import Modifier
from sandtable.kernel.dice import Wanted
from sandtable.kernel.event import ROLLED, Event
from sandtable.table.showing import units_named

ORDINARY = (0.25, 0.75)
"""Luck that lies between these shares of all evenings is nothing to speak of."""
POOLED = ("each", "hits")
"""The ways to read a roll in which each die counts for itself."""
LARGEST_POOL = 2
"""Without the rule at hand, more dice than this are each read for themselves, fewer are added."""


class Roll(msgspec.Struct, frozen=True):
    """A roll of one seat with the number it needed."""

    seat: str
    faces: tuple[int, ...]
    need: int
    pooled: bool
    """Whether each die counts for itself; otherwise their sum does."""
    sides: int = 6
    words: str = ""
    unit: str = ""

    @property
    def successes(self) -> int:
        """The hits of a pool, or 1 for a test that was passed."""
        if self.pooled:
            return sum(face >= self.need for face in self.faces)
        return int(sum(self.faces) >= self.need)

    @property
    def chance(self) -> float:
        """The chance of one success."""
        if self.pooled:
            return max(0, min(self.sides, self.sides + 1 - self.need)) / self.sides
        return chance_of_sum(self.need, len(self.faces), self.sides)

    @property
    def trials(self) -> int:
        """How many successes were possible."""
        return len(self.faces) if self.pooled else 1

    @property
    def expected(self) -> float:
        """How many successes were to be expected."""
        return self.trials * self.chance

    @property
    def rarity(self) -> float:
        """How seldom so much luck or bad luck is in one such roll; 1 where it is just what was expected."""
        sure = self.chance in (0.0, 1.0)
        if sure or self.successes == round(self.expected, 9):
            return 1.0
        spread = _binomial(self.trials, self.chance)
        is_lucky = self.successes > self.expected
        return sum(spread[self.successes :] if is_lucky else spread[: self.successes + 1])


class Tally(msgspec.Struct, frozen=True):
    """Successes of one kind: the hits of pools, or tests that were passed."""

    tried: int
    """Dice of pools, or tests."""
    rolled: int
    expected: float
    luckier: float
    """The chance that fair dice show more."""
    unluckier: float
    """The chance that fair dice show less."""


class LuckAccount(msgspec.Struct, frozen=True):
    """The luck of one seat over a whole game."""

    seat: str
    dice: int
    """All dice of the seat, also those that needed no number."""
    hits: Tally
    tests: Tally
    all: Tally
    words: tuple[str, ...]
    """The account in sentences."""
    best: Roll | None = None
    """The luckiest single roll, if it was worth a word."""
    worst: Roll | None = None

    @property
    def surplus(self) -> float:
        """How many successes more than expected."""
        return self.all.rolled - self.all.expected


# ---- reading rolls from what was told --------------------------------------------------------------------


def rolls_of(
    events: Iterable[Event],
    wanted: Sequence[Wanted] = (),
    sentences: Sequence[str] = (),
    units: Mapping[str, str] = MappingProxyType({}),
) -> list[Roll]:
    """Every roll that needed a number; what the rules wanted and what was said go with them one by one.

    Units are told by their own ids and by those of their figures: the one named first has rolled.
    """
    told = [event for event in events if event.kind == ROLLED]
    wants: Sequence[Wanted | None] = wanted if len(wanted) == len(told) else [None] * len(told)
    words = sentences if len(sentences) == len(told) else [""] * len(told)
    found = (_roll(event, want, said, units) for event, want, said in zip(told, wants, words, strict=True))
    return [roll for roll in found if roll is not None]


def _roll(event: Event, want: Wanted | None, words: str, units: Mapping[str, str]) -> Roll | None:
    facts = event.facts
    need, seat = needed(facts), facts.get("seat")
    if need is None or seat is None:
        return None
    faces = tuple(int(face) for face in facts["faces"])
    read = want.what_matters().of if want is not None else "faces"
    pooled = read in POOLED or (read != "total" and (len(faces) > LARGEST_POOL or "target" in facts))
    sides = want.sides if want is not None else int(facts.get("sides", 6))
    unit = next((units[one] for one in units_named(facts, units)), "")
    return Roll(str(seat), faces, need, pooled, sides, words, unit)


def needed(facts: dict[str, Any]) -> int | None:
    """The number that the dice themselves had to reach; modifiers of a rating are added to the dice."""
    if facts.get("need") is not None:
        return int(facts["need"])
    if facts.get("rating") is None:
        return None
    return int(facts["rating"]) - sum(
        Modifier.value_written(str(one)) for one in facts.get("modifiers") or ()
    )


# ---- the account -----------------------------------------------------------------------------------------


def luck_of(events: Sequence[Event], rolls: Sequence[Roll], seats: Sequence[str]) -> list[LuckAccount]:
    """The account of every seat."""
    return [_account(seat, events, [roll for roll in rolls if roll.seat == seat]) for seat in seats]


def _account(seat: str, events: Sequence[Event], rolls: list[Roll]) -> LuckAccount:
    dice = sum(
        len(event.facts["faces"])
        for event in events
        if event.kind == ROLLED and event.facts.get("seat") == seat
    )
    hits = tally([roll for roll in rolls if roll.pooled])
    tests = tally([roll for roll in rolls if not roll.pooled])
    whole = tally(rolls)
    return LuckAccount(
        seat,
        dice,
        hits,
        tests,
        whole,
        _sentences(dice, hits, tests, whole),
        _rarest(rolls, lucky=True),
        _rarest(rolls, lucky=False),
    )


def tally(rolls: Sequence[Roll]) -> Tally:
    """Rolled against expected, with the exact chances of doing better and worse."""
    rolled = sum(roll.successes for roll in rolls)
    expected = sum(roll.expected for roll in rolls)
    spread = [1.0]
    for roll in rolls:
        for _ in range(roll.trials):
            spread = _one_more(spread, roll.chance)
    luckier, unluckier = sum(spread[rolled + 1 :]), sum(spread[:rolled])
    return Tally(sum(roll.trials for roll in rolls), rolled, expected, luckier, unluckier)


def _one_more(spread: list[float], chance: float) -> list[float]:
    """The chances of 0, 1, 2 ... successes with one more trial."""
    longer = [share * (1 - chance) for share in spread] + [0.0]
    for place, share in enumerate(spread):
        longer[place + 1] += share * chance
    return longer


def _rarest(rolls: Sequence[Roll], *, lucky: bool) -> Roll | None:
    """The single roll that is seldomest outdone, if it happens less than once in twenty times."""
    kept = [roll for roll in rolls if (roll.successes > roll.expected) is lucky and roll.rarity < 0.05]
    return min(kept, key=lambda roll: roll.rarity, default=None)


@cache
def _binomial(trials: int, chance: float) -> tuple[float, ...]:
    return tuple(
        comb(trials, hits) * chance**hits * (1 - chance) ** (trials - hits) for hits in range(trials + 1)
    )


@cache
def chance_of_sum(need: int, count: int = 2, sides: int = 6) -> float:
    """The chance that the sum of the dice is at least the number needed."""
    ways = [1]
    for _ in range(count):
        longer = [0] * (len(ways) + sides)
        for total, number in enumerate(ways):
            for face in range(1, sides + 1):
                longer[total + face] += number
        ways = longer
    every: int = sides**count
    return sum(ways[max(0, need) :]) / every


# ---- in words --------------------------------------------------------------------------------------------


def _sentences(dice: int, hits: Tally, tests: Tally, whole: Tally) -> tuple[str, ...]:
    if not whole.tried:
        return (f"{_counted(dice, 'die', 'dice')} rolled, none that needed a number.",)
    told = []
    if hits.tried:
        told.append(
            f"{_counted(hits.rolled, 'hit', 'hits')} where {hits.expected:.1f} were expected "
            f"of {_counted(hits.tried, 'die', 'dice')}."
        )
    if tests.tried:
        told.append(
            f"{_counted(tests.rolled, 'test', 'tests')} passed of {tests.tried}, "
            f"where {tests.expected:.1f} were expected."
        )
    return (*told, verdict(whole))


def verdict(whole: Tally) -> str:
    """How unusual the luck of a whole game was."""
    share = whole.unluckier + (1 - whole.luckier - whole.unluckier) / 2
    if ORDINARY[0] <= share <= ORDINARY[1]:
        return "Quite ordinary."
    if share > ORDINARY[1]:
        return f"A luckier evening happens {once_in(whole.luckier)}."
    return f"An unluckier evening happens {once_in(whole.unluckier)}."


def once_in(chance: float, what: str = "games") -> str:
    """A chance as people say it: "once in 7 games"."""
    if chance <= 0:
        return "never"
    number = 1 / chance
    if number < 1.5:
        return f"in {round(100 * chance)} of 100 {what}"
    if number < 10:
        return f"once in {number:.0f} {what}"
    digits = len(str(int(number))) - 2
    return f"once in {round(number, -digits):,.0f} {what}"


def told_roll(roll: Roll) -> str:
    """A single roll with how seldom it comes, to be read after the name of the seat that rolled."""
    often = once_in(roll.rarity, "times")
    if roll.pooled:
        return f"{roll.successes} of {len(roll.faces)} dice on {roll.need}+ ({often})."
    return f"{sum(roll.faces)} where {roll.need}+ was needed ({often})."


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
