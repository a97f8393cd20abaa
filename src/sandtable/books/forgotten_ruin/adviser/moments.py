"""Small decisions: dice that can be changed, Luck, Story Points, Snap Fire and Tactics."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.forgotten_ruin.adviser.aims import aims_of
from sandtable.books.forgotten_ruin.adviser.places import Foes
from sandtable.books.forgotten_ruin.adviser.shots import best_shot
from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style, knowledge, weight
from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import NOBODY, ReactionDice
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import Opportunity
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
from sandtable.kernel import PASS, Advice, ChooseOne, Decision
from sandtable.table.shapes import distance

NEAR_MISSES = ("hit", "damage", "interact", "hand-to-hand")
"""What dice are for that a trait is worth."""
NOTHING = "nothing"
GO = "go on"
MANY_SHOTS = 4
"""So many riflemen with a target are worth Light them up!"""
HIGH_AGGRESSION = 7
"""From here on the Aggression is to be brought down."""


def advise_window(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """What is offered at a moment: whatever is free, and Story Points where they decide something."""
    keys = [str(one.answer) for one in decision.options()]
    for name in knowledge().free_uses:
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
    return facts.get("need") is not None and facts.get("what") in NEAR_MISSES


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
    """Fire at a unit that charges, when it is best; at others those who hold can fire later, aimed."""
    assert isinstance(decision, ChooseOne)
    unit, moment = set(decision.about), decision.facts["moment"]
    listed = [(one.key, one.meaning()) for one in decision.candidates() if one.refusal() is None]
    ways = [(key, one) for key, one in listed if isinstance(one, Opportunity)]
    shots = [(best_shot(one.scene, one.soldier, unit, style).kills, key, one.moment) for key, one in ways]
    shots.sort(key=lambda one: (-one[0], one[1]))
    last, found = ways[-1][1], {one.moment for _, one in ways}
    is_foreseen = "end" in found or len(found) > 1
    charges = (is_foreseen or moment != "before") and _will_charge(last.scene, unit, last.moment)
    good, fair = weight("a good shot"), weight("a fair shot")
    is_time = is_foreseen or (moment == "half-way" and style.is_exact)
    for kills, key, _ in shots:
        if charges and kills >= (fair if style.is_exact else good / 2):
            yield Advice(key, kills, (f"they are about to charge: {kills:.2f} kills to be expected",))
        elif kills >= good and is_time:
            yield Advice(key, kills, (f"a good shot: {kills:.2f} kills to be expected",))
    yield Advice(PASS, 0.0, ("a better moment will come",))
    yield from (Advice(key, kills - 1.0, ("a shot",)) for kills, key, _ in shots)


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
    good = [state.soldiers[id] for id, kills in shots.items() if kills >= weight("a good shot")]
    armed = [one for one in good if any(each.name == "assault rifle" for each in one.weapons)]
    if len(armed) < MANY_SHOTS:
        return None
    return Advice(key, 9.0, (f"{len(armed)} riflemen have a target",))


# ---- Reaction dice -------------------------------------------------------------------------------


def advise_dice(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The quick dice to soldiers with targets, runners and those in danger; the others as they come."""
    assert isinstance(decision, ReactionDice)
    faces = decision.form().faces
    reactions: dict[str, int] = decision.facts["reactions"]
    urgency = urgent(state, list(reactions), style)
    chosen = quick_ones(faces, reactions, urgency)
    given = deal_out(faces, reactions, chosen)
    names = ", ".join(state.soldiers[one].name for one in chosen) or "nobody"
    yield Advice(given, 1.0, (f"quick are those with the most to do at once: {names}",))
    yield from (Advice(one.answer, 0.0, (one.label,)) for one in decision.options())


def urgent(state: Battle, ids: list[str], style: Style = USUAL) -> dict[str, float]:
    """How much each soldier has to do before the enemy acts."""
    aims, foes = aims_of(state, style.wits, style.firepower), Foes(state)
    found: dict[str, float] = {}
    for id in ids:
        soldier = state.soldiers[id]
        here = foes.danger_at(soldier.at)
        aim = aims.get(id)
        runs = style.errand if aim is not None and aim.is_run else 0.0
        found[id] = 0.1 + best_shot(state, soldier, None, style).kills + 0.3 * here + runs
    return found


def quick_ones(faces: dict[str, int], reactions: dict[str, int], urgency: dict[str, float]) -> list[str]:
    """The most urgent soldiers who can all be quick together."""
    chosen: list[str] = []
    dice = sorted(faces.values())
    for id in sorted(reactions, key=lambda one: (-urgency[one], one)):
        limits = sorted(reactions[one] for one in (*chosen, id))
        if len(limits) <= len(dice) and all(d <= r for d, r in zip(dice, limits, strict=False)):
            chosen.append(id)
    return chosen


def deal_out(faces: dict[str, int], reactions: dict[str, int], chosen: list[str]) -> dict[str, str]:
    """The lowest dice to the quick, in order of what they need; then the rest to the others."""
    order = sorted(faces, key=lambda one: (faces[one], one))
    holders = sorted(chosen, key=lambda one: (reactions[one], one))
    holders += [one for one in reactions if one not in chosen]
    given = dict.fromkeys(faces, NOBODY)
    given |= dict(zip(order, holders, strict=False))
    return given
