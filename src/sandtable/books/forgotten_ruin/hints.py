"""Hints for somebody who has never read the book: each at the moment it matters, and once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.conventions import distance_to, gap, inches, nearest_of, within
from sandtable.books.forgotten_ruin.chapters.reactions import ReactionDice
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.missions.exercises import AT_THE_CENTRE, is_exercise
from sandtable.books.forgotten_ruin.modifiers import reactions, speed
from sandtable.books.forgotten_ruin.naming import called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.decision import ChooseOne, Decision, Hint, Move
from sandtable.kernel.window import WINDOW

Words = Mapping[str, Any]
"""What the braces of a hint stand for."""
When = Callable[[Battle, Decision], Words | None]

MOST = 2
"""How many hints lie beside one question at most; ours."""
CLOSE = 8.0
"""How near an enemy must be for a word about hand-to-hand combat, in inches; ours."""
LAST_FEW = 2
"""How few enemies are left for a word about the end; ours."""
NOTHING: Words = {}

MOMENTS: Registry[When] = Registry("a moment of the hint")
"""When each hint matters, by its name."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hint as its file holds it."""

    hint: str
    rules: tuple[str, ...]
    text: str


@cache
def lines() -> tuple[Line, ...]:
    """Every hint, the more urgent first."""
    return read_data("hints.yaml", tuple[Line, ...])


def is_guided(state: Battle) -> bool:
    """Whether hints are given in this battle."""
    wanted = state.switches.hints
    return wanted == "always" or (wanted == "exercises" and is_exercise(state))


def hint_for(state: Battle, decision: Decision) -> Hint | None:
    """What should be known of a question and was not told before; it is noted as told."""
    if not is_guided(state) or decision.seat == state.enemy_seat:
        return None
    told: list[tuple[Line, str]] = []
    for line in lines():
        if line.hint in state.hinted:
            continue
        words = MOMENTS[line.hint](state, decision)
        if words is not None:
            told.append((line, line.text.strip().format(**words)))
            if len(told) == MOST:
                break
    if not told:
        return None
    state.hinted = (*state.hinted, *(line.hint for line, _ in told))
    rules = dict.fromkeys(rule for line, _ in told for rule in line.rules)
    return Hint(" ".join(text for _, text in told), tuple(rules))


def when(name: str) -> Callable[[When], When]:
    """Say when a hint matters."""

    def add(moment: When) -> When:
        MOMENTS[name] = moment
        return moment

    return add


def at_question(name: str, *topics: str) -> None:
    """A hint that matters at the first question of one of these topics."""
    MOMENTS[name] = lambda state, decision: NOTHING if decision.topic in topics else None


at_question("fire team", "choose fire team")
at_question("the other team", "choose other fire team")
at_question("terrain", "add terrain")
at_question("set-up", "set up squad", "set up soldier")
at_question("Snap Fire", "snap fire")
at_question("fire", "fire")
at_question("explosives", "aim explosive")
at_question("tactics", "invoke tactic")


def _is_offered(decision: Decision, use: str) -> bool:
    """Whether something may be used, and before all others this."""
    return (
        decision.topic == WINDOW and isinstance(decision, ChooseOne) and decision.candidates()[0].key == use
    )


@when("traits")
def _a_trait_may_help(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if decision.topic == "change die" or _is_offered(decision, "trait") else None


@when("Luck")
def _luck_may_help(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if _is_offered(decision, "Luck") else None


@when("who acts")
def _the_quick_act(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if decision.topic == "choose soldier" and state.phase == "quick" else None


@when("slow phase")
def _the_slow_act(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if decision.topic == "choose soldier" and state.phase != "quick" else None


# ---- Reaction dice ------------------------------------------------------------------------------


@when("Reaction dice")
def _dice_are_dealt(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, ReactionDice):
        return None
    best = max(state.soldiers_on_table(), key=lambda one: reactions(state, one))
    return {"name": best.name, "number": reactions(state, best)}


@when("a one")
def _a_one_was_rolled(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, ReactionDice) or 1 not in state.dice:
        return None
    best = max(state.soldiers_on_table(), key=lambda one: reactions(state, one))
    return {"name": best.name, "number": reactions(state, best)} if reactions(state, best) > 1 else None


@when("Morale")
def _a_mob_has_lost_figures(state: Battle, decision: Decision) -> Words | None:
    is_dealt = isinstance(decision, ReactionDice)
    return NOTHING if is_dealt and any(one.where == "casualty" for one in state.enemies.values()) else None


@when("hand-to-hand")
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


@when("Aggression")
def _aggression_has_risen(state: Battle, decision: Decision) -> Words | None:
    risen = isinstance(decision, ReactionDice) and state.aggression > 0
    return {"score": state.aggression} if risen else None


@when("the end")
def _few_are_left(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, ReactionDice) or state.mission.kind not in ("exercise 1", "exercise 2"):
        return None
    left = len(_foes(state))
    return {"left": left} if left <= LAST_FEW else None


# ---- What a soldier does ------------------------------------------------------------------------


def _acting(state: Battle, decision: Decision) -> Soldier | None:
    """The soldier who is asked what to do."""
    return state.soldiers[decision.about[0]] if decision.topic == "activate" else None


@when("Move and Action")
def _first_activation(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return None if soldier is None else {"name": soldier.name, "speed": f"{speed(state, soldier):g}"}


@when("range")
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


@when("Stun")
def _is_stunned(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return {"name": soldier.name} if soldier is not None and soldier.is_stunned else None


@when("Knocked Down")
def _is_down(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    return {"name": soldier.name} if soldier is not None and soldier.knocked_down else None


@when("Buddy Check")
def _a_friend_is_stunned(state: Battle, decision: Decision) -> Words | None:
    soldier = _acting(state, decision)
    if soldier is None:
        return None
    for friend in state.soldiers_on_table():
        near = within(gap(soldier, friend), speed(state, soldier))
        if friend is not soldier and friend.is_stunned and near:
            return {"name": soldier.name, "friend": friend.name}
    return None


@when("patrol")
def _the_centre_comes_first(state: Battle, decision: Decision) -> Words | None:
    if state.mission.kind != "exercise 3" or state.notes.get("looked around"):
        return None
    soldier = _acting(state, decision)
    if soldier is None:
        return None
    far = distance_to(soldier, (state.ground.width / 2, state.ground.depth / 2))
    return {"name": soldier.name, "far": f"{far:.1f}", "near": f"{AT_THE_CENTRE:g}"}


@when("retreat")
def _the_way_home(state: Battle, decision: Decision) -> Words | None:
    if not state.notes.get("looked around") or decision.topic not in ("choose soldier", "activate"):
        return None
    return {"edge": state.edge}


@when("Objective")
def _there_is_an_objective(state: Battle, decision: Decision) -> Words | None:
    if _acting(state, decision) is None:
        return None
    names = [one.type for one in state.objectives.values() if one.state == "open"]
    return {"objectives": " and ".join(names)} if names else None


# ---- Where a soldier goes -----------------------------------------------------------------------


@when("distance")
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


@when("Cover")
def _archers_look_on(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, Move):
        return None
    archers = [one for one in _foes(state) if one.training == "Archers"]
    return NOTHING if archers else None


@when("Investigation")
def _markers_wait(state: Battle, decision: Decision) -> Words | None:
    if not isinstance(decision, Move):
        return None
    waits = [
        one for one in state.markers.values() if one.kind == "investigation" and not (one.checked or one.gone)
    ]
    return NOTHING if waits else None


@when("target in Cover")
def _hard_to_hit(state: Battle, decision: Decision) -> Words | None:
    if decision.topic != "fire" or "fire" not in state.hinted:
        return None
    hard = [one for one in decision.options() if (one.need or 0) >= 6]
    return {"target": called(state, hard[0].about[0])} if hard else None


IN_COMBAT = (
    "divide tangle",
    "choose combat",
    "choose combat leader",
    "choose combat weapon",
    "choose whom to hit",
    "sweep",
    "choose where to back up",
    "follow up",
    "fall or stay",
)


@when("hand-to-hand choices")
def _in_combat(state: Battle, decision: Decision) -> Words | None:
    return NOTHING if decision.topic in IN_COMBAT else None


def _foes(state: Battle) -> list[Enemy]:
    return [one for one in state.enemies_on_table() if one.side == "enemy"]
