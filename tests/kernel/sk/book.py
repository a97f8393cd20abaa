"""SK as the kernel plays it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.binding.mechanisms.turns import BookInTurns, Step
from sandtable.kernel.book import Ruling, register
from sandtable.kernel.offers import ScenarioOffer
from sandtable.kernel.safe_yaml import convert
from tests.kernel.sk import moving, secrets, shooting
from tests.kernel.sk.state import Fighter, Lane

STEPS: dict[str, Step] = {
    "traps": secrets.lay_traps,
    "reaction": moving.roll_reaction,
    "orders": moving.give_orders,
    "paths": moving.run_plotted_paths,
    "charges": moving.run_charges,
    "beast": moving.move_beast,
    "bombs": shooting.throw_bombs,
    "detection": secrets.detect,
    "due": shooting.strike_what_is_due,
    "talk": secrets.talk,
}
"""SK-LAN-02: the steps of a turn, in their order."""
FIRST_SEAT, OTHER_SEATS = (3, 1), (8, 10)
"""Where two fighters of a seat begin; the second is hidden and lucky."""


class SK(BookInTurns[Lane]):
    """A book of one page."""

    id, title, prefix = "sk", "SK", "SK"
    state_type = Lane
    turn_rule = "SK-LAN-02"
    answers_at_once = True
    scenarios = (ScenarioOffer("ford", "The ford", "All meet at a ford."),)

    hide = staticmethod(secrets.SECRETS.hide)
    imagine = staticmethod(secrets.SECRETS.imagine)

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Lane:
        """Two fighters on each side, one of them hidden, and the beast between them; options are fields."""
        self.refuse_unknown(scenario)
        names = tuple(seats) or self.offers().seats
        usual = {"seats": names, "fate": dict.fromkeys(names, 1), "steps": tuple(STEPS), "last_turn": 2}
        lane = convert({"fighters": {}, "beast": 6, **usual, **options}, Lane, "options")
        for seat in names:
            for rank, at in enumerate(FIRST_SEAT if seat == names[0] else OTHER_SEATS, 1):
                one = Fighter(f"{seat.lower()}{rank}", seat, at, luck=rank - 1, hidden=rank == 2)
                lane.fighters[one.id] = one
        return lane

    def steps(self) -> Mapping[str, Step]:
        """The steps by their names."""
        return STEPS

    def points(self, state: Lane) -> dict[str, int]:
        """A point for each fighter that stands."""
        return {seat: len(state.standing(seat)) for seat in state.seats}

    def rulings(self) -> Mapping[str, Ruling]:
        """What the Game Master may say."""
        return secrets.MASTER.rulings


register(SK.id, SK)
