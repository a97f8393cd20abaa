"""What a Game Master may rule: a number of a unit, what is shown, and when the game is over."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sandtable.binding.registry import Registry
from sandtable.binding.rulings import Given
from sandtable.kernel.book import Ruling
from sandtable.kernel.citation import rule as cite
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse

OnUnit = Callable[[Play[Any], str, Any], Coroutine[Any, Any, None]]
"""A ruling about one unit."""


class GameMaster:
    """The rulings of a Game Master by one rule of the book; units have a seat and may be hidden."""

    def __init__(self, rule: str, unit: str, units: Callable[[Any], Mapping[str, Any]]) -> None:
        self._rule = rule
        self._unit = unit
        """What the book calls a unit; the fact by which a ruling names one, too."""
        self._units = units
        self.rulings: Registry[Ruling] = Registry("a ruling")

    def rules_on(self, name: str) -> Callable[[OnUnit], OnUnit]:
        """Mark a function as a ruling about a unit, which is named in the facts."""

        def register(ruling: OnUnit) -> OnUnit:
            async def given(play: Play[Any], seat: str, facts: dict[str, Any]) -> None:
                await ruling(play, seat, self._named(play, facts))

            self.rulings[name] = given
            return cite(self._rule)(ruling)

        return register

    def may_set(
        self, name: str, field: str, most: int, told: str, *, fact: str = "", secret: str = ""
    ) -> None:
        """A field of a unit is set to a number; only its owner is told what is secret of a hidden unit."""
        fact = fact or field

        async def given(play: Play[Any], seat: str, facts: dict[str, Any]) -> None:
            unit, number = self._named(play, facts), Given(facts).number(fact, most, self._rule)
            setattr(unit, field, number)
            to = (unit.seat, seat) if unit.hidden and field == secret else None
            play.tell(told, self._rule, to=to, seat=seat, **{self._unit: unit.id, fact: number})

        self.rulings[name] = given

    def may_show(self, name: str, field: str, told: str, *, fact: str = "") -> None:
        """A hidden unit is shown to everybody."""

        async def given(play: Play[Any], seat: str, facts: dict[str, Any]) -> None:
            unit = self._named(play, facts)
            unit.hidden = False
            shown = {self._unit: unit.id, fact or field: getattr(unit, field)}
            play.tell(told, self._rule, reveals=True, seat=seat, **shown)

        self.rulings[name] = given

    def may_end_and_reopen(self, end: str, reopen: str) -> None:
        """The game is closed, for the reason that is given, and may be opened again."""

        async def close(play: Play[Any], seat: str, facts: dict[str, Any]) -> None:
            play.state.closed = str(facts.get("why", "")) or "the Game Master ended it"
            play.tell("game ended", self._rule, seat=seat)

        async def open_again(play: Play[Any], seat: str, facts: dict[str, Any]) -> None:
            if not play.state.closed:
                raise refuse(self._rule, "The game has not been ended.", "Go on playing.")
            play.state.closed = ""
            play.tell("game reopened", self._rule, seat=seat)

        self.rulings[end], self.rulings[reopen] = close, open_again

    def _named(self, play: Play[Any], facts: Mapping[str, Any]) -> Any:
        return Given(facts).named(self._unit, self._units(play.state), self._rule)
