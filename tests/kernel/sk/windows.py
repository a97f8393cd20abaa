"""The moments of SK at which somebody may step in, and the order of the seats in them."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.decision import Candidate, ChooseOne, Number
from sandtable.kernel.play import Play
from sandtable.kernel.window import Windows
from tests.kernel.sk.state import Fighter, Lane

HIT = 4
"""SK-SHO-01"""
READY = 3
"""SK-RCT-03"""

ROLLED = "dice have been rolled"
FALLING = "a fighter is about to fall"
BEAST_MOVES = "the beast moves"
STEP_TAKEN = "a fighter has walked a space"


class Pool:
    """Dice on the table that can still be changed."""

    def __init__(self, seat: str, why: str, faces: tuple[int, ...], need: int = HIT) -> None:
        self.seat = seat
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


class Falling:
    """A fighter that would fall."""

    def __init__(self, fighter: Fighter) -> None:
        self.fighter = fighter
        self.seat = fighter.seat
        self.is_saved = False


class Moving:
    """Somebody on the way, seen by those who may shoot."""

    def __init__(self, mover: str, seat: str) -> None:
        self.mover = mover
        self.seat = seat
        self.has_fallen = False


def in_seat_order(play: Play[Lane], now: Any) -> tuple[str, ...]:
    """Whoever the moment belongs to first, then the others in seat order."""
    seats = play.book.seats(play.state)
    return tuple(sorted(seats, key=lambda seat: seat != now.seat))


WINDOWS = Windows(in_seat_order)


def has_fate(play: Play[Lane], seat: str, now: Pool) -> bool:
    """Whether the seat can turn a failure."""
    return play.state.fate.get(seat, 0) > 0 and bool(now.failures)


@WINDOWS.offer(ROLLED, "fate", "SK-SHO-02", has_fate, repeats=True)
async def spend_fate(play: Play[Lane], seat: str, now: Pool) -> None:
    """A failure becomes a success."""
    places = {str(place): place for place in now.failures}
    question = ChooseOne(
        seat,
        "turn a die",
        "Which die becomes a success?",
        ("SK-SHO-02",),
        lambda: [Candidate(key, f"die {key}", place) for key, place in places.items()],
    )
    place = await play.ask(question)
    play.state.fate[seat] -= 1
    now.faces[place] = 6
    play.tell("fate spent", "SK-SHO-02", seat=seat, faces=list(now.faces))


@WINDOWS.offer(ROLLED, "another die", "SK-GMR-01", lambda play, seat, now: seat == play.state.master)
async def set_die(play: Play[Lane], seat: str, now: Pool) -> None:
    """The Game Master sets a die."""
    place = await play.ask(Number(seat, "choose die", "Which die?", ("SK-GMR-01",), 0, len(now.faces) - 1))
    now.faces[place] = await play.ask(Number(seat, "choose face", "Which face?", ("SK-GMR-01",), 1, 6))
    play.tell("die set", "SK-GMR-01", seat=seat, faces=list(now.faces))


def may_use_luck(play: Play[Lane], seat: str, now: Falling) -> bool:
    """Whether the fighter is the seat's and has luck."""
    return now.fighter.seat == seat and now.fighter.luck > 0 and not now.is_saved


@WINDOWS.offer(FALLING, "luck", "SK-SHO-04", may_use_luck)
async def use_luck(play: Play[Lane], seat: str, now: Falling) -> None:
    """The fighter keeps one life."""
    now.fighter.luck -= 1
    now.is_saved = True
    play.tell("luck used", "SK-SHO-04", fighter=now.fighter.id)
