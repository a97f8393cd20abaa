"""Squeezing: a large model that takes less room than its base is clumsy."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import TRAIT
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Modifier


@TRAIT.source("HE-BASE-10")
def _is_clumsy(state: Adventure, model: Model, name: str) -> Modifier | None:
    """DEX is one less while it is squeezed."""
    return Modifier(-1, "squeezed", "HE-BASE-10") if name == "DEX" and model.squeezed else None
