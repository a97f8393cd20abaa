"""Questions whose answers are places on the ground; the book's planner proposes, samples and reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from sandtable.kernel.decision.forms import Measuring
from sandtable.kernel.decision.question import Answer, Chance, Decision, Option, as_written, pick, shown
from sandtable.kernel.refusal import refuse

ANYWHERE = Measuring()
"""What is placed or moved where a book says no more of it."""


class Planner(Protocol):
    """What a book puts behind a measured question: it proposes, samples and reads answers.

    One that can `seek()` finds its proposals one by one, because each takes its time.
    """

    def proposals(self) -> Sequence[Option]: ...

    def sample(self, chance: Chance) -> Answer:
        """A legal answer at random; a planner that says no more draws one of its proposals."""
        proposals = self.proposals()
        return proposals[pick(chance, len(proposals))].answer

    def read(self, answer: Answer) -> Any: ...


class ListedPlanner(Planner):
    """A planner that proposes every legal answer, because there are but a few."""

    def __init__(self, rule: str, options: Sequence[Option], remedy: str) -> None:
        self._rule = rule
        self._options = options
        self._remedy = remedy

    def proposals(self) -> Sequence[Option]:
        """All of them."""
        return self._options

    def read(self, answer: Answer) -> Answer:
        """The answer, if it is one of them."""
        # Written down, 1, 1.0 and true differ.
        if as_written([answer]) not in [as_written([one.answer]) for one in self._options]:
            raise refuse(self._rule, f"{shown(answer)} is no such place.", self._remedy)
        return answer


class _Measured(Decision):
    """A question whose answers are places on the ground."""

    __slots__ = ("_form", "planner")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        planner: Planner,
        form: Measuring = ANYWHERE,
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] | None = None,
    ) -> None:
        if about is None:
            about = (form.unit,) if form.unit else ()
        super().__init__(seat, topic, prompt, rules, facts, about)
        self.planner = planner
        self._form = form

    def form(self) -> Measuring:
        """What is placed or moved, and how far."""
        return self._form

    def options(self) -> list[Option]:
        """A few legal answers that the planner proposes."""
        return list(self.planner.proposals())

    @property
    def is_listed_late(self) -> bool:
        """Whether the planner seeks its proposals one by one."""
        return hasattr(self.planner, "seek")

    def first_option(self) -> Option:
        """The first answer that the planner proposes."""
        seek: Callable[[], Iterator[Option]] | None = getattr(self.planner, "seek", None)
        return self.options()[0] if seek is None else next(seek())

    def sample(self, chance: Chance) -> Answer:
        """A legal answer at random."""
        return self.planner.sample(chance)

    def read(self, answer: Answer) -> Any:
        """The plan that the answer stands for, checked exactly."""
        return self.planner.read(answer)

    def look_again(self) -> None:
        """The planner forgets what it has worked out, where it remembers anything."""
        super().look_again()
        forget = getattr(self.planner, "look_again", None)
        if forget is not None:
            forget()

    def cost_in_words(self, answer: Answer) -> str:
        """What a legal plan takes, where the planner can tell."""
        tell = getattr(self.planner, "cost_in_words", None)
        return "" if tell is None else str(tell(answer))


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
