"""A Move, and where it does not lead a Move and Dash: for whoever is told where to go in one answer."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner, Planned
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.decision import Answer, Chance, Measuring, Move
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refused

DASHES = 0.25
"""How often a move that is drawn at random has a Dash."""


async def ask_where(
    play: Play[Battle],
    seat: str,
    topic: str,
    prompt: str,
    rules: tuple[str, ...],
    planner: MoveOrDash,
) -> Planned:
    """A player says where a figure goes, with a Dash if it has one."""
    figure = planner.soldier
    farthest = (planner.dash or planner).farthest
    facts = {"move": planner.limit, "way": planner.kind}
    form = Measuring(figure.id, 1, figure.radius, farthest)
    planned: Planned = await play.ask(Move(seat, topic, prompt, rules, planner, form, facts))
    return planned


class MoveOrDash(MovePlanner):
    """The moves of a figure, the long ones with a Dash if it has one."""

    dash: MovePlanner | None = None

    def sample(self, chance: Chance) -> Answer:
        """Mostly a Move, now and then with a Dash."""
        if self.dash is not None and chance.random() < DASHES:
            return self.dash.sample(chance)
        return super().sample(chance)

    def plan_of(self, answer: Answer) -> Planned:
        """The Move that the answer stands for, or else the Move and Dash."""
        try:
            return super().plan_of(answer)
        except Refused:
            if self.dash is None:
                raise
            return self.dash.read(answer)
