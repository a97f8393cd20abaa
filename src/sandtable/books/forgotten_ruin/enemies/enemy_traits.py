"""The special rules of enemy types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.binding.effects import put_on
from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, settle
from sandtable.books.forgotten_ruin.chapters.movement.footing import stand_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    inches,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.enemies.planning import has_just_come, is_raging
from sandtable.books.forgotten_ruin.modifiers import (
    AGGRESSION_GAINS,
    COMBAT_SKILL,
    WHY_NO_LUCK,
    WHY_NO_POISON,
    WHY_SAVE_IGNORED,
    WHY_UNTROUBLED,
)
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import (
    AGGRESSION_PHASE,
    HIT_RESOLVED,
    HIT_STRIKES,
    MOVED,
    PHASE_STARTED,
    VOLLEY_ROLLED,
    WINDOWS,
    Moment,
    Movement,
    PhaseMoment,
    Struck,
    Volley,
)
from sandtable.kernel import For, Modifier, Needed, Play, Refusal
from sandtable.table import Point
from sandtable.table.figures.bases import first_near

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
    from sandtable.table import Piece


def _those_with(state: Battle, trait: str) -> list[Enemy]:
    """The figures on the table whose trait works; that of the frozen does not (FR-LOOT-72)."""
    return [one for one in state.enemies_on_table() if trait in one.traits and not one.is_frozen]


# Kobolds


def _may_be_trapped(play: Play[Battle], seat: str, now: Movement) -> Point | None:
    """The first place of a soldier's move within 8 in of a kobold."""
    state = play.state
    if not isinstance(now.figure, Soldier) or not now.figure.on_table or now.how not in ("move", "dash"):
        return None
    if state.phase not in ("quick", "slow") or state.has_used(once("phase", "traps")):
        return None
    kobolds = [one for one in _those_with(state, "Traps") if one.side == "enemy"]
    has_moved = any(a != b for a, b in zip(now.path, now.path[1:], strict=False))
    if not kobolds or not has_moved:
        return None
    return first_near(now.path, now.figure, kobolds, inches(state, 8.0), step=0.25)


@WINDOWS.consequence(MOVED, "Traps", "FR-ENE-09", _may_be_trapped)
async def traps(play: Play[Battle], seat: str, now: Movement, at: Point) -> None:
    """The first soldier who moves near kobolds in a phase steps into a trap on 1-2 and stops there."""
    state, soldier = play.state, now.figure
    use(state, once("phase", "traps"))
    (face,) = await play.roll(1, For("traps", soldier.id), "FR-ENE-09", seat=seat, figure=soldier.id)
    if face > 2:
        play.tell("no trap", "FR-ENE-09", figure=soldier.id)
        return
    stand_at(state, soldier, at)
    state.contacts = tuple(one for one in state.contacts if soldier.id not in (one.mover, one.other))
    now.is_stopped = now.ends_activation = True
    play.tell("trap", "FR-ENE-09", figure=soldier.id, at=soldier.at)
    knock_down(play, soldier, "FR-ENE-09")
    put_on(soldier, Effect("caught in a trap", "FR-ENE-09", until="activation"))


# Orcs


def _orcs_rage(play: Play[Battle], seat: str, now: PhaseMoment) -> list[Mob]:
    """The Aware mobs of orcs as the enemy's phase begins; those who have just come wait (FR-AGG-09)."""
    state = play.state
    orcs = _those_with(state, "War Rage") if now.phase == "enemy" else []
    ready = {one.mob for one in orcs if not has_just_come(state, one)}
    return [mob for mob in state.mobs.values() if mob.aware and mob.id in ready]


@WINDOWS.consequence(PHASE_STARTED, "War Rage", "FR-ENE-11", _orcs_rage)
async def war_rage(play: Play[Battle], seat: str, now: PhaseMoment, orcs: list[Mob]) -> None:
    """One Aware orc mob at random must charge in this phase, with +1 Combat Skill."""
    mob = await pick_at_random(play, orcs, "raging mob", "FR-ENE-11")
    put_on(mob, Effect("War Rage", "FR-ENE-11", until="phase"))
    play.tell("War Rage", "FR-ENE-11", mob=mob.id)


@COMBAT_SKILL.source("FR-ENE-11")
def raging(state: Battle, figure: Figure) -> Modifier | None:
    """The raging mob fights better."""
    mob = state.mobs.get(figure.mob) if isinstance(figure, Enemy) else None
    return Modifier(1, "War Rage", "FR-ENE-11") if mob is not None and is_raging(mob) else None


# Evil elves


def _elves_missed(play: Play[Battle], seat: str, now: Volley) -> bool:
    return (
        "Elite archers" in now.shooters[0].traits
        and now.used.get("Elite archers", 0) < 2
        and len(now.hits) < len(now.shooters)
    )


@WINDOWS.consequence(VOLLEY_ROLLED, "Elite archers", "FR-ENE-13", _elves_missed)
async def elite_archers(play: Play[Battle], seat: str, now: Volley) -> None:
    """An elf archer mob rerolls up to two missed shots each time it shoots."""
    left = 2 - now.used.get("Elite archers", 0)
    missed = [place for place, face in enumerate(now.faces) if face < now.needs[place]][:left]
    unit = now.shooters[0].mob or now.shooters[0].id
    dice, needs = play.state.enemy_dice, {now.needs[place] for place in missed}
    need, cited = Needed(min(needs), "FR-ENE-13") if len(needs) == 1 else None, ("FR-ENE-13", "FR-PRN-20")
    faces = await play.roll(
        len(missed), For("hit", unit), *cited, seat=dice, need=need, target=now.target.id, rerolled=missed
    )
    for place, face in zip(missed, faces, strict=True):
        now.faces[place] = face
    now.used["Elite archers"] = now.used.get("Elite archers", 0) + len(missed)


# Skeletons


def _breaks(play: Play[Battle], seat: str, now: Struck) -> bool:
    hit: Hit = now.hit
    return (
        isinstance(now.target, Enemy)
        and "Fragile" in now.target.traits
        and hit.how == "hand-to-hand"
        and hit.natural == 6
        and hit.attacker in play.state.soldiers
        and not now.is_negated
    )


@WINDOWS.consequence(HIT_STRIKES, "Fragile", "FR-ENE-14", _breaks, rank=-2)
async def fragile(play: Play[Battle], seat: str, now: Struck) -> None:
    """A soldier's natural 6 that Hits destroys a skeleton without any roll, or takes a Monster Point."""
    settle(play, now, "FR-ENE-14")


# Ghouls


def _ghoul_hits(play: Play[Battle], seat: str, now: Struck) -> bool:
    attacker = play.state.enemies.get(now.hit.attacker)
    return (
        attacker is not None
        and "Paralysing touch" in attacker.traits
        and isinstance(now.target, Soldier)
        and not now.was_saved
        and now.hit.how == "hand-to-hand"
    )


@WINDOWS.consequence(HIT_RESOLVED, "Paralysing touch", "FR-ENE-17", _ghoul_hits)
async def paralysing_touch(play: Play[Battle], seat: str, now: Struck) -> None:
    """A soldier who is Hit by a ghoul and not removed is Knocked Down."""
    now.knocked_down_by = "FR-ENE-17"


# Spiders and giant bugs


@WHY_UNTROUBLED.source("FR-ENE-19", about=lambda one: isinstance(one, Enemy) and "Skitter" in one.traits)
def skitter(state: Battle, figure: Figure, piece: Piece) -> Refusal | None:
    """Terrain never reduces the movement of spiders and giant bugs; what is closed to all stays closed."""
    if isinstance(figure, Enemy) and "Skitter" in figure.traits:
        if ("difficult" in piece.traits or "linear" in piece.traits) and "impassable" not in piece.traits:
            return Refusal("FR-ENE-19", f"{figure.name} skitters over it.")
    return None


@WHY_SAVE_IGNORED.source("FR-ENE-20")
def spider_poison(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """The hand-to-hand Hits of spiders allow no saving throw, except where poison does no harm."""
    attacker = state.enemies.get(hit.striker)
    if attacker is None or attacker.type != "Spiders" or hit.how != "hand-to-hand":
        return None
    if WHY_NO_POISON.first(state, target) is not None:
        return None
    return Refusal("FR-ENE-20", "The bite of a spider is poisonous.", "Only Luck may help.")


# Evil dwarves, evil humans, berserkers


@WHY_NO_LUCK.source("FR-ENE-24")
def cursed_weapons(state: Battle, soldier: Soldier, hits: list[Hit]) -> Refusal | None:
    """Luck cannot be used against the weapons of evil humans; their spells are no weapons."""
    for hit in hits:
        attacker = state.enemies.get(hit.attacker) if hit.how in ("shooting", "hand-to-hand") else None
        if attacker is not None and "Cursed weapons" in attacker.traits:
            return Refusal(
                "FR-ENE-24", f"The weapon of {name_of(state, attacker)} is cursed.", "Keep the Luck."
            )
    return None


# Cultists


def _cultists_chant(play: Play[Battle], seat: str, now: Moment) -> bool:
    return bool(play.state.chanted or _those_with(play.state, "Chanting"))


@WINDOWS.consequence(AGGRESSION_PHASE, "Chanting", "FR-ENE-28", _cultists_chant)
async def chanting(play: Play[Battle], seat: str, now: Moment) -> None:
    """3D6 at or below the number of cultists add the lowest die to the Aggression of the phase."""
    state = play.state
    count = len(_those_with(state, "Chanting"))
    state.chanted = 0
    if not count:
        return
    faces = await play.roll(3, "chanting", "FR-ENE-28", seat=state.enemy_dice, cultists=count)
    gained = min(faces) if sum(faces) <= count else 0
    state.chanted = gained
    play.tell("chanting", "FR-ENE-28", total=sum(faces), cultists=count, aggression=gained)


@AGGRESSION_GAINS.source("FR-ENE-28")
def chanted(state: Battle) -> Modifier | None:
    """What the cultists have chanted in this phase."""
    return Modifier(state.chanted, "chanting", "FR-ENE-28") if state.chanted else None
