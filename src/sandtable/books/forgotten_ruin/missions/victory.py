"""Who has won, and that the battle is over."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.missions.personal_tasks import reward_task
from sandtable.books.forgotten_ruin.missions.regions import loot_of_ruins
from sandtable.books.forgotten_ruin.missions.requirements import is_won
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import Play, rule


@rule("FR-POST-06")
def settle_victory(play: Play[Battle]) -> None:
    """A mission is won once its required Objectives are complete, and stays won."""
    state = play.state
    if not state.won and is_won(state):
        state.won = True
        play.tell("mission won", "FR-POST-06", requirement=state.mission.requirement)


class BattleOver(Exception):
    """The battle has ended in the middle of a round, and nothing of the round follows (FR-POST-03)."""


def close(play: Play[Battle], why: str, *rules: str) -> None:
    """The battle is over."""
    state = play.state
    reward_task(play)
    loot_of_ruins(play)
    state.closed = why
    state.closed_by = rules
    if state.mission.kind.startswith("exercise"):
        complete_exercise(play)
    play.tell("battle over", *rules, "FR-POST-06", why=why, won=state.won)


@rule("FR-EXR-02", "FR-EXR-10")
def complete_exercise(play: Play[Battle]) -> None:
    """Played to its end, won or lost, an exercise counts as completed; everybody is whole again."""
    play.tell("exercise completed", "FR-EXR-10", "FR-EXR-02", exercise=play.state.mission.kind)
