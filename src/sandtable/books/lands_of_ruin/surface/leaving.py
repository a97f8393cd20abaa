"""Leaving the table: over any edge, at any time, and for good."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.windows import CARD_LEFT, WINDOWS, CardMoment
from sandtable.kernel import Play, rule
from sandtable.table.edges import Edge


@rule("LR-TURN-12", "LR-TURN-13", "LR-MAP-20")
async def leave(play: Play[Battle], card: Card, model: Model, edge: Edge) -> None:
    """A model goes off; with the last of its card go its hits, wounds and effects, and what it carries."""
    model.at, model.section, model.gone = None, 0, True
    play.tell("model left", "LR-TURN-12", reveals=True, card=card.id, model=model.id, edge=edge)
    if all(one.gone for one in card.models.values()):
        card.where, card.left_over = "left", edge
        await WINDOWS.open(play, CARD_LEFT, CardMoment(card))
