"""Placing: soldiers are set up one by one anywhere in a zone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from sandtable.binding.figures.plots import read_plot
from sandtable.binding.planners import ZonePlanner
from sandtable.binding.plotting import written
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees_point
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, why_not_end
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    inches,
    opponents_in_contact,
    place,
)
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Contact, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import MOVE_ENDED, MOVED, WINDOWS, Activation, Movement
from sandtable.kernel import Answer, Chance, Measuring, Option, Place, Play, Refusal, refuse, rule
from sandtable.table import Box, Every, Point, Zone, whole_table
from sandtable.table.figures.routes import contact_places
from sandtable.table.shapes import distance

SHARES = (0.5, 0.25, 0.75, 0.1, 0.9)
"""Where in a zone places are proposed, as shares of its width and depth."""
MOST = 8


class PlacePlanner(ZonePlanner):
    """Where one soldier may be placed: wholly in a zone, where a figure can stand."""

    may_contact = False

    def __init__(
        self,
        state: Battle,
        soldier: Soldier,
        zone: Zone,
        rule: str,
        below: float | None = None,
        seen_by: Soldier | None = None,
    ) -> None:
        super().__init__(rule)
        self.state = state
        self.soldier = soldier
        self.zone = Every((whole_table(state.ground), zone))
        self.below = below
        """The height that the place must lie under, where a rule asks for that (FR-TRF-50)."""
        self.seen_by = seen_by
        """Who must see the place, where a rule asks for that (FR-SPL-06)."""
        self.footing = footing_of(state, soldier, may_contact=self.may_contact)

    def look_again(self) -> None:
        """Somebody stands elsewhere than before."""
        super().look_again()
        self.footing = footing_of(self.state, self.soldier, may_contact=self.may_contact)

    @property
    def what_is_placed(self) -> str:
        """The soldier by name."""
        return self.soldier.name

    @property
    def box(self) -> Box:
        """An upright box around the zone, as far as it is on the table."""
        return self.zone.box

    def is_free(self, at: Point) -> bool:
        """Whether the soldier may stand there."""
        if not self.zone.holds(at[0], at[1], self.soldier.radius):
            return False
        height = level_at(self.state, at)
        return self._is_low(height) and bool(self.footing.can_end(at, height)) and self._is_seen(at)

    def _is_low(self, height: float) -> bool:
        return self.below is None or height < self.below - TOLERANCE

    def _is_seen(self, at: Point) -> bool:
        return self.seen_by is None or sees_point(self.state, self.seen_by, at)

    def place_in(self, answer: Answer) -> Point:
        """The place that the answer names."""
        at = read_plot(answer, self.rule).to
        if at is None:
            raise refuse(self.rule, "No place is given.", 'Answer {"models": [[x, y]]}.')
        return at

    def why_not(self, at: Point) -> Refusal | None:
        """What bars the soldier from standing there."""
        name, height = self.soldier.name, level_at(self.state, at)
        if not self.zone.holds(at[0], at[1], self.soldier.radius):
            return Refusal(self.rule, f"{name} would not be in the zone.", "Place it in the zone.")
        if not self._is_low(height):
            return Refusal(self.rule, "That place is not lower.", "Choose a lower place.")
        touches = Refusal(self.rule, f"{name} would touch an opponent.", "Stay out of contact.")
        may = self.may_contact
        refusal = why_not_end(self.state, self.soldier, at, height, may_contact=may, why_no_contact=touches)
        if refusal is None and self.seen_by is not None and not self._is_seen(at):
            reason = f"{self.seen_by.name} does not see that place."
            return Refusal("FR-SPL-06", reason, "Choose one in sight.")
        return refusal

    def answer_at(self, at: Point) -> Answer:
        """The answer that names a place."""
        return {"models": [written(at)]}

    def free_places(self) -> list[Point]:
        """A few free places all over the zone, or else the first that a search finds."""
        west, south, east, north = self.box
        spread = ((west + (east - west) * u, south + (north - south) * v) for v in SHARES for u in SHARES)
        found = list(islice(filter(self.is_free, spread), MOST))
        if not found and (spot := self.first_free()) is not None:
            found.append(spot)
        return found

    def first_free(self) -> Point | None:
        """The first free place from the south-west, half an inch at a time."""
        west, south, east, north = self.box
        step, keep = inches(self.state, 0.5), self.soldier.radius
        y = south + keep
        while y <= north - keep + 1e-9:
            x = west + keep
            while x <= east - keep + 1e-9:
                if self.is_free((round(x, 3), round(y, 3))):
                    return (round(x, 3), round(y, 3))
                x += step
            y += step
        return None


class TouchingPlanner(PlacePlanner):
    """Where a soldier may be placed, in contact or not: a place on an opponent means one beside it."""

    may_contact = True

    def plan_of(self, answer: Answer) -> Point:
        """The place that the answer stands for."""
        wanted = self.place_in(answer)
        foes, own = self.state.opponents_of(self.soldier), self.soldier.radius
        foe = next((one for one in foes if distance(one.at, wanted) < one.radius + own - 1e-9), None)
        if foe is not None and (places := self._places_at(foe)):
            return min(places, key=lambda one: distance(one, wanted))
        return super().plan_of(answer)

    def _places_at(self, foe: Soldier | Enemy) -> list[Point]:
        return [at for at, _ in contact_places(self.footing, foe) if self.is_free(at)]

    def proposals(self) -> Sequence[Option]:
        """Free places, and contact with every opponent who can be reached."""
        return [*super().proposals(), *self._touching()]

    def _touching(self) -> list[Option]:
        found: list[Option] = []
        for foe in self.state.opponents_of(self.soldier):
            spots = self._places_at(foe)
            if spots:
                label = f"in contact with {name_of(self.state, foe)}"
                found.append(Option(self.answer_at(spots[0]), label, (self.rule,), about=(foe.id,)))
        return found

    def sample(self, chance: Chance) -> Answer:
        """A free place at random, or now and then one in contact."""
        touching = self._touching()
        if touching and chance.random() < 0.5:
            return touching[int(chance.random() * len(touching))].answer
        return super().sample(chance)


@rule("FR-MOV-34")
async def place_soldiers(play: Play[Battle], soldiers: Sequence[Soldier], zone: Zone, *rules: str) -> None:
    """The player sets up soldiers one after the other, each wholly in the zone and out of contact."""
    for soldier in soldiers:
        await place_soldier(play, soldier, zone, "set up soldier", f"Place {soldier.name}.", *rules)


async def place_soldier(
    play: Play[Battle],
    soldier: Soldier,
    zone: Zone,
    topic: str,
    prompt: str,
    *rules: str,
    below: float | None = None,
    may_contact: bool = False,
    seen_by: Soldier | None = None,
) -> None:
    """The player puts one soldier on the table; a zone without room is widened inch by inch."""
    state = play.state
    kind = TouchingPlanner if may_contact else PlacePlanner
    planner = kind(state, soldier, zone, rules[0], below, seen_by)
    for wider in range(1, 13):
        if planner.proposals():
            break
        planner = kind(state, soldier, zone.widened(inches(state, float(wider))), rules[0], below, seen_by)
    cited = tuple(dict.fromkeys((*rules, "FR-MOV-34")))
    form = Measuring(soldier.id, 1, soldier.radius, zone=msgspec.to_builtins(planner.zone))
    at: Point = await play.ask(Place(soldier.seat, topic, prompt, cited, planner, form))
    place(play, soldier, at, *cited, elevation=level_at(state, at))


@rule("FR-MOV-13", "FR-ACT-04")
def enter_contact(play: Play[Battle], soldier: Soldier, now: Activation, *rules: str) -> None:
    """A figure that was put beside opponents without walking there fights them and does nothing else."""
    state = play.state
    for foe in opponents_in_contact(state, soldier):
        state.contacts = (*state.contacts, Contact(soldier.id, foe.id))
        play.tell("moved into contact", *rules, "FR-MOV-13", figure=soldier.id, other=foe.id, across="")
        now.is_over = True
    if now.is_over:
        play.tell("contact", "FR-ACT-04", "FR-PRN-07", "FR-PRN-08", figure=soldier.id)


async def come_down(play: Play[Battle], soldier: Soldier, now: Activation, how: str, rule_id: str) -> None:
    """Whatever follows upon a move through the air, where the soldier has been placed by now."""
    moment = Movement(soldier.seat, soldier, (soldier.at,), how)
    await WINDOWS.open(play, MOVED, moment)
    if soldier.on_table:
        enter_contact(play, soldier, now, rule_id)
        await WINDOWS.open(play, MOVE_ENDED, moment)
