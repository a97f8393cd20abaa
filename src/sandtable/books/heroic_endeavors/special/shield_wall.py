"""Shield Wall: three or more shields side by side protect each other against what comes from the front."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.modifiers import DEFENCE, Attack
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Modifier, rule
from sandtable.table.squares.spaces import Space, turned

LEAST = 3
"""HE-SKL-35: so many make a wall."""
LEFT, RIGHT = (-1, 0), (1, 0)


@rule("HE-SKL-35", "HE-SKL-45", "HE-SKL-47")
def qualifies(model: Model) -> bool:
    """It has the ability and a shield in use, and neither lies nor is stunned."""
    return works(model, "Shield Wall") and model.defence.has_shield and not is_out(model)


@rule("HE-SKL-35")
def wall_of(state: Adventure, model: Model) -> int:
    """How many stand in line with a model, side by side and facing as it does."""
    if not qualifies(model) or model.at is None:
        return 0
    return 1 + sum(1 for way in (LEFT, RIGHT) for _ in _beside(state, model, turned(way, model.facing)))


def _beside(state: Adventure, model: Model, step: Space) -> Iterator[Model]:
    assert model.at is not None
    at = model.at
    while True:
        at = (at[0] + step[0], at[1] + step[1])
        other = state.at(at)
        if other is None or other.side != model.side or other.facing != model.facing or not qualifies(other):
            return
        yield other


@rule("HE-SKL-35")
def comes_from_the_front(attack: Attack) -> bool:
    """Where it comes from lies ahead of the model that is attacked."""
    target = attack.target
    assert target.at is not None
    front = target.base.extent[3]
    return any(target.base.offset(target.at, target.facing, one)[1] > front for one in attack.attacker.spaces)


@DEFENCE.source("HE-SKL-35", "HE-SKL-45")
def _wall(state: Adventure, attack: Attack) -> Modifier | None:
    """Looked at anew for each attack."""
    stands = wall_of(state, attack.target) >= LEAST and comes_from_the_front(attack)
    return Modifier(1, "Shield Wall", "HE-SKL-35") if stands else None
