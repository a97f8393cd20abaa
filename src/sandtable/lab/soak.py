"""Many games in a row over everything the book allows, looking for trouble."""

from __future__ import annotations

import importlib
import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import msgspec

import sandtable
from sandtable.kernel.decision import Answer, Decision
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.players.asking import ask
from sandtable.players.collecting import looked_through_seldom
from sandtable.players.registry import make_player

MOST_ANSWERS = 20_000
"""A game that takes more answers than this does not end."""
PLAYERS = ("uniform", "uniform", "uniform", "greedy")
"""Who plays for a seat, each as likely as the others."""
TRIED_IN_VAIN = 0.03
"""How often somebody first gives an answer that the question has no use for."""
JUNK: tuple[Answer, ...] = (None, True, -1, 7, "x", [], ["x"], [[0, 0]], {}, {"at": [0, 0]}, {"models": []})


class Trouble(msgspec.Struct, frozen=True):
    """A game that went wrong, with everything needed to see it again."""

    number: int
    """The game by which `play_again` plays it again."""
    setup: dict[str, Any]
    answers: int
    """How many answers were given before it went wrong."""
    what: str
    where: str = ""
    """The last lines of our code on the way there."""


class Survey(msgspec.Struct):
    """What many games came to."""

    games: int = 0
    answers: int = 0
    endings: dict[str, dict[str, int]] = {}
    """How often each scenario ended in which way."""
    longest: int = 0
    """The most answers that a game took."""
    troubles: list[Trouble] = []

    def add(self, other: Survey) -> None:
        """Take in what other games came to."""
        self.games += other.games
        self.answers += other.answers
        self.longest = max(self.longest, other.longest)
        self.troubles += other.troubles
        for scenario, ways in other.endings.items():
            self.endings[scenario] = dict(Counter(self.endings.get(scenario, {})) + Counter(ways))


Setups = Callable[[random.Random], dict[str, Any]]
"""Draws the arguments of `sandtable.new` at random: scenario, seats, options."""
Bound = Callable[[int], "int | None"]
"""After how many answers the game with a number is left as it stands; None where it is played out."""
LEFT = "left as it stands"
Check = Callable[[Any], str]
"""Looks at a state between two steps and says what is illegal in it, or nothing."""


def soak_book(book: str, first: int, games: int) -> Survey:
    """Play so many random games of a book, counted from the first, and write down what went wrong."""
    module = module_of(book)
    bound: Bound = getattr(module, "most_answers", _to_the_end)
    return soak(module.setup, module.what_is_wrong, games, first=first, bound=bound)


def soak_for(book: str, first: int, seconds: float, least: int = 1) -> Survey:
    """Play random games of a book for so many seconds of processor time, and some in any case."""
    survey, end = Survey(), time.process_time() + seconds
    while survey.games < least or time.process_time() < end:
        survey.add(soak_book(book, first + survey.games, 1))
    return survey


def module_of(book: str) -> ModuleType:
    """How a book is soaked."""
    return importlib.import_module(f"{__package__}.soaks.{book.replace('-', '_')}")


def _to_the_end(number: int) -> int | None:
    return None


def soak(setups: Setups, check: Check, games: int, *, first: int = 0, bound: Bound = _to_the_end) -> Survey:
    """Play so many random games and write down what went wrong."""
    survey = Survey()
    for number in range(first, first + games):
        survey.add(play_again(number, setups, check, bound(number)))
    return survey


def setup_of(number: int, setups: Setups) -> dict[str, Any]:
    """How the random game with this number begins."""
    return {**setups(random.Random(f"soak {number}")), "seed": number}  # noqa: S311 - draws no dice


@looked_through_seldom()
def play_again(number: int, setups: Setups, check: Check, bound: int | None = None) -> Survey:
    """The random game with this number, always the same, to its end or to a number of answers."""
    setup: dict[str, Any] = {}
    answers = 0
    try:
        setup = setup_of(number, setups)
        game: Game[Any] = sandtable.new(**setup)
        for what in states(game, number, check):
            answers += 1
            if what or answers > MOST_ANSWERS:
                trouble = Trouble(number, setup, answers, what or "the game does not end")
                return Survey(1, answers, {}, answers, [trouble])
            if answers == bound:
                return Survey(1, answers, {_scenario_of(game): {LEFT: 1}}, answers)
        result = game.result
        assert result is not None, "nobody is asked anything and there is no result"
        return Survey(1, answers, {_scenario_of(game): {result.why: 1}}, answers)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        where = "".join(traceback.format_tb(error.__traceback__)[-3:])
        return Survey(1, answers, {}, answers, [Trouble(number, setup, answers, what, where)])


def _scenario_of(game: Game[Any]) -> str:
    """What is played: the scenario, or that it began in the middle."""
    scenario = getattr(game.state, "scenario", "")
    return str(getattr(scenario, "id", scenario) or (game.header or {}).get("scenario") or "position")


def states(game: Game[Any], number: int, check: Check) -> Iterator[str]:
    """After each answer what is wrong; a state is looked at where nothing is half done."""
    chance = random.Random(f"soak {number} players")  # noqa: S311 - draws players, not dice
    players = {seat: make_player(chance.choice(PLAYERS), f"{number} {seat}") for seat in game.seats}
    seen, last_answer = game.last_checkpoint, JUNK[0]
    while game.decision is not None:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        if chance.random() < TRIED_IN_VAIN:
            try_in_vain(game, seat, part, chance.choice([last_answer, chance.choice(JUNK)]))
        last_answer = ask(players[seat], game, seat).answer
        game.answer(last_answer, seat=seat)
        last = game.last_checkpoint
        yield "" if last is seen else check(last.state)
        seen = last


def try_in_vain(game: Game[Any], seat: str, part: Decision, answer: Answer) -> None:
    """Give an answer that is not legal; it must be refused, with a reason, and change nothing."""
    why = part.legal(answer)
    if why is None:
        return
    before = (game.fingerprint(), len(game.journal), len(game.events(all_seats=True)))
    assert why.reason, f"{part.prompt} refuses {answer!r} without a reason"
    try:
        game.answer(answer, seat=seat)
    except Refused:
        pass
    else:
        raise AssertionError(f"{part.prompt} accepts {answer!r}, which is not legal: {why.reason}")
    after = (game.fingerprint(), len(game.journal), len(game.events(all_seats=True)))
    assert after == before, f"{part.prompt} refuses {answer!r} and changes the game"


def told(trouble: Trouble) -> str:
    """A trouble as somebody needs it who wants to see it again."""
    setup = msgspec.json.encode(trouble.setup).decode()
    what = f"game {trouble.number}, after {trouble.answers} answers: {trouble.what}"
    book = trouble.setup.get("book_id", "")
    named = f" --book {book}" if book and book != "companies-and-captains" else ""
    again = f"  again: python -m bench.soak --game {trouble.number}{named}"
    return "\n".join((what, again, f"  setup: {setup}", trouble.where)).rstrip()
