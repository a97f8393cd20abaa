"""The planner of a soldier's move: what the inches are enough for, charges, and why something is refused."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.binding.figures.planner import FigurePlanner, Planned
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, why_not_end, why_stopped
from sandtable.books.forgotten_ruin.chapters.movement.proposals import in_words, worth_trying
from sandtable.books.forgotten_ruin.chapters.movement.routes import route_to_contact
from sandtable.books.forgotten_ruin.chapters.movement.walking import dash_inches
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, inches, told
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_no_melee
from sandtable.books.forgotten_ruin.modifiers import STRAIGHT_SPEED
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Edge, Enemy, Soldier
from sandtable.kernel import Answer, Chance, Measuring, Move, Option, Play, Refusal, Refused, refuse, rule
from sandtable.kernel.arithmetic import total
from sandtable.table import Point
from sandtable.table.edges import distance_to_edge
from sandtable.table.figures.footing import Footing, Stop
from sandtable.table.figures.legs import Budget, Route, is_one_line, pay
from sandtable.table.figures.routes import contact_places
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.figures.tracing import Trace
from sandtable.table.shapes import distance

OUT_OF_CONTACT = "End the move out of contact."
NO_CONTACT = {
    "dash": Refusal("FR-MOV-15", "Nobody who Dashes enters hand-to-hand combat.", OUT_OF_CONTACT),
    "follow-up": Refusal("FR-HTH-19", "A Follow-up move enters no new combat.", OUT_OF_CONTACT),
    "luck": Refusal("FR-LCK-02", "A dodge does not end in contact.", OUT_OF_CONTACT),
    "dodge": Refusal("FR-TRF-45", "A dodge does not end in contact.", OUT_OF_CONTACT),
}
"""Why a kind of move may not end in contact."""
DASHES = 0.25
"""How often a move that is drawn at random has a Dash."""


class MovePlanner(FigurePlanner):
    """What one soldier may do with so many inches of movement."""

    def __init__(
        self,
        state: Battle,
        soldier: Soldier,
        limit: float,
        kind: str,
        may_contact: bool,
        may_leave: bool,
        why_no_contact: Refusal | None = None,
        came_from: tuple[Point, ...] = (),
    ) -> None:
        self.state = state
        self.soldier = soldier
        self.came_from = came_from
        super().__init__({"dash": "FR-MOV-11"}.get(kind, "FR-MOV-01"), soldier, limit, may_contact, may_leave)
        self.kind = kind
        self.why_no_contact = why_no_contact or why_no_charge(soldier, kind)
        self.bent, self.straight = dash_inches(state, soldier) if kind == "dash" else (0.0, 0.0)
        lifts = STRAIGHT_SPEED.all(state, soldier) if limit and kind in ("move", "dash") else []
        self.lift: float = inches(state, total(one.value for one in lifts))
        """What the Move has more if it is one straight line."""

    def footing_for(self, may_contact: bool) -> Footing:
        """The soldier among everybody who is in the way."""
        return footing_of(self.state, self.soldier, may_contact=may_contact)

    @property
    def farthest(self) -> float:
        """The most inches that this move can have."""
        return self.limit + self.lift + max(self.bent, self.straight)

    @property
    def round_corners(self) -> float:
        """The inches that it has even if it turns."""
        return self.limit + self.bent

    @property
    def budget(self) -> Budget:
        """What may be used up; the extra inches of a Dash are not for climbing (FR-MOV-16)."""
        climbing = self.limit if self.kind == "dash" else self.farthest
        return Budget(self.farthest, climbing, self.soldier.rough)

    def proposals(self) -> Sequence[Option]:
        """Moves that are accepted: staying, Cover, enemies, markers, off the table."""
        return worth_trying(self)

    def cost_in_words(self, answer: Answer) -> str:
        """What the move takes of what there is."""
        return in_words(self.state, self.soldier, self.read(answer).route, self.farthest)

    # ---- into contact --------------------------------------------------------------------------

    def opponent(self, id: str) -> Soldier | Enemy | None:
        """The opponent of that id who stands on the table."""
        target = self.state.soldiers.get(id) or self.state.enemies.get(id)
        is_there = target is not None and target.on_table and target.side != self.soldier.side
        return target if is_there else None

    @rule("FR-MON-26", "FR-MOV-07")
    def can_fight(self, id: str) -> bool:
        """Whom nobody can fight, such as a Swarm, is merely in the way."""
        return why_no_melee(self.state, self.soldier, self.state.figure(id)) is None

    @rule("FR-MOV-13")
    def charge(self, id: str, willing: frozenset[str]) -> Route:
        """Into contact with an opponent, by the cheapest way, or with a jump from above."""
        target = self.opponent(id)
        jumped = self._jump_upon(target) if target is not None and "drop" in willing else None
        if jumped is not None:
            return jumped
        if target is None:
            raise refuse("FR-MOV-13", "There is no such opponent on the table.", "Name an opponent.")
        if not self.may_contact:
            raise Refused(self.why_no_contact)
        why = why_no_melee(self.state, self.soldier, target)
        if why is not None:
            raise Refused(why)
        ways = (
            route_to_contact(self.state, self.soldier, target, self.farthest, search=search)
            for search in self.searches()
        )
        found = next((way for way in ways if way is not None), None)
        if found is not None and found.legs:
            again = pay(found.legs, self.budget, self.rates)
            if not again.ran_out and self.why_too_far(again) is None:
                return msgspec.structs.replace(again, contact=found.contact, across=found.across)
            found = None
        if found is None:
            reason = f"{name_of(self.state, target)} cannot be reached with {told(self.state, self.limit)}."
            raise refuse("FR-MOV-01", reason, "Choose a nearer opponent or end out of contact.")
        return found

    @rule("FR-MOV-22")
    def _jump_upon(self, target: Soldier | Enemy) -> Route | None:
        """Down from an edge into contact with an opponent within 1 in of the foot; a charge."""
        soldier = self.soldier
        if not self.may_contact or target.elevation >= soldier.elevation - TOUCHING:
            return None
        trace = Trace(self.footing, soldier.at, soldier.elevation, frozenset({"drop"}))
        trace.go(target.at, target.elevation)
        drops = [place for place, leg in enumerate(trace.legs) if leg.how == "drop"]
        if not drops:
            return None
        legs = trace.legs[: drops[0] + 1]
        foot = legs[-1].end
        near = inches(self.state, 1.0) + soldier.radius + target.radius + TOLERANCE
        if distance(foot, target.at) > near:
            return None
        places = [at for at, height in contact_places(self.footing, target) if height == target.elevation]
        places = [at for at in places if distance(at, foot) <= near]
        if not places:
            return None
        legs[-1] = msgspec.structs.replace(legs[-1], end=min(places, key=lambda at: distance(at, foot)))
        found = pay(legs, self.budget, self.rates)
        return None if found.ran_out else msgspec.structs.replace(found, contact=target.id)

    # ---- reasons -------------------------------------------------------------------------------

    def why_not_end(self, at: Point, height: float) -> Refusal | None:
        """What bars the soldier from ending the move at a place."""
        may, why = self.may_contact, self._barred_contact
        return why_not_end(self.state, self.soldier, at, height, may_contact=may, why_no_contact=why)

    @property
    def _barred_contact(self) -> Refusal | None:
        """What bars contact for this move, where it is not that the soldier Dashes."""
        return None if self.kind == "dash" else self.why_no_contact

    @rule("FR-MOV-11")
    def why_too_far(self, found: Route) -> Refusal | None:
        """The extra inch of a straight Dash is given only if all the extra movement is one straight line."""
        if found.cost <= self.limit + self.bent + TOLERANCE or self._dashes_within(found, self.limit):
            return None
        if self.lift and is_one_line(self._part(found, self.limit + self.lift)[0]):
            longer = self.limit + self.lift
            if found.cost <= longer + self.bent + TOLERANCE or self._dashes_within(found, longer):
                return None
        if self.kind == "dash":
            reason = f"The last {self._told(found.cost - self.limit)} are not one straight line."
            remedy = f"Use at most {self._told(self.limit + self.bent)}, or make the extra movement straight."
            return Refusal("FR-MOV-11", reason, remedy)
        reason = f"{self._told(found.cost)} are too far round a corner."
        return Refusal("FR-MOV-01", reason, f"Go straight or at most {self._told(self.limit)}.")

    def _dashes_within(self, found: Route, move: float) -> bool:
        """Whether all that goes beyond the Move is one straight line and no longer than that allows."""
        if found.cost > move + self.straight + TOLERANCE:
            return False
        return is_one_line(self._part(found, move)[1])

    def _part(self, found: Route, move: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """The paths of the Move and of what a Dash adds, with its heading where that must be kept."""
        own = pay(found.legs, Budget(move, rough=self.soldier.rough), self.rates)
        done = len(own.legs)
        is_whole = bool(own.legs) and own.legs[-1] == found.legs[done - 1]
        rest = found.legs[done if is_whole else max(0, done - 1) :]
        extra = (own.end, *(leg.end for leg in rest))
        if self.state.switches.dash_straight == "keep_heading":
            extra = (*((own.legs[-1].start,) if own.legs else self.came_from), *extra)
        return own.path, extra

    def _told(self, far: float) -> str:
        return told(self.state, round(far, 1))

    def why_not(self, found: Route | Stop, to: Point, height: float) -> Refusal:
        """Why a way that ended early, or was stopped, does not lead to a place at a height."""
        if isinstance(found, Stop):
            return why_stopped(self.state, self.soldier, found, self._barred_contact, height)
        if found.unpaid in ("climb", "cross"):
            if self.kind == "dash":
                reason = f"A Dash is no climb, and the {self._told(self.limit)} of the Move do not cover it."
                return Refusal("FR-MOV-16", reason, "Climb with the Move, and Dash from there.")
            remedy = "Climb only what the allowance covers to the top or to a ledge."
            if self.soldier.elevation > TOUCHING:
                remedy = 'Jump down instead, with "drop": true in the answer.'
            return Refusal("FR-MOV-18", "The allowance does not cover that climb.", remedy)
        x, y = found.end
        remedy = f"That way leads at most to {x:.1f}, {y:.1f}."
        if found.halts:
            reason = f"{self.soldier.name} cannot pay the next inch of Difficult terrain and stops there."
            return Refusal("FR-MOV-05", reason, remedy)
        far = self._told(distance(to, self.soldier.at))
        reason = f"{self.soldier.name} has {self._told(self.farthest)}; the way there is longer"
        return Refusal(self.rule, f"{reason} ({far} straight).", remedy)

    @rule("FR-MOV-29")
    def why_not_leave(self, edge: Edge) -> Refusal:
        """A soldier who is said to leave moves into contact with an edge."""
        if not self.may_leave:
            return Refusal("FR-MOV-29", "This move leads nobody off the table.", "End on the table.")
        far = distance_to_edge(self.state.ground, self.soldier.at, edge) - self.soldier.radius
        reason = f"The {edge} edge is {self._told(far)} away and cannot be reached."
        return Refusal("FR-MOV-29", reason, f"Come nearer; this move has {self._told(self.farthest)}.")


@rule("FR-MOV-14", "FR-MOV-15")
def why_no_charge(soldier: Soldier, kind: str) -> Refusal:
    """Why a soldier may not charge with a kind of move; with a plain one because it has fired."""
    fired = Refusal("FR-MOV-14", f"{soldier.name} has fired and may not charge.", OUT_OF_CONTACT)
    return NO_CONTACT.get(kind, fired)


class MoveOrDash(MovePlanner):
    """The moves of a figure that is told where to go in one answer, the long ones with a Dash."""

    dash: MovePlanner | None = None

    def sample(self, chance: Chance) -> Answer:
        """Mostly a Move, now and then with a Dash."""
        if self.dash is not None and chance.random() < DASHES:
            return self.dash.sample(chance)
        return super().sample(chance)

    def plan_of(self, answer: Answer) -> Planned:
        """The Move that the answer stands for, or else the Move and Dash."""
        try:
            return super().plan_of(answer)
        except Refused:
            if self.dash is None:
                raise
            return self.dash.read(answer)

    async def ask(
        self, play: Play[Battle], seat: str, topic: str, prompt: str, rules: tuple[str, ...]
    ) -> Planned:
        """A player says where the figure goes, with a Dash if it has one."""
        facts = {"move": self.limit, "way": self.kind}
        form = Measuring(self.soldier.id, 1, self.soldier.radius, (self.dash or self).farthest)
        planned: Planned = await play.ask(Move(seat, topic, prompt, rules, self, form, facts))
        return planned
