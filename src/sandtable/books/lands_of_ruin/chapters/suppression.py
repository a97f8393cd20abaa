"""Suppression: a percentage that works at once and goes with the next Command phase."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.modifiers import ATTACK, IGNORES_SUPPRESSION, Shot
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.kernel import Modifier, Play, rule

MOST = 100
"""LR-SUP-01"""
STEP = 10
"""LR-SUP-06"""


@IGNORES_SUPPRESSION.source("LR-SUP-09", "LR-EFF-15")
def _is_in_frenzy(state: Battle, card: Card) -> str | None:
    return "in Frenzy" if card.own.has("Frenzy") else None


@rule("LR-SUP-01", "LR-SUP-09")
def suppression_of(state: Battle, card: Card) -> int:
    """The percentage that counts."""
    return 0 if IGNORES_SUPPRESSION.first(state, card) else card.own.suppression


@rule("LR-SUP-01", "LR-SUP-02", "LR-SUP-04")
def suppress(play: Play[Battle], card: Card, percent: int) -> None:
    """Amounts are added up at once; its owner is told what it has come to."""
    if percent:
        card.own.suppression = min(MOST, card.own.suppression + percent)
        counts = IGNORES_SUPPRESSION.first(play.state, card) is None
        cited = ("LR-SUP-04", "LR-SUP-05") if counts else ("LR-SUP-09",)
        now = card.own.suppression
        play.tell("suppressed", "LR-SUP-01", *cited, to=(card.seat,), card=card.id, by=percent, now=now)


@ATTACK.source("LR-SUP-06")
def _suppressed(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """Every full 10 percent takes 1 off."""
    percent = 0 if shot.attacker is None else suppression_of(state, shot.attacker)
    return (
        (Modifier(-(percent // STEP), f"suppressed {percent} percent", "LR-SUP-06"),)
        if percent >= STEP
        else None
    )
