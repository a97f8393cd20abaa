"""What an event did to whom, and where events say that models stand; for reports and checks."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.kernel import Event, Harm
from sandtable.kernel.book import Places

MOVES = (
    "model moved", "model forced back", "model followed", "model jumped", "model teleported",
    "model stepped in", "entity appeared", "model hangs", "model leapt short", "model mounted",
    "model dismounted", "model dragged", "model placed", "model added", "reinforcement came",
)  # fmt: skip
PUSHED = "model pushed"


def harm_of(event: Event, state: Adventure) -> Harm | None:
    """Damage points, and by whom."""
    if event.kind != "model damaged":
        return None
    return Harm(str(event.facts["model"]), int(event.facts["points"]), str(event.facts["by"]))


def places_of(state: Adventure) -> Mapping[str, Places]:
    """Where models stand."""
    return {one.id: frozenset((one.point,)) for one in state.on_board() if one.at is not None}


def places_told(event: Event) -> Mapping[str, Places]:
    """Where an event says that a model stands from now on."""
    if event.kind not in (*MOVES, PUSHED):
        return {}
    x, y = event.facts["at"]
    moved = event.facts["target" if event.kind == PUSHED else "model"]
    return {str(one): frozenset(((x, y),)) for one in (moved, *event.facts.get("riders", ()))}
