"""How a mission stands: its Objectives and what they ask for, Aggression, and what to keep in mind."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.forgotten_ruin.chapters.aggression.score import aggression_is_used, threshold
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import why_no_story_points
from sandtable.books.forgotten_ruin.chapters.story_points.points import points_left
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.missions.objectives.every import BONUS
from sandtable.books.forgotten_ruin.missions.requirements import is_revealed
from sandtable.books.forgotten_ruin.state import Battle, Objective
from sandtable.kernel.citation import rule
from sandtable.table.showing import Fact, Gauge, Standing

SIDES = {"squad": 0, "enemy": 1, "independent": 2}
REQUIREMENTS = {
    "both": "Both Objectives must be completed.",
    "either": "Either Objective wins.",
    "in order": "The Objectives must be completed in this order.",
    "chain": "A second Objective follows.",
    "two of three": "Any two Objectives win.",
}

WITHOUT_OBJECTIVES = {
    "exercise 1": ("The exercise", "FR-EXR-07"),
    "exercise 2": ("The exercise", "FR-EXR-08"),
    "exercise 3": ("The exercise", "FR-EXR-09"),
    "artifact": ("The artifact", "FR-FIN-10"),
    "final": ("The Final Battle", "FR-FIN-23"),
}


STATES = {"open": "to do", "complete": "done"}
"""How an Objective stands, in plain words."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition of the mission does, and its rule."""

    rule: str
    text: str


@cache
def conditions() -> dict[str, Condition]:
    """What each condition does."""
    return read_data("conditions.yaml", dict[str, Condition])


@cache
def duties() -> dict[str, str]:
    """What each Objective, exercise or special battle asks of the squad."""
    return read_data("duties.yaml", dict[str, str])


def standings(state: Battle) -> tuple[Standing, ...]:
    """Both sides, and what the squad has to do."""
    squad = tuple(seat for seat in state.seats if seat != state.enemy_seat)
    enemy = (state.enemy_seat,) if state.enemy_seat else ()
    goals = [one for one in state.objectives.values() if one.state != "void"]
    done = sum(one.state == "complete" for one in goals)
    lines = tuple(_objective_line(state, one) for one in goals) or _other_lines(state)
    sides = [
        Standing(0, "The squad", squad, "squad", done if goals else None, lines, "done"),
        Standing(1, state.mission.enemy_type or "The enemy", enemy, "enemy"),
    ]
    if any(one.side == "independent" for one in state.enemies.values()):
        sides.append(Standing(2, "Nobody's", (), "independent"))
    return tuple(sides)


def _objective_line(state: Battle, one: Objective) -> Fact:
    """An Objective, how far it has come, and what has to be done."""
    told = STATES.get(one.state, one.state)
    if one.features and one.state == "open" and len(one.features) > 1:
        told = f"{len(one.scouted)} of {len(one.features)}"
    words = " ".join(part for part in (duties().get(one.type, ""), _asked(state, one)) if part)
    return Fact(one.type, told, words, ("FR-POST-06",))


def _asked(state: Battle, one: Objective) -> str:
    """What the mission asks for with this Objective."""
    if BONUS in one.perks:
        return "The mission is won without it; completing it ends the battle."
    if state.mission.requirement == "chain" and is_revealed(state):
        return "Both Objectives must be completed."
    return REQUIREMENTS.get(state.mission.requirement, "")


def _other_lines(state: Battle) -> tuple[Fact, ...]:
    """A battle without Objectives is won all the same."""
    kind = state.mission.kind
    if kind not in WITHOUT_OBJECTIVES:
        return ()
    label, rule_id = WITHOUT_OBJECTIVES[kind]
    left = [one for one in state.enemies_on_table() if one.side == "enemy"]
    if state.won:
        told = "done"
    elif kind == "exercise 3":
        told = "on the way home" if state.notes.get("looked around") else "to do"
    else:
        told = f"{len(left)} enemies left"
    return (Fact(label, told, duties()[kind], (rule_id,)),)


@rule("FR-AGG-05")
def gauges(state: Battle) -> tuple[Gauge, ...]:
    """Aggression, where the mission uses it."""
    if not aggression_is_used(state):
        return ()
    most, rules = threshold(state)
    return (
        Gauge(
            "Aggression",
            state.aggression,
            most,
            f"Points are added at the end of every round. At {most} the enemy has an event.",
            rules,
        ),
    )


def _condition(name: str, rule_id: str) -> Fact:
    known = conditions().get(name)
    return Fact("Condition", name, known.text if known else "", (known.rule if known else rule_id, rule_id))


@rule("FR-PRN-24")
def _resources(state: Battle) -> list[Fact]:
    """What else of the campaign the squad has any of."""
    stock = state.stock
    counted = (
        ("Support Points", stock.support_points, "call Support before the battle"),
        ("Exposure", stock.exposure, "pays for Transformations"),
        ("Kit Points", stock.kit_points, "buy equipment after the mission"),
        ("Victory Points", stock.victory_points, "the score of the campaign"),
    )
    return [Fact(label, str(number), what, ("FR-PRN-24",)) for label, number, what in counted if number]


def notes(state: Battle) -> tuple[Fact, ...]:
    """What the player keeps an eye on."""
    mission = state.mission
    found: list[Fact] = []
    if points_left(state):
        found.append(
            Fact(
                "Story Points",
                str(points_left(state)),
                "each sets a die of yours, or lets a soldier shrug off an attacker",
                ("FR-STP-03",),
            )
        )
    found += _resources(state)
    if mission.condition:
        found.append(_condition(mission.condition, "FR-MIS-48"))
    if mission.special_condition:
        found.append(_condition(mission.special_condition, "FR-SPM-10"))
    if mission.personal_task:
        who = state.soldiers[mission.task_soldier].name
        worth = "" if why_no_story_points(state.switches) else "a Story Point if done"
        found.append(Fact(f"{who}'s task", mission.personal_task, worth, ("FR-MIS-70",)))
    found += [Fact("Support", one, "", ("FR-MIS-13",)) for one in mission.support]
    if state.sudden_death:
        found.append(Fact("Last round", str(state.sudden_death), "", ("FR-POST-02",)))
    return tuple(found)
