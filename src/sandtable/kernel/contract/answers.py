"""Law 5: what is offered is accepted, and what is refused changes nothing."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.contract.tools import Broken, moment
from sandtable.kernel.contract.watching import Law, Played
from sandtable.kernel.decision import Answer, Decision, plain
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered
from sandtable.kernel.refusal import Refused

JUNK: tuple[Answer, ...] = (
    None, True, False, 0, 1, -1, 7, 10**30, 0.5, "", "x", "\0", "A", [], [None], [[]], [1, 2], ["x"],
    ["x", "x"], {}, {"x": 1}, {"x": []}, {"x": {"x": None}}, {"at": [0, 0]}, [[0, 0], [1, 1]],
    [1e300, -1e300], "y" * 5000, list(range(100)), object(), float("nan"), (), {1: 2}, b"x", "\ud800",
)  # fmt: skip
"""Answers that hardly any question accepts."""
OLD = 20
"""How many earlier answers are given again to a question that did not ask for them."""


class Answers(Law):
    """Every listed option is accepted; whatever is refused changes nothing and is told why."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._given, self._places = played.given, played.some_places("answers")

    def asked(self, game: Game[Any], place: int, one: Answered) -> None:
        if place not in self._places:
            return
        part = game.decision_for(one.seat)
        assert part is not None
        _check_options(game, one.seat, part)
        old = [earlier.answer for earlier in self._given[max(0, place - OLD) : place]]
        for answer in (*JUNK, *old):
            _check_refusal(game, one.seat, part, answer)


def _check_options(game: Game[Any], seat: str, part: Decision) -> None:
    where = f"{part.prompt} ({part.rule})"
    before = moment(game)
    options, barred = part.options(), part.barred()
    for option in barred:
        if option.refusal is None or not option.refusal.reason:
            raise Broken("5", f"{where} bars {option.answer!r} without a reason")
        if part.kind != "choose several" and part.legal(option.answer) is None:
            raise Broken("5", f"{where} bars {option.answer!r} and accepts it")
    # Of a selection the options are the things that may be chosen; what they make together is sampled.
    if part.kind == "choose several":
        options = []
    elif not options:
        raise Broken("5", f"{where} offers nothing")
    step = max(1, len(options) // 25)
    for option in options[::step]:
        try:
            game.branch(Dice(Seeded(1))).answer(option.answer, seat=seat)
        except Refused as refused:
            raise Broken("5", f"{where} offers {option.answer!r} and refuses it: {refused}") from refused
    if moment(game) != before:
        raise Broken("5", f"{where}: looking at the options changed the game")


def _check_refusal(game: Game[Any], seat: str, part: Decision, answer: Answer) -> None:
    where = f"{part.prompt} ({part.rule}), answered with {answer!r:.40}"
    before, journal = moment(game), game.journal
    try:
        if part.legal(plain(answer)) is None:
            return
    except Refused:
        pass
    except Exception as broken:
        raise Broken("5", f"{where}: {type(broken).__name__}: {broken}") from broken
    try:
        game.answer(answer, seat=seat)
    except Refused as refused:
        if not refused.reason or not (refused.rule or refused.refusals[0].remedy):
            raise Broken("5", f"{where}: the refusal says neither why nor what would be right") from refused
    except Exception as broken:
        raise Broken("5", f"{where}: {type(broken).__name__}: {broken}") from broken
    else:
        raise Broken("5", f"{where}: it was not legal and is accepted")
    if moment(game) != before or game.journal != journal:
        raise Broken("5", f"{where}: a refused answer changed the game")
