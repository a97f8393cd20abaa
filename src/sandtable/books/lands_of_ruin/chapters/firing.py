"""Firing ranged weapons: the actions Fire and Aim."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.lands_of_ruin.chapters.ammo import why_no_ammo
from sandtable.books.lands_of_ruin.chapters.attacking.carrying_out import carry_out
from sandtable.books.lands_of_ruin.chapters.attacking.modes import (
    Reach,
    arms_for,
    choose_mode,
    modes_in_words,
    why_no_target,
    why_nothing_to_attack_with,
)
from sandtable.books.lands_of_ruin.chapters.attacking.targets import choose_targets
from sandtable.books.lands_of_ruin.chapters.deploying import deployed, why_outside_the_arc
from sandtable.books.lands_of_ruin.chapters.hiding import step_out
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.arms import Arm
from sandtable.kernel import Play, Refusal, rule


def _why_no_ammo(state: Battle, card: Card) -> Refusal | None:
    """What bars every mode of every ranged weapon; None where one is left."""
    modes = [(arm, mode) for arm in arms_for(card, "shot") for mode in arm.row.modes]
    refusals = [why_no_ammo(state, card, arm, mode) for arm, mode in modes]
    return refusals[-1] if refusals and all(refusals) else None


@rule("LR-FIRE-06", "LR-ACT-15", "LR-FIRE-09")
def _reach_of(state: Battle, card: Card) -> Reach:
    """Everybody in sight of a model, in front of a weapon that is deployed."""

    def reach(arm: Arm, model: Model) -> Sequence[str]:
        found = surface(state).targets(state, model)
        return [one for one in found if why_outside_the_arc(state, card, arm, one) is None]

    return reach


def _why_nobody(card: Card) -> str:
    return "LR-FIRE-06" if deployed(card) is None else "LR-ACT-15"


@action_kind
class Fire(ActionKind):
    """Choose weapon and mode, choose targets, roll to hit (LR-FIRE-01)."""

    name = "Fire"
    points_at = ("unit",)
    ends_hiding_itself = True

    @rule("LR-ACT-01", "LR-AMMO-03")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """It needs a ranged weapon with enough ammo for some mode."""
        if not arms_for(card, "shot"):
            return Refusal("LR-ACT-01", f"{name_of(card)} has no ranged weapon.", "Order something else.")
        return _why_no_ammo(state, card)

    def modes_in_words(self, state: Battle, card: Card) -> list[str]:
        """With Aim if it is ordered."""
        return modes_in_words(state, card, "shot", aimed="Aim" in card.own.orders)

    @rule("LR-ACT-06", "LR-AMMO-03", "LR-FIRE-06", "LR-TURN-09")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Some mode must have ammo, and somebody must be in sight."""
        why = _why_no_ammo(state, card)
        if why is not None:
            return why
        if not any(surface(state).targets(state, one) for one in card.models.values()):
            return why_no_target(card, "LR-FIRE-06")
        return why_nothing_to_attack_with(state, card, "shot", _reach_of(state, card), _why_nobody(card))

    @rule("LR-FIRE-01", "LR-FIRE-08", "LR-RNGE-03", "LR-COV-07", "LR-HERO-19")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """Range is common to the attack, cover is each target's own."""
        state, reach = play.state, _reach_of(play.state, card)
        attack = await choose_mode(play, card, "shot", "LR-FIRE-02", reach, _why_nobody(card))
        attack, slots = await choose_targets(play, attack, reach, "LR-FIRE-06")
        step_out(play, card, "LR-FIRE-10")
        band, covers = await surface(state).sighted(play, card, slots, attack.aims)
        await carry_out(play, attack, slots, band, covers)
        card.fired = True
        card.orders = tuple(one for one in card.orders if one != "Aim")
        enemies = [found[0].id for one in slots if (found := state.find(one.target)) is not None]
        card.fired_at = tuple(dict.fromkeys((*card.fired_at, *enemies)))
        return True


@action_kind
class Aim(ActionKind):
    """Improves the Fire of the same turn; it goes and comes with it (LR-ACT-07, LR-ACT-04)."""

    name = "Aim"

    @rule("LR-ACT-01", "LR-ACT-04")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """It needs Fire."""
        if "Fire" in card.own.orders:
            return None
        return Refusal("LR-ACT-01", "Aim needs Fire.", "Assign Fire first.")

    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """It is part of the shot."""
        return Refusal("LR-ACT-07", "Aim is used with Fire.", "Perform Fire.")

    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """Never by itself."""
        return False
