"""Hunt the Captain: each side wants the other Captain."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied
from sandtable.books.companies_and_captains.scenarios.ours import Ours
from sandtable.books.companies_and_captains.scenarios.scenario import Counter, scenario
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.citation import rule, written_here

written_here(__name__, "CC-HNT-01", "CC-HNT-02", "CC-HNT-03")


def captains_groups(state: Battle, side: Side) -> list[Group]:
    """The Captains' Groups of a side."""
    return [state.groups[state.companies[seat].captain] for seat in state.sides[side]]


def _is_routed(group: Group) -> bool:
    return group.where == "routed"


def _is_bloodied(group: Group) -> bool:
    return is_bloodied(group)


def _is_shaken(group: Group) -> bool:
    # Ruling CC-SPL-14: who is only Confused does not count as Shaken for VP.
    return group.shaken


_BEST_FIRST: tuple[Callable[[Group], bool], ...] = (_is_routed, _is_shaken, _is_bloodied)


@rule("CC-HNT-05")
def worst_fate(state: Battle, side: Side) -> int:
    """The best line for whoever hunts this side: 0 Routed, 1 Shaken, 2 Bloodied, 3 none of them."""
    captains = captains_groups(state, side)
    return next(
        (line for line, test in enumerate(_BEST_FIRST) if any(test(one) for one in captains)),
        len(_BEST_FIRST),
    )


def _line(number: int) -> Counter:
    return lambda state, side: int(worst_fate(state, 1 - side) == number)


@scenario
class HuntTheCaptain(Ours):
    """Only the best of the lines about the enemy Captain counts."""

    id = "hunt-the-captain"
    counters = {
        "enemy Captain Routed": _line(0),
        "enemy Captain Shaken": _line(1),
        "enemy Captain Bloodied": _line(2),
    }
    rules_of_captains = ("CC-HNT-03",)

    @rule("CC-HNT-04")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when both Captains' Groups are Routed."""
        if all(_is_routed(one) for side in (0, 1) for one in captains_groups(state, side)):
            return ("both Captains' Groups are Routed", "CC-HNT-04")
        return super().closing_condition(state)
