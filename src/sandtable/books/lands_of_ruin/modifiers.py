"""Questions on which many rules bear: each chapter, skill and ability answers for itself."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.binding.sources import Sources
from sandtable.books.lands_of_ruin.state import Battle, Card, Machine, Rotter
from sandtable.books.lands_of_ruin.tables.arms import Arm, AttackKind, Mode
from sandtable.books.lands_of_ruin.tables.charts import Action, Band, Cover
from sandtable.kernel import Modifier, Refusal

Aimed = tuple[str, str]
"""The id of a model that attacks, and of its target (LR-COH-05)."""


class Shot(NamedTuple):
    """One slot of an attack: who attacks whom with what, and how the two stand to each other."""

    kind: AttackKind
    attacker: Card | None = None
    """None for a Rotter or a machine."""
    arm: Arm | None = None
    mode: Mode | None = None
    aimed: bool = False
    target: Card | None = None
    """None where a Rotter is attacked."""
    rotter: Rotter | None = None
    """The Rotter that is attacked, or that attacks."""
    band: Band = "short"
    cover: Cover = "none"
    opportunity: bool = False
    """Aimed at a point of the target's way (LR-LOS-08)."""
    machine: Machine | None = None
    """The machine that is attacked (LR-NPC-05)."""


Several = tuple[Modifier, ...]

ATTACK: Sources[Battle, Shot, Several] = Sources("What helps or hampers the attack?")
"""LR-HITR-04, the attack rows: what is good for the attacker is positive."""
DEFENCE: Sources[Battle, Shot, Several] = Sources("What protects or exposes the target?")
"""LR-HITR-04, the defence rows: what is good for the target is positive."""
DETECTION: Sources[Battle, Card, Modifier] = Sources("What helps or hampers who looks for hidden enemies?")
WHY_NOT_SEEN: Sources[Battle, float, str, Refusal] = Sources("What hides a target so many inches away?")
"""Asked besides lines of sight."""
LEADERSHIP: Sources[Battle, Card, Modifier] = Sources("What changes a hero's leadership?")
POINTS: Sources[Battle, Card, int] = Sources("By how many percent are action points changed?")
IGNORES_SUPPRESSION: Sources[Battle, Card, str] = Sources("Why does suppression not count for it?")
COST: Sources[Battle, Card, Action, Modifier] = Sources("What changes the cost of an action?")
BULLETS: Sources[Battle, Card, Arm, int] = Sources("By how many percent are bullets changed?")
SUPPRESSES: Sources[Battle, Card, Arm, int] = Sources("What does a hit add to the suppression?")
WHY_NOT_ORDERED: Sources[Battle, Card, Action, Refusal] = Sources("What bars an order?")
"""Asked of every action besides what the action itself says."""
