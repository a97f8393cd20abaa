"""Standing models show the R that is left: who leaves when it is lost, who comes back when it is regained."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from math import pi
from typing import Any

from sandtable.binding.planners import PointPlanner
from sandtable.binding.plotting import PROPOSAL
from sandtable.binding.words import plural
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry import standing
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import (
    Answer,
    Candidate,
    Chance,
    ChooseSeveral,
    Measuring,
    Option,
    Place,
    Play,
    Refusal,
    Refused,
    rule,
)
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table import Every, Models, NearGroup, Point, whole_table
from sandtable.table.units import casualties as ground_casualties
from sandtable.table.units.apart import model_gap
from sandtable.table.units.contact import groups_touch, models_touching
from sandtable.table.units.corners import squeezed
from sandtable.table.units.groups import components, group_box, is_on_table
from sandtable.table.units.open_ground import Site
from sandtable.table.units.paths import Mover, Surroundings

MOST_TRIED = 1000
"""How many choices of casualties are tried where the models farthest from the enemy would break the Group."""
DRAWS = 4
"""How often models are drawn at random before those farthest from the enemy are looked for."""


@rule("CC-RES-08")
def standing_models(state: Battle, group: Group) -> int:
    """How many models stand: models x R / starting R, rounded up; all of them where none are taken off."""
    if not state.switches.remove_models:
        return group.fielded
    return -(-group.fielded * group.r // group.profile.r)


@rule("CC-RES-08", "CC-RES-09", "CC-GEO-17")
async def remove(play: Play[Battle], group: Group) -> None:
    """Models leave with the R they stood for, the owner says which, and broken contact is closed again."""
    state = play.state
    wanted = standing_models(state, group)
    count = len(group.models) - wanted
    group.absent_models = max(0, -count)
    if count <= 0:
        return
    leaving = await _choose(play, group, count)
    stood, group.models = group.models, _without(group.models, leaving)
    numbers = [one + 1 for one in leaving]
    play.tell("models removed", "CC-RES-08", "CC-RES-09", group=group.id, models=numbers, left=wanted)
    scenario_of(state).models_fell(play, group, stood)
    close_contacts(play, group)


@rule("CC-GEO-17")
def close_contacts(play: Play[Battle], group: Group) -> None:
    """Where the casualties opened the last contact of a melee, the nearest model steps up for free."""
    for one in group.melee:
        enemy = play.state.groups[one]
        closed = _stepped_up(play.state, group, enemy)
        if closed != group.models:
            group.models = closed
            play.tell("contact closed", "CC-GEO-17", group=group.id, enemy=enemy.id, models=closed)


def _stepped_up(state: Battle, group: Group, enemy: Group) -> Models:
    """The models after the nearest has stepped up; none leaves the last contact with another enemy."""
    if _is_touching(state, group, group.models, enemy):
        return group.models
    held = {
        touching[0]
        for one in group.melee
        if one != enemy.id and len(touching := _touching(state, group, group.models, state.groups[one])) == 1
    }
    free = [place for place in range(len(group.models)) if place not in held]
    if not free:
        return group.models
    others = [one for one in state.groups_on_table() if one is not group and one is not enemy]
    stay = tuple(group.models[place] for place in sorted(held))
    moved = ground_casualties.close_contact(
        Mover(
            state.ground,
            tuple(group.models[place] for place in free),
            group.radius,
            going_of(state, group),
            [*standing.bodies_of(others), *([(stay, group.radius)] if stay else [])],
        ),
        (enemy.models, enemy.radius),
    )
    places = dict(zip(free, moved, strict=True))
    return tuple(places.get(place, at) for place, at in enumerate(group.models))


async def _choose(play: Play[Battle], group: Group, count: int) -> tuple[int, ...]:
    """Who leaves; nobody is asked where only the Captain, or only the sole model, can stay."""
    state = play.state
    if len(group.models) - count == 1 and state.holds_captain(group):
        return tuple(range(1, len(group.models)))
    chosen: list[int] = await play.ask(Casualties(state, group, count))
    return tuple(sorted(chosen))


@rule("CC-RES-09")
def propose_casualties(state: Battle, group: Group, count: int) -> tuple[int, ...]:
    """The models farthest from the enemy, such that cohesion and contact are kept, and the Captain last."""
    enemies, has_captain = standing.bodies_of(state.enemies_on_table(group)), state.holds_captain(group)
    toll = ground_casualties.Toll(
        group.models,
        group.radius,
        count,
        tuple(enemies),
        tuple(standing.bodies_of([state.groups[one] for one in group.melee])),
        inches(state, standing.LINK),
        0 if has_captain else None,
    )
    found = ground_casualties.propose_casualties(state.ground, toll)
    left = _without(group.models, found)
    was_together = standing.in_cohesion(state, group, group.models)
    if not enemies or not was_together or standing.in_cohesion(state, group, left):
        return found

    # One by one they tore the Group apart; another choice of them all at once may not.
    def near(place: int) -> float:
        return min(model_gap(group.models[place], group.radius, *body) for body in enemies)

    order = sorted(range(int(has_captain), len(group.models)), key=near, reverse=True)
    others = (tuple(sorted(one)) for one in islice(combinations(order, count), MOST_TRIED))
    kept = (one for one in others if _is_kept_together(state, group, _without(group.models, one)))
    return next(kept, found)


def _is_kept_together(state: Battle, group: Group, left: Models) -> bool:
    """Whether the models left are in cohesion, and in contact with all whom the Group fights."""
    return standing.in_cohesion(state, group, left) and all(
        _is_touching(state, group, left, state.groups[one]) for one in group.melee
    )


def _without(models: Models, leaving: tuple[int, ...]) -> Models:
    return tuple([one for place, one in enumerate(models) if place not in leaving])


@rule("CC-RES-09")
class Casualties(ChooseSeveral):
    """The owner says which models leave; the program proposes those farthest from the enemy."""

    __slots__ = ("_count", "_group", "_proposed", "_state")

    def __init__(self, state: Battle, group: Group, count: int) -> None:
        self._state = state
        self._group = group
        self._count = count
        self._proposed: tuple[int, ...] | None = None
        super().__init__(
            group.company,
            "choose casualties",
            f"Which models of {group.name} leave?",
            ("CC-RES-09", "CC-RES-08"),
            self._models,
            least=count,
            most=count,
            check=self._why_not,
            about=(group.id,),
        )

    @property
    def proposed(self) -> tuple[int, ...]:
        """The models that the program would take off."""
        if self._proposed is None:
            self._proposed = propose_casualties(self._state, self._group, self._count)
        return self._proposed

    def _models(self) -> list[Candidate]:
        about = (self._group.id,)
        found = [
            Candidate(str(number), f"model {number}", number - 1, ("CC-RES-09",), about=about, places=(at,))
            for number, at in enumerate(self._group.models, 1)
        ]
        if self._state.holds_captain(self._group):
            found[0].check = lambda: _CAPTAIN_STAYS
        return found

    def _why_not(self, leaving: list[int]) -> Refusal | None:
        """Cohesion and the last contact with an enemy are kept where another choice keeps them."""
        if self._proposed == (named := tuple(leaving)):
            return None
        state, group = self._state, self._group
        left = _without(group.models, named)
        if not standing.in_cohesion(state, group, left) and standing.in_cohesion(state, group, self._kept):
            reason = "The models left would be out of cohesion."
            return Refusal("CC-RES-09", reason, f"Take off {self._words()}.")
        for one in group.melee:
            enemy = state.groups[one]
            if not _is_touching(state, group, left, enemy) and _is_touching(state, group, self._kept, enemy):
                reason = f"No model would be left in contact with {enemy.name}."
                return Refusal("CC-RES-09", reason, f"Take off {self._words()}.")
        return None

    @property
    def _kept(self) -> Models:
        return _without(self._group.models, self.proposed)

    def _words(self) -> str:
        return f"{plural(self._count, 'model')} {', '.join(self.proposal())}"

    def sample(self, chance: Chance) -> Answer:
        """Models at random, drawn again where the Group would break; the proposed ones if it always would."""
        leaving: list[int] = []
        for _ in range(DRAWS):
            pool = list(range(1 if self._state.holds_captain(self._group) else 0, len(self._group.models)))
            leaving = sorted([pool.pop(int(chance.random() * len(pool))) for _ in range(self._count)])
            left = _without(self._group.models, tuple(leaving))
            if _is_kept_together(self._state, self._group, left):
                break
        else:
            if self._why_not(leaving) is not None:
                return [str(one + 1) for one in self.proposed]
        chosen = [str(one + 1) for one in leaving]
        self._remember(chosen, leaving)
        return chosen

    def read(self, answer: Answer) -> list[Any]:
        """The places of the models that leave; "proposal" stands for the proposed ones."""
        if answer == PROPOSAL:
            return list(self.proposed)
        leaving = self._plainly_read(answer)
        if leaving is None:
            return super().read(answer)
        if (why := self._why_not(leaving)) is not None:
            raise Refused(why)
        return leaving

    def _plainly_read(self, answer: Answer) -> list[int] | None:
        """The places that an answer names in which nothing is amiss at first sight; None for any other."""
        if not isinstance(answer, list | tuple) or len(answer) != self._count:
            return None
        first = 2 if self._state.holds_captain(self._group) else 1
        known = {str(place): place - 1 for place in range(first, len(self._group.models) + 1)}
        named = [known[one] for one in answer if isinstance(one, str) and one in known]
        return sorted(named) if len(set(named)) == self._count else None

    def proposal(self) -> tuple[str, ...]:
        """The models that the program would take off, by their numbers."""
        return tuple(str(one + 1) for one in self.proposed)


_CAPTAIN_STAYS = Refusal("CC-RES-09", "The Captain is the last model to leave.", "Take off other models.")


def _is_touching(state: Battle, group: Group, models: Models, enemy: Group) -> bool:
    if not models or not enemy.models:
        return False
    return groups_touch(state.ground, models, group.radius, enemy.models, enemy.radius)


def _touching(state: Battle, group: Group, models: Models, enemy: Group) -> tuple[int, ...]:
    return models_touching(state.ground, models, group.radius, (enemy.models, enemy.radius))


@rule("CC-RES-12")
async def bring_back(play: Play[Battle], group: Group) -> None:
    """Models come back with regained R; one for which there is no place waits for the Group's next Move."""
    missing = standing_models(play.state, group) - len(group.models)
    returned = 0
    while missing > 0 and (spots := ReturnSpots(play.state, group)).first is not None:
        at: Point = await play.ask(
            Place(
                group.company,
                "return model",
                f"Where does a model of {group.name} come back?",
                ("CC-RES-12",),
                spots,
                Measuring(radius=group.radius),
                about=(group.id,),
            )
        )
        group.models = (*group.models, at)
        missing -= 1
        returned += 1
    group.absent_models = max(0, missing)
    if returned:
        rules, stand = ("CC-RES-12", "CC-RES-08"), group.models
        play.tell("models returned", *rules, group=group.id, count=returned, models=stand)
    if group.absent_models:
        play.tell("models wait to return", "CC-RES-12", group=group.id, count=group.absent_models)


DIRECTIONS = tuple((cos(turn * pi / 12), sin(turn * pi / 12)) for turn in range(24))
"""The directions in which a free place beside a comrade is looked for, as in CC-GEO-33."""
BESIDE = 0.002
"""Inches between a returning model and the comrade beside which it is put."""


class ReturnSpots(PointPlanner):
    """The places where one returning model may be put."""

    forms = 'Answer {"at": [x, y]} or "proposal".'

    def __init__(self, state: Battle, group: Group) -> None:
        super().__init__("CC-RES-12")
        self._state = state
        self._group = group
        west, south, east, north = group_box(group.models)
        wide = inches(state, standing.LINK) + 4 * group.radius
        others = standing.bodies_of([one for one in state.groups_on_table() if one is not group])
        self._others = (*others, (group.models, group.radius))
        self._around = Surroundings(
            state.ground,
            (west - wide, south - wide, east + wide, north + wide),
            group.radius,
            going_of(state, group),
            self._others,
        )
        self.first = next(self._free(), None) or self._in_a_corner()

    def _in_a_corner(self) -> Point | None:
        """The tightest place that is left, where none beside a comrade is; None only where there is none."""
        state, group = self._state, self._group
        zone = Every((whole_table(state.ground), *self._linked()))
        least = inches(state, standing.FROM_ENEMIES)
        aloof = [
            (one.models, one.radius, least)
            for one in state.enemies_on_table(group)
            if one.id not in group.melee
        ]
        size = (1, group.radius, going_of(state, group))
        found = squeezed(Site(state.ground, zone, size, inches(state, standing.LINK), self._others, aloof))
        return None if found is None or self.why_not(found[0]) is not None else found[0]

    def _linked(self) -> list[NearGroup]:
        """Where a model keeps the Group in cohesion: near each part of it, or near each who is alone."""
        group, link = self._group, inches(self._state, standing.LINK)
        parts = [
            tuple([group.models[one] for one in part])
            for part in components(group.models, group.radius, link)
        ]
        if self._state.switches.cohesion_mode == "literal":
            parts = [group.models, *(part for part in parts if len(part) == 1)]
        return [NearGroup(part, group.radius, link) for part in parts]

    def _free(self) -> Iterator[Point]:
        """Free places beside comrades, in model order and turning anticlockwise from the east."""
        step = 2 * self._group.radius + BESIDE
        for x, y in self._group.models:
            for east, north in DIRECTIONS:
                at = (x + step * east, y + step * north)
                if self.why_not(at) is None:
                    yield at

    def why_not(self, at: Point) -> Refusal | None:
        """What is against this place."""
        state, group = self._state, self._group
        if not is_on_table(state.ground, (at,), group.radius):
            return Refusal("CC-GEO-26", "The place is not wholly on the table.", "Place it on the table.")
        if not standing.in_cohesion(state, group, (*group.models, at)):
            return Refusal("CC-RES-12", "The model would be out of cohesion.", "Place it with its comrades.")
        if self._around.base_on(at) is not None:
            return Refusal("CC-GEO-04", "Another model stands there.", "Place it beside its comrades.")
        if self._around.what_is_on(at) is not None:
            return Refusal("CC-GEO-26", "Terrain is in the way.", "Place it on open ground.")
        if standing.enemies_too_near(state, group, (at,)):
            reason = f"An enemy is within {inches(state, standing.FROM_ENEMIES):g} inches."
            return Refusal("CC-RES-12", reason, "Place it farther from the enemy.")
        return None

    def proposals(self) -> list[Option]:
        """The first free place."""
        assert self.first is not None
        return [Option(PROPOSAL, "beside a comrade", ("CC-RES-12",), places=(self.first,))]

    def sample(self, chance: Chance) -> Answer:
        """One of the free places beside a comrade."""
        assert self.first is not None
        free = list(self._free()) or [self.first]
        return self.answer_at(free[int(chance.random() * len(free))])

    def proposed(self) -> Answer:
        """The first free place."""
        assert self.first is not None
        return self.answer_at(self.first)
