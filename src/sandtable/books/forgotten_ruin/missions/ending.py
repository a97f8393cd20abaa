"""Ending the battle: the End Phase, the Sudden Death check, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from sandtable.binding.registry import Registry
from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.principles.conventions import roll_sum
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.objectives.every import (
    BONUS,
    bind,
    take_tests_at_end_of_round,
)
from sandtable.books.forgotten_ruin.missions.requirements import generate, open_objectives
from sandtable.books.forgotten_ruin.missions.victory import close, settle_victory
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import Candidate, ChooseOne, Play, rule

NOBODY_LEFT = {"artifact": ("FR-FIN-10",), "final": ("FR-FIN-23",)}
"""The rules of the finale battles by which they end without soldiers."""
ROUNDS_LEFT = 3
"""How long a battle goes on after most Sudden Death checks (FR-POST-02)."""

When = Callable[[Battle], bool]
EndEffect = Callable[[Play[Battle]], Coroutine[Any, Any, None]]


class AtEndOfRound(NamedTuple):
    """Something that happens in the End Phase."""

    name: str
    rule: str
    when: When
    effect: EndEffect


ENDINGS: Registry[EndEffect] = Registry("an ending")
"""What else ends a battle, by kind of mission; looked at in every End Phase."""
OFFERED = ("Hordes", "Walking plants", "Knit wounds", "search markers", "an Objective moves")
"""How effects follow one another where the player orders them."""
END_EFFECTS: Registry[AtEndOfRound] = Registry("an effect of the End Phase", OFFERED)
"""Everything that may happen in the End Phase."""


def at_end_of_round(name: str, rule_id: str, when: When) -> Callable[[EndEffect], EndEffect]:
    """Register an effect of the End Phase; the player orders those that are pending together."""

    def register(effect: EndEffect) -> EndEffect:
        END_EFFECTS[name] = AtEndOfRound(name, rule_id, when, effect)
        return rule(rule_id)(effect)

    return register


@rule("FR-POST-60", "FR-POST-05", "FR-RND-23", "FR-RND-24", "FR-POST-04")
async def end_phase(play: Play[Battle]) -> None:
    """An empty table ends everything; then effects in the player's order, Objectives, Sudden Death."""
    state = play.state
    if ends_without_soldiers(play):
        return
    pending = [one for one in END_EFFECTS.values() if one.when(state)]
    while pending:
        chosen = pending[0] if len(pending) == 1 else await _choose_effect(play, pending)
        pending.remove(chosen)
        play.tell("end of round effect", chosen.rule, "FR-RND-23", effect=chosen.name)
        await chosen.effect(play)
        if ends_without_soldiers(play) or state.closed:
            return
        # What one effect has made impossible does not happen after it (FR-PRN-25).
        pending = [one for one in pending if one.when(state)]
    await take_tests_at_end_of_round(play)
    if state.mission.kind in ENDINGS:
        await ENDINGS[state.mission.kind](play)
    if state.closed:
        return
    if not any(one.side == "enemy" for one in state.enemies_on_table()):
        play.tell("no enemy is left", "FR-POST-05", round=state.round)
    settle_victory(play)
    await _sudden_death(play)
    _abandon(play)


@rule("FR-RND-26")
def _abandon(play: Play[Battle]) -> None:
    """The book sets no number of rounds; the program gives a battle up after the round limit."""
    state = play.state
    if not state.closed and state.round >= state.switches.round_limit:
        close(play, "the battle is abandoned", "FR-RND-26")


async def _choose_effect(play: Play[Battle], pending: list[AtEndOfRound]) -> AtEndOfRound:
    def candidates() -> list[Candidate]:
        return [Candidate(one.name, one.name, one, rules=(one.rule,)) for one in pending]

    chosen: AtEndOfRound = await play.ask(
        ChooseOne(
            play.state.lead,
            "choose end effect",
            "Which effect comes first?",
            ("FR-RND-23", "FR-POST-60"),
            candidates,
        )
    )
    return chosen


@rule("FR-RND-24", "FR-POST-04", "FR-POST-07")
def ends_without_soldiers(play: Play[Battle]) -> bool:
    """The battle ends at once when none of the player's soldiers is on the table."""
    state = play.state
    if state.closed:
        return True
    # Who flies above the battlefield counts as on it (FR-TRF-52).
    if any(one.on_table or one.where == "aloft" for one in state.soldiers.values() if not one.copy_of):
        return False
    settle_victory(play)
    gone = any(one.where == "left" for one in state.soldiers.values())
    cited = (*NOBODY_LEFT.get(state.mission.kind, ()), *(("FR-POST-07",) if gone else ()))
    close(play, "no soldier is on the table", "FR-RND-24", "FR-POST-04", *cited)
    return True


@rule("FR-POST-01", "FR-POST-02", "FR-RND-25")
async def _sudden_death(play: Play[Battle]) -> None:
    """Once no Objective is left open, 2D6 tell how long the battle goes on."""
    state = play.state
    if state.sudden_death:
        if state.round >= state.sudden_death:
            close(play, "the last rounds are over", "FR-POST-02")
        return
    completed_now = any(
        one.completed_in == state.round and one.state == "complete" for one in state.objectives.values()
    )
    # FR-POST-01: an Objective that is lost last is not completed, whatever was completed before it.
    if open_objectives(state) or not completed_now or state.last_lost_in == state.round:
        return
    score = await roll_sum(play, 2, "sudden death", "FR-POST-01", "FR-RND-25")
    row = row_for(mission_tables().sudden_death, score)
    play.tell("sudden death", "FR-POST-02", result=row.result)
    if row.result == "at once":
        close(play, "sudden death", "FR-POST-02")
        return
    state.sudden_death = state.round + ROUNDS_LEFT
    if row.result == "bonus Objective":
        await _bonus(play)


@rule("FR-POST-03")
async def _bonus(play: Play[Battle]) -> None:
    """One more Objective; completing it ends the battle, and it is not needed for victory."""
    bonus = await generate(play, not_hold=True)
    if bonus is not None:
        bonus.perks = (*bonus.perks, BONUS)
        await bind(play, bonus)
        play.tell("bonus Objective", "FR-POST-03", objective=bonus.id, type=bonus.type)
