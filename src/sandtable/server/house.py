"""What a room needs of the house it is in."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.server.beside import Workshop
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.thinking import Thinkers


class House(Protocol):
    """What a room needs of the house it is in."""

    settings: Settings
    store: Store
    thinkers: Thinkers
    workshop: Workshop
    name: str

    def spread(self, notice: dict[str, Any]) -> None:
        """Tell other servers."""
