"""What waits to be sent over one connection."""

from __future__ import annotations

import asyncio
from collections import deque

MOST_WORDS = 64
"""How many words of others wait for a connection; what is said beyond that it does not hear."""


class _Waiting:
    """A message in its place."""

    __slots__ = ("body", "is_word")

    def __init__(self, body: bytes, *, is_word: bool = False) -> None:
        self.body = body
        self.is_word = is_word


class Outbox:
    """Messages in order; what others say, and who is here, never fills it up."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[_Waiting] = deque()
        self._presence: _Waiting | None = None
        self._words = 0
        self._news = asyncio.Event()
        self._is_closed = False

    def put(self, body: bytes) -> bool:
        """Put a message in that must arrive; false if too many of them wait."""
        if len(self._waiting) - self._words - (self._presence is not None) >= self._most:
            return False
        self._add(_Waiting(body))
        return True

    def put_presence(self, body: bytes) -> None:
        """Put in who is here, in place of what waits to be told of that."""
        if self._presence is not None:
            self._waiting.remove(self._presence)
        self._presence = _Waiting(body)
        self._add(self._presence)

    def put_word(self, body: bytes) -> None:
        """Put in what somebody said, unless too much of that waits."""
        if self._words < MOST_WORDS:
            self._words += 1
            self._add(_Waiting(body, is_word=True))

    def close(self) -> None:
        """After what waits comes nothing more."""
        self._is_closed = True
        self._news.set()

    async def get(self) -> bytes | None:
        """The next message; None after the last."""
        while not self._waiting:
            if self._is_closed:
                return None
            self._news.clear()
            await self._news.wait()
        first = self._waiting.popleft()
        self._words -= first.is_word
        if first is self._presence:
            self._presence = None
        return first.body

    def _add(self, one: _Waiting) -> None:
        self._waiting.append(one)
        self._news.set()
