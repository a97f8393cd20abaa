"""Dice of which each succeeds or fails, and which others may still change after they were rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandtable.kernel.check import Needed
from sandtable.kernel.decision import Allocate, Candidate, ChooseOne, Number, Thrown
from sandtable.kernel.dice import For, each
from sandtable.kernel.play import Play
from sandtable.kernel.window import Moment, Windows

SIDES = 6
ROLLED = "dice have been rolled"
"""The moment at which they may be changed."""


class Pool(Moment):
    """Dice that lie on the table."""

    def __init__(self, seat: str, why: str, faces: tuple[int, ...], need: int) -> None:
        super().__init__(seat)
        self.why = why
        self.faces = list(faces)
        self.need = need

    @property
    def failures(self) -> list[int]:
        """The places of the dice that are no success."""
        return [place for place, face in enumerate(self.faces) if face < self.need]

    @property
    def successes(self) -> int:
        """How many dice succeed."""
        return len(self.faces) - len(self.failures)

    @property
    def facts(self) -> dict[str, Any]:
        """What everybody who is asked may see."""
        return {"why": self.why, "faces": list(self.faces), "need": self.need}

    @property
    def thrown(self) -> Thrown:
        """The dice as screens show them."""
        return Thrown(tuple(self.faces), self.need)


class Pools:
    """How the pools of a book are rolled, and by which of its rules they are changed."""

    def __init__(self, windows: Windows) -> None:
        self._windows = windows

    async def roll(self, play: Play[Any], seat: str, count: int, what: For | str, need: Needed) -> Pool:
        """Roll, and ask all who may change the dice, the roller first, until all pass in a row."""
        faces = await play.roll(count, what, seat=seat, need=need, reading=each(need.number))
        pool = Pool(seat, str(what), faces, need.number)
        await self._windows.open_until_all_pass(play, ROLLED, pool)
        return pool

    async def spend(
        self, play: Play[Any], pool: Pool, rule: str, effects: Mapping[str, str], room: Mapping[str, int]
    ) -> list[str]:
        """The roller allots each success to an effect, to some at most as often as there is room."""
        things = {name: name for name in (f"success {number + 1}" for number in range(pool.successes))}
        prompt = "What do the successes buy?"
        question = Allocate(pool.seat, "spend successes", prompt, (rule,), things, effects, room=room)
        return [*(await play.ask(question)).values()]

    def may_turn_failures(
        self, name: str, rule: str, purse: Callable[[Any], dict[str, int]], told: str
    ) -> None:
        """By a rule each seat may turn failures into successes, a point of its purse for each."""

        def has_some(play: Play[Any], seat: str, now: Pool) -> bool:
            return purse(play.state).get(seat, 0) > 0 and bool(now.failures)

        @self._windows.offer(ROLLED, name, rule, has_some, repeats=True)
        async def turn(play: Play[Any], seat: str, now: Pool) -> None:
            """A failure becomes a success."""
            dice = [Candidate(str(place), f"die {place}", place) for place in now.failures]
            prompt = "Which die becomes a success?"
            place = await play.ask(ChooseOne(seat, "turn a die", prompt, (rule,), dice, thrown=now.thrown))
            purse(play.state)[seat] -= 1
            now.faces[place] = SIDES
            play.tell(told, rule, seat=seat, faces=list(now.faces))

    def may_set_a_die(self, name: str, rule: str, who: Callable[[Any], str], told: str) -> None:
        """By a rule one seat, such as the Game Master's, may set one die of a roll to any face."""

        @self._windows.offer(ROLLED, name, rule, lambda play, seat, now: seat == who(play.state))
        async def set_it(play: Play[Any], seat: str, now: Pool) -> None:
            """One die shows another face."""
            last = len(now.faces) - 1
            place = await play.ask(Number(seat, "choose die", "Which die?", (rule,), 0, last))
            now.faces[place] = await play.ask(Number(seat, "choose face", "Which face?", (rule,), 1, SIDES))
            play.tell(told, rule, seat=seat, faces=list(now.faces))


NOBODY = "nobody"


async def give_out_dice(
    play: Play[Any], seat: str, rule: str, faces: Sequence[int], holders: Iterable[str]
) -> dict[str, str]:
    """A seat gives each of its dice to somebody, who takes one at most, or to nobody: die to holder."""
    dice = {f"die {number}": str(face) for number, face in enumerate(faces, 1)}
    room = dict.fromkeys(holders, 1)
    known = {one: one for one in (*room, NOBODY)}
    prompt = "Who gets which die?"
    shown = dict(zip(dice, faces, strict=True))
    question = Allocate(seat, "hand out dice", prompt, (rule,), dice, known, room=room, faces=shown)
    given: dict[str, str] = await play.ask(question)
    return given
