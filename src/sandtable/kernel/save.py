"""Saved games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.kernel.game import Game


def save_game(game: Game[Any], path: str | Path) -> None:
    """Write a game down, whole."""
    raise NotImplementedError


def load_game(path: str | Path) -> Game[Any]:
    """Read a game."""
    raise NotImplementedError
