"""Where figures and markers stand, and what events say of it: the two must never differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.book import Places
from sandtable.kernel.event import Event

STANDS = frozenset({"figure placed", "figure shifted", "trap"})
"""Events whose `at` is where the figure stands, not where it aims, plans to go or drops something."""
LIES = frozenset({"marker placed", "marker set right", "plant marker", "artifact dropped"})
"""Events whose `at` is where the marker lies."""


def places_of(state: Battle) -> dict[str, Places]:
    """Where everybody on the table and every marker stands."""
    markers = {one.id: frozenset((one.at,)) for one in state.markers.values()}
    return {**markers, **{one.id: frozenset((one.at,)) for one in state.figures_on_table()}}


def places_told(event: Event) -> Mapping[str, Places]:
    """Where an event says that figures and markers stand from now on."""
    facts, kind = event.facts, event.kind
    if "path" in facts and "figure" in facts:
        return {facts["figure"]: _point(facts["path"][-1])}
    if kind in STANDS and "at" in facts:
        return {facts["figure"]: _point(facts["at"])}
    if kind in LIES:
        return {facts["marker"]: _point(facts["at"])}
    if kind == "teleported":
        return {facts["figure"]: _point(facts["end"])}
    return {name: _point(at) for name, at in facts.get("places", {}).items()}


def _point(at: Sequence[float]) -> Places:
    return frozenset(((at[0], at[1]),))
