"""Several small questions on one page, answered at a stroke: a form to fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.kernel.decision.choices import ChooseOne
from sandtable.kernel.decision.forms import Blank, Filling, Step, Word
from sandtable.kernel.decision.question import PASS, Answer, Chance, Decision, Option, shown
from sandtable.kernel.decision.saying import Number
from sandtable.kernel.refusal import Refusal, Refused, refuse


class Field(msgspec.Struct, frozen=True):
    """One of the questions of a form, and what counts where nothing is filled in."""

    question: Number | ChooseOne
    usual: Answer
    column: str = ""
    """The heading that it shares with others: "Shamblers"; empty where it stands alone."""


class FillIn(Decision):
    """Fill in a form: a number or a choice for each of its fields, of which any may be left as it is."""

    kind = "fill in"
    __slots__ = ("_as_it_is", "_check", "_steps", "fields")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        fields: Mapping[str, Field],
        as_it_is: str,
        *,
        check: Callable[[dict[str, Any]], Refusal | None] | None = None,
        steps: Sequence[Step] = (),
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
    ) -> None:
        found = (one for field in fields.values() for one in field.question.about)
        super().__init__(seat, topic, prompt, rules, facts, about or tuple(dict.fromkeys(found)))
        self.fields = dict(fields)
        self._as_it_is = as_it_is
        """What it means to fill in nothing, as a button says it."""
        self._check = check
        self._steps = tuple(steps)

    def look_again(self) -> None:
        """Each field looks again."""
        super().look_again()
        for field in self.fields.values():
            field.question.look_again()

    def options(self) -> list[Option]:
        """The form as it is; everything else is written into it."""
        given = {key: field.usual for key, field in self.fields.items()}
        return [Option({}, self._as_it_is, deed=PASS)] if self.legal(given) is None else []

    def sample(self, chance: Chance) -> Answer:
        """Some fields filled in, some left as they are."""
        for _ in range(8):
            answer = {
                key: field.question.sample(chance)
                for key, field in self.fields.items()
                if chance.random() < 0.5
            }
            if self.legal(answer) is None:
                return answer
        return {}

    def read(self, answer: Answer) -> dict[str, Any]:
        """What every field means, filled in or not."""
        if not isinstance(answer, Mapping):
            raise refuse(
                self.rule, f"{shown(answer)} is no form that is filled in.", "Name fields with values."
            )
        unknown = next((one for one in answer if one not in self.fields), None)
        if unknown is not None:
            known = ", ".join(list(self.fields)[:20])
            raise refuse(self.rule, f"There is no field {shown(unknown)}.", f"Fill in any of: {known}.")
        meant = {key: field.question.read(answer.get(key, field.usual)) for key, field in self.fields.items()}
        if self._check is not None and (why := self._check(meant)) is not None:
            raise Refused(why)
        return meant

    def in_words(self, answer: Answer) -> str:
        """What was filled in, field by field."""
        filled = [f"{self.fields[key].question.prompt} {self.said(key, one)}" for key, one in answer.items()]
        return "; ".join(filled) or self._as_it_is

    def said(self, key: str, answer: Answer) -> str:
        """What is filled into one field, as people read it."""
        return self.fields[key].question.in_words(answer)

    def form(self) -> Filling:
        """Every field with its limits or words, and what is done first."""
        return Filling(tuple(_blank(key, field) for key, field in self.fields.items()), self._steps)


def _blank(key: str, field: Field) -> Blank:
    question = field.question
    words: tuple[Word, ...] = ()
    least = most = 0
    if isinstance(question, Number):
        least, most = question.least, question.most
    else:
        words = tuple(Word(one.answer, one.label, one.short) for one in question.options())
    return Blank(
        key, question.prompt, field.usual, words, least, most, field.column, question.about, question.rules
    )
