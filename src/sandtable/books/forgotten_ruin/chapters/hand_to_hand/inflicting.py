"""Inflicting: who is Hit, how often and by whom, once the dice of a combat lie there."""

from __future__ import annotations

from typing import Any

from sandtable.binding.choosing import choose
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import RAMPAGE, Combat
from sandtable.books.forgotten_ruin.chapters.hits.harm import Blow, Hit, great_hits
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    asked_for,
    enemy_choice,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.shooting.targets import unit_of
from sandtable.books.forgotten_ruin.modifiers import EXTRA_HITS
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, FigureId, Soldier
from sandtable.kernel import Modifier, Play, rule, total_of


@rule("FR-HTH-04", "FR-HTH-12", "FR-HTH-05")
async def fix_hits(play: Play[Battle], combat: Combat) -> None:
    """The lower total is Hit; on a draw both are, with exceptions; both sides are Hit together."""
    winner = combat.winner
    told: dict[str, Any] = {
        "winner": winner,
        "total": combat.total_of(combat.lone),
        "opposing": combat.total_of(combat.leader),
    }
    if not winner:
        multiple = ("FR-HTH-26",) if combat.is_multiple else ()
        play.tell("combat drawn", "FR-HTH-13", "FR-HTH-04", *multiple, figures=list(combat.figures), **told)
        _hits_of_draw(play, combat)
        return
    play.tell("combat won", "FR-HTH-12", figures=list(combat.figures), **told)
    await (_lone_figure_hits if winner == combat.lone else _others_hit)(play, combat)


# Draws


@rule("FR-HTH-13", "FR-HTH-26")
def _hits_of_draw(play: Play[Battle], combat: Combat) -> None:
    """The lone figure and the leader Hit each other, unless something spares one of them."""
    for attacker, target in ((combat.lone, combat.leader), (combat.leader, combat.lone)):
        why = why_spared_in_draw(play.state, combat, attacker, target)
        if why:
            play.tell("no Hit on a draw", why, attacker=attacker, target=target)
        else:
            add_blow(play, combat, attacker, target, "FR-HTH-26" if combat.is_multiple else "FR-HTH-13")


@rule("FR-HTH-13", "FR-HTH-26", "FR-ARM-28", "FR-ENE-47")
def why_spared_in_draw(state: Battle, combat: Combat, attacker: FigureId, target: FigureId) -> str:
    """The rule by which a draw gives this figure no Hit: a large weapon, or a monster as the target."""
    if "large" in combat.weapons[attacker].traits:
        return "FR-ENE-47" if attacker in state.enemies else "FR-ARM-28"
    is_giant = _is_monster(state, target) and not _is_monster(state, attacker)
    return "FR-HTH-13" if is_giant and not monster_is_hit_on_draw(state, combat) else ""


@rule("FR-HTH-13")
def monster_is_hit_on_draw(state: Battle, combat: Combat) -> bool:
    """By the ruling a draw Hits a monster only in its own Rampaging move; a switch changes it."""
    wanted = state.switches.monster_draw
    return wanted == "always_hits" or (wanted == "rampage_hits" and combat.kind == RAMPAGE)


def _is_monster(state: Battle, id: FigureId) -> bool:
    return id in state.enemies and state.enemies[id].is_monster


# Wins


@rule("FR-HTH-25")
async def _others_hit(play: Play[Battle], combat: Combat) -> None:
    """The lone figure is Hit by the leader and, where there are several, by one other at random."""
    add_blow(play, combat, combat.leader, combat.lone, "FR-HTH-25" if combat.is_multiple else "FR-HTH-12")
    if not combat.is_multiple:
        return
    rest = [id for id in combat.others if id != combat.leader]
    combat.second = await pick_at_random(play, rest, "second Hit", "FR-HTH-25")
    combat.hits[combat.lone].append(hit_of(play.state, combat, combat.second, 0, "FR-HTH-25"))


@rule("FR-HTH-24", "FR-COOP-05")
async def _lone_figure_hits(play: Play[Battle], combat: Combat) -> None:
    """The lone figure Hits one opponent of its choice; Hits of an ability or item may be spread."""
    state = play.state
    lone = state.figure(combat.lone)
    rule_id = "FR-HTH-24" if combat.is_multiple else "FR-HTH-12"
    target = combat.leader
    if combat.is_multiple and lone.side == "squad":
        target = await _picked_target(play, combat, lone, "Whom does {} Hit?")
    elif combat.is_multiple and state.enemy_seat:
        # Ruling of FR-HTH-24: without a player a lone enemy Hits the leading soldier.
        prompt = f"Whom does {name_of(state, lone)} Hit?"
        rules = ("FR-COOP-05", "FR-HTH-24")
        options = {id: id for id in combat.others}
        target = await enemy_choice(
            play, "choose whom enemy hits", prompt, options, target, "who leads", *rules, about=combat.about
        )
    add_blow(play, combat, combat.lone, target, rule_id)
    if not combat.is_multiple or lone.side != "squad":
        return
    spare = total_of(EXTRA_HITS.all(state, blow_of(state, combat, combat.lone, target)))
    for _ in range(max(0, spare)):
        further = await _picked_target(play, combat, lone, "Whom does a further Hit of {} strike?")
        if further != target:
            combat.hits.setdefault(further, []).append(combat.hits[target].pop())


async def _picked_target(play: Play[Battle], combat: Combat, lone: Soldier | Enemy, prompt: str) -> FigureId:
    state = play.state
    chosen = await choose(
        play,
        asked_for(state, lone),
        "choose whom to hit",
        prompt.format(name_of(state, lone)),
        ("FR-HTH-24",),
        [state.figure(id) for id in combat.others],
        lambda one: name_of(state, one),
        known_of=lambda one: {"leads": one.id == combat.leader},
        about=combat.about,
        facts=combat.facts,
    )
    return chosen.id


# Hits


def blow_of(state: Battle, combat: Combat, attacker: FigureId, target: FigureId) -> Blow:
    """The blow of a figure with the die that counts for its side, and whatever else it rolled."""
    whose, place = combat.die_of(attacker)
    faces = combat.dice.get(whose, [0])
    rest = (*faces[:place], *faces[place + 1 :])
    return Blow(
        state.figure(attacker),
        state.figure(target),
        combat.weapons[attacker],
        "hand-to-hand",
        (faces[place] if whose else 0, *rest),
    )


def hit_of(state: Battle, combat: Combat, attacker: FigureId, natural: int, *rules: str) -> Hit:
    """One Hit of a combatant with the weapon it fights with."""
    weapon = combat.weapons[attacker]
    return Hit(
        damage=weapon.damage,
        how="hand-to-hand",
        rules=rules,
        attacker=attacker,
        unit=unit_of(state.figure(attacker)),
        weapon=weapon,
        natural=natural,
    )


@rule("FR-HTH-30", "FR-SHT-17", "FR-SHT-19")
def add_blow(
    play: Play[Battle], combat: Combat, attacker: FigureId, target: FigureId, *rules: str
) -> list[Modifier]:
    """The Hit of a blow, with the Great Hit of a soldier's natural 6 and what special rules add."""
    state = play.state
    blow = blow_of(state, combat, attacker, target)
    more = great_hits(state, blow)
    number = 1 + total_of(more)
    large = ("FR-ARM-27",) if "large" in blow.weapon.traits else ()
    hits = [hit_of(state, combat, attacker, blow.faces[0], *rules, *large) for _ in range(max(0, number))]
    combat.hits.setdefault(target, []).extend(hits)
    if more:
        cited = dict.fromkeys(("FR-SHT-19", *(one.rule for one in more)))
        play.tell("further Hits", *cited, attacker=attacker, target=target, hits=number)
    return more
