"""Moving in: the attackers take contact with their target, as proposed or as their owner plots them."""

from __future__ import annotations

from sandtable.binding.planners import Planner
from sandtable.binding.plotting import PROPOSAL
from sandtable.binding.words import plural
from sandtable.books.companies_and_captains.chapters import moving
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.attack_moves import place_attackers
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.books.companies_and_captains.chapters.geometry.standing import (
    FROM_ENEMIES,
    as_group,
    why_not_in_cohesion,
    why_overlapping,
)
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Answer, Chance, Option, Play, Refusal, Refused, rule
from sandtable.kernel import Move as MoveDecision
from sandtable.table import NEAR, Models
from sandtable.table.units.attacks import Assault
from sandtable.table.units.contact import groups_touch, models_touching
from sandtable.table.units.groups import gap_below, models_in_contact

BINDING = ("CC-MEL-03", "CC-GEO-33", "CC-GEO-12", "CC-GEO-13")
"""The rules that bind attackers who move in."""


@rule("CC-MEL-03", "CC-GEO-33")
async def move_in(play: Play[Battle], attacker: Group, target: Group) -> bool:
    """As many models as can move into contact and the others follow; whether anybody got there."""
    state = play.state
    proposed = place_attackers(state, attacker, target)
    if proposed is None:
        return False
    planner = AttackPlanner(state, attacker, target, proposed)
    question = MoveDecision(
        attacker.company,
        "move in",
        f"How does {attacker.name} move in on {target.name}?",
        BINDING,
        planner,
        as_group(attacker, len(attacker.models), planner.limit),
        about=(attacker.id, target.id),
    )
    assault: Assault = await play.ask(question)
    rules = _rules_of(planner, assault)
    play.tell(
        "group moved in",
        *rules,
        group=attacker.id,
        target=target.id,
        models=assault.ends,
        touching=len(assault.touching),
    )
    moving.displace(play, attacker, assault.ends)
    return True


def _rules_of(planner: AttackPlanner, assault: Assault) -> tuple[str, ...]:
    state, attacker, target = planner.state, planner.attacker, planner.target
    rules = ["CC-MEL-03", "CC-GEO-12", "CC-GEO-33", "CC-GEO-04", "CC-GEO-05"]
    # What CC-GEO-10 asks of a Move it does not ask of an Attack, which is never refused for cohesion.
    rules += [one for one in moving.rules_of_way(state, attacker, assault.paths) if one != "CC-GEO-10"]
    if any(_near(state, attacker, assault.ends, one) for one in _third_parties(state, attacker, target)):
        rules.append("CC-GEO-13")
    direct = models_in_contact(assault.ends, attacker.radius, target.models, target.radius)
    if len(direct) < len(assault.touching):
        rules.append("CC-GEO-28")
    return tuple(dict.fromkeys(rules))


def _third_parties(state: Battle, attacker: Group, target: Group) -> list[Group]:
    return [one for one in state.enemies_on_table(attacker) if one is not target]


def _near(state: Battle, attacker: Group, models: Models, enemy: Group) -> bool:
    least = inches(state, FROM_ENEMIES) - NEAR
    return gap_below(models, attacker.radius, enemy.models, enemy.radius, least)


class AttackPlanner(Planner[Assault]):
    """How one Group may move in on another."""

    __slots__ = ("_moves", "attacker", "found", "limit", "state", "target")

    def __init__(self, state: Battle, attacker: Group, target: Group, found: Assault) -> None:
        super().__init__("CC-GEO-33")
        self.state = state
        self.attacker = attacker
        self.target = target
        self.found = found
        """The way in that the program has worked out."""
        self.limit = moving.move_distance(state, attacker)
        self._moves: MovePlanner | None = None

    def proposals(self) -> list[Option]:
        """The one that the program works out: cheapest places first."""
        touching = len(self.found.touching)
        return [
            Option(
                PROPOSAL,
                f"{touching} in contact{', the others behind' if touching < len(self.found.ends) else ''}",
                BINDING,
                about=(self.target.id,),
                places=self.found.ends,
            )
        ]

    def sample(self, chance: Chance) -> Answer:
        """The proposal; how many models touch has no effect on the dice."""
        return PROPOSAL

    def read(self, answer: Answer) -> Assault:
        """The paths that the answer stands for; what the program proposes needs no check."""
        return self.found if answer == PROPOSAL else super().read(answer)

    def plan_of(self, answer: Answer) -> Assault:
        """The paths that the answer stands for, checked exactly."""
        if self._moves is None:
            self._moves = MovePlanner(self.state, self.attacker, self.limit, self.rule)
        plan = self._moves.plan(answer)
        target = (self.target.models, self.target.radius)
        touching = models_touching(self.state.ground, plan.ends, self.attacker.radius, target)
        plotted = Assault(plan.paths, plan.ends, touching)
        refusal = self._why_not(plotted)
        if refusal is not None:
            raise Refused(refusal)
        return plotted

    @rule("CC-GEO-33", "CC-GEO-13")
    def _why_not(self, plotted: Assault) -> Refusal | None:
        """No fewer models in contact than proposed, none at a third enemy, cohesion where it can be kept."""
        state, attacker, proposed, ends = self.state, self.attacker, self.found, plotted.ends
        if len(plotted.touching) < len(proposed.touching):
            only = len(plotted.touching)
            reason = f"Only {only} {plural(only, 'model')} would be in contact with {self.target.name}."
            return Refusal("CC-GEO-33", reason, f"Bring at least {len(proposed.touching)} into contact.")
        for enemy in _third_parties(state, attacker, self.target):
            if groups_touch(state.ground, ends, attacker.radius, enemy.models, enemy.radius):
                reason = f"A model would touch {enemy.name}."
                return Refusal("CC-GEO-13", reason, "Touch nobody but the target.")
        if (crowding := self._why_crowding(plotted)) is not None:
            return crowding
        if why_not_in_cohesion(state, attacker, proposed.ends) is None:
            return why_overlapping(attacker, ends) or why_not_in_cohesion(state, attacker, ends)
        return why_overlapping(attacker, ends)

    @rule("CC-GEO-13")
    def _why_crowding(self, plotted: Assault) -> Refusal | None:
        """Places 3 inches from other enemies are taken first; models that follow keep away if they can."""
        (wanted, allowed), (apart, near) = self._apart(self.found), self._apart(plotted)
        far = f"{inches(self.state, FROM_ENEMIES):g} inches"
        if apart < wanted:
            reason = f"Only {apart} in contact would be {far} from other enemies, and {wanted} could be."
            return Refusal("CC-GEO-13", reason, "Take the places that lie apart from other enemies first.")
        if near > allowed:
            follow = f"{near} {plural(near, 'model')}"
            reason = f"{follow} would follow to within {far} of other enemies, and {allowed} must."
            return Refusal("CC-GEO-13", reason, f"Keep {far} from other enemies where places allow it.")
        return None

    def _apart(self, assault: Assault) -> tuple[int, int]:
        """How many in contact stand 3 inches from other enemies, and how many of the others do not."""
        state, attacker = self.state, self.attacker
        third = _third_parties(state, attacker, self.target)
        near = [any(_near(state, attacker, (at,), one) for one in third) for at in assault.ends]
        touching = set(assault.touching)
        behind = [is_near for index, is_near in enumerate(near) if index not in touching]
        return sum(not near[index] for index in assault.touching), sum(behind)
