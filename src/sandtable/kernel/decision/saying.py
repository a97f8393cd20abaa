"""Questions answered by a number, by words or by the dice of the real table."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.decision.forms import Counting, Rolling, Saying
from sandtable.kernel.decision.question import Answer, Chance, Decision, Option, pick, shown
from sandtable.kernel.refusal import Refused, refuse

TEN = 10
"""A die of so many sides mostly shows its 10 as a 0."""


class Number(Decision):
    """Name a whole number between two limits."""

    kind = "number"
    __slots__ = ("least", "most")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        least: int,
        most: int,
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
    ) -> None:
        super().__init__(seat, topic, prompt, rules, facts, about)
        self.least = least
        self.most = most

    def options(self) -> list[Option]:
        """The numbers, at most a hundred of them."""
        return [
            Option(number, str(number)) for number in range(self.least, min(self.most, self.least + 99) + 1)
        ]

    def sample(self, chance: Chance) -> Answer:
        """Any of the numbers."""
        return self.least + pick(chance, self.most - self.least + 1)

    def read(self, answer: Answer) -> int:
        """The number."""
        if isinstance(answer, bool) or not isinstance(answer, int) or not self.least <= answer <= self.most:
            raise refuse(
                self.rule,
                f"{shown(answer)} is not such a number.",
                f"Name a whole number from {self.least} to {self.most}.",
            )
        return answer

    def form(self) -> Counting:
        """The limits."""
        return Counting(self.least, self.most)


class Words(Decision):
    """Say something in words."""

    kind = "words"
    __slots__ = ("longest",)

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        longest: int = 2000,
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
    ) -> None:
        super().__init__(seat, topic, prompt, rules, facts, about)
        self.longest = longest

    def options(self) -> list[Option]:
        """Saying nothing is always allowed."""
        return [Option("", "say nothing")]

    def sample(self, chance: Chance) -> Answer:
        """Silence."""
        return ""

    def read(self, answer: Answer) -> str:
        """The words."""
        if not isinstance(answer, str) or len(answer) > self.longest:
            raise refuse(
                self.rule, "That is not a text of the allowed length.", f"At most {self.longest} characters."
            )
        return answer

    def form(self) -> Saying:
        """How long the text may be."""
        return Saying(self.longest)


class TypedDice(Decision):
    """Enter dice rolled on the real table."""

    kind = "typed dice"
    __slots__ = ("count", "is_sum", "need", "purpose", "sides")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        count: int,
        sides: int,
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
        *,
        purpose: str = "",
        need: int | None = None,
        is_sum: bool = False,
    ) -> None:
        super().__init__(seat, topic, prompt, rules, facts, about)
        self.is_sum = is_sum
        self.count = count
        self.sides = sides
        self.purpose = purpose
        self.need = need

    def options(self) -> list[Option]:
        """The faces of a single die; larger rolls are typed."""
        if self.count > 1:
            return [Option([1] * self.count, "all ones")]
        return [Option([face], str(face)) for face in range(1, self.sides + 1)]

    def sample(self, chance: Chance) -> Answer:
        """Roll them."""
        return [1 + pick(chance, self.sides) for _ in range(self.count)]

    def read(self, answer: Answer) -> tuple[int, ...]:
        """The faces; a ten-sided die with a 0 shows its 10."""
        if not isinstance(answer, list | tuple) or not all(type(face) is int for face in answer):
            raise self._refused(f"{shown(answer)} is not such a roll.")
        if len(answer) != self.count:
            raise self._refused(f"{len(answer)} typed, {self.count} asked for.")
        faces = tuple([face or self.sides if self.sides == TEN else face for face in answer])
        for face in faces:
            if not 1 <= face <= self.sides:
                raise self._refused(f"{shown(face)} is no face of a D{self.sides}.")
        return faces

    def _refused(self, reason: str) -> Refused:
        return refuse(self.rule, reason, f"Type {self.wanted}.")

    @property
    def wanted(self) -> str:
        """What is to be typed."""
        return f"{self.count} number{'' if self.count == 1 else 's'} from 1 to {self.sides}"

    def form(self) -> Rolling:
        """The number of dice and their sides, what they are for and what they need."""
        return Rolling(self.count, self.sides, self.purpose, self.need, self.is_sum)
