"""What happens upon a step with nobody asked in between: the rest of a plan, and what answers itself."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sandtable.server.rooms.game_log import GameLog
from sandtable.server.storage.steps import Step

if TYPE_CHECKING:
    from sandtable.server.rooms.room import Room

LOG = logging.getLogger(__name__)

More = Callable[[GameLog], Step | None]
"""What somebody wants to happen next, without being asked again; None where nothing."""
MOST_FOLLOWING = 200
"""How much may happen upon one step; then it is the turn of other rooms."""


async def follow_up(
    room: Room, write: Callable[[Step], Awaitable[Step]], more: More | None = None
) -> list[Step]:
    """Let happen what follows, one thing after the other; the step before it counts, whatever becomes of it.

    The caller holds the turn.
    """
    taken: list[Step] = []
    try:
        while len(taken) < MOST_FOLLOWING:
            game_log = room.game_log

            def find(game_log: GameLog = game_log) -> Step | None:
                return _next(game_log, more)

            step = find() if game_log.book.answers_at_once else await room.beside(find)
            if step is None:
                break
            taken.append(await write(step))
    except Exception:
        LOG.warning("In room %s something that follows by itself did not happen.", room.id, exc_info=True)
        await room.load()
    return taken


def _next(game_log: GameLog, more: More | None) -> Step | None:
    step = None if more is None else more(game_log)
    return step or game_log.answers_itself()
