"""Placing Groups: in deployment, as reserves, and when they are summoned or called."""

from __future__ import annotations

import msgspec

from sandtable.binding.places.unit_placing import UnitPlacePlanner
from sandtable.binding.places.unit_plots import Plot
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.standing import (
    FROM_ENEMIES,
    LINK,
    as_group,
    bodies_of,
    read_plot,
    why_blocked,
    why_not_in_cohesion,
)
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Answer, Place, Play, Refusal, rule
from sandtable.table import Models, NearGroup, Zone
from sandtable.table.units.open_ground import Site
from sandtable.table.units.paths import Blocked
from sandtable.table.zones import holds_part_of

_OF_MOVES = ("CC-MOV-03", "CC-MOV-07", "CC-GEO-06")
"""Rules about Moves, of which CC-GEO-26 says the same for placing."""
PLACED_BY = ("CC-GEO-26", "CC-GEO-01", "CC-GEO-02")
"""The rules that bind every placing."""


@rule("CC-GEO-26", "CC-PUB-03", "CC-GEO-32")
async def place_group(
    play: Play[Battle],
    group: Group,
    zone: Zone,
    prompt: str,
    rules: tuple[str, ...],
    enemy_distance: float | None = None,
) -> None:
    """The owner places the Group in the zone, no closer to enemies than a distance in table inches."""
    planner = PlacePlanner(play.state, group, zone, rules[0], enemy_distance)
    binds = any(holds_part_of(zone, area.piece.outline) for area in play.state.ground.obstacles)
    obstacles = ("CC-GEO-32",) if binds else ()
    bound = tuple(dict.fromkeys((*rules, *PLACED_BY, *obstacles)))
    form = as_group(group, planner.count, zone=msgspec.to_builtins(zone))
    models: Models = await play.ask(Place(group.company, "place group", prompt, bound, planner, form))
    group.models = models
    group.where = "on the table"
    play.tell("group placed", *bound, group=group.id, models=models)


@rule("CC-GEO-26")
def has_room(state: Battle, group: Group, zone: Zone, enemy_distance: float | None = None) -> bool:
    """Whether the program finds a legal place for the Group: for one model a proof, for more a search."""
    return PlacePlanner(state, group, zone, "CC-GEO-26", enemy_distance).has_place()


@rule("CC-GEO-26", "CC-GEO-32", "CC-PTR-11")
class PlacePlanner(UnitPlacePlanner):
    """Where one Group may be placed: in its zone, in cohesion, on free ground, away from enemies."""

    __slots__ = ("_away_by", "_zone", "group", "state")
    formed_by = "CC-GEO-07"

    def __init__(
        self, state: Battle, group: Group, zone: Zone, cited: str, enemy_distance: float | None = None
    ) -> None:
        size = (group.fielded, group.radius, going_of(state, group))
        least = inches(state, FROM_ENEMIES) if enemy_distance is None else enemy_distance
        others = bodies_of([one for one in state.groups_on_table() if one is not group])
        aloof = [(enemy.models, enemy.radius, least) for enemy in state.enemies_on_table(group)]
        site = Site(state.ground, zone, size, inches(state, LINK), others, aloof)
        super().__init__(cited, group.name, site)
        self.state = state
        self.group = group
        self._zone = zone
        self._away_by = "CC-GEO-26" if enemy_distance is None else cited

    def plot_of(self, answer: Answer) -> Plot:
        """What an answer says of all models of the Group."""
        return read_plot(answer, self.count, self.rule)

    def why(self, fault: Blocked, models: Models) -> Refusal | None:
        """What bars these places; where cohesion is meant literally, it may be kept all the same."""
        group = self.group
        if fault.what == "cohesion":
            apart = why_not_in_cohesion(self.state, group, models)
            return apart and Refusal("CC-GEO-26", apart.reason, apart.remedy)
        if fault.what == "zone":
            one = f"Model {fault.path + 1} of {group.name}"
            if isinstance(zone := self._zone, NearGroup):
                # Who is brought on is measured from base to base, and need not lie wholly within reach.
                by = next(one.name for one in self.state.groups_on_table() if one.models == zone.models)
                reason = f"{one} would not be within {zone.distance:g} inches of {by}."
                remedy = f"Set every model at most {zone.distance:g} inches from some model of {by}."
                return Refusal(self.rule, reason, remedy)
            reason = f"{one} would not lie wholly in its zone."
            return Refusal(self.rule, reason, "Set every base wholly inside the zone.")
        if fault.what == "enemy":
            enemy = self.state.enemies_on_table(group)[int(fault.name)]
            least = self.site.aloof[int(fault.name)][2]
            reason = f"{group.name} would be closer than {least:g} inches to {enemy.name} ({enemy.id})."
            return Refusal(self._away_by, reason, f"Set it at least {least:g} inches from every enemy.")
        refusal = why_blocked(self.state, group, fault, 0.0, self.going)
        cited = "CC-GEO-26" if refusal.rule in _OF_MOVES else refusal.rule
        return Refusal(cited, refusal.reason, "Set it down on free ground.")
