"""The automatic players of one room: each is kept for its seat from one question to the next."""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from typing import NamedTuple

from sandtable.kernel.journal import Answered, Entry, Ruled
from sandtable.players.player import Player
from sandtable.players.registry import player_of
from sandtable.server.rooms.game_log import GameLog
from sandtable.server.rooms.thinking import MakePlayer


class Asked(NamedTuple):
    """The question that a seat had when somebody began to think about it."""

    seat: str
    entries: int
    """How long the journal was."""
    last: Entry | None

    @classmethod
    def now(cls, game_log: GameLog, seat: str) -> Asked:
        """The question that a seat has at this moment."""
        journal = game_log.play.journal
        return cls(seat, len(journal), journal[-1] if journal else None)

    def is_open_in(self, game_log: GameLog) -> bool:
        """Whether it is still open: who comes and goes or answers it for another seat does not touch it."""
        game = game_log.game
        if game is None or self.seat not in game.waiting_for:
            return False
        journal = game.journal
        if len(journal) < self.entries or (self.entries and journal[self.entries - 1] is not self.last):
            return False
        since = journal[self.entries :]
        return not any(
            isinstance(one, Ruled) or (isinstance(one, Answered) and one.seat == self.seat) for one in since
        )


class _Kept(NamedTuple):
    name: str
    player: Player
    word: Entry | None
    """The last that its seat has said, which the player itself has said."""


class Opponents:
    """Players who remember what they are about, as long as every word of their seat is their own.

    A player that thinks is out of here until its answer counts, so nobody asks it twice at the same time. One
    that was too slow, whose answer came too late or was taken back, or for whom somebody else has answered
    does not come back: another begins as in a match.
    """

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats whose players are kept."""
        return tuple(self._kept)

    def take(self, game_log: GameLog, seat: str) -> MakePlayer:
        """The player of a seat for one question, or how it is made where none is kept."""
        kept, name = self._kept.pop(seat, None), game_log.sitters[seat].player
        if kept is not None and kept.name == name and kept.word is game_log.word_of(seat):
            return lambda: kept.player
        return partial(player_of, seat, name, game_log.seed)

    def keep(self, game_log: GameLog, seat: str, player: Player) -> None:
        """Keep the player whose answer was the last word of its seat."""
        self._kept[seat] = _Kept(game_log.sitters[seat].player, player, game_log.word_of(seat))

    def keep_only(self, seats: Container[str]) -> None:
        """Let the players of all other seats go."""
        self._kept = {seat: one for seat, one in self._kept.items() if seat in seats}
