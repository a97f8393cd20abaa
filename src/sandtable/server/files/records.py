"""Records for download: whole after the end, before it with what one viewer knows."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.records.record import record_for, record_of, record_text
from sandtable.server.wire.projection import Viewer


def record_file(game: Game[Any], viewer: Viewer) -> bytes:
    """The record of a game as its viewer may have it."""
    record = record_for(game, viewer) if game.result is None else record_of(game)
    return record_text(record).encode()
