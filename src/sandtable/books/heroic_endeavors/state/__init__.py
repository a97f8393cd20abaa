"""The state of an adventure, one module for each subject; chapters import every struct from here."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.state.adventure import Adventure, Outcome
from sandtable.books.heroic_endeavors.state.arcana import Arcana, Bond
from sandtable.books.heroic_endeavors.state.arms import Arms
from sandtable.books.heroic_endeavors.state.conditions import Condition
from sandtable.books.heroic_endeavors.state.fog import Fog, Ghost
from sandtable.books.heroic_endeavors.state.groups import Awareness, Group
from sandtable.books.heroic_endeavors.state.holding import Entangled
from sandtable.books.heroic_endeavors.state.models import Defence, Model, Role, Side, Traits
from sandtable.books.heroic_endeavors.state.motivation import Motivation
from sandtable.books.heroic_endeavors.state.preparing import Prepared
from sandtable.books.heroic_endeavors.state.things import Door, Feature, Trap
from sandtable.books.heroic_endeavors.state.turns import Turn

__all__ = [
    "Adventure",
    "Arcana",
    "Arms",
    "Awareness",
    "Bond",
    "Condition",
    "Defence",
    "Door",
    "Entangled",
    "Feature",
    "Fog",
    "Ghost",
    "Group",
    "Model",
    "Motivation",
    "Outcome",
    "Prepared",
    "Role",
    "Side",
    "Traits",
    "Trap",
    "Turn",
]
