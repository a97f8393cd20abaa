"""Questions to seats. The kinds are few and closed; every question lists its answers late and checks exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from sandtable.kernel.refusal import Refusal, Refused, refuse

Answer = Any
"""Plain JSON data: a word, a number, a truth, a list or a mapping."""


class Chance(Protocol):
    """Whoever draws at random for a player; never for the rules."""

    def random(self) -> float: ...


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as it is shown to a person."""

    answer: Answer
    label: str
    rules: tuple[str, ...] = ()
    refusal: Refusal | None = None
    """Why it is not allowed now; None where it is."""
    facts: dict[str, Any] = msgspec.field(default_factory=dict)


class Candidate:
    """An answer that may be given if its check, made only when somebody asks, finds nothing against it."""

    __slots__ = ("check", "facts", "key", "label", "rules", "value")

    def __init__(
        self,
        key: str,
        label: str,
        value: Any = None,
        *,
        rules: tuple[str, ...] = (),
        check: Callable[[], Refusal | None] | None = None,
        facts: dict[str, Any] | None = None,
    ) -> None:
        self.key = key
        self.label = label
        self.value = key if value is None else value
        self.rules = rules
        self.check = check
        self.facts = facts

    def refusal(self) -> Refusal | None:
        """Why it may not be chosen, or None."""
        return None if self.check is None else self.check()

    def option(self, refusal: Refusal | None = None) -> Option:
        """The candidate as it is shown."""
        return Option(self.key, self.label, self.rules, refusal, self.facts or {})


class Decision:
    """A question to one seat."""

    kind: ClassVar[str]
    __slots__ = ("facts", "prompt", "rules", "seat")

    def __init__(
        self, seat: str, prompt: str, rules: tuple[str, ...], facts: dict[str, Any] | None = None
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        self.rules = rules
        self.facts = facts or {}

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self.rules[0]

    @property
    def seats(self) -> tuple[str, ...]:
        """Everyone who is asked."""
        return (self.seat,)

    def for_seat(self, seat: str) -> Decision | None:
        """What this seat is asked, or None."""
        return self if seat == self.seat else None

    def options(self) -> list[Option]:
        """Answers that are accepted, worked out now; for measured moves a choice of good ones."""
        raise NotImplementedError

    def barred(self) -> list[Option]:
        """Answers that a person might look for and that are not allowed, each with the reason."""
        return []

    def sample(self, chance: Chance) -> Answer:
        """A legal answer at random."""
        raise NotImplementedError

    def read(self, answer: Answer) -> Any:
        """What the answer means to the rules; raises `Refused` if it is not legal."""
        raise NotImplementedError

    def legal(self, answer: Answer) -> Refusal | None:
        """Why the answer is not accepted, or None if it is."""
        try:
            self.read(answer)
        except Refused as refused:
            return refused.refusals[0]
        return None

    def form(self) -> dict[str, Any]:
        """What a client needs to put the question, besides the options: plain data."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "prompt": self.prompt,
            "rules": list(self.rules),
            **self.facts,
        }


def _pick(chance: Chance, count: int) -> int:
    return int(chance.random() * count)


class ChooseOne(Decision):
    """Choose one of several things."""

    kind = "choose one"
    __slots__ = ("_candidates", "_made")

    def __init__(
        self,
        seat: str,
        prompt: str,
        rules: tuple[str, ...],
        candidates: Callable[[], Sequence[Candidate]],
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rules, facts)
        self._made = candidates

    def options(self) -> list[Option]:
        """Every candidate with nothing against it."""
        return [one.option() for one in self._made() if one.refusal() is None]

    def barred(self) -> list[Option]:
        """Every candidate with something against it, and what."""
        return [one.option(why) for one in self._made() if (why := one.refusal()) is not None]

    def sample(self, chance: Chance) -> Answer:
        """One of the options, each as likely as the other."""
        left = list(self._made())
        while left:
            place = _pick(chance, len(left))
            if left[place].refusal() is None:
                return left[place].key
            left[place] = left[-1]
            left.pop()
        raise AssertionError(f"no option at all: {self.prompt} ({self.rule})")

    def read(self, answer: Answer) -> Any:
        """The value of the chosen candidate."""
        candidates = self._made()
        for one in candidates:
            if one.key == answer:
                why = one.refusal()
                if why is not None:
                    raise Refused(why)
                return one.value
        known = ", ".join(one.key for one in candidates[:20])
        raise refuse(self.rule, f"{shown(answer)} is not one of the choices.", f"Choose one of: {known}.")


class YesNo(ChooseOne):
    """Do it or not."""

    kind = "yes or no"
    __slots__ = ()

    def __init__(
        self, seat: str, prompt: str, rules: tuple[str, ...], facts: dict[str, Any] | None = None
    ) -> None:
        super().__init__(seat, prompt, rules, _YES_NO, facts)

    def options(self) -> list[Option]:
        """Yes and no."""
        return [Option(True, "yes"), Option(False, "no")]

    def sample(self, chance: Chance) -> Answer:
        """Yes or no."""
        return chance.random() < 0.5

    def read(self, answer: Answer) -> bool:
        """The truth of it."""
        if not isinstance(answer, bool):
            raise refuse(self.rule, f"{shown(answer)} is neither yes nor no.", "Answer true or false.")
        return answer


def _YES_NO() -> Sequence[Candidate]:  # noqa: N802 - a constant in the shape of a function
    return ()


class ChooseSeveral(Decision):
    """Choose any number of things between two limits."""

    kind = "choose several"
    __slots__ = ("_check", "_made", "least", "most")

    def __init__(
        self,
        seat: str,
        prompt: str,
        rules: tuple[str, ...],
        candidates: Callable[[], Sequence[Candidate]],
        *,
        least: int = 0,
        most: int | None = None,
        check: Callable[[list[Any]], Refusal | None] | None = None,
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rules, facts)
        self._made = candidates
        self._check = check
        self.least = least
        self.most = most

    def options(self) -> list[Option]:
        """The things that may be among the chosen."""
        return [one.option() for one in self._made() if one.refusal() is None]

    def barred(self) -> list[Option]:
        """The things that may not, and why."""
        return [one.option(why) for one in self._made() if (why := one.refusal()) is not None]

    def sample(self, chance: Chance) -> Answer:
        """A legal selection at random; the fewest allowed where none is found in a few tries."""
        keys = [one.key for one in self._made() if one.refusal() is None]
        most = len(keys) if self.most is None else min(self.most, len(keys))
        for attempt in range(8):
            size = self.least + _pick(chance, most - self.least + 1) if attempt < 7 else self.least
            pool, chosen = list(keys), []
            for _ in range(size):
                chosen.append(pool.pop(_pick(chance, len(pool))))
            answer = [key for key in keys if key in chosen]
            if self._check is None or self.legal(answer) is None:
                return answer
        raise AssertionError(f"no legal selection found: {self.prompt} ({self.rule})")

    def read(self, answer: Answer) -> list[Any]:
        """The values of the chosen, in the order of the candidates."""
        if not isinstance(answer, list | tuple) or not all(isinstance(key, str) for key in answer):
            raise refuse(
                self.rule, f"{shown(answer)} is not a list of choices.", "Answer with a list of names."
            )
        candidates = {one.key: one for one in self._made()}
        if len(set(answer)) != len(answer):
            raise refuse(self.rule, "The same choice is named twice.", "Name each choice once.")
        for key in answer:
            if key not in candidates:
                known = ", ".join(list(candidates)[:20])
                raise refuse(self.rule, f"{shown(key)} is not one of the choices.", f"Choose among: {known}.")
            if (why := candidates[key].refusal()) is not None:
                raise Refused(why)
        most = len(candidates) if self.most is None else self.most
        if not self.least <= len(answer) <= most:
            raise refuse(self.rule, f"{len(answer)} chosen.", f"Choose {self.least} to {most}.")
        values = [one.value for key, one in candidates.items() if key in answer]
        if self._check is not None and (why := self._check(values)) is not None:
            raise Refused(why)
        return values

    def form(self) -> dict[str, Any]:
        """The question with its limits."""
        return {**super().form(), "least": self.least, "most": self.most}


class Allocate(Decision):
    """Give each of several things to somebody: dice to soldiers, successes to effects."""

    kind = "allocate"
    __slots__ = ("_check", "_holders", "_things")

    def __init__(
        self,
        seat: str,
        prompt: str,
        rules: tuple[str, ...],
        things: Mapping[str, str],
        holders: Mapping[str, str],
        *,
        check: Callable[[dict[str, str]], Refusal | None] | None = None,
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rules, facts)
        self._things = things
        self._holders = holders
        self._check = check

    def options(self) -> list[Option]:
        """One way to give everything away: all to whoever may have it, in order."""
        found = self._first_legal()
        return [] if found is None else [Option(found, "in order")]

    def _first_legal(self) -> dict[str, str] | None:
        """The first legal allocation, thing by thing, going back where a choice leads nowhere."""
        things, holders = list(self._things), list(self._holders)

        def extend(given: dict[str, str]) -> dict[str, str] | None:
            if len(given) == len(things):
                return given if self.legal(given) is None else None
            for holder in holders:
                found = extend({**given, things[len(given)]: holder})
                if found is not None:
                    return found
            return None

        return extend({})

    def sample(self, chance: Chance) -> Answer:
        """A legal allocation at random."""
        holders = list(self._holders)
        for _ in range(50):
            answer = {thing: holders[_pick(chance, len(holders))] for thing in self._things}
            if self.legal(answer) is None:
                return answer
        found = self._first_legal()
        assert found is not None, f"no legal allocation: {self.prompt} ({self.rule})"
        return found

    def read(self, answer: Answer) -> dict[str, str]:
        """Thing to holder."""
        if not isinstance(answer, dict) or set(answer) != set(self._things):
            raise refuse(
                self.rule,
                f"{shown(answer)} does not give away every thing once.",
                f"Give: {', '.join(self._things)}.",
            )
        for thing, holder in answer.items():
            if holder not in self._holders:
                raise refuse(
                    self.rule,
                    f"{thing} goes to {shown(holder)}, who is nobody.",
                    f"Holders: {', '.join(self._holders)}.",
                )
        given = {thing: answer[thing] for thing in self._things}
        if self._check is not None and (why := self._check(given)) is not None:
            raise Refused(why)
        return given

    def form(self) -> dict[str, Any]:
        """The question with things and holders."""
        return {**super().form(), "things": dict(self._things), "holders": dict(self._holders)}


class Planner(Protocol):
    """What a book puts behind a measured question: it proposes, samples and reads answers."""

    def proposals(self) -> Sequence[Option]: ...

    def sample(self, chance: Chance) -> Answer: ...

    def read(self, answer: Answer) -> Any: ...


class _Measured(Decision):
    """A question whose answers are places on the ground."""

    __slots__ = ("planner",)

    def __init__(
        self,
        seat: str,
        prompt: str,
        rules: tuple[str, ...],
        planner: Planner,
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rules, facts)
        self.planner = planner

    def options(self) -> list[Option]:
        """A few legal answers that the planner proposes."""
        return list(self.planner.proposals())

    def sample(self, chance: Chance) -> Answer:
        """A legal answer at random."""
        return self.planner.sample(chance)

    def read(self, answer: Answer) -> Any:
        """The plan that the answer stands for, checked exactly."""
        return self.planner.read(answer)


class Place(_Measured):
    """Put models or markers on the ground."""

    kind = "place"
    __slots__ = ()


class Move(_Measured):
    """Move models along paths."""

    kind = "move"
    __slots__ = ()


class TargetArea(_Measured):
    """Lay a template on the ground."""

    kind = "target area"
    __slots__ = ()


class Number(Decision):
    """Name a whole number between two limits."""

    kind = "number"
    __slots__ = ("least", "most")

    def __init__(
        self,
        seat: str,
        prompt: str,
        rules: tuple[str, ...],
        least: int,
        most: int,
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rules, facts)
        self.least = least
        self.most = most

    def options(self) -> list[Option]:
        """The numbers, at most a hundred of them."""
        return [
            Option(number, str(number)) for number in range(self.least, min(self.most, self.least + 99) + 1)
        ]

    def sample(self, chance: Chance) -> Answer:
        """Any of the numbers."""
        return self.least + _pick(chance, self.most - self.least + 1)

    def read(self, answer: Answer) -> int:
        """The number."""
        if isinstance(answer, bool) or not isinstance(answer, int) or not self.least <= answer <= self.most:
            raise refuse(
                self.rule,
                f"{shown(answer)} is not such a number.",
                f"Name a whole number from {self.least} to {self.most}.",
            )
        return answer

    def form(self) -> dict[str, Any]:
        """The question with its limits."""
        return {**super().form(), "least": self.least, "most": self.most}


class Words(Decision):
    """Say something in words."""

    kind = "words"
    __slots__ = ("longest",)

    def __init__(
        self,
        seat: str,
        prompt: str,
        rules: tuple[str, ...],
        longest: int = 2000,
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rules, facts)
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


class TypedDice(Decision):
    """Enter dice rolled on the real table."""

    kind = "typed dice"
    __slots__ = ("count", "sides")

    def __init__(
        self,
        seat: str,
        prompt: str,
        rules: tuple[str, ...],
        count: int,
        sides: int,
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rules, facts)
        self.count = count
        self.sides = sides

    def options(self) -> list[Option]:
        """The faces of a single die; larger rolls are typed."""
        if self.count > 1:
            return [Option([1] * self.count, "all ones")]
        return [Option([face], str(face)) for face in range(1, self.sides + 1)]

    def sample(self, chance: Chance) -> Answer:
        """Roll them."""
        return [1 + _pick(chance, self.sides) for _ in range(self.count)]

    def read(self, answer: Answer) -> tuple[int, ...]:
        """The faces."""
        fine = isinstance(answer, list | tuple) and len(answer) == self.count
        if not fine or not all(type(face) is int and 1 <= face <= self.sides for face in answer):
            raise refuse(
                self.rule,
                f"{shown(answer)} is not such a roll.",
                f"Type {self.count} numbers from 1 to {self.sides}.",
            )
        return tuple(answer)

    def form(self) -> dict[str, Any]:
        """The question with the number of dice and their sides."""
        return {**super().form(), "count": self.count, "sides": self.sides}


class Together(Decision):
    """Several seats choose in secret, and all choices are shown together."""

    kind = "simultaneous secret choice"
    __slots__ = ("parts",)

    def __init__(self, prompt: str, rules: tuple[str, ...], parts: Mapping[str, Decision]) -> None:
        super().__init__("", prompt, rules)
        self.parts = dict(parts)

    @property
    def seats(self) -> tuple[str, ...]:
        """Everyone who is asked."""
        return tuple(self.parts)

    def for_seat(self, seat: str) -> Decision | None:
        """The part that this seat is asked."""
        return self.parts.get(seat)


def shown(answer: Answer) -> str:
    """An answer as it stands in an error, never longer than a line."""
    text = repr(answer)
    return text if len(text) <= 60 else text[:57] + "..."
