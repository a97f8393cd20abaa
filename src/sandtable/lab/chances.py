"""What a roll can show, as far as a rule reads it, and how likely each of it is."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial

from sandtable.kernel.dice import Faces, Reading, Wanted

Outcomes = tuple[tuple[Faces, Fraction], ...]
"""Faces that stand for everything a rule cannot tell apart, with their probability."""


def outcomes(wanted: Wanted) -> Outcomes:
    """Every outcome of the roll that its rule can tell apart."""
    return _outcomes(wanted.count, wanted.sides, wanted.what_matters())


@cache
def _outcomes(count: int, sides: int, reading: Reading) -> Outcomes:
    if reading.of == "total":
        return _totals(count, sides, reading.cuts)
    if reading.of == "hits":
        return _hits(count, sides, reading.cuts or (), reading.steps)
    if reading.of == "lowest":
        return _lowest(count, sides)
    cuts = tuple(range(2, sides + 1)) if reading.of == "faces" or reading.cuts is None else reading.cuts
    return _pools(count, _bands(cuts, 1, sides))


def _bands(cuts: tuple[int, ...], least: int, most: int) -> tuple[tuple[int, int], ...]:
    """The stretches between the cuts, each as its least and greatest number."""
    starts = sorted({least, *(cut for cut in cuts if least < cut <= most)})
    return tuple((start, end - 1) for start, end in zip(starts, [*starts[1:], most + 1], strict=True))


def _pools(count: int, bands: tuple[tuple[int, int], ...]) -> Outcomes:
    """How many dice of a pool fall into each band; each die is shown by the least face of its band."""
    # Whole numbers of ways are counted and made into chances once, at the end: fractions multiply slowly.
    *others, (last, sides) = bands
    found: list[tuple[Faces, int, int]] = [((), 1, count)]
    for start, end in others:
        width = end - start + 1
        found = [
            ((*faces, *(start,) * number), ways * comb(left, number) * width**number, left - number)
            for faces, ways, left in found
            for number in range(left + 1)
        ]
    whole, width = sides**count, sides - last + 1
    return tuple(
        [((*faces, *(last,) * left), Fraction(ways * width**left, whole)) for faces, ways, left in found]
    )


def _totals(count: int, sides: int, cuts: tuple[int, ...] | None) -> Outcomes:
    """The totals, or the stretches of totals between the cuts, each shown by one way to roll it."""
    by_total: dict[int, tuple[Faces, int]] = {}
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        sum_of_faces = sum(faces)
        shown, before = by_total.get(sum_of_faces, (faces, 0))
        by_total[sum_of_faces] = (shown, before + ways)
    whole = sides**count
    if cuts is None:
        return tuple((by_total[one][0], Fraction(by_total[one][1], whole)) for one in sorted(by_total))
    found = []
    for start, end in _bands(cuts, count, count * sides):
        ways = sum(by_total[one][1] for one in range(start, end + 1))
        found.append((by_total[start][0], Fraction(ways, whole)))
    return tuple(found)


def _hits(count: int, sides: int, cuts: tuple[int, ...], steps: tuple[int, ...] | None) -> Outcomes:
    """The numbers of hits, or the stretches of them between the steps, each shown by one way to roll it."""
    by_hits: dict[int, tuple[Faces, int]] = {0: ((), 1)}
    one_die = [
        (start, end - start + 1, sum(start >= cut for cut in cuts)) for start, end in _bands(cuts, 1, sides)
    ]
    for _ in range(count):
        after: dict[int, tuple[Faces, int]] = {}
        for hits, (faces, ways) in by_hits.items():
            for start, width, more in one_die:
                shown, before = after.get(hits + more, ((*faces, start), 0))
                after[hits + more] = (shown, before + ways * width)
        by_hits = after
    found: dict[int, tuple[Faces, int]] = {}
    for hits in sorted(by_hits):
        faces, ways = by_hits[hits]
        step = hits if steps is None else sum(hits >= one for one in steps)
        shown, before = found.get(step, (faces, 0))
        found[step] = (shown, before + ways)
    whole = sides**count
    return tuple((faces, Fraction(ways, whole)) for faces, ways in found.values())


def _lowest(count: int, sides: int) -> Outcomes:
    """The lowest die, shown by dice that are all alike."""
    return tuple(
        ((face,) * count, Fraction((sides + 1 - face) ** count - (sides - face) ** count, sides**count))
        for face in range(1, sides + 1)
    )


@cache
def chance_of_total(need: int, count: int = 2, sides: int = 6) -> Fraction:
    """The chance that the sum of the dice is at least the number needed."""
    return sum((weight for faces, weight in _totals(count, sides, None) if sum(faces) >= need), Fraction(0))


@cache
def chance_of_hits(dice: int, need: int, sides: int = 6) -> tuple[Fraction, ...]:
    """The chance of exactly 0, 1, 2 ... dice showing the number needed or more."""
    hit, whole = max(0, min(sides, sides + 1 - need)), sides**dice
    miss = sides - hit
    return tuple(
        [Fraction(comb(dice, hits) * hit**hits * miss ** (dice - hits), whole) for hits in range(dice + 1)]
    )
