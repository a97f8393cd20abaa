"""Ghost Form and Shrinking: potions that put a soldier out of harm's way, and out of the fight."""

from __future__ import annotations

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, become_casualty
from sandtable.books.forgotten_ruin.chapters.spells.casting import SPELL_ATTACK
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_NOT_ACT,
    WHY_NOT_TARGET,
    WHY_UNTROUBLED,
)
from sandtable.books.forgotten_ruin.state import GHOST, Battle, Effect, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    HIT_STRIKES,
    WINDOWS,
    Activation,
    Struck,
)
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.terrain import Piece

SHRUNK = "Shrinking"
SHRUNK_FOR = 3
"""This activation and the next two (FR-LOOT-50)."""
ATTACK = "Fight"
ATTACKS = ("Fire", ATTACK, "Throw")
"""What neither ghosts nor the shrunk do."""


@rule("FR-LOOT-44")
async def ghost_form(play: Play[Battle], soldier: Soldier) -> None:
    """Neither attacks nor can be attacked, and walks through everything."""
    put_on(soldier, Effect(GHOST, "FR-LOOT-44", number=play.state.round))
    soldier.elevation = 0.0
    play.tell("ghost form", "FR-LOOT-44", figure=soldier.id)


@WINDOWS.consequence(
    ACTIVATION_STARTED, "the ghost may end", "FR-LOOT-45", lambda play, seat, now: now.figure.is_under(GHOST)
)
async def ghost_may_end(play: Play[Battle], seat: str, now: Activation) -> None:
    """On a 1 the potion ends; inside something solid that is the end of the drinker."""
    soldier = now.figure
    assert isinstance(soldier, Soldier)
    (face,) = await play.roll(1, For("ghost", soldier.id), "FR-LOOT-45", seat=soldier.seat)
    if face != 1:
        return
    take_off(soldier, GHOST)
    play.tell("effect ends", "FR-LOOT-45", holder=soldier.id, effect=GHOST)
    solid = ("block", "individual")
    if any(
        area.holds(*soldier.at) and any(one in area.piece.traits for one in solid)
        for area in play.state.ground.areas
    ):
        await become_casualty(
            play, soldier, Hit(how="event", rules=("FR-LOOT-45",), traits=("automatic",)), "FR-LOOT-45"
        )


@rule("FR-LOOT-50")
async def shrinking(play: Play[Battle], soldier: Soldier) -> None:
    """For three activations small, slow and safe."""
    put_on(soldier, Effect(SHRUNK, "FR-LOOT-50", number=SHRUNK_FOR))
    play.tell("shrunk", "FR-LOOT-50", figure=soldier.id)


@WINDOWS.consequence(
    ACTIVATION_ENDED, "growing again", "FR-LOOT-50", lambda play, seat, now: now.figure.is_under(SHRUNK)
)
async def grow(play: Play[Battle], seat: str, now: Activation) -> None:
    """After the third activation the drinker has the old size."""
    figure, kept = now.figure, []
    for one in figure.effects:
        if one.name != SHRUNK:
            kept.append(one)
        elif one.number > 1:
            kept.append(Effect(SHRUNK, one.rule, number=one.number - 1))
        else:
            play.tell("effect ends", "FR-LOOT-50", holder=figure.id, effect=SHRUNK)
    figure.effects = tuple(kept)


@WHY_NOT_TARGET.source("FR-LOOT-44", "FR-LOOT-50", rank=-1)
def out_of_harms_way(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """A ghost is open to spells alone; who is shrunk to nothing but what friends do for it."""
    if how == "spell" and attacker.side == target.side:
        return None
    for one in (target, attacker):
        if one.is_under(SHRUNK):
            return Refusal("FR-LOOT-50", f"{one.name} is tiny.", "Wait until it has grown.")
        if one.is_under(GHOST) and how != "spell":
            return Refusal("FR-LOOT-44", f"{one.name} is a ghost.", "Only spells work.")
    return None


def _is_attacked_in_vain(play: Play[Battle], seat: str, now: Struck) -> bool:
    hit = now.hit
    if now.is_negated or not (hit.attacker or hit.how in ("explosion", "fire mission")):
        return False
    return now.target.is_under(SHRUNK) or (now.target.is_under(GHOST) and hit.how != "spell")


@WINDOWS.consequence(HIT_STRIKES, "out of harm's way", "FR-LOOT-50", _is_attacked_in_vain, rank=-4)
async def attacked_in_vain(play: Play[Battle], seat: str, now: Struck) -> None:
    """Nor does a blast or a beam that was meant for others harm them."""
    now.is_negated = True
    now.negated_by = "FR-LOOT-50" if now.target.is_under(SHRUNK) else "FR-LOOT-44"


rule("FR-LOOT-44")(attacked_in_vain)


@WHY_NOT_ACT.source("FR-LOOT-44", "FR-LOOT-50", rank=-2)
def no_attack(state: Battle, figure: Figure, action: str) -> Refusal | None:
    """Ghosts and the shrunk attack nobody."""
    if action in ATTACKS and figure.is_under(GHOST):
        return Refusal("FR-LOOT-44", f"{figure.name} is a ghost.", "Move, or cast a spell.")
    if action in (*ATTACKS, SPELL_ATTACK) and figure.is_under(SHRUNK):
        return Refusal("FR-LOOT-50", f"{figure.name} is tiny.", "Wait until it has grown.")
    return None


@WHY_UNTROUBLED.source("FR-LOOT-44", about=lambda one: bool(one.effects), rank=-1)
def ghosts_walk_through(state: Battle, figure: Figure, piece: Piece) -> Refusal | None:
    """Terrain does not stop a ghost."""
    if figure.is_under(GHOST):
        return Refusal("FR-LOOT-44", f"{figure.name} is a ghost.", "It walks through.")
    return None
