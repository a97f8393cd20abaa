"""Medic: two actions, a check, and a point of damage is healed."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Play, rule

ANY = 1
"""HE-SKL-28: one success is as good as more."""


@rule("HE-SKL-29")
def can_be_treated(state: Adventure, medic: Model, patient: Model) -> bool:
    """Somebody else beside it who is wounded, with 0 damage points or more; the dead are past help."""
    wounded = patient.on_board and patient.dp < patient.traits.DP
    return patient.id != medic.id and wounded and is_adjacent(state, medic, patient)


@rule("HE-SKL-28", "HE-TRT-19", "HE-DMG-07")
def heal(play: Play[Adventure], patient: Model, cause: str) -> None:
    """One point, never above what it began with; who was down comes round."""
    was_down = patient.is_unconscious
    patient.dp = min(patient.traits.DP, patient.dp + 1)
    patient.condition.clock = 0
    play.tell("model healed", cause, model=patient.id, left=patient.dp)
    if was_down:
        patient.condition.fallen = True
        play.tell("model came round", "HE-DMG-07", model=patient.id)


@deed
class Treat(DeedKind):
    """HE-SKL-27"""

    name, rule, cost = "treat", "HE-SKL-27", 2
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every wounded friend beside a medic."""
        if not works(model, "Medic"):
            return ()
        patients = [one for one in state.on_board() if not one.is_foe_of(model)]
        return [Deed(self.name, one.id) for one in patients if can_be_treated(state, model, one)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom."""
        return f"treat the wounds of {name_of(state, state.models[deed.target])}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Any success restores a point."""
        play.tell("model treated", "HE-SKL-27", "HE-SKL-29", model=model.id, target=deed.target)
        if await check(play, model, "PER", ANY, "HE-SKL-28"):
            heal(play, play.state.models[deed.target], "HE-SKL-28")
