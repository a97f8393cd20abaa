"""Dragging somebody who is down: at half MOV, and out by the exit with one."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent
from sandtable.books.heroic_endeavors.chapters.movement.walking import allowance, move
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Play, Refusal
from sandtable.table.squares.surface import middle

HALF = 2


class _WithSomebody(DeedKind):
    """Moving with a friend who lies beside."""

    is_movement = True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every friend who lies beside it."""
        lying = (one for one in state.on_board() if one.is_unconscious and one.side == model.side)
        return [Deed(self.name, one.id) for one in lying if self.fits(state, model, one)]

    def fits(self, state: Adventure, model: Model, body: Model) -> bool:
        """Whether it can."""
        return is_adjacent(state, model, body)

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """The limit of the turn is used up."""
        if allowance(state, model, 1) < HALF:
            return Refusal("HE-ACT-07", f"{name_of(state, model)} has moved too far.", "Do it next turn.")
        return None


@deed
class Drag(_WithSomebody):
    """HE-AGM-21"""

    name, rule = "drag", "HE-AGM-21"

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom, and how far."""
        return f"drag {name_of(state, state.models[deed.target])} up to {allowance(state, model, 1) // HALF}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Whoever is dragged comes to the space that was left last."""
        body, start = play.state.models[deed.target], model.at
        await move(play, model, allowance(play.state, model, 1) // HALF)
        left = model.turn.came_from
        if model.at not in (None, start) and left is not None and play.state.at(left) in (None, body):
            body.at = left
            play.tell("model dragged", "HE-AGM-21", model=body.id, target=model.id, at=middle(left))


@deed
class DragOut(_WithSomebody):
    """HE-ADV-38"""

    name, rule = "drag out", "HE-ADV-38"

    def fits(self, state: Adventure, model: Model, body: Model) -> bool:
        """Both are at the exit."""
        return model.at in state.exits and is_adjacent(state, model, body)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom."""
        return f"leave by the exit with {name_of(state, state.models[deed.target])}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Both are gone, with all that they carry."""
        for one in (play.state.models[deed.target], model):
            one.where, one.at = "left", None
            play.state.out += one.carried
            play.tell("model left", "HE-ADV-38", model=one.id, carried=list(one.carried))
