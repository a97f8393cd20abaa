"""What a room needs of the server that it is in."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.server.rooms.thinking import Thinkers
from sandtable.server.rooms.workshop import Workshop
from sandtable.server.settings import Settings
from sandtable.server.storage.store import Store


class Surroundings(Protocol):
    """What a room needs of the server that it is in."""

    settings: Settings
    store: Store
    thinkers: Thinkers
    workshop: Workshop
    name: str

    def spread(self, notice: dict[str, Any]) -> None:
        """Tell other servers."""
