"""SK: orders given in secret, plotted paths that sentries interrupt, and charges."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.binding.together import ask_in_rounds, run_together
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, Move, Option, Planner, Together, YesNo
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from tests.kernel.sk.secrets import spring_traps
from tests.kernel.sk.shooting import POOLS, WINDOWS, FighterMoment, shoot, wound
from tests.kernel.sk.state import LENGTH, Fighter, Lane, nearest

ORDERS = ("walk", "charge", "watch")
REACH = 4
"""SK-ORD-02"""
NERVE, TO_STRIKE = 4, Needed(4, "SK-ORD-03")

STEP_TAKEN = "a fighter has walked a space"


@rule("SK-ORD-01")
async def give_orders(play: Play[Lane]) -> None:
    """All choose in secret; all is shown together."""
    lane, rules = play.state, ("SK-ORD-01",)
    candidates = [Candidate(order, order) for order in ORDERS]
    parts = {
        seat: ChooseOne(seat, "choose order", "Which order?", rules, candidates)
        for seat in filter(lane.standing, lane.seats)
    }
    chosen = await play.ask(Together("choose orders", "Choose an order.", rules, parts))
    for one in lane.fighters.values():
        one.order = chosen.get(one.seat, "")
    play.tell("orders shown", "SK-ORD-01", reveals=True, orders=chosen)


def with_order(lane: Lane, order: str) -> list[Fighter]:
    """The fighters that can carry out an order of theirs."""
    return [one for one in lane.in_sight if one.order == order]


class PathPlanner(Planner):
    """A way of single spaces from where a fighter stands."""

    def __init__(self, start: int) -> None:
        self.start = start

    def proposals(self) -> list[Option]:
        goals = [self.start, *(goal for goal in range(LENGTH) if 0 < abs(goal - self.start) <= REACH)]
        return [Option(self._way(goal), f"to {goal}") for goal in goals]

    def _way(self, goal: int) -> list[int]:
        step = 1 if goal > self.start else -1
        return list(range(self.start + step, goal + step, step)) if goal != self.start else []

    def read(self, answer: Any) -> list[int]:
        if not isinstance(answer, list) or not all(type(one) is int for one in answer) or len(answer) > REACH:
            raise refuse("SK-ORD-02", "That is no path.", f"List at most {REACH} spaces.")
        for before, space in zip([self.start, *answer], answer, strict=False):
            if abs(space - before) != 1 or not 0 <= space < LENGTH:
                raise refuse("SK-ORD-02", f"From {before} one cannot go to {space}.", "Go space by space.")
        return answer


def where_to(one: Fighter) -> Move:
    """The question which way a fighter goes."""
    prompt, facts = f"Where does {one.id} go?", {"fighter": one.id}
    return Move(one.seat, "move", prompt, ("SK-ORD-02",), PathPlanner(one.at), facts=facts)


@rule("SK-ORD-02")
async def run_plotted_paths(play: Play[Lane]) -> None:
    """All walkers plot in secret and run together, space by space."""
    walkers = with_order(play.state, "walk")
    questions = [where_to(one) for one in walkers]
    plotted = await ask_in_rounds(play, "plot paths", "Plot a path.", "SK-ORD-02", questions)
    paths = dict(zip((one.id for one in walkers), plotted, strict=True))
    play.tell("paths shown", "SK-ORD-02", reveals=True, paths=paths)
    await run_together(paths, partial(walk_one_space, play))


async def walk_one_space(play: Play[Lane], walker: str, space: int) -> bool:
    """A fighter enters a space, or is stopped; whether it may go on."""
    one = play.state.fighters[walker]
    if one.life == 0:
        return False
    if any(enemy.at == space for enemy in play.state.enemies(one.seat)):
        play.tell("walk stopped", "SK-ORD-02", fighter=one.id, space=space)
        return False
    one.at = space
    play.tell("fighter walked", "SK-ORD-02", fighter=one.id, space=space)
    await spring_traps(play, one)
    await WINDOWS.open(play, STEP_TAKEN, FighterMoment(one))
    return one.stands and one.at == space


def sentries(play: Play[Lane], seat: str, now: FighterMoment) -> list[Fighter]:
    """The fighters of a seat that watch an enemy walk."""
    watching = with_order(play.state, "watch") if now.fighter.stands and now.seat != seat else []
    return [one for one in watching if one.seat == seat]


@WINDOWS.offer(STEP_TAKEN, "sentry", "SK-SHO-05", sentries)
async def fire_from_sentry(play: Play[Lane], seat: str, now: FighterMoment, watching: list[Fighter]) -> None:
    """One sentry shoots at the walker and watches no more."""
    watching[0].order = ""
    await shoot(play, watching[0], now.fighter)


@rule("SK-ORD-03")
async def run_charges(play: Play[Lane]) -> None:
    """Chargers run one after the other, as long as there is somebody to run at."""
    for charger in play.state.fighters.values():
        enemies = play.state.enemies(charger.seat)
        if charger.in_sight and charger.order == "charge" and enemies:
            await charge(play, charger, nearest(enemies, charger.at))


@rule("SK-ORD-03")
async def charge(play: Play[Lane], charger: Fighter, target: Fighter) -> None:
    """A charger is shot at, tests its nerve if that hurt, and strikes."""
    play.tell("charge declared", "SK-ORD-03", fighter=charger.id, target=target.id)
    life = charger.life
    prompt = f"Does {target.id} shoot at {charger.id}?"
    if await play.ask(YesNo(target.seat, "shoot at charger", prompt, ("SK-ORD-03",))):
        await shoot(play, target, charger)
    if not charger.stands:
        return
    if charger.life < life:
        (face,) = await play.roll(1, f"{charger.id} keeps its nerve", "SK-ORD-03", seat=charger.seat)
        if face < NERVE:
            play.tell("charge called off", "SK-ORD-03", fighter=charger.id)
            return
    charger.at = target.at
    pool = await POOLS.roll(play, charger.seat, 1, f"{charger.id} strikes", TO_STRIKE)
    await wound(play, target, pool.successes)
