"""What keeps a model from acting: unconscious, stunned, fallen."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import WHY_NOT_ACT, WHY_NOT_REACT
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Play, Refusal, rule


@rule("HE-DMG-03", "HE-REA-10")
def is_out(model: Model) -> bool:
    """It can do nothing any more in its running activation."""
    return not model.is_conscious or model.condition.stunned or model.condition.fallen


@rule("HE-MEL-13", "HE-STN-05", "HE-DMG-03")
def is_helpless(model: Model) -> bool:
    """It does not fight back."""
    return model.is_unconscious or model.condition.stunned


@WHY_NOT_REACT.source("HE-STN-04")
def _stunned(state: Adventure, model: Model) -> str | None:
    return "HE-STN-04" if model.condition.stunned else None


@WHY_NOT_REACT.source("HE-FBK-06", "HE-REA-12")
def _fallen(state: Adventure, model: Model) -> str | None:
    return "HE-FBK-06" if model.condition.fallen else None


@WHY_NOT_ACT.source("HE-FBK-05")
def _lies(state: Adventure, model: Model, kind: str) -> Refusal | None:
    if model.condition.fallen:
        return Refusal(
            "HE-FBK-05", f"{name_of(state, model)} has fallen.", "It gets up in its next activation."
        )
    return None


@rule("HE-STN-01", "HE-STN-02", "HE-STN-03", "HE-ACT-04")
def stun(play: Play[Adventure], model: Model) -> None:
    """It spends its next activation recovering; an activation of its own that runs is over."""
    if not model.is_conscious or model.condition.stunned:
        return
    model.condition.stunned = True
    play.tell("model stunned", "HE-STN-01", model=model.id)


@rule("HE-STN-02")
def recover(play: Play[Adventure], model: Model) -> None:
    """The whole activation goes by, and the marker with it."""
    model.turn.actions = 0
    model.condition.stunned = False
    play.tell("model recovered", "HE-STN-02", model=model.id)


@rule("HE-FBK-05")
def get_up(play: Play[Adventure], model: Model) -> None:
    """One action, before anything else; without one it keeps lying."""
    if model.turn.actions > 0:
        model.turn.actions -= 1
        model.condition.fallen = False
        play.tell("model got up", "HE-FBK-05", model=model.id)
