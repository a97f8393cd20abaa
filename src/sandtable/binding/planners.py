"""Planners: what a book puts behind a question whose answers are places on the ground.

A planner knows which answers there are. It reads one and says why another is refused, proposes some and
draws one at random. What is legal is said once, where a plan is checked; the others are tried against it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.binding.plotting import PROPOSAL, point_in
from sandtable.kernel.decision import Answer, Chance, Option, shown
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.table.measure import Box, Point
from sandtable.table.terrain import Ground

Plan = TypeVar("Plan")


@dataclass(eq=False)
class Planner(ABC, Generic[Plan]):
    """Reads the answers to a measured question as plans of one kind."""

    rule: str
    """The rule that is cited where no other says more."""
    _known: tuple[Answer, Plan] | None = field(default=None, init=False)

    @abstractmethod
    def plan_of(self, answer: Answer) -> Plan:
        """The plan that an answer stands for, checked exactly; raises `Refused` where there is none."""

    @abstractmethod
    def proposals(self) -> Sequence[Option]:
        """Some answers that are accepted, the best first."""

    @abstractmethod
    def sample(self, chance: Chance) -> Answer:
        """An answer at random that is accepted."""

    def read(self, answer: Answer) -> Plan:
        """The plan that an answer stands for, or the proposal; the last one is remembered."""
        if self._known is None or answer != self._known[0]:
            self.remember(answer, self.plan_of(self.proposed() if answer == PROPOSAL else answer))
        assert self._known is not None
        return self._known[1]

    def proposed(self) -> Answer:
        """What the program proposes first."""
        first = next(iter(self.proposals()), None)
        if first is None:
            raise refuse(self.rule, f"There is no room for {self.what_is_placed}.", "Make room first.")
        return first.answer

    @property
    def what_is_placed(self) -> str:
        """Whom or what there may be no room for."""
        return "that"

    def accepts(self, answer: Answer) -> bool:
        """Whether an answer is legal; if so its plan is remembered."""
        try:
            self.read(answer)
        except Refused:
            return False
        return True

    def accepted(self, options: Iterable[Option]) -> Iterator[Option]:
        """Those among some options that are legal, each tried when somebody wants it."""
        return (one for one in options if self.accepts(one.answer))

    def remember(self, answer: Answer, plan: Plan) -> None:
        """Keep the plan of an answer that is known to be legal, for the next reader."""
        self._known = (answer, plan)

    def look_again(self) -> None:
        """Forget what was worked out: something on the table has changed."""
        self._known = None


class PointPlanner(Planner[Point]):
    """Where one thing may be put; its middle is the answer."""

    called: ClassVar[str] = "place"
    """What an answer should have been."""
    forms: ClassVar[str] = 'Answer {"at": [x, y]}.'
    offered_as: ClassVar[str] = "a free place"

    @abstractmethod
    def why_not(self, at: Point) -> Refusal | None:
        """What bars this place."""

    def is_free(self, at: Point) -> bool:
        """Whether nothing bars this place."""
        return self.why_not(at) is None

    def plan_of(self, answer: Answer) -> Point:
        """The place that an answer names, checked exactly."""
        at = self.place_in(answer)
        if (why := self.why_not(at)) is not None:
            raise Refused(why)
        return at

    def place_in(self, answer: Answer) -> Point:
        """The place that an answer names, wherever that is."""
        at = point_in(answer["at"]) if isinstance(answer, dict) and set(answer) == {"at"} else None
        if at is None:
            raise refuse(self.rule, f"{shown(answer)} is no {self.called}.", self.forms)
        return at

    def answer_at(self, at: Point) -> Answer:
        """The answer that names a place."""
        return {"at": list(at)}

    def option_at(self, at: Point) -> Option:
        """A place that is proposed."""
        return Option(self.answer_at(at), self.offered_as, (self.rule,), places=(at,))


class ZonePlanner(PointPlanner):
    """Where one thing may be put in a zone: anywhere at random, or at a free place that a search finds."""

    tries: ClassVar[int] = 40
    """How many places are drawn before one of those is taken that a search finds."""
    digits: ClassVar[int] = 3
    """How exactly places are drawn."""

    @property
    @abstractmethod
    def box(self) -> Box:
        """An upright box around all that is legal."""

    @abstractmethod
    def free_places(self) -> Sequence[Point]:
        """Free places that a search finds, always the same."""

    def proposals(self) -> Sequence[Option]:
        """The free places."""
        return [self.option_at(at) for at in self.free_places()]

    def sample(self, chance: Chance) -> Answer:
        """A free place at random."""
        west, south, east, north = self.box
        for _ in range(self.tries):
            x, y = west + (east - west) * chance.random(), south + (north - south) * chance.random()
            at = (round(x, self.digits), round(y, self.digits))
            if self.is_free(at):
                return self.answer_at(at)
        # In a narrow zone only some of the places that are found may be free.
        found = self.free_places()
        if not found:
            raise AssertionError(f"no legal place for {self.what_is_placed} ({self.rule})")
        return self.answer_at(found[int(chance.random() * len(found))])


@dataclass(eq=False)
class AimPlanner(PointPlanner):
    """Which point of the ground is aimed at: any legal one, and of some worth looking at the best first."""

    called = "point"
    most_proposals: ClassVar[int] = 8

    _ground: Ground
    _spots: Callable[[], Sequence[Point]]
    _why_not: Callable[[Point], Refusal | None]
    _judge: Callable[[Point], Mapping[str, Any]]
    _label: Callable[[Mapping[str, Any]], str]
    _legal: list[Point] | None = field(default=None, init=False)

    def place_in(self, answer: Answer) -> Point:
        """The point that an answer names; what else it says is not looked at."""
        return super().place_in(
            {"at": answer["at"]} if isinstance(answer, dict) and "at" in answer else answer
        )

    def look_again(self) -> None:
        """Look at every spot anew."""
        super().look_again()
        self._legal = None

    def legal_spots(self) -> list[Point]:
        """The spots worth looking at that are legal."""
        if self._legal is None:
            self._legal = [one for one in self._spots() if self._why_not(one) is None]
        return self._legal

    def proposals(self) -> Sequence[Option]:
        """The best points, by the `worth` that each is judged to have."""
        judged = [(self._judge(one), one) for one in self.legal_spots()]
        judged.sort(key=lambda pair: (-float(pair[0].get("worth", 0.0)), pair[1]))
        return [
            Option(
                self.answer_at(at),
                self._label(facts),
                (self.rule,),
                facts={name: one for name, one in facts.items() if name not in ("need", "chance")},
                about=tuple(facts.get("figures", ())),
                need=facts.get("need"),
                chance=facts.get("chance"),
            )
            for facts, at in judged[: self.most_proposals]
        ]

    def sample(self, chance: Chance) -> Answer:
        """One of the legal spots, each as likely as the other; none is looked at in vain."""
        left = list(self._spots()) if self._legal is None else list(self._legal)
        while left:
            at = left.pop(int(chance.random() * len(left)))
            if self._legal is not None or self._why_not(at) is None:
                return self.answer_at(at)
        raise AssertionError(f"no legal point: {self.rule}")

    def why_not(self, at: Point) -> Refusal | None:
        """What bars this point; none is off the table."""
        if not (0.0 <= at[0] <= self._ground.width and 0.0 <= at[1] <= self._ground.depth):
            return Refusal(self.rule, "The point is off the table.", "Aim at a point on the table.")
        return self._why_not(at)
