"""What all Objectives have in common: their targets are drawn, they are completed or lost."""

from __future__ import annotations

from typing import TypeVar

from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    beyond,
    centre,
    inches,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import gain_story_point
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.missions.requirements import (
    generate,
    is_revealed,
    open_objectives,
)
from sandtable.books.forgotten_ruin.missions.victory import BattleOver, close, settle_victory
from sandtable.books.forgotten_ruin.state import Battle, Objective, Soldier
from sandtable.kernel import Play, Refusal, rule
from sandtable.table import Area, Piece
from sandtable.table.edges import distance_to_edge

BONUS = "bonus"
"""What a Sudden Death check puts on an Objective that it brings (FR-POST-03)."""
FROM_OWN_EDGE = 8.0
"""Features nearer than this to the player's edge are not drawn (FR-OBJ-07)."""


class Task:
    """One kind of Objective; each part of it does nothing unless the kind says otherwise."""

    type = ""
    rule = ""
    is_tied_to_a_place = False
    """Whether its place can move (FR-SPM-16)."""

    async def draw_features(self, play: Play[Battle], objective: Objective) -> None:
        """Draw the terrain features it is about."""

    async def draw_figures(self, play: Play[Battle], objective: Objective) -> None:
        """Draw the enemy figures it is about."""

    async def interacted(self, play: Play[Battle], objective: Objective, by: Soldier, feature: str) -> None:
        """An Interact with one of its features has succeeded."""

    async def interact_failed(self, play: Play[Battle], objective: Objective, by: Soldier) -> None:
        """An Interact with one of its features has failed."""

    def waiting_features(self, objective: Objective) -> tuple[str, ...]:
        """The features that still want an Interact."""
        return ()

    def why_not_by(self, soldier: Soldier) -> Refusal | None:
        """Why this soldier cannot Interact for it."""
        return None

    async def its_turn_comes(self, play: Play[Battle], objective: Objective) -> None:
        """The Objective before it in a fixed order has been completed (FR-MIS-09)."""

    async def end_of_round(self, play: Play[Battle], objective: Objective) -> None:
        """What is tested at the end of a round."""


TASKS: Registry[Task] = Registry("a kind of Objective")
Kind = TypeVar("Kind", bound=type[Task])


def task(kind: Kind) -> Kind:
    """Register a kind of Objective."""
    TASKS[kind.type] = kind()
    return rule(kind.rule)(kind)


@preparation("features drawn", "FR-MIS-03")
async def draw_features(play: Play[Battle]) -> None:
    """Terrain features are drawn once the edges are known, before anybody is deployed."""
    for objective in open_objectives(play.state):
        await TASKS[objective.type].draw_features(play, objective)


@preparation("figures drawn", "FR-MIS-03")
async def draw_figures(play: Play[Battle]) -> None:
    """Enemy figures are drawn once the enemy stands."""
    for objective in open_objectives(play.state):
        await TASKS[objective.type].draw_figures(play, objective)


@rule("FR-MIS-03")
async def bind(play: Play[Battle], objective: Objective) -> None:
    """An Objective that comes up during the battle draws its targets at once."""
    task_of = TASKS[objective.type]
    await task_of.draw_features(play, objective)
    await task_of.draw_figures(play, objective)


async def take_tests_at_end_of_round(play: Play[Battle]) -> None:
    """Objectives that look at the table at the end of a round."""
    for objective in open_objectives(play.state):
        await TASKS[objective.type].end_of_round(play, objective)


@rule("FR-POST-03")
async def complete(play: Play[Battle], objective: Objective, *rules: str) -> None:
    """An Objective is complete, with what a battle condition promised for it; a bonus one ends the battle."""
    state = play.state
    objective.state = "complete"
    objective.completed_in = max(1, state.round)
    state.last_lost_in = 0
    play.tell("Objective complete", *rules, objective=objective.id, type=objective.type)
    reward(play, objective)
    if state.mission.requirement == "chain" and not is_revealed(state):
        await _reveal_second(play)
    for one in open_objectives(state)[:1]:
        if state.mission.requirement == "in order":
            await TASKS[one.type].its_turn_comes(play, one)
    settle_victory(play)
    if BONUS in objective.perks:
        close(play, "the bonus Objective is complete", "FR-POST-03")
        raise BattleOver


@rule("FR-MIS-10")
async def _reveal_second(play: Play[Battle]) -> None:
    """The second Objective of a chain is revealed when the first is complete."""
    play.tell("second Objective revealed", "FR-MIS-10")
    play.state.mission.is_second_revealed = True
    made = await generate(play)
    if made is not None:
        await bind(play, made)


@rule("FR-MIS-58", "FR-MIS-64", "FR-MIS-69")
def reward(play: Play[Battle], objective: Objective) -> None:
    """A Story Point, a Loot roll or a Victory Point lay on this Objective."""
    stock = play.state.stock
    if "vital" in objective.perks:
        gain_story_point(play, "FR-MIS-58", objective=objective.id)
    if "loot cache" in objective.perks:
        stock.loot_rolls += 1
        play.tell("Loot roll gained", "FR-MIS-64", objective=objective.id)
    if "high value" in objective.perks:
        stock.victory_points += 1
        play.tell("Victory Point gained", "FR-MIS-69", objective=objective.id)


@rule("FR-MIS-09")
def lose(play: Play[Battle], objective: Objective, *rules: str) -> None:
    """An Objective can no longer be completed, nor any that comes after it in a fixed order."""
    objective.state = "lost"
    play.tell("Objective lost", *rules, objective=objective.id, type=objective.type)
    if play.state.mission.requirement == "in order":
        for one in open_objectives(play.state):
            one.state = "lost"
            play.tell("Objective lost", "FR-MIS-09", objective=one.id, type=one.type)
    if not open_objectives(play.state):
        play.state.last_lost_in = play.state.round


@rule("FR-OBJ-07")
async def draw(play: Play[Battle], objective: Objective, count: int) -> None:
    """Random features away from the own edge, other than those of other Objectives and scatter pieces."""
    state = play.state
    taken = {id for one in state.objectives.values() if one is not objective for id in one.features}
    pool = [area for area in state.ground.areas if is_feature(area.piece) and area.id not in taken]
    far = [area for area in pool if beyond(_from_own_edge(state, area), inches(state, FROM_OWN_EDGE))]
    # FR-OBJ-07: where too few lie far enough, those farthest from the own edge will do.
    near = sorted((area for area in pool if area not in far), key=lambda area: -_from_own_edge(state, area))
    drawn: list[str] = []
    own_rule = TASKS[objective.type].rule
    while far and len(drawn) < count:
        chosen = await pick_at_random(play, far, "feature", "FR-OBJ-07", own_rule)
        far.remove(chosen)
        drawn.append(chosen.id)
    drawn += [area.id for area in near[: count - len(drawn)]]
    objective.features = tuple(drawn)
    play.tell("features drawn", "FR-OBJ-07", "FR-MIS-03", own_rule, objective=objective.id, features=drawn)


def is_feature(piece: Piece) -> bool:
    """Scatter pieces and openings are no features that an Objective could mean."""
    return "individual" not in piece.traits and "opening" not in piece.traits


def _from_own_edge(state: Battle, area: Area) -> float:
    return min(distance_to_edge(state.ground, corner, state.edge) for corner in area.piece.outline)


def most_central(state: Battle) -> list[Area]:
    """The features closest to the centre of the battlefield."""
    x, y = centre(state)
    pool = [area for area in state.ground.areas if is_feature(area.piece)]
    if not pool:
        return []
    least = min(area.distance(x, y) for area in pool)
    return [area for area in pool if area.distance(x, y) <= least + 1e-6]
