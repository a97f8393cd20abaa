"""Small maps: the ground as a draughtsman would sketch it, and one mark for each unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from sandtable.reports.battle import Mark, TurnMap
from sandtable.reports.page.markup import SHAPES, side_class, tag
from sandtable.table.measure import Point
from sandtable.table.surface import Surface
from sandtable.table.terrain import Ground, Piece

SIZE = 1 / 28
"""The half width of a mark, as a share of the larger side of the ground."""

BY_TRAIT = (
    ("hill", "hill"), ("impassable", "crags"), ("obstacle", "wall"), ("obscuring", "wood"),
    ("difficult", "slow"), ("interior", "building"), ("block", "crags"), ("linear", "wall"), ("area", "wood"),
)  # fmt: skip
LAYERS = (
    "open", "hill", "field", "yard", "scrub", "marsh", "slow", "road", "water", "bridge", "ruin", "rubble",
    "wood", "hedge", "wall", "crags", "building",
)  # fmt: skip
"""What lies under what."""

PATTERNS = """<svg width="0" height="0" class="hidden" aria-hidden="true"><defs>
<pattern id="rows" width="1" height="0.8" patternUnits="userSpaceOnUse">
<path class="row" d="M0 .4H1"/></pattern>
<pattern id="hatch" width="0.5" height="0.5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path class="hatching" d="M0 0V.5"/></pattern>
</defs></svg>"""


def look_of(piece: Piece, looks: Mapping[str, str]) -> str:
    """How a piece is drawn: as the book draws its kind, or else by its traits."""
    if (look := looks.get(piece.kind)) in LAYERS:
        return look
    return next((look for trait, look in BY_TRAIT if trait in piece.traits), "open")


def ground_symbol(ground: Ground, surface: Surface, looks: Mapping[str, str]) -> str:
    """The ground, to be used by every map of the page."""
    pieces = sorted(ground.pieces, key=lambda piece: LAYERS.index(look_of(piece, looks)))
    drawn = "".join(part for piece in pieces for part in _drawn(piece, look_of(piece, looks), surface))
    sand = f'<rect class="sand" {sheet_size(surface)}/>'
    symbol = f'<symbol id="ground" viewBox="{_view(surface)}">{sand}{drawn}</symbol>'
    return f'<svg width="0" height="0" class="hidden" aria-hidden="true">{symbol}</svg>'


def sheet_size(surface: Surface) -> str:
    """The width and the height of a drawing of the whole ground."""
    return f'width="{surface.wide:g}" height="{surface.deep:g}"'


def _view(surface: Surface) -> str:
    return f"0 0 {surface.wide:g} {surface.deep:g}"


def small_map(one: TurnMap, surface: Surface) -> str:
    """One map with its title; the words of the map are read aloud instead of it."""
    unit = max(surface.wide, surface.deep) * SIZE
    inside = [f'<use href="#ground" {sheet_size(surface)}/>']
    for marker in one.markers:
        x, y = surface.on_sheet(marker.at)
        inside.append(f'<rect class="token" x="{x - 0.7:.1f}" y="{y - 0.7:.1f}" width="1.4" height="1.4"/>')
    inside += [_trail(mark, surface) for mark in one.marks if mark.came is not None]
    inside += [_mark(mark, surface, unit) for mark in one.marks]
    svg = tag("svg", *inside, viewBox=_view(surface), role="img", aria_label=one.words)
    return tag("figure", svg, tag("figcaption", escape(one.title)), class_="map")


def _trail(mark: Mark, surface: Surface) -> str:
    assert mark.came is not None
    (x, y), (to_x, to_y) = surface.on_sheet(mark.came), surface.on_sheet(mark.at)
    way = f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"
    return f'<path class="trail {side_class(mark.side)}" d="{way}"/>'


def _mark(mark: Mark, surface: Surface, unit: float) -> str:
    x, y = surface.on_sheet(mark.at)
    shape = SHAPES[mark.side % len(SHAPES)]
    state = " shaken" if mark.mood == "broken" else ""
    told = f"{mark.name}, {mark.strength} of {mark.full}{f', {mark.word}' if mark.word else ''}"
    place = f"translate({x:.1f} {y:.1f}) scale({unit / 10:.3f})"
    return tag(
        "g",
        f"<title>{escape(told)}</title>{shape}",
        class_=f"unit {side_class(mark.side)}{state}",
        transform=place,
    )


# ---- terrain ---------------------------------------------------------------------------------------------


def _drawn(piece: Piece, look: str, surface: Surface) -> Iterator[str]:
    outline = [surface.on_sheet(at) for at in piece.outline]
    shape = _path(outline)
    yield f'<path class="t-{look}" d="{shape}"/>'
    if look == "hill":
        yield f'<path class="t-hill-2" d="{_path(_drawn_in(outline, 0.34))}"/>'
        yield f'<path class="t-hill-3" d="{_path(_drawn_in(outline, 0.66))}"/>'
    elif look == "wood":
        crowns = "".join(_circle(x, y, 0.62) for x, y in _strewn(outline, 1.9, 0.7))
        yield f'<path class="t-crown" d="{crowns}"/>'
    elif look == "marsh":
        tufts = "".join(f"M{x:.1f} {y:.1f}l-.4-.7M{x:.1f} {y:.1f}v-.9M{x:.1f} {y:.1f}l.4-.7" for x, y in
                        _strewn(outline, 1.7, 0.5))  # fmt: skip
        yield f'<path class="t-tuft" d="{tufts}"/>'
    elif look in ("rubble", "slow", "ruin"):
        chips = "".join(_circle(x, y, 0.2) for x, y in _strewn(outline, 1.2, 0.4))
        yield f'<path class="t-chip" d="{chips}"/>'
    elif look in ("field", "building", "crags"):
        yield f'<path class="t-over-{look}" d="{shape}"/>'


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "z" if points else ""


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r:.2f} {y:.2f}a{r:g} {r:g} 0 1 1 {2 * r:g} 0a{r:g} {r:g} 0 1 1 {-2 * r:g} 0z"


def _drawn_in(points: Sequence[Point], by: float) -> list[Point]:
    x, y = (sum(one[axis] for one in points) / len(points) for axis in (0, 1))
    return [(px + (x - px) * by, py + (y - py) * by) for px, py in points]


def _strewn(outline: Sequence[Point], apart: float, inset: float) -> list[Point]:
    """Places inside an outline, in rows that are shifted against each other."""
    west, east = min(x for x, _ in outline), max(x for x, _ in outline)
    north, south = min(y for _, y in outline), max(y for _, y in outline)
    found: list[Point] = []
    row = 0
    y = north + inset
    while y < south:
        x = west + inset + (apart / 2 if row % 2 else 0.0)
        while x < east:
            wave = 0.22 * apart * ((row * 7 + len(found) * 3) % 5 - 2) / 2
            if _is_inside((x + wave, y - wave), outline, inset):
                found.append((x + wave, y - wave))
            x += apart
        y += 0.8 * apart
        row += 1
    return found


def _is_inside(point: Point, outline: Sequence[Point], inset: float) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        length = (bx - ax) ** 2 + (by - ay) ** 2 or 1.0
        along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
        if (ax + along * (bx - ax) - x) ** 2 + (ay + along * (by - ay) - y) ** 2 < inset**2:
            return False
    return inside
