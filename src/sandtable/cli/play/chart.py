"""The table as a text map: terrain, models, and the id of each unit beside it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from sandtable.table.scene import OPEN, Figure
from sandtable.table.showing import Marker, Showing, Unit

SIDES = ("#84b6f2", "#f29468", "#e6f0ee", "#b58a92")
MARKS = ("●", "◆", "▲", "■")
PLAIN_MARKS = ("o", "x", "v", "s")
LEADER, PLAIN_LEADER = "★", "*"
MARKER, PLAIN_MARKER = "⬢", "?"
GROUND = {
    "open": "#5a5a4c",
    "wood": "#6f9a4e", "crops": "#9a9a4e", "marsh": "#5f8f8f", "water": "#5f8f8f", "hill": "#a58f5f",
    "ruins": "#a8987c", "wall": "#b8ae98", "hedge": "#6f9a4e", "crags": "#8d8778",
}  # fmt: skip
OPEN_GROUND = "open"
NAMED = '=":%&+;$'
"""How ground is drawn that only has a name: a bridge, a road, and whatever a book calls its own."""
OTHER_GROUND = "#a39a80"
TALLEST = 30
SHORTEST = 14


class Chart:
    """A map of so many characters, with the words that explain it."""

    def __init__(
        self, showing: Showing, columns: int, rows: int, *, plain: bool, lit: Sequence[str] = ()
    ) -> None:
        self.surface = surface = showing.surface
        self._below, self._beside = surface.ruler()
        rows = max(SHORTEST, min(TALLEST, rows))
        self.showing = showing
        self.plain = plain
        self.lit = tuple(lit)
        """The units that the question is about."""
        wide = round(2 * rows * surface.wide / surface.deep)
        self.columns = max(24, min(columns - 4, wide))
        self._drawing = surface.drawing(self._figures(), self.columns)
        self._inks = [list(inks) for inks in self._drawing.ink]
        self._named: dict[str, str] = {}
        """The signs of kinds of ground that have no sign of their own."""
        self._cells = [
            [self._told_apart(*one) for one in zip(line, inks, strict=True)]
            for line, inks in zip(self._drawing.lines, self._inks, strict=True)
        ]
        self._taken = [[not _is_ground(ink) for ink in inks] for inks in self._inks]
        for unit in self._on_table():
            self._label(unit)

    def lines(self) -> list[Text]:
        """The map with the figures of its frame."""
        down = self.surface.deep / len(self._drawing.lines)
        made = []
        for row, (cells, inks) in enumerate(zip(self._cells, self._inks, strict=True)):
            line = Text(self._figure_beside(row, down))
            for cell, ink in zip(cells, inks, strict=True):
                line.append(cell, self._style(ink))
            made.append(line)
        return [*made, Text(self._figures_below(), style="dim")]

    def legend(self) -> str:
        """What the characters of the ground stand for, as far as they are on this table."""
        kinds: dict[str, str] = {}
        for line, inks in zip(self._drawing.lines, self._drawing.ink, strict=True):
            for character, ink in zip(line, inks, strict=True):
                if _is_ground(ink) and ink != OPEN_GROUND:
                    kinds.setdefault(ink, self._told_apart(character, ink))
        return "  ".join(f"{character} {kind}" for kind, character in sorted(kinds.items()))

    def _told_apart(self, character: str, ink: str) -> str:
        """A bridge or a road is open ground, but not just any open ground."""
        if character != OPEN or ink == OPEN_GROUND:
            return character
        return self._named.setdefault(ink, NAMED[len(self._named) % len(NAMED)])

    def _on_table(self) -> list[Unit]:
        return [unit for unit in self.showing.units if unit.on_table and unit.models]

    def _figures(self) -> list[Figure]:
        marker = PLAIN_MARKER if self.plain else MARKER
        figures = [
            Figure(marker, (one.at,), f"marker {one.id}") for one in self.showing.markers if _is_shown(one)
        ]
        for unit in self._on_table():
            mark = (PLAIN_MARKS if self.plain else MARKS)[unit.side % len(MARKS)]
            figures.append(Figure(mark, unit.models, f"unit {unit.id}"))
            if unit.leader is not None and unit.leader < len(unit.models):
                star = PLAIN_LEADER if self.plain else LEADER
                figures.append(Figure(star, (unit.models[unit.leader],), f"unit {unit.id}"))
        return figures

    def _label(self, unit: Unit) -> None:
        """Write the id where it covers nobody: above, below, beside, else over its own models."""
        ink = f"unit {unit.id}"
        cells = [
            (row, column)
            for row, inks in enumerate(self._inks)
            for column, one in enumerate(inks)
            if one == ink
        ]
        if not cells:
            return
        word = unit.id
        top, bottom = min(row for row, _ in cells), max(row for row, _ in cells)
        left, right = min(column for _, column in cells), max(column for _, column in cells)
        middle = (left + right) // 2 - len(word) // 2
        places = [(top - 1, middle), (bottom + 1, middle), (top, right + 1), (bottom, left - len(word))]
        for row, column in places:
            if self._is_free(row, column, len(word)):
                self._write(row, column, word, unit)
                return
        self._write(top, middle, word, unit)

    def _is_free(self, row: int, column: int, length: int) -> bool:
        if not 0 <= row < len(self._cells) or not 0 <= column <= self.columns - length:
            return False
        return not any(self._taken[row][column : column + length])

    def _write(self, row: int, column: int, word: str, unit: Unit) -> None:
        column = max(0, min(self.columns - len(word), column))
        for place, character in enumerate(word, column):
            self._cells[row][place] = character
            self._inks[row][place] = f"label {unit.id}"
            self._taken[row][place] = True

    def _style(self, ink: str) -> Style:
        what, _, name = ink.partition(" ")
        if what in ("unit", "label"):
            unit = next(one for one in self.showing.units if one.id == name)
            shaken = any(badge.worse for badge in unit.badges)
            return Style(
                color=SIDES[unit.side % len(SIDES)],
                bold=what == "label",
                reverse=name in self.lit and what == "label",
                dim=shaken and what == "unit",
                underline=shaken and what == "label",
            )
        if what == "marker":
            return Style(color="#e3b94f", bold=True)
        return Style(color=GROUND.get(ink, OTHER_GROUND))

    def _figure_beside(self, row: int, down: float) -> str:
        """The figure of the frame at the left of a row."""
        top, bottom = self.surface.deep - row * down, self.surface.deep - (row + 1) * down
        return next(
            (f"{one.word:>3} " for one in self._beside if one.word and bottom <= one.at < top), "    "
        )

    def _figures_below(self) -> str:
        line = [" "] * (self.columns + 4)
        column = self.surface.wide / self.columns
        for one in self._below:
            start = min(4 + int(one.at / column), len(line) - len(one.word))
            if one.word and not "".join(line[max(0, start - 1) : start + len(one.word)]).strip():
                line[start : start + len(one.word)] = one.word
        return "".join(line)


def _is_ground(ink: str) -> bool:
    return not ink.startswith(("unit ", "marker "))


def _is_shown(marker: Marker) -> bool:
    return bool(marker.kind)
