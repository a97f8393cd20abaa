"""Team morale: events, leaders, confusion and panic; off in Basic mode."""

from __future__ import annotations

from typing import Any

from sandtable.books.lands_of_ruin.modifiers import LEADERSHIP, WHY_NOT_ORDERED
from sandtable.books.lands_of_ruin.state import Battle, Card, MoraleEvent, Seat
from sandtable.books.lands_of_ruin.tables.charts import Action, charts
from sandtable.kernel import Play, Refusal, rule, total_of

TOLD = ("LR-MOR-07", "LR-MOR-08", "LR-MOR-11", "LR-MOR-14")
"""Who leads, and who leads next; what was counted, and who is told."""


@rule("LR-MOR-01", "LR-MOR-11")
def hearten(play: Play[Battle], seat: Seat, event: str, about: str = "", points: int | None = None) -> None:
    """An event counts for a team at the moment it happens; only its player ever learns of it."""
    state = play.state
    worth = charts().morale[event] if points is None else points
    if not state.switches.is_basic and worth:
        morale = state.sides[seat].morale
        morale.events = (*morale.events, MoraleEvent(event, worth, about))


@rule("LR-MOR-07", "LR-MOR-08", "LR-COH-23")
def leaders(state: Battle, seat: Seat) -> list[Card]:
    """The heroes that can lead, the best first, ties by card order; pinned ones count."""
    able = [
        one for one in state.team(seat) if not one.is_cohort and not one.own.is_out and one.where != "left"
    ]
    return sorted(able, key=lambda one: -leadership(state, one))


@rule("LR-MOR-07", "LR-HERO-02")
def leadership(state: Battle, card: Card) -> int:
    """How well a hero leads now."""
    return card.profile.leadership + total_of(LEADERSHIP.all(state, card))


@rule("LR-MOR-03", "LR-MOR-05", "LR-MOR-06", "LR-MOR-09", "LR-MOR-10", "LR-MOR-13", "LR-MOR-14", "LR-CMD-01")
def calculate(play: Play[Battle], seat: Seat) -> None:
    """Step 6: a loss greater than the leader's leadership confuses, and the difference comes off the pool."""
    state = play.state
    side = state.sides[seat]
    morale = side.morale
    if state.switches.is_basic:
        return
    morale.last_good = sum(one.points for one in morale.events if one.points > 0)
    morale.last_bad = sum(one.points for one in morale.events if one.points < 0)
    morale.events = ()
    first = next(iter(leaders(state, seat)), None)
    leads = leadership(state, first) if first is not None else 0
    short = -(morale.last_good + morale.last_bad) - leads
    if short > 0:
        morale.pool -= short
    recovers = morale.state == "confused" and short <= 0
    if not side.panicked:
        morale.state = "panicked" if morale.pool <= 0 else "confused" if short > 0 else "normal"
    told: dict[str, Any] = {
        "good": morale.last_good,
        "bad": morale.last_bad,
        "pool": max(0, morale.pool),
        "state": morale.state,
    }
    cited = {"confused": "LR-MOR-04", "panicked": "LR-MOR-10"}.get(morale.state, "LR-MOR-13")
    rules = ("LR-MOR-03", cited, "LR-MOR-05" if recovers else "LR-MOR-09", *TOLD)
    play.tell("morale calculated", *rules, to=(seat,), seat=seat, leadership=leads, **told)
    if morale.state == "panicked" and not side.panicked:
        side.panicked = True
        play.tell("team panicked", "LR-MOR-06", reveals=True, seat=seat)


@WHY_NOT_ORDERED.source("LR-MOR-04", "LR-MOR-06", "LR-MOR-02")
def _is_confused(state: Battle, card: Card, action: Action) -> Refusal | None:
    """A confused team gets no complex actions, a panicked one only what ends a hindrance."""
    nerve = state.sides[card.seat].morale.state
    if nerve == "normal" or action.morale == "any" or (nerve == "confused" and action.morale == "confused"):
        return None
    cited = "LR-MOR-04" if nerve == "confused" else "LR-MOR-06"
    return Refusal(cited, f"The team is {nerve}.", "Order something simpler.")
