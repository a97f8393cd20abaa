"""The actions Use Cover and Get Up."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.effects import gain, lose
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.kernel import Play, Refusal, rule

IN_COVER = "In Cover"


@action_kind
class UseCover(ActionKind):
    """Defence +3 against everything, and no more movement until Get Up (LR-ACT-08)."""

    name = "Use Cover"

    @rule("LR-ACT-08", "LR-ACT-01")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """Not for whoever is in cover already."""
        if card.own.has(IN_COVER):
            return Refusal("LR-ACT-01", f"{name_of(card)} is in cover already.", "Order something else.")
        return None

    @rule("LR-ACT-08")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """It needs no terrain."""
        gain(play, card, IN_COVER)
        return True


@action_kind
class GetUp(ActionKind):
    """Ends the effect In Cover (LR-ACT-19)."""

    name = "Get Up"

    @rule("LR-ACT-19")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """Only for a character in cover."""
        if card.own.has(IN_COVER):
            return None
        return Refusal("LR-ACT-19", f"{name_of(card)} is not in cover.", "Order something else.")

    @rule("LR-ACT-19")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """From now on it can move again."""
        lose(play, card, IN_COVER)
        return True
