"""Dice for imagined games: whatever is tried meets the same luck, so that plans can be compared."""

from __future__ import annotations

import random

from sandtable.kernel.dice import Rolled, Wanted


class SameLuck:
    """Dice that depend on the turn and on the kind of roll, not on who makes it or what was rolled before."""

    name = "same luck"

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._streams: dict[tuple[int, str], random.Random] = {}
        self.turn = 0
        """Luck starts afresh with each turn, so that plans that differ in one meet the same in the next."""

    def roll(self, wanted: Wanted) -> Rolled:
        """The next dice of this kind in this turn."""
        # The first order of a turn succeeds with every plan or with none, for any unit. That takes a
        # quarter off the variance of what two plans differ by.
        kind = wanted.kind
        stream = self._streams.get((self.turn, kind))
        if stream is None:
            stream = random.Random(f"{self._seed} {self.turn} {kind}")  # noqa: S311
            self._streams[self.turn, kind] = stream
        draw, sides = stream.random, wanted.sides
        faces = tuple([int(draw() * sides) + 1 for _ in range(wanted.count)])
        return Rolled(wanted.why, faces, self.name, sides=sides)
