"""The steps by which missions are prepared, and how one leads to the next."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play

Step = Callable[[Play[Battle]], Coroutine[Any, Any, None]]

STEPS: Registry[Step] = Registry("a step of preparation")
"""The steps of preparation by name."""

FIRST_STEP_OF_A_ROUND = "reaction roll"

REGULAR = (
    "requirements",
    "objectives",
    "support",
    "terrain",
    "investigation markers",
    "edges",
    "features drawn",
    "deployment",
    "battle condition",
    "personal task",
    "the enemy",
    "figures drawn",
    "last preparations",
)
"""FR-MIS-01; the things that Objectives refer to are drawn as soon as they exist (FR-MIS-03)."""
SPECIAL = (
    "requirements",
    "objectives",
    "support",
    "terrain",
    "special condition",
    "edges",
    "features drawn",
    "deployment",
    "personal task",
    "the enemy",
    "figures drawn",
    "last preparations",
)
"""FR-SPM-02."""
FINALE = ("support", "terrain", "edges", "deployment", "the enemy", "last preparations")
"""FR-FIN-05, FR-FIN-16: no Objectives, no Investigations."""
PATROL = ("terrain", "deployment", "the enemy", "last preparations")
"""FR-EXR-03 to FR-EXR-05: the third exercise, with the whole squad."""
EXERCISE = ("fire team", *PATROL)
"""FR-EXR-07, FR-EXR-08: the exercises with one fire team."""

SEQUENCES: dict[str, tuple[str, ...]] = {
    "regular": REGULAR,
    "special": SPECIAL,
    "artifact": FINALE,
    "final": FINALE,
    "exercise 1": EXERCISE,
    "exercise 2": EXERCISE,
    "exercise 3": PATROL,
}


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
    steps = SEQUENCES[state.mission.kind]
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
