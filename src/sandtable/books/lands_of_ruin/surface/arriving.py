"""Where new Rotters and woken sleepers are put on the virtual table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi

from sandtable.binding.bands.ways import how_far_round, place_on_the_way_round, way_round
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Model, RotterKind
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import everybody, gap, section_at
from sandtable.books.lands_of_ruin.surface.placing import SpotPlanner
from sandtable.books.lands_of_ruin.surface.walking import add_rotter, is_free
from sandtable.books.lands_of_ruin.tables.charts import human
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import Candidate, ChooseOne, Measuring, Place, Play, Refusal, rule
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table import Box, Point, within
from sandtable.table.shapes import box_of, distance

SHIFT, SPARE = 0.25, 8
"""By how many inches a group is pushed at a time, and how many taken places it may step over; ours."""
NOTICED_AT, NEARLY, RING = 5.0, 0.25, 5
"""LR-ROT-23: how far off a noticed sleeper is put; how exactly, and every how many degrees, is ours."""


# ---- at the table edge -----------------------------------------------------------------------------


@rule("LR-SPWN-06", "LR-SPWN-07", "LR-SPWN-08", "LR-HID-12")
def line_of(state: Battle, along: float, count: int) -> tuple[Point, ...]:
    """So many places side by side, centred; none where one of them is within 10 inches of a character."""
    others = [one.at for one in everybody(state)]
    kept_from = [model.at for _, model in state.models_on_table() if model.at is not None]
    found: list[Point] = []
    for beside in _outwards(count + SPARE, is_even=count % 2 == 0):
        at = place_on_the_way_round(state.ground, RADIUS, along + beside)
        if not is_free(state, at, [*others, *found]):
            continue
        if any(within(gap(at, one), human().noticed) for one in kept_from):
            return ()
        found.append(at)
        if len(found) == count:
            return tuple(found)
    return ()


def _outwards(count: int, *, is_even: bool) -> Iterator[float]:
    """Steps of a base from the middle outwards, to one side and the other in turn."""
    first = RADIUS if is_even else 0.0
    for place in range(count):
        far = first + 2 * RADIUS * ((place if is_even else place + 1) // 2)
        yield far if place % 2 == 0 else -far


@rule("LR-SPWN-07", "LR-SPWN-09", "LR-SPWN-10")
def pushed_places(state: Battle, point: Point, count: int) -> list[tuple[Point, ...]]:
    """The nearest places for a group along the edge: one, two on either side equally near, or none."""
    start, far = how_far_round(state.ground, RADIUS, point), 0.0
    while far <= way_round(state.ground, RADIUS) / 2:
        found = [line_of(state, start + sign * far, count) for sign in ((1, -1) if far else (1,))]
        if any(found):
            return [one for one in found if one]
        far += SHIFT
    return []


@rule("LR-SPWN-09")
async def arrive(play: Play[Battle], point: Point, kinds: Sequence[RotterKind]) -> None:
    """A group is put on the edge; where it is pushed to either side the active player decides."""
    places = pushed_places(play.state, point, len(kinds))
    if not places:
        play.tell("Rotters kept out", "LR-SPWN-10", at=point, count=len(kinds))
        return
    chosen = await which_side(play, places)
    middle = chosen[len(chosen) // 2]
    pushed = ("LR-SPWN-07", "LR-SPWN-08") if distance(middle, point) > 2.0 else ()
    for kind, at in zip(kinds, chosen, strict=True):
        add_rotter(play, kind, at, "LR-SPWN-06", *pushed)


@rule("LR-SPWN-09")
async def which_side(play: Play[Battle], places: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """The only places for a group along the edge, or those of two that the active player chooses."""
    listed = [
        Candidate(
            f"{one[0][0]:g},{one[0][1]:g}",
            f"at {one[0][0]:.0f},{one[0][1]:.0f}",
            one,
            ("LR-SPWN-09",),
            places=(one[0],),
        )
        for one in places
    ]
    if len(listed) == 1:
        return places[0]
    prompt, facts = "To which side are those pushed who come on?", {"count": len(places[0])}
    seat, rules = play.state.active, ("LR-SPWN-09",)
    chosen: tuple[Point, ...] = await play.ask(ChooseOne(seat, "push Rotters", prompt, rules, listed, facts))
    return chosen


# ---- woken sleepers --------------------------------------------------------------------------------


def ring(at: Point, far: float) -> Iterator[Point]:
    """The places round a base with so much of a gap."""
    for degrees in range(0, 360, RING):
        angle = pi * degrees / 180
        yield (
            round(at[0] + (2 * RADIUS + far) * cos(angle), 6),
            round(at[1] + (2 * RADIUS + far) * sin(angle), 6),
        )


class NoticedPlanner(SpotPlanner):
    """Where the owner of a victim puts a sleeper that was noticed."""

    def __init__(self, state: Battle, victim: Model) -> None:
        super().__init__("LR-ROT-23", state)
        assert victim.at is not None
        self.victim, self.at = victim, victim.at
        self.far = next((one for one in self._gaps() if list(self._places(one))), 0.0)

    def _gaps(self) -> Iterator[float]:
        """5 inches, then ever less."""
        return (NOTICED_AT - NEARLY * step for step in range(int(NOTICED_AT / NEARLY) + 1))

    def _places(self, far: float) -> Iterator[Point]:
        return (at for at in ring(self.at, far) if self._is_in(at) and self.why_no_room(at) is None)

    def _is_in(self, at: Point) -> bool:
        ground = self.state.ground
        inside = RADIUS <= at[0] <= ground.width - RADIUS and RADIUS <= at[1] <= ground.depth - RADIUS
        return inside and section_at(self.state, at) == self.victim.section

    @property
    def box(self) -> Box:
        """The box round the section."""
        return box_of(map_of(self.state.map).sections[self.victim.section - 1].polygon, -RADIUS)

    @rule("LR-ROT-23")
    def why_not(self, at: Point) -> Refusal | None:
        """In the section of the victim, and 5 inches from it or as far as the section allows."""
        if not self._is_in(at):
            return Refusal("LR-ROT-23", "That is not in the same section.", "Stay in the victim's section.")
        if abs(gap(self.at, at) - self.far) > NEARLY:
            reason = f"It is put {self.far:g} inches from its victim."
            return Refusal("LR-ROT-23", reason, f"Choose a place {self.far:g} inches off.")
        return self.why_no_room(at)

    def free_places(self) -> Sequence[Point]:
        """Those found on the ring."""
        if self._free is None:
            self._free = list(self._places(self.far))
        return self._free


@rule("LR-ROT-23")
async def wakes(play: Play[Battle], card: Card, model: Model, *, is_noticed: bool) -> None:
    """In contact with its victim, or where the victim's owner puts it, to wait there for this phase."""
    state = play.state
    assert model.at is not None
    if not is_noticed:
        others = [one.at for one in everybody(state) if one.id != model.id]
        spot = next((at for at in ring(model.at, 0.0) if is_free(state, at, others)), None)
        if spot is not None:
            add_rotter(play, "Shambler", spot, "LR-ROT-23").arrived = 0
            return
    planner = NoticedPlanner(state, model)
    if not planner.free_places():
        play.tell("Rotter left out", "LR-ROT-23", section=model.section)
        return
    prompt = f"Where is the sleeper that {name_of(card)} has noticed?"
    form = Measuring("", 1, RADIUS, zone=planner.zone)
    at = await play.ask(
        Place(card.seat, "place sleeper", prompt, ("LR-ROT-23",), planner, form, {"card": card.id})
    )
    rotter = add_rotter(play, "Shambler", at, "LR-ROT-23")
    rotter.arrived, rotter.waits = 0, True
