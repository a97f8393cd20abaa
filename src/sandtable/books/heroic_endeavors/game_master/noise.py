"""Noise: how far fights, shots and doors are heard, and whom they alert (HE-AGM-03)."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.ground import distance_to
from sandtable.books.heroic_endeavors.game_master.awareness import alert
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.charts import charts
from sandtable.books.heroic_endeavors.tables.weapons import ranged_weapons
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment, once
from sandtable.kernel import Play, rule
from sandtable.table.squares.sight import Stander, sees
from sandtable.table.squares.spaces import Space

FORCED, MELEE, GUNFIRE, MUFFLED, EXPLOSION = "door forced", "melee", "gunfire", "muffled", "explosion"


def heard_at(noise: str) -> int:
    """How many spaces a noise goes."""
    return next(one.spaces for one in charts().noise if one.noise == noise)


@rule("HE-AGM-03", "HE-DOOR-08")
def make_noise(play: Play[Adventure], at: Space, noise: str, cause: str = "HE-AGM-03") -> None:
    """Whoever is unaware and near enough is alerted, with its group, unless that has triggers of its own."""
    state = play.state
    for model in list(state.conscious()):
        group = state.groups.get(model.group)
        if group is None or group.awareness != "unaware" or not group.hears:
            continue
        if distance_to(model, at) <= _carries(state, model, at, noise):
            alert(play, group.id, cause)


def _carries(state: Adventure, model: Model, at: Space, noise: str) -> int:
    """Gunfire behind a door or a wall is not heard so far."""
    if noise != GUNFIRE:
        return heard_at(noise)
    is_open = sees(state.board, Stander((at,)), Stander(model.spaces))
    return heard_at(GUNFIRE if is_open else MUFFLED)


@rule("HE-AGM-03")
def noise_of(weapon: str, *, is_melee: bool) -> str:
    """Blows and bows are heard alike, explosions farthest, all else is gunfire."""
    arm = ranged_weapons().get(weapon)
    if is_melee or (arm is not None and weapon in charts().silent):
        return MELEE
    return EXPLOSION if arm is not None and {"B", "b"} & {*arm.marks} else GUNFIRE


@WINDOWS.consequence(ATTACK_MADE, "noise", "HE-AGM-03", once)
async def is_heard(play: Play[Adventure], seat: str, now: AttackMoment) -> None:
    """From where the attacker stands."""
    if now.model.at is not None:
        make_noise(play, now.model.at, noise_of(now.weapon, is_melee=now.is_melee))
