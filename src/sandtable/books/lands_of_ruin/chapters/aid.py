"""What one character does for another in contact, and against its own fire."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.books.lands_of_ruin.asking import which
from sandtable.books.lands_of_ruin.chapters.effects import gain, lose, show_who_stands
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.kernel import Play, Refusal, rule


@rule("LR-ACT-09", "LR-ACT-10", "LR-EFF-10")
def needs_aid(card: Card) -> bool:
    """Whether it bleeds, is unconscious or bears a wound or shock, and is not dead."""
    own = card.own
    hurt = any(one.kind in ("wound", "shock") for one in own.wounds)
    return not own.has("Dead") and (own.has("Bleeding") or own.has("Unconscious") or hurt)


@rule("LR-CONS-03")
def _may_be_frenzied(card: Card) -> bool:
    return not card.own.has("Frenzy") and not card.own.has("Dead")


async def _choose(play: Play[Battle], card: Card, fits: Callable[[Card], bool], cited: str) -> Card:
    """The one who is in contact, or the one whom its player picks."""
    state, prompt = play.state, f"Whom does {name_of(card)} treat?"
    ids = [one.id for one in surface(state).beside(state, card) if fits(one)]
    chosen = await which(play, card.seat, "choose patient", prompt, cited, ids, about=(card.id,))
    return state.cards[chosen]


def _why_nobody(state: Battle, card: Card, fits: Callable[[Card], bool], cited: str) -> Refusal | None:
    if any(fits(one) for one in surface(state).beside(state, card)):
        return None
    return Refusal(cited, f"Nobody in contact with {name_of(card)} needs it.", "Move into contact first.")


@action_kind
class FirstAid(ActionKind):
    """Ends bleeding and unconsciousness and heals all wounds of another own character (LR-ACT-09)."""

    name = "First Aid"
    points_at = ("unit",)

    @rule("LR-ACT-10", "LR-ACT-01")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """Some own living character must need it."""
        if any(needs_aid(one) for one in state.team(card.seat)):
            return None
        return Refusal("LR-ACT-10", "Nobody alive is hurt.", "Order something else.")

    @rule("LR-ACT-09", "LR-ACT-06", "LR-ACT-10")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """A patient must be in contact."""
        return _why_nobody(state, card, needs_aid, "LR-ACT-09")

    @rule("LR-ACT-09", "LR-SKL-04", "LR-EFF-05", "LR-EFF-09", "LR-EFF-04")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """No roll is made; other effects stay, and who was unconscious stands up at once."""
        patient = await _choose(play, card, needs_aid, "LR-ACT-09")
        lose(play, patient, "Bleeding")
        lose(play, patient, "Unconscious")
        patient.own.wounds = ()
        card.did("First Aid")
        play.tell("treated", "LR-ACT-09", "LR-SKL-04", to=(card.seat,), card=patient.id, by=card.id)
        await show_who_stands(play, patient)
        return True


@action_kind
class PutOutFire(ActionKind):
    """Ends the effect On Fire; burns already suffered stay (LR-ACT-25)."""

    name = "Put Out Fire"

    @rule("LR-ACT-25")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """Only for a character that burns."""
        if card.own.has("On Fire"):
            return None
        return Refusal("LR-ACT-25", f"{name_of(card)} is not on fire.", "Order something else.")

    @rule("LR-ACT-25")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """It rolls on the ground."""
        lose(play, card, "On Fire")
        return True


@action_kind
class ForceFrenzy(ActionKind):
    """Injects another own character, whose suppression no longer counts from then on (LR-ACT-26)."""

    name = "Force Frenzy"
    points_at = ("unit",)

    @rule("LR-ACT-26", "LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Somebody without Frenzy must be in contact."""
        beside = surface(state).beside(state, card)
        if any(one.own.has("Frenzy") for one in beside) and not any(map(_may_be_frenzied, beside)):
            reason = f"Whoever is in contact with {name_of(card)} is in Frenzy already."
            return Refusal("LR-CONS-03", reason, "Move into contact with somebody else first.")
        return _why_nobody(state, card, _may_be_frenzied, "LR-ACT-26")

    @rule("LR-ACT-26", "LR-EFF-15", "LR-SUP-09")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """Once it has Frenzy, it is given no more."""
        gain(play, await _choose(play, card, _may_be_frenzied, "LR-ACT-26"), "Frenzy")
        return True
