"""What a scenario may say for itself: objects, deployment, what it counts on the way, points, ties."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, NamedTuple

from sandtable.binding.registry import Registry
from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat, Thing
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.tables.places import Role, ScenarioRow, map_of, scenarios
from sandtable.kernel import NotWritten, Play, Refusal, rule


class Goal(NamedTuple):
    """An objective that was reached, with its points."""

    objective: str
    points: int


class Kind:
    """One scenario; every method may be overridden by the class of a single one."""

    id: ClassVar[str]
    uses_scavenge: ClassVar[bool] = False
    """Whether Scavenge can be ordered (LR-ACT-24)."""
    chooses_who_deploys: ClassVar[bool] = False
    """Whether only a part of a team is deployed before the game, of its player's choice."""

    @property
    def row(self) -> ScenarioRow:
        """Its roles, length, threat and danger."""
        return scenarios()[self.id]

    @rule("LR-SCN-03")
    def role(self, state: Battle, seat: Seat) -> Role:
        """The role of a player."""
        name = state.sides[seat].role
        found = [one for one in self.row.roles if one.role == name]
        return found[0] if found else self.row.role_of(state.seats.index(seat))

    def seat_of(self, state: Battle, role: str) -> Seat:
        """Who plays a role."""
        return next(seat for seat in state.players if self.role(state, seat).role == role)

    # ---- before the game -------------------------------------------------------------------------

    def things(self, state: Battle) -> list[Thing]:
        """What lies on the table from the start."""
        return []

    def zone(self, state: Battle, seat: Seat) -> Zone | None:
        """Where a player deploys before the game; None at the edge (LR-SCN-06)."""
        return None

    async def prepares(self, play: Play[Battle]) -> None:
        """What is named, drawn or laid out in the pregame."""

    # ---- on the way ------------------------------------------------------------------------------

    def why_not_use(self, state: Battle, card: Card, thing: Thing) -> Refusal | None:
        """What bars a card from using an object in its reach (LR-ACT-12)."""
        return Refusal("LR-ACT-12", f"{name_of(card)} can do nothing with it.", "Order something else.")

    async def uses(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """What comes of it."""

    async def takes(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """What comes of taking an object up."""

    async def searches(self, play: Play[Battle], card: Card) -> None:
        """What is found in the section of a card (LR-ACT-24)."""

    @rule("LR-SCN-19", "LR-SCN-20")
    def achieve(self, play: Play[Battle], seat: Seat, objective: str, about: str) -> None:
        """An objective reached lifts a team and lowers the other; a panicked one reaches none."""
        state = play.state
        if state.sides[seat].panicked:
            return
        reached = state.scenario.reached
        state.scenario.reached = {**reached, seat: (*reached.get(seat, ()), objective)}
        hearten(play, seat, "objective achieved", about)
        hearten(play, state.other(seat), "objective lost", about)
        play.tell("objective achieved", "LR-SCN-19", reveals=True, seat=seat, objective=objective)

    def is_decided(self, state: Battle) -> bool:
        """Whether what both can see has decided it (LR-END-08)."""
        return False

    # ---- at the end ------------------------------------------------------------------------------

    def times(self, state: Battle, seat: Seat, objective: str) -> int:
        """How often a player has reached an objective on the way."""
        return state.scenario.reached.get(seat, ()).count(objective)

    def reached(self, state: Battle, seat: Seat) -> int:
        """How often a player has reached the objective of its role."""
        raise NotWritten(self.row.rule, "objectives of this scenario")

    def goals(self, state: Battle, seat: Seat) -> list[Goal]:
        """Every objective that a player has reached."""
        role = self.role(state, seat)
        return [Goal(role.objective, role.points)] * self.reached(state, seat)

    @rule("LR-END-12", "LR-SCN-05", "LR-SCN-20")
    def count(self, play: Play[Battle]) -> None:
        """Every objective reached brings its points; a panicked team keeps what it had reached before."""
        state = play.state
        for seat in state.players:
            side = state.sides[seat]
            before = state.scenario.reached.get(seat, ())
            goals = [one for one in self.goals(state, seat) if not side.panicked or one.objective in before]
            side.points = sum(one.points for one in goals)
            if side.panicked:
                play.tell("objectives lost", "LR-SCN-20", "LR-MOR-06", seat=seat)
            for goal, times in Counter(goals).items():
                play.tell(
                    "objective reached", self.row.rule, "LR-SCN-07", "LR-END-12", seat=seat,
                    objective=goal.objective, points=goal.points * times,
                )  # fmt: skip

    @rule("LR-END-10")
    def tie_break(self, state: Battle) -> tuple[Seat, ...]:
        """Who wins with equal points; nobody where the scenario says no more."""
        return ()


KINDS: Registry[Kind] = Registry("a scenario")


def scenario(kind: type[Kind]) -> type[Kind]:
    """Make a scenario known."""
    KINDS[kind.id] = kind()
    return kind


def scenario_of(state: Battle) -> Kind:
    """The scenario that is played."""
    return KINDS[state.scenario.id]


@rule("LR-SCN-07")
def thing_at(state: Battle, id: str, kind: str, point: str, *, is_load: bool = False) -> Thing:
    """An object at a named point of the map; on a real table the players put a marker there."""
    at = map_of(state.map).points[point]
    section = map_of(state.map).section_at(at)
    return Thing(id, kind, at if state.switches.table == "virtual" else None, section, is_load)


def everybody_dead(state: Battle, seat: Seat) -> bool:
    """Whether nobody of a team is alive."""
    return all(one.own.has("Dead") or not one.models for one in state.team(seat))
