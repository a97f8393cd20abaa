"""The battle report as plain text, for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from sandtable.reports.battle import Report
from sandtable.reports.luck import told_roll
from sandtable.reports.turning import signed_percent

WIDTH = 96
BARS = "▁▂▃▄▅▆▇█"


def text_of(report: Report) -> str:
    """The whole report in sentences."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.title} ({report.book_title}, {report.rounds} rounds)"
    yield report.summary
    yield from _course(report)
    if report.turning_points:
        yield from ("", "Turning points")
        for one in report.turning_points:
            when = f"{one.number}. Round {one.round}, {signed_percent(one.change)}."
            yield from _item(f"{when} {one.words} [{' '.join(one.rules[:3])}]")
    yield from ("", "Who is left")
    for side in report.sides:
        yield f"  {side.name}{f' ({side.role})' if side.role else ''}"
        for fate in report.fates:
            if fate.side == side.side:
                yield f"    {fate.name:<32} {fate.place or fate.left:>8}  of {fate.full}"
    yield from ("", "Points")
    for side in report.sides:
        yield f"  {side.name}: {'unknown' if side.points is None else side.points}"
        for row in side.rows:
            yield f"    {row.value:>6}  {row.label} [{' '.join(row.rules)}]"
    yield from _dice(report)
    if report.deeds:
        yield from ("", "Best deeds")
        for deed in report.deeds:
            yield from _item(f"{deed.name} {deed.words}")


def _course(report: Report) -> Iterator[str]:
    """The chance of the first side at the end of each round, as small bars."""
    if not report.course:
        return
    first = int(report.course[0].at)
    by_round: dict[int, float] = {}
    for one in report.course:
        by_round[max(first, int(one.at - 1e-6))] = one.chance
    bars = "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in by_round.values())
    shares = " ".join(f"{round(100 * chance)}" for chance in by_round.values())
    yield from ("", f"{report.sides[0].name}'s chance to win after each round, in per cent")
    yield f"  {bars}   {shares}"


def _dice(report: Report) -> Iterator[str]:
    owners = {seat: side.name for side in report.sides for seat in side.seats}
    names = {fate.unit: fate.name for fate in report.fates}
    yield from ("", "The dice")
    for one in report.luck:
        yield from _item(f"{owners.get(one.seat, one.seat)}: {' '.join(one.words)}")
        for what, roll in (("Luckiest", one.best), ("Unluckiest", one.worst)):
            if roll is not None:
                yield from _item(f"  {what}: {names.get(roll.unit, 'somebody')}, {told_roll(roll)}")


def _item(words: str) -> list[str]:
    return wrap(words, WIDTH, initial_indent="  ", subsequent_indent="     ", break_on_hyphens=False)
