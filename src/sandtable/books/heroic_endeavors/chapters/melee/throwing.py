"""Thrown weapons: those made for it, and the knife in the hand that is gone when it is thrown."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import lay_down
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    dodge_dice,
    range_to,
    shoot,
    shot_at,
    shot_dice,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.modifiers import FIGHTS, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.weapons import Melee, Ranged, melee_weapons, ranged_weapons
from sandtable.books.heroic_endeavors.windows import (
    ATTACK_MADE,
    WEAPON_LOST,
    WINDOWS,
    AttackMoment,
    WeaponMoment,
    once,
)
from sandtable.kernel import Play, Refusal, rule, total_of
from sandtable.table.squares.surface import middle


@FIGHTS.source("HE-THR-01")
def _keeps_one(model: Model) -> tuple[Melee, ...] | None:
    """There are enough throwing weapons for the whole battle, and one of them is always in the hand."""
    arms = [ranged_weapons()[one] for one in model.arms.ranged if one in model.arms.in_use]
    return tuple(
        msgspec.structs.replace(melee_weapons()[one.fights_as], weapon=one.weapon, rule="HE-THR-01")
        for one in arms
        if one.fights_as
    )


@rule("HE-THR-02", "HE-WTAB-05")
def throws_with(model: Model) -> list[Ranged]:
    """Small melee weapons in use, with the profile of the throwing weapon that they are like."""
    known = melee_weapons()
    small = [known[one] for one in model.arms.melee if one in model.arms.in_use and known[one].thrown_as]
    return [
        msgspec.structs.replace(
            ranged_weapons()[one.thrown_as], weapon=one.weapon, rule="HE-THR-02", is_last=True
        )
        for one in small
    ]


@deed
class Throw(DeedKind):
    """HE-THR-02"""

    name, rule, keeps_preparation = "throw", "HE-THR-02", True
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy with every small weapon in the hand."""
        foes = [one for one in state.on_board() if one.is_foe_of(model)]
        return [Deed(self.name, foe.id, one.weapon) for foe in foes for one in throws_with(model)]

    def _attack(self, state: Adventure, model: Model, deed: Deed) -> Attack:
        weapon = next(one for one in throws_with(model) if one.weapon == deed.weapon)
        return shot_at(state, model, state.models[deed.target], weapon)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """What flies, at whom, and how far."""
        target = state.models[deed.target]
        far = range_to(state, model, target)
        return f"throw the {deed.weapon} at {name_of(state, target)}, {far} spaces, and be without it"

    def means(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How many dice against how many."""
        attack = self._attack(state, model, deed)
        own, other = total_of(shot_dice(state, attack)), total_of(dodge_dice(state, attack))
        return f"{max(0, own)} dice against {max(0, other)}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Whatever bars a shot."""
        return why_not_shoot(state, self._attack(state, model, deed))

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One attack on one target."""
        await shoot(play, self._attack(play.state, model, deed))
        model.prepared = Prepared()


def _has_thrown(play: Play[Adventure], seat: str, now: AttackMoment) -> bool:
    is_own = any(one.weapon == now.weapon for one in throws_with(now.model))
    return once(play, seat, now) and not now.is_melee and is_own


@WINDOWS.consequence(ATTACK_MADE, "thrown weapon", "HE-THR-03", _has_thrown)
async def fall_to_the_floor(play: Play[Adventure], seat: str, now: AttackMoment) -> None:
    """Whether it hit or not, it lies where the target was."""
    assert now.at is not None
    state, arms = play.state, now.model.arms
    arms.in_use = tuple(one for one in arms.in_use if one != now.weapon)
    arms.melee = tuple(one for one in arms.melee if one != now.weapon)
    state.thrown[lay_down(state, now.weapon, now.at)] = state.round
    play.tell("weapon landed", "HE-THR-03", model=now.model.id, weapon=now.weapon, at=middle(now.at))
    await WINDOWS.open(play, WEAPON_LOST, WeaponMoment(now.model, now.weapon))
