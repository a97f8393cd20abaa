"""The state of a battle, one module for each subject; chapters import every struct from here."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.state.areas import AreaMarker, Device, Entry
from sandtable.books.lands_of_ruin.state.battle import Battle, Phase
from sandtable.books.lands_of_ruin.state.cards import Attacked, Card, Effect, Hit, Model, Own, Suffered, Wound
from sandtable.books.lands_of_ruin.state.goals import Scenario, Thing
from sandtable.books.lands_of_ruin.state.machines import Machine
from sandtable.books.lands_of_ruin.state.rotters import Rotter, RotterKind, Surroundings, Woken
from sandtable.books.lands_of_ruin.state.sides import Morale, MoraleEvent, Seat, Side

__all__ = [
    "AreaMarker",
    "Attacked",
    "Battle",
    "Card",
    "Device",
    "Effect",
    "Entry",
    "Hit",
    "Machine",
    "Model",
    "Morale",
    "MoraleEvent",
    "Own",
    "Phase",
    "Rotter",
    "RotterKind",
    "Scenario",
    "Seat",
    "Side",
    "Suffered",
    "Surroundings",
    "Thing",
    "Woken",
    "Wound",
]
