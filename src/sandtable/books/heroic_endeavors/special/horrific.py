"""Horrific: cohorts lose heart when they come near such a model, or when it comes near them."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    COURAGE_LOST,
    STEP_TAKEN,
    WINDOWS,
    ModelMoment,
    once,
)
from sandtable.kernel import Play, rule
from sandtable.table.squares.spaces import gap

SKILL = "Horrific"
NEAR, DIFFICULTY = 3, 2
"""HE-SKL-17"""


@rule("HE-SKL-19", "HE-GEO-03")
def fears(model: Model, other: Model) -> bool:
    """Cohorts fear hostile horrific models, unless they are horrific themselves; nobody else does."""
    return model.role == "cohort" and not model.has(SKILL) and works(other, SKILL) and other.is_foe_of(model)


def _has_come_near(mover: Model, other: Model) -> bool:
    """With its last step it is within three spaces, and nearer than before."""
    if mover.turn.came_from is None:
        return False
    before = gap(mover.base.spaces(mover.turn.came_from, mover.facing), other.spaces)
    now = distance_between(mover, other)
    return now <= NEAR and now < before


def _dreaded(play: Play[Adventure], seat: str, now: ModelMoment) -> list[Model]:
    """Whom a cohort has come near in its own activation, each once."""
    model, state = now.model, play.state
    if not once(play, seat, now) or state.active != model.id or not model.is_conscious:
        return []
    return [
        one
        for one in state.conscious()
        if fears(model, one) and one.id not in model.turn.frightened and _has_come_near(model, one)
    ]


@WINDOWS.consequence(STEP_TAKEN, "coming near the horrific", "HE-SKL-17", _dreaded)
@rule("HE-SKL-17", "HE-MOT-15")
async def comes_near(play: Play[Adventure], seat: str, now: ModelMoment, dreaded: list[Model]) -> None:
    """A check of motivation at once, even in the middle of a move."""
    for other in dreaded:
        now.model.turn.frightened += (other.id,)
        await _check(play, now.model, other, "HE-SKL-17")


def _frightens(play: Play[Adventure], seat: str, now: ModelMoment) -> list[Model]:
    """Cohorts that a horrific model has come near in its own activation."""
    state = play.state
    if not once(play, seat, now) or state.active != now.model.id:
        return []
    return [one for one in state.conscious() if fears(one, now.model) and _has_come_near(now.model, one)]


@WINDOWS.consequence(STEP_TAKEN, "the horrific come near", "HE-SKL-18", _frightens)
async def is_approached(play: Play[Adventure], seat: str, now: ModelMoment, cohorts: list[Model]) -> None:
    """Each of them owes a check at the start of its next activation."""
    for model in cohorts:
        if now.model.id not in model.condition.dreads:
            model.condition.dreads += (now.model.id,)
            play.tell("model frightened", "HE-SKL-18", "HE-SKL-19", model=model.id, target=now.model.id)


def _owes(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and bool(now.model.condition.dreads)


@WINDOWS.consequence(ACTIVATION_BEGINS, "dread", "HE-SKL-18", _owes, rank=1)
async def pays(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """The check that it owes, before anything else."""
    dreads, now.model.condition.dreads = now.model.condition.dreads, ()
    for id in dreads:
        await _check(play, now.model, play.state.models[id], "HE-SKL-18")


@rule("HE-SKL-17", "HE-SKL-18")
async def _check(play: Play[Adventure], model: Model, other: Model, cause: str) -> None:
    if model.is_conscious and not await check(play, model, "MOT", DIFFICULTY, cause):
        play.tell("courage lost", cause, "HE-SKL-19", model=model.id, target=other.id)
        await WINDOWS.open(play, COURAGE_LOST, ModelMoment(model))
