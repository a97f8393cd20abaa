"""SK: reaction dice that are given out, and the beast at which ready fighters snap fire."""

from __future__ import annotations

from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Allocate, Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.kernel.window import Moment
from tests.kernel.sk.shooting import POOLS, TO_HIT, WINDOWS, wound
from tests.kernel.sk.state import NOWHERE, Fighter, Lane, nearest

READY = 3
"""SK-RCT-03"""
REACH = 4
"""SK-BST-01"""
BITES = 4
"""SK-BST-04"""

BEAST_MOVES = "the beast moves"


@rule("SK-RCT-01")
async def roll_reaction(play: Play[Lane]) -> None:
    """Roll a die for each fighter."""
    for one in play.state.fighters.values():
        one.die = 0
    for seat in play.state.seats:
        if count := len(play.state.standing(seat)):
            faces = await play.roll(count, f"reaction of {seat}", "SK-RCT-01", seat=seat)
            await give_dice_out(play, seat, faces)


@rule("SK-RCT-02", "SK-RCT-03")
async def give_dice_out(play: Play[Lane], seat: str, faces: tuple[int, ...]) -> None:
    """Each fighter gets at most one die."""
    dice = {f"die {number}": str(face) for number, face in enumerate(faces, 1)}
    fighters = {one.id: one.id for one in play.state.standing(seat)}
    holders, room = {**fighters, "nobody": "nobody"}, dict.fromkeys(fighters, 1)
    prompt, rules = "Who gets which die?", ("SK-RCT-02",)
    given = await play.ask(Allocate(seat, "hand out dice", prompt, rules, dice, holders, room=room))
    for holder, face in zip(given.values(), faces, strict=True):
        if holder in fighters:
            play.state.fighters[holder].die = face
    play.tell("dice given out", "SK-RCT-02", seat=seat, given=given)


@rule("SK-BST-01", "SK-BST-02", "SK-BST-03")
async def move_beast(play: Play[Lane]) -> None:
    """The beast goes for the nearest fighter, in two halves with a moment before, between and after."""
    if beast_path(play.state):
        await WINDOWS.open(play, BEAST_MOVES, Moment())
    path = beast_path(play.state)
    half = (len(path) + 1) // 2
    for part in (path[:half], path[half:]):
        for space in part:
            if play.state.beast == NOWHERE or not await tread(play, space):
                return
        if part and play.state.beast != NOWHERE:
            await WINDOWS.open(play, BEAST_MOVES, Moment())


def beast_path(lane: Lane) -> list[int]:
    """The spaces towards the nearest fighter in sight."""
    if lane.beast == NOWHERE or not lane.in_sight:
        return []
    goal = nearest(lane.in_sight, lane.beast).at
    way = 1 if goal > lane.beast else -1
    return [lane.beast + way * step for step in range(1, min(REACH, abs(goal - lane.beast)) + 1)]


@rule("SK-BST-04")
async def tread(play: Play[Lane], space: int) -> bool:
    """The beast enters a space and fights those who are there; whether it goes on."""
    play.state.beast = space
    play.tell("beast moved", "SK-BST-01", space=space)
    for one in play.state.in_sight:
        if one.at == space:
            (face,) = await play.roll(1, f"beast fights {one.id}", "SK-BST-04", seat=one.seat)
            if face >= BITES:
                await wound(play, one, 1)
            if one.stands:
                return False
    return True


def ready(play: Play[Lane], seat: str, now: Moment) -> list[Fighter]:
    """The fighters of a seat that may snap fire at the beast."""
    there = play.state.beast != NOWHERE
    return [one for one in play.state.standing(seat) if there and one.in_sight and 0 < one.die <= READY]


@WINDOWS.offer(BEAST_MOVES, "snap fire", "SK-BST-02", ready, repeats=True)
async def snap_fire(play: Play[Lane], seat: str, now: Moment) -> None:
    """One ready fighter shoots at the beast and is ready no more."""

    def candidates() -> list[Candidate]:
        return [Candidate(one.id, one.id, one) for one in ready(play, seat, now)]

    shooter = await play.ask(ChooseOne(seat, "snap fire", "Who fires?", ("SK-BST-02",), candidates))
    shooter.die = 0
    pool = await POOLS.roll(play, seat, 2, f"{shooter.id} shoots", TO_HIT)
    play.state.beast_life -= pool.successes
    play.tell("beast shot", "SK-BST-02", shooter=shooter.id, successes=pool.successes)
    if play.state.beast_life <= 0:
        play.state.beast = NOWHERE
        play.tell("beast fell", "SK-BST-02", by=shooter.id)
