"""Choosing a target: what each attack would be worth, from the rules' own dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.books.heroic_endeavors.chapters.actions import Deed, why_not_do
from sandtable.books.heroic_endeavors.chapters.arms import fights_with, shoots_with
from sandtable.books.heroic_endeavors.chapters.melee.attacking import (
    attack_dice,
    attack_on,
    best_weapon,
    defence_dice,
)
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import dodge_dice, shot_at, shot_dice
from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule, total_of

STUNNED, REAR, ONE_LEFT, PRECIOUS = 6, 4, 3, 2
"""HE-AGM-06"""


class Chosen(NamedTuple):
    """A deed against somebody, and what speaks for it."""

    score: float
    edge: int
    deed: Deed
    target: Model


@rule("HE-AGM-06")
def edge_of(state: Adventure, attack: Attack) -> int:
    """Attack dice less the target's defence dice as things stand."""
    if attack.kind == "melee":
        own = total_of(attack_dice(state, attack))
        other = total_of(defence_dice(state, attack, best_weapon(state, attack.target)))
    else:
        own, other = total_of(shot_dice(state, attack)), total_of(dodge_dice(state, attack))
    return own - max(0, other)


@rule("HE-AGM-06")
def score(state: Adventure, attack: Attack, path: int = 0) -> float:
    """How much an attack is wanted; `path` is the MOV that it takes to get there."""
    target = attack.target
    found = 2.0 * edge_of(state, attack)
    found += STUNNED if target.condition.stunned else 0
    found += REAR if attack.kind == "melee" and attack.zone == "rear" else 0
    found += ONE_LEFT if target.dp == 1 else 0
    found += PRECIOUS if target.traits.ARC or target.carried else 0
    return found - path // 2


def _attacks(state: Adventure, model: Model) -> Iterator[tuple[Deed, Attack]]:
    foes = state.foes_of(model) or [one for one in state.on_board() if one.is_foe_of(model)]
    for foe in foes:
        for weapon in fights_with(model):
            if can_strike(state, model, foe, weapon):
                yield Deed("strike", foe.id, weapon.weapon), attack_on(state, model, foe, weapon)
        for arm in shoots_with(model):
            if arm.bands is not None and arm.shoots:
                yield Deed("shoot", foe.id, arm.weapon), shot_at(state, model, foe, arm)


@rule("HE-AGM-06", "HE-AGM-22")
def attacks_now(state: Adventure, model: Model, kind: str = "") -> list[Chosen]:
    """The attacks that a model can make from where it stands, the best first."""
    found = [
        Chosen(score(state, attack), edge_of(state, attack), what, attack.target)
        for what, attack in _attacks(state, model)
        if kind in ("", what.kind) and why_not_do(state, model, what) is None
    ]
    found.sort(key=lambda one: (-one.score, one.target.dp, one.target.id, one.deed.weapon))
    return found


@rule("HE-AGM-01")
def known_foes(state: Adventure, model: Model) -> dict[str, tuple[int, int]]:
    """Where a model believes its enemies to be."""
    group = state.groups.get(model.group)
    if group is None:
        return {one.id: one.at for one in state.foes_of(model) if one.at is not None}
    return {id: at for id, at in group.known.items() if state.models[id].is_conscious}
