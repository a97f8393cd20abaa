"""The set-up sheet: everything that stands on a table before a battle, measured, on one page for paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from sandtable.kernel.book import Needs
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import refuse
from sandtable.reports.page.markup import mark, rules, side_class, tag
from sandtable.reports.page.small_map import PATTERNS, ground_symbol, sheet_size
from sandtable.table.shapes import box_of
from sandtable.table.showing import Fact, Marker, Showing, Standing, Unit
from sandtable.table.surface import Surface, Tick
from sandtable.table.terrain import Piece

RIM = 2.4
"""The frame of the map, for its figures, as many as there are inches on a table of 36."""
USUAL_TABLE = 36.0
OPENING = "opening"
"""A trait of doors and windows, which belong to the building before them."""
PLAIN_TRAITS = ("", "open")


def sheet_of(game: Game[Any], viewer: str | None = None, fonts: str = "") -> str:
    """The table of a game as one HTML document, with every place measured from two edges."""
    showing = game.showing(viewer)
    if not isinstance(showing, Showing):
        raise refuse("", f"{game.book.title} shows no table.", "Take a game of another book.")
    return page_of_table(showing, game.book.title, game.book.needs(game.seen(viewer)), fonts)


def page_of_table(showing: Showing, book: str, needs: Needs, fonts: str = "") -> str:
    """A table as one HTML document; `fonts` is a style sheet with typefaces inside it."""
    sheet = _Sheet(showing, needs)
    title = escape(f"{showing.title}: set-up sheet")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="generator" content="Sandtable"><title>{title}</title><style>{fonts}{_styles()}</style>'
    )
    over = tag("p", "Set-up sheet", class_="over")
    bar = tag("header", over, tag("p", escape(book), class_="sub"), class_="bar")
    slip = tag("main", *sheet.parts(), class_="slip sheet")
    body = tag("body", PATTERNS, ground_symbol(showing.ground, showing.surface, showing.looks), bar, slip)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>{body}</html>\n'


@cache
def _styles() -> str:
    folder = Path(__file__).parent / "page"
    return "".join((folder / name).read_text(encoding="utf-8") for name in ("page.css", "sheet.css"))


class _Sheet:
    """A sheet while it is written."""

    def __init__(self, showing: Showing, needs: Needs) -> None:
        self.showing = showing
        self.needs = needs
        self.surface = showing.surface
        self.own = {side.side for side in showing.sides if side.seats}

    def parts(self) -> Iterable[str]:
        """The title, the map, and one section after the other."""
        yield self._title()
        yield _map(self.showing, self.needs)
        yield self._about()
        yield self._ready()
        yield self._terrain()
        for side in self.showing.sides:
            yield self._side(side)
        yield self._markers()

    def _title(self) -> str:
        size = f"A table {self.surface.size()}."
        edge = f" You sit at the {self.needs.edge} edge." if self.needs.edge else ""
        told = f"{size}{edge} Every place is the middle of what stands there."
        words = tag("div", tag("h1", escape(self.showing.title)), tag("p", escape(told), class_="sum"))
        return tag("div", words, class_="title")

    def _about(self) -> str:
        lines = [fact for side in self.showing.sides for fact in side.lines]
        gauges = [
            Fact(one.label, f"{one.value} of {one.limit}", one.meaning, one.rules)
            for one in self.showing.gauges
        ]
        facts = [*lines, *self.showing.notes, *gauges]
        return _section(
            "What it is about", tag("ul", *(tag("li", _fact(one)) for one in facts)) if facts else ""
        )

    def _ready(self) -> str:
        """Miniatures by kind and base, then whatever the book asks for."""
        counted: dict[tuple[str, float], int] = {}
        for unit in self.showing.units:
            if unit.on_table:
                base = (unit.kind, unit.radius)
                counted[base] = counted.get(base, 0) + len(unit.models)
        items = [
            f"{count} × {kind}, on a base of {self.surface.far(2 * radius)}"
            for (kind, radius), count in counted.items()
        ]
        made = [tag("li", escape(one)) for one in (*items, *self.needs.ready)]
        return _section("Lay ready", tag("ul", *made, class_="columns"))

    # ---- terrain -------------------------------------------------------------------------------

    def _terrain(self) -> str:
        pieces = self.showing.ground.pieces
        if not pieces:
            return _section("Terrain", tag("p", "The table is open."))
        rows = [self._piece(one) for one in pieces]
        head = ("", "What", "How it counts", "Middle", "Reaches", "Height")
        return _section("Terrain", _table(head, rows))

    def _piece(self, piece: Piece) -> list[str]:
        west, south, east, north = box_of(piece.outline)
        counts = ", ".join(one for one in piece.traits if one not in PLAIN_TRAITS)
        reaches = f"{west:.1f}–{east:.1f} across, {south:.1f}–{north:.1f} up"
        height = self.surface.far(piece.height) if piece.height else "flat"
        return [piece.id, piece.kind, counts, self.surface.place(piece.centre), reaches, height]

    # ---- figures -------------------------------------------------------------------------------

    def _side(self, side: Standing) -> str:
        # A unit that has become part of another has neither figures nor strength.
        units = [
            one for one in self.showing.units if one.side == side.side and (one.models or one.full_strength)
        ]
        if not units:
            return ""
        several = any(len(one.models) > 1 for one in units)
        inside = [self._unit(one) for one in units] if several else [self._list(units)]
        role = f" ({side.role})" if side.role and side.role not in side.name.casefold() else ""
        heading = f"{mark(side.side)} {escape(side.name)}{escape(role)}"
        return tag("section", tag("div", tag("h2", heading), class_="head"), *inside)

    def _list(self, units: Sequence[Unit]) -> str:
        """Figures that stand alone, one row each."""
        labels = list(dict.fromkeys(fact.label for unit in units for fact in unit.card))
        head = ("", "Name", *labels, "Carries and can", "Stands")
        rows = []
        for unit in units:
            values = {fact.label: fact.value for fact in unit.card}
            stands = self.surface.place(unit.models[0]) if unit.models else unit.place or "beside the table"
            row = [unit.id, f"{unit.name}, {unit.kind}", *(values.get(one, "") for one in labels)]
            rows.append([*row, _traits(unit), stands])
        return _table(head, rows)

    def _unit(self, unit: Unit) -> str:
        """Figures that belong together: their values once, then the place of each."""
        values = ", ".join(f"{fact.label} {fact.value}" for fact in unit.card)
        badges = "; ".join(badge.word for badge in unit.badges)
        told = ". ".join(one for one in (values, _traits(unit), badges) if one)
        count = f"{len(unit.models)} of {unit.full_strength}" if unit.on_table else unit.place
        head = tag("h3", escape(f"{unit.id} {unit.name}: {unit.kind}, {count}"))
        if not unit.models:
            return tag("div", head, tag("p", escape(told)), class_="unit-of")
        names = unit.figures or tuple(f"{unit.id}.{place}" for place in range(1, len(unit.models) + 1))
        places = [
            tag("li", tag("b", escape(name)), f" {escape(self.surface.place(at))}{_leads(unit, place)}")
            for place, (name, at) in enumerate(zip(names, unit.models, strict=True))
        ]
        return tag(
            "div", head, tag("p", escape(told)), tag("ul", *places, class_="columns"), class_="unit-of"
        )

    def _markers(self) -> str:
        rows = [[one.id, one.word or one.kind, self.surface.place(one.at)] for one in self.showing.markers]
        return _section("Markers", _table(("", "What", "Lies"), rows)) if rows else ""


def _leads(unit: Unit, place: int) -> str:
    return ", the leader" if unit.leader == place and len(unit.models) > 1 else ""


def _traits(unit: Unit) -> str:
    return "; ".join(" ".join(one for one in (fact.label, fact.value) if one) for fact in unit.traits)


def _fact(fact: Fact) -> str:
    words = ", ".join(one for one in (fact.value, fact.meaning) if one)
    return tag("b", escape(fact.label)) + escape(f": {words}" if words else "") + rules(fact.rules)


def _section(heading: str, *inside: str) -> str:
    if not any(inside):
        return ""
    return tag("section", tag("div", tag("h2", escape(heading)), class_="head"), *inside)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows whose first entry names them."""
    heads = tag("tr", *(tag("th", escape(one), scope="col") for one in head))
    body = [
        tag("tr", tag("th", escape(row[0]), scope="row"), *(tag("td", escape(one)) for one in row[1:]))
        for row in rows
    ]
    return tag("table", tag("thead", heads), tag("tbody", *body), class_="rows")


# ---- the map ---------------------------------------------------------------------------------------------


def _map(showing: Showing, needs: Needs) -> str:
    """The table to scale, with a ruler along two edges and the name of everything."""
    surface = showing.surface
    wide, deep = surface.wide, surface.deep
    size = max(wide, deep) / USUAL_TABLE
    rim = RIM * size
    inside = [
        f'<use href="#ground" {sheet_size(surface)}/>',
        f'<rect class="frame" {sheet_size(surface)}/>',
        *_ruler(surface, size),
        *(_named_piece(one, surface, size) for one in showing.ground.pieces if OPENING not in one.traits),
        *(_marker(one, surface, size) for one in showing.markers),
        *(part for unit in showing.units for part in _figures(unit, surface, size)),
        _own_edge(surface, needs.edge, size),
    ]
    box = f"{-rim:g} {-rim / 2:g} {wide + 1.5 * rim:g} {deep + 1.6 * rim:g}"
    label = f"The table to scale, {surface.size()}; the lists say the same."
    svg = tag("svg", *inside, viewBox=box, role="img", aria_label=label)
    return tag("figure", svg, class_="map plan")


def _ruler(surface: Surface, size: float) -> Iterable[str]:
    across, along = surface.ruler()
    for one in across:
        x, y = surface.on_sheet((one.at, 0.0))
        yield f'<path class="tick" d="M{x:g} {y:g}v{_stroke(one, size):.2f}"/>'
        if one.word:
            yield _text(one.word, x, y + 1.35 * size, 0.8 * size, "figure")
    for one in along:
        x, y = surface.on_sheet((0.0, one.at))
        yield f'<path class="tick" d="M{x:g} {y:g}h{-_stroke(one, size):.2f}"/>'
        if one.word:
            yield _text(one.word, x - 1.2 * size, y + 0.28 * size, 0.8 * size, "figure")


def _stroke(one: Tick, size: float) -> float:
    return (0.55 if one.word else 0.25) * size


def _text(words: str, x: float, y: float, size: float, look: str) -> str:
    return tag(
        "text",
        escape(words),
        x=f"{x:.2f}",
        y=f"{y:.2f}",
        font_size=f"{size:.2f}",
        text_anchor="middle",
        class_=look,
    )


def _named_piece(piece: Piece, surface: Surface, size: float) -> str:
    x, y = surface.on_sheet(piece.centre)
    return _text(piece.id, x, y + 0.3 * size, 0.85 * size, "piece-name")


def _marker(marker: Marker, surface: Surface, size: float) -> str:
    (x, y), half = surface.on_sheet(marker.at), 0.4 * size
    side = f"{2 * half:.2f}"
    square = tag("rect", x=f"{x - half:.2f}", y=f"{y - half:.2f}", width=side, height=side, class_="token")
    return square + _text(marker.id, x, y + 1.25 * size, 0.65 * size, "figure-name")


def _figures(unit: Unit, surface: Surface, size: float) -> Iterable[str]:
    """A disc for each figure, and its name beside it."""
    names = unit.figures or (
        (unit.id,)
        if len(unit.models) == 1
        else tuple(f"{unit.id}.{place}" for place in range(1, len(unit.models) + 1))
    )
    for place, (name, at) in enumerate(zip(names, unit.models, strict=True)):
        x, y = surface.on_sheet(at)
        leads = " leads" if unit.leader == place else ""
        yield tag(
            "circle",
            cx=f"{x:.2f}",
            cy=f"{y:.2f}",
            r=f"{unit.radius:.2f}",
            class_=f"base {side_class(unit.side)}{leads}",
        )
        short = name.rpartition(".")[2] if "." in name else name
        yield _text(short, x, y + 0.24 * size, min(0.66 * size, 1.1 * unit.radius), "figure-name on-base")
    if len(unit.models) > 1:
        across = sum(surface.on_sheet(at)[0] for at in unit.models) / len(unit.models)
        top = min(surface.on_sheet(at)[1] for at in unit.models) - unit.radius
        yield _text(unit.id, across, top - 0.2 * size, 0.85 * size, f"unit-name {side_class(unit.side)}")


def _own_edge(surface: Surface, edge: str, size: float) -> str:
    if edge not in ("south", "north", "west", "east"):
        return ""
    wide, deep = surface.wide, surface.deep
    x, y, turn = {
        "south": (wide / 2, deep + 2.1 * size, 0),
        "north": (wide / 2, -0.4 * size, 0),
        "west": (-1.75 * size, deep / 2, -90),
        "east": (wide + 0.8 * size, deep / 2, 90),
    }[edge]
    words = _text("your edge", 0, 0, 0.8 * size, "figure own")
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn})">{words}</g>'
