"""Doors: opened and closed from the side, and by the key that fits."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import is_beside
from sandtable.books.heroic_endeavors.game_master.awareness import alert_by_door
from sandtable.books.heroic_endeavors.naming import called, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Door, Model
from sandtable.kernel import Play, Refusal, rule


@rule("HE-DOOR-02", "HE-DOOR-07", "HE-AGM-28", "HE-ENT-12")
def why_not_open(state: Adventure, model: Model, door: Door) -> Refusal | None:
    """It is locked, and there is no key; opponents have the keys of their lair."""
    if model.handless:
        return Refusal("HE-AGM-28", "It has no hands to open a door.", "Break it down.")
    has_no_keys = model.side == "party" or model.bond.is_entity
    if door.state == "locked" and has_no_keys and (not door.key or door.key not in model.carried):
        return Refusal("HE-DOOR-07", f"{called(state, door.id)} is locked.", "Find the key, or another way.")
    return None


@rule("HE-DOOR-01", "HE-DOOR-02")
def set_door(play: Play[Adventure], door: Door, model: Model, *, is_open: bool) -> None:
    """A door is open, or closed; one that was unlocked stays so."""
    state = play.state
    door.state = "open" if is_open else "closed"
    state.board = state.board.with_barrier(door.id, is_open=is_open)
    play.tell("door opened" if is_open else "door closed", "HE-DOOR-02", model=model.id, door=door.id)
    if is_open:
        alert_by_door(play, door.id)


class _AtDoor(DeedKind):
    """Something that is done to a door from a space beside it."""

    states: tuple[str, ...]

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every door beside the model that is so."""
        return [
            Deed(self.name, one.id)
            for one in state.doors.values()
            if one.state in self.states and is_beside(model, one.at)
        ]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The door."""
        return f"{self.name} the door at {space_called(state.doors[deed.target].at)}"


@deed
class Open(_AtDoor):
    """HE-DOOR-02"""

    name, rule, states = "open", "HE-DOOR-02", ("closed", "locked")

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It is locked."""
        return why_not_open(state, model, state.doors[deed.target])

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It always works."""
        set_door(play, play.state.doors[deed.target], model, is_open=True)


@deed
class Close(_AtDoor):
    """HE-DOOR-02"""

    name, rule, states = "close", "HE-DOOR-02", ("open",)

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Somebody is in the doorway."""
        if state.at(state.doors[deed.target].at) is not None:
            return Refusal("HE-DOOR-02", "Somebody is in the doorway.", "Wait until it is empty.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It always works."""
        set_door(play, play.state.doors[deed.target], model, is_open=False)
