"""A question as a terminal puts it: numbered answers, and the reading of what somebody types."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from sandtable.cli.play.spoken_places import EXAMPLES, EXAMPLES_OF_ONE, as_one_figure, read_place
from sandtable.kernel.decision import (
    Allocate,
    Answer,
    ChooseSeveral,
    Decision,
    FillIn,
    Move,
    Number,
    Option,
    Place,
    TargetArea,
    TypedDice,
    Words,
    YesNo,
)
from sandtable.kernel.decision.standing import proposed
from sandtable.kernel.refusal import Refused, refuse
from sandtable.table.showing import Showing, Unit

MEASURED = (Move, Place, TargetArea)
MOST_LISTED = 60
"""How many answers are listed at once; any answer can be typed."""

LONGEST_ROW = 12
"""How many numbers are listed as answers."""


class Asked(msgspec.Struct):
    """An open question with its answers worked out once."""

    decision: Decision
    options: list[Option]
    barred: list[Option]
    proposed: list[str] | None = None
    """For a selection that cannot be empty: what the program would choose, taken by Enter."""

    @property
    def is_measured(self) -> bool:
        """Whether the answer is a place on the ground."""
        return isinstance(self.decision, MEASURED)

    @property
    def is_of_one_figure(self) -> bool:
        """Whether a single figure is moved or put somewhere, so that it has no formation."""
        return isinstance(self.decision, Move | Place) and not self.decision.form().is_formed

    @property
    def listed(self) -> list[Option]:
        """The answers worth listing; dice, words and long rows of numbers are simply typed."""
        if isinstance(self.decision, TypedDice | Words):
            return []
        return [] if isinstance(self.decision, Number) and len(self.options) > LONGEST_ROW else self.options

    @property
    def divides_lines(self) -> bool:
        """Whether a ; in a typed line begins the next answer."""
        return not isinstance(self.decision, Words | ChooseSeveral)

    def option(self, number: int) -> Option:
        """The answer with this number; barred ones go on counting behind the others."""
        listed = [*self.options, *self.barred]
        if not 1 <= number <= len(listed):
            raise refuse("", f"There is no answer {number}.", f"Answers are numbered 1 to {len(listed)}.")
        return listed[number - 1]

    def read(self, text: str, showing: Showing) -> Answer | None:
        """The answer that somebody typed, or None where it is none; a barred one is refused."""
        said = " ".join(text.split())
        decision = self.decision
        if isinstance(decision, TypedDice):
            return read_dice(said, decision)
        if isinstance(decision, Words):
            return text.removeprefix("say ").strip()
        if isinstance(decision, Number):
            return int(said) if re.fullmatch(r"[+-]?[0-9]{1,9}", said) else None
        if isinstance(decision, YesNo):
            return {"y": True, "yes": True, "1": True, "n": False, "no": False, "2": False}.get(
                said.casefold()
            )
        if isinstance(decision, ChooseSeveral):
            return self._several(said)
        if isinstance(decision, Allocate):
            return self._allocated(said, decision)
        if isinstance(decision, FillIn):
            return filled_in(said, decision, showing)
        return self._one(said, showing)

    def _one(self, said: str, showing: Showing) -> Answer | None:
        if not said and len(self.options) == 1:
            return self.options[0].answer
        if not said and (nodded := proposed(self.decision)) is not None:
            return nodded.answer
        words = said.casefold().removeprefix("proposal ").strip()
        if words.isdecimal():
            return self._chosen(self.option(int(words)))
        named = self._named(words)
        if named is not None:
            return self._chosen(named)
        if not self.is_measured:
            return None
        place = read_place(said, self.unit(showing), showing)
        return as_one_figure(place) if self.is_of_one_figure else place

    def _named(self, words: str) -> Option | None:
        """The answer of which these words are the name, or the beginning of nothing else."""
        if not words:
            return None
        listed = [*self.options, *self.barred]
        for names in ([_key(one) for one in listed], [one.label.casefold() for one in listed]):
            if words in names:
                return listed[names.index(words)]
        begun = [
            one for one in listed if _key(one).startswith(words) or one.label.casefold().startswith(words)
        ]
        return begun[0] if len(begun) == 1 else None

    def _chosen(self, option: Option) -> Answer:
        if option.refusal is not None:
            raise Refused(option.refusal)
        return option.answer

    def _several(self, said: str) -> Answer | None:
        words = said.casefold()
        if words in ("", "ok", "proposal") and self.proposed is not None:
            return self.proposed
        if words in ("none", "nothing", ""):
            return []
        if words == "all":
            return [one.answer for one in self.options]
        parts = [
            one for one in re.split(r"[,;]" if re.search(r"[,;]", words) else r"\s+", words) if one.strip()
        ]
        if not all(one.strip().isdecimal() for one in parts):
            named = [self._named(one.strip()) for one in parts]
            if any(one is None for one in named):
                return None
            return [self._chosen(one) for one in named if one is not None]
        return [self._chosen(self.option(int(one))) for one in parts]

    def _allocated(self, said: str, decision: Allocate) -> Answer | None:
        """A holder for each thing, in order; "ok" or a number takes an answer that is proposed."""
        form, parts = decision.form(), said.split()
        holders = {key.casefold(): key for key in form.holders}
        if said.casefold() in ("", "ok", "proposal") and self.options:
            return self.options[0].answer
        if len(parts) == 1 and parts[0].isdecimal() and parts[0] not in holders:
            return self._chosen(self.option(int(parts[0])))
        if len(parts) != len(form.things):
            return None
        # Holders may be counted as they are listed.
        holders |= {str(place): key for place, key in enumerate(form.holders, 1) if str(place) not in holders}
        given = [holders.get(one.casefold(), one) for one in parts]
        return dict(zip(form.things, given, strict=True))

    def unit(self, showing: Showing) -> Unit | None:
        """The unit that the question is about."""
        units = {one.id: one for one in showing.units}
        return next((units[one] for one in self.decision.about if one in units), None)

    def how(self) -> str:
        """How to answer, in one line."""
        decision = self.decision
        if isinstance(decision, TypedDice):
            return f"Type {decision.wanted}, as in {' '.join(['3'] * min(decision.count, 4))}."
        if isinstance(decision, ChooseSeveral):
            return self._how_several()
        if isinstance(decision, Allocate):
            return "Type who gets each thing, in order, or the number of an answer that is proposed."
        if isinstance(decision, FillIn):
            return f'Type fields with values, as in "1=2 3=1", or just Enter for "{self.options[0].label}".'
        if isinstance(decision, Number):
            return f"Type a number from {decision.least} to {decision.most}."
        if isinstance(decision, Words):
            return "Type what you say."
        if self.is_measured:
            return EXAMPLES_OF_ONE if self.is_of_one_figure else EXAMPLES
        nodded = proposed(self.decision)
        by_enter = "" if nodded is None else f', or just Enter for "{nodded.label}"'
        return f"Type a number or its words{by_enter}; ? for help."

    def _how_several(self) -> str:
        if self.proposed is None:
            return 'Type the numbers, as in "1 3", or "none".'
        places = {one.answer: number for number, one in enumerate(self.options, 1)}
        numbers = " ".join(str(places.get(one, one)) for one in self.proposed)
        return f"Type the numbers, or just Enter for what the program would choose: {numbers}."


def filled_in(said: str, decision: FillIn, showing: Showing) -> Answer | None:
    """Fields by their numbers, each with its value: "1=2 3=1"; nothing at all leaves the form as it is."""
    keys, given = list(decision.fields), {}
    for part in said.split():
        number, _, value = part.partition("=")
        if not number.isdecimal() or not 1 <= int(number) <= len(keys):
            return None
        key = keys[int(number) - 1]
        given[key] = asked(decision.fields[key].question).read(value, showing)
    return None if None in given.values() else given


def allocation_in_words(decision: Allocate, answer: Mapping[str, str]) -> str:
    """Who gets what, as a person says it."""
    form = decision.form()
    named = ((form.things.get(thing, thing), holder) for thing, holder in answer.items())
    return ", ".join(f"{thing} to {form.holders.get(holder, holder)}" for thing, holder in named)


def asked(decision: Decision) -> Asked:
    """The question with its answers."""
    return Asked(decision, decision.options(), decision.barred())


def read_dice(said: str, decision: TypedDice) -> list[int]:
    """Faces as typed: "3 4", "3,4" or, for dice of one digit, "34"."""
    parts = [one for one in re.split(r"[\s,;+]+", said) if one]
    if len(parts) == 1 and len(parts[0]) == decision.count and decision.sides < 10:
        parts = list(parts[0])
    if not parts or not all(one.isdecimal() and len(one) < 4 for one in parts):
        raise refuse("", f'"{said}" is no roll.', f"Type {decision.wanted}.")
    return [int(one) for one in parts]


def _key(option: Option) -> str:
    return option.answer.casefold() if isinstance(option.answer, str) else ""
