"""Refusals: how many answers that are wrong only now are told no more than the question's own rule.

Every drawn answer has the form that the question wants and is made of words that mean something in the game:
things on the table, answers to other questions or to this one at another moment, orders with other targets,
selections and plots that are too large, too small or elsewhere. A word that means nothing and an answer of
another form are left out: of them the question's own rule is all that can be said.

python -m sandtable.lab.refusals forgotten-ruin     counts them and lists the questions that say least
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

import sandtable
from sandtable.kernel.decision import (
    Allocate,
    Answer,
    ChooseOne,
    ChooseSeveral,
    Decision,
    FillIn,
    Number,
    YesNo,
)
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refusal
from sandtable.lab.ledger import Refusals
from sandtable.lab.soak import module_of, setup_of

GAMES = 24
"""So many random games of a book are played; their numbers begin with 0."""
MOST_ANSWERS = 160
"""After so many answers a game is left as it stands."""
TRIED = 6
"""So many wrong answers are drawn at each question that is tried."""
ASKED = 0.5
"""How many of the questions are tried."""
FAR = 40.0
"""Points are put up to so many inches aside."""


class Tried(msgspec.Struct):
    """One wrong answer and how it was refused."""

    prompt: str
    answer: Answer
    refusal: Refusal
    kind: str
    own_rule: bool
    unexplained: bool


def count_refusals(book: str, games: int = GAMES) -> Refusals | None:
    """The refusals of a book in random games with fixed numbers, always the same; None if it has no such."""
    if importlib.util.find_spec(f"{__package__}.soaks.{book.replace('-', '_')}") is None:
        return None
    found = Refusals()
    for one in wrong_answers(book, games):
        _count(found, one)
    return found


def _count(found: Refusals, one: Tried) -> None:
    found.refused += 1
    found.own_rule += one.own_rule
    found.unexplained += one.unexplained


def wrong_answers(book: str, games: int = GAMES) -> Iterator[Tried]:
    """Wrong answers of every kind over random games: right words, things and places for other moments."""
    setups = module_of(book).setup
    sayings: dict[str, None] = {}
    for number in range(games):
        game: Game[Any] = sandtable.new(**setup_of(number, setups))
        chance = random.Random(f"refusals {number}")  # noqa: S311 - draws answers, not dice
        yield from _tried_in(game, chance, sayings)


def _tried_in(game: Game[Any], chance: random.Random, sayings: dict[str, None]) -> Iterator[Tried]:
    """Play one game at random and try wrong answers on the way."""
    words: dict[str, None] = {}
    here: dict[str, dict[str, None]] = {}
    answers = 0
    while (asked := game.asked_first()) is not None and answers < MOST_ANSWERS:
        seat, part = asked
        if chance.random() < ASKED:
            ids = list(dict.fromkeys(_ids_in(game.view(seat))))
            known = Known(list(here.get(part.topic, ())), ids, [*words, *sayings])
            for answer in _draw(part, known, chance):
                refusal = part.legal(answer)
                if refusal is not None:
                    own = refusal.rule == part.rule
                    yield Tried(part.prompt, answer, refusal, part.kind, own, _is_unexplained(part, answer))
        if isinstance(part, ChooseOne | ChooseSeveral) and not isinstance(part, YesNo):
            for option in (*part.options(), *part.barred()):
                words[option.answer] = here.setdefault(part.topic, {})[option.answer] = None
                if not re.search(r"\d", option.answer):
                    sayings[option.answer] = None
        game.answer(part.sample(chance), seat=seat)
        answers += 1


def _is_unexplained(part: Decision, answer: Answer) -> bool:
    """Whether a refusal can say no more than that the question has no such answer."""
    return isinstance(part, ChooseOne | ChooseSeveral) and not part.has_heard_of(answer)


class Known(msgspec.Struct):
    """The words of which wrong answers are made."""

    here: list[str]
    """What has been an answer to such a question before: used-up things, earlier targets, other orders."""
    ids: list[str]
    """Everything that the seat sees on the table."""
    said: list[str]
    """What was an answer to any question, in this game or, if it has no number, in an earlier one."""

    def word(self, chance: random.Random) -> str:
        """A word of the game, or an order with another target."""
        pool = chance.choice([one for one in (self.here, self.here, self.ids, self.said) if one])
        word = chance.choice(pool)
        first, _, last = word.rpartition(" ")
        return f"{first} {chance.choice(self.ids)}" if first and last in self.ids else word


def _draw(part: Decision, known: Known, chance: random.Random) -> list[Answer]:
    """Answers of the form that the question wants, which are mostly wrong now."""
    if isinstance(part, YesNo) or not (known.here or known.ids or known.said):
        return []
    if isinstance(part, ChooseOne):
        return [known.word(chance) for _ in range(TRIED)]
    if isinstance(part, ChooseSeveral):
        return [_selection(part, known, chance) for _ in range(TRIED)]
    if isinstance(part, Number):
        return [part.least - 1, part.most + 1]
    if isinstance(part, FillIn):
        return [
            {key: wrong} for key, one in part.fields.items() for wrong in _draw(one.question, known, chance)
        ]
    if isinstance(part, Allocate):
        holders = [*part.form().holders, known.word(chance)]
        return [{thing: chance.choice(holders) for thing in part.form().things} for _ in range(TRIED)]
    if part.kind in ("move", "place", "target area"):
        return [_misplaced(part.sample(chance), chance) for _ in range(2)]
    return []


def _selection(part: ChooseSeveral, known: Known, chance: random.Random) -> list[str]:
    """Too many things, too few, or one that is none of them."""
    chosen = list(part.sample(chance))
    way = chance.random()
    if way < 0.5:
        return [*chosen, known.word(chance)]
    if way < 0.75:
        return [str(one.answer) for one in part.options()]
    return chosen[: max(0, part.least - 1)]


def _misplaced(answer: Answer, chance: random.Random) -> Answer:
    """A legal plot with its points moved away, or with one of them too many or too few."""
    aside = (chance.uniform(-FAR, FAR), chance.uniform(-FAR, FAR))
    moved = _moved(answer, aside)
    for name in ("models", "paths"):
        if isinstance(moved, dict) and isinstance(moved.get(name), list) and moved[name]:
            if chance.random() < 0.3:
                return {**moved, name: [*moved[name], moved[name][0]]}
            if len(moved[name]) > 1 and chance.random() < 0.4:
                return {**moved, name: moved[name][1:]}
    return moved


def _moved(answer: Answer, aside: tuple[float, float]) -> Answer:
    if isinstance(answer, dict):
        return {key: _moved(one, aside) for key, one in answer.items()}
    if isinstance(answer, list | tuple):
        if len(answer) == 2 and all(type(one) in (int, float) for one in answer):
            return [answer[0] + aside[0], answer[1] + aside[1]]
        return [_moved(one, aside) for one in answer]
    return answer


def _ids_in(view: Any) -> Iterator[str]:
    """The ids of everything that the seat sees."""
    if isinstance(view, dict):
        for key, inside in view.items():
            if key == "id" and isinstance(inside, str):
                yield inside
            else:
                yield from _ids_in(inside)
    elif isinstance(view, list | tuple):
        for inside in view:
            yield from _ids_in(inside)


def main() -> None:
    """Count, and list the questions that say least."""
    parser = argparse.ArgumentParser(description="Count refusals that do not say what bars an answer.")
    parser.add_argument("book", help="the id of a book")
    parser.add_argument("--games", type=int, default=GAMES, help="how many random games")
    parser.add_argument("--own", action="store_true", help="list what the question's own rule refuses, too")
    given = parser.parse_args()
    found, least = Refusals(), Counter[str]()
    for one in wrong_answers(given.book, given.games):
        _count(found, one)
        if one.unexplained or (given.own and one.own_rule):
            least[f"{one.refusal.rule}  {re.sub(r'[0-9]+', '#', one.prompt)[:70]}  {one.answer!r:.40}"] += 1
    for line, count in least.most_common(200):
        print(f"{count:6}  {line}")
    print(found.in_words())


if __name__ == "__main__":
    main()
