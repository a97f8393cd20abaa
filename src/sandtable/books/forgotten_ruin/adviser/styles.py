"""Styles of playing: how much the Objective counts, how much the danger, and what changes that."""

from __future__ import annotations

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
    """How much more a kill counts of an enemy that may charge next."""
    hush: float = 0.0
    """How much less a kill counts of an enemy that has not noticed the squad."""
    quiet: float = 0.0
    """What a point of Aggression counts, in kills."""
    wait: float = 0.0
    """A quick soldier in no danger waits for the enemy to come out unless a shot is worth this many kills."""
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
    """A soldier with a shot takes it on the spot: for looking ahead, where time is short."""


USUAL = Style()


class Knowledge(Row, frozen=True):
    """What the automatic player goes by."""

    styles: dict[str, Style]
    judge: dict[str, float]
    free_uses: tuple[str, ...]
    """What is offered at a moment and costs nothing that could be better used later, the best first."""
    tried_actions: tuple[str, ...]
    """Actions that are tried where nothing is known of what they are worth."""
    weights: dict[str, float]
    """The numbers that it reckons with, most of them in kills."""


knowledge = read_data.later("adviser.yaml", Knowledge)
"""The figures of the data file."""


def weight(name: str) -> float:
    """One of the numbers that the automatic player reckons with."""
    return knowledge().weights[name]


def style_now(state: Battle, style: Style) -> Style:
    """Weak enemies are shot down as they come while a few run; tough ones are met, then all go together."""
    if not style.patience:
        return style
    share = len(state.soldiers_on_table()) / max(1, len(state.soldiers))
    weakness = _weakness(state)
    late = weight("late round") + (weight("latest round") - weight("late round")) * weakness
    early = min(1.0, max(0.0, (late - state.round) / (late * weight("winding down"))))
    crowd = max(0.0, _crowd(state) - weight("few enemies")) / weight("many more")
    return msgspec.structs.replace(
        style,
        boldness=style.boldness / (1.0 + style.patience * early * share * crowd),
        caution=(1.0 + (style.caution - 1.0) * early) * max(weight("least caution"), share),
        company=1.0 + (style.company - 1.0) * weakness,
    )


def _weakness(state: Battle) -> float:
    """From 0 to 1, how well the enemies fall to rifles."""
    toughness = [one.profile.toughness for one in state.enemies_on_table() if one.side != "squad"]
    weak, tough = weight("weak Toughness"), weight("tough Toughness")
    usual = sum(toughness) / len(toughness) if toughness else weak
    return min(1.0, max(0.0, (tough - usual) / (tough - weak)))


def _crowd(state: Battle) -> float:
    """How many enemies there are to be dealt with; the near count more."""
    soldiers = [one.at for one in state.soldiers_on_table()]
    return total(_counts(state, one, soldiers) for one in state.enemies_on_table() if one.side != "squad")


def _counts(state: Battle, enemy: Enemy, soldiers: list[tuple[float, float]]) -> float:
    mob = state.mobs.get(enemy.mob) if enemy.mob else None
    if enemy.is_asleep or (mob is not None and not mob.aware):
        return weight("an enemy unaware")
    count = 1.0 + weight("a Monster Point to be met") * max(0, enemy.monster_points - 1)
    near = weight("inches that are near")
    return count * (
        1.0 if any(distance(enemy.at, one) <= near for one in soldiers) else weight("an enemy far off")
    )
