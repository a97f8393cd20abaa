"""Beginnings: a game before its first step, with dice by what they are for, for the tests of setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters.setup.preparing import prepare
from sandtable.books.companies_and_captains.company import Company, GroupEntry
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.decision import ChooseSeveral, Place, Together
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import Game, new_game

QUIET = [3, 3, 3]
"""A Captain trait roll that changes nothing in setup: 9, Resolute."""


def entry(profile: str, *traits: str, captain: bool = False, models: int = 1, **fields: Any) -> GroupEntry:
    """A Group of a roster; of one model unless more are wanted, so that it fits anywhere."""
    return GroupEntry(profile=profile, traits=traits, models=models, captain=captain, **fields)


def roster(*groups: GroupEntry, name: str = "Testers") -> Company:
    """A Company; the first Group holds the Captain where none is named."""
    if not any(one.captain for one in groups):
        groups = (msgspec.structs.replace(groups[0], captain=True), *groups[1:])
    return Company(name=name, groups=groups)


def small(count: int = 2) -> Company:
    """A Company of so many Heavy Foot of one model each."""
    return roster(*(entry("Heavy Foot") for _ in range(count)))


def begin(
    scenario: str | None,
    *,
    seats: Mapping[str, Any] | None = None,
    dice: Mapping[str, Sequence[int]] | None = None,
    attacker: int = 0,
    **options: Any,
) -> Game[Battle]:
    """A game from its first step, terrain left out unless wanted; side 0 attacks unless said otherwise."""
    seats = seats or {"A": small(), "B": small()}
    rolls: dict[str, Sequence[int]] = {f"captain trait {seat}": QUIET for seat in seats}
    rolls.update({"attacker 1": [5 if attacker == 0 else 2], "attacker 2": [2 if attacker == 0 else 5]})
    rolls.update(dice or {})
    switches = {"terrain_mode": "open", **options}
    return new_game(BOOK, prepare(scenario, seats, switches), Scripted(rolls))


def proposed(game: Game[Battle], until: str = "ambitions") -> Game[Battle]:
    """Take what the program proposes for every place, the first option otherwise, until a step."""
    while game.decision is not None and game.state.step != until:
        decision = game.decision
        if isinstance(decision, Together):
            for seat in decision.seats:
                game.answer([], seat=seat)
        elif isinstance(decision, ChooseSeveral):
            game.answer([one.answer for one in decision.options()][: decision.least])
        elif isinstance(decision, Place):
            game.answer("proposal")
        else:
            game.answer(decision.options()[0].answer)
    return game
