"""Climbing: a model at a ladder goes up to the roof, or down again, for as many inches as it is high."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sandtable.books.lands_of_ruin.chapters.movement import inches_left, why_not_move
from sandtable.books.lands_of_ruin.naming import called
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.ladders import Climb, climb_from, why_blocked
from sandtable.books.lands_of_ruin.surface.measuring import put
from sandtable.kernel import Candidate, Play, Refusal, rule

CLIMB = "climb"


@rule("LR-MAP-09")
def climbs_of(state: Battle, card: Card) -> Iterator[Candidate]:
    """The models of a card that stand at a ladder; real ones are lifted by hand."""
    if not surface(state).knows_places or card.where != "table":
        return
    for model in card.models.values():
        if (climb := climb_from(state, model)) is not None:
            way = "climbs up" if climb.height else "climbs down"
            yield Candidate(
                f"{model.id} {CLIMB}",
                f"{called(state, model.id)} {way}, {climb.inches:g} inches",
                (card.id, CLIMB, model.id),
                ("LR-MAP-09",),
                partial(why_not_climb, state, card, model, climb),
                about=(card.id,),
                short=way,
                deed=CLIMB,
                places=(climb.to,),
            )


@rule("LR-MAP-09", "LR-MOV-02")
def why_not_climb(state: Battle, card: Card, model: Model, climb: Climb) -> Refusal | None:
    """What bars any movement, too few inches, or somebody at the other end."""
    if (why := why_not_move(state, card)) is not None:
        return why
    left = inches_left(state, card, model)
    if left < climb.inches:
        reason = f"The ladder takes {climb.inches:g} inches, {called(state, model.id)} has {left:.3g} left."
        return Refusal("LR-MAP-09", reason, "Climb in a later turn.")
    return why_blocked(state, model, climb)


@rule("LR-MAP-09", "LR-MOV-04")
def climb(play: Play[Battle], card: Card, model: Model) -> None:
    """Its way begins anew there: what it walked on another level cannot be shot at."""
    state = play.state
    found = climb_from(state, model)
    assert found is not None
    model.moved += found.inches
    model.elevation = found.height
    put(state, model, found.to)
    model.path = (found.to,)
    play.tell("model climbed", "LR-MAP-09", "LR-MOV-04", card=card.id, model=model.id, at=found.to,
              height=found.height)  # fmt: skip
