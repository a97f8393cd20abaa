"""Loose entities: nobody's friend, after whoever is nearest, until they vanish."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.heroic_endeavors.chapters.actions import Deed
from sandtable.books.heroic_endeavors.chapters.arms import fights_with
from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike
from sandtable.books.heroic_endeavors.game_master.behaviours import BEHAVIOURS
from sandtable.books.heroic_endeavors.special.entities.bonds import control
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    TURN_BEGINS,
    WINDOWS,
    ModelMoment,
    once,
)
from sandtable.kernel import For, Moment, Play, rule


def _are_loose(play: Play[Adventure], seat: str, now: Moment) -> list[Model]:
    return [one for one in play.state.on_board() if one.bond.is_loose] if once(play, seat, now) else []


@WINDOWS.consequence(TURN_BEGINS, "loose entities", "HE-ENT-10", _are_loose)
async def may_vanish(play: Play[Adventure], seat: str, now: Moment, loose: list[Model]) -> None:
    """At the start of every turn that follows."""
    for entity in loose:
        await control(play, entity, "HE-ENT-10")


@rule("HE-ENT-11")
def nearest_to(state: Adventure, entity: Model) -> list[Model]:
    """The nearest who are no entities, of these with fewest points left; several if they are level."""
    known = [one for one in state.conscious() if not one.bond.is_entity]
    far = {one.id: (distance_between(entity, one), one.dp) for one in known}
    least = min(far.values(), default=(0, 0))
    return [one for one in known if far[one.id] == least]


def _hunts(play: Play[Adventure], seat: str, now: ModelMoment) -> list[Model]:
    loose = now.model.bond.is_loose and once(play, seat, now)
    return nearest_to(play.state, now.model) if loose else []


@WINDOWS.consequence(ACTIVATION_BEGINS, "prey", "HE-ENT-11", _hunts)
async def choose_prey(play: Play[Adventure], seat: str, now: ModelMoment, near: list[Model]) -> None:
    """Whom it goes for; chance decides between those who are level."""
    chosen = near[0]
    if len(near) > 1:
        (face,) = await play.roll(1, For("prey", now.model.id), "HE-ENT-11", sides=len(near))
        chosen = near[face - 1]
    now.model.bond.prey = chosen.id


@BEHAVIOURS.entry("loose entity")
@rule("HE-ENT-11")
def after_its_prey(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """It strikes its prey, or moves towards it."""
    prey = state.models.get(model.bond.prey)
    if prey is None or not prey.is_conscious:
        return
    for weapon in fights_with(model):
        if can_strike(state, model, prey, weapon):
            yield Deed("strike", prey.id, weapon.weapon), "strikes whoever is nearest"
    yield Deed("walk"), "comes after whoever is nearest"
