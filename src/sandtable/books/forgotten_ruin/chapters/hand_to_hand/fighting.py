"""Fighting: the combats of a phase one after the other, and the steps of each of them."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.binding.words import joined
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import AT_ONCE, RAMPAGE, Combat, combat_of
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.dividing import can_fight, divide
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.following import follow_up
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.inflicting import fix_hits
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.parting import part, push_back
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.rolling import (
    choose_leader,
    choose_weapons,
    combat_odds,
    roll_combat,
)
from sandtable.books.forgotten_ruin.chapters.hits.resolution import apply_outcome, note_attack, resolve_hits
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import COMBAT_FOUGHT, COMBAT_HITS, COMBAT_ROLLED, WINDOWS
from sandtable.kernel import Candidate, ChooseOne, Play, YesNo, rule


@rule("FR-HTH-02", "FR-HTH-03", "FR-RND-22")
async def resolve_combats(play: Play[Battle]) -> None:
    """At the end of a phase every combat is fought, in the player's order."""
    state = play.state
    combats = await divide(play)
    while combats and not state.closed:
        combats = [one for one in combats if still_touches(play, one)]
        if not combats:
            break
        combat = combats[0]
        if len(combats) > 1:
            combat = await play.ask(_question(state, combats))
        combats.remove(combat)
        play.tell(
            "combat begins", "FR-HTH-02", "FR-HTH-01", "FR-HTH-03", "FR-HTH-34", figures=list(combat.figures)
        )
        await fight(play, combat)
    state.contacts = ()
    state.fought = ()


def _question(state: Battle, combats: list[Combat]) -> ChooseOne:
    def candidate(one: Combat) -> Candidate:
        lone, others = state.figure(one.lone), [state.figure(id) for id in one.others]
        label = f"{called(state, one.lone)} against {joined([called(state, id) for id in one.others])}"
        facts = {**one.facts, **combat_odds(state, lone, *others)}
        return Candidate(one.lone, label, one, rules=("FR-HTH-03",), facts=facts, about=one.about)

    prompt = "Which combat is fought next?"
    seat = combats[0].seat
    return ChooseOne(
        seat, "choose combat", prompt, ("FR-HTH-03",), lambda: [candidate(one) for one in combats]
    )


@rule("FR-HTH-34")
def still_touches(play: Play[Battle], combat: Combat) -> bool:
    """A combat takes place only if its figures still touch; a figure fights those who are left."""
    state = play.state
    lone = state.figure(combat.lone)
    others = [state.figure(id) for id in combat.others] if lone.on_table else []
    left = tuple(one.id for one in others if one.on_table and can_fight(state, lone, one))
    if not left:
        play.tell("no combat", "FR-HTH-34", figures=list(combat.figures))
        return False
    if left != combat.others:
        play.tell("opponents gone", "FR-HTH-34", figure=combat.lone, left=list(left))
        combat.others, combat.leader = left, left[0]
    return True


@rule("FR-HTH-05", "FR-HTH-04")
async def fight(play: Play[Battle], combat: Combat) -> Combat:
    """One combat, in the nine steps of the book."""
    state = play.state
    soldiers = [id for id in combat.figures if id in state.soldiers]
    for id in combat.figures if soldiers else ():
        note_attack(state, soldiers[0], state.figure(id))
    state.fought = (*state.fought, *(id for id in combat.figures if id not in state.fought))
    await choose_leader(play, combat)
    await choose_weapons(play, combat)
    await roll_combat(play, combat)
    await WINDOWS.open(play, COMBAT_ROLLED, combat)
    await fix_hits(play, combat)
    await WINDOWS.open(play, COMBAT_HITS, combat)
    await _resolve(play, combat)
    await push_back(play, combat)
    await _sweep(play, combat)
    if combat.kind != RAMPAGE or combat.is_halted(combat.movers[0]):
        await part(play, combat)
    met = await follow_up(play, combat)
    play.tell("combat over", "FR-HTH-05", figures=list(combat.figures), winner=combat.winner)
    await WINDOWS.open(play, COMBAT_FOUGHT, combat)
    for one, other, why in met:
        if one.on_table and other.on_table and not state.closed:
            await fight(play, combat_of(state, one, *_whom(state, one, other), kind=AT_ONCE, rules=(why,)))
    return combat


@rule("FR-HTH-22", "FR-BIG-07")
def _whom(state: Battle, one: Soldier | Enemy, first: Soldier | Enemy) -> list[Soldier | Enemy]:
    """A figure that charges on fights all whom it touches, but a monster none whom it has met before."""
    others = [each for each in state.opponents_of(one) if each is not first and can_fight(state, one, each)]
    return [first, *(each for each in others if (one.id, each.id) not in state.engaged)]


@rule("FR-HTH-04", "FR-HTH-05", "FR-HIT-06")
async def _resolve(play: Play[Battle], combat: Combat) -> None:
    """Saves and damage of both sides, and only then the casualties of both."""
    state = play.state
    combat.stood = {id: state.figure(id).at for id in combat.figures}
    order = sorted(combat.hits, key=lambda id: (id in state.soldiers, combat.figures.index(id)))
    for id in order:
        for hit in combat.hits[id]:
            hit.met_with = combat.weapons.get(id)
        combat.outcomes[id] = await resolve_hits(play, state.figure(id), combat.hits[id], *combat.rules)
    for id in order:
        await apply_outcome(play, combat.outcomes[id], "FR-HTH-05")


@rule("FR-HTH-28", "FR-HTH-29")
async def _sweep(play: Play[Battle], combat: Combat) -> None:
    """The lone figure that has killed the leader may fight the only opponent left, at once."""
    state = play.state
    lone = state.figure(combat.lone)
    killed = combat.outcomes.get(combat.leader)
    if not combat.is_multiple or killed is None or not killed.is_casualty or not lone.on_table:
        return
    if killed.killed_by is None or killed.killed_by.attacker != combat.lone:
        return
    left = [one for id in combat.others if (one := state.figure(id)).on_table and can_fight(state, lone, one)]
    if len(left) != 1 or not await _wants_to_sweep(play, lone, left[0]):
        return
    play.tell("Sweeping attack", "FR-HTH-28", "FR-HTH-29", figure=lone.id, against=left[0].id)
    await fight(play, combat_of(state, lone, left[0], kind=AT_ONCE, rules=("FR-HTH-28",)))


@rule("FR-HTH-29")
async def _wants_to_sweep(play: Play[Battle], lone: Soldier | Enemy, other: Soldier | Enemy) -> bool:
    """Champions, villains and monsters always sweep, ordinary enemies never; soldiers may choose."""
    if isinstance(lone, Enemy):
        return lone.is_champion or lone.kind in ("monster", "villain")
    facts = {"figure": lone.id, "against": other.id, **combat_odds(play.state, lone, other)}
    prompt = f"Does {lone.name} make a Sweeping attack on {called(play.state, other.id)}?"
    chosen: bool = await play.ask(
        YesNo(lone.seat, "sweep", prompt, ("FR-HTH-29", "FR-HTH-28"), facts, about=(lone.id, other.id))
    )
    return chosen


async def fight_at_once(
    play: Play[Battle],
    attacker: Soldier | Enemy,
    defender: Soldier | Enemy,
    *rules: str,
    kind: str = RAMPAGE,
) -> Combat:
    """A combat in the middle of something else; in a Rampaging move the shove aside is the monster's."""
    play.tell("combat at once", *rules, "FR-HTH-01", figures=[attacker.id, defender.id])
    combat = combat_of(play.state, attacker, defender, kind=kind, rules=rules)
    if isinstance(defender, Soldier) and isinstance(attacker, Enemy):
        combat.lone, combat.others, combat.leader = defender.id, (attacker.id,), attacker.id
    return await fight(play, combat)


async def fight_all_at_once(
    play: Play[Battle], attacker: Soldier | Enemy, defenders: Sequence[Soldier | Enemy], *rules: str
) -> Combat:
    """A combat that a figure starts with everybody whom it touches, in the middle of something else."""
    play.tell("combat at once", *rules, "FR-HTH-01", figures=[attacker.id, *(one.id for one in defenders)])
    return await fight(play, combat_of(play.state, attacker, *defenders, kind=AT_ONCE, rules=rules))
