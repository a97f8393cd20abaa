"""Last Stand: an invented book of one seat against enemies that the book moves, for tests of every screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.kernel import book as shelf
from sandtable.kernel.book import Book, Result
from sandtable.kernel.check import Needed
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.event import Event
from sandtable.kernel.offers import Offers, ScenarioOffer, Suggestion
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, copy_state
from sandtable.table.showing import Clock, Showing, Standing, Unit
from sandtable.table.terrain import Ground

SEAT = "squad"
ROUNDS = 3
RULE = "LS-1"


class Stand(State):
    """A soldier on a hill, and orcs that come up, one fewer for each that is shot."""

    orcs: int = 2
    round: int = 1
    life: int = 2


class LastStand(Book[Stand]):
    """One seat; the enemy is nobody's."""

    id = "last-stand"
    title = "Last Stand"
    prefix = "LS"
    state_type = Stand

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Stand:
        """The soldier is on the hill already."""
        return Stand(**dict(options))

    def offers(self) -> Offers:
        """A single hill."""
        first = Suggestion("hill", {SEAT: None}, person=SEAT, welcome="Hold the hill.")
        return Offers((SEAT,), (ScenarioOffer("hill", "The Hill", "Hold it."),), first=first, most_seats=1)

    async def step(self, play: Play[Stand]) -> None:
        """The soldier shoots or hides, then the orcs do as they always do."""
        state = play.state
        options = [Candidate("shoot", "Shoot"), Candidate("hide", "Hide")]
        facts = {"soldier": "S1", "foe": "O1"}
        chosen = await play.ask(
            ChooseOne(
                SEAT, "a choice", "What does Ann do?", (RULE,), lambda: options, facts, about=("S1", "O1")
            )
        )
        (face,) = await play.roll(1, f"{chosen} S1", RULE, seat=SEAT, need=Needed(4, RULE))
        if chosen == "shoot" and face >= 4:
            state.orcs -= 1
            play.tell("orc shot", RULE, soldier="S1", foe="O1")
        elif state.orcs and face < 4:
            state.life -= 1
            play.tell("soldier hit", RULE, soldier="S1", foe="O1")
        state.round += 1

    def result(self, state: Stand) -> Result | None:
        """The squad wins if no orc is left, and loses if it falls or time runs out."""
        if not state.orcs:
            return Result((SEAT,), {SEAT: state.life}, "no orc is left", (RULE,))
        if state.life <= 0 or state.round > ROUNDS:
            return Result((), {SEAT: 0}, "the hill is lost", (RULE,))
        return None

    def seats(self, state: Stand) -> tuple[str, ...]:
        """Only the squad is asked."""
        return (SEAT,)

    def hide(self, state: Stand, seat: str | None) -> Stand:
        """There are no secrets."""
        return copy_state(state)

    def showing(self, state: Stand, seat: str | None) -> Showing:
        """A soldier, orcs, and a side in which nobody sits."""
        soldier = Unit("S1", "Ann", "Rifleman", 0, SEAT, ((6.0, 3.0),), strength=state.life, full_strength=2)
        orcs = Unit(
            "O1", "Orcs", "Mob", 1, "", ((6.0, 20.0),), strength=state.orcs, full_strength=2,
            on_table=state.orcs > 0, place="" if state.orcs else "gone",
        )  # fmt: skip
        sides = (Standing(0, "the squad", (SEAT,)), Standing(1, "the orcs", ()))
        clock = Clock(state.round, state.round, 0)
        return Showing(Ground(12.0, 24.0), (soldier, orcs), clock=clock, sides=sides, title="The Hill")

    def sentence(self, event: Event, state: Stand) -> str:
        """What happened, beginning with whom it happened to."""
        told = {"orc shot": "S1 Ann shoots an orc.", "soldier hit": "S1 Ann is hit."}
        return told.get(event.kind, f"{event.kind}.")


@pytest.fixture
def last_stand(monkeypatch: pytest.MonkeyPatch) -> str:
    """The book stands on the shelf for one test; its id."""
    monkeypatch.setitem(shelf._BOOKS, LastStand.id, LastStand)
    return LastStand.id
