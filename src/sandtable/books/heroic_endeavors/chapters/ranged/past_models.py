"""Shooting past models: smaller ones, a friend beside the shooter, and a friend farther off at a risk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent
from sandtable.books.heroic_endeavors.chapters.ranged.sight import between, stander
from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule
from sandtable.table.squares.sight import ways_past

DIFFICULTY = 2
"""HE-LOS-07"""


class Past(NamedTuple):
    """A line on which a shot is possible."""

    risks: Model | None = None
    """The friend farther off who may be hit instead."""


@rule("HE-LOS-05")
def size_of(model: Model) -> int:
    """Twice the spaces of a base, and half of that for the small."""
    return len(model.spaces) * (1 if model.small else 2)


@rule("HE-LOS-05", "HE-LOS-06", "HE-LOS-07", "HE-LOS-08")
def line_past(state: Adventure, attack: Attack) -> Past | None:
    """The best line to the target: free, or past those who may be shot past; none where all block."""
    others = between(state, attack.attacker, attack.target)
    ways = ways_past(
        state.board,
        stander(state, attack.attacker),
        stander(state, attack.target),
        [stander(state, one) for one in others],
    )
    found = [_past(state, attack, [others[number] for number in way]) for way in ways]
    legal = [one for one in found if one is not None]
    return min(legal, key=lambda one: one.risks is not None, default=None)


@rule("HE-LOS-06", "HE-LOS-07", "HE-LOS-08")
def _past(state: Adventure, attack: Attack, passed: Sequence[Model]) -> Past | None:
    """At most one friend beside the shooter and one farther off, and nobody else but the small."""
    shooter, target, weapon = attack.attacker, attack.target, attack.ranged
    left = [one for one in passed if size_of(target) < 2 * size_of(one)]
    near = [one for one in left if one.side == shooter.side and is_adjacent(state, shooter, one)]
    far = [one for one in left if one not in near]
    if not left:
        return Past()
    if weapon is None or weapon.is_heavy or weapon.template or weapon.arcane or len(near) > 1 or len(far) > 1:
        return None
    if any(one.side != shooter.side or size_of(one) > size_of(target) for one in far):
        return None
    return Past(far[0] if far else None)
