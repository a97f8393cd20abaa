"""What the checks of the laws share: what a game looks like at a moment, and answers drawn by chance."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.kernel.decision import Chance
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered
from sandtable.kernel.refusal import Refused

Make = Callable[[Dice], Game[Any]]
"""How to begin a game of the book with given dice; every call begins the same one."""

MOST_ANSWERS = 400
"""How long a game is followed, unless the caller says otherwise."""
FOLLOWED = 25
"""For how many answers a copy is followed."""


class Broken(AssertionError):
    """A law that the book does not keep."""

    def __init__(self, law: str, where: str) -> None:
        super().__init__(f"law {law}: {where}")
        self.law = law


class Draw:
    """Chance that is the same in every process."""

    def __init__(self, seed: int | str) -> None:
        self._key = str(seed).encode()
        self._drawn = 0

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        self._drawn += 1
        digest = hashlib.blake2b(self._key + b"/%d" % self._drawn, digest_size=8).digest()
        return (int.from_bytes(digest, "big") >> 11) / 2**53

    def below(self, most: int) -> int:
        """A whole number below this one."""
        return int(self.random() * most)


class Moment(msgspec.Struct, frozen=True):
    """A game after some answers, as somebody who knows everything sees it."""

    fingerprint: str
    events: bytes
    question: bytes


def moment(game: Game[Any]) -> Moment:
    """What the game looks like now."""
    return Moment(game.fingerprint(), as_json(game.events(all_seats=True)), as_json(question(game)))


def question(game: Game[Any]) -> list[Any]:
    """The open question as each waiting seat sees it, with all its options."""
    parts = [(seat, game.decision_for(seat)) for seat in game.waiting_for]
    return [[seat, part and [part.as_data(), part.options(), part.barred()]] for seat, part in parts]


def as_json(value: Any) -> bytes:
    return msgspec.json.encode(value)


def answer_by_chance(game: Game[Any], chance: Chance) -> Answered:
    seat = game.waiting_for[0]
    part = game.decision_for(seat)
    assert part is not None
    answer = part.sample(chance)
    try:
        game.answer(answer, seat=seat)
    except Refused as refused:
        raise Broken(
            "5", f"{part.prompt} ({part.rule}) samples {answer!r} and refuses it: {refused}"
        ) from refused
    return Answered(seat, answer)


def trail(game: Game[Any], given: list[Answered]) -> list[Stand]:
    """Where the game stands before and after each answer."""
    found = [stand(game)]
    for one in given:
        game.answer(one.answer, seat=one.seat)
        found.append(stand(game))
    return found


Stand = tuple[str, int]
"""Where a game stands: its fingerprint and how much was told."""


def stand(game: Game[Any]) -> Stand:
    return game.fingerprint(), len(game.events(all_seats=True))
