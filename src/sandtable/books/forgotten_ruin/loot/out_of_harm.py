"""Out of harm's way: Ghost Form, Shrinking and the Pearls of Time, under which nobody is struck."""

from __future__ import annotations

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.activations.consumables import choose_target, consumable
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import become_casualty
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import are_within, inches, told
from sandtable.books.forgotten_ruin.chapters.spells.casting import SPELL_ATTACK
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_NOT_ACT,
    WHY_NOT_TARGET,
    WHY_UNTOUCHED_BY_MAGIC,
    WHY_UNTROUBLED,
)
from sandtable.books.forgotten_ruin.state import FROZEN, GHOST, Battle, Effect, Enemy, Figure, Item, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    HIT_STRIKES,
    WINDOWS,
    Activation,
    Struck,
)
from sandtable.kernel import For, Play, Refusal, rule
from sandtable.table import Piece

SHRUNK = "Shrinking"
SHRUNK_FOR = 3
"""This activation and the next two (FR-LOOT-50)."""
ATTACK = "Fight"
ATTACKS = ("Fire", ATTACK, "Throw")
"""What neither ghosts nor the shrunk do."""
PEARLS = 6.0
"""How far the Pearls of Time reach (FR-LOOT-72)."""


@rule("FR-LOOT-44")
async def ghost_form(play: Play[Battle], soldier: Soldier) -> None:
    """Neither attacks nor can be attacked, and walks through everything."""
    put_on(soldier, Effect(GHOST, "FR-LOOT-44", number=play.state.round))
    soldier.elevation = 0.0
    play.tell("ghost form", "FR-LOOT-44", figure=soldier.id)


def _is_ghost(play: Play[Battle], seat: str, now: Activation) -> Soldier | None:
    return now.figure if isinstance(now.figure, Soldier) and now.figure.is_ghost else None


@WINDOWS.consequence(ACTIVATION_STARTED, "the ghost may end", "FR-LOOT-45", _is_ghost)
async def ghost_may_end(play: Play[Battle], seat: str, now: Activation, soldier: Soldier) -> None:
    """On a 1 the potion ends; inside something solid that is the end of the drinker."""
    (face,) = await play.roll(1, For("ghost", soldier.id), "FR-LOOT-45", seat=soldier.seat)
    if face != 1:
        return
    take_off(soldier, GHOST)
    play.tell("effect ends", "FR-LOOT-45", holder=soldier.id, effect=GHOST)
    around = [area.piece.traits for area in play.state.ground.areas if area.holds(*soldier.at)]
    if any("block" in traits or "individual" in traits for traits in around):
        hit = Hit(how="event", rules=("FR-LOOT-45",), traits=("automatic",))
        await become_casualty(play, soldier, hit, "FR-LOOT-45")


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


def _in_reach(state: Battle, soldier: Soldier) -> list[Soldier | Enemy]:
    return [
        one
        for one in state.figures_on_table()
        if one is not soldier
        and are_within(state, soldier, one, PEARLS)
        and sees(state, soldier, one)
        and WHY_UNTOUCHED_BY_MAGIC.first(state, one) is None
    ]


@rule("FR-LOOT-72")
def why_no_pearls(state: Battle, soldier: Soldier) -> Refusal | None:
    """Pearls need a figure in sight within 6 inches."""
    if _in_reach(state, soldier):
        return None
    reason = f"Nobody is within {told(state, inches(state, PEARLS))} and in sight."
    return Refusal("FR-LOOT-72", reason, "Move nearer.")


@consumable("Pearls of Time", "FR-LOOT-72", "FR-LOOT-62", why_not=why_no_pearls)
async def pearls_of_time(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """A figure is frozen for the rest of this and all of the next round."""
    state, last = play.state, play.state.round + 1
    target = await choose_target(play, soldier, _in_reach(state, soldier), "Who is frozen?", "FR-LOOT-72")
    put_on(target, Effect(FROZEN, "FR-LOOT-72", by=soldier.id, until="round", rounds=last))
    play.tell("frozen", "FR-LOOT-72", figure=target.id, until=last)


@WINDOWS.consequence(
    HIT_STRIKES,
    "frozen in time",
    "FR-LOOT-72",
    lambda play, seat, now: now.target.is_frozen and not now.is_negated,
)
async def blast_passes(play: Play[Battle], seat: str, now: Struck) -> None:
    """A blast, a fall or whatever else would strike who is frozen has no effect."""
    now.negate("FR-LOOT-72")


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


def _attacked_in_vain(play: Play[Battle], seat: str, now: Struck) -> str:
    if now.is_negated or not now.is_attacked:
        return ""
    if now.target.is_under(SHRUNK):
        return "FR-LOOT-50"
    return "FR-LOOT-44" if now.target.is_under(GHOST) and now.hit.how != "spell" else ""


@WINDOWS.consequence(HIT_STRIKES, "out of harm's way", "FR-LOOT-50", _attacked_in_vain, rank=-4)
@rule("FR-LOOT-44")
async def attacked_in_vain(play: Play[Battle], seat: str, now: Struck, rule_id: str) -> None:
    """Nor does a blast or a beam that was meant for others harm them."""
    now.negate(rule_id)


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
