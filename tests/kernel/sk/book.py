"""SK as the kernel plays it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sandtable.kernel.book import Book, Result, Ruling, register
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Chance
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.kernel.safe_yaml import convert
from tests.kernel.sk import moving, secrets, shooting
from tests.kernel.sk.state import Fighter, Lane

Step = Callable[[Play[Lane]], Coroutine[Any, Any, None]]

STEPS: dict[str, Step] = {
    "traps": secrets.lay_traps,
    "reaction": secrets.roll_reaction,
    "orders": secrets.give_orders,
    "paths": moving.run_plotted_paths,
    "charges": moving.run_charges,
    "beast": moving.move_beast,
    "bombs": shooting.throw_bombs,
    "detection": secrets.detect,
    "due": shooting.strike_what_is_due,
    "talk": secrets.talk,
}


class SK(Book[Lane]):
    """A book of one page."""

    id = "sk"
    title = "SK"
    prefix = "SK"
    state_type = Lane
    answers_at_once = True

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Lane:
        """Two fighters on each side, one of them hidden, and the beast between them."""
        if scenario not in (None, "ford"):
            raise refuse("SK-LAN-01", f"There is no scenario {scenario}.", "Play ford.")
        names = tuple(seats) or ("A", "B")
        fighters = {}
        for number, seat in enumerate(names):
            front, back = (3, 1) if number == 0 else (8, 10)
            for rank, at in enumerate((front, back), 1):
                one = Fighter(f"{seat.lower()}{rank}", seat, at, luck=rank - 1, hidden=rank == 2)
                fighters[one.id] = one
        changed: Lane = convert(
            {
                "fighters": {},
                "seats": names,
                "beast": 6,
                "fate": dict.fromkeys(names, 1),
                "steps": tuple(STEPS),
                **options,
            },
            Lane,
            "options",
        )
        changed.fighters = fighters
        return changed

    @rule("SK-LAN-02")
    async def step(self, play: Play[Lane]) -> None:
        """Play the step that comes next, and count the turns."""
        lane = play.state
        if lane.step < len(lane.steps):
            name = lane.steps[lane.step]
            lane.step += 1
            await self.steps()[name](play)
        else:
            lane.step = 0
            lane.turn += 1
            play.tell("turn over", "SK-LAN-02", turn=lane.turn - 1)

    def steps(self) -> Mapping[str, Step]:
        """The steps by their names."""
        return STEPS

    def result(self, state: Lane) -> Result | None:
        """Whoever has most fighters after the last turn."""
        if not state.closed and state.turn <= state.last_turn:
            return None
        points = {seat: len(state.standing(seat)) for seat in state.seats}
        best = max(points.values())
        return Result(
            tuple(seat for seat in state.seats if points[seat] == best),
            points,
            state.closed or "the last turn is over",
            ("SK-LAN-02",),
        )

    def seats(self, state: Lane) -> tuple[str, ...]:
        """The players, then the Game Master."""
        return (*state.seats, state.master) if state.master else state.seats

    def hide(self, state: Lane, seat: str | None) -> Lane:
        """What a seat may know."""
        return secrets.hide(state, seat)

    def imagine(self, state: Lane, seat: str, chance: Chance) -> Lane:
        """What a seat may believe."""
        return secrets.imagine(state, seat, chance)

    def rulings(self) -> Mapping[str, Ruling]:
        """What the Game Master may say."""
        return secrets.RULINGS

    def may_rule(self, state: Lane, seat: str) -> bool:
        """Only the Game Master."""
        return seat == state.master


register(SK.id, SK)
