"""Arcane Assault on one target: in its own activation, as a reaction, or held on sentry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, deed
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    dodge_dice,
    range_to,
    shoot,
    shot_at,
    shot_dice,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.modifiers import HELD, SHOTS, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.powers.casting import (
    Power,
    actions_for,
    spend_levels,
    why_not_cast,
    words_of,
)
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.powers import PowerRow, forms_of
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.books.heroic_endeavors.windows import ATTACK_COMES, WINDOWS, AttackComes, once
from sandtable.kernel import Play, Refusal, rule, total_of

POWER = "Arcane Assault"
NEAR = 6
"""HE-POW-05: so far reaches the stronger form."""


@rule("HE-POW-05")
def atk_of(row: PowerRow, far: int) -> int:
    """ATK near, and anywhere in sight."""
    return row.near if row.near is not None and far <= NEAR else row.worth


def weapon_of(row: PowerRow, far: int) -> Ranged:
    """The power as what it stands for: a ranged weapon."""
    return Ranged(f"{row.power} of {words_of(row)}", 0, row.rule, atk=atk_of(row, far), arcane=True)


@rule("HE-POW-05", "HE-POW-06")
def assault_on(state: Adventure, caster: Model, target: Model, row: PowerRow) -> Attack:
    """An assault as it would be made now."""
    weapon = weapon_of(row, range_to(state, caster, target))
    return shot_at(state, caster, target, weapon)._replace(levels=row.levels)


@deed
class Assault(Power):
    """HE-POW-05"""

    name, rule, power, forms = "assault", "HE-POW-05", POWER, ("single",)
    keeps_preparation = True
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy, with each number of levels."""
        rows = self.rows(model)
        foes = state.foes_of(model) if rows else []
        return [Deed(self.name, foe.id, words_of(row)) for foe in foes for row in rows]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom."""
        return f"Arcane Assault on {name_of(state, state.models[deed.target])}: {deed.weapon}"

    def means(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How many dice against how many."""
        attack = assault_on(state, model, state.models[deed.target], self.row_of(deed))
        own, other = total_of(shot_dice(state, attack)), total_of(dodge_dice(state, attack))
        return f"{max(0, own)} dice against {max(0, other)}"

    def bars(self, state: Adventure, model: Model, deed: Deed, row: PowerRow) -> Refusal | None:
        """Arc, a clear line of sight, and dice."""
        return why_not_assault(state, assault_on(state, model, state.models[deed.target], row))

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One attack on one target; the levels are spent with it."""
        await shoot(play, assault_on(play.state, model, play.state.models[deed.target], self.row_of(deed)))
        model.prepared = Prepared()


@rule("HE-POW-07", "HE-POW-10")
def why_not_assault(state: Adventure, attack: Attack) -> Refusal | None:
    """As with any shot; without dice it is none."""
    refusal = why_not_shoot(state, attack)
    if refusal is not None and refusal.rule == "HE-RNG-05":
        return Refusal("HE-POW-07", "The assault has no dice.", "Spend more levels, or aim.")
    return refusal


def _pays(play: Play[Adventure], seat: str, now: AttackComes) -> bool:
    return once(play, seat, now) and now.attack.levels > 0


@WINDOWS.consequence(ATTACK_COMES, "levels of an assault", "HE-POW-36", _pays, rank=-1)
async def pays(play: Play[Adventure], seat: str, now: AttackComes) -> None:
    """The levels are spent when the attack is made, in whoever's activation that is."""
    caster = now.attack.attacker
    cause = "HE-POW-05" if play.state.active == caster.id else "HE-POW-36"
    await spend_levels(play, caster, POWER, now.attack.levels, cause)


def _singles(state: Adventure, model: Model) -> Iterator[PowerRow]:
    """The single forms of one action that it could use now."""
    if state.switches.arcane_reactions == "none" or POWER not in model.powers:
        return
    for row in forms_of(POWER):
        single = row.form == "single" and actions_for(row.levels) == 1
        if single and why_not_cast(state, model, POWER, row.levels) is None:
            yield row


@SHOTS.source("HE-POW-36", "HE-REA-14")
def _in_place_of_a_shot(state: Adventure, model: Model, target: Model) -> tuple[Attack, ...] | None:
    """With one or two levels."""
    return tuple(assault_on(state, model, target, row) for row in _singles(state, model))


@HELD.source("HE-POW-36")
def _held(state: Adventure, model: Model) -> tuple[str, ...] | None:
    """The same, held on sentry."""
    return tuple(weapon_of(row, NEAR + 1).weapon for row in _singles(state, model))
