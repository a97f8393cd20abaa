"""A table of squares as one viewer sees it."""

from __future__ import annotations

from sandtable.table.showing import Showing
from sandtable.table.squares.board import Board
from sandtable.table.squares.surface import Squares
from sandtable.table.surface import Surface


class OnSquares(Showing, frozen=True, omit_defaults=True, kw_only=True):
    """A showing whose ground is a board; its pieces are there for those who draw pieces."""

    board: Board
    unit: str = "spaces"

    @property
    def surface(self) -> Surface:
        """What screens draw the board by."""
        return Squares(self.board)
