"""Losses of cohorts: every hit takes a model, and followers take hits that were meant for their hero."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.effects import gain
from sandtable.books.lands_of_ruin.followers import cohort_of, is_alive, type_of
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.formation import is_formed
from sandtable.books.lands_of_ruin.windows import HIT_SCORED, WINDOWS, Struck
from sandtable.kernel import Candidate, ChooseOne, For, Play, Refusal, rule

SIDES, FOLLOWER = 100, 50
"""LR-COH-25: from 50 on a follower takes it."""


@rule("LR-COH-06", "LR-COH-07", "LR-COH-08", "LR-COH-09", "LR-AMMO-06", "LR-FIRE-09", "LR-ROT-17")
async def lose_model(play: Play[Battle], cohort: Card) -> None:
    """A model is gone for good, with its rounds; with the last one the card is dead."""
    if not is_alive(cohort):
        return
    model = await _picked(play, cohort)
    cohort.models = {id: one for id, one in cohort.models.items() if id != model.id}
    cohort.own.rounds = {id: one for id, one in cohort.own.rounds.items() if id != model.id}
    left = len(cohort.models)
    play.tell("model lost", "LR-COH-06", reveals=True, card=cohort.id, model=model.id, left=left)
    if not cohort.models:
        cohort.orders, cohort.down = (), True
        gain(play, cohort, "Dead")


@rule("LR-COH-06", "LR-COH-12", "LR-COH-15")
async def _picked(play: Play[Battle], cohort: Card) -> Model:
    """Its owner picks the model, so that the others keep together if that is possible."""
    state, models = play.state, [one for one in cohort.models.values() if not one.gone]
    if len(models) == 1:
        return models[0]
    keeps = {one.id for one in models if is_formed(state, cohort, without=one.id)}
    tears = Refusal("LR-COH-06", "The others would be too far apart.", "Choose another model.")
    listed = [
        Candidate(
            one.id,
            called(state, one.id),
            one,
            ("LR-COH-06",),
            check=lambda one=one: tears if keeps and one.id not in keeps else None,  # type: ignore[misc]
            about=(one.id,),
        )
        for one in models
    ]
    prompt = f"Which model does {name_of(cohort)} lose?"
    chosen: Model = await play.ask(
        ChooseOne(cohort.seat, "choose loss", prompt, ("LR-COH-06",), listed, about=(cohort.id,))
    )
    return chosen


def _shelter(play: Play[Battle], seat: str, now: Struck) -> Card | None:
    """The followers of a hero that may take a hit in its place."""
    cohort = cohort_of(play.state, now.card) if seat == now.card.seat else None
    return cohort if is_alive(cohort) else None


@WINDOWS.consequence(HIT_SCORED, "living shield", "LR-COH-20", _shelter)
@rule("LR-COH-20", "LR-COH-21")
async def shield(play: Play[Battle], seat: str, now: Struck, cohort: Card) -> None:
    """A slave in contact takes every hit on its hero, as long as that one is not down."""
    is_slave = type_of(cohort) == "slave" and not now.card.down and now.hit.kind != "frenzy"
    if is_slave and surface(play.state).is_by(play.state, cohort, now.card, 0.0):
        now.taken_by = cohort.id


@WINDOWS.consequence(HIT_SCORED, "followers in the line of fire", "LR-COH-25", _shelter)
@rule("LR-COH-25")
async def step_in(play: Play[Battle], seat: str, now: Struck, cohort: Card) -> None:
    """One D100 for the whole attack says whether followers take its hits; explosions ask none."""
    state, hero = play.state, now.card
    if type_of(cohort) != "close_support" or not surface(state).is_by(state, cohort, hero, 2.0):
        return
    if now.hit.kind != "explosion" and not now.attack.get(hero.id):
        what = For("line of fire", hero.id)
        (face,) = await play.roll(1, what, "LR-COH-25", sides=SIDES, to=(seat,), is_asked=False)
        now.attack[hero.id] = face
    if now.hit.kind == "explosion" or now.attack[hero.id] >= FOLLOWER:
        now.taken_by = cohort.id
