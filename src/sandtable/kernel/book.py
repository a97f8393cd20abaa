"""What a rulebook must say of itself for the kernel to play it."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from sandtable.kernel.advice import Adviser, NoOpinion
from sandtable.kernel.decision import Answer, Chance, Decision, Hint
from sandtable.kernel.decision.standing import Standing
from sandtable.kernel.dice import For
from sandtable.kernel.event import ROLLED, Event, Harm, fact_in_words
from sandtable.kernel.offers import Cover, ForceVerdict, Offers, ScenarioOffer
from sandtable.kernel.play import Play
from sandtable.kernel.readiness import make_structs_ready
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.kernel.safe_yaml import convert
from sandtable.kernel.state import State, copy_state, fingerprint

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

S = TypeVar("S", bound=State)

NO_OPINION = NoOpinion()


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[str, ...]
    """The seats that won, more than one where they share a side; none in a draw, or if the book won."""
    points: dict[str, int]
    """Points by seat or side, as the book counts them."""
    why: str
    rules: tuple[str, ...] = ()

    @classmethod
    def by_points(cls, points: dict[str, int], why: str, *rules: str) -> Result:
        """The seat with most points wins; seats with equally many share it."""
        best = max(points.values())
        return cls(tuple(seat for seat in points if points[seat] == best), points, why, rules)


Ruling = Callable[[Play[Any], str, dict[str, Any]], Coroutine[Any, Any, None]]
"""A ruling checks its facts, raising `Refused`, and then changes the state."""


Places = frozenset[tuple[float, float]]
"""Where the models of something stand, whatever the order."""


class Needs(msgspec.Struct, frozen=True):
    """What somebody who plays with real miniatures has to know before anything stands on the table."""

    ready: tuple[str, ...] = ()
    """What lies ready beside the table, each in a few words."""
    edge: str = ""
    """The edge at which the player sits, where the book says so."""


class Book(ABC, Generic[S]):
    """One rulebook: its state, its steps of play and its secrets."""

    id: ClassVar[str]
    title: ClassVar[str]
    prefix: ClassVar[str]
    version: ClassVar[str] = "1"
    """Raised whenever the rules play otherwise than before; records are re-run only where it agrees."""
    plays_like: ClassVar[tuple[str, ...]] = ()
    """Earlier versions that play alike and only wrote their states otherwise; `renewed` reads those."""
    state_type: type[S]
    cover: ClassVar[Cover] = Cover()
    """How it looks on the shelf."""
    scenarios: ClassVar[tuple[ScenarioOffer, ...]] = ()
    """What can be played, where a lobby needs to know no more."""
    headings: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that open a part of the story: a round, a turn, a phase."""
    activations: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events with which a unit begins to act, the first that their facts name."""
    answers_at_once: ClassVar[bool] = False
    """Whether what follows from an answer takes but a moment, because the book itself never plans a move.
    A server that plays several games at a time need not carry such answers out beside the others."""
    rolls_for_nobody: ClassVar[bool] = False
    """Whether dice that belong to no seat are always the program's, even where players roll their own."""
    standing: ClassVar[Standing] = Standing()
    """What a seat may order once for all questions of a kind, and what nothing but its own word answers."""
    answer_words: ClassVar[tuple[str, ...]] = ()
    """The names by which an answer tells places and paths, such as `models`, where the book has such."""

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> S:
        """The state before the first step of setup; raises `Refused` for anything that is not legal.

        A book that begins always alike need not write this: its state begins as its fields say.
        """
        self.refuse_unknown(scenario)
        if options:
            raise refuse("", f"{self.title} has no switches.", f"Leave out {', '.join(options)}.")
        return self.state_type()

    def refuse_unknown(self, scenario: str | None) -> None:
        """Refuse a scenario that the book does not offer."""
        known = tuple(one.id for one in self.offers().scenarios)
        if scenario is not None and scenario not in known:
            raise refuse(
                "", f'There is no scenario "{scenario}".', f"Scenarios: {', '.join(known) or 'none'}."
            )

    def offers(self) -> Offers:
        """What a lobby may offer of this book: scenarios, ready forces, switches."""
        return Offers(("A", "B"), self.scenarios)

    def check_force(
        self, force: Any, options: Mapping[str, Any], against: Sequence[Any] = ()
    ) -> ForceVerdict:
        """Whether a force that somebody has written is legal, with every reason against it.

        Raises `Refused` where the options themselves cannot be read.
        """
        return ForceVerdict(True)

    def build_force(self, name: str, units: Sequence[str]) -> Any:
        """A force of this name made of units, each written as a roster of the book writes it."""
        return "\n".join([name, *units]) + "\n"

    def random_force(self, chance: Chance, options: Mapping[str, Any]) -> Any:
        """A force rolled up by the book's own way; None where it has none."""
        return None

    def force_after(self, force: Any, state: S, seat: str) -> str | None:
        """A seat's force as text, as it goes from this finished game into its next; None where none does."""
        return None

    def chronicle(self, state: S) -> Mapping[str, Any] | None:
        """What a finished game adds to a ledger that an installation keeps of all its games, or nothing.

        `sides` lists for each side its `people`, whether it `won`, and its `renown`.
        """
        return None

    def renewed(self, state: dict[str, Any], version: str) -> dict[str, Any]:
        """A state that an earlier version has written, as this one writes it; both as plain data."""
        return state

    @abstractmethod
    async def step(self, play: Play[S]) -> None:
        """Play one step from the state alone; the kernel makes a checkpoint before each."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it runs."""

    def seats(self, state: S) -> tuple[str, ...]:
        """Everyone who may be asked something, in seat order.

        A state that has `seats` names the players, one that has a `master` the seat of a Game Master after
        them; otherwise they are the seats of an ordinary game.
        """
        players: tuple[str, ...] = getattr(state, "seats", ()) or self.offers().seats
        master = getattr(state, "master", "")
        return (*players, master) if master else players

    def round_of(self, state: S) -> int:
        """The number of the round that is played; orders for one round hold as long as it is the same."""
        number: int = getattr(state, "round", 0)
        return number

    def hide(self, state: S, seat: str | None) -> S:
        """A copy of the state without what the seat may not know; None stands for a watcher.

        A book without secrets need not write this.
        """
        return copy_state(state)

    def audience(self, state: S, kind: str, facts: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Who may know of a fact, or of a roll, whose rule does not say so itself; None for all.

        A book in which sight decides it need not say it at every single fact.
        """
        return None

    def hide_beside(self, public: S, state: S, seat: str) -> S:
        """What `hide` leaves a seat; parts of what it leaves a watcher may be shared."""
        return self.hide(state, seat)

    def imagine(self, state: S, seat: str, chance: Chance) -> S:
        """A whole state that the seat may believe in: what was hidden is filled in at random."""
        return copy_state(state)

    def twins(self, state: S, seat: str, chance: Chance) -> tuple[S, S]:
        """Two whole states that the seat cannot tell apart; for the check that nothing leaks."""
        return copy_state(state), self.imagine(self.hide(state, seat), seat, chance)

    def why_barred(self, state: S, question: Decision, word: str) -> Refusal | None:
        """Which rule bars a word of the game as an answer; None for a word that means nothing here.

        The state is what the asked seat may know. It is called only for words that are no answers.
        """
        return None

    def hide_header(self, header: dict[str, Any], seat: str | None) -> dict[str, Any]:
        """What the seat may know of how the game was set up; a book with secret rosters leaves them out."""
        return header

    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        """What the seat may know, as plain data."""
        seen: dict[str, Any] = msgspec.to_builtins(self.hide(state, seat))
        return seen

    def showing(self, state: S, seat: str | None) -> Any:
        """The table as the seat sees it, for terminals, browsers and paper."""
        return self.view(state, seat)

    def own_parts(self, state: S, seat: str) -> dict[str, Any] | None:
        """The parts of the table, by name, that look to a seat other than to a watcher; None if any may.

        A book that names them tells everybody in the same words what everybody may know, and shows it alike.
        """
        return None

    def showing_after(self, state: S, seat: str | None, before: S, shown: Any) -> Any:
        """The table as the seat sees it, made from one of an earlier state, of which parts may stay."""
        return self.showing(state, seat)

    def outlook(self, state: S, unit: str) -> Any:
        """What a unit sees, reaches and has to fear, from a state as somebody sees it; None if nothing."""
        return None

    def instruction(self, event: Event, state: S) -> str | None:
        """What somebody at a real table does with the miniatures because of an event; None for nothing."""
        return None

    def sentence(self, event: Event, state: S) -> str:
        """The event as a person reads it; a book that writes none is told by its facts."""
        names = self._names_in(state)
        if event.kind != ROLLED:
            return fact_in_words(event, names)
        of, need = str(event.facts.get("of", "")), event.facts.get("need")
        what = self.roll_in_words(
            state, For(event.facts.get("roll", event.facts.get("why", "")), of), {}, need
        )
        faces = ", ".join(map(str, event.facts.get("faces", ())))
        return f"{what}: {faces}{'' if need is None else f', {need} or more is needed'}"

    def _names_in(self, state: S) -> dict[str, str]:
        """What players call the units on the table, by id, as far as everybody sees them."""
        return {one.id: one.name for one in getattr(self.showing(state, None), "units", ())}

    def called(self, state: S, id: str) -> str:
        """What players call whoever has an id."""
        return self._names_in(state).get(id, id)

    def places(self, state: S) -> Mapping[str, Places]:
        """Where everything stands that events tell places of, by name."""
        return {}

    def places_told(self, event: Event) -> Mapping[str, Places]:
        """Where an event says that something stands from now on, by the same names."""
        return {}

    def harm(self, event: Event, state: S) -> Harm | None:
        """Whom an event weakened, and whose deed it was; None where it weakened nobody.

        A book that tells of losses says it of each, so that reports give credit to nobody else.
        """
        return None

    def roll_in_words(self, state: S, what: For, facts: Mapping[str, Any], need: int | None) -> str:
        """What dice are for, as a person reads it who is asked to roll them."""
        return what.named or str(For(what.kind, self._names_in(state).get(what.of, what.of)))

    def hits_for_one(self, state: S, facts: Mapping[str, Any]) -> int:
        """How many dice of a roll that reach its number cost whom it is made at one; 0 where it is not so."""
        return 0

    def hint(self, state: S, decision: Decision) -> Hint | None:
        """What a newcomer should know of a question that is about to be put; None where it needs no word.

        A book that gives a hint only once notes in the state that it was given; nothing else may change.
        """
        return None

    def outcome(self, before: S, after: S) -> Hashable:
        """What has become of the game in between, such that equal outcomes are all the same to a player."""
        return fingerprint(after)

    def outcome_in_words(self, outcome: Any, state: S) -> list[str]:
        """Each thing that such an outcome brings, as a person says it."""
        return []

    def order_words(self) -> tuple[str, ...]:
        """Words of answers that the book puts together in play, `...` for a target."""
        return ()

    def position_forms(self) -> tuple[type[msgspec.Struct], ...]:
        """What a position may hold, for people who write one by hand."""
        return (self.state_type,)

    def roster_forms(self) -> tuple[type[msgspec.Struct], ...]:
        """What a roster may hold that is written as data; none where the book has no rosters."""
        return ()

    def read_position(self, position: Mapping[str, Any]) -> S:
        """The state of a position file; raises `Refused` naming the place."""
        return convert(dict(position), self.state_type, "position")

    def write_position(self, state: S) -> dict[str, Any]:
        """The whole situation as plain data that `read_position` reads."""
        position: dict[str, Any] = msgspec.to_builtins(state)
        return position

    def read_answer(self, game: Game[S], said: dict[str, Any]) -> Answer:
        """The answer to the open question that somebody says in words; what is used is taken from `said`."""
        decision = game.decision_for(said["seat"])
        assert decision is not None
        words = [name for name in said if name != "seat"]
        # They may stand in any order: the first that is a legal answer is meant, else simply the first.
        legal = (name for name in words if decision.legal(said[name]) is None)
        return said.pop(next(legal, words[0]))

    def apart(self, state: S, seat: str) -> S:
        """The state, which is the caller's own, to be handed to a program that may do with it as it likes.

        Copies of a state share what never changes. Where a book remembers anything with that, the program
        gets another memory; otherwise it could spoil what the game goes by.
        """
        return state

    @property
    def adviser(self) -> Adviser:
        """The book's knowledge of how to play it, for automatic players."""
        return NO_OPINION

    def rulings(self) -> Mapping[str, Ruling]:
        """The rulings that a Game Master, or a player who plays alone, may give."""
        return {}

    def read_ruling(self, state: S, said: str) -> tuple[str, dict[str, Any]]:
        """The ruling that somebody says in words, and its facts; raises `Refused` where it is none."""
        name = next((one for one in self.rulings() if said.startswith(one)), "")
        try:
            facts = msgspec.json.decode(said[len(name) :] or "{}", type=dict[str, Any])
        except msgspec.DecodeError:
            facts, name = {}, ""
        if not name:
            names = ", ".join(self.rulings()) or "none"
            raise refuse("", f'"{said}" is no ruling.', f"Name one and its facts as JSON: {names}.")
        return name, facts

    def needs(self, state: S) -> Needs:
        """What somebody who plays with real miniatures has to know beforehand."""
        return Needs()

    def may_rule(self, state: S, seat: str) -> bool:
        """Whether this seat may give rulings: the `master` of a state that has one, or the only player."""
        return bool(seat) and seat == getattr(state, "master", "")


_BOOKS: dict[str, Callable[[], Book[Any]]] = {}
_OPEN: dict[str, Book[Any]] = {}
_LEFT_OUT: dict[str, str] = {}
"""Books that somebody has tried to open in vain, and why."""
_FURTHER: list[Callable[[], None]] = []
"""Where books are looked for once somebody asks for one that is not known, or for all of them."""
_OPENING = threading.RLock()


def register(book_id: str, make: Callable[[], Book[Any]]) -> None:
    """Make a book known by its id."""
    _BOOKS[book_id] = make
    _OPEN.pop(book_id, None)
    _LEFT_OUT.pop(book_id, None)


def leave_out(book_id: str, why: str) -> None:
    """Know a book no more, because it cannot be opened; a caller that asks for it is told why."""
    _BOOKS.pop(book_id, None)
    _LEFT_OUT[book_id] = why


def look_further(look: Callable[[], None]) -> None:
    """Let more books be registered by this, once, when somebody asks for more than is known."""
    _FURTHER.append(look)


def known_books() -> Sequence[str]:
    """The ids of all books that are known."""
    _look_further()
    return sorted(_BOOKS)


def find_book(book_id: str) -> Book[Any]:
    """The book with this id, ready for any number of threads."""
    found = _OPEN.get(book_id)
    return _opened(book_id) if found is None else found


def _look_further() -> None:
    with _OPENING:
        while _FURTHER:
            _FURTHER.pop(0)()


def _opened(book_id: str) -> Book[Any]:
    if book_id not in _BOOKS:
        _look_further()
    if book_id in _LEFT_OUT:
        raise refuse("", _LEFT_OUT[book_id], "Mend its package, or uninstall it.")
    if book_id not in _BOOKS:
        raise refuse("", f'There is no book "{book_id}".', f"Books: {', '.join(known_books())}.")
    with _OPENING:
        if book_id not in _OPEN:
            book = _BOOKS[book_id]()
            make_structs_ready()
            # Only now: nobody has it before it is ready.
            _OPEN[book_id] = book
        return _OPEN[book_id]
