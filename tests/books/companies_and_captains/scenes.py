"""Scenes: a battle at a chosen moment, with dice by what they are for, for every test of this book.

    game = battle({"A1": foot(10, 10), "B1": foot(10, 20, r=5, shaken=True)}, dice={"activate A1": [3, 4]})
    answer(game, "A1", "move", {"formation": "block", "at": [12, 12]})
    assert told(game, "group moved")

A Group is a mapping as in a position file, or ("Heavy Foot", x, y), or made by `group` and its shorthands.
Where only one rule is to be tried, `carry_out` runs it on a state without the rest of the book;
`stage.py` plays one as a game of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

# Reading the book makes its orders, traits, spells and scenarios known, also where only one rule is tried.
from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.positions.reading import read_position
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.decision import Decision, Together
from sandtable.kernel.dice import Scripted, Wanted
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from tests.playing import answer as answer

GroupSpec = Mapping[str, Any] | tuple[str, float, float]


def group(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a profile about a point; other fields as in a position file."""
    return {"profile": profile, "at": [x, y], **fields}


def foot(x: float, y: float, **fields: Any) -> dict[str, Any]:
    """Heavy Foot about a point."""
    return group("Heavy Foot", x, y, **fields)


def riders(x: float, y: float, **fields: Any) -> dict[str, Any]:
    """Heavy Cavalry about a point."""
    return group("Heavy Cavalry", x, y, **fields)


def archers(x: float, y: float, **fields: Any) -> dict[str, Any]:
    """Heavy Missile about a point."""
    return group("Heavy Missile", x, y, **fields)


def state_of(groups: Mapping[str, GroupSpec], **position: Any) -> Battle:
    """The state of a scene; keywords are fields of a position (scenario, table, terrain, switches ...)."""
    spelt = {
        name: dict(spec) if isinstance(spec, Mapping) else group(spec[0], spec[1], spec[2])
        for name, spec in groups.items()
    }
    return read_position({"groups": spelt, "switches": {"terrain_mode": "open"}, **position})


def battle(
    groups: Mapping[str, GroupSpec], *, dice: Mapping[str, Sequence[int]] | None = None, **position: Any
) -> Game[Battle]:
    """A game that goes on from the scene; by default A is the attacker, in the activations of turn 1."""
    return new_game(BOOK, state_of(groups, **position), Scripted(dice or {}))


def keys(decision: Decision | None) -> list[Any]:
    """The answers that are offered."""
    assert decision is not None
    return [one.answer for one in decision.options()]


def barred(decision: Decision | None) -> dict[str, str]:
    """The answers that are not allowed, each with the rule that bars it."""
    assert decision is not None
    return {str(one.answer): one.refusal.rule for one in decision.barred() if one.refusal is not None}


def told(source: Game[Battle] | Told, kind: str) -> list[dict[str, Any]]:
    """The facts of every event of a kind."""
    return [event.facts for event in _events(source) if event.kind == kind]


def rules_told(source: Game[Battle] | Told, kind: str | None = None) -> set[str]:
    """Every rule cited by the events, or by the events of a kind."""
    return {one for event in _events(source) if kind in (None, event.kind) for one in event.rules}


def unused(game: Game[Battle]) -> dict[str, list[int]]:
    """The dice of the script that nobody rolled."""
    source = game.dice.common
    assert isinstance(source, Scripted)
    return source.unused()


class Told:
    """What came of carrying out one rule: the state, the events and what the rule returned."""

    def __init__(
        self, state: Battle, events: list[Event], value: Any, asked: list[Decision], dice: Scripted
    ) -> None:
        self.state = state
        self.events = events
        self.value = value
        self.asked = asked
        """The questions that were put, in order."""
        self.dice = dice


def carry_out(
    rule: Callable[..., Any],
    state: Battle,
    *arguments: Any,
    dice: Mapping[str, Sequence[int]] | None = None,
    answers: Sequence[Any] = (),
    **named: Any,
) -> Told:
    """Run `rule(play, *arguments)` on the state, which it changes; every die and answer must be used."""
    script = Scripted(dice or {})
    log = EventLog()
    play: Play[Battle] = Play(BOOK, state, [], log, 0)
    waiting = list(answers)
    asked: list[Decision] = []
    made = rule(play, *arguments, **named)
    if hasattr(made, "send"):
        value, asked = _driven(made, waiting, script)
    else:
        value = made
    assert not waiting, f"nobody asked for {waiting}"
    assert not script.unused(), f"nobody rolled {script.unused()}"
    return Told(state, log.since(0), value, asked, script)


def _driven(rules: Any, waiting: list[Any], script: Scripted) -> tuple[Any, list[Decision]]:
    asked: list[Decision] = []
    given: Any = None
    while True:
        try:
            decision: Decision | Wanted = rules.send(given)
        except StopIteration as done:
            return done.value, asked
        if isinstance(decision, Wanted):
            given = script.roll(decision)
            continue
        asked.append(decision)
        assert waiting, f"no answer is left for: {decision.prompt} ({decision.rule})"
        one = waiting.pop(0)
        if isinstance(decision, Together):
            given = {seat: part.read(one[seat]) for seat, part in decision.parts.items()}
        else:
            given = decision.read(one)


def _events(source: Game[Battle] | Told) -> list[Event]:
    return source.events if isinstance(source, Told) else source.events(all_seats=True)
