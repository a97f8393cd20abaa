"""The end of an adventure: triumph, success or defeat, as the adventure says."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.adventures.adventure import adventure_of
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.kernel import Play, rule
from sandtable.kernel.book import Result

WORTH = {"triumph": 2, "success": 1, "defeat": 0, "": 0}
"""HE-ADV-03: levels as points, for reports."""


@rule("HE-AGM-25", "HE-ADV-03")
def check_end(play: Play[Adventure], *, turn_is_over: bool = False) -> None:
    """Defeat is looked for first, then triumph, then success."""
    state = play.state
    if state.closed:
        return
    kind = adventure_of(state)
    last = turn_is_over and state.round >= state.turns
    found = kind.outcome(state, time_is_up=last)
    if found is None:
        return
    state.outcome, state.closed = found
    state.closed_by = kind.ends_by
    # From now on everybody sees the whole map.
    play.tell("adventure over", kind.ends_by, reveals=True, outcome=state.outcome, why=state.closed)


@rule("HE-ADV-03")
def result_of(state: Adventure) -> Result | None:
    """The players win or lose together; None while the adventure goes on."""
    if not state.closed:
        return None
    won = state.outcome in ("triumph", "success")
    points = dict.fromkeys(state.seats, WORTH[state.outcome])
    return Result(state.seats if won else (), points, f"{state.outcome}: {state.closed}", (state.closed_by,))
