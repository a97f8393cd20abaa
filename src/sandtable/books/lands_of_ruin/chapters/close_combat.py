"""Close combat: an attack on whoever is in base-to-base contact."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.lands_of_ruin.chapters.attacking.carrying_out import carry_out
from sandtable.books.lands_of_ruin.chapters.attacking.modes import choose_mode, modes_in_words, why_no_target
from sandtable.books.lands_of_ruin.chapters.attacking.targets import choose_targets
from sandtable.books.lands_of_ruin.chapters.hiding import step_out
from sandtable.books.lands_of_ruin.modifiers import Aimed
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.sight import Glimpse
from sandtable.books.lands_of_ruin.tables.arms import Arm
from sandtable.kernel import Play, Refusal, rule


@rule("LR-CC-02", "LR-COH-05")
def can_fight(state: Battle, card: Card) -> bool:
    """Whether somebody is in contact with one of its models."""
    return any(surface(state).touched(state, one) for one in card.models.values())


@rule("LR-CC-01", "LR-CC-03", "LR-CC-06")
async def fight(play: Play[Battle], card: Card) -> None:
    """Weapon and mode, targets in contact, dice."""
    state, where = play.state, surface(play.state)

    def reach(arm: Arm, model: Model) -> Sequence[str]:
        return where.touched(state, model)

    attack = await choose_mode(play, card, "close", "LR-CC-05", reach, "LR-CC-02")
    attack, slots = await choose_targets(play, attack, reach, "LR-CC-02")
    step_out(play, card)
    covers: dict[Aimed, Glimpse] = dict.fromkeys(slots, Glimpse("none"))
    await carry_out(play, attack, slots, "short", covers)


@action_kind
class CloseCombat(ActionKind):
    """Performed like Fire, with contact in the place of sight (LR-CC-01)."""

    name = "Close Combat"
    points_at = ("unit",)
    ends_hiding_itself = True

    def modes_in_words(self, state: Battle, card: Card) -> list[str]:
        """Against nobody in particular."""
        return modes_in_words(state, card, "close")

    @rule("LR-CC-02", "LR-CC-07", "LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Somebody must be in contact."""
        return None if can_fight(state, card) else why_no_target(card, "LR-CC-02")

    @rule("LR-CC-01", "LR-MOV-15")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """After movement it ends all movement of this Action phase."""
        await fight(play, card)
        card.stays = card.stays or any(one.moved > 0.0 for one in card.models.values())
        return True
