"""Boards read from text and drawn as text: a word for each space, the northernmost row first.

A word is what the space holds, or a capital letter for somebody who stands there; then, as wanted, which way
they face (`^ > v <`), how high the space lies, and what stands on its sides: `_` a wall to the south, `=` a
door, `]` a wall to the east, `}` a door. The space with the sign of the facing is the anchor of a base.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from sandtable.kernel.refusal import refuse
from sandtable.table.squares.board import Barrier, Board, Kind
from sandtable.table.squares.spaces import Facing, Space

KINDS: tuple[Kind, ...] = (
    Kind(".", "floor"),
    Kind("#", "wall", "barred", height=9, hides=True, seals=True),
    Kind("o", "pillar", "barred", height=3, hides=True),
    Kind(",", "rubble", rough=True),
    Kind("n", "crate", "climb", height=1),
    Kind("h", "barricade", "climb", height=2),
    Kind("~", "pit", "gap", depth=2),
    Kind("%", "brush", rough=True, height=1),
)
"""What the characters of a scene stand for unless others are given."""
OPEN = "."
SIGNS: dict[str, Facing] = {"^": "N", ">": "E", "v": "S", "<": "W"}
WORD = re.compile(r"(?P<glyph>\S)(?P<sign>[\^>v<])?(?P<height>\d)?(?P<south>[_=])?(?P<east>[\]}])?")


class Figure(msgspec.Struct, frozen=True):
    """Somebody in a scene: the anchor, the facing, and all spaces that bear the letter."""

    at: Space
    facing: Facing
    spaces: tuple[Space, ...]


class Scene(msgspec.Struct, frozen=True):
    """A board and who is on it, as read from text."""

    board: Board
    figures: dict[str, Figure]


def read_scene(text: str, legend: tuple[Kind, ...] = KINDS, under: Mapping[str, str] | None = None) -> Scene:
    """A board and its figures; they stand on open floor unless `under` names what holds their space."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    rows: list[str] = []
    heights: list[tuple[int, ...]] = []
    barriers: list[Barrier] = []
    spaces: dict[str, list[Space]] = {}
    anchors: dict[str, tuple[Space, Facing]] = {}
    for number, words in enumerate(lines):
        row, levels = "", list[int]()
        for x, word in enumerate(words):
            at = (x, len(lines) - 1 - number)
            read = WORD.fullmatch(word)
            if read is None:
                raise refuse("", f"Line {number + 1} of the scene has {word!r}.", "Write a word as `A^2_]`.")
            glyph = read["glyph"]
            if glyph.isupper():
                spaces.setdefault(glyph, []).append(at)
                if read["sign"] or glyph not in anchors:
                    anchors[glyph] = (at, SIGNS[read["sign"] or "^"])
                glyph = (under or {}).get(glyph, OPEN)
            row += glyph
            levels.append(int(read["height"] or 0))
            barriers += _barriers(at, read["south"], read["east"], len(barriers))
        rows.append(row)
        heights.append(tuple(levels))
    has_heights = any(any(levels) for levels in heights)
    board = Board(tuple(rows), legend, tuple(heights) if has_heights else (), tuple(barriers))
    figures = {name: Figure(*anchors[name], tuple(sorted(all_of))) for name, all_of in spaces.items()}
    return Scene(board, figures)


def _barriers(at: Space, south: str | None, east: str | None, count: int) -> list[Barrier]:
    found: list[Barrier] = []
    sides: tuple[tuple[str | None, str, Facing], ...] = ((south, "=", "S"), (east, "}", "E"))
    for sign, door, side in sides:
        if sign is not None:
            kind = "door" if sign == door else "wall"
            found.append(Barrier(f"{kind}-{count + len(found) + 1}", at, side, kind))
    return found


def draw(board: Board, figures: Mapping[str, Figure] | None = None) -> str:
    """A board and its figures as a scene; doors that are open are left out."""
    letters = {at: name for name, one in (figures or {}).items() for at in one.spaces}
    signs = {facing: sign for sign, facing in SIGNS.items()}
    anchors = {one.at: signs[one.facing] for one in (figures or {}).values()}
    marks: dict[tuple[Space, str], str] = {}
    for one in board.barriers:
        if one.side is not None and not one.is_open:
            (x, y), is_door = one.at, one.kind == "door"
            at = (x, y + 1) if one.side == "N" else (x - 1, y) if one.side == "W" else (x, y)
            side = "south" if one.side in ("N", "S") else "east"
            marks[at, side] = ("=" if is_door else "_") if side == "south" else ("}" if is_door else "]")
    lines: list[str] = []
    for y in reversed(range(board.depth)):
        words: list[str] = []
        for x in range(board.width):
            at, level = (x, y), board.levels[board.number((x, y))]
            glyph = letters.get(at, board.kind(at).glyph) + anchors.get(at, "")
            sides = marks.get((at, "south"), "") + marks.get((at, "east"), "")
            words.append(glyph + (str(level) if level else "") + sides)
        wide = max(map(len, words))
        lines.append(" ".join(word.ljust(wide) for word in words).rstrip())
    return "\n".join(lines)
