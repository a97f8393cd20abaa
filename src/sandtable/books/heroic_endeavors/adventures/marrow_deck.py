"""Marrow Deck: copy the flight log, set the reactor to overload, and get out."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.adventures.adventure import (
    Ended,
    Kind,
    adventure_kind,
    conscious_heroes,
)
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule
from sandtable.table.squares.spaces import Space

REACTOR, BRIDGE, LOG = "F1", "F2", "flight log"
SAFE = 3
"""HE-ADV-28: so many heroes out make a triumph."""


@adventure_kind
class MarrowDeck(Kind):
    """Nobody stays behind when it goes."""

    id, ends_by = "marrow-deck", "HE-ADV-28"

    @rule("HE-ADV-28", "HE-AGM-25")
    def outcome(self, state: Adventure, *, time_is_up: bool) -> Ended | None:
        """It goes on until no conscious hero is on the map; what counts is who has left, and the overload."""
        is_set = state.features[REACTOR].used
        if not conscious_heroes(state):
            out = [one for one in state.models.values() if one.role == "hero" and one.where == "left"]
            if not is_set:
                return ("defeat", "the reactor still runs")
            if not out:
                return ("defeat", "nobody has come out")
            if LOG in state.out and len(out) >= SAFE:
                return ("triumph", "the ship is done for, the log is out, and most came home")
            return ("success", "the ship is done for")
        if time_is_up and not is_set:
            return ("defeat", "the time is up")
        return None

    @rule("HE-ADV-20")
    def goal(self, state: Adventure, model: Model) -> Space | None:
        """The bridge, the reactor, and out; only who can use a console goes there."""
        party = [one for one in state.conscious() if one.side == "party"]
        carried = [thing for one in party for thing in one.carried]
        reactor, bridge = state.features.get(REACTOR), state.features.get(BRIDGE)
        if reactor is not None and reactor.used:
            return state.exits[0]
        if LOG not in carried and bridge is not None and not bridge.used:
            return bridge.at
        return None if reactor is None else reactor.at
