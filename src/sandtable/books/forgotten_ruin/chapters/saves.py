"""Saving throws: several become one, and some attacks leave none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.modifiers import SAVE_CHANGES, SAVES, WHY_SAVE_IGNORED, on_the_die
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit

BETTER = 1
"""How much better than the best one several saving throws together are (FR-SAV-03)."""


@SAVES.source("FR-SAV-01", rank=-4)
def own_save(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The saving throw of the profile."""
    number = target.profile.save
    return None if number is None else Modifier(number, "profile", "FR-SAV-01")


@WHY_SAVE_IGNORED.source("FR-SAV-04", "FR-ARM-13", rank=-2)
def negated(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """An attack that does not permit saving throws ignores all of them."""
    if "no saves" in hit.traits:
        return Refusal("FR-SAV-04", "The attack permits no saving throw.", "Only Luck may help.")
    if hit.weapon is not None and "piercing" in hit.weapon.traits:
        return Refusal("FR-ARM-13", f"The {hit.weapon.name} is piercing.", "Only Luck may help.")
    return None


@rule("FR-SAV-03", "FR-SAV-04")
def saving_throw(state: Battle, target: Figure, hit: Hit) -> Needed | None:
    """The number a figure needs to cancel a Hit, or None where it has no saving throw against it."""

    def counts(one: Modifier) -> bool:
        return WHY_SAVE_IGNORED.first(state, target, hit, one) is None

    found = [one for one in SAVES.all(state, target, hit) if counts(one)]
    if not found:
        return None
    best = min(found, key=lambda one: one.value)
    changes = [one for one in SAVE_CHANGES.all(state, target, hit) if counts(one)]
    if len(found) > 1:
        together = Modifier(-BETTER, f"{len(found)} saving throws", "FR-SAV-03")
        others = (msgspec.structs.replace(one, value=0) for one in found if one is not best)
        changes = [together, *others, *changes]
    return Needed(best.value, best.rule, tuple(changes))


def why_no_save(state: Battle, target: Figure, hit: Hit) -> Refusal | None:
    """Why a figure that has a saving throw may not roll it against this Hit; None where it has none."""
    reasons = [WHY_SAVE_IGNORED.first(state, target, hit, one) for one in SAVES.all(state, target, hit)]
    return reasons[0] if reasons and all(one is not None for one in reasons) else None


def _ignored(state: Battle, target: Figure, hit: Hit) -> tuple[str, ...]:
    """The rules that take sources of a saving throw away, where others are left."""
    reasons = [WHY_SAVE_IGNORED.first(state, target, hit, one) for one in SAVES.all(state, target, hit)]
    return tuple(dict.fromkeys(one.rule for one in reasons if one is not None))


@rule("FR-SAV-05", "FR-HIT-08", "FR-MON-06")
def rolls_damage_first(state: Battle, target: Figure, hit: Hit) -> bool:
    """A monster saves its Monster Points, after the damage roll; everybody else saves the Hit, before it."""
    return (isinstance(target, Enemy) and target.is_monster) or "damage first" in hit.traits


@rule("FR-SAV-01", "FR-SAV-02", "FR-HIT-08")
async def save(play: Play[Battle], target: Soldier | Enemy, hit: Hit) -> bool:
    """A D6; the number or more cancels the Hit: no damage roll and no Stun marker."""
    state = play.state
    needed = saving_throw(state, target, hit)
    if needed is None:
        why = why_no_save(state, target, hit)
        if why is not None:
            play.tell("no saving throw", why.rule, *hit.rules, target=target.id)
        return False
    rules = (
        "FR-SAV-01",
        "FR-HIT-08",
        *(("FR-SAV-05", "FR-MON-06") if rolls_damage_first(state, target, hit) else ()),
        *_ignored(state, target, hit),
        *needed.rules,
    )
    if isinstance(target, Soldier):
        dice = await roll_own(
            play,
            target,
            "save",
            1,
            For("save", target.id),
            *rules,
            need=needed.number,
            reasons=on_the_die(needed),
        )
        saved = dice.score(0) >= needed.number
    else:
        faces = await play.roll(
            1,
            For("save", target.id),
            *rules[:-1],
            need=needed,
            modifiers=[str(one) for one in on_the_die(needed)],
            seat=state.enemy_dice,
        )
        saved = faces[0] >= needed.number
    play.tell(
        "Hit saved" if saved else "save failed", "FR-SAV-02" if saved else "FR-SAV-01", target=target.id
    )
    return saved
