"""Whether something can be an answer to a question at all, allowed or not; if not, it may be misspelt."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.kernel.decision import (
    Allocate,
    Answer,
    ChooseOne,
    ChooseSeveral,
    Decision,
    FillIn,
    Move,
    Number,
    Place,
    TargetArea,
    TypedDice,
)


def is_form_of_answer(part: Decision, answer: Answer, words: Collection[str]) -> bool:
    """Whether a refused answer says something that the question is about."""
    if isinstance(part, ChooseOne | ChooseSeveral):
        return part.has_heard_of(answer)
    if isinstance(part, Number):
        return type(answer) is int
    if isinstance(part, TypedDice):
        return isinstance(answer, list)
    if isinstance(part, Allocate):
        form = part.form()
        return isinstance(answer, dict) and answer.keys() == form.things.keys()
    if isinstance(part, FillIn):
        return isinstance(answer, dict) and part.fields.keys() >= answer.keys()
    if isinstance(part, Place | Move | TargetArea):
        if isinstance(answer, dict):
            return not words or set(words).issuperset(answer)
        return not isinstance(answer, str) or any(one.answer == answer for one in part.options())
    return True
