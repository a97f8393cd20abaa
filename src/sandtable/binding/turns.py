"""Turns that are all played in the same steps."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sandtable.kernel.play import Play
from sandtable.kernel.state import State

Step = Callable[[Play[Any]], Coroutine[Any, Any, None]]


class InTurns(State, kw_only=True, omit_defaults=True):
    """A state that knows which step of which turn comes next."""

    steps: tuple[str, ...] = ()
    """The names of the steps of a turn, in their order."""
    step: int = 0
    turn: int = 1


async def play_next_step(play: Play[Any], known: Mapping[str, Step]) -> bool:
    """Play the step that comes next; after the last one a turn is over, which is returned."""
    state: InTurns = play.state
    if state.step < len(state.steps):
        name = state.steps[state.step]
        state.step += 1
        await known[name](play)
        return False
    state.step = 0
    state.turn += 1
    return True
