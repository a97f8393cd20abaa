"""Our own actions, behind the switch `extras`: Observe, Use Item and Rally."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.effects import gain, lose
from sandtable.books.lands_of_ruin.chapters.grenades.throwing import choose_item, use_up, why_nothing
from sandtable.books.lands_of_ruin.chapters.morale import hearten, leaders
from sandtable.books.lands_of_ruin.modifiers import DETECTION, POINTS, WHY_NOT_ORDERED
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.tables.charts import Action
from sandtable.kernel import Modifier, Play, Refusal, rule

WATCHFUL, STRONGER = 15, 5
"""LR-ACT-11; LR-CONS-05: action points from an Adrenaline Shot."""
USED = "use_item"


@WHY_NOT_ORDERED.source("LR-MODE-16")
def _is_switched_off(state: Battle, card: Card, row: Action) -> Refusal | None:
    """Our own actions are in the game with the switch alone."""
    if not row.extras or state.switches.extras:
        return None
    return Refusal("LR-MODE-16", f"{row.name} is switched off.", "Play with the extras.")


@action_kind
class Observe(ActionKind):
    """Detects better at the start of the next Action phase; nobody sees it (LR-ACT-11)."""

    name = "Observe"

    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """It has worked by being assigned."""
        return False


@DETECTION.source("LR-ACT-11")
def _observes(state: Battle, card: Card) -> Modifier | None:
    """While it is assigned; a hidden observer stays hidden."""
    return Modifier(WATCHFUL, "Observe", "LR-ACT-11") if "Observe" in card.own.orders else None


@action_kind
class UseItem(ActionKind):
    """Uses one of its items on itself (LR-ACT-16)."""

    name = "Use Item"

    @rule("LR-ACT-16")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """It needs an item of that kind."""
        return why_nothing(card, USED, "LR-ACT-16")

    @rule("LR-ACT-16", "LR-CONS-05")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """A Bandage stops bleeding, an Adrenaline Shot gives points in the next Command phase."""
        prompt = f"What does {name_of(card)} use?"
        item = await choose_item(play, card, USED, prompt, "LR-ACT-16")
        use_up(play, card, item)
        if item == "Bandage":
            lose(play, card, "Bleeding")
        else:
            gain(play, card, "Adrenaline")
        return True


@POINTS.source("LR-CONS-05")
def _is_stirred(state: Battle, card: Card) -> int | None:
    return STRONGER if card.own.has("Adrenaline") and not card.down else None


@action_kind
class Rally(ActionKind):
    """The leader lifts the heart of its team (LR-ACT-17)."""

    name = "Rally"

    @rule("LR-ACT-17")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """Only the present leader."""
        if [one.id for one in leaders(state, card.seat)[:1]] == [card.id]:
            return None
        return Refusal("LR-ACT-17", f"{name_of(card)} does not lead.", "Give it to the leader.")

    @rule("LR-ACT-17", "LR-MOR-11")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """A good event for the own team in this turn."""
        hearten(play, card.seat, "rally", card.id)
        return True
