"""What a card can be told to do: each action says what bars it and carries itself out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from sandtable.binding.registry import Registry
from sandtable.books.lands_of_ruin.modifiers import COST, WHY_NOT_ORDERED
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.tables.charts import Action, actions, effects
from sandtable.books.lands_of_ruin.tables.people import heroes, skills
from sandtable.kernel import Play, Refusal, rule, total_of
from sandtable.kernel.decision.question import PointsAt


class ActionKind(ABC):
    """One action of LR-ACT-01 as far as it is written."""

    name: ClassVar[str]
    points_at: ClassVar[tuple[PointsAt, ...]] = ()
    """What performing it asks for, so that a tap on it will do."""
    ends_hiding_itself: ClassVar[bool] = False
    """Whether it puts a hidden character on the table at a moment of its own, and not before it begins."""

    @property
    def row(self) -> Action:
        """Its cost, noise and conflicts."""
        return actions()[self.name]

    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """What bars the order in this situation, besides points, morale, skills and conflicts."""
        return None

    @rule("LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """What bars it now that it was ordered: mostly the same; from what its owner may know."""
        return self.why_not_order(state, card)

    def modes_in_words(self, state: Battle, card: Card) -> list[str]:
        """What the dice of an attack would need; nothing for anything else."""
        return []

    @abstractmethod
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """Carry it out; False where the player has dropped it without cost (LR-APP-21)."""


KINDS: Registry[ActionKind] = Registry("an action", order=tuple(actions()))


def action_kind(kind: type[ActionKind]) -> type[ActionKind]:
    """Make an action known."""
    KINDS[kind.name] = kind()
    return kind


@rule("LR-ACT-30", "LR-EQP-07", "LR-ACT-29")
def can_ever(card: Card, action: str) -> bool:
    """Whether the skills of a card, or the ability of its hero, give it an action at all."""
    row = heroes().get(card.name)
    by_ability = row is not None and row.ability == action
    given = by_ability or any(action in skills()[name].gives for name in card.profile.skills)
    return given or actions()[action].extras


@rule("LR-AP-02", "LR-ACT-01")
def cost_of(state: Battle, card: Card, action: str) -> int:
    """The points that an action takes."""
    row = actions()[action]
    cost = row.ap if state.switches.ap_per_turn == 20 or row.ap_if_15 is None else row.ap_if_15
    return cost + total_of(COST.all(state, card, row))


def points_left(state: Battle, card: Card) -> int:
    """What is left of the points after the orders given so far."""
    return card.own.points - sum(cost_of(state, card, one) for one in card.own.orders)


@rule("LR-CMD-02", "LR-CMD-03", "LR-CMD-04", "LR-AP-10", "LR-ACT-02", "LR-ACT-03", "LR-APP-18")
def why_not_order(state: Battle, card: Card, action: str) -> Refusal | None:
    """Why a card cannot be given an order; None where it can."""
    name, row, kind = name_of(card), actions()[action], KINDS[action]
    down = next((one.name for one in card.own.effects if effects()[one.name].down), "")
    if down:
        return Refusal("LR-CMD-02", f"{name} is {down.lower()}.", "Give orders to somebody who stands.")
    if action in card.own.orders:
        return Refusal("LR-ACT-02", f"{action} is assigned already.", "Assign another action.")
    clash = next((one for one in card.own.orders if one in row.conflicts), "")
    if clash:
        return Refusal("LR-ACT-03", f"{action} conflicts with {clash}.", f"Take back {clash} first.")
    why = WHY_NOT_ORDERED.first(state, card, row) or kind.why_not_order(state, card)
    if why is not None:
        return why
    cost, left = cost_of(state, card, action), points_left(state, card)
    if cost > left:
        return Refusal("LR-AP-02", f"{action} costs {cost} points, {left} are left.", "Take something back.")
    return None


@WHY_NOT_ORDERED.source("LR-TURN-09")
def _is_off_the_table(state: Battle, card: Card, row: Action) -> Refusal | None:
    if card.where == "table":
        return None
    return Refusal(
        "LR-TURN-09", f"{name_of(card)} is off the table and can only move.", "Let it enter first."
    )
