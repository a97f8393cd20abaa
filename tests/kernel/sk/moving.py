"""SK: reaction dice and the beast, orders given in secret, walks that sentries interrupt, charges."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.binding.mechanisms.pools import NOBODY, give_out_dice
from sandtable.binding.mechanisms.together import ask_in_rounds, choose_in_secret, run_together
from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, Move, Option, Planner, YesNo
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.kernel.window import Moment
from tests.kernel.sk.secrets import spring_traps
from tests.kernel.sk.shooting import POOLS, TO_HIT, WINDOWS, FighterMoment, shoot, wound
from tests.kernel.sk.state import LENGTH, NOWHERE, Fighter, Lane, nearest, way

READY = 3
"""SK-RCT-03"""
REACH = 4
"""SK-BST-01, SK-ORD-02"""
BITES = Needed(4, "SK-BST-04")
NERVE = STRIKES = Needed(4, "SK-ORD-03")

BEAST_MOVES = "the beast moves"
STEP_TAKEN = "a fighter has walked a space"


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
    given = await give_out_dice(play, seat, "SK-RCT-02", faces, [one.id for one in play.state.standing(seat)])
    for holder, face in zip(given.values(), faces, strict=True):
        if holder != NOBODY:
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
    return way(lane.beast, nearest(lane.in_sight, lane.beast).at)[:REACH]


@rule("SK-BST-04")
async def tread(play: Play[Lane], space: int) -> bool:
    """The beast enters a space and fights those who are there; whether it goes on."""
    play.state.beast = space
    play.tell("beast moved", "SK-BST-01", space=space)
    for one in play.state.in_sight:
        if one.at == space:
            if await play.passes(f"beast fights {one.id}", BITES, one.seat):
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


@rule("SK-ORD-01")
async def give_orders(play: Play[Lane]) -> None:
    """All choose in secret; all is shown together."""
    lane = play.state
    asked = filter(lane.standing, lane.seats)
    chosen = await choose_in_secret(play, asked, "SK-ORD-01", "order", ("walk", "charge", "watch"))
    for one in lane.fighters.values():
        one.order = chosen.get(one.seat, "")
    play.tell("orders shown", "SK-ORD-01", reveals=True, orders=chosen)


def with_order(lane: Lane, order: str) -> list[Fighter]:
    """The fighters that can carry out an order of theirs."""
    return [one for one in lane.in_sight if one.order == order]


class PathPlanner(Planner):
    """A way of single spaces from where a fighter stands."""

    def __init__(self, walker: Fighter) -> None:
        self.start = walker.at

    def proposals(self) -> list[Option]:
        goals = [self.start, *(goal for goal in range(LENGTH) if 0 < abs(goal - self.start) <= REACH)]
        return [Option(way(self.start, goal), f"to {goal}") for goal in goals]

    def read(self, answer: Any) -> list[int]:
        if not isinstance(answer, list) or not all(type(one) is int for one in answer) or len(answer) > REACH:
            raise refuse("SK-ORD-02", "That is no path.", f"List at most {REACH} spaces.")
        for before, space in zip([self.start, *answer], answer, strict=False):
            if abs(space - before) != 1 or not 0 <= space < LENGTH:
                raise refuse("SK-ORD-02", f"From {before} one cannot go to {space}.", "Go space by space.")
        return answer


@rule("SK-ORD-02")
async def run_plotted_paths(play: Play[Lane]) -> None:
    """All walkers plot in secret and run together, space by space."""
    walkers = with_order(play.state, "walk")
    rules = ("SK-ORD-02",)
    questions = [
        Move(one.seat, "move", f"Where does {one.id} go?", rules, PathPlanner(one), facts={"fighter": one.id})
        for one in walkers
    ]
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
    watching = with_order(play.state, "watch") if now.fighter.stands else []
    return [one for one in watching if one.seat == seat != now.seat]


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
    is_hurt = charger.life < life
    if is_hurt and not await play.passes(f"{charger.id} keeps its nerve", NERVE, charger.seat):
        play.tell("charge called off", "SK-ORD-03", fighter=charger.id)
        return
    charger.at = target.at
    pool = await POOLS.roll(play, charger.seat, 1, f"{charger.id} strikes", STRIKES)
    await wound(play, target, pool.successes)
