"""Arcane Conveyance: flight by a power, in place of all other movement."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.actions import Deed, deed
from sandtable.books.heroic_endeavors.special.flight import fly
from sandtable.books.heroic_endeavors.special.powers.casting import Power, spend_levels
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Play


@deed
class Conveyance(Power):
    """HE-POW-27"""

    name, rule, power, is_movement = "conveyance", "HE-POW-27", "Arcane Conveyance", True
    points_at = ("ground",)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How far."""
        return f"Arcane Conveyance: fly up to {self.row_of(deed).worth}, with {deed.weapon}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """By the rules of flight; the power's actions are all that it costs."""
        row = self.row_of(deed)
        await spend_levels(play, model, self.power, row.levels, "HE-POW-27")
        model.turn.gone = "conveyed"
        await fly(play, model, row.worth, "HE-POW-27")
