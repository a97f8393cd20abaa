"""Ammo: every weapon has its own reserve, and an attack takes what its mode says."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.modifiers import BULLETS
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.tables.arms import Arm, Mode
from sandtable.kernel import Play, Refusal, rule


@rule("LR-AMMO-01", "LR-AMMO-06")
def reserve(card: Card, model: Model, arm: Arm) -> int:
    """The rounds that a model has left for a weapon."""
    return card.own.rounds.get(model.id, {}).get(arm.weapon, 0)


@rule("LR-AMMO-02")
def bullets(state: Battle, card: Card, arm: Arm, mode: Mode) -> int:
    """The rounds that an attack takes from each model; fractions are dropped."""
    return mode.b_a * (100 + sum(BULLETS.all(state, card, arm))) // 100


@rule("LR-AMMO-03", "LR-AMMO-05", "LR-AMMO-06")
def why_no_ammo(state: Battle, card: Card, arm: Arm, mode: Mode) -> Refusal | None:
    """A mode that needs more than any model has left cannot be chosen."""
    needs = bullets(state, card, arm, mode)
    left = max((reserve(card, one, arm) for one in card.models.values()), default=0)
    if needs <= left:
        return None
    reason = f"{mode.mode} takes {needs} rounds, {left} are left."
    return Refusal("LR-AMMO-03", reason, "Choose a mode that needs fewer.")


@rule("LR-AMMO-02", "LR-AMMO-04", "LR-AMMO-06")
def spend(play: Play[Battle], card: Card, model: Model, arm: Arm, mode: Mode) -> None:
    """Once for each attack of a model, whatever the number of slots; only the owner is told."""
    if needs := bullets(play.state, card, arm, mode):
        left = reserve(card, model, arm) - needs
        card.own.rounds = {
            **card.own.rounds,
            model.id: {**card.own.rounds.get(model.id, {}), arm.weapon: max(0, left)},
        }
        lacking = ("LR-AMMO-03",) * any(left < one.b_a for one in arm.row.modes)
        cited = ("LR-AMMO-02", "LR-AMMO-05" if arm.row.close else "LR-AMMO-04", *lacking)
        play.tell("ammo spent", *cited, to=(card.seat,), card=card.id, rounds=needs, left=left)
