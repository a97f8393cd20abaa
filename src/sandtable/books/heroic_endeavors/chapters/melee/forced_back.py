"""Forced back: into one of the three spaces behind, and who follows."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import others_than, side_of
from sandtable.books.heroic_endeavors.chapters.movement.falling import fall
from sandtable.books.heroic_endeavors.chapters.successes import EFFECTS
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.windows import MODEL_PUSHED, WINDOWS, ModelMoment
from sandtable.kernel import Candidate, ChooseOne, Play, YesNo, rule
from sandtable.table.squares.contact import Behind, places_behind
from sandtable.table.squares.spaces import Space
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
    safe = [one for one in known if one.drop < EDGE]
    return safe or list(known)


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
        winner.at = left
        play.tell("model followed", "HE-FBK-02", model=winner.id, at=middle(left))


async def _forced(play: Play[Adventure], winner: Model, loser: Model) -> Space | None:
    """The space that was left, or none if there was no room."""
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
    loser.prepared = Prepared()
    play.tell("model forced back", "HE-FBK-01", model=loser.id, at=middle(place.at))
    await WINDOWS.open(play, MODEL_PUSHED, ModelMoment(loser))
    if not loser.is_conscious:
        return left
    if place.drop >= EDGE:
        await fall(play, loser, place.drop)
    elif place.is_rough and not await check(play, loser, "DEX", DIFFICULTY, "HE-FBK-04"):
        loser.condition.fallen = True
        play.tell("model fell", "HE-FBK-04", model=loser.id)
    return left
