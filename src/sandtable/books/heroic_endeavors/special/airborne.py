"""Going through the air: what is passed over, and where one may come down."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from sandtable.binding.squares.planner import ReachPlanner
from sandtable.books.heroic_endeavors.chapters.actions import KINDS
from sandtable.books.heroic_endeavors.chapters.movement.levels import HALVES
from sandtable.books.heroic_endeavors.modifiers import WHY_NOT_ACT
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Refusal
from sandtable.table.squares.going import Mover, Prices
from sandtable.table.squares.links import links_on
from sandtable.table.squares.reach import NOBODY, Others, Place, Reach, node_of
from sandtable.table.squares.spaces import Space

ABOVE_ALL = 99
"""Whatever does not seal is passed over, however high (HE-SKL-08, HE-SKL-21)."""
IN_THE_AIR = Prices(straight=2, diagonal=3, rough=1, over=ABOVE_ALL)
OTHER_WAYS = ("flown", "conveyed", "teleported")
"""Ways to move that leave no other in the same turn."""
BY_POWER = ("conveyance", "teleport")
FLIGHT = ("fly", "fly far")
JUMPS = ("jump", "jump, then walk", "walk, then jump")

MayEnd = Callable[[Space], bool]


class Landings(Reach):
    """A reach of which only some places are an end."""

    may_end: MayEnd

    @cached_property
    def prices(self) -> dict[Place, int]:
        """Every place where one may come down, with its price."""
        return {place: price for place, price in super().prices.items() if self.may_end(place.at)}


def landings(
    state: Adventure, model: Model, spaces: int, may_end: MayEnd, others: Others = NOBODY
) -> Landings:
    """Where a model gets to through the air with so many spaces."""
    assert model.at is not None
    links, start = links_on(state.board, Mover(model.base, IN_THE_AIR)), Place(model.at, model.facing)
    found = Landings(links, start, HALVES * spaces + HALVES - 1, others, {0: 1 << node_of(links, start)})
    found.may_end = may_end
    return found


def planner_of(rule: str, found: Reach, spaces: int) -> ReachPlanner:
    """The question where to, for a way through the air."""
    return ReachPlanner(rule, found, f"Come down within {spaces} spaces, on ground that holds.")


@WHY_NOT_ACT.source("HE-SKL-09", "HE-SKL-20", "HE-POW-27", "HE-POW-31")
def _one_way_only(state: Adventure, model: Model, kind: str) -> Refusal | None:
    """On its feet, on its wings, or by a power, and never two of them in one turn; one jump at most."""
    gone, turn = model.turn.gone, model.turn
    if kind in FLIGHT and (turn.walked or gone not in ("", "flown")):
        return Refusal("HE-SKL-09", "It has moved otherwise this turn.", "Fly in another turn.")
    if kind in BY_POWER and (turn.walked or gone):
        rule = "HE-POW-27" if kind == "conveyance" else "HE-POW-31"
        return Refusal(rule, "It has moved this turn.", "Use the power before any movement.")
    if kind in JUMPS and gone == "jumped":
        return Refusal("HE-SKL-20", "It has jumped this turn.", "Jump again next turn.")
    on_foot = kind not in (*FLIGHT, *BY_POWER, "leave") and KINDS[kind].is_movement
    if on_foot and gone in OTHER_WAYS:
        rule = {"flown": "HE-SKL-09", "conveyed": "HE-POW-27", "teleported": "HE-POW-31"}[gone]
        return Refusal(rule, "It has moved otherwise this turn.", "Do something else.")
    return None
