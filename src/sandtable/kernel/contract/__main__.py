"""Prints what a random game looks like after every answer, so that two processes can be compared."""

from __future__ import annotations

import hashlib
import importlib
import sys

from sandtable.kernel.contract.tools import Draw, Make, answer_by_chance, moment
from sandtable.kernel.dice import Dice, Seeded


def main(target: str, seed: str, most: str) -> None:
    """Print what a game looks like after every answer, for another process to compare."""
    module, _, name = target.partition(":")
    make: Make = getattr(importlib.import_module(module), name)
    game, chance = make(Dice(Seeded(seed))), Draw(seed)
    for _ in range(int(most)):
        now = moment(game)
        told = hashlib.blake2b(now.events + now.question, digest_size=8).hexdigest()
        print(now.fingerprint, told)
        if game.decision is None:
            break
        answer_by_chance(game, chance)


main(*sys.argv[1:4])
