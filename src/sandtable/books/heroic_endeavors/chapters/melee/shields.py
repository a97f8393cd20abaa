"""Shields: what they force an attacker to roll again."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.conditions import is_helpless
from sandtable.books.heroic_endeavors.modifiers import FORCED_RE_ROLLS, Attack, ReRoll
from sandtable.books.heroic_endeavors.state import Adventure


@FORCED_RE_ROLLS.source("HE-SHD-02", "HE-SHD-03", "HE-SHD-04")
def _forces(state: Adventure, attack: Attack) -> ReRoll | None:
    """In melee, from front or side, one die of the attack; a helpless bearer cannot."""
    bearer = attack.target
    works = attack.kind == "melee" and bearer.defence.has_shield and attack.zone != "rear"
    return ReRoll("shield", "HE-SHD-02") if works and not is_helpless(bearer) else None
