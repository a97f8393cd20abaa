"""What binds an entity: when it acts, how far it may go, and the roll that tells whether it can be held."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees, stander
from sandtable.books.heroic_endeavors.special.entities.making import LEASH, POWER
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_ENDS,
    LEVELS_DUE,
    MODEL_DOWN,
    WINDOWS,
    LevelsMoment,
    ModelMoment,
    once,
)
from sandtable.kernel import For, Play, rule
from sandtable.kernel.dice import TOTAL
from sandtable.table.squares import sight

BREAKS_LOOSE = 1
"""HE-ENT-10: on this it stays, and is nobody's."""


def entities_of(state: Adventure, caster: Model) -> list[Model]:
    """The entities that a caster holds."""
    return [one for one in state.on_board() if one.bond.caster == caster.id]


@rule("HE-ENT-05")
def is_held(state: Adventure, entity: Model, caster: Model) -> bool:
    """In sight of its caster, and within 12 spaces unless it roams."""
    near = entity.bond.roams or distance_between(entity, caster) <= LEASH
    return near and sees(state, caster, entity)


@rule("HE-ENT-08")
def is_broken_by_others(state: Adventure, entity: Model, caster: Model) -> bool:
    """Only other models stand in the line, or neither caster nor entity has moved by itself."""
    near = entity.bond.roams or distance_between(entity, caster) <= LEASH
    terrain_free = sight.sees(state.board, stander(state, caster), stander(state, entity))
    moved = any(one.turn.walked or one.turn.gone for one in (entity, caster))
    return (near and terrain_free) or not moved


def _bound(play: Play[Adventure], seat: str, now: ModelMoment) -> Model | None:
    """The caster of an entity whose activation is over, after its own."""
    caster = play.state.models.get(now.model.bond.caster)
    here = caster is not None and caster.on_board and now.model.on_board
    return caster if here and once(play, seat, now) else None


@WINDOWS.consequence(ACTIVATION_ENDS, "leash", "HE-ENT-08", _bound)
@rule("HE-ENT-08", "HE-ENT-05")
async def look_at_the_leash(play: Play[Adventure], seat: str, now: ModelMoment, caster: Model) -> None:
    """After both have finished; what others have broken may be mended until then in the next turn."""
    entity, state = now.model, play.state
    if is_held(state, entity, caster):
        entity.bond.stretched = ""
    elif not entity.bond.stretched and is_broken_by_others(state, entity, caster):
        entity.bond.stretched = "by others"
        play.tell("leash stretched", "HE-ENT-08", "HE-ENT-05", model=entity.id, caster=caster.id)
    else:
        await control(play, entity, "HE-ENT-08")


@rule("HE-ENT-10", "HE-DICE-03")
async def control(play: Play[Adventure], entity: Model, cause: str) -> None:
    """From 2 on it vanishes; on a 1 it stays, loose."""
    (face,) = await play.roll(1, For("control", entity.id), "HE-ENT-10", cause, reading=TOTAL)
    if face != BREAKS_LOOSE:
        entity.where, entity.dp, entity.bond.caster = "left", 0, ""
        play.tell("entity vanished", "HE-ENT-10", cause, model=entity.id)
        entity.at = None
        return
    bond = entity.bond
    bond.caster, bond.is_loose, bond.stretched = "", True, ""
    entity.side, entity.seat, entity.group, entity.behaviour = "nobody", "", "", "loose entity"
    entity.turn.actions = 0
    play.tell("entity broke loose", "HE-ENT-10", cause, model=entity.id)


def _orphans(play: Play[Adventure], seat: str, now: ModelMoment) -> list[Model]:
    dead = now.model.where == "killed" and once(play, seat, now)
    return entities_of(play.state, now.model) if dead else []


@WINDOWS.consequence(MODEL_DOWN, "entities of the dead", "HE-ENT-10", _orphans)
async def lose_their_caster(play: Play[Adventure], seat: str, now: ModelMoment, orphans: list[Model]) -> None:
    """A roll for each entity of a caster that is killed."""
    for entity in orphans:
        await control(play, entity, "HE-ENT-10")


def _endangered(play: Play[Adventure], seat: str, now: LevelsMoment) -> list[Model]:
    other = now.power != POWER and once(play, seat, now)
    return entities_of(play.state, now.model) if other else []


@WINDOWS.consequence(LEVELS_DUE, "entities while a power is used", "HE-ENT-09", _endangered)
async def other_powers(play: Play[Adventure], seat: str, now: LevelsMoment, endangered: list[Model]) -> None:
    """The roll comes first, then the power; levels for a force weapon count as well."""
    for entity in endangered:
        await control(play, entity, "HE-ENT-09")
