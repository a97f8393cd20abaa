"""Saves that keep themselves: after every answer, in the user's data folder, the oldest giving way."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

from sandtable.cli.trouble import data_folder
from sandtable.kernel.files import private_folder
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import refuse

KEPT = 10
"""How many games are kept of which nobody has asked for a save."""
ENDING = ".save"


class Keeper:
    """Writes one game down again and again under its own name."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def for_new_game(cls, title: str) -> Keeper:
        """A keeper with a new name: the day, the time and the scenario."""
        words = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-") or "game"
        now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        path, number = _autosaves() / f"{now}-{words}{ENDING}", 1
        while path.exists():
            number += 1
            path = path.with_name(f"{now}-{words}-{number}{ENDING}")
        return cls(path)

    def keep(self, game: Game[Any]) -> None:
        """Write the game down and let the oldest one go."""
        private_folder(data_folder())
        private_folder(self.path.parent)
        game.save(self.path)
        for old in kept_games()[KEPT:]:
            old.unlink(missing_ok=True)


def kept_games() -> list[Path]:
    """The games that kept themselves, the latest first."""
    found = _autosaves().glob(f"*{ENDING}") if _autosaves().is_dir() else ()
    return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)


def latest_kept() -> Path:
    """The game that was played last."""
    found = kept_games()
    if not found:
        raise refuse("", "There is no game to go on with.", "Start one with sandtable play.")
    return found[0]


def _autosaves() -> Path:
    return data_folder() / "autosave"
