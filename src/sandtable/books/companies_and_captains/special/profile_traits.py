"""The traits of profiles that bind or answer Attacks: Reckless (and Foe), Defiant and Elusive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.books.companies_and_captains.chapters import attacking, moving, shooting
from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.geometry.attack_moves import meet_halfway, reach
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.chapters.terrain import ORDINARY, rules_of_going
from sandtable.books.companies_and_captains.printed_tables import profile_traits
from sandtable.books.companies_and_captains.profiles import is_of_kind
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group, Seat
from sandtable.books.companies_and_captains.windows import ATTACK_DECLARED, WINDOWS, AttackDeclared
from sandtable.kernel import Needed, Play, YesNo, rule
from sandtable.kernel.dice import total


@rule("CC-PTR-12", "CC-PTR-13", "CC-OTR-08", "CC-TRN-08", "CC-GEN-09", "CC-SHK-06")
def compulsory_targets(state: Battle, group: Group) -> list[Group]:
    """The enemies of whom a Reckless Group, or one with a Foe, must Attack one; none if nothing binds it."""
    return list(_seek_compulsory_targets(state, group)) if is_compelled(group) else []


def has_compulsory_target(state: Battle, group: Group) -> bool:
    """Whether there is an enemy whom the Group must Attack; the first that is found settles it."""
    return is_compelled(group) and next(_seek_compulsory_targets(state, group), None) is not None


@rule("CC-PTR-12", "CC-OTR-08")
def is_compelled(group: Group) -> bool:
    """Whether the Group is one that must Attack where it can: it is Reckless or has a Foe."""
    return bool(group.foes) or "Reckless" in group.traits


def rules_of_compulsion(group: Group) -> tuple[str, ...]:
    """Why the Group must Attack: it is Reckless, or it is so towards its Foes alone."""
    return ("CC-PTR-12", "CC-PTR-13", *(() if group.has("Reckless") else ("CC-OTR-08",)))


def _seek_compulsory_targets(state: Battle, group: Group) -> Iterator[Group]:
    if group.calmed or not group.on_table:
        return
    for enemy in attacking.seek_attack_targets(state, group):
        if compels(group, enemy):
            yield enemy


@rule("CC-OTR-08", "CC-PRO-12")
def compels(group: Group, enemy: Group) -> bool:
    """Whether a compelled Group must Attack such an enemy: a Reckless one any, another one its Foes."""
    return "Reckless" in group.traits or any(
        is_of_kind(enemy.profile.type, enemy.keywords, kind) for kind in group.foes
    )


@rule("CC-MEL-05", "CC-PTR-14", "CC-SHK-06", "CC-RIT-04")
def may_react(state: Battle, now: AttackDeclared, trait: str) -> bool:
    """A Group that is neither Shaken nor in melee nor rooted may try one reaction against one Attack."""
    group = now.group
    return (
        group.has(trait)
        and not now.reacted
        and not group.melee
        and not counts_as_shaken(group)
        and not scenario_of(state).stands_fast(state, group)
    )


def _may_try(trait: str) -> Callable[[Play[Battle], Seat, AttackDeclared], bool]:
    """When the owner of the target may try this reaction."""
    return lambda play, seat, now: seat == now.group.company and may_react(play.state, now, trait)


@rule("CC-PTR-14", "CC-PTR-15", "CC-GEN-12")
async def _reacts(play: Play[Battle], now: AttackDeclared, trait: str) -> bool:
    """Roll 2d6 for the reaction; it is no activation, so nothing rerolls or passes it and no turn ends."""
    group, row = now.group, profile_traits()[trait]
    now.reacted = trait
    need = Needed(row.numbers["test"], row.rule)
    only_one = ("CC-PTR-14",) if group.has("Defiant") and group.has("Elusive") else ()
    rules = (row.rule, "CC-PTR-15", "CC-MEL-04", *only_one, "CC-GEN-06")
    how: dict[str, Any] = {"need": need, "reading": total(need.number)}
    faces = await roll_for(play, group, 2, trait.lower(), *rules, **how, attacker=now.attacker.id)
    if sum(faces) >= need.number:
        return True
    play.tell("reaction failed", row.rule, "CC-PTR-15", group=group.id, trait=trait)
    return False


@WINDOWS.offer(ATTACK_DECLARED, "Defiant", "CC-PTR-05", _may_try("Defiant"))
@rule("CC-PTR-06")
async def defy(play: Play[Battle], _seat: Seat, now: AttackDeclared) -> None:
    """On 7 or more the Group meets the attacker halfway and counts as attacking for its to-hit number."""
    if not await _reacts(play, now, "Defiant"):
        return
    now.counts_as_attacking = True
    play.tell("defied", "CC-PTR-05", "CC-PTR-06", group=now.group.id, attacker=now.attacker.id)
    step_up(play, now.group, now.attacker)


@rule("CC-GEO-14", "CC-PTR-03")
def step_up(play: Play[Battle], group: Group, attacker: Group) -> None:
    """The Group comes half the gap towards the attacker, unless nobody could reach it there."""
    state, stood = play.state, group.models
    met = meet_halfway(state, group, attacker)
    if met == stood:
        play.tell("met where it stood", "CC-GEO-14", group=group.id, attacker=attacker.id)
        return
    group.models = met
    is_reached = reach(state, attacker, group)
    group.models = stood
    if is_reached:
        is_usual = meet_halfway(state, group, attacker, ORDINARY) == met
        rules = ("CC-GEO-14", "CC-PTR-05", *(() if is_usual else rules_of_going(group)))
        play.tell("met halfway", *rules, group=group.id, attacker=attacker.id, models=met)
        moving.displace(play, group, met)
    else:
        play.tell("step taken back", "CC-GEO-14", group=group.id, attacker=attacker.id)


@WINDOWS.offer(ATTACK_DECLARED, "Elusive", "CC-PTR-07", _may_try("Elusive"))
@rule("CC-PTR-08")
async def evade(play: Play[Battle], _seat: Seat, now: AttackDeclared) -> None:
    """On 7 or more the Group moves up to half its distance and Shoots; the attacker comes on if it can."""
    if not await _reacts(play, now, "Elusive"):
        return
    group, attacker = now.group, now.attacker
    await moving.evade(play, group, attacker)
    await _shoot_at_attacker(play, group, attacker)
    if not attacker.on_table or counts_as_shaken(attacker):
        now.attack_is_over = True
        play.tell("attack broken", "CC-PTR-08", group=group.id, attacker=attacker.id)
    elif not reach(play.state, attacker, group):
        now.attack_is_over = True
        attacking.come_on(play, attacker, group)


@rule("CC-PTR-09")
async def _shoot_at_attacker(play: Play[Battle], group: Group, attacker: Group) -> None:
    """The shots of an Elusive Group need MI, range and sight after its move; the owner may hold them back."""
    if not group.profile.has_mi:
        return
    state = play.state
    out = shooting.why_out_of_range(state, group, attacker) or shooting.why_not_shoot(state, group, attacker)
    if out is not None:
        play.tell("no shot", "CC-PTR-09", out.rule, group=group.id, attacker=attacker.id, why=out.reason)
        return
    question = YesNo(
        group.company,
        "shoot at attacker",
        f"Does {group.name} Shoot at {attacker.name}?",
        ("CC-PTR-07", "CC-PTR-09"),
        {"group": group.id, "target": attacker.id},
        about=(group.id, attacker.id),
    )
    if await play.ask(question):
        need = shooting.number_to_shoot(group)
        await shooting.shoot(play, group, attacker, need, "elusive shots", "CC-PTR-09")
