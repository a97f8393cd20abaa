"""Where a model goes: to strike, to see somebody, or as near to its goal as it comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from sandtable.binding.sources import Sources
from sandtable.books.heroic_endeavors.chapters.actions import Deed
from sandtable.books.heroic_endeavors.chapters.arms import fights_with
from sandtable.books.heroic_endeavors.chapters.ground import facing_to, others_than
from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_on
from sandtable.books.heroic_endeavors.chapters.melee.reach import SPACES, can_strike
from sandtable.books.heroic_endeavors.chapters.movement.walking import mover_of
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.game_master.targets import score
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule
from sandtable.table.squares.reach import Others, Place, Reach, reach
from sandtable.table.squares.spaces import Facing, Space, halves, share_a_side

INSTEAD: Sources[Adventure, Model, Deed, Deed] = Sources("What does a model rather do than go on foot?")
"""For who can fly, jump or leap, before it thinks of walking."""
FAR = 200
"""Halves of a space that a way may take which nobody walks at once."""


@rule("HE-AGM-17")
def towards(start: Space, goal: Space, usual: Facing) -> Facing:
    """The side that looks most towards a place."""
    return facing_to(start, goal, usual)


@rule("HE-ADV-19")
def is_allowed(state: Adventure, model: Model, at: Space) -> bool:
    """Whether it goes there at all: some do not leave their part of the map (HE-ADV-19)."""
    if model.stays is None or any(one.wakes and one.used for one in state.features.values()):
        return True
    west, south, east, north = model.stays
    return west <= at[0] <= east and south <= at[1] <= north


def placed(model: Model, at: Space, facing: Facing) -> Model:
    """The model as it would stand somewhere."""
    return msgspec.structs.replace(model, at=model.base.turned(at, model.facing, facing), facing=facing)


Way = tuple[float, int, Space, Facing, Model]
"""How much it is wanted, the price in halves, where, facing where, and whom it attacks from there."""


@rule("HE-AGM-06", "HE-AGM-07")
def places_to_strike(state: Adventure, model: Model, found: Reach, foes: Iterable[Model]) -> list[Way]:
    """Where within reach somebody can be struck: the best first, from behind, and from near."""
    ways = []
    weapons = fights_with(model)
    far = max(SPACES[one.length] for one in weapons)
    for foe in foes:
        assert foe.at is not None
        for at, price in found.spaces.items():
            if halves(at, foe.at) > 3 * far or not is_allowed(state, model, at):
                continue
            there = placed(model, at, towards(at, foe.at, model.facing))
            for weapon in weapons:
                if can_strike(state, there, foe, weapon):
                    worth = score(state, attack_on(state, there, foe, weapon), price // 2)
                    ways.append((worth, price, at, there.facing, foe))
    return sorted(ways, key=lambda one: (-one[0], one[4].dp, one[4].id, one[1], one[2][1], one[2][0]))


@rule("HE-AGM-09")
def places_to_see(state: Adventure, model: Model, found: Reach, foes: Iterable[Model]) -> Iterator[Way]:
    """Where within reach somebody is in sight, the cheapest first."""
    known = list(foes)
    for at, price in found.spaces.items():
        if not is_allowed(state, model, at):
            continue
        for foe in known:
            assert foe.at is not None
            there = placed(model, at, towards(at, foe.at, model.facing))
            if sees(state, there, foe):
                yield (0.0, price, at, there.facing, foe)


@rule("HE-AGM-28", "HE-AGM-26")
def long_reach(state: Adventure, model: Model, *, opens: bool) -> Reach:
    """Where a model gets to in the end; closed doors are no hindrance to who can open them."""
    board = state.board
    if opens:
        for door in state.doors.values():
            if door.state == "closed" or (door.state == "locked" and may_unlock(model)):
                board = board.with_barrier(door.id, is_open=True)
    assert model.at is not None
    others = others_than(state, model)
    friends = {at for one in state.friends_of(model) for at in one.spaces}
    # Friends will have moved on; where they stand is no reason for a way round the whole map.
    standing = tuple(at for at in others.standing if at not in friends)
    lying = (*others.lying, *friends)
    return reach(board, mover_of(state, model), Place(model.at, model.facing), FAR, Others(standing, lying))


def may_unlock(model: Model) -> bool:
    """Opponents have the keys of their lair; the party finds a key, picks the lock or breaks the door."""
    return not model.handless


def approach(
    state: Adventure, model: Model, found: Reach, goal: Space, *, opens: bool = True
) -> Space | None:
    """The space within reach that lies farthest along the cheapest way to a goal."""
    whole = long_reach(state, model, opens=opens)
    ends = [at for at in whole.spaces if at == goal or halves(at, goal) <= 3]
    if not ends:
        return None
    best = min(
        ends, key=lambda at: (not share_a_side(at, goal) and at != goal, whole.spaces[at], at[1], at[0])
    )
    way = whole.way(Place(best, model.facing))
    on_way = [] if way is None else [leg.place.at for leg in way]
    there = [at for at in on_way if at in found.spaces and is_allowed(state, model, at)]
    if there:
        return there[-1]
    near = [at for at in found.spaces if is_allowed(state, model, at)]
    return min(near, key=partial(_far_from, best), default=None)


def _far_from(goal: Space, at: Space) -> tuple[int, int, int]:
    return (halves(at, goal), at[1], at[0])
