"""Resilience: a Group's strength, how it is lost and regained, and what becomes of a Group without any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.books.companies_and_captains.chapters import casualties
from sandtable.books.companies_and_captains.chapters.captains import has_working_trait, trait_named
from sandtable.books.companies_and_captains.chapters.deeds import note_losses, note_rout
from sandtable.books.companies_and_captains.chapters.lost_groups import (
    company_event,
    lose_whom_nobody_brings_on,
)
from sandtable.books.companies_and_captains.printed_tables import profile_traits
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Cause, Group, Whereabouts
from sandtable.kernel import Modifier, Play, rule, total_of

FULL_DICE = 12
"""The dice of a Group that is not Bloodied (CC-SHO-04, CC-MEL-06)."""
BLOODIED_DICE = 6
"""The dice of a Bloodied Group (CC-RES-04)."""


@rule("CC-RES-03")
def is_bloodied(group: Group) -> bool:
    """A Group is Bloodied while its R is no more than half of what it started with."""
    return 2 * group.r <= group.profile.r


@rule("CC-RES-04", "CC-CAP-13")
def fewer_dice(state: Battle, group: Group, counts_as_attacking: bool) -> tuple[Modifier, ...]:
    """Why a Group rolls fewer than 12 dice to hit; a Group that Shoots counts as attacking here."""
    found: list[Modifier] = []
    if is_bloodied(group):
        found.append(Modifier(BLOODIED_DICE - FULL_DICE, "Bloodied", "CC-RES-04"))
    if counts_as_attacking and has_working_trait(state, group, "Feeble"):
        found.append(Modifier(-trait_named("Feeble").numbers["dice"], "the Captain is Feeble", "CC-CAP-13"))
    return tuple(found)


@rule("CC-SHO-04", "CC-MEL-06")
def dice_to_hit(state: Battle, group: Group, counts_as_attacking: bool) -> int:
    """A Group rolls 12 dice to hit, 6 if Bloodied; a Feeble Captain costs one when it attacks or Shoots."""
    return FULL_DICE + total_of(fewer_dice(state, group, counts_as_attacking))


@rule("CC-PTR-02")
def toughness(state: Battle, group: Group) -> int:
    """The hits of one roll that cost the Group 1 R: its T, one more while formed."""
    if group.formed:
        return group.profile.t + profile_traits()["Defensive"].numbers["toughness"]
    return group.profile.t


def hits_for_one(state: Battle, facts: Mapping[str, Any]) -> int:
    """The hits that cost the target of a roll to hit 1 R."""
    target = state.groups.get(str(facts.get("target", "")))
    return toughness(state, target) if target is not None and facts.get("roll") == "to hit" else 0


@rule("CC-SHO-06", "CC-MEL-08", "CC-GEN-01", "CC-OTR-21", "CC-PRO-06")
def r_lost_to(state: Battle, group: Group, hits: int) -> int:
    """One R for each full set of hits equal to T; an Unfeeling Group rounds up."""
    each = toughness(state, group)
    return -(-hits // each) if group.has("Unfeeling") else hits // each


def rules_of_loss(state: Battle, group: Group, hits: int) -> tuple[str, ...]:
    """The rules, besides that of the roll, that decide how much R the hits cost."""
    formed = ("CC-PTR-02",) if group.formed else ()
    rest = hits % toughness(state, group)
    rounded = ("CC-OTR-21" if group.has("Unfeeling") else "CC-GEN-01",) if rest else ()
    return ("CC-PRO-06", *formed, *rounded)


@rule("CC-RES-02", "CC-RES-06", "CC-RES-11", "CC-GEN-10")
async def lose_r(play: Play[Battle], group: Group, amount: int, cause: Cause) -> int:
    """The Group loses R, and models with it; at 0 it is Routed, and what goes beyond is ignored."""
    lost = min(amount, group.r)
    if lost <= 0:
        return 0

    was_bloodied = is_bloodied(group)
    group.r -= lost
    note_losses(play.state, (group, lost, cause))
    rules = [cause.rule, "CC-RES-02", "CC-GEN-10"]
    if lost < amount:
        rules.append("CC-RES-11")
    if is_bloodied(group) and not was_bloodied:
        rules.append("CC-RES-03")
    play.tell("R lost", *rules, group=group.id, lost=lost, r=group.r, how=cause.how, by=cause.group)
    if group.r == 0:
        await rout(play, group, cause, "CC-RES-06")
    else:
        await casualties.remove(play, group)
    return lost


@rule("CC-RES-07", "CC-CAP-26")
async def rout(play: Play[Battle], group: Group, cause: Cause, *because: str) -> None:
    """A Routed Group leaves the table for good, and its Company checks whether it must test."""
    if not group.on_table:
        return
    state = play.state
    note_rout(state, group, cause)
    captain = ("CC-CAP-26",) if state.holds_captain(group) else ()
    rules = (*(because or (cause.rule,)), "CC-RES-07", *captain)
    play.tell("group Routed", *rules, group=group.id, how=cause.how, by=cause.group)
    leave_play(play, group, "routed")
    company_event(play, (group,), cause.credit)


@rule("CC-RES-07", "CC-SPL-07", "CC-GEO-16")
def leave_play(play: Play[Battle], group: Group, where: Whereabouts) -> None:
    """The models are taken off: the Group blocks nothing, is in no melee, and spells on it end."""
    state = play.state
    group.where = where
    scenario_of(state).group_left(play, group)
    end_melee(state, group)
    if group.spells:
        play.tell("spells ended", "CC-SPL-07", group=group.id, spells=[one.spell for one in group.spells])
    group.spells = ()
    group.models = ()
    group.absent_models = 0
    group.formed = False
    group.shaken = False
    group.shaken_by = ""
    group.asset = ""
    if where in ("escaped", "exited"):
        lose_whom_nobody_brings_on(play, group)


@rule("CC-GEO-16", "CC-RET-10", "CC-MEL-15")
def end_melee(state: Battle, group: Group) -> None:
    """The Group is in melee with nobody any more, and its enemies are free of it."""
    for one in group.melee:
        enemy = state.groups[one]
        enemy.melee = tuple(other for other in enemy.melee if other != group.id)
    group.melee = ()


@rule("CC-RES-10", "CC-RES-12", "CC-SPL-13")
async def regain_r(play: Play[Battle], group: Group) -> None:
    """The Group regains 1 R, never above its start, and models come back with it."""
    if group.r >= group.profile.r:
        return
    was_bloodied = is_bloodied(group)
    group.r += 1
    recovered = ("CC-RES-03",) if was_bloodied and not is_bloodied(group) else ()
    whole_again = ("CC-RES-10",) if group.r == group.profile.r else ()
    play.tell("R regained", "CC-SPL-13", *whole_again, *recovered, group=group.id, r=group.r)
    await casualties.bring_back(play, group)
