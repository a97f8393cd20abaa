"""Windows: named moments at which special rules may be used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.kernel.citation import rule as cite
from sandtable.kernel.decision import Candidate, ChooseOne

if TYPE_CHECKING:
    from sandtable.kernel.play import Play

When = Callable[["Play[Any]", str, Any], bool]
Effect = Callable[["Play[Any]", str, Any], Awaitable[None]]


class Reaction(NamedTuple):
    """A special rule that may be used in a window."""

    name: str
    rule: str
    when: When
    effect: Effect


class Windows:
    """The windows of one book, and the order in which seats may speak in them."""

    def __init__(self, order: Callable[[Play[Any], Any], tuple[str, ...]]) -> None:
        self._order = order
        self._offers: dict[str, list[Reaction]] = {}
        self._consequences: dict[str, list[Reaction]] = {}

    def offer(self, window: str, name: str, rule: str, when: When) -> Callable[[Effect], Effect]:
        """Register a special rule that a seat may use in this window."""

        def register(effect: Effect) -> Effect:
            self._offers.setdefault(window, []).append(Reaction(name, rule, when, effect))
            return cite(rule)(effect)

        return register

    def consequence(self, window: str, name: str, rule: str, when: When) -> Callable[[Effect], Effect]:
        """Register a special rule that happens in this window whether anyone likes it or not."""

        def register(effect: Effect) -> Effect:
            self._consequences.setdefault(window, []).append(Reaction(name, rule, when, effect))
            return cite(rule)(effect)

        return register

    async def open(self, play: Play[Any], window: str, now: Any) -> None:
        """Let what must happen happen, then ask the seats in the book's order who wants to use something."""
        for reaction in self._consequences.get(window, ()):
            for seat in self._order(play, now):
                if reaction.when(play, seat, now):
                    await reaction.effect(play, seat, now)
        offers = self._offers.get(window)
        if not offers:
            return
        for seat in self._order(play, now):
            used: set[str] = set()
            while held := [one for one in offers if one.name not in used and one.when(play, seat, now)]:
                chosen = await play.ask(_question(seat, window, held, now))
                if chosen is _NOTHING:
                    break
                used.add(chosen.name)
                await chosen.effect(play, seat, now)


_NOTHING = "nothing"


def _question(seat: str, window: str, held: list[Reaction], now: Any) -> ChooseOne:
    def candidates() -> list[Candidate]:
        uses = [Candidate(one.name, f"use {one.name}", one, rules=(one.rule,)) for one in held]
        return [*uses, Candidate(_NOTHING, "use nothing", _NOTHING)]

    names = " or ".join(one.name for one in held)
    facts = {"window": window, **getattr(now, "facts", {})}
    return ChooseOne(seat, f"Use {names}? ({window})", tuple(one.rule for one in held), candidates, facts)
