"""The steps by which missions are prepared, and how one leads to the next."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import Play, rule

Step = Callable[[Play[Battle]], Coroutine[Any, Any, None]]

STEPS: Registry[Step] = Registry("a step of preparation")
"""The steps of preparation by name."""

FIRST_STEP_OF_A_ROUND = "reaction roll"


def preparation(name: str, *rules: str) -> Callable[[Step], Step]:
    """Register a step of preparation; it is over when it returns, unless it leaves something to do."""

    def register(step: Step) -> Step:
        async def played(play: Play[Battle]) -> None:
            await step(play)
            if not play.state.to_do and play.state.step == name:
                go_on(play.state)

        STEPS[name] = played
        return rule(*rules)(step) if rules else step

    return register


@rule("FR-MIS-01", "FR-SPM-02", "FR-SPM-15")
def sequence_of(state: Battle) -> tuple[str, ...]:
    """The steps of this mission; an encamped enemy is set up before the squad."""
    steps = mission_tables().sequences[state.mission.kind]
    if state.mission.special_condition != "Enemy encampment":
        return steps
    others = [step for step in steps if step != "the enemy"]
    place = others.index("deployment")
    return (*others[:place], "the enemy", *others[place:])


def go_on(state: Battle) -> None:
    """The next step of this mission, or the first round."""
    steps = sequence_of(state)
    place = steps.index(state.step) + 1
    state.step = steps[place] if place < len(steps) else FIRST_STEP_OF_A_ROUND
