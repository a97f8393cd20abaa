"""Hand-to-hand combat."""

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import (
    AT_ONCE,
    END_OF_PHASE,
    RAMPAGE,
    Combat,
    combat_of,
)
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.dividing import can_fight
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import (
    fight,
    fight_all_at_once,
    fight_at_once,
    resolve_combats,
)
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.inflicting import add_blow, hit_of
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.odds import combat_odds
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.parting import back_up, stuck

__all__ = [
    "AT_ONCE",
    "END_OF_PHASE",
    "RAMPAGE",
    "Combat",
    "add_blow",
    "back_up",
    "can_fight",
    "combat_odds",
    "combat_of",
    "fight",
    "fight_all_at_once",
    "fight_at_once",
    "hit_of",
    "resolve_combats",
    "stuck",
]
