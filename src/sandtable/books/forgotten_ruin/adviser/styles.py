"""Styles of playing: how much the Objective counts, how much the danger, and what changes that."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.kernel.arithmetic import total
from sandtable.table.shapes import distance


class Style(Row, frozen=True):
    """How a player weighs the Objective against everything else."""

    boldness: float = 1.0
    """How much an inch nearer to the Objective counts."""
    caution: float = 1.0
    """How much it counts to be within the enemy's reach."""
    patience: float = 0.0
    """How much less the Objective counts while there are many enemies."""
    threat: float = 0.0
    """How much more a kill counts of whoever may charge next."""
    hush: float = 0.0
    """How much less a kill counts of whoever has not noticed the squad."""
    quiet: float = 0.0
    """What a point of Aggression counts, in kills."""
    wait: float = 0.0
    """Whoever is quick, in no danger and has no shot worth so many kills waits for the enemy to come out."""
    shelter: float = 0.3
    """What Cover from an archer counts, in kills."""
    errand: float = 0.8
    """How much it counts for a quick die that somebody has to run for the Objective."""
    wits: float = 1.0
    """How many inches of the way to the Objective Wits are worth."""
    firepower: float = 0.0
    """How many inches farther somebody may have to run, so that a squad automatic weapon stays and fires."""
    company: float = 1.0
    """How much it counts to keep up with those who go for the Objective."""
    is_exact: bool = False
    """Reckons with what the ground costs, whom a blast reaches and how a charge ends."""
    is_hasty: bool = False
    """Whoever has a shot takes it from where they stand: for looking ahead, where time is short."""


USUAL = Style()
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


class Knowledge(Row, frozen=True):
    """What the automatic player goes by."""

    styles: dict[str, Style]
    judge: dict[str, float]


@cache
def knowledge() -> Knowledge:
    """The figures of the data file."""
    return read_data("adviser.yaml", Knowledge)


def style_now(state: Battle, style: Style) -> Style:
    """Weak enemies are shot down as they come while a few run; tough ones are met, then all go together."""
    if not style.patience:
        return style
    share = len(state.soldiers_on_table()) / max(1, len(state.soldiers))
    weakness = _weakness(state)
    late = LATE + (LATEST - LATE) * weakness
    early = min(1.0, max(0.0, (late - state.round) / (late * WINDING_DOWN)))
    crowd = max(0.0, _crowd(state) - FEW) / MANY
    return msgspec.structs.replace(
        style,
        boldness=style.boldness / (1.0 + style.patience * early * share * crowd),
        caution=(1.0 + (style.caution - 1.0) * early) * max(LEAST_CAUTION, share),
        company=1.0 + (style.company - 1.0) * weakness,
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
    return count if any(distance(enemy.at, one) <= NEAR for one in soldiers) else FAR_OFF * count
