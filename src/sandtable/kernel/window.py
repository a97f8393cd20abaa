"""Windows: named moments at which special rules may be used."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, overload

from sandtable.kernel.citation import rule as cite
from sandtable.kernel.decision import PASS, Candidate, ChooseOne

if TYPE_CHECKING:
    from sandtable.kernel.play import Play

Found = TypeVar("Found")

When = Callable[["Play[Any]", str, Any], Found | None]
"""What a special rule finds at a moment; None or anything empty if there is nothing for it."""
Effect = Callable[["Play[Any]", str, Any], Awaitable[None]]
EffectOn = Callable[["Play[Any]", str, Any, Found], Awaitable[None]]
"""An effect that wants what its `when` has found."""
AnyEffect = TypeVar("AnyEffect", bound=Callable[..., Awaitable[None]])


class Register(Protocol[Found]):
    """What stands above an effect; the effect may take what its `when` found as one argument more."""

    @overload
    def __call__(self, effect: Effect) -> Effect: ...

    @overload
    def __call__(self, effect: EffectOn[Found]) -> EffectOn[Found]: ...


class Reaction(NamedTuple):
    """A special rule that may be used in a window."""

    name: str
    rule: str
    when: When[Any]
    effect: Callable[..., Awaitable[None]]
    repeats: bool = False
    """Whether the same seat may use it again at the same moment, as long as its `when` holds."""
    said: str = ""
    """Its name as it stands after "use", where that is not the name alone: "a Story Point"."""
    left: Callable[[Any], int] | None = None
    """How much of it there is, from the state, where it is used up."""
    group: str = ""
    """The word under which screens fold it where much is offered: "Story Points"."""
    rank: int = 0
    """Who of several comes first: the lower rank, in one rank the lower rule, then the name."""

    wants: bool = False
    """Whether the effect takes what the `when` found."""

    def happen(self, play: Play[Any], seat: str, now: Any, found: Any) -> Awaitable[None]:
        """The effect, with what the `when` found if it wants that."""
        return self.effect(play, seat, now, found) if self.wants else self.effect(play, seat, now)

    @property
    def words(self) -> str:
        """What is used, after "use"."""
        return self.said or self.name

    @property
    def means_in_general(self) -> str:
        """What using it does, in the rule's own sentence."""
        return " ".join((self.effect.__doc__ or "").split())

    def means(self, state: Any) -> str:
        """What using it does, and how much of it there is."""
        found = self.means_in_general
        return found if self.left is None else f"{found} {self.left(state)} left.".strip()


class AnyMoment:
    """What is told of a moment, however a book writes down what is known at it."""

    @property
    def facts(self) -> dict[str, Any]:
        """What programs that are asked something at this moment are told."""
        return {}

    @property
    def about(self) -> tuple[str, ...]:
        """The ids of those whom a question at this moment is about."""
        return ()

    @property
    def told(self) -> str:
        """What has just happened, for the seat that is asked; empty where the window's name says it all."""
        return ""


class Moment(AnyMoment):
    """What is known at a moment, and the seat to which it belongs; special rules read it and change it."""

    def __init__(self, seat: str = "") -> None:
        self.seat = seat
        """Empty where it belongs to nobody."""


def owner_first(play: Play[Any], now: Moment) -> tuple[str, ...]:
    """The seat to which the moment belongs, then all others in seat order."""
    return tuple(sorted(play.book.seats(play.state), key=lambda seat: seat != now.seat))


def always(play: Play[Any], seat: str, now: Any) -> Any:
    """For a special rule that has a part in every moment of its kind."""
    return True


class Windows:
    """The windows of one book, and the order in which seats may speak in them."""

    def __init__(self, order: Callable[[Play[Any], Any], tuple[str, ...]] = owner_first) -> None:
        self._order = order
        self._offers: dict[str, list[Reaction]] = {}
        self._consequences: dict[str, list[Reaction]] = {}

    def offer(
        self,
        window: str,
        name: str,
        rule: str,
        when: When[Found],
        *,
        repeats: bool = False,
        said: str = "",
        left: Callable[[Any], int] | None = None,
        group: str = "",
        rank: int = 0,
    ) -> Register[Found]:
        """Register a special rule that a seat may use in this window, once unless it repeats."""

        def register(effect: AnyEffect) -> AnyEffect:
            known = self._offers.setdefault(window, [])
            wants = _wants_what_was_found(effect)
            take_in(known, Reaction(name, rule, when, effect, repeats, said, left, group, rank, wants))
            return cite(rule)(effect)

        return register

    def consequence(
        self, window: str, name: str, rule: str, when: When[Found] = always, *, rank: int = 0
    ) -> Register[Found]:
        """Register a special rule that happens in this window, always or when it finds something for it."""

        def register(effect: AnyEffect) -> AnyEffect:
            known = self._consequences.setdefault(window, [])
            wants = _wants_what_was_found(effect)
            take_in(known, Reaction(name, rule, when, effect, rank=rank, wants=wants))
            return cite(rule)(effect)

        return register

    def moments_of(self, name: str) -> dict[str, Reaction]:
        """The windows in which a special rule of this name may be offered to somebody."""
        return {window: one for window, offers in self._offers.items() for one in offers if one.name == name}

    def is_open_to_anybody(self, play: Play[Any], window: str, now: Any) -> bool:
        """Whether any special rule would happen, or be offered to somebody, if the window opened now."""
        known = [*self._consequences.get(window, ()), *self._offers.get(window, ())]
        return _any_of(known, play, self._order(play, now), now)

    async def open(self, play: Play[Any], window: str, now: Any) -> None:
        """Let what must happen happen, then ask the seats in the book's order who wants to use something."""
        consequences, offers = self._consequences.get(window), self._offers.get(window)
        if consequences is None and offers is None:
            return
        seats = self._order(play, now)
        if consequences is not None and _any_of(consequences, play, seats, now):
            await self._let_happen(play, window, now)
            seats = self._order(play, now)
        if offers is None:
            return
        for seat in seats:
            for one in offers:
                if one.when(play, seat, now):
                    await self._offer(play, window, now, seat)
                    break

    async def _offer(self, play: Play[Any], window: str, now: Any, seat: str) -> None:
        """Ask the seat as long as it holds something and uses it."""
        used: list[str] = []
        while (held := self._held(play, window, now, seat, used)) and await _use_one(
            play, window, now, seat, used, held
        ):
            pass

    async def open_until_all_pass(self, play: Play[Any], window: str, now: Any) -> None:
        """The same, but the seats speak by turns, one use at a time, until all have passed in a row."""
        await self._let_happen(play, window, now)
        if window not in self._offers:
            return
        seats = self._order(play, now)
        used: dict[str, list[str]] = {seat: [] for seat in seats}
        passed = 0
        while passed < len(seats):
            for seat in seats:
                held = self._held(play, window, now, seat, used[seat])
                is_used = held and await _use_one(play, window, now, seat, used[seat], held)
                passed = 0 if is_used else passed + 1
                if passed == len(seats):
                    return

    async def _let_happen(self, play: Play[Any], window: str, now: Any) -> None:
        consequences = self._consequences.get(window)
        if consequences is None:
            return
        seats = self._order(play, now)
        for reaction in consequences:
            happened = False
            for seat in seats:
                if found := reaction.when(play, seat, now):
                    await reaction.happen(play, seat, now, found)
                    happened = True
            if happened:
                seats = self._order(play, now)

    def _held(self, play: Play[Any], window: str, now: Any, seat: str, used: list[str]) -> list[Held]:
        """What the seat could use now, and what each of it has found."""
        offers = [one for one in self._offers[window] if one.name not in used]
        return [(one, found) for one in offers if (found := one.when(play, seat, now))]


Held = tuple[Reaction, Any]
_NOTHING = "nothing"
WINDOW = "use something"
"""The topic of every question of a window; its facts name the window."""


def take_in(known: list[Reaction], new: Reaction) -> None:
    """A special rule takes its place among those of its window, whichever module was read first."""

    def place(one: Reaction) -> tuple[int, str, str]:
        return (one.rank, one.rule, one.name)

    if place(new) in map(place, known):
        raise ValueError(f'A window knows "{new.name}" ({new.rule}) already.')
    known.append(new)
    known.sort(key=place)


def _wants_what_was_found(effect: Callable[..., Any]) -> bool:
    """Whether an effect has one parameter more than play, seat and moment."""
    parameters = inspect.signature(effect).parameters.values()
    return sum(one.default is one.empty for one in parameters) > 3


def _any_of(reactions: list[Reaction], play: Play[Any], seats: tuple[str, ...], now: Any) -> bool:
    """Whether any of these rules would happen, or be offered to one of the seats."""
    for one in reactions:
        when = one.when
        for seat in seats:
            if when(play, seat, now):
                return True
    return False


async def _use_one(
    play: Play[Any], window: str, now: Any, seat: str, used: list[str], held: list[Held]
) -> bool:
    """Ask the seat whether it uses something of what it holds; whether it did."""
    reactions = [one for one, _ in held]
    chosen = await play.ask(_question(play, seat, window, reactions, now))
    if chosen is _NOTHING:
        return False
    if not chosen.repeats:
        used.append(chosen.name)
    await chosen.happen(play, seat, now, held[reactions.index(chosen)][1])
    return True


FEW = 3
"""So many names are read in one question; more are read as its answers."""


def _question(play: Play[Any], seat: str, window: str, held: list[Reaction], now: Any) -> ChooseOne:
    def candidates() -> list[Candidate]:
        uses = [
            Candidate(
                one.name,
                f"use {one.words}",
                one,
                rules=(one.rule,),
                facts=None if one.left is None else {"left": one.left(play.state)},
                means=one.means(play.state),
                group=one.group,
                short=one.words if one.group else "",
            )
            for one in held
        ]
        return [*uses, Candidate(_NOTHING, "use nothing", _NOTHING, deed=PASS)]

    names = " or ".join(one.words for one in held) if len(held) <= FEW else "one of these"
    facts = {"window": window, **getattr(now, "facts", {})}
    told = str(getattr(now, "told", ""))
    prompt = f"{told} Use {names}?" if told else f"Use {names}? ({window})"
    about = tuple(getattr(now, "about", ()))
    thrown = getattr(now, "thrown", None)
    rules = tuple(one.rule for one in held)
    return ChooseOne(seat, WINDOW, prompt, rules, candidates, facts, about=about, thrown=thrown)
