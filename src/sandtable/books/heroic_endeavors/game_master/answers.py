"""What the automatic Game Master answers to every other question about one of its models."""

from __future__ import annotations

from typing import Any

from sandtable.binding.squares.planner import ReachPlanner
from sandtable.books.heroic_endeavors.adventures.lantern_wharf import aim_of_flight
from sandtable.books.heroic_endeavors.chapters.melee.attacking import best_weapon
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.targets import known_foes
from sandtable.books.heroic_endeavors.game_master.ways import (
    approach,
    places_to_see,
    places_to_strike,
    towards,
)
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Advice, Decision, Move, rule
from sandtable.table.squares.spaces import gap, halves

WEAK, VERY_SLIGHT = 2, -1
"""HE-AGM-13: damage points at which it defends itself; HE-AGM-12: the least edge for a reaction."""


def _about(state: Adventure, decision: Decision) -> Model:
    return state.models[decision.about[0]]


@CHAIR.decides("move", "HE-AGM-07", "HE-AGM-08", "HE-AGM-09", "HE-AGM-17")
def move(state: Adventure, decision: Decision) -> Advice:
    """To the best place for a strike; a shooter to where it sees somebody; else towards the nearest enemy."""
    assert isinstance(decision, Move)
    planner = decision.planner
    assert isinstance(planner, ReachPlanner)
    model, found = _about(state, decision), planner.reach
    assert model.at is not None
    if model.behaviour == "stray":
        return _astray(state, model, planner)
    aim = aim_of_flight(state, model)
    if aim is not None:
        to = approach(state, model, found, aim) or model.at
        return Advice(planner.answer_at(to, towards(to, aim, model.facing)), 0.0, (), ("HE-AGM-27",))
    foes = [one for one in state.foes_of(model) if model.bond.prey in ("", one.id)]
    way = None
    if model.behaviour in ("shooter", "leader", "guard"):
        way = next(places_to_see(state, model, found, foes), None)
    elif ways := places_to_strike(state, model, found, foes):
        way = ways[0]
    if way is not None:
        return Advice(planner.answer_at(way[2], way[3]), 0.0, (), ("HE-AGM-07",))
    known = known_foes(state, model)
    here = model.at
    if known:
        nearest = min(known.values(), key=lambda at: (halves(here, at), at[1], at[0]))
        to = approach(state, model, found, nearest) or here
        return Advice(planner.answer_at(to, towards(to, nearest, model.facing)), 0.0, (), ("HE-AGM-08",))
    return Advice(planner.answer_at(here, model.facing), 0.0, (), ("HE-AGM-08",))


@rule("HE-MNT-12")
def _astray(state: Adventure, model: Model, planner: ReachPlanner) -> Advice:
    """Towards the nearest exit."""
    assert model.at is not None
    here = model.at
    exit = min(state.exits, key=lambda at: (halves(here, at), at[1], at[0]), default=here)
    to = approach(state, model, planner.reach, exit, opens=False) or here
    return Advice(planner.answer_at(to, towards(to, exit, model.facing)), 0.0, (), ("HE-MNT-12",))


@CHAIR.decides("rally", "HE-AGM-29", "HE-MOT-08")
def rally(state: Adventure, decision: Decision) -> Advice:
    """It always tries."""
    return Advice(True, 0.0, (), ("HE-MOT-08",))


@CHAIR.decides("choose facing", "HE-AGM-17")
def choose_facing(state: Adventure, decision: Decision) -> Advice:
    """Towards the nearest known enemy."""
    model = _about(state, decision)
    assert model.at is not None
    here, known = model.at, known_foes(state, model)
    nearest = min(known.values(), key=lambda at: (halves(here, at), at[1], at[0]), default=here)
    return Advice(towards(here, nearest, model.facing), 0.0, (), ("HE-AGM-17",))


@CHAIR.decides("turn round", "HE-AGM-17")
def turn_round(state: Adventure, decision: Decision) -> Advice:
    """After an attack from behind always towards it."""
    return Advice(decision.options()[0].answer, 0.0, (), ("HE-AGM-17",))


@CHAIR.decides("choose member", "HE-AGM-22")
def choose_member(state: Adventure, decision: Decision) -> Advice:
    """The lowest id, which is the first on the list."""
    return Advice(decision.about[0], 0.0, (), ("HE-AGM-22",))


@CHAIR.decides("defend with", "HE-TRT-16")
def defend_with(state: Adventure, decision: Decision) -> Advice:
    """The one with most dice."""
    return Advice(best_weapon(state, _about(state, decision)).weapon, 0.0, (), ("HE-TRT-16",))


@CHAIR.decides("defensive focus", "HE-AGM-13")
def defensive_focus(state: Adventure, decision: Decision) -> Advice:
    """One action where it is weak and the attacker has more dice; a villain all it has against as many."""
    model, facts = _about(state, decision), decision.facts
    most = len(decision.options()) - 1
    if model.role == "villain":
        count = most if facts["attack"] >= facts["defence"] else 0
    else:
        count = min(1, most) if facts["attack"] > facts["defence"] and model.dp <= WEAK else 0
    return Advice(str(count), 0.0, (), ("HE-AGM-13",))


@CHAIR.decides("react", "HE-AGM-12")
def react(state: Adventure, decision: Decision) -> Advice:
    """The free reaction at the first good moment; kept actions too, and before its activation for more."""
    model = _about(state, decision)
    least = VERY_SLIGHT if decision.facts["free"] or model.turn.done else 1
    uses = [one for one in decision.options() if one.deed in ("strike", "shoot")]
    best = max(uses, key=lambda one: (one.facts["edge"], one.label), default=None)
    answer: Any = best.answer if best is not None and best.facts["edge"] >= least else "not now"
    return Advice(answer, 0.0, (), ("HE-AGM-12",))


@CHAIR.decides("sentry", "HE-AGM-12", "HE-SEN-04")
def sentry(state: Adventure, decision: Decision) -> Advice:
    """At the first good moment, as with a reaction."""
    uses = [one for one in decision.options() if one.deed == "shoot"]
    best = max(uses, key=lambda one: (one.facts["edge"], one.label))
    return Advice(best.answer if best.facts["edge"] >= VERY_SLIGHT else "wait", 0.0, (), ("HE-AGM-12",))


@CHAIR.decides("sentry facing", "HE-AGM-09", "HE-AGM-17")
def sentry_facing(state: Adventure, decision: Decision) -> Advice:
    """Towards the likeliest approach: where it last knew of an enemy."""
    model = _about(state, decision)
    assert model.at is not None
    here, known = model.at, known_foes(state, model)
    nearest = min(known.values(), key=lambda at: (halves(here, at), at[1], at[0]), default=here)
    wanted = towards(here, nearest, model.facing)
    legal = [one.answer for one in decision.options()]
    return Advice(wanted if wanted in legal else "stay", 0.0, (), ("HE-AGM-09",))


@CHAIR.decides("spend successes", "HE-AGM-14")
def spend_successes(state: Adventure, decision: Decision) -> Advice:
    """By the first row that applies: all on damage, an action and damage, back and damage."""
    model, facts = _about(state, decision), decision.facts
    loser, margin = state.models[facts["loser"]], facts["margin"]
    keeps_off = facts["kind of attack"] == "melee" and model.behaviour in ("shooter", "caster")
    bought: list[str] = []
    if margin - 1 < loser.dp and margin >= 3 and not loser.turn.activated:
        bought, margin = ["lose an action"], margin - 1
    elif keeps_off and ((margin >= 3 and margin - 1 < loser.dp) or margin == 1):
        bought, margin = ["force back"], margin - 1
    elif margin == 1:
        bought, margin = ["lose an action"], 0
    if margin >= 2:
        harms = [f"{margin - 1} DP", f"entangle {margin - 1}"]
        offered = [one.answer for one in decision.options()]
        bought += [one for one in harms if one in offered][:1]
    return Advice(bought, 0.0, (), ("HE-AGM-14",))


@CHAIR.decides("spend fate", "HE-AGM-15")
def spend_fate(state: Adventure, decision: Decision) -> Advice:
    """If one success more keeps somebody from falling, or brings a hero down."""
    facts = decision.facts
    lacks = facts["against"] - facts["successes"]
    villain = next((one for one in decision.options() if one.deed in ("success", "critical")), None)
    if villain is None:
        return Advice("keep", 0.0, (), ("HE-AGM-15",))
    roller = _about(state, decision)
    saves = facts["use"] == "defence" and lacks >= 2 and lacks - 1 == roller.dp
    fells = facts["use"] == "attack" and -lacks >= 1 and -lacks == facts["dp"]
    return Advice(villain.answer if saves or fells else "keep", 0.0, (), ("HE-AGM-15",))


@CHAIR.decides("re-roll", "HE-AGM-22")
def re_roll(state: Adventure, decision: Decision) -> Advice:
    """Its own lowest die if that failed, the enemy's best one if that counts."""
    faces, own = decision.facts["faces"], decision.facts["own"]
    place = faces.index(min(faces) if own else max(faces))
    wants = faces[place] < 3 if own else faces[place] >= 3
    return Advice(f"die {place + 1}" if wants else "keep", 0.0, (), ("HE-AGM-22",))


@CHAIR.decides("extra die", "HE-AGM-22")
def extra_die(state: Adventure, decision: Decision) -> Advice:
    """Both are worth the same, and the re-roll is decided when the dice are seen."""
    return Advice("re-roll", 0.0, (), ("HE-AGM-22",))


@CHAIR.decides("rider or mount", "HE-AGM-06")
def rider_or_mount(state: Adventure, decision: Decision) -> Advice:
    """Whoever has less left."""
    ids = decision.about[1:]
    return Advice(min(ids, key=lambda id: (state.models[id].dp, id)), 0.0, (), ("HE-AGM-06",))


@CHAIR.decides("aim at the rider", "HE-AGM-06")
def aim_at_the_rider(state: Adventure, decision: Decision) -> Advice:
    """The aim stays with the attack."""
    return Advice(False, 0.0, (), ("HE-AGM-06",))


@CHAIR.decides("get off", "HE-AGM-16")
def get_off(state: Adventure, decision: Decision) -> Advice:
    """As far from enemies as can be."""
    model = _about(state, decision)
    foes = [at for one in state.foes_of(model) for at in one.spaces]

    def order(facts: dict[str, Any]) -> tuple[int, int, int]:
        x, y = facts["at"]
        return (-gap(((x, y),), foes) if foes else 0, y, x)

    best = min(decision.options(), key=lambda one: order(one.facts))
    return Advice(best.answer, 0.0, ("gives way to the safest ground",), ("HE-AGM-16",))


@CHAIR.decides("come out", "HE-AGM-22")
def come_out(state: Adventure, decision: Decision) -> Advice:
    """It comes out and shoots with all its dice."""
    return Advice("come out", 0.0, (), ("HE-AGM-22",))


@CHAIR.decides("burst on", "HE-AGM-06")
def burst_on(state: Adventure, decision: Decision) -> Advice:
    """The walk that loses least."""
    ways = [one for one in decision.options() if one.deed == "on"]
    best = min(ways, key=lambda one: one.facts["lost"])
    return Advice(best.answer, 0.0, (), ("HE-AGM-06",))


@CHAIR.decides("burst dice", "HE-AGM-06")
def burst_dice(state: Adventure, decision: Decision) -> Advice:
    """About as many for each."""
    options = decision.options()
    return Advice(options[len(options) // decision.facts["targets"]].answer, 0.0, (), ("HE-AGM-06",))


@CHAIR.decides("lay the spray", "HE-AGM-06")
def lay_the_spray(state: Adventure, decision: Decision) -> Advice:
    """Over as many enemies as can be, and as few friends."""
    best = max(decision.options(), key=lambda one: one.facts["foes"] - 2 * one.facts["friends"])
    return Advice(best.answer, 0.0, (), ("HE-AGM-06",))


@CHAIR.decides("spray target", "HE-AGM-06")
def spray_target(state: Adventure, decision: Decision) -> Advice:
    """An enemy, the one with least left."""
    model = _about(state, decision)
    foes = [one for one in decision.about[1:] if state.models[one].is_foe_of(model)]
    best = min(foes, key=lambda id: (state.models[id].dp, id), default="nobody")
    return Advice(best, 0.0, (), ("HE-AGM-06",))


@CHAIR.decides("push to", "HE-AGM-22")
def push_to(state: Adventure, decision: Decision) -> Advice:
    """As deep as can be."""
    deepest = max(decision.options(), key=lambda one: one.facts["drop"])
    return Advice(deepest.answer, 0.0, (), ("HE-AGM-22",))


@CHAIR.decides("disarm", "HE-AGM-14")
def disarm(state: Adventure, decision: Decision) -> Advice:
    """The first weapon."""
    return Advice(decision.options()[0].answer, 0.0, (), ("HE-AGM-14",))


@CHAIR.decides("forced back", "HE-AGM-16")
@rule("HE-AGM-16")
def forced_back(state: Adventure, decision: Decision) -> Advice:
    """Clear ground, as far from enemies as can be."""
    model = _about(state, decision)
    foes = [at for one in state.foes_of(model) for at in one.spaces]

    traps = (one for one in state.traps.values() if one.state == "armed")
    trapped = {at for one in traps for at in one.triggers}

    def order(answer: Any, facts: dict[str, Any]) -> tuple[bool, int, int, int]:
        x, y = facts["at"]
        return (facts["rough"] or (x, y) in trapped, -gap(((x, y),), foes) if foes else 0, y, x)

    best = min(decision.options(), key=lambda one: order(one.answer, one.facts))
    return Advice(best.answer, 0.0, ("gives way to the safest ground",), ("HE-AGM-16",))


@CHAIR.decides("follow", "HE-AGM-14")
def follow(state: Adventure, decision: Decision) -> Advice:
    """Who paid for it follows."""
    return Advice(True, 0.0, (), ("HE-AGM-14",))
