"""Hints for somebody who has never read the book: each at the moment it matters, and once."""

from __future__ import annotations

from functools import cache

from sandtable.binding.hints import NOTHING, HintRow, Hints, Words
from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import ReactionDice
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to,
    gap,
    inches,
    nearest_of,
    within,
)
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.missions.exercises import AT_THE_CENTRE, is_exercise
from sandtable.books.forgotten_ruin.modifiers import reactions, speed
from sandtable.books.forgotten_ruin.naming import called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.decision import ChooseOne, Decision, Hint, Move
from sandtable.kernel.window import WINDOW

CLOSE = 8.0
"""How near an enemy must be for a word about hand-to-hand combat, in inches; ours."""
LAST_FEW = 2
"""How few enemies are left for a word about the end; ours."""


@cache
def rows() -> tuple[HintRow, ...]:
    """Every hint, the more urgent first."""
    return read_data("hints.yaml", tuple[HintRow, ...])


HINTS: Hints[Battle] = Hints(rows)


def is_guided(state: Battle) -> bool:
    """Whether hints are given in this battle."""
    wanted = state.switches.hints
    return wanted == "always" or (wanted == "exercises" and is_exercise(state))


def hint_for(state: Battle, decision: Decision) -> Hint | None:
    """What should be known of a question and was not told before; it is noted as told."""
    if not is_guided(state) or decision.seat == state.enemy_seat:
        return None
    hint, names = HINTS.due(state, decision, state.hinted)
    state.hinted = (*state.hinted, *names)
    return hint


def _is_offered(decision: Decision, use: str) -> bool:
    """Whether something may be used, and before all others this."""
    return (
        decision.topic == WINDOW and isinstance(decision, ChooseOne) and decision.candidates()[0].key == use
    )


@HINTS.when("traits")
def _a_trait_may_help(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if decision.topic == "change die" or _is_offered(decision, "trait") else None


@HINTS.when("Luck")
def _luck_may_help(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if _is_offered(decision, "Luck") else None


@HINTS.when("who acts")
def _the_quick_act(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if decision.topic == "choose soldier" and state.phase == "quick" else None


@HINTS.when("slow phase")
def _the_slow_act(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if decision.topic == "choose soldier" and state.phase != "quick" else None


# ---- Reaction dice ------------------------------------------------------------------------------


@HINTS.when("Reaction dice")
def _dice_are_dealt(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, ReactionDice):
        return None
    best = max(state.soldiers_on_table(), key=lambda one: reactions(state, one))
    return {"name": best.name, "number": reactions(state, best)}


@HINTS.when("a one")
def _a_one_was_rolled(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, ReactionDice) or 1 not in state.dice:
        return None
    best = max(state.soldiers_on_table(), key=lambda one: reactions(state, one))
    return {"name": best.name, "number": reactions(state, best)} if reactions(state, best) > 1 else None


@HINTS.when("Morale")
def _a_mob_has_lost_figures(state: Battle, decision: Decision) -> Words | None:
    is_dealt = isinstance(decision, ReactionDice)
    return NOTHING if is_dealt and any(one.where == "casualty" for one in state.enemies.values()) else None


@HINTS.when("hand-to-hand")
def _they_are_coming(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, ReactionDice) and decision.topic != "choose soldier":
        return None
    for soldier in state.soldiers_on_table():
        for foe in nearest_of(soldier, _foes(state)):
            if within(gap(soldier, foe), inches(state, CLOSE)):
                return {
                    "foe": name_of(state, foe),
                    "name": soldier.name,
                    "inches": f"{gap(soldier, foe):.1f}",
                }
    return None


@HINTS.when("Aggression")
def _aggression_has_risen(state: Battle, decision: Decision) -> Words | None:
    risen = isinstance(decision, ReactionDice) and state.aggression > 0
    return {"score": state.aggression} if risen else None


@HINTS.when("the end")
def _few_are_left(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, ReactionDice) or state.mission.kind not in ("exercise 1", "exercise 2"):
        return None
    left = len(_foes(state))
    return {"left": left} if left <= LAST_FEW else None


# ---- What a soldier does ------------------------------------------------------------------------


def _acting(state: Battle, decision: Decision) -> Soldier | None:
    """The soldier who is asked what to do."""
    return state.soldiers[decision.about[0]] if decision.topic == "activate" else None


@HINTS.when("Move and Action")
def _first_activation(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return None if soldier is None else {"name": soldier.name, "speed": f"{speed(state, soldier):g}"}


@HINTS.when("range")
def _only_from_where_it_stands(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    if soldier is None or not decision.facts["moves"] or "inches" not in decision.facts:
        return None
    far = decision.facts["inches"]
    for one in soldier.weapons:
        moving, standing = inches(state, one.range_moving), inches(state, one.range_stationary)
        if moving < far <= standing:
            return {
                "name": soldier.name,
                "weapon": one.name,
                "far": f"{far:.1f}",
                "moving": f"{one.range_moving:g}",
                "standing": f"{one.range_stationary:g}",
            }
    return None


@HINTS.when("Stun")
def _is_stunned(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return {"name": soldier.name} if soldier is not None and soldier.is_stunned else None


@HINTS.when("Knocked Down")
def _is_down(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return {"name": soldier.name} if soldier is not None and soldier.knocked_down else None


@HINTS.when("Buddy Check")
def _a_friend_is_stunned(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    if soldier is None:
        return None
    for friend in state.soldiers_on_table():
        near = within(gap(soldier, friend), speed(state, soldier))
        if friend is not soldier and friend.is_stunned and near:
            return {"name": soldier.name, "friend": friend.name}
    return None


@HINTS.when("patrol")
def _the_centre_comes_first(state: Battle, decision: Decision) -> Words | None:
    if state.mission.kind != "exercise 3" or state.notes.get("looked around"):
        return None
    soldier = _acting(state, decision)
    if soldier is None:
        return None
    far = distance_to(soldier, (state.ground.width / 2, state.ground.depth / 2))
    return {"name": soldier.name, "far": f"{far:.1f}", "near": f"{AT_THE_CENTRE:g}"}


@HINTS.when("retreat")
def _the_way_home(state: Battle, decision: Decision) -> Words | None:
    if not state.notes.get("looked around") or decision.topic not in ("choose soldier", "activate"):
        return None
    return {"edge": state.edge}


@HINTS.when("Objective")
def _there_is_an_objective(state: Battle, decision: Decision) -> Words | None:
    if _acting(state, decision) is None:
        return None
    names = [one.type for one in state.objectives.values() if one.state == "open"]
    return {"objectives": " and ".join(names)} if names else None


# ---- Where a soldier goes -----------------------------------------------------------------------


@HINTS.when("distance")
def _who_can_be_reached(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, Move) or decision.topic != "move":
        return None
    soldier = state.soldiers[decision.about[0]]
    near = [one for one in nearest_of(soldier, _foes(state)) if one.training != "Archers"]
    if not near:
        return None
    return {
        "foe": name_of(state, near[0]),
        "far": f"{gap(soldier, near[0]):.1f}",
        "speed": f"{speed(state, near[0]):g}",
    }


@HINTS.when("Cover")
def _archers_look_on(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, Move):
        return None
    archers = [one for one in _foes(state) if one.training == "Archers"]
    return NOTHING if archers else None


@HINTS.when("Investigation")
def _markers_wait(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, Move):
        return None
    waits = [
        one for one in state.markers.values() if one.kind == "investigation" and not (one.checked or one.gone)
    ]
    return NOTHING if waits else None


@HINTS.when("target in Cover")
def _hard_to_hit(state: Battle, decision: Decision) -> Words | None:
    if decision.topic != "fire" or "fire" not in state.hinted:
        return None
    hard = [one for one in decision.options() if (one.need or 0) >= 6]
    return {"target": called(state, hard[0].about[0])} if hard else None


def _foes(state: Battle) -> list[Enemy]:
    return [one for one in state.enemies_on_table() if one.side == "enemy"]
