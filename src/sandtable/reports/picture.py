"""A picture of the table, drawn as SVG: a drafted map with bases to scale."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from sandtable.table.measure import Point
from sandtable.table.showing import Marker, Showing, Unit
from sandtable.table.terrain import Piece

INK = "#20262c"
SAND = "#eadfc4"
ROOM = "#3d4a46"
PAPER = "#f8f4ea"
SIDES = ("#1d4f91", "#b33a12", "#27112c", "#804d57")

_FILLS = {
    "impassable": "url(#shut)",
    "obstacle": "#8c816b",
    "obscuring": "url(#wood)",
    "difficult": "url(#rough)",
    "cover": "url(#rubble)",
    "hill": "#f3ead2",
}
"""The first of these that a piece has decides how it is drawn."""

_PATTERNS = """
<pattern id="wood" width="1.4" height="1.4" patternUnits="userSpaceOnUse"><rect width="1.4" height="1.4" fill="#cfd3ae"/>
<circle cx="0.45" cy="0.45" r="0.38" fill="#aeb98a" stroke="#7c8a5c" stroke-width="0.06"/>
<circle cx="1.1" cy="1.05" r="0.28" fill="#b9c295" stroke="#7c8a5c" stroke-width="0.06"/></pattern>
<pattern id="rough" width="1.6" height="1.2" patternUnits="userSpaceOnUse"><rect width="1.6" height="1.2" fill="#dcd6b4"/>
<path d="M0.3 0.9 l0.15 -0.4 l0.15 0.4 M1 0.5 l0.12 -0.3 l0.12 0.3" fill="none" stroke="#8f8a5f" stroke-width="0.08"/></pattern>
<pattern id="rubble" width="1.2" height="1.2" patternUnits="userSpaceOnUse"><rect width="1.2" height="1.2" fill="#e0d6bd"/>
<path d="M0.2 0.3 l0.3 0.1 l-0.1 0.25 z M0.8 0.8 l0.25 -0.1 l0.05 0.25 z" fill="#a89a7c"/></pattern>
<pattern id="shut" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="#cbc4b0"/>
<path d="M0 0 L1 1 M1 0 L0 1" stroke="#7f7868" stroke-width="0.08"/></pattern>
"""


def draw(showing: Showing, scale: float = 14.0) -> str:
    """The table as one SVG document."""
    ground = showing.ground
    width, depth, rim = ground.width, ground.depth, 1.6
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{(width + 2 * rim) * scale:.0f}" '
        f'height="{(depth + 2 * rim) * scale:.0f}" viewBox="{-rim} {-rim} {width + 2 * rim} {depth + 2 * rim}">',
        f"<title>{escape(showing.title or 'The table')}</title>",
        f"<defs>{_PATTERNS}</defs>",
        f'<rect x="{-rim}" y="{-rim}" width="{width + 2 * rim}" height="{depth + 2 * rim}" fill="{ROOM}"/>',
        f'<rect width="{width}" height="{depth}" fill="{SAND}" stroke="{INK}" stroke-width="0.12"/>',
        *_frame(width, depth),
        *(_piece(piece, depth) for piece in ground.pieces),
        *(_marker(marker, depth) for marker in showing.markers),
    ]
    for unit in showing.units:
        if unit.on_table and unit.models:
            parts += _unit(unit, depth)
    parts.append("</svg>")
    return "\n".join(parts)


def _frame(width: float, depth: float) -> Iterable[str]:
    """A bar per inch and a figure per six."""
    for inch in range(int(width) + 1):
        length = 0.5 if inch % 6 == 0 else 0.25
        yield f'<path d="M{inch} {depth} v{length} M{inch} 0 v{-length}" stroke="#f0ead9" stroke-width="0.06"/>'
        if inch % 6 == 0:
            yield f'<text x="{inch}" y="{depth + 1.3}" font-size="0.9" text-anchor="middle" fill="#f0ead9">{inch}</text>'
    for inch in range(int(depth) + 1):
        length = 0.5 if inch % 6 == 0 else 0.25
        yield f'<path d="M0 {depth - inch} h{-length} M{width} {depth - inch} h{length}" stroke="#f0ead9" stroke-width="0.06"/>'


def _piece(piece: Piece, depth: float) -> str:
    fill = next((fill for trait, fill in _FILLS.items() if trait in piece.traits), "#e6dcc0")
    points = " ".join(f"{x:.2f},{depth - y:.2f}" for x, y in piece.outline)
    return (
        f'<polygon points="{points}" fill="{fill}" stroke="#6f6753" stroke-width="0.1">'
        f"<title>{escape(piece.kind)}: {escape(', '.join(piece.traits) or 'open ground')}</title></polygon>"
    )


def _marker(marker: Marker, depth: float) -> str:
    x, y = marker.at
    return (
        f'<rect x="{x - marker.size[0] / 2:.2f}" y="{depth - y - marker.size[1] / 2:.2f}" width="{marker.size[0]}" '
        f'height="{marker.size[1]}" rx="0.2" fill="#d9a92e" stroke="{INK}" stroke-width="0.1">'
        f"<title>{escape(marker.kind)}</title></rect>"
    )


def _unit(unit: Unit, depth: float) -> list[str]:
    colour = SIDES[unit.side % len(SIDES)]
    parts = [
        f"<g><title>{escape(f'{unit.id} {unit.name}, {unit.kind}, {unit.strength} of {unit.full_strength}')}</title>"
    ]
    broken = any(badge.worse for badge in unit.badges)
    for place, (x, y) in enumerate(unit.models):
        dashes = ' stroke-dasharray="0.25 0.15"' if broken else ""
        parts.append(
            f'<circle cx="{x:.2f}" cy="{depth - y:.2f}" r="{unit.radius - 0.04:.2f}" fill="{PAPER}" stroke="{colour}" '
            f'stroke-width="0.12"{dashes}/>'
        )
        parts.append(_mark(unit, (x, depth - y), colour, place == unit.leader))
    parts.append(_standard(unit, depth, colour))
    parts.append("</g>")
    return parts


def _mark(unit: Unit, at: Point, colour: str, leads: bool) -> str:
    x, y = at
    size = unit.radius * 0.6
    if leads:
        star = " ".join(f"{x + dx * size:.2f},{y + dy * size:.2f}" for dx, dy in _STAR)
        return f'<polygon points="{star}" fill="{colour}"/>'
    if unit.side % 2 == 0:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{size * 0.8:.2f}" fill="{colour}"/>'
    corners = f"{x:.2f},{y - size:.2f} {x + size:.2f},{y:.2f} {x:.2f},{y + size:.2f} {x - size:.2f},{y:.2f}"
    return f'<polygon points="{corners}" fill="{colour}"/>'


_STAR = (
    (0.0, -1.0), (0.26, -0.35), (0.95, -0.31), (0.41, 0.13), (0.59, 0.81),
    (0.0, 0.42), (-0.59, 0.81), (-0.41, 0.13), (-0.95, -0.31), (-0.26, -0.35),
)  # fmt: skip


def _standard(unit: Unit, depth: float, colour: str) -> str:
    """A plate above the group with its id and strength."""
    top = max(y for _, y in unit.models)
    middle = sum(x for x, _ in unit.models) / len(unit.models)
    y = depth - top - unit.radius - 1.5
    words = f"{unit.id} {unit.strength}" + "".join(f" {badge.word}" for badge in unit.badges[:1])
    wide = 0.62 * len(words) + 0.5
    return (
        f'<g><rect x="{middle - wide / 2:.2f}" y="{y:.2f}" width="{wide:.2f}" height="1.25" rx="0.2" fill="{PAPER}" '
        f'stroke="{colour}" stroke-width="0.12"/><text x="{middle:.2f}" y="{y + 0.95:.2f}" font-size="0.95" '
        f'font-family="sans-serif" text-anchor="middle" fill="{INK}">{escape(words)}</text></g>'
    )
