"""SK: shots and the dice that others may change, luck, bombs and harm that falls due."""

from __future__ import annotations

from sandtable.binding.effects import ROUND, Effect, end, put_on
from sandtable.binding.mechanisms.pools import Pools
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import ListedPlanner, Option, TargetArea
from sandtable.kernel.play import Play
from sandtable.kernel.window import Moment, Windows
from tests.kernel.sk.state import LENGTH, Fighter, Lane

FALLING = "a fighter is about to fall"

WINDOWS = Windows()
POOLS = Pools(WINDOWS)
POOLS.may_turn_failures("fate", "SK-SHO-02", lambda lane: lane.fate, "fate spent")
POOLS.may_set_a_die("another die", "SK-GMR-01", lambda lane: lane.master, "die set")
TO_HIT = Needed(4, "SK-SHO-01")
TO_BOMB = Needed(5, "SK-SHO-06")
BOMBS = ListedPlanner(
    "SK-SHO-06",
    [Option([first, first + 2], f"spaces {first} to {first + 2}") for first in range(LENGTH - 2)],
    "Name the first and the last of three spaces in a row.",
)


class FighterMoment(Moment):
    """A moment of a fighter: it walks, or it would fall."""

    def __init__(self, fighter: Fighter) -> None:
        super().__init__(fighter.seat)
        self.fighter = fighter
        self.is_saved = False


@rule("SK-SHO-03")
async def shoot(play: Play[Lane], shooter: Fighter, target: Fighter) -> None:
    """Roll to hit and spend the successes."""
    pool = await POOLS.roll(play, shooter.seat, 2, f"{shooter.id} shoots", TO_HIT)
    if not pool.successes:
        play.tell("shot missed", "SK-SHO-01", shooter=shooter.id, target=target.id)
        return
    effects = {"wound": "a wound", "push": "a push"}
    bought = await POOLS.spend(play, pool, "SK-SHO-03", effects, {"push": 1})
    play.tell("shot hit", "SK-SHO-03", shooter=shooter.id, target=target.id, bought=bought)
    if "push" in bought:
        target.at = min(LENGTH - 1, max(0, target.at + (1 if target.at > shooter.at else -1)))
    await wound(play, target, bought.count("wound"))


@rule("SK-SHO-04")
async def wound(play: Play[Lane], fighter: Fighter, harm: int) -> None:
    """Take lives; a fighter that would fall may be lucky."""
    if harm >= fighter.life and harm and fighter.stands:
        now = FighterMoment(fighter)
        await WINDOWS.open(play, FALLING, now)
        if now.is_saved:
            fighter.life = 1
            return
    fighter.life = max(0, fighter.life - harm)
    if harm:
        play.tell("fighter wounded", "SK-SHO-01", fighter=fighter.id, life=fighter.life)


@WINDOWS.offer(FALLING, "luck", "SK-SHO-04", lambda play, seat, now: seat == now.seat and now.fighter.luck)
async def use_luck(play: Play[Lane], seat: str, now: FighterMoment) -> None:
    """The fighter keeps one life."""
    now.fighter.luck -= 1
    now.is_saved = True
    play.tell("luck used", "SK-SHO-04", fighter=now.fighter.id)


@rule("SK-SHO-06")
async def throw_bombs(play: Play[Lane]) -> None:
    """Each seat lays one bomb; the wounds wait."""
    lane = play.state
    for seat in filter(lane.standing, lane.seats):
        first, last = await play.ask(
            TargetArea(seat, "throw bomb", "Where does the bomb go?", ("SK-SHO-06",), BOMBS)
        )
        spaces = list(range(first, last + 1))
        under = [one for one in lane.in_sight if one.at in spaces]
        play.tell("bomb thrown", "SK-SHO-06", seat=seat, spaces=spaces, under=[one.id for one in under])
        for one in under:
            if (await POOLS.roll(play, seat, 1, f"bomb on {one.id}", TO_BOMB)).successes:
                put_on(one, Effect("bomb", "SK-SHO-06", until=ROUND, rounds=lane.turn + 1, number=1))
                play.tell("wound will come", "SK-SHO-06", to=(one.seat,), fighter=one.id)


@rule("SK-SHO-07")
async def strike_what_is_due(play: Play[Lane]) -> None:
    """Harm of an earlier turn strikes now."""
    for one in play.state.fighters.values():
        for harm in end(one, ROUND, play.state.turn):
            play.tell("harm fell due", "SK-SHO-07", fighter=one.id)
            await wound(play, one, harm.number)
