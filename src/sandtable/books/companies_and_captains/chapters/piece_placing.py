"""Placing a piece of terrain: its middle and how far it is turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from sandtable.books.companies_and_captains.chapters.geometry.answers import PROPOSAL
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.terrain_kinds import RolledKind
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Answer, Chance, Option, shown
from sandtable.kernel.refusal import Refused, refuse
from sandtable.table.terrain import Piece

_STEP = 3.0
"""How far apart the places are that the program tries by itself."""
_TRIES = 30
_MOST_PROPOSALS = 6


@rule("CC-TGN-06", "CC-TGN-03")
class PiecePlanner:
    """Where a player may lay a piece of a kind."""

    def __init__(self, state: Battle, kind: RolledKind) -> None:
        self.state = state
        self.kind = kind

    def proposals(self) -> Sequence[Option]:
        """A few places that fit."""
        found: list[Option] = []
        for answer in self._tried():
            if self._fits(answer):
                x, y = answer["at"]
                found.append(Option(answer, "a free place", ("CC-TGN-03",), places=((x, y),)))
                if len(found) == _MOST_PROPOSALS:
                    break
        return found

    def first(self) -> Answer | None:
        """The first place that fits, or None."""
        return next((answer for answer in self._tried() if self._fits(answer)), None)

    def sample(self, chance: Chance) -> Answer:
        """A place that fits, at random."""
        ground = self.state.ground
        for _ in range(_TRIES):
            at = [round(ground.width * chance.random(), 2), round(ground.depth * chance.random(), 2)]
            answer = {"at": at, "turn": 30 * int(chance.random() * 12)}
            if self._fits(answer):
                return answer
        return self.first()

    def read(self, answer: Answer) -> tuple[Piece, ...]:
        """The pieces where the answer lays them, checked exactly."""
        from sandtable.books.companies_and_captains.chapters import terrain_setup

        if answer == PROPOSAL:
            answer = self.first()
        feature = self._feature(answer)
        why = terrain_setup.why_not_lay(self.state, feature)
        if why is not None:
            raise Refused(why)
        return feature

    def _feature(self, answer: Answer) -> tuple[Piece, ...]:
        from sandtable.books.companies_and_captains.chapters import terrain_setup

        fine = isinstance(answer, dict) and {"at"} <= set(answer) <= {"at", "turn"}
        numbers = [*_listed(answer["at"]), answer.get("turn", 0)] if fine else []
        if len(numbers) != 3 or not all(_is_number(one) for one in numbers):
            remedy = 'Answer {"at": [x, y], "turn": degrees}.'
            raise refuse("CC-TGN-06", f"{shown(answer)} is no place for a piece.", remedy)
        x, y, turn = (float(one) for one in numbers)
        name = terrain_setup.name_of_next(self.state.ground, self.kind)
        return terrain_setup.feature_of(self.kind, name, (x, y), turn)

    def _fits(self, answer: Answer) -> bool:
        from sandtable.books.companies_and_captains.chapters import terrain_setup

        return terrain_setup.why_not_lay(self.state, self._feature(answer)) is None

    def _tried(self) -> Iterator[dict[str, Any]]:
        ground = self.state.ground
        for turn in (0, 90):
            for row in range(1, int(ground.depth / _STEP)):
                for column in range(1, int(ground.width / _STEP)):
                    yield {"at": [column * _STEP, row * _STEP], "turn": turn}


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and isfinite(value)
        and abs(value) < 1e4
    )
