"""Movement: the allowance in inches, and moving in the Action phase."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.suppression import suppression_of
from sandtable.books.lands_of_ruin.followers import INCHES, cohort_of, is_charging, leader_of, type_of
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.charts import effects
from sandtable.kernel import Play, Refusal, rule

LEAST = 0.25
"""Inches that are not worth asking for; ours."""


@rule("LR-MOV-01", "LR-MODE-08", "LR-SUP-05", "LR-EQP-06", "LR-COH-14", "LR-HERO-11", "LR-HERO-13")
def allowance(state: Battle, card: Card, points: int | None = None) -> int:
    """Unspent points, less effects one by one, by the load, less suppression; whole inches every time."""
    card = leader_of(state, card) or card
    charges = points is None and is_charging(state, card)
    inches = INCHES if charges else card.own.unspent if points is None else points
    for effect in card.own.effects:
        inches -= inches * -effects()[effect.name].movement_percent // 100
    if charges:
        return inches  # LR-HERO-11: neither load nor suppression counts
    inches = int(inches * card.profile.factor / 100)
    return max(0, inches * (100 - suppression_of(state, card)) // 100)


@rule("LR-MOV-02", "LR-MOV-08")
def inches_left(state: Battle, card: Card, model: Model) -> float:
    """What a model can still go in this Action phase."""
    whole = float(allowance(state, card))
    return max(0.0, (whole / 2 if model.slowed else whole) - model.moved)


@rule("LR-MOV-03", "LR-MOV-13", "LR-MOV-14", "LR-MOV-15", "LR-HID-04")
def why_not_move(state: Battle, card: Card) -> Refusal | None:
    """What bars a card from moving now; contact does not."""
    name = name_of(card)
    if type_of(card) == "slave":
        return Refusal("LR-COH-19", f"{name} stay with their master.", "Move the master.")
    if card.down:
        return Refusal("LR-EFF-11", f"{name} is down.", "Move somebody who stands.")
    if card.hidden:
        return Refusal("LR-HID-04", f"{name} is hidden.", "Reveal it first.")
    if card.where == "left" or not card.models:
        return Refusal("LR-TURN-12", f"{name} has left the table.", "Move somebody else.")
    if card.where == "waiting" and surface(state).knows_places and state.sides[card.seat].entry is None:
        return Refusal("LR-TURN-06", f"{name} does not know where to come on.", "Choose the point first.")
    if card.stays:
        return Refusal("LR-MOV-15", f"{name} has fought after moving.", "Move somebody else.")
    if all(inches_left(state, card, one) < LEAST for one in card.models.values()):
        return Refusal("LR-MOV-01", f"{name} has no inches left.", "Move somebody else.")
    return None


@rule("LR-MOV-03", "LR-COH-14", "LR-COH-15", "LR-COH-19")
async def move(play: Play[Battle], card: Card) -> None:
    """The models of a card move, one after the other; whoever must keep by a hero goes along."""
    state = play.state
    before = [one.at for one in card.models.values()]
    await _move_models(play, card)
    cohort = cohort_of(state, card)
    if cohort is None or not cohort.models or before == [one.at for one in card.models.values()]:
        return
    if type_of(cohort) == "slave":
        await surface(state).gathers(play, card, cohort)
    elif leader_of(state, cohort) is card and why_not_move(state, cohort) is None:
        await _move_models(play, cohort)


async def _move_models(play: Play[Battle], card: Card) -> None:
    state = play.state
    done: list[str] = []
    for id in list(card.models):
        model = card.models.get(id)
        if model is None or model.gone or (card.stays and done):
            continue  # lost, or brought to a halt, on the way
        await surface(state).moves(play, card, model, allowance(state, card), tuple(done))
        done.append(id)
