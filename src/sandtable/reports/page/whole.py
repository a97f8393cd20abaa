"""The whole page of a battle report."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from sandtable.reports.battle import Report, Side
from sandtable.reports.fates import Fate, Loss
from sandtable.reports.luck import LuckAccount, told_roll
from sandtable.reports.page.curve import curve
from sandtable.reports.page.markup import Story, mark, percent, rules, side_class, tag
from sandtable.reports.page.small_map import PATTERNS, ground_symbol, small_map
from sandtable.reports.turning import signed_percent

NUMBERS = ("no", "one", "two", "three", "four", "five")


def page_of(report: Report, fonts: str = "") -> str:
    """The report as one HTML document; `fonts` is a style sheet with typefaces inside it."""
    title = escape(f"{report.title}: {report.summary}")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="generator" content="Sandtable"><title>{title}</title><style>{fonts}{_styles()}</style>'
    )
    played = (
        f"{report.book_title} · {_counted(report.rounds, 'round')} · {_counted(report.answers, 'answer')}"
    )
    bar = tag(
        "header",
        tag("p", "After the battle", class_="over"),
        tag("p", escape(played), class_="sub"),
        class_="bar",
    )
    body = tag(
        "body",
        PATTERNS,
        ground_symbol(report.ground, report.surface, report.looks),
        bar,
        tag("main", *_slip(report), class_="slip"),
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>{body}</html>\n'


@cache
def _styles() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def _slip(report: Report) -> list[str]:
    story = Story(report)
    columns = tag(
        "div",
        tag("div", _swing(report), _key_maps(report), _dice_and_deeds(report, story), class_="wide"),
        tag("div", _turning(report, story), _left(report), class_="narrow"),
        class_="two",
    )
    more = [_points(report), _every_turn(report), _losses(report, story), _line_by_line(report, story)]
    return [_title(report), columns, *more]


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _section(name: str, heading: str, *inside: str, note: str = "") -> str:
    if not any(inside):
        return ""
    said = tag("p", escape(note), class_="cap") if note else ""
    return tag("section", tag("div", tag("h2", escape(heading)), said, class_="head"), *inside, class_=name)


# ---- the first page --------------------------------------------------------------------------------------


def _title(report: Report) -> str:
    scores = "".join(_score(side) for side in report.sides)
    words = tag("div", tag("h1", escape(report.title)), tag("p", escape(report.summary), class_="sum"))
    return tag("div", words, tag("ul", scores, class_="scores"), class_="title")


def _score(side: Side) -> str:
    points = "" if side.points is None else tag("b", str(side.points), class_=side_class(side.side))
    role = " · ".join(filter(None, (side.role, "won" if side.won else "")))
    name = tag("span", escape(side.name), tag("small", escape(role)))
    return tag("li", mark(side.side), name, points)


def _swing(report: Report) -> str:
    drawn = curve(report)
    note = (
        f"{report.sides[0].name}’s chance to win, judged after every answer by the book’s adviser"
        if drawn
        else ""
    )
    return _section("swing", "How the battle swung", drawn, note=note)


def _key_maps(report: Report) -> str:
    maps = [small_map(one, report.surface) for one in report.maps if one.key]
    return tag("div", *maps, class_="maps") if maps else ""


def _turning(report: Report, story: Story) -> str:
    count = len(report.turning_points)
    if not count:
        return ""
    name = NUMBERS[count].capitalize() if count < len(NUMBERS) else str(count)
    items = [
        tag(
            "li",
            tag("i", str(one.number)),
            tag(
                "p",
                tag("b", f"Round {one.round}, {signed_percent(one.change)}."),
                " ",
                story.told(one.words),
                rules(one.rules),
            ),
            id=f"turning-{one.number}",
        )
        for one in report.turning_points
    ]
    return _section("turning", f"{name} turning point{'' if count == 1 else 's'}", tag("ol", *items))


def _left(report: Report) -> str:
    bodies = []
    for side in report.sides:
        rows = [_row(fate) for fate in report.fates if fate.side == side.side]
        name = tag("caption", escape(side.name), class_="hidden")
        bodies.append(tag("table", name, tag("tbody", *rows), class_=f"left {side_class(side.side)}"))
    return _section("who", "Who is left", *bodies)


def _row(fate: Fate) -> str:
    boxes = "".join(f'<i class="{"f" if place < fate.left else ""}"></i>' for place in range(fate.full))
    end = fate.place or str(fate.left)
    spoken = tag("span", escape(f"{fate.left} of {fate.full}"), class_="hidden")
    return tag(
        "tr",
        tag("th", escape(fate.name), scope="row"),
        tag("td", spoken, tag("span", boxes, class_="boxes", aria_hidden="true")),
        tag("td", escape(end)),
        class_="out" if fate.place else None,
    )


def _dice_and_deeds(report: Report, story: Story) -> str:
    most = max((abs(one.surplus) for one in report.luck), default=0.0) or 1.0
    owners = {seat: side for side in report.sides for seat in side.seats}
    names = {fate.unit: fate.name for fate in report.fates}
    accounts = [_luck(one, owners, names, max(4.0, most)) for one in report.luck]
    deeds = [
        tag(
            "li",
            tag("b", escape(one.name), class_=side_class(one.side)),
            " ",
            story.told(one.words),
            rules(one.rules, 1),
        )
        for one in report.deeds
    ]
    dice = _section("dice", "The dice", *accounts)
    best = _section("deeds", "Best deeds", tag("ul", *deeds)) if deeds else ""
    return tag("div", dice, best, class_="bottom")


def _luck(one: LuckAccount, owners: Mapping[str, Side], names: Mapping[str, str], most: float) -> str:
    """Rolled against expected: a bar from the middle, and the account in words."""
    side = owners.get(one.seat)
    share = min(1.0, abs(one.surplus) / most) * 50
    start = 50 if one.surplus >= 0 else 50 - share
    fill = tag("i", style=f"left:{start:.1f}%;width:{share:.1f}%")
    rare = [
        f"{what}: {', '.join(filter(None, (names.get(roll.unit, ''), told_roll(roll))))}"
        for what, roll in (("Luckiest", one.best), ("Unluckiest", one.worst))
        if roll is not None
    ]
    said = [tag("p", escape(" ".join(one.words))), *(tag("p", escape(words), class_="cap") for words in rare)]
    return tag(
        "div",
        tag(
            "div",
            tag("b", escape(side.name if side is not None else one.seat)),
            tag("span", fill, class_="beam", aria_hidden="true"),
        ),
        tag("div", *said),
        class_=f"luck {side_class(side.side) if side is not None else ''}",
    )


# ---- the pages after it ----------------------------------------------------------------------------------


def _points(report: Report) -> str:
    tables = [_points_of(side) for side in report.sides if side.rows]
    return _section(
        "points", "Where the points come from", tag("div", *tables, class_="pair") if tables else ""
    )


def _points_of(side: Side) -> str:
    rows = [
        tag("tr", tag("td", escape(row.label), rules(row.rules)), tag("td", escape(row.value)))
        for row in side.rows
    ]
    head = tag("caption", mark(side.side, 14), " ", escape(f"{side.name}, {side.points}"))
    return tag("table", head, tag("tbody", *rows), class_="rows")


def _every_turn(report: Report) -> str:
    maps = [small_map(one, report.surface) for one in report.maps]
    inside = tag("div", *maps, class_="maps small") if maps else ""
    return _section("turns", "Every turn", inside, note="Dotted lines show where a unit came from")


def _losses(report: Report, story: Story) -> str:
    by_round: dict[int, list[tuple[Fate, Loss]]] = {}
    blows = [(fate, loss) for fate in report.fates for loss in fate.losses]
    for fate, loss in sorted(blows, key=lambda blow: blow[1].place):
        by_round.setdefault(loss.round, []).append((fate, loss))
    names = {fate.unit: fate.name for fate in report.fates}
    rounds = [
        tag(
            "div",
            tag("h3", f"Round {number}"),
            tag("ul", *(tag("li", story.told(_blow(fate, loss, names))) for fate, loss in inside)),
        )
        for number, inside in by_round.items()
    ]
    return _section("lost", "Losses, blow by blow", tag("div", *rounds, class_="columns") if rounds else "")


def _blow(fate: Fate, loss: Loss, names: Mapping[str, str]) -> str:
    """Who lost what to whom: "Axes lost 2 to Bows: routed"."""
    lost = f" lost {loss.amount}" if loss.amount else ""
    whom = f"{' to' if loss.amount else ', against'} {names[loss.by]}" if loss.by else ""
    return f"{fate.name}{lost}{whom}{f': {loss.gone}' if loss.gone else ''}"


def _line_by_line(report: Report, story: Story) -> str:
    parts = [
        tag(
            "details",
            tag(
                "summary",
                f"{one.number}. Round {one.round}: {signed_percent(one.change)} to {percent(one.chance)}",
            ),
            tag("ol", *(tag("li", story.told(line.words), rules(line.rules, 12)) for line in one.lines)),
        )
        for one in report.turning_points
    ]
    return _section("lines", "The turning points, line by line", *parts)
