"""Spirit Strike: die against die, on one living target, whatever protects it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, deed
from sandtable.books.heroic_endeavors.chapters.attacked import begin_attack
from sandtable.books.heroic_endeavors.chapters.damage import inflict
from sandtable.books.heroic_endeavors.chapters.ranged.cover import cover_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import is_in_arc
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.powers.casting import Power, spend_levels, words_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.powers import PowerRow
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.kernel import For, Play, Refusal, rule
from sandtable.kernel.dice import FACES

STRIKE = Ranged("Spirit Strike", 0, "HE-POW-17", arcane=True)
OF_CASTERS = 2
"""HE-POW-17: dice of a target that is a caster itself."""


@rule("HE-POW-15", "HE-POW-16")
def why_not_strike(state: Adventure, caster: Model, target: Model) -> Refusal | None:
    """A lifeless target, one out of arc or sight, or behind what hides it all; other cover is no help."""
    name = name_of(state, target)
    if not target.living:
        return Refusal("HE-POW-15", f"{name} is not alive.", "Strike somebody who is.")
    if not is_in_arc(caster, target, 180):
        return Refusal("HE-POW-16", f"{name} is not in the arc.", "Turn towards it.")
    hidden = not sees(state, caster, target) or cover_of(state, caster, target).degree == "obscuring"
    return Refusal("HE-POW-16", f"{name} is not in clear sight.", "Move to see it.") if hidden else None


@rule("HE-POW-17")
def dice_of(target: Model) -> int:
    """One, and two for a caster."""
    return OF_CASTERS if target.traits.ARC else 1


@deed
class SpiritStrike(Power):
    """HE-POW-17"""

    name, rule, power = "spirit strike", "HE-POW-17", "Spirit Strike"
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy, with each number of levels."""
        rows = self.rows(model)
        foes = state.foes_of(model) if rows else []
        return [Deed(self.name, foe.id, words_of(row)) for foe in foes for row in rows]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom."""
        return f"Spirit Strike on {name_of(state, state.models[deed.target])}: {deed.weapon}"

    def bars(self, state: Adventure, model: Model, deed: Deed, row: PowerRow) -> Refusal | None:
        """Life, arc and sight."""
        return why_not_strike(state, model, state.models[deed.target])

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One strike."""
        row, target = self.row_of(deed), play.state.models[deed.target]
        await spend_levels(play, model, self.power, row.levels, "HE-POW-17")
        await begin_attack(play, Attack("ranged", model, target, ranged=STRIKE))
        await _against(play, model, target, row.worth)


@rule("HE-POW-17", "HE-POW-18", "HE-DICE-03")
async def _against(play: Play[Adventure], caster: Model, target: Model, dice: int) -> None:
    """Both keep their highest die; what the caster's is higher is the damage, whatever the target wears."""
    own = await play.roll(
        dice, For("spirit strike", caster.id), "HE-POW-17", seat=caster.seat or None, reading=FACES
    )
    other = await play.roll(
        dice_of(target), For("spirit", target.id), "HE-POW-17", seat=target.seat or None, reading=FACES
    )
    more = max(own) - max(other)
    play.tell("spirits met", "HE-POW-18", model=caster.id, target=target.id, own=max(own), other=max(other))
    if more > 0:
        await inflict(play, target, more, caster.id)
