"""Saving throws: several become one, and some attacks leave none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import score_of
from sandtable.books.forgotten_ruin.modifiers import SAVE_CHANGES, SAVES, WHY_SAVE_IGNORED, on_the_die
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel import For, Modifier, Needed, Play, Refusal, rule

if TYPE_CHECKING:
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit


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
    """The number to cancel a Hit, 1 better where there are several saving throws; None without any."""

    def counts(one: Modifier) -> bool:
        return WHY_SAVE_IGNORED.first(state, target, hit, one) is None

    found = [one for one in SAVES.all(state, target, hit) if counts(one)]
    if not found:
        return None
    best = min(found, key=lambda one: one.value)
    changes = [one for one in SAVE_CHANGES.all(state, target, hit) if counts(one)]
    if len(found) > 1:
        others = (msgspec.structs.replace(one, value=0) for one in found if one is not best)
        changes = [Modifier(-1, "several saving throws", "FR-SAV-03"), *others, *changes]
    return Needed(best.value, best.rule, tuple(changes))


def _ignored(state: Battle, target: Figure, hit: Hit) -> list[str]:
    """The rules that take sources of a saving throw away."""
    reasons = [WHY_SAVE_IGNORED.first(state, target, hit, one) for one in SAVES.all(state, target, hit)]
    return list(dict.fromkeys(one.rule for one in reasons if one is not None))


@rule("FR-SAV-05", "FR-HIT-08", "FR-MON-06")
def rolls_damage_first(state: Battle, target: Figure, hit: Hit) -> bool:
    """A monster saves its Monster Points, after the damage roll; everybody else saves the Hit, before it."""
    return (isinstance(target, Enemy) and target.is_monster) or "damage first" in hit.traits


@rule("FR-SAV-01", "FR-SAV-02", "FR-HIT-08")
async def save(play: Play[Battle], target: Soldier | Enemy, hit: Hit) -> bool:
    """A D6; the number or more cancels the Hit: no damage roll and no Stun marker."""
    state = play.state
    needed, ignored = saving_throw(state, target, hit), _ignored(state, target, hit)
    if needed is None:
        if ignored:
            play.tell("no saving throw", ignored[0], *hit.rules, target=target.id)
        return False
    monster = ("FR-SAV-05", "FR-MON-06") if rolls_damage_first(state, target, hit) else ()
    rules = ("FR-SAV-01", "FR-HIT-08", *monster, *ignored, needed.rule)
    why, need, reasons = For("save", target.id), needed.number, on_the_die(needed)
    saved = await score_of(play, target, "save", why, *rules, need=need, reasons=reasons) >= need
    cited = "FR-SAV-02" if saved else "FR-SAV-01"
    play.tell("Hit saved" if saved else "save failed", cited, target=target.id)
    return saved
