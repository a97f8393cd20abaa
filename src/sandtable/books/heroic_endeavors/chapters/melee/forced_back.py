"""Forced back: into one of the three spaces behind, and who follows."""

from __future__ import annotations

import msgspec

from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import distance_between, others_than, side_of
from sandtable.books.heroic_endeavors.chapters.movement.dangling import let_go
from sandtable.books.heroic_endeavors.chapters.movement.falling import fall
from sandtable.books.heroic_endeavors.chapters.movement.riding import bearer_of, ride_along, told_at
from sandtable.books.heroic_endeavors.chapters.successes import EFFECTS
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.windows import MODEL_PUSHED, WINDOWS, ModelMoment
from sandtable.kernel import Candidate, ChooseOne, Play, YesNo, rule
from sandtable.table.squares.contact import Behind, places_behind, places_towards
from sandtable.table.squares.spaces import Space, halves
from sandtable.table.squares.surface import middle

EDGE = 2
"""HE-FBK-07: a drop of so many spaces is an edge."""
DIFFICULTY = 1
"""HE-FBK-04"""


@rule("HE-FBK-01", "HE-FBK-03", "HE-FBK-07")
def places_for(state: Adventure, loser: Model, winner: Model) -> list[Behind]:
    """The free spaces behind the loser, before it if the winner is behind; an edge as a last resort."""
    if loser.at is None or winner.at is None:
        return []
    ahead = side_of(loser, winner.at) == "rear"
    known = places_behind(
        state.board, loser.base, loser.at, loser.facing, others_than(state, loser), is_ahead=ahead
    )
    known = tuple(one for one in known if not _is_held_from(state, loser, one.at))
    safe = [one for one in known if one.drop < EDGE]
    return safe if safe or state.switches.forced_over_edge == "never" else list(known)


@rule("HE-ENG-04")
def _is_held_from(state: Adventure, model: Model, at: Space) -> bool:
    """Who is entangled is not forced away from who holds it."""
    held = model.condition.entangled
    if held is None:
        return False
    holder = state.models[held.by]
    if not holder.on_board:
        return False
    moved = msgspec.structs.replace(model, at=at)
    return distance_between(holder, moved) > distance_between(holder, model)


@EFFECTS.entry("force back")
@rule("HE-FBK-01", "HE-FBK-03", "HE-REA-03")
async def force_back(play: Play[Adventure], winner: Model, loser: Model) -> None:
    """The loser's owner picks one of the spaces; without one nothing happens."""
    await _forced(play, winner, loser)


@EFFECTS.entry("force back and follow")
@rule("HE-FBK-02")
async def force_back_and_follow(play: Play[Adventure], winner: Model, loser: Model) -> None:
    """The winner may come after, into the space just left."""
    left = await _forced(play, winner, loser)
    if left is None or is_out(winner):
        return
    prompt = f"Does {name_of(play.state, winner)} follow?"
    asked = YesNo(winner.seat, "follow", prompt, ("HE-FBK-02",), about=(winner.id, loser.id))
    if await CHAIR.ask(play, asked):
        winner = bearer_of(play.state, winner)
        winner.at = _after(play.state, winner, left)
        ride_along(play.state, winner)
        play.tell("model followed", "HE-FBK-02", model=winner.id, **told_at(play.state, winner))


@rule("HE-FBK-02", "HE-BASE-07")
def _after(state: Adventure, winner: Model, left: Space) -> Space:
    """Into the space just left; a larger base goes a space that way, if it can."""
    assert winner.at is not None
    if len(winner.spaces) == 1:
        return left
    x, y = min(winner.spaces, key=lambda one: halves(one, left))
    step = ((left[0] > x) - (left[0] < x), (left[1] > y) - (left[1] < y))
    found = places_towards(
        state.board, winner.base, winner.at, winner.facing, [step], others_than(state, winner)
    )
    return found[0].at if found else winner.at


async def _forced(play: Play[Adventure], winner: Model, loser: Model) -> Space | None:
    """The space that was left, or none if there was no room; a mounted unit is moved as one."""
    loser = bearer_of(play.state, loser)
    if loser.condition.fallen or not loser.on_board:
        return None
    places = places_for(play.state, loser, winner)
    if not places:
        play.tell("no room behind", "HE-FBK-03", model=loser.id)
        return None
    chosen = places[0]
    if len(places) > 1:
        prompt = f"Where is {name_of(play.state, loser)} forced back to?"
        spaces = [
            Candidate(
                space_called(one.at),
                space_called(one.at),
                one,
                facts={"rough": one.is_rough, "at": list(one.at)},
                places=(middle(one.at),),
            )
            for one in places
        ]
        asked = ChooseOne(
            loser.seat, "forced back", prompt, ("HE-FBK-01",), spaces, about=(loser.id, winner.id)
        )
        chosen = await CHAIR.ask(play, asked)
    return await _moves_back(play, loser, chosen)


@rule("HE-FBK-01", "HE-FBK-04", "HE-FBK-05", "HE-ACT-04")
async def _moves_back(play: Play[Adventure], loser: Model, place: Behind) -> Space | None:
    left = loser.at
    loser.at = place.at
    let_go(loser)
    ride_along(play.state, loser)
    loser.prepared = Prepared()
    play.tell("model forced back", "HE-FBK-01", model=loser.id, **told_at(play.state, loser))
    await WINDOWS.open(play, MODEL_PUSHED, ModelMoment(loser))
    if not loser.is_conscious:
        return left
    if place.drop >= EDGE:
        await fall(play, loser, place.drop)
    elif place.is_rough and not await check(play, loser, "DEX", DIFFICULTY, "HE-FBK-04"):
        loser.condition.fallen = True
        play.tell("model fell", "HE-FBK-04", model=loser.id)
    return left
