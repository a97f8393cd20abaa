"""Damage: points are lost, models fall unconscious or are killed, and the clock of the dying runs."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.windows import (
    DAMAGE_DONE,
    DAMAGE_DUE,
    MODEL_DOWN,
    TURN_ENDS,
    WINDOWS,
    DamageMoment,
    ModelMoment,
    once,
)
from sandtable.kernel import Moment, Play, rule

CLOCK = 6
"""HE-DMG-04"""


@rule("HE-DMG-01", "HE-DMG-02", "HE-DMG-05", "HE-TRT-19")
async def inflict(
    play: Play[Adventure], model: Model, points: int, by: str, attack: Attack | None = None
) -> None:
    """Points are subtracted: at exactly 0 the model lies unconscious, below it is killed."""
    now = DamageMoment(model, points, by, attack)
    await WINDOWS.open(play, DAMAGE_DUE, now)
    if now.points <= 0 or not model.on_board:
        return
    left = model.dp - now.points
    model.dp = max(0, left)
    play.tell("model damaged", "HE-DMG-01", model=model.id, points=now.points, left=model.dp, by=by)
    await WINDOWS.open(play, DAMAGE_DONE, now)
    if left < 0:
        await kill(play, model, by, "HE-DMG-05")
    elif left == 0:
        await _fall_unconscious(play, model, by)


@rule("HE-DMG-02", "HE-DMG-03", "HE-DMG-04")
async def _fall_unconscious(play: Play[Adventure], model: Model, by: str) -> None:
    model.condition.clock = CLOCK + 1  # the turn in which it fell does not count
    model.prepared = Prepared()
    let_fall(play, model)
    play.tell("model unconscious", "HE-DMG-02", model=model.id, by=by)
    await WINDOWS.open(play, MODEL_DOWN, ModelMoment(model))


@rule("HE-DMG-05")
async def kill(play: Play[Adventure], model: Model, by: str, cause: str) -> None:
    """It is removed, and what it carried lies in its space."""
    let_fall(play, model)
    model.where, model.dp, model.condition.clock = "killed", 0, 0
    play.tell("model killed", cause, model=model.id, by=by)
    await WINDOWS.open(play, MODEL_DOWN, ModelMoment(model))
    model.at = None


@rule("HE-ADV-16")
def let_fall(play: Play[Adventure], model: Model) -> None:
    """What a model carries of the adventure lies in its space."""
    assert model.at is not None
    for thing in model.carried:
        play.state.lying[thing] = model.at
        play.tell("thing dropped", "HE-ADV-16", model=model.id, thing=thing)
    model.carried = ()


@WINDOWS.consequence(TURN_ENDS, "death clock", "HE-DMG-04", once)
async def advance_clocks(play: Play[Adventure], seat: str, now: Moment) -> None:
    """The clock of every unconscious model is lowered; at 0 it is killed."""
    for model in list(play.state.on_board()):
        if model.condition.clock:
            model.condition.clock -= 1
            if not model.condition.clock:
                await kill(play, model, "", "HE-DMG-04")
