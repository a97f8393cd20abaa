"""SK: shots and the dice that others may change, luck, bombs and harm that falls due."""

from __future__ import annotations

from typing import Any

from sandtable.binding.pools import Pools
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Allocate, Option, Planner, TargetArea
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.kernel.window import Moment, Windows
from tests.kernel.sk.state import LENGTH, Due, Fighter, Lane

FALLING = "a fighter is about to fall"

WINDOWS = Windows()
POOLS = Pools(WINDOWS)
POOLS.may_turn_failures("fate", "SK-SHO-02", lambda lane: lane.fate, "fate spent")
POOLS.may_set_a_die("another die", "SK-GMR-01", lambda lane: lane.master, "die set")
TO_HIT = Needed(4, "SK-SHO-01")
TO_BOMB = Needed(5, "SK-SHO-06")


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
    things = {name: name for name in (f"success {number + 1}" for number in range(pool.successes))}
    effects, room = {"wound": "a wound", "push": "a push"}, {"push": 1}
    prompt, rules = "What do the successes buy?", ("SK-SHO-03",)
    question = Allocate(shooter.seat, "spend successes", prompt, rules, things, effects, room=room)
    bought = [*(await play.ask(question)).values()]
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


def may_use_luck(play: Play[Lane], seat: str, now: FighterMoment) -> bool:
    """Whether the fighter is the seat's and has luck."""
    return now.seat == seat and now.fighter.luck > 0 and not now.is_saved


@WINDOWS.offer(FALLING, "luck", "SK-SHO-04", may_use_luck)
async def use_luck(play: Play[Lane], seat: str, now: FighterMoment) -> None:
    """The fighter keeps one life."""
    now.fighter.luck -= 1
    now.is_saved = True
    play.tell("luck used", "SK-SHO-04", fighter=now.fighter.id)


class BombPlanner(Planner):
    """Any three spaces in a row."""

    def proposals(self) -> list[Option]:
        return [Option([first, first + 2], f"spaces {first} to {first + 2}") for first in range(LENGTH - 2)]

    def read(self, answer: Any) -> range:
        known = [one.answer for one in self.proposals()]
        if not isinstance(answer, list) or [*map(type, answer)] != [int, int] or answer not in known:
            remedy = "Name the first and last of three spaces in a row."
            raise refuse("SK-SHO-06", "That is no place for a bomb.", remedy)
        return range(answer[0], answer[1] + 1)


@rule("SK-SHO-06")
async def throw_bombs(play: Play[Lane]) -> None:
    """Each seat lays one bomb; the wounds wait."""
    lane = play.state
    for seat in filter(lane.standing, lane.seats):
        question = TargetArea(seat, "throw bomb", "Where does the bomb go?", ("SK-SHO-06",), BombPlanner())
        spaces = list(await play.ask(question))
        under = [one for one in lane.in_sight if one.at in spaces]
        play.tell("bomb thrown", "SK-SHO-06", seat=seat, spaces=spaces, under=[one.id for one in under])
        for one in under:
            if (await POOLS.roll(play, seat, 1, f"bomb on {one.id}", TO_BOMB)).successes:
                lane.due.append(Due(lane.turn + 1, one.id, 1))
                play.tell("wound will come", "SK-SHO-06", to=(one.seat,), fighter=one.id)


@rule("SK-SHO-07")
async def strike_what_is_due(play: Play[Lane]) -> None:
    """Harm of an earlier turn strikes now."""
    lane = play.state
    now = [one for one in lane.due if one.turn <= lane.turn]
    lane.due = [one for one in lane.due if one.turn > lane.turn]
    for one in now:
        play.tell("harm fell due", "SK-SHO-07", fighter=one.fighter)
        await wound(play, lane.fighters[one.fighter], one.harm)
