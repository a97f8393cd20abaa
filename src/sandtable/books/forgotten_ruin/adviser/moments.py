"""Small decisions: dice that can be changed, Luck, Story Points, Snap Fire and Tactics."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.forgotten_ruin.adviser.shots import best_shot
from sandtable.books.forgotten_ruin.adviser.styles import Style
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import PASS
from sandtable.books.forgotten_ruin.chapters.story_points.points import BEST_FACE
from sandtable.books.forgotten_ruin.chapters.tactics import LIGHT, SILENCE, STUCK_IN
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.missions.objectives.fighting import (
    CaptureAHighValueTarget,
    EliminateAHighValueTarget,
)
from sandtable.books.forgotten_ruin.missions.requirements import open_objectives
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import Decision
from sandtable.table.shapes import distance

NOTHING = "nothing"
GO = "go on"
GOOD_SHOT = 0.25
"""A shot worth taking while the enemy moves, in kills."""
FAIR_SHOT = 0.2
"""A shot worth giving everything else up for while the enemy charges."""
MANY_SHOTS = 4
"""So many riflemen with a target are worth Light them up!"""
HIGH_AGGRESSION = 7
"""From here on the Aggression is to be brought down."""
GOOD_USES = (
    "Luck",
    "protective prayer",
    "Aimed fire",
    "Parrying",
    "sniper support",
    "Stomp",
    "Inspire Awe",
    "Determined",
    "Thieves' Luck",
    "buy an upgrade",
    "Infiltration",
    "landing",
)
"""What costs nothing that could be better used later."""


def advise_window(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """What is offered at a moment: whatever is free, and Story Points where they decide something."""
    keys = [str(one.answer) for one in decision.options()]
    for name in GOOD_USES:
        if name in keys:
            yield Advice(name, 1.0, (f"{name} costs nothing that is worth more later",))
    if "trait" in keys and _has_near_miss(decision):
        yield Advice("trait", 1.0, ("a trait makes it a success",))
    if "Story Point" in keys:
        why = _why_story_point(state, decision)
        if why:
            yield Advice("Story Point", 0.9, (why,))
    yield Advice(NOTHING, 0.0, ("kept for a better moment",))
    yield from (Advice(one, -1.0, ("it may be of use",)) for one in keys if one != NOTHING)


def _has_near_miss(decision: Decision) -> bool:
    facts = decision.facts
    return facts.get("need") is not None and facts.get("what") in (
        "hit",
        "damage",
        "interact",
        "hand-to-hand",
    )


def points_to_keep(state: Battle) -> int:
    """Story Points that an Interact to come may need."""
    return sum(bool(TASKS[one.type].waiting_features(one)) for one in open_objectives(state))


def waits_for_target(state: Battle) -> bool:
    """Whether the target of an Objective comes only with the next Aggression event (FR-OBJ-21)."""
    return any(
        one.type == EliminateAHighValueTarget.type and not one.target and not one.scouted
        for one in open_objectives(state)
    )


def _why_story_point(state: Battle, decision: Decision) -> str:
    window, what = decision.facts.get("window"), decision.facts.get("what")
    spare = state.stock.story_points - points_to_keep(state)
    if window == "dice rolled":
        if what == "interact":
            return "the Objective depends on this die"
        if what in ("hit", "damage") and spare > 2 and _shoots_at_target(state, decision):
            return "the target of the mission must fall"
        return ""
    if window == "attack hits" and spare > 0:
        return "a soldier is worth a Story Point"
    if window == "Aggression event" and spare > 1 and not waits_for_target(state):
        return "what the enemy brings up costs more than a Story Point"
    return ""


def _shoots_at_target(state: Battle, decision: Decision) -> bool:
    if any(
        one.type in (EliminateAHighValueTarget.type, CaptureAHighValueTarget.type)
        for one in open_objectives(state)
    ):
        shooter = state.soldiers.get(next(iter(decision.about), ""))
        targets = [state.enemies.get(one.target) for one in open_objectives(state)]
        return shooter is not None and any(one is not None and one.on_table for one in targets)
    return False


def advise_changed_die(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The die that needs the least help becomes a success; a set die becomes the best face."""
    need, scores = decision.facts.get("need"), decision.facts.get("scores") or decision.facts.get("faces", [])
    options = decision.options()
    if need is not None:
        short = [place for place, score in enumerate(scores) if score == need - 1]
        for place in short:
            for one in options:
                if (one.facts["die"], one.facts.get("change")) == (place, 1):
                    yield Advice(one.answer, 1.0, (f"die {place + 1} just fails",))
    worst = min(range(len(scores)), key=lambda place: scores[place], default=0)
    for place in (worst, *range(len(scores))):
        for one in options:
            if (one.facts["die"], one.facts.get("face")) == (place, BEST_FACE):
                yield Advice(one.answer, 0.5, ("a six is the best face",))
    yield from (Advice(one.answer, 0.0, ("it does not matter much",)) for one in options)


def advise_snap_fire(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Fire at a unit that is about to charge; at others the soldiers who hold can fire later, aimed."""
    unit = set(decision.about)
    moment = decision.facts["moment"]
    charges = moment != "before" and _will_charge(state, unit, moment)
    shots = []
    for option in decision.options():
        soldier = state.soldiers.get(str(option.answer))
        if soldier is not None:
            shots.append((best_shot(state, soldier, unit, style).kills, soldier))
    shots.sort(key=lambda one: (-one[0], one[1].id))
    for kills, soldier in shots:
        if charges and kills >= (FAIR_SHOT if style.is_exact else GOOD_SHOT / 2):
            yield Advice(soldier.id, kills, (f"they are about to charge: {kills:.2f} kills to be expected",))
        elif kills >= GOOD_SHOT and (moment == "end" or (moment == "half-way" and style.is_exact)):
            yield Advice(soldier.id, kills, (f"a good shot: {kills:.2f} kills to be expected",))
    yield Advice(PASS, 0.0, ("a better moment will come",))
    yield from (Advice(soldier.id, kills - 1.0, ("a shot",)) for kills, soldier in shots)


def _will_charge(state: Battle, unit: set[str], moment: str) -> bool:
    soldiers = state.soldiers_on_table()
    for id in sorted(unit):
        enemy = state.enemies[id]
        reach = speed(state, enemy) * (0.6 if moment == "half-way" else 0.1) + enemy.radius + 1.0
        if any(distance(enemy.at, one.at) <= reach for one in soldiers):
            return True
    return False


def advise_tactic(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """A Tactic that is offered for one moment: silence at high Aggression, blades in a large brawl."""
    keys = [str(one.answer) for one in decision.options()]
    is_loud = state.aggression >= HIGH_AGGRESSION and not waits_for_target(state)
    if f"tactic {SILENCE}" in keys and is_loud:
        yield Advice(f"tactic {SILENCE}", 1.0, (f"Aggression stands at {state.aggression}",))
    if f"tactic {STUCK_IN}" in keys and len({one.other for one in state.contacts}) >= MANY_SHOTS:
        yield Advice(f"tactic {STUCK_IN}", 1.0, ("many are in combat",))
    yield Advice(GO, 0.0, ("the Tactic is kept",))
    yield from (Advice(key, -1.0, ("a Tactic now",)) for key in keys if key != GO)


def light_them_up(state: Battle, decision: Decision, shots: dict[str, float]) -> Advice | None:
    """Light them up! while many riflemen who are still to act have a target."""
    key = f"tactic {LIGHT}"
    if all(str(one.answer) != key for one in decision.options()):
        return None
    armed = [
        id
        for id, kills in shots.items()
        if kills >= GOOD_SHOT and any(one.name == "assault rifle" for one in state.soldiers[id].weapons)
    ]
    if len(armed) < MANY_SHOTS:
        return None
    return Advice(key, 9.0, (f"{len(armed)} riflemen have a target",))
