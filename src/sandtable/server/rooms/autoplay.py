"""The automatic players of a room: they answer when they are asked, and never hold anybody up."""

from __future__ import annotations

import asyncio
import logging

from sandtable.kernel.refusal import Refused, refuse
from sandtable.server.rooms.opponents import Asked, Opponents
from sandtable.server.rooms.room import Room
from sandtable.server.routes.errors import Unwritten
from sandtable.server.storage.steps import Answered

LOG = logging.getLogger(__name__)

AGAIN = 10.0
"""Seconds after which an automatic player that failed tries again: the disk may have been full, say."""


class Autoplay:
    """Answers for the automatic seats of one room, one question at a time."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._opponents = Opponents()
        room.after_change.append(self.look)

    @property
    def is_busy(self) -> bool:
        """Whether somebody thinks."""
        return self._task is not None and not self._task.done()

    def look(self) -> None:
        """See whether an automatic seat is asked, and begin to think."""
        self._opponents.keep_only(self._automatic())
        if not self.is_busy and self._asked() is not None:
            self._task = asyncio.create_task(self._answer_all(), name=f"autoplay {self._room.id}")

    async def close(self) -> None:
        """Stop thinking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _automatic(self) -> tuple[str, ...]:
        """The seats that an automatic player answers for; none before the game and after it."""
        game_log = self._room.game_log
        if self._room.is_closed or game_log.game is None or game_log.status != "running":
            return ()
        return tuple(seat for seat, sitter in game_log.sitters.items() if sitter.who == "ai")

    def _asked(self) -> str | None:
        game, automatic = self._room.game_log.game, self._automatic()
        waiting = () if game is None else game.waiting_for
        return next((seat for seat in waiting if seat in automatic), None)

    async def _answer_all(self) -> None:
        while (seat := self._asked()) is not None:
            try:
                await self._answer(seat)
            except Unwritten as full:
                LOG.error("An automatic answer in %s was not written: %s", self._room.id, full)
                asyncio.get_running_loop().call_later(AGAIN, self.look)
                return
            except Refused as refused:
                # Somebody undid, ruled or answered meanwhile; look at the question again.
                LOG.debug("An automatic answer in %s came too late: %s", self._room.id, refused)
            except Exception:
                LOG.exception("An automatic player in %s failed.", self._room.id)
                asyncio.get_running_loop().call_later(AGAIN, self.look)
                return

    async def _answer(self, seat: str) -> None:
        room = self._room
        async with room.at_rest():
            if self._asked() != seat:
                # The one who had the turn before has given the game up, or sits in the seat again.
                return
            game_log = room.game_log
            asked, number, game = Asked.now(game_log, seat), game_log.number, await room.copy()
            make_player = self._opponents.take(game_log, seat)
        seed = f"{game_log.seed} {seat} {number}"
        reply, player = await room.surroundings.thinkers.reply(game, seat, make_player, seed)

        def step() -> Answered:
            if not asked.is_open_in(room.game_log):
                raise refuse("", "The question has changed.", "Think again.")
            return Answered(seat, reply.answer, (), reply.reasons, reply.rules)

        async with room.turn:
            await room.take(step)
            if player is not None and seat in self._automatic():
                self._opponents.keep(room.game_log, seat, player)
