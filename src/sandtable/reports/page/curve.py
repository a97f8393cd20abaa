"""How the battle swung, drawn so that it keeps its lettering at every width."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from sandtable.reports.battle import CoursePoint, Report
from sandtable.reports.page.markup import percent, side_class, tag

NEAR = 0.07
"""Numbers nearer to each other than this share of the width stand at different heights."""


CORNER = (0.3, 0.16)
"""The shares of width and height that a name in the corner of the plot takes."""


class Flag(msgspec.Struct, frozen=True):
    """The number of a turning point, and on which side of the line it stands."""

    number: int
    x: float
    y: float
    """Shares of the width and the height, from the left and from the top."""
    above: bool
    far: bool


def across(report: Report, at: float) -> float:
    """The place of a moment between the first and the last round, from 0 to 1."""
    first, last = _span(report.course)
    return (at - first) / (last - first)


def _span(course: Sequence[CoursePoint]) -> tuple[float, float]:
    first = float(int(course[0].at))
    return first, max(first + 1, course[-1].at)


def flags(report: Report) -> list[Flag]:
    """Where the numbers of the turning points stand."""
    found: list[Flag] = []
    for point in report.turning_points:
        x, y = across(report, point.at), 1 - point.chance
        has_room = 0.2 < y < 0.8
        above = point.change > 0 if has_room else y > 0.5
        near = [other for other in found if abs(x - other.x) < NEAR]
        if has_room and any(other.above == above for other in near):
            above = not above
        found.append(Flag(point.number, x, y, above, any(other.above == above for other in near)))
    return found


def curve(report: Report) -> str:
    """The curve with its rounds, its numbers, and the same in words for those who cannot see it."""
    if len(report.course) < 2:
        return ""
    first = report.sides[0]
    other = report.sides[1] if len(report.sides) > 1 else None
    places = [(across(report, one.at), 1 - one.chance) for one in report.course]
    named = _named(f"{first.name} ahead", f"ahead {side_class(first.side)}", places, top=True)
    if other is not None:
        named += _named(f"{other.name} ahead", f"ahead below {side_class(other.side)}", places, top=False)
    levels = "".join(
        tag("span", f"{level}{' %' if level == 50 else ''}", style=f"top:{100 - level}%")
        for level in (100, 75, 50, 25, 0)
    )
    plot = tag(
        "div",
        *(
            tag("hr", class_="half" if level == 50 else None, style=f"top:{level}%")
            for level in range(0, 101, 25)
        ),
        _wash(places, side_class(first.side), "upper"),
        _wash(places, side_class(other.side if other else first.side), "lower"),
        _line(places),
        named,
        *map(_flag, flags(report)),
        class_="plot",
    )
    return tag(
        "div",
        tag("div", levels, class_="levels"),
        plot,
        tag("div", *_rounds(report), class_="rounds"),
        class_="curve",
        role="img",
        aria_label=in_words(report),
    )


def _named(words: str, classes: str, places: Sequence[tuple[float, float]], *, top: bool) -> str:
    """Whose half it is; where the line runs through the corner, the name stands at the middle instead."""
    near = [y for x, y in places if x < CORNER[0]]
    is_taken = any(y < CORNER[1] if top else y > 1 - CORNER[1] for y in near)
    return tag("i", escape(words), class_=f"{classes}{' inner' if is_taken else ''}")


def _wash(places: Sequence[tuple[float, float]], side: str, half: str) -> str:
    """The area between the line and the middle, where this side is ahead; the other side's is hatched."""
    kept = [(x, min(y, 0.5) if half == "upper" else max(y, 0.5)) for x, y in _with_crossings(places)]
    corners = [(kept[0][0], 0.5), *kept, (kept[-1][0], 0.5)]
    path = ", ".join(f"{100 * x:.2f}% {100 * y:.2f}%" for x, y in corners)
    return tag("div", class_=f"wash {half} {side}", style=f"clip-path:polygon({path})")


def _with_crossings(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The places of the line, with those where it crosses the middle."""
    found = [places[0]]
    for (x, y), (to_x, to_y) in zip(places, places[1:], strict=False):
        if (y - 0.5) * (to_y - 0.5) < 0:
            found.append((x + (to_x - x) * (0.5 - y) / (to_y - y), 0.5))
        found.append((to_x, to_y))
    return found


def _line(places: Sequence[tuple[float, float]]) -> str:
    points = " ".join(f"{1000 * x:.1f},{1000 * y:.1f}" for x, y in places)
    return (
        '<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">'
        f'<polyline class="under" points="{points}"/><polyline points="{points}"/></svg>'
    )


def _flag(flag: Flag) -> str:
    side = f"{'above' if flag.above else 'below'}{' far' if flag.far else ''}"
    place = f"left:{100 * flag.x:.2f}%;top:{100 * flag.y:.2f}%"
    return tag(
        "a", tag("b", str(flag.number)), class_=f"flag {side}", style=place, href=f"#turning-{flag.number}"
    )


def _rounds(report: Report) -> list[str]:
    first, last = _span(report.course)
    numbers = range(int(first), max(int(first) + 1, int(last + 0.999)))
    return [
        tag(
            "span",
            f"Round {number}" if number == int(first) else str(number),
            style=f"left:{100 * (number - first) / (last - first):.2f}%;width:{100 / (last - first):.2f}%",
        )
        for number in numbers
    ]


def in_words(report: Report) -> str:
    """The curve for those who hear it: the chance at the end of every round."""
    by_round: dict[int, float] = {}
    for one in report.course:
        by_round[max(int(report.course[0].at), int(one.at - 1e-6))] = one.chance
    told = ", ".join(f"round {number} {percent(chance)}" for number, chance in by_round.items())
    return f"The chance of {report.sides[0].name} to win, at the end of each round: {told}."
