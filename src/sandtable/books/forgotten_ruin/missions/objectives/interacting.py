"""Objectives about terrain features: Scout, Investigate, Retrieve and Interact."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, pick_at_random
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.missions.objectives.carrying import hand_item_to_the_enemy, hold
from sandtable.books.forgotten_ruin.missions.objectives.every import (
    TASKS,
    Task,
    complete,
    draw,
    most_central,
    task,
)
from sandtable.books.forgotten_ruin.missions.requirements import is_current, open_objectives
from sandtable.books.forgotten_ruin.modifiers import on_the_die, wits_added
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Objective, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel import Candidate, For, Modifier, Needed, Play, Refusal, rule

TO_SUCCEED = 4
"""What an Interact must reach (FR-OBJ-04)."""
NOISE = 2
"""The Aggression of a failed Interact with Something (FR-OBJ-16)."""
TO_SCOUT = 2
"""How many features are scouted (FR-OBJ-08)."""


@rule("FR-OBJ-04", "FR-SPL-38")
def touches_feature(state: Battle, soldier: Soldier, feature: str) -> bool:
    """In contact with a feature, or inside it where it can be entered; so may be the soldier's image."""
    area = next((one for one in state.ground.areas if one.id == feature), None)
    if area is None:
        return False
    here = [soldier, *(one for one in state.soldiers_on_table() if one.copy_of == soldier.id)]
    return any(area.distance(*one.at) <= one.radius + TOLERANCE for one in here)


@rule("FR-OBJ-06")
def earlier_failures(state: Battle, objective: Objective) -> int:
    """Each Interact of an earlier round that failed on this Objective helps."""
    return sum(one < state.round for one in objective.failures)


@rule("FR-OBJ-05", "FR-MIS-09")
def why_not_interact(state: Battle, objective: Objective, feature: str) -> Refusal | None:
    """One attempt at a feature in a round, and only at the Objective whose turn it is."""
    if not is_current(state, objective):
        return barred("another Objective first")
    if any((feature, state.round) in one.tried for one in state.objectives.values()):
        return barred("feature tried")
    return None


def number_for(state: Battle, soldier: Soldier, objective: Objective) -> Needed:
    """What the die of an Interact must show."""
    added, failed = wits_added(state, soldier), earlier_failures(state, objective)
    added += [Modifier(failed, "earlier attempts", "FR-OBJ-06")] if failed else []
    return Needed(TO_SUCCEED, "FR-OBJ-04", tuple(Modifier(-one.value, one.reason, one.rule) for one in added))


@action("Interact", "FR-ACT-09", "FR-OBJ-04")
class Interact(Action):
    """A soldier at a feature of an Objective tries what it asks for."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Every feature within touch that still wants an Interact."""
        found: dict[str, Candidate] = {}
        if soldier.position == "pet":  # FR-CAM-39
            return []
        for objective in open_objectives(state):
            for feature in TASKS[objective.type].waiting_features(objective):
                if touches_feature(state, soldier, feature):
                    # One feature may be wanted by two Objectives: the one in the middle (FR-OBJ-09).
                    key = f"interact {feature}"
                    key = f"{key} {objective.id}" if key in found else key
                    found[key] = self._candidate(state, soldier, objective, feature, key)
        return list(found.values())

    def _candidate(
        self, state: Battle, soldier: Soldier, objective: Objective, feature: str, key: str
    ) -> Candidate:
        need = number_for(state, soldier, objective).number
        return Candidate(
            key,
            f"Interact with {state.ground.piece(feature).kind}: {objective.type}",
            (objective.id, feature),
            rules=("FR-OBJ-04", "FR-ACT-09", TASKS[objective.type].rule),
            check=lambda: (
                TASKS[objective.type].why_not_by(soldier) or why_not_interact(state, objective, feature)
            ),
            about=(feature,),
            need=need,
            chance=min(1.0, max(0.0, (7 - need) / 6)),
        )

    @rule("FR-OBJ-04", "FR-ACT-09")
    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: tuple[str, str]) -> None:
        """1D6 and Wits and earlier failures: 4 or more succeeds."""
        state = play.state
        objective, feature = state.objectives[chosen[0]], chosen[1]
        need = number_for(state, soldier, objective)
        objective.tried = (*objective.tried, (feature, state.round))
        what, rules = For("interact", soldier.id), ("FR-OBJ-04", "FR-OBJ-05")
        added, kind = on_the_die(need), TASKS[objective.type]
        dice = await roll_own(play, soldier, "interact", 1, what, *rules, added=added, need=TO_SUCCEED)
        told: dict[str, Any] = {"soldier": soldier.id, "feature": feature, "objective": objective.id}
        if dice.score(0) >= TO_SUCCEED:
            play.tell("interact succeeded", "FR-OBJ-04", **told)
            await kind.interacted(play, objective, soldier, feature)
        else:
            objective.failures = (*objective.failures, state.round)
            play.tell("interact failed", "FR-OBJ-04", "FR-OBJ-06", **told)
            await kind.interact_failed(play, objective, soldier)


class FeatureTask(Task):
    """One feature away from the own edge wants an Interact; one success completes the Objective."""

    is_tied_to_a_place = True

    async def draw_features(self, play: Play[Battle], objective: Objective) -> None:
        """One feature away from the own edge."""
        await draw(play, objective, 1)

    def waiting_features(self, objective: Objective) -> tuple[str, ...]:
        """The one feature."""
        return objective.features

    async def interacted(self, play: Play[Battle], objective: Objective, by: Soldier, feature: str) -> None:
        """One success completes it."""
        await complete(play, objective, self.rule)


@task
class ScoutTheArea(FeatureTask):
    """Two features are to be scouted."""

    type = "Scout the Area"
    rule = "FR-OBJ-08"

    async def draw_features(self, play: Play[Battle], objective: Objective) -> None:
        """Two different features away from the own edge."""
        await draw(play, objective, TO_SCOUT)

    def waiting_features(self, objective: Objective) -> tuple[str, ...]:
        """Those not scouted yet."""
        return tuple(one for one in objective.features if one not in objective.scouted)

    async def interacted(self, play: Play[Battle], objective: Objective, by: Soldier, feature: str) -> None:
        """One is scouted; with the last the Objective is complete."""
        objective.scouted = (*objective.scouted, feature)
        if not self.waiting_features(objective):
            await complete(play, objective, "FR-OBJ-08")


@task
class InvestigateTheArea(FeatureTask):
    """The feature in the middle of the battlefield is to be looked at."""

    type = "Investigate the Area"
    rule = "FR-OBJ-09"

    async def draw_features(self, play: Play[Battle], objective: Objective) -> None:
        """The feature closest to the centre."""
        if closest := most_central(play.state):
            features = [(await pick_at_random(play, closest, "feature", "FR-OBJ-09")).id]
            objective.features = tuple(features)
            play.tell("features drawn", "FR-OBJ-09", "FR-MIS-03", objective=objective.id, features=features)

    async def interact_failed(self, play: Play[Battle], objective: Objective, by: Soldier) -> None:
        """A failure turns it into a new Scout the Area."""
        objective.rolled, objective.type = objective.type, ScoutTheArea.type
        objective.failures = ()
        play.tell("Objective replaced", "FR-OBJ-09", "FR-OBJ-08", objective=objective.id, type=objective.type)
        await draw(play, objective, TO_SCOUT)


@task
class InteractWithSomething(FeatureTask):
    """One feature, and noise at every failure."""

    type = "Interact with Something"
    rule = "FR-OBJ-16"

    async def interact_failed(self, play: Play[Battle], objective: Objective, by: Soldier) -> None:
        """Each failure adds Aggression at once."""
        await add_aggression(play, NOISE, "FR-OBJ-16")


@task
class RetrieveSomething(FeatureTask):
    """Something is to be fetched from a feature and brought home."""

    type = "Retrieve Something"
    rule = "FR-OBJ-13"

    def waiting_features(self, objective: Objective) -> tuple[str, ...]:
        """The feature, until somebody has the item."""
        return () if objective.target else objective.features

    def why_not_by(self, soldier: Soldier) -> Refusal | None:
        """Ghosts pick nothing up (FR-LOOT-44)."""
        return barred("a ghost holds nothing", name=soldier.name) if soldier.is_ghost else None

    async def interacted(self, play: Play[Battle], objective: Objective, by: Soldier, feature: str) -> None:
        """The soldier holds the item."""
        hold(play, objective, by, "item", "FR-OBJ-13")

    async def interact_failed(self, play: Play[Battle], objective: Objective, by: Soldier) -> None:
        """The nearest enemy has it and makes off."""
        await hand_item_to_the_enemy(play, objective, by)
