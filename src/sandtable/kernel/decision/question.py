"""A question to one seat, and what its answers are made of."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, ClassVar, Literal, Protocol, Self, TypeAlias

import msgspec

from sandtable.kernel.decision.forms import Brings, Choosing, Form
from sandtable.kernel.refusal import Refusal, Refused, refuse

Answer = Any
"""Plain JSON data: a word, a number, a truth, a list or a mapping."""


class Chance(Protocol):
    """A source that draws at random for a player; never for the rules."""

    def random(self) -> float: ...


PointsAt: TypeAlias = Literal["deed", "ground", "unit", "who"]
"""What a question asks for that follows an answer: what somebody does, a point, whom it is done to, or who
acts next, where somebody is done."""
PASS = "pass"
"""The deed of whatever lets everything that is offered go by."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as it is shown to a person."""

    answer: Answer
    label: str
    rules: tuple[str, ...] = ()
    refusal: Refusal | None = None
    """Why it is not allowed now; None where it is."""
    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    means: str = ""
    """What it leads to, in a sentence for somebody who has not read the book."""
    about: tuple[str, ...] = ()
    """The ids of units, figures, markers and pieces that it concerns, the first one first of all."""
    group: str = ""
    """Under which word screens fold it where there are many: "Tactics"; empty for what stays in sight."""
    need: int | None = None
    """The number that the first die must reach, where it leads to a roll at once."""
    chance: float | None = None
    """How likely that is, where the book knows."""
    shares: tuple[int, ...] = ()
    """How many dice or the like go to each of those that it is about, where they are divided."""
    places: tuple[tuple[float, float], ...] = ()
    """Where the bases stand, or would stand, so that screens draw it."""
    verb: str = ""
    """What choosing it does, as a button says it; empty where the label says that."""
    short: str = ""
    """What tells it from others of its group, or of whom it is about, where their name stands beside it."""
    deed: str = ""
    """What is done by it, where its answer is not that name itself: "shoot" of "shoot B1", "pass"."""
    points_at: tuple[PointsAt, ...] = ()
    """What the questions that follow it ask for, what it is mostly for first; nothing if it is done."""
    cost: int | None = None
    """How much of the purse of whom it is about it takes; None where nothing is paid."""
    brings: tuple[Brings, ...] = ()
    """What comes of it, figure by figure, so that several can be compared at a look."""
    warns: str = ""
    """What is lost by it, so that screens ask once before it is given; empty where nothing is."""

    @property
    def named(self) -> str:
        """What is done by it, as a player who names a deed would."""
        return self.deed or (self.answer if isinstance(self.answer, str) else "")


class Candidate(msgspec.Struct, eq=False):
    """An answer that may be given if its check, made only when somebody asks, finds nothing against it."""

    key: str
    label: str
    value: Any = None
    """What it means to the rules; None where that is its key."""
    rules: tuple[str, ...] = ()
    check: Callable[[], Refusal | None] | None = None
    facts: dict[str, Any] | None = None
    found: tuple[Refusal | None] | None = None
    """What the check has found, once it was made."""
    means: str | Callable[[], str] = ""
    """What it leads to, in a sentence; worked out only when somebody looks at it."""
    about: tuple[str, ...] = ()
    group: str = ""
    need: int | None = None
    chance: float | None = None
    shares: tuple[int, ...] = ()
    places: tuple[tuple[float, float], ...] = ()
    verb: str = ""
    short: str = ""
    deed: str = ""
    points_at: tuple[PointsAt, ...] = ()
    cost: int | None = None
    brings: tuple[Brings, ...] = ()
    warns: str = ""

    def meaning(self) -> Any:
        """What it means to the rules."""
        return self.key if self.value is None else self.value

    def refusal(self) -> Refusal | None:
        """Why it may not be chosen, or None; looked up once, nothing changes while the question is open."""
        if self.check is None:
            return None
        if self.found is None:
            self.found = (self.check(),)
        return self.found[0]

    def option(self, refusal: Refusal | None = None) -> Option:
        """The candidate as it is shown."""
        means = self.means if isinstance(self.means, str) else self.means()
        return Option(
            self.key, self.label, self.rules, refusal, self.facts or {}, means,
            self.about, self.group, self.need, self.chance, self.shares, self.places, self.verb,
            self.short, self.deed, self.points_at, self.cost, self.brings,
            self.warns,
        )  # fmt: skip


class Hint(msgspec.Struct, frozen=True):
    """A word to a newcomer at the moment it matters: a few plain sentences with the rules behind them."""

    text: str
    rules: tuple[str, ...] = ()


Bars = Callable[["Decision", str], Refusal | None]
"""Says which rule bars a word that is no answer to a question; None where it knows nothing of the word."""


class Decision:
    """A question to one seat."""

    kind: ClassVar[str]
    __slots__ = ("_bars", "_judged", "about", "facts", "hint", "prompt", "rules", "seat", "to", "topic")

    def __init__(
        self,
        seat: str,
        topic: str,
        prompt: str,
        rules: tuple[str, ...],
        facts: dict[str, Any] | None = None,
        about: tuple[str, ...] = (),
    ) -> None:
        self.seat = seat
        self.topic = topic
        """What is asked, in the book's words for programs: "choose order", "snap fire"; never shown."""
        self.prompt = prompt
        self.rules = rules
        self.facts = facts or {}
        """What else the book knows of the moment, for its adviser and for programs; no screen reads it."""
        self.about = about
        """The ids of the units that are asked about, the one that acts first of all."""
        self.hint: Hint | None = None
        """A word to a newcomer that is told with it."""
        self.to: tuple[str, ...] | None = None
        """Who may know the answer once it is given; None for everybody."""
        self._judged: tuple[bytes, Any] | None = None
        """The last answer that was found legal, as it is written down, and what it means."""
        self._bars: tuple[Bars, ...] = ()

    def explained(self, bars: Bars) -> Self:
        """The same question, which can say of more words what bars them; looked up only for who tries one."""
        self._bars = (*self._bars, bars)
        return self

    def why_barred(self, word: Answer) -> Refusal | None:
        """What bars a word that is none of the answers and still means something in the game."""
        if isinstance(word, str):
            for bars in self._bars:
                if (why := bars(self, word)) is not None:
                    return why
        return None

    def secretly(self, *confidants: str) -> Self:
        """The same question, whose answer only the confidants may know until the rules tell it."""
        self.to = (self.seat, *confidants)
        return self

    @property
    def secret(self) -> bool:
        """Whether the answer is kept from somebody."""
        return self.to is not None

    def shows_answer_to(self, seat: str | None) -> bool:
        """Whether the seat may know the answer once it is given."""
        return self.to is None or seat in self.to

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

    @property
    def is_listed_late(self) -> bool:
        """Whether finding all options takes so long that it waits until somebody asks for them."""
        return False

    def first_option(self) -> Option:
        """The first of the options, without the others where each has to be found."""
        return self.options()[0]

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
            value = self.read(answer)
        except Refused as refused:
            return refused.refusals[0]
        self._remember(answer, value)
        return None

    def _remember(self, answer: Answer, value: Any) -> None:
        # Words and numbers are read at once; long answers are mostly given right after they were judged.
        written = as_written(answer)
        self._judged = None if written is None else (written, value)

    def meaning(self, answer: Answer) -> Any:
        """The same as `read` for plain data; an answer that was just found legal is not judged again."""
        judged, self._judged = self._judged, None
        if judged is not None and judged[0] == as_written(answer):
            return judged[1]
        return self.read(answer)

    def recall(self, answer: Answer) -> Any:
        """What an answer means that was accepted once, at this very question."""
        return self.read(answer)

    def look_again(self) -> None:
        """Something else than an answer has changed the state; what was worked out no longer counts."""
        self._judged = None

    def in_words(self, answer: Answer) -> str:
        """An answer as people read it; empty where only the ground can show it."""
        return str(answer) if isinstance(answer, int | str) else ""

    def form(self) -> Form:
        """What a client needs to put a question of this kind, besides the options."""
        return Choosing()

    def as_data(self) -> dict[str, Any]:
        """All that is put to the seat besides the answers, as plain data."""
        return {
            "kind": self.kind,
            "topic": self.topic,
            "seat": self.seat,
            "prompt": self.prompt,
            "rules": list(self.rules),
            "about": list(self.about),
            "form": msgspec.to_builtins(self.form()),
            "facts": self.facts,
            "hint": msgspec.to_builtins(self.hint),
        }


def as_written(answer: Answer) -> bytes | None:
    """A list or a mapping as it is written down, in which 1, 1.0 and true differ; None for anything else."""
    if type(answer) not in (list, dict):
        return None
    try:
        return msgspec.json.encode(answer)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None


def pick(chance: Chance, count: int) -> int:
    """One of so many places, each as likely as the other."""
    return int(chance.random() * count)


def shown(answer: Answer) -> str:
    """An answer as it stands in an error, never longer than a line."""
    try:
        text = repr(answer)
    except (ValueError, RecursionError):
        # A number of thousands of digits, or lists inside lists without end.
        return "an answer beyond all measure"
    return text if len(text) <= 60 else text[:57] + "..."


MOST_NESTING = 20
"""How many lists and mappings may stand inside each other in an answer; no question asks for more."""


_WORDS = frozenset((str,))


def plain(answer: Answer, depth: int = 0) -> Answer:
    """A copy of the answer as JSON knows it; anything else is refused."""
    kind = type(answer)
    if kind is str:
        # A lone surrogate is no character that can be written down.
        if answer.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in answer):
            return answer
    elif kind is float:
        if isfinite(answer):
            return answer
    elif kind is int or kind is bool or answer is None:
        return answer
    elif depth < MOST_NESTING:
        if kind is dict or isinstance(answer, dict):
            if _WORDS.issuperset(map(type, answer)):
                return {plain(key): plain(one, depth + 1) for key, one in answer.items()}
        elif kind is list or isinstance(answer, list | tuple):
            return [
                one if (type(one) is float and isfinite(one)) or type(one) is int else plain(one, depth + 1)
                for one in answer
            ]
    raise refuse(
        "", "The answer is not plain data.", "Answer with words, finite numbers, lists and mappings."
    )
