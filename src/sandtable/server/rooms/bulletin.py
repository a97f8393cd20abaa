"""When everybody is told who is here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sandtable.server.access.allowance import Allowance
from sandtable.server.rooms.presence import Presence

TELLING = 2.0
"""How often in a second everybody is told, on average, that watchers have come or gone."""
AT_ONCE = 10
"""How often they are told so in one go."""

Tell = Callable[[], None]


class Bulletin:
    """Puts off what can wait: watchers who come and go, and the end of a countdown."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._loop = asyncio.get_running_loop()
        self._allowance = Allowance(TELLING, AT_ONCE, self._loop.time)
        self._watchers: asyncio.TimerHandle | None = None
        self._countdown: asyncio.TimerHandle | None = None

    def watchers_changed(self, tell: Tell) -> None:
        """Tell at once if that was not done too often, otherwise a little later and only once."""
        if self._watchers is not None:
            return
        if self._allowance.take():
            tell()
        else:
            self._watchers = self._loop.call_later(1 / TELLING, self._tell_of_watchers, tell)

    def _tell_of_watchers(self, tell: Tell) -> None:
        self._watchers = None
        self._allowance.take()
        tell()

    def seats_held(self, tell: Tell) -> None:
        """Tell once more when the time of a seat that is held is over."""
        left = self._presence.next_choice()
        if self._countdown is None and left is not None:
            self._countdown = self._loop.call_later(left, self._tell_of_choice, tell)

    def _tell_of_choice(self, tell: Tell) -> None:
        self._countdown = None
        tell()
        self.seats_held(tell)
