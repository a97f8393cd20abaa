"""Records of games for download, and files that somebody opens to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from sandtable.kernel.game import Game
from sandtable.server.telling import Viewer


def record_lines(game: Game[Any], whole: Literal["all"] | None, viewer: Viewer) -> bytes:
    """A record: a header and one JSON line per fact; whole after the end, else what the viewer knows."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in _lines(game, whole == "all", viewer))


def _lines(game: Game[Any], whole: bool, viewer: Viewer) -> Iterator[Any]:
    yield {
        "sandtable": 1,
        "book": game.book.id,
        "version": game.book.version,
        "scenario": game.header.get("scenario"),
        "seats": list(game.seats),
        "viewer": "all" if whole else viewer,
        "result": game.result,
    }
    yield from game.events(0, viewer, all_seats=whole)
