"""SK as the kernel plays it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.binding.turns import Step, play_next_step
from sandtable.kernel.book import Book, Result, Ruling, register
from sandtable.kernel.citation import rule
from sandtable.kernel.offers import Offers, ScenarioOffer
from sandtable.kernel.play import Play
from sandtable.kernel.safe_yaml import convert
from tests.kernel.sk import beast, game_master, orders, secrets, shooting
from tests.kernel.sk.state import Fighter, Lane

STEPS: dict[str, Step] = {
    "traps": secrets.lay_traps,
    "reaction": beast.roll_reaction,
    "orders": orders.give_orders,
    "paths": orders.run_plotted_paths,
    "charges": orders.run_charges,
    "beast": beast.move_beast,
    "bombs": shooting.throw_bombs,
    "detection": secrets.detect,
    "due": shooting.strike_what_is_due,
    "talk": game_master.talk,
}
"""SK-LAN-02: the steps of a turn, in their order."""
FIRST_SEAT, OTHER_SEATS = (3, 1), (8, 10)
"""Where two fighters of a seat begin; the second is hidden and lucky."""


class SK(Book[Lane]):
    """A book of one page."""

    id, title, prefix = "sk", "SK", "SK"
    state_type = Lane
    answers_at_once = True

    hide = staticmethod(secrets.SECRETS.hide)
    imagine = staticmethod(secrets.SECRETS.imagine)

    def offers(self) -> Offers:
        """One scenario."""
        return Offers(("A", "B"), (ScenarioOffer("ford", "The ford", "All meet at a ford."),))

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Lane:
        """Two fighters on each side, one of them hidden, and the beast between them; options are fields."""
        self.refuse_unknown(scenario)
        names = tuple(seats) or self.offers().seats
        usual = {"seats": names, "beast": 6, "fate": dict.fromkeys(names, 1), "steps": tuple(STEPS)}
        lane = convert({"fighters": {}, **usual, **options}, Lane, "options")
        for seat in names:
            for rank, at in enumerate(FIRST_SEAT if seat == names[0] else OTHER_SEATS, 1):
                one = Fighter(f"{seat.lower()}{rank}", seat, at, luck=rank - 1, hidden=rank == 2)
                lane.fighters[one.id] = one
        return lane

    @rule("SK-LAN-02")
    async def step(self, play: Play[Lane]) -> None:
        """Play the step that comes next, and tell when a turn is over."""
        if await play_next_step(play, self.steps()):
            play.tell("turn over", "SK-LAN-02", turn=play.state.turn - 1)

    def steps(self) -> Mapping[str, Step]:
        """The steps by their names."""
        return STEPS

    def result(self, state: Lane) -> Result | None:
        """The seat with most fighters wins after the last turn, or when the Game Master ends the game."""
        if not state.closed and state.turn <= state.last_turn:
            return None
        points = {seat: len(state.standing(seat)) for seat in state.seats}
        return Result.by_points(points, state.closed or "the last turn is over", "SK-LAN-02")

    def rulings(self) -> Mapping[str, Ruling]:
        """What the Game Master may say."""
        return game_master.MASTER.rulings


register(SK.id, SK)
