"""How a player is asked: a player from outside gets a world of its own to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.kernel.advice import Adviser
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.players.greedy import Greedy
from sandtable.players.player import Player, Reply, view_of
from sandtable.players.uniform import Uniform


class _Glance(msgspec.Struct, eq=False):
    """What one seat may know, copied only if it is looked at."""

    _game: Game[Any]
    seat: str
    _seen: Any = None

    @property
    def state(self) -> Any:
        """The state without what the seat may not know."""
        if self._seen is None:
            self._seen = self._game.seen(self.seat)
        return self._seen

    @property
    def adviser(self) -> Adviser:
        """What the book knows about playing it well."""
        return self._game.book.adviser


def ask(player: Player, game: Game[Any], seat: str) -> Reply:
    """What the player answers to what the seat is asked."""
    part = game.decision_for(seat)
    if part is not None and (type(player) is Uniform or type(player) is Greedy):
        # They are ours: they draw a sample, or ask the adviser about what the seat may know, so often that a
        # world for each question would take half of their time. Others never see the game's own question.
        return player.reply(_Glance(game, seat), part)
    try:
        view = view_of(game, seat)
        question = view.decision
    except Refused:
        # What led to the question happened out of its sight, so it cannot imagine how it came to be.
        assert part is not None
        return Greedy().reply(_Glance(game, seat), part)
    return player.reply(view, question)


def play_out(game: Game[Any], players: Mapping[str, Player], most: int = 100_000) -> int:
    """Let the players play to the end; how many answers it took."""
    answers = 0
    while waiting := game.waiting_for:
        seat = waiting[0]
        game.answer(ask(players[seat], game, seat).answer, seat=seat)
        answers += 1
        if answers > most:
            raise RuntimeError(f"a game did not end within {most} answers")
    return answers
