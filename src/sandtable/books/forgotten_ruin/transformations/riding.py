"""Riding: a soldier on the back of a centaur moves with it and shoots from there."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.movement.footing import stand_at
from sandtable.books.forgotten_ruin.chapters.movement.placing import place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import in_contact, remove
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot, combat_skill
from sandtable.books.forgotten_ruin.loot.loot_tables import wears
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    LENT_WEAPONS,
    TO_HIT,
    WHY_NOT_MOVE,
    WHY_NOT_TARGET,
)
from sandtable.books.forgotten_ruin.state import NO_SOLDIERS, Battle, Figure, Soldier, Weapon
from sandtable.books.forgotten_ruin.transformations.transformation_tables import is_transformed
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    ATTACK_FALLS,
    FIGURE_REMOVED,
    MOVED,
    PHASE_STARTED,
    WINDOWS,
    Activation,
    Moment,
    Movement,
    Removal,
    Struck,
)
from sandtable.kernel import Candidate, For, Modifier, Needed, Play, Refusal, rule, total_of
from sandtable.table import NearPoint

RIDER_FROM = 4
"""The die from which an attack on the pair falls on the rider (FR-TRF-13)."""
ASSIGNED = "assigned"
"""The trait of a Hit for which centaur or rider has been drawn."""


@rule("FR-TRF-13")
def rider_of(state: Battle, centaur: Figure) -> Soldier | None:
    """Who sits on the back of a centaur."""
    if not is_transformed(centaur, "The Centaur"):
        return None
    return next((one for one in state.soldiers_on_table() if one.riding == centaur.id), None)


# ---- up and down --------------------------------------------------------------------------------


def _mounts(state: Battle, soldier: Soldier) -> list[Soldier]:
    if soldier.riding or soldier.position in NO_SOLDIERS or is_transformed(soldier, "The Centaur"):
        return []
    centaurs = [one for one in state.soldiers_on_table() if is_transformed(one, "The Centaur")]
    near = [one for one in centaurs if in_contact(state, soldier, one)]
    return [one for one in near if rider_of(state, one) is None]


@action("Mount", "FR-TRF-13")
class Mount(Action):
    """A soldier gets on the back of a centaur in contact."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Every centaur in contact that carries nobody."""
        return [
            Candidate(f"mount {one.id}", f"Mount {one.name}", one.id, rules=("FR-TRF-13",), about=(one.id,))
            for one in _mounts(state, soldier)
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """From now on the soldier is where the centaur is."""
        centaur = play.state.soldiers[chosen]
        soldier.riding, soldier.at, soldier.elevation = centaur.id, centaur.at, centaur.elevation
        play.tell("soldier mounts", "FR-TRF-13", figure=soldier.id, centaur=centaur.id)


@action("Dismount", "FR-TRF-13")
class Dismount(Action):
    """A rider gets down beside the centaur."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """For a rider."""
        return [Candidate("dismount", "Dismount", True, rules=("FR-TRF-13",))] if soldier.riding else []

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """The soldier stands where the player puts it, in contact with the centaur or as near as can be."""
        centaur = play.state.soldiers[soldier.riding]
        play.tell("soldier dismounts", "FR-TRF-13", figure=soldier.id, centaur=centaur.id)
        soldier.riding = ""
        zone = NearPoint(centaur.at, centaur.radius + 2 * soldier.radius)
        prompt = f"Where does {soldier.name} stand beside {centaur.name}?"
        await place_soldier(play, soldier, zone, "dismount", prompt, "FR-TRF-13")


@WHY_NOT_MOVE.source("FR-TRF-13")
def rider_sits(state: Battle, figure: Figure) -> Refusal | None:
    """A rider neither Moves nor Dashes."""
    if figure.riding:
        return Refusal("FR-TRF-13", f"{figure.name} rides {figure.riding}.", "Let the centaur move.")
    return None


# ---- together -----------------------------------------------------------------------------------


def _parted(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    soldiers = play.state.soldiers
    return [
        one
        for one in soldiers.values()
        if one.riding and one.on_table and one.at != (centaur := soldiers[one.riding]).at and centaur.on_table
    ]


@WINDOWS.consequence(MOVED, "the rider moves along", "FR-TRF-13", _parted, rank=1)
async def ride_along(play: Play[Battle], seat: str, now: Movement, parted: list[Soldier]) -> None:
    """The rider moves whenever the centaur moves; one who is thrown away from it rides no longer."""
    for one in parted:
        if now.figure is one:
            one.riding = ""
            play.tell("soldier thrown off", "FR-TRF-13", figure=one.id)
            continue
        centaur = play.state.soldiers[one.riding]
        path, one.at, one.elevation = (one.at, centaur.at), centaur.at, centaur.elevation
        play.tell("figure moved", "FR-TRF-13", figure=one.id, path=path, how="ride", inches=0.0, cost=0.0)


@WINDOWS.consequence(PHASE_STARTED, "the rider keeps its seat", "FR-TRF-13", _parted)
@WINDOWS.consequence(ACTIVATION_STARTED, "the rider keeps its seat", "FR-TRF-13", _parted, rank=1)
async def keep_seat(play: Play[Battle], seat: str, now: Moment, parted: list[Soldier]) -> None:
    """Wherever the centaur was put, the rider is there too."""
    for one in parted:
        centaur = play.state.soldiers[one.riding]
        one.at, one.elevation = centaur.at, centaur.elevation


def _bears(play: Play[Battle], seat: str, now: Removal) -> bool:
    figure = now.figure
    return bool(figure.riding) or rider_of(play.state, figure) is not None


@WINDOWS.consequence(FIGURE_REMOVED, "centaur and rider part", "FR-TRF-13", _bears)
async def centaur_falls(play: Play[Battle], seat: str, now: Removal) -> None:
    """The rider of a fallen centaur stands on that spot; one whose centaur leaves goes with it."""
    state, figure = play.state, now.figure
    figure.riding = ""
    rider = rider_of(state, figure)
    if rider is None:
        return
    rider.riding = ""
    if now.how != "casualty":
        rider.at = figure.at
        await remove(play, rider, now.how, "FR-TRF-13")  # type: ignore[arg-type]
        return
    stand_at(state, rider, figure.at)
    play.tell("figure placed", "FR-TRF-13", figure=rider.id, at=rider.at, elevation=rider.elevation)


# ---- shooting and being shot at -----------------------------------------------------------------


@TO_HIT.source("FR-TRF-13")
def shoots_from_the_saddle(state: Battle, shot: Shot) -> Modifier | None:
    """A rider shoots as if with a Combat Skill of +0."""
    if not shot.shooter.riding:
        return None
    return Modifier(-total_of(combat_skill(state, shot.shooter)), "on horseback", "FR-TRF-13")


def _is_attack(hit: Hit) -> bool:
    # A line of fire or lightning touches both, as a blast does.
    is_aimed = bool(hit.attacker) and hit.at is None and hit.how not in ("fall", "item")
    return is_aimed and ASSIGNED not in hit.traits


def pair_of(state: Battle, target: Figure) -> tuple[Soldier, Soldier] | None:
    """Centaur and rider, for either of the two."""
    if not isinstance(target, Soldier):
        return None
    centaur = state.soldiers[target.riding] if target.riding else target
    rider = target if target.riding else rider_of(state, centaur)
    return None if rider is None else (centaur, rider)


def _struck_pair(play: Play[Battle], seat: str, now: Struck) -> tuple[Soldier, Soldier] | None:
    return pair_of(play.state, now.target) if all(_is_attack(one) for one in now.hits) else None


@WINDOWS.consequence(ATTACK_FALLS, "centaur or rider", "FR-TRF-13", _struck_pair)
async def draw_centaur_or_rider(
    play: Play[Battle], seat: str, now: Struck, pair: tuple[Soldier, Soldier]
) -> None:
    """An attack on the pair falls on the centaur with 1 to 3 and on the rider with 4 to 6."""
    target, (centaur, rider) = now.target, pair
    why, seat = For("centaur or rider", centaur.id), play.state.seat_of(target)
    (face,) = await play.roll(1, why, "FR-TRF-13", figure=centaur.id, rider=rider.id, seat=seat)
    struck = rider if face >= RIDER_FROM else centaur
    for hit in now.hits:
        hit.traits = (*hit.traits, ASSIGNED)
    if struck is not target:
        now.falls_on = (struck.id, "FR-TRF-13")
        play.tell("attack falls", "FR-TRF-13", figure=struck.id, instead=target.id)
    if wears(struck, "Deflection"):
        now.hits = await _deflected(play, struck, now.hits)


@rule("FR-LOOT-32")
async def _deflected(play: Play[Battle], struck: Soldier, hits: list[Hit]) -> list[Hit]:
    """What an Armor of Deflection leaves of the Hits on its wearer, those of archery rolled again once."""
    for hit in [one for one in hits if one.need]:
        archer, why = play.state.enemies[hit.attacker], For("deflected", hit.attacker)
        need, seat = Needed(hit.need, "FR-LOOT-32"), play.state.dice_of(archer)
        (hit.natural,) = await play.roll(1, why, "FR-PRN-20", seat=seat, need=need)
    left = [one for one in hits if one.natural >= one.need]
    if not left:
        play.tell("attack has no effect", "FR-LOOT-32", target=struck.id, attacker=hits[0].attacker)
    return left


# ---- hand-to-hand -------------------------------------------------------------------------------


@WHY_NOT_TARGET.source("FR-TRF-14")
def rider_fights_not(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """In hand-to-hand combat only the centaur fights."""
    if how == "hand-to-hand" and (attacker.riding or target.riding):
        return Refusal("FR-TRF-14", "Only the centaur fights.", "Fight with the centaur.")
    return None


@LENT_WEAPONS.source("FR-TRF-14")
def weapons_of_the_rider(state: Battle, soldier: Soldier) -> tuple[Weapon, ...] | None:
    """The centaur may use a magical weapon of its rider."""
    rider = rider_of(state, soldier)
    if rider is None:
        return None
    return tuple(one for one in rider.weapons if one.is_melee and (one.magical or one.oiled))


@COMBAT_ROLL.source("FR-TRF-14", rank=3)
def fights_alone(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """The rider adds nothing of its own."""
    if rider_of(state, figure) is None:
        return None
    return Modifier(0, "only the centaur fights", "FR-TRF-14")
