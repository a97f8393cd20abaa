"""Hints for somebody who has never read the book: each at the moment it matters, and once."""

from __future__ import annotations

from sandtable.binding.hints import HintRow, Hints, Words
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
from sandtable.kernel import ChooseOne, Decision, Hint, Move
from sandtable.kernel.window import WINDOW

CLOSE = 8.0
"""How near an enemy must be for a word about hand-to-hand combat, in inches; ours."""
LAST_FEW = 2
"""How few enemies are left for a word about the end; ours."""


rows = read_data.later("hints.yaml", tuple[HintRow, ...])
"""Every hint, the more urgent first."""


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


HINTS.where(
    {
        "traits": lambda state, decision: decision.topic == "change die" or _is_offered(decision, "trait"),
        "Luck": lambda state, decision: _is_offered(decision, "Luck"),
        "who acts": lambda state, decision: state.phase == "quick",
        "slow phase": lambda state, decision: state.phase != "quick",
        "Morale": lambda state, decision: any(one.where == "casualty" for one in state.enemies.values()),
        "Cover": lambda state, decision: (
            isinstance(decision, Move) and any(one.training == "Archers" for one in _foes(state))
        ),
        "Investigation": lambda state, decision: (
            isinstance(decision, Move)
            and any(
                one.kind == "investigation" and not (one.checked or one.gone)
                for one in state.markers.values()
            )
        ),
    }
)


# ---- Reaction dice ------------------------------------------------------------------------------


@HINTS.when("Reaction dice")
def _dice_are_dealt(state: Battle, decision: Decision) -> Words | None:
    best = max(state.soldiers_on_table(), key=lambda one: reactions(state, one))
    return {"name": best.name, "number": reactions(state, best)}


@HINTS.when("a one")
def _a_one_was_rolled(state: Battle, decision: Decision) -> Words | None:
    words = _dice_are_dealt(state, decision)
    return words if 1 in state.dice and words is not None and words["number"] > 1 else None


@HINTS.when("hand-to-hand")
def _they_are_coming(state: Battle, decision: Decision) -> Words | None:
    for soldier in state.soldiers_on_table():
        for foe in nearest_of(soldier, _foes(state)):
            if within(gap(soldier, foe), inches(state, CLOSE)):
                far = f"{gap(soldier, foe):.1f}"
                return {"foe": name_of(state, foe), "name": soldier.name, "inches": far}
    return None


@HINTS.when("Aggression")
def _aggression_has_risen(state: Battle, decision: Decision) -> Words | None:
    return {"score": state.aggression} if state.aggression > 0 else None


@HINTS.when("the end")
def _few_are_left(state: Battle, decision: Decision) -> Words | None:
    left = len(_foes(state))
    is_last = state.mission.kind in ("exercise 1", "exercise 2") and left <= LAST_FEW
    return {"left": left} if is_last else None


# ---- What a soldier does ------------------------------------------------------------------------


def _acting(state: Battle, decision: Decision) -> Soldier:
    """The soldier who is asked what to do, or where to go."""
    return state.soldiers[decision.about[0]]


@HINTS.when("Move and Action")
def _first_activation(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return {"name": soldier.name, "speed": f"{speed(state, soldier):g}"}


@HINTS.when("range")
def _only_from_where_it_stands(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    if not decision.facts["moves"] or "inches" not in decision.facts:
        return None
    far = decision.facts["inches"]
    for one in soldier.weapons:
        moving, standing = one.range_moving, one.range_stationary
        if inches(state, moving) < far <= inches(state, standing):
            reach = {"far": f"{far:.1f}", "moving": f"{moving:g}", "standing": f"{standing:g}"}
            return {"name": soldier.name, "weapon": one.name, **reach}
    return None


@HINTS.when("Stun")
def _is_stunned(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return {"name": soldier.name} if soldier.is_stunned else None


@HINTS.when("Knocked Down")
def _is_down(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return {"name": soldier.name} if soldier.knocked_down else None


@HINTS.when("Buddy Check")
def _a_friend_is_stunned(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    for friend in state.soldiers_on_table():
        near = within(gap(soldier, friend), speed(state, soldier))
        if friend is not soldier and friend.is_stunned and near:
            return {"name": soldier.name, "friend": friend.name}
    return None


@HINTS.when("patrol")
def _the_centre_comes_first(state: Battle, decision: Decision) -> Words | None:
    if state.mission.kind != "exercise 3" or state.mission.has_looked_around:
        return None
    soldier = _acting(state, decision)
    far = distance_to(soldier, (state.ground.width / 2, state.ground.depth / 2))
    return {"name": soldier.name, "far": f"{far:.1f}", "near": f"{AT_THE_CENTRE:g}"}


@HINTS.when("retreat")
def _the_way_home(state: Battle, decision: Decision) -> Words | None:
    return {"edge": state.edge} if state.mission.has_looked_around else None


@HINTS.when("Objective")
def _there_is_an_objective(state: Battle, decision: Decision) -> Words | None:
    names = [one.type for one in state.objectives.values() if one.state == "open"]
    return {"objectives": " and ".join(names)} if names else None


# ---- Where a soldier goes -----------------------------------------------------------------------


@HINTS.when("distance")
def _who_can_be_reached(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    near = [one for one in nearest_of(soldier, _foes(state)) if one.training != "Archers"]
    if not near:
        return None
    far, fast = f"{gap(soldier, near[0]):.1f}", f"{speed(state, near[0]):g}"
    return {"foe": name_of(state, near[0]), "far": far, "speed": fast}


@HINTS.when("target in Cover")
def _hard_to_hit(state: Battle, decision: Decision) -> Words | None:
    hard = [one for one in decision.options() if (one.need or 0) >= 6] if "fire" in state.hinted else []
    return {"target": called(state, hard[0].about[0])} if hard else None


def _foes(state: Battle) -> list[Enemy]:
    return [one for one in state.enemies_on_table() if one.side == "enemy"]
