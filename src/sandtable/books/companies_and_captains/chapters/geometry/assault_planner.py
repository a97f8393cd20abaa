"""Plotting the move into contact: the program's proposal, or the owner's own placing."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.answers import PROPOSAL, read_plot
from sandtable.books.companies_and_captains.chapters.geometry.attack_moves import assault_on
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.books.companies_and_captains.chapters.geometry.standing import (
    FROM_ENEMIES,
    in_cohesion,
    why_not_in_cohesion,
    why_overlapping,
)
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Answer, Chance, Option
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.table.attacks import Assault
from sandtable.table.contact import models_touching
from sandtable.table.groups import gap_below, in_contact
from sandtable.table.measure import NEAR, Models


class AssaultPlanner:
    """How one Group may move in on its target."""

    __slots__ = ("_proposed", "group", "limit", "state", "target")

    def __init__(self, state: Battle, group: Group, target: Group) -> None:
        from sandtable.books.companies_and_captains.chapters.moving import move_distance

        self.state = state
        self.group = group
        self.target = target
        self.limit = move_distance(state, group)
        self._proposed: Assault | None = None

    @property
    def proposed(self) -> Assault:
        """The placing that the program works out."""
        if self._proposed is None:
            self._proposed = assault_on(self.state, self.group, self.target)
        return self._proposed

    def proposals(self) -> Sequence[Option]:
        """The one proposal."""
        count = len(self.proposed.touching)
        label = f"move in with {count} {'model' if count == 1 else 'models'} in contact"
        facts = {"models": [list(at) for at in self.proposed.ends]}
        return [Option(PROPOSAL, label, ("CC-GEO-12", "CC-GEO-33"), None, facts)]

    def sample(self, chance: Chance) -> Answer:
        """The proposal."""
        return PROPOSAL

    @rule("CC-GEO-33")
    def read(self, answer: Answer) -> Assault:
        """The proposal, or the owner's placing if every path is legal and no fewer models are in contact."""
        if answer == PROPOSAL:
            return self.proposed
        plot = read_plot(answer, len(self.group.models), "CC-GEO-33")
        if plot.models is None and plot.paths is None:
            remedy = 'Answer "proposal", {"models": [[x, y], ...]} or {"paths": [[[x, y], ...], ...]}.'
            raise refuse("CC-GEO-33", "Attackers are placed model by model.", remedy)
        plan = MovePlanner(self.state, self.group, self.limit, "CC-MEL-03").plan(answer)
        touching = self._touching(plan.ends)
        refusal = why_overlapping(self.group, plan.ends) or self._why_not(plan.ends, touching)
        if refusal is not None:
            raise Refused(refusal)
        return Assault(plan.paths, plan.ends, touching)

    def _touching(self, ends: Models) -> tuple[int, ...]:
        target = (self.target.models, self.target.radius)
        return models_touching(self.state.ground, ends, self.group.radius, target)

    def _why_not(self, ends: Models, touching: tuple[int, ...]) -> Refusal | None:
        state, group, best = self.state, self.group, self.proposed
        if len(touching) < len(best.touching):
            reason = f"Only {len(touching)} models of {group.name} would touch {self.target.name}."
            return Refusal("CC-GEO-33", reason, f"Bring at least {len(best.touching)} into contact.")
        others = [one for one in state.enemies_on_table(group) if one is not self.target]
        for other in others:
            if in_contact(ends, group.radius, other.models, other.radius):
                reason = f"{group.name} would touch {other.name} ({other.id}), which it does not Attack."
                return Refusal("CC-GEO-13", reason, "Keep out of contact with other enemies.")
        if self._crowded(ends, others) > self._crowded(best.ends, others):
            reason = f"More models of {group.name} than need be would stand within 3 inches of other enemies."
            return Refusal("CC-GEO-13", reason, "Take places at least 3 inches from other enemies first.")
        if in_cohesion(state, group, best.ends):
            return why_not_in_cohesion(state, group, ends)
        return None

    def _crowded(self, ends: Models, others: Sequence[Group]) -> int:
        least = inches(self.state, FROM_ENEMIES) - NEAR
        radius = self.group.radius
        return sum(
            any(gap_below((at,), radius, one.models, one.radius, least) for one in others) for at in ends
        )
