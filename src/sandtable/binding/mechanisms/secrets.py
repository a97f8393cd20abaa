"""What a state keeps secret: who knows each part, how it looks to others, what they may believe of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable.kernel.decision import Chance
from sandtable.kernel.state import State, copy_state

S = TypeVar("S", bound=State)


class Secret(NamedTuple):
    """A field of a struct, or the entry of a mapping, that only some seats know."""

    holder: Any
    name: str
    known_to: tuple[str, ...]

    @property
    def value(self) -> Any:
        """What it is."""
        return self.holder[self.name] if isinstance(self.holder, dict) else getattr(self.holder, self.name)

    def become(self, value: Any) -> None:
        """Put something in its place."""
        if isinstance(self.holder, dict):
            self.holder[self.name] = value
        else:
            setattr(self.holder, self.name, value)


class Secrets(Generic[S]):
    """The secrets of a state, all of one kind: places of hidden units, of mines, of traps.

    The list of them may not depend on what they are, since a seat that does not know them makes it too.
    """

    def __init__(
        self, listed: Callable[[S], Iterable[Secret]], unknown: Any, guess: Callable[[Chance], Any]
    ) -> None:
        self._listed = listed
        self._unknown = unknown
        """What stands in the place of a secret for those who do not know it."""
        self._guess = guess

    def hide(self, state: S, seat: str | None) -> S:
        """A copy without what the seat does not know; None stands for a watcher."""
        seen = copy_state(state)
        for one in list(self._listed(seen)):
            if seat not in one.known_to:
                one.become(self._unknown)
        return seen

    def imagine(self, state: S, seat: str, chance: Chance) -> S:
        """A copy of what a seat sees, in which every secret is something that it may believe."""
        world = copy_state(state)
        for one in list(self._listed(world)):
            if one.value == self._unknown:
                one.become(self._guess(chance))
        return world
