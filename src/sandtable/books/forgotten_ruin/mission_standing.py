"""How a mission stands: its Objectives and what they ask for, Aggression, and what to keep in mind."""

from __future__ import annotations

from sandtable.binding.tables import Row
from sandtable.books.forgotten_ruin.chapters.aggression.score import aggression_is_used, threshold
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import why_no_story_points
from sandtable.books.forgotten_ruin.chapters.story_points.points import points_left
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.missions.objectives.every import BONUS
from sandtable.books.forgotten_ruin.missions.requirements import is_revealed
from sandtable.books.forgotten_ruin.state import Battle, Objective
from sandtable.kernel import rule
from sandtable.table.showing import Fact, Gauge, Standing

SIDES = {"squad": 0, "enemy": 1, "independent": 2}


class FactRow(Row, frozen=True):
    """A line of a card without its value."""

    meaning: str = ""
    rules: tuple[str, ...] = ()
    label: str = ""
    """Where that is not its name."""


class Cards(Row, frozen=True):
    """The words of screens, as the data file has them."""

    titles: dict[str, str]
    markers: dict[str, str]
    tasks: dict[str, str]
    places: dict[str, str]
    states: dict[str, str]
    requirements: dict[str, str]
    without_objectives: dict[str, tuple[str, str]]
    facts: dict[str, FactRow]


cards = read_data.later("cards.yaml", Cards)
"""The words of screens."""


def fact(name: str, value: object) -> Fact:
    """A line of a card with its value."""
    row = cards().facts[name]
    return Fact(row.label or name, str(value), row.meaning, row.rules)


class Condition(Row, frozen=True):
    """What a condition of the mission does, and its rule."""

    rule: str
    text: str


conditions = read_data.later("conditions.yaml", dict[str, Condition])
"""What each condition does."""
duties = read_data.later("duties.yaml", dict[str, str])
"""What each Objective, exercise or special battle asks of the squad."""


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
    told = cards().states.get(one.state, one.state)
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
    return cards().requirements.get(state.mission.requirement, "")


def _other_lines(state: Battle) -> tuple[Fact, ...]:
    """A battle without Objectives is won all the same."""
    kind = state.mission.kind
    if kind not in cards().without_objectives:
        return ()
    label, rule_id = cards().without_objectives[kind]
    left = [one for one in state.enemies_on_table() if one.side == "enemy"]
    if state.won:
        told = "done"
    elif kind == "exercise 3":
        told = "on the way home" if state.mission.has_looked_around else "to do"
    else:
        told = f"{len(left)} enemies left"
    return (Fact(label, told, duties()[kind], (rule_id,)),)


@rule("FR-AGG-05")
def gauges(state: Battle) -> tuple[Gauge, ...]:
    """Aggression, where the mission uses it."""
    if not aggression_is_used(state):
        return ()
    most, rules = threshold(state)
    meaning = f"Points are added at the end of every round. At {most} the enemy has an event."
    return (Gauge("Aggression", state.aggression, most, meaning, rules),)


def _condition(name: str, rule_id: str) -> Fact:
    known = conditions().get(name)
    return Fact("Condition", name, known.text if known else "", (known.rule if known else rule_id, rule_id))


@rule("FR-PRN-24")
def _resources(state: Battle) -> list[Fact]:
    """What of the campaign the squad has any of."""
    stock = state.stock
    counted = {
        "Story Points": points_left(state),
        "Support Points": stock.support_points,
        "Exposure": stock.exposure,
        "Kit Points": stock.kit_points,
        "Victory Points": stock.victory_points,
    }
    return [fact(name, number) for name, number in counted.items() if number]


def notes(state: Battle) -> tuple[Fact, ...]:
    """What the player keeps an eye on."""
    mission = state.mission
    found = _resources(state)
    if mission.condition:
        found.append(_condition(mission.condition, "FR-MIS-48"))
    if mission.special_condition:
        found.append(_condition(mission.special_condition, "FR-SPM-10"))
    if mission.personal_task:
        who = state.soldiers[mission.task_soldier].name
        worth = "" if why_no_story_points(state.switches) else "a Story Point if done"
        found.append(Fact(f"{who}'s task", mission.personal_task, worth, ("FR-MIS-70",)))
    found += [fact("Support", one) for one in mission.support]
    found += [fact("Last round", state.sudden_death)] if state.sudden_death else []
    return tuple(found)
