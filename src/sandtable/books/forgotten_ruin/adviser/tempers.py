"""Tempers: how a seasoned player's manner changes with what is going on."""

from __future__ import annotations

import msgspec

from sandtable.books.forgotten_ruin.adviser.manners import Manner
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.kernel.arithmetic import hypot, total

NEAR = 16.0
"""An enemy so many inches away will be upon somebody soon."""
FAR_OFF = 0.35
"""For how many an enemy counts who is farther away."""
ASLEEP = 0.2
"""For how many an enemy counts who has not noticed the squad."""
POINT = 0.5
"""How much more an enemy counts for each further Monster Point."""
FEW, MANY = 3.0, 4.0
"""So many enemies keep nobody from the Objective; so many more make it count half as much."""
WEAK, TOUGH = 3.0, 4.0
"""The Toughness of those who are shot down as they come, and of those who are not."""
LATE, LATEST, WINDING_DOWN = 5.0, 20.0, 0.4
"""The rounds from which tough and weak enemies keep nobody back; in the last share of them less and less."""
LEAST_CAUTION = 0.5
"""What is left of caution when hardly anybody is left."""


def tempered(state: Battle, manner: Manner) -> Manner:
    """Weak enemies are shot down as they come while a few run; tough ones are met, then all go together."""
    if not manner.patience:
        return manner
    share = len(state.soldiers_on_table()) / max(1, len(state.soldiers))
    weakness = _weakness(state)
    late = LATE + (LATEST - LATE) * weakness
    early = min(1.0, max(0.0, (late - state.round) / (late * WINDING_DOWN)))
    crowd = max(0.0, _crowd(state) - FEW) / MANY
    return msgspec.structs.replace(
        manner,
        boldness=manner.boldness / (1.0 + manner.patience * early * share * crowd),
        caution=(1.0 + (manner.caution - 1.0) * early) * max(LEAST_CAUTION, share),
        company=1.0 + (manner.company - 1.0) * weakness,
    )


def _weakness(state: Battle) -> float:
    """From 0 to 1, how well the enemies fall to rifles."""
    toughness = [one.profile.toughness for one in state.enemies_on_table() if one.side != "squad"]
    usual = sum(toughness) / len(toughness) if toughness else WEAK
    return min(1.0, max(0.0, (TOUGH - usual) / (TOUGH - WEAK)))


def _crowd(state: Battle) -> float:
    """How many enemies there are to be dealt with; the near count more."""
    soldiers = [one.at for one in state.soldiers_on_table()]
    return total(_counts(state, one, soldiers) for one in state.enemies_on_table() if one.side != "squad")


def _counts(state: Battle, enemy: Enemy, soldiers: list[tuple[float, float]]) -> float:
    mob = state.mobs.get(enemy.mob) if enemy.mob else None
    if enemy.is_asleep or (mob is not None and not mob.aware):
        return ASLEEP
    count = 1.0 + POINT * max(0, enemy.monster_points - 1)
    x, y = enemy.at
    return count if any(hypot(x - a, y - b) <= NEAR for a, b in soldiers) else FAR_OFF * count
