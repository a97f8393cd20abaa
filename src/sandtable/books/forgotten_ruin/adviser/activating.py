"""Activations: who acts next, and what a soldier does with the Move and the Action."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.binding.advising import best_first
from sandtable.books.forgotten_ruin.adviser.aims import Aim, aims_of, is_risky
from sandtable.books.forgotten_ruin.adviser.moments import HIGH_AGGRESSION, light_them_up, waits_for_target
from sandtable.books.forgotten_ruin.adviser.places import Destination, Foes, Walk, touches
from sandtable.books.forgotten_ruin.adviser.shots import best_shot
from sandtable.books.forgotten_ruin.adviser.styles import Style, knowledge, weight
from sandtable.books.forgotten_ruin.chapters.activations.activations import DASH_KEY, END, MOVE_KEY
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import opponents_in_contact
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel import Advice, Decision, Move, Option

FIRE = "fire"
INTERACT = "Interact"
APART = 3.0
"""Places so many inches apart are different plans."""


def advise_who_acts(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """First the soldier who can Interact or has the best shot; the quick with nothing to do hold."""
    options = {str(one.answer): one for one in decision.options()}
    ids = [one for one in options if one in state.soldiers]
    if style.is_hasty and ids:
        yield Advice(ids[0], 0.0, ("somebody has to begin",), means=ids[0])
        return
    shots = {id: best_shot(state, state.soldiers[id], None, style).kills for id in ids}
    tactic = light_them_up(state, decision, shots)
    if tactic is not None:
        yield tactic
    aims, foes = (
        aims_of(state, style.wits, style.firepower),
        Foes(state, msgspec.structs.replace(style, caution=1.0)),
    )
    found: list[tuple[float, str, str]] = []
    for id in ids:
        soldier, aim = state.soldiers[id], aims.get(id)
        score, why = _call(state, soldier, aim, foes, shots[id])
        holds = f"hold {id}"
        is_runner = aim is not None and aim.is_run and style.boldness >= weight("in a hurry")
        wait = weight("worth firing") if is_runner else max(weight("worth firing"), style.wait)
        if holds in options and score < wait:
            found.append((0.01, holds, f"{soldier.name} has nothing to do before the enemy acts"))
            score -= 1.0
        found.append((score, id, f"{soldier.name} {why}"))
    found.sort(key=lambda one: (-one[0], one[1]))
    yield from (Advice(key, score, (why,), means=key) for score, key, why in found)


def _call(state: Battle, soldier: Soldier, aim: Aim | None, foes: Foes, kills: float) -> tuple[float, str]:
    """How much it matters that this soldier acts now."""
    if aim is not None and aim.kind == "interact" and touches(state, soldier, aim.feature, soldier.at):
        if not foes.style.is_exact or not is_risky(state, soldier, aim.feature):
            return 5.0, "stands at the Objective"
    danger = foes.danger_at(soldier.at)
    if opponents_in_contact(state, soldier):
        return 2.0, "must get away from the enemy"
    if kills >= weight("worth firing"):
        return kills + 0.5 * danger, f"has a shot worth {kills:.2f} kills"
    if danger >= weight("in danger"):
        return 0.5 * danger, "is within the enemy's reach"
    if aim is not None and aim.is_run:
        return 0.1, "goes for the Objective"
    return 0.0, "acts"


# ---- the activation ----------------------------------------------------------------------------------------


def advise_activation(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The best use of what the soldier has left: Interact, a better place, a shot, a Dash."""
    soldier = state.soldiers[decision.about[0]]
    options = {str(one.answer): one for one in decision.options() if one.refusal is None}
    found = list(_deeds(state, soldier, options, style))
    if style.is_hasty and any(one.answer == FIRE and one.score >= weight("worth firing") for one in found):
        yield from best_first(found)
        return
    aim = _aim(state, soldier, style)
    has_interact = any(
        one.score > 0.0 and options[str(one.answer)].facts.get("action") == INTERACT for one in found
    )
    if MOVE_KEY in options and not has_interact:
        found += _moves(state, soldier, aim, decision, options, style)
    found.append(Advice(END, 0.0, ("nothing else is worth doing",), means=END, gives_up=True))
    best, *others = best_first(found)
    yield best
    # What another style of playing would rather do is worth trying out, not the second best of this one.
    yield from (msgspec.structs.replace(one, gives_up=True) for one in others)


def _aim(state: Battle, soldier: Soldier, style: Style) -> Aim:
    aims = aims_of(state, style.wits, style.firepower)
    aim = aims.get(soldier.id) or Aim("hold", soldier.at, "stays", pull=0.0)
    near = aim.near
    if style.is_exact and aim.kind == "hunt" and not sees(state, soldier, state.enemies[aim.target]):
        near = min(near, weight("near a hidden target"))
    pull = aim.pull * style.boldness
    if aim.kind == "support" and not any(one.kind == "across" for one in aims.values()):
        pull *= style.company
    return msgspec.structs.replace(aim, pull=pull, near=near)


def _deeds(state: Battle, soldier: Soldier, options: dict[str, Option], style: Style) -> Iterator[Advice]:
    """Everything but moving, with what it is worth."""
    for key, option in options.items():
        action = option.facts.get("action")
        if action == INTERACT:
            chance = 0.5 if option.chance is None else option.chance
            if style.is_exact and is_risky(state, soldier, option.about[0]):
                yield Advice(key, -1.0, ("the nearest enemy would get away with it",), means=key)
                continue
            yield Advice(key, 8.0 * chance + 1.0, (f"the Objective ({chance:.0%})",), means=key)
        elif action == "Look around":
            yield Advice(key, 8.0, ("somebody must look around at the centre",), means=key)
        elif action == "Pick up cargo":
            yield Advice(key, 6.0, ("the cargo must not lie about",), means=key)
        elif key == FIRE:
            shot = best_shot(state, soldier, None, style)
            if shot.kills > 0.0:
                why = f"{shot.label}: {shot.kills:.2f} kills to be expected"
                yield Advice(FIRE, shot.kills, (why,), means=FIRE)
        elif action == "Tactical Awareness":
            worth = 0.3 if state.aggression >= HIGH_AGGRESSION else 0.02 * state.aggression
            worth = max(worth, style.quiet)
            worth = -1.0 if waits_for_target(state) else worth
            yield Advice(key, worth, (f"Aggression stands at {state.aggression}",), means=key)
        elif action == "Buddy Check":
            yield Advice(key, 0.3, ("a friend is Stunned",), means=key)
        elif action in ("Call Fire Support", "Mortars!"):
            foes = sum(one.side != "squad" for one in state.enemies_on_table())
            yield Advice(key, 0.12 * foes, (f"{foes} enemies are on the table",), means=key)
        elif action in knowledge().tried_actions and not option.facts.get("sparingly"):
            yield Advice(key, float(option.facts.get("kills", 0.04)), ("it may help",), means=key)


def _moves(
    state: Battle, soldier: Soldier, aim: Aim, decision: Decision, options: dict[str, Option], style: Style
) -> Iterator[Advice]:
    """The Move and what follows it, against staying; and the Dash."""
    limit = move_limit(state, soldier)
    walk = MovePlanner(state, soldier, limit, "move", False, True)
    acts = decision.facts.get("actions", 0) > 0
    foes = Foes(state, style)
    found = Walk(walk, soldier, aim, acts, foes).destinations()
    stays = next(one for one in found if one.stays)
    best = found[0]
    if not best.stays:
        worth = best.worth - stays.worth + stays.shot
        yield Advice(MOVE_KEY, worth, (best.why,), means=_means(MOVE_KEY, best))
    if DASH_KEY in options and (aim.is_run or stays.shot < 0.3) and not best.interacts:
        dash = MovePlanner(state, soldier, limit, "dash", False, True)
        far = Walk(dash, soldier, aim, False, foes).destinations()[0]
        if not far.stays:
            worth = far.worth - stays.worth + stays.shot
            yield Advice(DASH_KEY, worth, (far.why,), means=_means(DASH_KEY, far))


def _means(key: str, one: Destination) -> str:
    """A way to go with about where it ends, so that a plan to go there is not taken for another."""
    return f"{key} to {round(one.at[0] / APART)}, {round(one.at[1] / APART)}"


def advise_move(state: Battle, seat: str, decision: Move, style: Style) -> Iterator[Advice]:
    """The places that are worth the most, best first."""
    planner = decision.planner
    assert isinstance(planner, MovePlanner)
    soldier = state.soldiers.get(decision.about[0])
    if soldier is None:
        # An enemy that its player moves by hand: there is no better advice than the book's own behaviour.
        return
    acts = decision.facts["way"] == "move"
    aim = _aim(state, soldier, style)
    for one in Walk(planner, soldier, aim, acts, Foes(state, style)).destinations():
        yield Advice(one.answer, one.worth, (one.why,), means=_means(decision.facts["way"], one))
