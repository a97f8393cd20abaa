"""The virtual table: the program holds every place and measures everything itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from sandtable.books.lands_of_ruin.followers import hero_of, type_of
from sandtable.books.lands_of_ruin.modifiers import WHY_NOT_SEEN, Aimed
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.state import (
    AreaMarker,
    Battle,
    Card,
    Entry,
    Machine,
    Model,
    RotterKind,
    Seat,
)
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface import arriving, gathering, machines, throwing, walking
from sandtable.books.lands_of_ruin.surface.formation import keeping_of
from sandtable.books.lands_of_ruin.surface.leaving import leave
from sandtable.books.lands_of_ruin.surface.lurking import HidingPlanner, put_nearest
from sandtable.books.lands_of_ruin.surface.measuring import (
    as_if_at,
    band_of,
    everybody,
    gap,
    placed,
    points_of_way,
    put,
    reaches,
    standing,
    touches,
)
from sandtable.books.lands_of_ruin.surface.placing import DeployPlanner, EdgePlanner, RotterPlanner, Zone
from sandtable.books.lands_of_ruin.surface.sight import RAYS, Aims, Glimpse, Seen, cited_for, cover_of, look
from sandtable.books.lands_of_ruin.surface.ways import path_of, planner_for
from sandtable.books.lands_of_ruin.tables.charts import Band, Cover
from sandtable.books.lands_of_ruin.windows import MODEL_MOVED, WINDOWS, Moved
from sandtable.kernel import Decision, Measuring, Move, Place, Play, Refusal, rule
from sandtable.table import Point, within
from sandtable.table.edges import Edge

NEAR_THE_FIRST = 5.0
"""LR-FIRE-05"""
AT_HAND = 1.0
"""LR-ACT-22"""


class VirtualTable:
    """Answers by measuring."""

    knows_places = True

    # ---- shooting --------------------------------------------------------------------------------

    @rule("LR-FIRE-06", "LR-HID-10")
    def targets(self, state: Battle, shooter: Model) -> list[str]:
        """Enemies on the table and Rotters, with a line of sight to them or to their way."""
        return [
            one
            for one in _enemies(state, shooter)
            if self.why_not_shoot(state, shooter, one) is None or self.ways(state, shooter, one, least=True)
        ]

    @rule("LR-LOS-03")
    def ways(self, state: Battle, shooter: Model, target: str, *, least: bool = False) -> list[Point]:
        """The points of a target's way that are in sight; the first of them will do for the least."""
        points = points_of_way(state, target)
        seen = (one for one in points if self.why_not_shoot(state, shooter, target, one) is None)
        return [*islice(seen, 1)] if least else [*seen]

    @rule("LR-LOS-01", "LR-LOS-04")
    def why_not_shoot(
        self, state: Battle, shooter: Model, target: str, at: Point | None = None
    ) -> Refusal | None:
        """No ray from the eyes arrives."""
        here, there = standing(state, shooter.id), as_if_at(state, target, at)
        if here is not None and there is not None and look(state, here, there).is_seen:
            return WHY_NOT_SEEN.first(state, gap(here.at, there.at), target)
        return Refusal("LR-LOS-01", f"{called(state, target)} is out of sight.", "Choose another target.")

    @rule("LR-FIRE-05")
    def why_apart(self, state: Battle, first: str, other: str, at: Point | None) -> Refusal | None:
        """Every further target must be within 5 inches of the first, where that is shot at."""
        far = self._gap(state, other, first, at)
        if within(far, NEAR_THE_FIRST):
            return None
        reason = f"{called(state, other)} is {far:.1f} inches from {called(state, first)}."
        return Refusal("LR-FIRE-05", reason, "Choose targets within 5 inches of the first.")

    def _gap(self, state: Battle, one: str, other: str, at: Point | None = None) -> float:
        here, there = standing(state, one), as_if_at(state, other, at)
        return gap(here.at, there.at) if here is not None and there is not None else 0.0

    @rule("LR-RNGE-01", "LR-RNGE-03", "LR-RNGE-04", "LR-COV-07", "LR-LOS-03", "LR-COH-05")
    async def sighted(
        self, play: Play[Battle], card: Card, slots: Sequence[Aimed], aims: Aims
    ) -> tuple[Band, dict[Aimed, Glimpse]]:
        """The range of the most distant target, for all slots; each has the cover of its own target."""
        state, found = play.state, {}
        far = max(self._gap(state, model, target, aims.get(target)) for model, target in slots)
        rules = ("LR-RNGE-01", "LR-RNGE-02", "LR-MODE-09")
        play.tell("range measured", *rules, card=card.id, inches=round(far, 1), band=band_of(far))
        for model, target in dict.fromkeys(slots):
            seen = self._seen(state, card.models[model], target, aims.get(target))
            found[(model, target)] = Glimpse(cover := cover_of(state, seen), target in aims)
            cited = ("LR-COV-07", *cited_for(state, seen), "LR-LOS-02", "LR-LOS-07", "LR-MODE-10")
            play.tell(
                "cover measured", *cited, card=card.id, target=target, cover=cover,
                percent=100 * seen.free // RAYS,
            )  # fmt: skip
        return band_of(far), found

    @rule("LR-RNGE-06")
    def likely_band(self, state: Battle, shooter: Model, target: str, at: Point | None = None) -> Band:
        """As it is measured."""
        return band_of(self._gap(state, shooter.id, target, at))

    def _seen(self, state: Battle, shooter: Model, target: str, at: Point | None = None) -> Seen:
        here, there = standing(state, shooter.id), as_if_at(state, target, at)
        assert here is not None
        assert there is not None
        return look(state, here, there)

    def likely_cover(self, state: Battle, shooter: Model, target: str, at: Point | None = None) -> Cover:
        """As it is seen."""
        return cover_of(state, self._seen(state, shooter, target, at))

    @rule("LR-CC-02", "LR-CC-03")
    def touched(self, state: Battle, fighter: Model) -> list[str]:
        """Enemies and Rotters in base-to-base contact, in their present places."""
        here = standing(state, fighter.id)
        found = [(one, standing(state, one)) for one in _enemies(state, fighter)]
        return [one for one, there in found if here and there and touches(here, there)]

    # ---- moving ----------------------------------------------------------------------------------

    @rule("LR-TURN-06")
    async def enters(self, play: Play[Battle], seat: Seat, edges: tuple[Edge, ...]) -> None:
        """Any point of the edges."""
        state = play.state
        planner = EdgePlanner(state, seat, edges)
        prompt = f"Where on the {' or '.join(edges)} edge do your characters enter?"
        form, rules = Measuring("", 1, RADIUS, zone=planner.zone), ("LR-TURN-06", "LR-SCN-06", "LR-TURN-07")
        at: Point = await play.ask(Place(seat, "choose entry", prompt, rules, planner, form))
        state.sides[seat].entry = at
        play.tell("deployment point chosen", "LR-TURN-06", seat=seat, at=at)

    @rule("LR-PRE-08")
    async def deploys(self, play: Play[Battle], card: Card, area: Zone) -> None:
        """The player points at a place."""
        state, hero = play.state, hero_of(play.state, card)
        if type_of(card) == "slave" and hero is not None and hero.model.at is not None:
            await gathering.gather(play, hero, card)
            return
        for model in card.models.values():
            done = [one.id for one in card.models.values() if one.at is not None]
            keeping = keeping_of(state, card, model, done, lambda one: 0.0) if card.is_cohort else None
            planner = DeployPlanner(state, card, area, keeping)
            prompt = f"Where does {called(state, model.id)} stand when the game begins?"
            form, facts = Measuring(card.id, 1, RADIUS, zone=planner.zone), {"card": card.id}
            at = await play.ask(
                Place(card.seat, "deploy", prompt, ("LR-PRE-08", "LR-PRE-10"), planner, form, facts)
            )
            put(state, model, at)
            play.tell("card deployed", "LR-PRE-08", card=card.id, model=model.id, at=at)
        card.where = "table"

    @rule("LR-MOV-01", "LR-MOV-03", "LR-MOV-04", "LR-TURN-07", "LR-TURN-08")
    async def moves(
        self, play: Play[Battle], card: Card, model: Model, allowance: int, done: tuple[str, ...] = ()
    ) -> None:
        """The player shows the way; one who is not on the table comes on from the deployment point."""
        state = play.state
        start = model.at
        if start is None:
            start = self._first_step(state, card)
            model.moved = RADIUS
        planner = planner_for(state, card, model, start, allowance, done)
        prompt = f"Where does {called(state, model.id)} go?"
        facts = {"card": card.id, "model": model.id, "move": planner.limit}
        form = Measuring(card.id, 1, RADIUS, planner.limit)
        rules = ("LR-MOV-01", "LR-MOV-02", "LR-MOV-10", "LR-MOV-11", "LR-MOV-12")
        planned = await play.ask(Move(card.seat, "move", prompt, rules, planner, form, facts))
        path = path_of(planned)
        if planned.leave is not None:
            await leave(play, card, model, planned.leave)
            return
        if not planned.route.legs and model.at is not None:
            card.held = True
            return
        model.moved += planned.route.cost
        model.slowed = planner.is_slow(planned)
        is_late = ("LR-TURN-08",) * state.sides[card.seat].has_acted
        entering = ("LR-TURN-07", "LR-TURN-09", *is_late) if card.where == "waiting" else ()
        model.path = (*model.path[:-1], *path) if model.path else path
        card.where = "table"
        put(state, model, path[-1])
        cited = ("LR-MOV-04", "LR-SYNC-07", "LR-MOV-16", *entering, *planner.crossed(planned))
        play.tell("model moved", *cited, card=card.id, model=model.id, at=path[-1], path=path)
        await WINDOWS.open(play, MODEL_MOVED, Moved(card, model.id, path))

    async def gathers(self, play: Play[Battle], hero: Card, slaves: Card) -> None:
        """Their player says where each stands."""
        await gathering.gather(play, hero, slaves)

    @rule("LR-COH-20", "LR-COH-25")
    def is_by(self, state: Battle, cohort: Card, hero: Card, inches: float) -> bool:
        """By measuring."""
        here = standing(state, hero.id)
        found = [standing(state, one) for one in cohort.models]
        near = (one for one in found if one is not None and here is not None)
        return any(touches(here, one) if not inches else within(gap(here.at, one.at), inches) for one in near)  # type: ignore[arg-type,union-attr]

    def _first_step(self, state: Battle, card: Card) -> Point:
        """The deployment point, with the base just on the table."""
        entry, keep = state.sides[card.seat].entry, RADIUS + 0.02
        assert entry is not None
        wide, deep = state.ground.width - keep, state.ground.depth - keep
        return (min(max(entry[0], keep), wide), min(max(entry[1], keep), deep))

    @rule("LR-SYNC-01", "LR-SYNC-04", "LR-SYNC-05")
    async def syncs(self, play: Play[Battle], seat: Seat) -> None:
        """Positions are known already."""

    # ---- hiding ----------------------------------------------------------------------------------

    @rule("LR-HID-01", "LR-HID-02")
    def hiding_place(self, state: Battle, seat: Seat, card: Card) -> Decision:
        """Any place that the planner allows."""
        planner = HidingPlanner(state, seat)
        form = Measuring(card.id, 1, RADIUS, zone=planner.zone)
        prompt = f"Where does {name_of(card)} hide?"
        rules = ("LR-PRE-07", "LR-PRE-10", "LR-HID-02")
        return Place(seat, "hide infiltrators", prompt, rules, planner, form, {"card": card.id})

    def hides(self, state: Battle, card: Card, place: Any) -> None:
        """At the place itself."""
        put(state, card.model, place)

    def reveals(self, state: Battle, card: Card) -> None:
        """On its spot or beside whoever stands there."""
        card.hidden = True  # so that it is not in its own way
        put_nearest(state, card.seat, card.model)
        card.hidden = False

    def told_of(self, card: Card) -> dict[str, Any]:
        """The place."""
        return {"model": card.model.id, "at": card.model.at}

    # ---- Rotters ---------------------------------------------------------------------------------

    @rule("LR-PRE-06", "LR-PRE-11")
    async def place_rotter(self, play: Play[Battle], seat: Seat, section: int) -> None:
        """Anywhere in the section that it can stand."""
        state = play.state
        planner = RotterPlanner(state, section)
        if not planner.free_places():
            play.tell("Rotter left out", "LR-PRE-06", section=section)
            return
        prompt = f"Where in section {section} does the Rotter stand?"
        form = Measuring("", 1, RADIUS, zone=planner.zone)
        facts = {"section": section}
        at = await play.ask(
            Place(seat, "place Rotter", prompt, ("LR-PRE-06", "LR-PRE-11"), planner, form, facts)
        )
        walking.add_rotter(play, "Shambler", at)

    async def rotters_move(self, play: Play[Battle]) -> None:
        """One at a time, the one closest to its own target first."""
        await walking.all_walk(play)

    async def arrive(self, play: Play[Battle], point: Point, kinds: Sequence[RotterKind]) -> None:
        """Side by side along the edge, away from characters."""
        await arriving.arrive(play, point, kinds)

    async def wakes(self, play: Play[Battle], card: Card, model: Model, *, is_noticed: bool) -> None:
        """In contact, or where the owner of the victim puts it."""
        await arriving.wakes(play, card, model, is_noticed=is_noticed)

    async def contacts(self, play: Play[Battle]) -> list[Entry]:
        """Every Rotter in contact with somebody who is not down attacks, once."""
        return await walking.attacks(play)

    # ---- machines --------------------------------------------------------------------------------

    async def machine_arrives(self, play: Play[Battle], machine: Machine, point: Point) -> bool:
        """As Rotters do."""
        return await machines.arrive(play, machine, point)

    async def machine_moves(self, play: Play[Battle], machine: Machine, inches: float) -> None:
        """Towards the closest that it sees."""
        await machines.move(play, machine, inches)

    async def machine_sees(
        self, play: Play[Battle], machine: Machine, inches: float
    ) -> tuple[str, Band, Cover] | None:
        """By measuring."""
        return await machines.sees(play, machine, inches)

    async def machines_within(self, play: Play[Battle], marker: AreaMarker) -> list[str]:
        """By measuring."""
        return [one for one in self._within(play.state, marker) if one in play.state.machines]

    # ---- areas -----------------------------------------------------------------------------------

    @rule("LR-GREN-09", "LR-GREN-19")
    async def exposed(self, play: Play[Battle], marker: AreaMarker) -> list[Entry]:
        """Everybody within the radius of the marker, the hidden too, measured in space."""
        state, at = play.state, marker.at
        assert at is not None
        found = []
        for one in placed(state):
            whose = state.find(one.id)
            if whose is not None and reaches(at, marker.elevation, one, marker.radius):
                found.append(Entry(whose[0].id, one.id, marker.item, marker.id))
        return found

    @rule("LR-GREN-12")
    async def rotters_within(self, play: Play[Battle], marker: AreaMarker) -> list[str]:
        """By measuring."""
        return [one for one in self._within(play.state, marker) if one in play.state.rotters]

    def _within(self, state: Battle, marker: AreaMarker) -> list[str]:
        at = marker.at
        assert at is not None
        return [one.id for one in everybody(state) if reaches(at, marker.elevation, one, marker.radius)]

    async def throws(
        self,
        play: Play[Battle],
        card: Card,
        marker: AreaMarker,
        reach: int | None,
        *,
        needs_sight: bool = True,
    ) -> None:
        """The player aims at a point of the ground."""
        await throwing.aim(play, card, marker, reach, needs_sight)

    @rule("LR-ACT-22", "LR-ACT-12")
    def at_hand(self, state: Battle, card: Card, at: Point | None, section: int) -> bool:
        """In base contact or within 1 inch of a base."""
        found = (standing(state, one) for one in card.models)
        return at is not None and any(one is not None and reaches(at, 0.0, one, AT_HAND) for one in found)

    def beside(self, state: Battle, card: Card) -> list[Card]:
        """Those whose bases touch."""
        here = standing(state, card.model.id)
        return [
            other
            for other in state.team(card.seat)
            if other is not card
            and other.on_table
            and here is not None
            and any((one := standing(state, id)) is not None and touches(here, one) for id in other.models)
        ]


def _enemies(state: Battle, model: Model) -> list[str]:
    """Models of the enemy on the table, Rotters and machines."""
    found = state.find(model.id)
    assert found is not None
    seat = found[0].seat
    foes = (one.id for card, one in state.models_on_table() if card.seat != seat)
    return [*foes, *state.rotters, *state.machines]
