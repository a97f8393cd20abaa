"""Pushing somebody off a ledge, a roof or into a pit."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent, others_than
from sandtable.books.heroic_endeavors.chapters.movement.dangling import let_go
from sandtable.books.heroic_endeavors.chapters.movement.falling import fall
from sandtable.books.heroic_endeavors.chapters.movement.riding import bearer_of, ride_along, told_at
from sandtable.books.heroic_endeavors.chapters.trait_checks import opposed_check
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.table.squares.arcs import zone
from sandtable.table.squares.contact import Behind, places_towards
from sandtable.table.squares.spaces import DIRECTIONS, gap
from sandtable.table.squares.surface import middle


@rule("HE-PUSH-01")
def edges_behind(state: Adventure, pusher: Model, target: Model) -> list[Behind]:
    """Where a target in front of the pusher could be pushed down to: lower, and farther off than it is."""
    assert pusher.at is not None
    at = target.at
    in_front = any(zone(pusher.base, pusher.at, pusher.facing, one) == "front" for one in target.spaces)
    if at is None or not in_front or not is_adjacent(state, pusher, target):
        return []
    known = places_towards(
        state.board, target.base, at, target.facing, DIRECTIONS, others_than(state, target), up=0
    )
    here = gap(pusher.spaces, target.spaces)
    return [
        one
        for one in known
        if one.drop > 0 and gap(pusher.spaces, target.base.spaces(one.at, target.facing)) > here
    ]


@deed
class Push(DeedKind):
    """HE-PUSH-01"""

    name, rule = "push", "HE-PUSH-01"
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy in front with an edge behind it."""
        foes = [one for one in state.on_board() if one.is_foe_of(model)]
        return [Deed(self.name, foe.id) for foe in foes if edges_behind(state, model, foe)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom, and how deep."""
        target = state.models[deed.target]
        deepest = max((one.drop for one in edges_behind(state, model, target)), default=0)
        return f"push {name_of(state, target)} down, {deepest} space{'s' if deepest != 1 else ''}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Both roll STR and DEX; if the pusher has more, the other goes over the edge."""
        target = bearer_of(play.state, play.state.models[deed.target])
        place = await _edge(play, model, target)
        if await opposed_check(play, model, target, ("STR", "DEX"), "HE-PUSH-02"):
            await go_over(play, model, target, place)


@rule("HE-PUSH-01")
async def _edge(play: Play[Adventure], pusher: Model, target: Model) -> Behind:
    """The pusher names the space below, where several would do."""
    edges = edges_behind(play.state, pusher, target)
    if len(edges) == 1:
        return edges[0]
    prompt = f"Where does {name_of(play.state, pusher)} push {name_of(play.state, target)} to?"
    spaces = [
        Candidate(
            space_called(one.at), f"{space_called(one.at)}, {one.drop} down", one,
            facts={"drop": one.drop, "at": list(one.at)}, places=(middle(one.at),),
        )
        for one in edges
    ]  # fmt: skip
    asked = ChooseOne(pusher.seat, "push to", prompt, ("HE-PUSH-01",), spaces, about=(pusher.id, target.id))
    place: Behind = await CHAIR.ask(play, asked)
    return place


@rule("HE-PUSH-02", "HE-PUSH-03", "HE-REA-03")
async def go_over(play: Play[Adventure], pusher: Model, target: Model, place: Behind) -> None:
    """It lands below, and falls as deep as that is; what it had prepared is lost."""
    target.at = place.at
    let_go(target)
    ride_along(play.state, target)
    target.prepared = Prepared()
    play.tell("model pushed", "HE-PUSH-03", model=pusher.id, target=target.id, **told_at(play.state, target))
    await fall(play, target, place.drop)
