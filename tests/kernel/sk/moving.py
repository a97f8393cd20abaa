"""SK: the beast, walks that sentries interrupt, plotted paths and charges."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, Chance, ChooseOne, Measuring, Move, Option, Together, YesNo
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from tests.kernel.sk.shooting import roll_pool, shoot, wound
from tests.kernel.sk.state import LENGTH, NOWHERE, Fighter, Lane
from tests.kernel.sk.windows import BEAST_MOVES, READY, STEP_TAKEN, WINDOWS, Moving

REACH = 4
"""SK-BST-01, SK-ORD-02"""

# ---- the beast ---------------------------------------------------------------------------------------


@rule("SK-BST-01", "SK-BST-02", "SK-BST-03")
async def move_beast(play: Play[Lane]) -> None:
    """The beast goes for the nearest fighter, in two halves with a moment before, between and after."""
    if play.state.beast == NOWHERE:
        return
    now = Moving("beast", "")
    if beast_path(play.state):
        await WINDOWS.open(play, BEAST_MOVES, now)
    path = beast_path(play.state)
    half = (len(path) + 1) // 2
    for part in (path[:half], path[half:]):
        for space in part:
            if play.state.beast == NOWHERE or not await tread(play, space):
                return
        if part and play.state.beast != NOWHERE:
            await WINDOWS.open(play, BEAST_MOVES, now)


def beast_path(lane: Lane) -> list[int]:
    """The spaces towards the nearest fighter in sight."""
    prey = [one for one in lane.fighters.values() if one.stands and not one.hidden]
    if lane.beast == NOWHERE or not prey:
        return []
    goal = min(prey, key=lambda one: (abs(one.at - lane.beast), one.at)).at
    way = 1 if goal > lane.beast else -1
    return [lane.beast + way * step for step in range(1, min(REACH, abs(goal - lane.beast)) + 1)]


@rule("SK-BST-04")
async def tread(play: Play[Lane], space: int) -> bool:
    """The beast enters a space and fights whoever is there; whether it goes on."""
    play.state.beast = space
    play.tell("beast moved", "SK-BST-01", space=space)
    for one in play.state.fighters.values():
        if one.at == space and one.stands and not one.hidden:
            (face,) = await play.roll(1, f"beast fights {one.id}", "SK-BST-04", seat=one.seat)
            if face >= 4:  # SK-BST-04
                await wound(play, one, 1)
            if one.stands:
                return False
    return True


def ready(play: Play[Lane], seat: str) -> list[Fighter]:
    """The fighters of a seat that may snap fire."""
    return [one for one in play.state.standing(seat) if 0 < one.die <= READY and not one.hidden]


@WINDOWS.offer(
    BEAST_MOVES,
    "snap fire",
    "SK-BST-02",
    lambda play, seat, now: play.state.beast != NOWHERE and bool(ready(play, seat)),
    repeats=True,
)
async def snap_fire(play: Play[Lane], seat: str, now: Moving) -> None:
    """One ready fighter shoots at the beast and is ready no more."""
    question = ChooseOne(
        seat,
        "snap fire",
        "Who fires?",
        ("SK-BST-02",),
        lambda: [Candidate(one.id, one.id, one) for one in ready(play, seat)],
    )
    shooter: Fighter = await play.ask(question)
    shooter.die = 0
    pool = await roll_pool(play, seat, 2, f"{shooter.id} shoots", "SK-SHO-01")
    play.state.beast_life -= pool.successes
    play.tell("beast shot", "SK-BST-02", shooter=shooter.id, successes=pool.successes)
    if play.state.beast_life <= 0:
        play.state.beast = NOWHERE
        play.tell("beast fell", "SK-BST-02", by=shooter.id)


# ---- plotted paths -------------------------------------------------------------------------------------


class PathPlanner:
    """A way of single spaces from where a fighter stands."""

    def __init__(self, start: int) -> None:
        self.start = start

    def proposals(self) -> list[Option]:
        goals = [self.start, *(goal for goal in range(LENGTH) if 0 < abs(goal - self.start) <= REACH)]
        return [Option(self._way(goal), f"to {goal}") for goal in goals]

    def _way(self, goal: int) -> list[int]:
        step = 1 if goal > self.start else -1
        return list(range(self.start + step, goal + step, step)) if goal != self.start else []

    def sample(self, chance: Chance) -> Any:
        options = self.proposals()
        return options[int(chance.random() * len(options))].answer

    def read(self, answer: Any) -> list[int]:
        if not isinstance(answer, list) or not all(type(one) is int for one in answer) or len(answer) > REACH:
            raise refuse("SK-ORD-02", "That is no path.", f"List at most {REACH} spaces.")
        before = self.start
        for space in answer:
            if abs(space - before) != 1 or not 0 <= space < LENGTH:
                raise refuse("SK-ORD-02", f"From {before} one cannot go to {space}.", "Go space by space.")
            before = space
        return answer


@rule("SK-ORD-02")
async def run_plotted_paths(play: Play[Lane]) -> None:
    """All walkers plot in secret and run together, space by space."""
    walkers = [
        one for one in play.state.fighters.values() if one.order == "walk" and one.stands and not one.hidden
    ]
    paths: dict[str, list[int]] = {}
    for rank in range(max((len(of_seat(walkers, seat)) for seat in play.state.seats), default=0)):
        asked = {seat: of_seat(walkers, seat)[rank : rank + 1] for seat in play.state.seats}
        parts = {
            seat: Move(
                seat,
                "move",
                f"Where does {one.id} go?",
                ("SK-ORD-02",),
                PathPlanner(one.at),
                Measuring(),
                {"fighter": one.id},
            )
            for seat, found in asked.items()
            for one in found
        }
        chosen = await play.ask(Together("plot paths", "Plot a path.", ("SK-ORD-02",), parts))
        paths |= {asked[seat][0].id: path for seat, path in chosen.items()}
    play.tell("paths shown", "SK-ORD-02", reveals=True, paths=paths)
    stopped: list[str] = []
    for step in range(REACH):
        for one in walkers:
            if one.id not in stopped and one.stands and step < len(paths[one.id]):
                if not await walk_one_space(play, one, paths[one.id][step]):
                    stopped.append(one.id)


def of_seat(fighters: list[Fighter], seat: str) -> list[Fighter]:
    """Those of a seat."""
    return [one for one in fighters if one.seat == seat]


async def walk_one_space(play: Play[Lane], one: Fighter, space: int) -> bool:
    """A fighter enters a space, or is stopped; whether it may go on."""
    if any(enemy.at == space for enemy in play.state.enemies(one.seat)):
        play.tell("walk stopped", "SK-ORD-02", fighter=one.id, space=space)
        return False
    one.at = space
    play.tell("fighter walked", "SK-ORD-02", fighter=one.id, space=space)
    await spring_traps(play, one)
    await WINDOWS.open(play, STEP_TAKEN, Moving(one.id, one.seat))
    return one.stands and one.at == space


@rule("SK-SEC-04")
async def spring_traps(play: Play[Lane], walker: Fighter) -> None:
    """An enemy's trap on the space wounds the walker and is known and gone."""
    for seat, space in list(play.state.traps.items()):
        if seat != walker.seat and space == walker.at:
            del play.state.traps[seat]
            play.tell("trap sprung", "SK-SEC-04", reveals=True, owner=seat, fighter=walker.id, space=space)
            await wound(play, walker, 1)


def sentries(play: Play[Lane], seat: str) -> list[Fighter]:
    """The fighters of a seat that still watch."""
    return [one for one in play.state.standing(seat) if one.order == "watch" and not one.hidden]


def may_watch(play: Play[Lane], seat: str, now: Moving) -> bool:
    """Whether a sentry of the seat sees an enemy walk."""
    return seat != now.seat and play.state.fighters[now.mover].stands and bool(sentries(play, seat))


@WINDOWS.offer(STEP_TAKEN, "sentry", "SK-SHO-05", may_watch)
async def fire_from_sentry(play: Play[Lane], seat: str, now: Moving) -> None:
    """One sentry shoots at the walker and watches no more."""
    sentry = sentries(play, seat)[0]
    sentry.order = ""
    await shoot(play, sentry, play.state.fighters[now.mover])


# ---- charges -------------------------------------------------------------------------------------------


@rule("SK-ORD-03")
async def run_charges(play: Play[Lane]) -> None:
    """Chargers run, are shot at, test their nerve and strike."""
    for charger in list(play.state.fighters.values()):
        if charger.order != "charge" or not charger.stands or charger.hidden:
            continue
        enemies = play.state.enemies(charger.seat)
        if not enemies:
            continue
        target = min(enemies, key=lambda one: (abs(one.at - charger.at), one.at))
        play.tell("charge declared", "SK-ORD-03", fighter=charger.id, target=target.id)
        life = charger.life
        if await play.ask(
            YesNo(target.seat, "shoot at charger", f"Does {target.id} shoot at {charger.id}?", ("SK-ORD-03",))
        ):
            await shoot(play, target, charger)
        left = charger.life
        if left == 0:
            continue
        if left < life:
            (face,) = await play.roll(1, f"{charger.id} keeps its nerve", "SK-ORD-03", seat=charger.seat)
            if face < 4:  # SK-ORD-03
                play.tell("charge called off", "SK-ORD-03", fighter=charger.id)
                continue
        charger.at = target.at
        pool = await roll_pool(play, charger.seat, 1, f"{charger.id} strikes", "SK-ORD-03")
        await wound(play, target, pool.successes)
