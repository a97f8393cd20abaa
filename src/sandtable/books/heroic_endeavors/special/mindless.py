"""Mindless and Soulless: models that need somebody to direct them, and what becomes of them without."""

from __future__ import annotations

from sandtable.binding.squares.planner import SquarePlan
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.damage import kill
from sandtable.books.heroic_endeavors.chapters.ground import distance_between, is_adjacent
from sandtable.books.heroic_endeavors.chapters.melee.attacking import (
    attack_on,
    best_weapon,
    strike,
    why_not_strike,
)
from sandtable.books.heroic_endeavors.chapters.movement.walking import go, reach_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shoot, shot_at, why_not_shoot
from sandtable.books.heroic_endeavors.modifiers import LIKE_COHORTS, TRAIT, WHY_NOT_REACT
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    MODEL_DOWN,
    WINDOWS,
    ModelMoment,
    once,
)
from sandtable.kernel import For, Modifier, Play, rule
from sandtable.table.squares.reach import Place
from sandtable.table.squares.spaces import DIRECTIONS, FACINGS
from sandtable.table.squares.surface import middle

MINDLESS, SOULLESS = "Mindless", "Soulless"
LITTLE = 1
"""HE-SKL-32"""
NEAR = 3
"""HE-SKL-31: so near an enemy is shot at."""
ONE_STEP = 3
"""MOV enough for a step onto rough ground, wherever it leads."""


@rule("HE-SKL-44")
def is_without_controller(state: Adventure, model: Model, skill: str = MINDLESS) -> bool:
    """Its controller was in this adventure, and is no longer conscious on the board."""
    if not model.has(skill):
        return False
    controller = state.models.get(model.controller)
    return controller is not None and not controller.is_conscious


@WHY_NOT_REACT.source("HE-SKL-31", "HE-REA-12")
def _reacts_to_nothing(state: Adventure, model: Model) -> str | None:
    return "HE-SKL-31" if is_without_controller(state, model) else None


@LIKE_COHORTS.source("HE-SKL-32")
def _loses_heart(state: Adventure, model: Model) -> str | None:
    """Without its controller it checks its motivation, and never rallies."""
    return "HE-SKL-32" if is_without_controller(state, model) else None


@TRAIT.source("HE-SKL-32")
def _a_little_heart(state: Adventure, model: Model, name: str) -> Modifier | None:
    """A motivation of 1, unless its record says otherwise."""
    needs = name == "MOT" and not model.traits.MOT and model.role != "cohort" and model.has(MINDLESS)
    return Modifier(LITTLE, "mindless", "HE-SKL-32") if needs else None


def _has_it_back(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    lost = now.model.motivation.withdraws and now.model.has(MINDLESS) and now.model.role != "cohort"
    return once(play, seat, now) and bool(lost) and not is_without_controller(play.state, now.model)


@WINDOWS.consequence(ACTIVATION_BEGINS, "its controller is back", "HE-SKL-32", _has_it_back, rank=1)
async def is_directed_again(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """When its controller has come round it withdraws no longer."""
    now.model.motivation.withdraws = ""
    play.tell("model rallied", "HE-SKL-32", model=now.model.id, withdraws="is directed again")


def _wanders(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    model = now.model
    lost = is_without_controller(play.state, model) and not model.motivation.withdraws
    return once(play, seat, now) and lost and not is_out(model)


@WINDOWS.consequence(ACTIVATION_BEGINS, "wandering", "HE-SKL-30", _wanders, rank=2)
@rule("HE-SKL-30", "HE-SKL-31")
async def wanders(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """A space in a random direction, then whoever it has come upon; that is all it does."""
    model = now.model
    has_moved = await _a_step(play, model)
    if not is_out(model):
        await _attacks(play, model, has_moved=has_moved)
    model.turn.actions = 0


@rule("HE-SKL-30")
async def _a_step(play: Play[Adventure], model: Model) -> bool:
    """One is ahead of it, two to eight clockwise; where it cannot go it stays."""
    (face,) = await play.roll(1, For("wandering", model.id), "HE-SKL-30", sides=8)
    assert model.at is not None
    ahead = 2 * FACINGS.index(model.facing)
    dx, dy = DIRECTIONS[(ahead + face - 1) % len(DIRECTIONS)]
    at = (model.at[0] + dx, model.at[1] + dy)
    found = reach_of(play.state, model, ONE_STEP)
    price = found.spaces.get(at)
    way = None if price is None else found.way(Place(at, model.facing))
    if price is None or way is None or len(way) > 1:
        play.tell("model wandered", "HE-SKL-30", model=model.id)
        return False
    play.tell("model wandered", "HE-SKL-30", "HE-SKL-44", model=model.id, at=middle(at))
    return await go(play, model, SquarePlan(at, way, price, model.facing))


@rule("HE-SKL-31")
async def _attacks(play: Play[Adventure], model: Model, *, has_moved: bool) -> None:
    """Whoever it has moved beside, in melee; else whoever is near, with a shot that is not aimed."""
    state = play.state
    foes = sorted(state.foes_of(model), key=lambda one: (distance_between(model, one), one.dp, one.id))
    model.prepared = Prepared()
    for foe in foes:
        if has_moved and is_adjacent(state, model, foe):
            attack = attack_on(state, model, foe, best_weapon(state, model))
            if why_not_strike(state, attack) is None:
                play.tell("model lashed out", "HE-SKL-31", model=model.id, target=foe.id)
                await strike(play, attack)
                return
    for weapon in shoots_with(model):
        for foe in foes:
            if weapon.bands is None or not weapon.shoots or distance_between(model, foe) > NEAR:
                continue
            shot = shot_at(state, model, foe, weapon)
            if why_not_shoot(state, shot) is None:
                play.tell("model lashed out", "HE-SKL-31", model=model.id, target=foe.id)
                await shoot(play, shot)
                return


def _soulless_of(play: Play[Adventure], seat: str, now: ModelMoment) -> list[Model]:
    if now.model.where != "killed" or not once(play, seat, now):
        return []
    found = play.state.on_board()
    return [one for one in found if one.has(SOULLESS) and one.controller == now.model.id]


@WINDOWS.consequence(MODEL_DOWN, "the soulless", "HE-SKL-37", _soulless_of)
async def collapse(play: Play[Adventure], seat: str, now: ModelMoment, soulless: list[Model]) -> None:
    """Whoever the dead model has directed is at once a casualty."""
    for model in soulless:
        play.tell("model fell with its controller", "HE-SKL-37", model=model.id, controller=now.model.id)
        await kill(play, model, "", "HE-SKL-37")
