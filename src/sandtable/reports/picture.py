"""A picture of the table, drawn as SVG: a drafted map with bases to scale."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from sandtable.table.measure import Point
from sandtable.table.showing import Marker, Showing, Unit
from sandtable.table.terrain import Piece

INK = "#20262c"
SAND = "#eadfc4"
ROOM = "#3d4a46"
ON_ROOM = "#f0ead9"
PAPER = "#f8f4ea"
BRASS = "#d9a92e"
SIDES = ("#1d4f91", "#b33a12", "#27112c", "#804d57")

RIM = 1.6
"""The frame around the ground, in inches."""
LONGEST_WORD = 8
"""Longer states stand on the card, not on the ground, where they would hide the neighbours."""

_FILLS = {
    "impassable": "url(#shut)",
    "obstacle": "#8c816b",
    "obscuring": "url(#wood)",
    "difficult": "url(#rough)",
    "cover": "url(#rubble)",
    "hill": "#f3ead2",
}
"""The first of these traits that a piece has decides how it is drawn."""

_PATTERNS = {
    "wood": ("#cfd3ae", "#7c8a5c", "M0.1 0.5 a0.35 0.35 0 1 1 0.7 0 a0.35 0.35 0 1 1 -0.7 0 z"),
    "rough": ("#dcd6b4", "#8f8a5f", "M0.3 0.9 l0.15 -0.4 l0.15 0.4 M1 0.5 l0.12 -0.3 l0.12 0.3"),
    "rubble": ("#e0d6bd", "#a89a7c", "M0.2 0.3 l0.3 0.1 l-0.1 0.25 z M0.8 0.8 l0.25 -0.1 l0.05 0.25 z"),
    "shut": ("#cbc4b0", "#7f7868", "M0 0 L1.2 1.2 M1.2 0 L0 1.2"),
}
"""Bed, ink and stroke of each kind of ground."""


def draw(showing: Showing, scale: float = 14.0) -> str:
    """The table as one SVG document."""
    ground = showing.ground
    width, depth = ground.width + 2 * RIM, ground.depth + 2 * RIM
    svg = _element(
        None,
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=round(width * scale),
        height=round(depth * scale),
        viewBox=f"{-RIM} {-RIM} {width} {depth}",
    )
    _element(svg, "title").text = showing.title or "The table"
    _patterns(svg)
    _element(svg, "rect", x=-RIM, y=-RIM, width=width, height=depth, fill=ROOM)
    _element(svg, "rect", width=ground.width, height=ground.depth, fill=SAND, stroke=INK, stroke_width=0.12)
    _frame(svg, ground.width, ground.depth)
    for piece in ground.pieces:
        _piece(svg, piece, ground.depth)
    for marker in showing.markers:
        _marker(svg, marker, ground.depth)
    standing = [unit for unit in showing.units if unit.on_table and unit.models]
    for unit in standing:
        _unit(svg, unit, ground.depth)
    for unit in standing:
        _standard(svg, unit, ground.depth)
    return ElementTree.tostring(svg, encoding="unicode")


def _element(parent: Element | None, tag: str, **attributes: object) -> Element:
    written = {
        name.replace("_", "-"): f"{value:g}" if isinstance(value, float) else str(value)
        for name, value in attributes.items()
    }
    return Element(tag, written) if parent is None else SubElement(parent, tag, written)


def _patterns(svg: Element) -> None:
    definitions = _element(svg, "defs")
    for name, (bed, ink, stroke) in _PATTERNS.items():
        size = 1.2
        pattern = _element(
            definitions, "pattern", id=name, width=size, height=size, patternUnits="userSpaceOnUse"
        )
        _element(pattern, "rect", width=size, height=size, fill=bed)
        _element(pattern, "path", d=stroke, fill="none", stroke=ink, stroke_width=0.08)


def _frame(svg: Element, width: float, depth: float) -> None:
    """A bar per inch and a figure per six."""
    bars = []
    for inch in range(int(width) + 1):
        long = 0.5 if inch % 6 == 0 else 0.25
        bars.append(f"M{inch} {depth:g} v{long} M{inch} 0 v{-long}")
        if inch % 6 == 0:
            figure = _element(svg, "text", x=inch, y=depth + 1.3, fill=ON_ROOM, font_size=0.9)
            figure.set("text-anchor", "middle")
            figure.text = str(inch)
    for inch in range(int(depth) + 1):
        long = 0.5 if inch % 6 == 0 else 0.25
        bars.append(f"M0 {depth - inch:g} h{-long} M{width:g} {depth - inch:g} h{long}")
    _element(svg, "path", d=" ".join(bars), stroke=ON_ROOM, stroke_width=0.06)


def _piece(svg: Element, piece: Piece, depth: float) -> None:
    fill = next((fill for trait, fill in _FILLS.items() if trait in piece.traits), "#e6dcc0")
    points = _points([(x, depth - y) for x, y in piece.outline])
    area = _element(svg, "polygon", points=points, fill=fill, stroke="#6f6753", stroke_width=0.1)
    _element(area, "title").text = f"{piece.kind}: {', '.join(piece.traits) or 'open ground'}"


def _marker(svg: Element, marker: Marker, depth: float) -> None:
    (x, y), (wide, deep) = marker.at, marker.size
    token = _element(
        svg, "rect", x=x - wide / 2, y=depth - y - deep / 2, width=wide, height=deep, rx=0.2, fill=BRASS
    )
    token.set("stroke", INK)
    token.set("stroke-width", "0.1")
    _element(token, "title").text = marker.kind


def _unit(svg: Element, unit: Unit, depth: float) -> None:
    colour = SIDES[unit.side % len(SIDES)]
    group = _element(svg, "g")
    told = f"{unit.id} {unit.name}, {unit.kind}, {unit.strength} of {unit.full_strength}"
    _element(group, "title").text = told
    for place, (x, y) in enumerate(unit.models):
        base = _element(group, "circle", cx=x, cy=depth - y, r=unit.radius - 0.04, fill=PAPER, stroke=colour)
        base.set("stroke-width", "0.12")
        if any(badge.worse for badge in unit.badges):
            base.set("stroke-dasharray", "0.25 0.15")
        _mark(group, unit, (x, depth - y), colour, place == unit.leader)


def _mark(group: Element, unit: Unit, at: Point, colour: str, leads: bool) -> None:
    """The side's shape, or a star for the leader."""
    size = unit.radius * 0.6
    if not leads and unit.side % 2 == 0:
        _element(group, "circle", cx=at[0], cy=at[1], r=size * 0.8, fill=colour)
        return
    shape = _STAR if leads else _DIAMOND
    points = _points([(at[0] + dx * size, at[1] + dy * size) for dx, dy in shape])
    _element(group, "polygon", points=points, fill=colour)


_DIAMOND = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_STAR = (
    (0.0, -1.0), (0.26, -0.35), (0.95, -0.31), (0.41, 0.13), (0.59, 0.81),
    (0.0, 0.42), (-0.59, 0.81), (-0.41, 0.13), (-0.95, -0.31), (-0.26, -0.35),
)  # fmt: skip


def _standard(svg: Element, unit: Unit, depth: float) -> None:
    """A plate above the unit with its id, its strength and its worst state."""
    states = (badge.word for badge in unit.badges if badge.worse and len(badge.word) <= LONGEST_WORD)
    words = f"{unit.id} {unit.strength} {next(states, '')}".strip()
    middle = sum(x for x, _ in unit.models) / len(unit.models)
    top = depth - max(y for _, y in unit.models) - unit.radius - 1.5
    wide = 0.62 * len(words) + 0.5
    plate = _element(svg, "rect", x=middle - wide / 2, y=top, width=wide, height=1.25, rx=0.2, fill=PAPER)
    plate.set("stroke", SIDES[unit.side % len(SIDES)])
    plate.set("stroke-width", "0.12")
    text = _element(svg, "text", x=middle, y=top + 0.95, fill=INK, font_size=0.95, font_family="sans-serif")
    text.set("text-anchor", "middle")
    text.text = words


def _points(points: list[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
