"""Who is there: devices here, devices at other servers, and seats that were lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec


class Elsewhere(msgspec.Struct, frozen=True):
    """What another server says of its devices at a game."""

    seats: tuple[str, ...]
    watchers: int
    until: float
    """When this is not worth anything any more."""


class Presence:
    """The seats of one game that somebody sits in right now."""

    def __init__(self, clock: Callable[[], float], held: float) -> None:
        self._clock = clock
        self._held = held
        self._elsewhere: dict[str, Elsewhere] = {}
        self._here: tuple[str, ...] = ()
        self._watchers = 0
        self._lost: dict[str, float] = {}
        """Seats that were lost, and when the others may choose."""

    @property
    def here(self) -> tuple[str, ...]:
        """The seats whose devices are connected to this server."""
        return self._here

    @property
    def watchers(self) -> int:
        """How many devices only watch."""
        return self._watchers + sum(one.watchers for one in self._current().values())

    def is_present(self, seat: str) -> bool:
        """Whether a device of this seat is connected anywhere."""
        return seat in self._here or any(seat in one.seats for one in self._current().values())

    def is_lost(self, seat: str) -> bool:
        """Whether the seat was left."""
        return seat in self._lost

    def choose_in(self, seat: str) -> float | None:
        """Seconds until the others may choose what becomes of a seat; None if it is not lost."""
        return None if seat not in self._lost else max(0.0, self._lost[seat] - self._clock())

    def next_choice(self) -> float | None:
        """Seconds until the others may choose about the next seat that is held; None where none is."""
        left = [at - self._clock() for at in self._lost.values()]
        return min((one for one in left if one > 0), default=None)

    def count(self, seats: Iterable[str], watchers: int) -> None:
        """These are the seats and watchers whose devices are connected here now."""
        before, self._here = self._here, tuple(dict.fromkeys(seats))
        self._watchers = watchers
        self._look(set(before) - set(self._here))

    def hear(self, server: str, seats: tuple[str, ...], watchers: int, good_for: float) -> bool:
        """Another server tells of its devices; whether that is news."""
        before = self._elsewhere.get(server)
        self._elsewhere[server] = Elsewhere(seats, watchers, self._clock() + good_for)
        self._look(set(before.seats if before else ()) - set(seats))
        return before is None or (before.seats, before.watchers) != (seats, watchers)

    def hold(self, seats: Iterable[str]) -> None:
        """Count these seats as lost from now on, unless somebody is there; they are held for a while."""
        for seat in seats:
            if not self.is_present(seat):
                self._lost[seat] = self._clock() + self._held

    def release(self, seat: str) -> None:
        """The seat is not waited for any more."""
        self._lost.pop(seat, None)

    def _look(self, gone: set[str]) -> None:
        self.hold(sorted(gone))
        for seat in [seat for seat in self._lost if self.is_present(seat)]:
            del self._lost[seat]

    def _current(self) -> dict[str, Elsewhere]:
        now = self._clock()
        for server in [server for server, one in self._elsewhere.items() if one.until < now]:
            self._look(set(self._elsewhere.pop(server).seats))
        return self._elsewhere
