"""The special rules of enemy types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.binding.effects import put_on
from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, settle
from sandtable.books.forgotten_ruin.chapters.movement.standing import stand_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    inches,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.enemies.planning import has_just_come
from sandtable.books.forgotten_ruin.modifiers import (
    AGGRESSION_GAINS,
    COMBAT_SKILL,
    WHY_FOUR_LEGGED,
    WHY_NO_LUCK,
    WHY_NO_POISON,
    WHY_SAVE_IGNORED,
    WHY_UNTROUBLED,
)
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
from sandtable.kernel.arithmetic import hypot, total
from sandtable.kernel.check import Modifier
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit
    from sandtable.table.terrain import Piece

TRAPS_NEAR = 8.0
"""How near to a kobold traps lie (FR-ENE-09)."""
TRAPPED_UP_TO = 2
"""The dice with which a soldier steps into a trap (FR-ENE-09)."""
STEP = 0.25
"""How finely a way is looked at, in inches."""
RAGE = 1
"""What War Rage adds to Combat Skill (FR-ENE-11)."""
REROLLS = 2
"""The missed shots that elite archers reroll (FR-ENE-13)."""
FRAGILE_ON = 6
"""The natural die that destroys a skeleton (FR-ENE-14)."""
CHANT_DICE = 3
"""The dice of Chanting (FR-ENE-28)."""
FOUR_LEGGED = ("Wolves", "Spiders", "Giant bugs", "Huge lizards")
"""Types with four or more legs (FR-MOV-12)."""


def _those_with(state: Battle, trait: str) -> list[Enemy]:
    """The figures on the table whose trait works; that of the frozen does not (FR-LOOT-72)."""
    return [one for one in state.enemies_on_table() if trait in one.traits and not one.is_frozen]


# Kobolds


def _may_be_trapped(play: Play[Battle], seat: str, now: Movement) -> Point | None:
    state = play.state
    may_be = (
        isinstance(now.figure, Soldier)
        and now.how in ("move", "dash")
        and state.phase in ("quick", "slow")
        and not state.has_used(once("phase", "traps"))
        and now.figure.on_table
        and _length(now.path) > 0.0
    )
    return _first_point_near_kobold(state, now) if may_be else None


def _length(path: tuple[Point, ...]) -> float:
    return total(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(path, path[1:], strict=False))


def _first_point_near_kobold(state: Battle, now: Movement) -> Point | None:
    """The first place of a move within 8 in of a kobold."""
    kobolds = [one for one in _those_with(state, "Traps") if one.side == "enemy"]
    limit = inches(state, TRAPS_NEAR)
    if not kobolds:
        return None
    for a, b in zip(now.path, now.path[1:], strict=False):
        far = hypot(b[0] - a[0], b[1] - a[1])
        steps = max(1, int(far / STEP))
        for step in range(steps + 1):
            share = step / steps
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            for one in kobolds:
                if (
                    hypot(one.at[0] - at[0], one.at[1] - at[1]) - one.radius - now.figure.radius
                    <= limit + 0.01
                ):
                    return at
    return None


@WINDOWS.consequence(MOVED, "Traps", "FR-ENE-09", _may_be_trapped)
async def traps(play: Play[Battle], seat: str, now: Movement, at: Point) -> None:
    """The first soldier who moves near kobolds in a phase may step into a trap and stops there."""
    state, soldier = play.state, now.figure
    assert isinstance(soldier, Soldier)
    use(state, once("phase", "traps"))
    (face,) = await play.roll(1, For("traps", soldier.id), "FR-ENE-09", seat=seat, figure=soldier.id)
    if face > TRAPPED_UP_TO:
        play.tell("no trap", "FR-ENE-09", figure=soldier.id)
        return
    stand_at(state, soldier, at)
    state.contacts = tuple(one for one in state.contacts if soldier.id not in (one.mover, one.other))
    now.is_stopped = now.ends_activation = True
    play.tell("trap", "FR-ENE-09", figure=soldier.id, at=soldier.at)
    knock_down(play, soldier, "FR-ENE-09")
    put_on(soldier, Effect(TRAPPED, "FR-ENE-09", until="activation"))


TRAPPED = "caught in a trap"


# Orcs


def _orcs_rage(play: Play[Battle], seat: str, now: PhaseMoment) -> list[Mob]:
    return _mobs_with(play.state, "War Rage") if now.phase == "enemy" else []


def _mobs_with(state: Battle, trait: str) -> list[Mob]:
    """The Aware mobs whose trait works in this round; whoever has just come does nothing (FR-AGG-09)."""
    ready = [one for one in _those_with(state, trait) if not has_just_come(state, one)]
    return [mob for mob in state.mobs.values() if mob.aware and any(one.mob == mob.id for one in ready)]


@WINDOWS.consequence(PHASE_STARTED, "War Rage", "FR-ENE-11", _orcs_rage)
async def war_rage(play: Play[Battle], seat: str, now: PhaseMoment, orcs: list[Mob]) -> None:
    """One Aware orc mob at random must charge in this phase, with +1 Combat Skill."""
    mob = await pick_at_random(play, orcs, "raging mob", "FR-ENE-11")
    put_on(mob, Effect("War Rage", "FR-ENE-11", until="phase"))
    play.tell("War Rage", "FR-ENE-11", mob=mob.id)


@COMBAT_SKILL.source("FR-ENE-11")
def raging(state: Battle, figure: Figure) -> Modifier | None:
    """The raging mob fights better."""
    if not isinstance(figure, Enemy) or figure.mob not in state.mobs:
        return None
    if any(one.name == "War Rage" for one in state.mobs[figure.mob].effects):
        return Modifier(RAGE, "War Rage", "FR-ENE-11")
    return None


# Evil elves


def _elves_missed(play: Play[Battle], seat: str, now: Volley) -> bool:
    return (
        "Elite archers" in now.shooters[0].traits
        and now.used.get("Elite archers", 0) < REROLLS
        and len(now.hits) < len(now.shooters)
    )


@WINDOWS.consequence(VOLLEY_ROLLED, "Elite archers", "FR-ENE-13", _elves_missed)
async def elite_archers(play: Play[Battle], seat: str, now: Volley) -> None:
    """An elf archer mob rerolls up to two missed shots each time it shoots."""
    left = REROLLS - now.used.get("Elite archers", 0)
    missed = [place for place, face in enumerate(now.faces) if face < now.needs[place]][:left]
    unit = now.shooters[0].mob or now.shooters[0].id
    dice, why = play.state.enemy_dice, For("hit", unit)
    faces = await play.roll(len(missed), why, "FR-ENE-13", seat=dice, target=now.target.id, rerolled=missed)
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
        and hit.natural == FRAGILE_ON
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


# Wolves, hobgoblins


# Spiders and giant bugs


@WHY_UNTROUBLED.source("FR-ENE-19", about=lambda one: isinstance(one, Enemy) and "Skitter" in one.traits)
def skitter(state: Battle, figure: Figure, piece: Piece) -> Refusal | None:
    """Terrain never reduces the movement of spiders and giant bugs; what is closed to all stays closed."""
    if isinstance(figure, Enemy) and "Skitter" in figure.traits:
        if ("difficult" in piece.traits or "linear" in piece.traits) and "impassable" not in piece.traits:
            return Refusal("FR-ENE-19", f"{figure.name} skitters over it.")
    return None


@WHY_FOUR_LEGGED.source("FR-MOV-12")
def many_legs(state: Battle, figure: Figure) -> Refusal | None:
    """Wolves, spiders, bugs and lizards have four or more legs."""
    if isinstance(figure, Enemy) and figure.type in FOUR_LEGGED:
        return Refusal("FR-MOV-12", f"{figure.type} have four or more legs.")
    return None


@WHY_SAVE_IGNORED.source("FR-ENE-20")
def spider_poison(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """The hand-to-hand Hits of spiders allow no saving throw, except to whoever poison does not harm."""
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
        attacker = state.enemies.get(hit.attacker)
        if (
            attacker is not None
            and "Cursed weapons" in attacker.traits
            and hit.how in ("shooting", "hand-to-hand")
        ):
            return Refusal("FR-ENE-24", f"The weapon of {attacker.name} is cursed.", "Keep the Luck.")
    return None


# Cultists


def _cultists_chant(play: Play[Battle], seat: str, now: Moment) -> bool:
    state = play.state
    return bool(state.notes.get(CHANTED)) or bool(_those_with(state, "Chanting"))


CHANTED = "Aggression of the chanting"
"""The note that holds what the cultists add in this phase (FR-ENE-28)."""


@WINDOWS.consequence(AGGRESSION_PHASE, "Chanting", "FR-ENE-28", _cultists_chant)
async def chanting(play: Play[Battle], seat: str, now: Moment) -> None:
    """3D6 at or below the number of cultists add the lowest die to the Aggression of the phase."""
    state = play.state
    count = len(_those_with(state, "Chanting"))
    state.notes = {**state.notes, CHANTED: 0}
    if not count:
        return
    faces = await play.roll(CHANT_DICE, "chanting", "FR-ENE-28", seat=state.enemy_dice, cultists=count)
    gained = min(faces) if sum(faces) <= count else 0
    state.notes = {**state.notes, CHANTED: gained}
    play.tell("chanting", "FR-ENE-28", total=sum(faces), cultists=count, aggression=gained)


@AGGRESSION_GAINS.source("FR-ENE-28")
def chanted(state: Battle) -> Modifier | None:
    """What the cultists have chanted in this phase."""
    gained = state.notes.get(CHANTED, 0)
    return Modifier(gained, "chanting", "FR-ENE-28") if gained else None
