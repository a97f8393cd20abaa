"""The Ember Crypt: the whole of it, and its hall for a short evening."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.adventures.adventure import (
    Ended,
    Kind,
    adventure_kind,
    conscious_heroes,
    standing,
)
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule
from sandtable.table.squares.spaces import Space

RELIQUARY, KEY = "Ember Reliquary", "bone key"
LORD = "O18"
MIDDLE: Space = (12, 7)
"""Of the hall."""


@adventure_kind
class EmberCrypt(Kind):
    """Carry the reliquary out, and put an end to the necromancer."""

    id, ends_by = "ember-crypt", "HE-ADV-18"

    @rule("HE-ADV-18", "HE-AGM-25")
    def outcome(self, state: Adventure, *, time_is_up: bool) -> Ended | None:
        """The reliquary must leave; with the necromancer killed it is a triumph."""
        if RELIQUARY in state.out:
            if LORD in state.models and state.models[LORD].where == "killed":
                return ("triumph", "the reliquary is out and the necromancer dead")
            return ("success", "the reliquary is out")
        if not conscious_heroes(state):
            return ("defeat", "no hero is left in the crypt")
        return ("defeat", "the time is up") if time_is_up else None

    @rule("HE-ADV-10", "HE-ADV-16")
    def goal(self, state: Adventure, model: Model) -> Space | None:
        """The key, the sanctum, the altar, and out with it."""
        carried = [thing for one in state.conscious() if one.side == "party" for thing in one.carried]
        if RELIQUARY in carried:
            return state.exits[1]
        if (lies := state.lying.get(RELIQUARY)) is not None:
            return lies
        door = state.doors.get("D3")
        if door is not None and door.state == "locked":
            if KEY in carried:
                return door.at
            return state.lying.get(KEY) or _place_of(state, "F1")
        return _place_of(state, "F2")


def _place_of(state: Adventure, feature: str) -> Space | None:
    found = state.features.get(feature)
    return None if found is None else found.at


@adventure_kind
class EmberHall(Kind):
    """The first room: clear the hall of its dead in twelve turns (ours)."""

    id, ends_by = "ember-hall", "HE-ADV-01"

    @rule("HE-ADV-01", "HE-AGM-25")
    def outcome(self, state: Adventure, *, time_is_up: bool) -> Ended | None:
        """No enemy stands in the hall; if no hero is down, it is a triumph."""
        if not conscious_heroes(state):
            return ("defeat", "no hero is left standing")
        if not standing(state, "hall"):
            if any(one.role == "hero" and not one.is_conscious for one in state.models.values()):
                return ("success", "the hall is clear")
            return ("triumph", "the hall is clear, and every hero stands")
        return ("defeat", "the time is up") if time_is_up else None

    def goal(self, state: Adventure, model: Model) -> Space | None:
        """Into the hall."""
        return MIDDLE
