"""Berserker Charge: Androphage and his cohort run over anything and fall upon the enemy."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.close_combat import can_fight, fight
from sandtable.books.lands_of_ruin.chapters.effects import gain
from sandtable.books.lands_of_ruin.chapters.heroes.abilities import why_without_cohort
from sandtable.books.lands_of_ruin.chapters.movement import move
from sandtable.books.lands_of_ruin.followers import CHARGE, is_charging
from sandtable.books.lands_of_ruin.modifiers import IGNORES_SUPPRESSION
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.kernel import Play, Refusal, YesNo, rule


@IGNORES_SUPPRESSION.source("LR-SUP-11", "LR-HERO-11")
def _charges(state: Battle, card: Card) -> str | None:
    """The value itself remains; the cohort heeds its own (LR-HERO-13)."""
    return "charging" if not card.is_cohort and is_charging(state, card) else None


@action_kind
class BerserkerCharge(ActionKind):
    """Twenty inches over any terrain, and then one close combat attack (LR-HERO-11)."""

    name = CHARGE
    points_at = ("ground",)

    @rule("LR-HERO-11", "LR-HERO-12")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """In any number of turns, or in one, as the switch has it."""
        if state.switches.charge_once and CHARGE in card.own.used:
            return Refusal("LR-HERO-11", f"{name_of(card)} has charged before.", "Order something else.")
        return None

    @rule("LR-HERO-08", "LR-HERO-11")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Its cohort must still be alive, since it is his ability."""
        return why_without_cohort(state, card, CHARGE)

    @rule("LR-HERO-11", "LR-HERO-12", "LR-HERO-13", "LR-MOV-15")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """The cohort runs along; then the hero may strike whom it touches."""
        card.own.used = (*card.own.used, CHARGE)
        gain(play, card, CHARGE)
        await move(play, card)
        if not card.down and can_fight(play.state, card):
            prompt = f"Does {name_of(card)} strike?"
            asked = YesNo(card.seat, "strike", prompt, ("LR-HERO-11",), about=(card.id,))
            if await play.ask(asked):
                await fight(play, card)
                card.stays = True
        return True
