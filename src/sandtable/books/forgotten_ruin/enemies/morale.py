"""Morale: mobs that lost figures roll dice, and every 1 makes a figure flee from the rear."""

from __future__ import annotations

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, pick_at_random, remove, within
from sandtable.books.forgotten_ruin.modifiers import MORALE_DICE, WHY_FEARLESS
from sandtable.books.forgotten_ruin.naming import mob_called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob
from sandtable.kernel import For, Play, Refusal, rule, total_of

MORALE = "additional Morale dice"


@rule("FR-MRL-01", "FR-MRL-02")
async def settle_morale(play: Play[Battle]) -> None:
    """At the end of a phase every mob that lost figures in it rolls a die for each of them."""
    state = play.state
    for mob in sorted(state.mobs.values(), key=lambda one: one.number):
        killed, mob.killed_in_phase = mob.killed_in_phase, 0
        if killed and state.members(mob.id):
            await roll_morale(play, mob, killed, "FR-MRL-01", "FR-MRL-02")
        mob.extra_morale = 0
    state.used = tuple(one for one in state.used if one.name != MORALE)


@rule("FR-MRL-06", "FR-ENE-07", "FR-MRL-09")
def why_fearless(state: Battle, mob: Mob) -> Refusal | None:
    """Why a mob never rolls Morale dice."""
    return WHY_FEARLESS.first(state, mob)


@WHY_FEARLESS.source("FR-MRL-06", "FR-ENE-07")
def fearless_mob(state: Battle, mob: Mob) -> Refusal | None:
    """A Fearless unit takes no Morale test for any reason."""
    members = state.members(mob.id)
    if not mob.is_fearless and not (members and all("Fearless" in one.traits for one in members)):
        return None
    reason, remedy = f"{mob_called(state, mob)} are Fearless.", "Use what works on the Fearless too."
    return Refusal("FR-ENE-07", reason, remedy)


@rule("FR-MRL-06", "FR-MRL-07")
async def roll_morale(play: Play[Battle], mob: Mob, dice: int, *rules: str) -> int:
    """A mob that is not Fearless rolls Morale dice, owed or ordered; how many figures fled."""
    refused = why_fearless(play.state, mob)
    if refused is not None:
        play.tell("mob holds", "FR-MRL-06", refused.rule, mob=mob.id, why=refused.reason)
        return 0
    return await roll_morale_even_if_fearless(play, mob, dice, *rules)


@rule("FR-MRL-07", "FR-MRL-08")
async def roll_morale_even_if_fearless(play: Play[Battle], mob: Mob, dice: int, *rules: str) -> int:
    """Morale dice, with additional ones once a phase; champions are immune as ever."""
    if not play.state.members(mob.id):
        return 0
    more = _additional(play.state, mob)
    direct = () if "FR-MRL-01" in rules else ("FR-MRL-07",)
    total = dice + sum(number for number, _ in more)
    return await _roll(play, mob, total, *rules, *direct, *(one for _, one in more))


@rule("FR-MRL-08")
def _additional(state: Battle, mob: Mob) -> list[tuple[int, str]]:
    """The dice that are added once per mob and phase, to its first roll, with their rules."""
    mark = once("phase", MORALE, mob.id)
    if mark in state.used:
        return []
    use(state, mark)
    found = MORALE_DICE.all(state, mob)
    more = [(mob.extra_morale, "FR-MRL-08")] if mob.extra_morale else []
    if total_of(found):
        more += [(one.value, one.rule) for one in found] + [(0, "FR-MRL-08")]
    mob.extra_morale = 0
    return more


@rule("FR-MRL-03", "FR-MRL-05")
async def _roll(play: Play[Battle], mob: Mob, dice: int, *rules: str) -> int:
    fled, left = 0, dice
    while left > 0 and (fled == 0 or _able_to_flee(play.state, mob)):
        why, seat = For("morale", mob.id), play.state.enemy_dice
        faces = await play.roll(left, why, "FR-MRL-03", "FR-MRL-09", *rules, seat=seat, mob=mob.id)
        left = faces.count(1)
        for _ in range(left):
            figure = await rearmost(play, mob)
            if figure is None:
                kept = [one.id for one in play.state.members(mob.id)]
                play.tell("nobody left to flee", "FR-MRL-05", mob=mob.id, champions=kept)
                return fled
            fled += 1
            await remove(play, figure, "fled", "FR-MRL-03", "FR-MRL-04", *rules, means="morale")
    if fled == 0:
        play.tell("mob stands", "FR-MRL-03", mob=mob.id, dice=dice)
    return fled


@rule("FR-MRL-04", "FR-MRL-05")
async def rearmost(play: Play[Battle], mob: Mob) -> Enemy | None:
    """The figure that flees next: the one farthest from its nearest soldier, never a champion."""
    state = play.state
    soldiers = state.soldiers_on_table()
    able = _able_to_flee(state, mob)
    if not able:
        return None
    far = [(min((gap(one, other) for other in soldiers), default=0.0), one) for one in able]
    farthest = max(distance for distance, _ in far)
    last = [one for distance, one in far if within(farthest, distance)]
    return await pick_at_random(play, last, "who flees from", "FR-MRL-04", of=mob.id)


def _able_to_flee(state: Battle, mob: Mob) -> list[Enemy]:
    # A high-value target is skipped, like a champion (FR-OBJ-24).
    members = [one for one in state.members(mob.id) if "high-value target" not in one.note]
    return [one for one in members if not one.is_champion]
