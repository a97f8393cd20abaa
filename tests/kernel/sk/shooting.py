"""SK: shooting, wounds, bombs and harm that falls due."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.check import Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Allocate, Chance, Measuring, Option, TargetArea
from sandtable.kernel.dice import each
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from tests.kernel.sk.state import LENGTH, Due, Fighter, Lane
from tests.kernel.sk.windows import FALLING, HIT, ROLLED, WINDOWS, Falling, Pool

BOMB_NEEDS = 5
"""SK-SHO-06"""


@rule("SK-SHO-01", "SK-SHO-02")
async def roll_pool(play: Play[Lane], seat: str, count: int, why: str, rule_id: str, need: int = HIT) -> Pool:
    """Roll, and let everybody who may change the dice."""
    faces = await play.roll(count, why, seat=seat, need=Needed(need, rule_id), reading=each(need))
    pool = Pool(seat, why, faces, need)
    await WINDOWS.open_until_all_pass(play, ROLLED, pool)
    return pool


@rule("SK-SHO-03")
async def shoot(play: Play[Lane], shooter: Fighter, target: Fighter) -> None:
    """Roll to hit and spend the successes."""
    pool = await roll_pool(play, shooter.seat, 2, f"{shooter.id} shoots", "SK-SHO-01")
    if not pool.successes:
        play.tell("shot missed", "SK-SHO-01", shooter=shooter.id, target=target.id)
        return
    given = await play.ask(
        Allocate(
            shooter.seat,
            "spend successes",
            "What do the successes buy?",
            ("SK-SHO-03",),
            {f"success {number}": f"success {number}" for number in range(1, pool.successes + 1)},
            {"wound": "a wound", "push": "a push"},
            room={"push": 1},
        )
    )
    bought = list(given.values())
    play.tell("shot hit", "SK-SHO-03", shooter=shooter.id, target=target.id, bought=bought)
    if "push" in bought:
        target.at = min(LENGTH - 1, max(0, target.at + (1 if target.at > shooter.at else -1)))
    await wound(play, target, bought.count("wound"))


@rule("SK-SHO-04")
async def wound(play: Play[Lane], fighter: Fighter, harm: int) -> None:
    """Take lives; whoever would fall may be lucky."""
    if harm >= fighter.life and harm and fighter.stands:
        now = Falling(fighter)
        await WINDOWS.open(play, FALLING, now)
        if now.is_saved:
            fighter.life = 1
            return
    fighter.life = max(0, fighter.life - harm)
    if harm:
        play.tell("fighter wounded", "SK-SHO-01", fighter=fighter.id, life=fighter.life)


class BombPlanner:
    """Any three spaces in a row."""

    def proposals(self) -> list[Option]:
        return [Option([first, first + 2], f"spaces {first} to {first + 2}") for first in range(LENGTH - 2)]

    def sample(self, chance: Chance) -> Any:
        first = int(chance.random() * (LENGTH - 2))
        return [first, first + 2]

    def read(self, answer: Any) -> range:
        fine = isinstance(answer, list) and len(answer) == 2 and all(type(one) is int for one in answer)
        if not fine or answer[1] != answer[0] + 2 or not 0 <= answer[0] < LENGTH - 2:
            raise refuse(
                "SK-SHO-06",
                "That is no place for a bomb.",
                "Name the first and last of three spaces in a row.",
            )
        return range(answer[0], answer[1] + 1)


@rule("SK-SHO-06")
async def throw_bombs(play: Play[Lane]) -> None:
    """Each seat lays one bomb; the wounds wait."""
    for seat in play.state.seats:
        if not play.state.standing(seat):
            continue
        covered = await play.ask(
            TargetArea(
                seat, "throw bomb", "Where does the bomb go?", ("SK-SHO-06",), BombPlanner(), Measuring()
            )
        )
        under = [
            one for one in play.state.fighters.values() if one.at in covered and one.stands and not one.hidden
        ]
        play.tell(
            "bomb thrown", "SK-SHO-06", seat=seat, spaces=list(covered), under=[one.id for one in under]
        )
        for one in under:
            pool = await roll_pool(play, seat, 1, f"bomb on {one.id}", "SK-SHO-06", BOMB_NEEDS)
            if pool.successes:
                play.state.due.append(Due(play.state.turn + 1, one.id, 1))
                play.tell("wound will come", "SK-SHO-06", to=(one.seat,), fighter=one.id)


@rule("SK-SHO-07")
async def strike_what_is_due(play: Play[Lane]) -> None:
    """Harm of an earlier turn strikes now."""
    now = [one for one in play.state.due if one.turn <= play.state.turn]
    play.state.due = [one for one in play.state.due if one.turn > play.state.turn]
    for one in now:
        play.tell("harm fell due", "SK-SHO-07", fighter=one.fighter)
        await wound(play, play.state.fighters[one.fighter], one.harm)
