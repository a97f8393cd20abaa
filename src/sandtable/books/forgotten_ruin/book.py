"""Forgotten Ruin: rounds of quick, enemy and slow actions; one squad against the book."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from sandtable.binding.figures.plots import KEYS
from sandtable.binding.registry import read_all_of
from sandtable.books.forgotten_ruin import offers, on_my_table
from sandtable.books.forgotten_ruin.adviser.adviser import Adviser
from sandtable.books.forgotten_ruin.barring.barring import why_barred
from sandtable.books.forgotten_ruin.chapters.battle_round import phases as battle_round
from sandtable.books.forgotten_ruin.chapters.squad.roster import Squad
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.earlier_states import renewed
from sandtable.books.forgotten_ruin.hints import hint_for
from sandtable.books.forgotten_ruin.instructions import instruction_of
from sandtable.books.forgotten_ruin.missions import aftermath, plan, preparing
from sandtable.books.forgotten_ruin.missions.victory import BattleOver
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.outcomes import (
    harm_of,
    outcome_between,
    outcome_in_words,
    places_of,
    places_told,
)
from sandtable.books.forgotten_ruin.outlook import outlook_of
from sandtable.books.forgotten_ruin.positions import ShortForm, read_position, write_position
from sandtable.books.forgotten_ruin.showing import showing_of
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.books.forgotten_ruin.words import roll_in_words, sentence_of
from sandtable.kernel import Play
from sandtable.kernel.book import Book, Result, Ruling, register
from sandtable.kernel.decision.standing import Standing
from sandtable.kernel.offers import Cover

read_all_of(__package__)

STEPS: dict[str, Callable[[Play[Battle]], Coroutine[Any, Any, None]]] = {
    **plan.STEPS,  # FR-MIS-01
    **battle_round.STEPS,  # FR-RND-01
    aftermath.STEP: aftermath.settle_mission,  # FR-POST-08
}
"""Every step of preparation and of a round, by the name that the state remembers."""

ADVISER = Adviser()


class ForgottenRuin(Book[Battle]):
    """The rulebook as the kernel plays it."""

    id = "forgotten-ruin"
    title = "Forgotten Ruin"
    prefix = "FR"
    version = "4"
    state_type = Battle
    answer_words = (*KEYS, "at")
    cover = Cover("#55602b", "orc", "4px 4px 50% 50%", "A squad of soldiers among orcs", "Solo or together")
    headings = frozenset(("round started", "phase started"))
    activations = frozenset(
        ("soldier activates", "enemy unit activates", "summoned monster activates", "combat begins")
    )
    standing = read_data("standing_orders.yaml", Standing)

    set_up = staticmethod(preparing.prepare)
    renewed = staticmethod(renewed)
    check_force = staticmethod(offers.check_force)
    random_force = staticmethod(offers.random_force)
    offers = staticmethod(offers.offers)

    why_barred = staticmethod(why_barred)
    hint = staticmethod(hint_for)
    showing = staticmethod(showing_of)
    outlook = staticmethod(outlook_of)
    sentence = staticmethod(sentence_of)
    called = staticmethod(called)
    roll_in_words = staticmethod(roll_in_words)
    places = staticmethod(places_of)
    places_told = staticmethod(places_told)
    outcome = staticmethod(outcome_between)
    outcome_in_words = staticmethod(outcome_in_words)
    harm = staticmethod(harm_of)
    needs = staticmethod(on_my_table.needs_of)
    instruction = staticmethod(instruction_of)

    read_position = staticmethod(read_position)
    write_position = staticmethod(write_position)

    async def step(self, play: Play[Battle]) -> None:
        """Play the step that comes next."""
        played = play.state.step
        with suppress(BattleOver):
            await STEPS[played](play)
        aftermath.follow(play.state, played)

    def result(self, state: Battle) -> Result | None:
        """How the mission ended: the squad wins it or not."""
        if not state.closed or state.step == aftermath.STEP:
            return None
        squad = tuple(one for one in state.seats if one != state.enemy_seat)
        enemy = tuple(one for one in state.seats if one == state.enemy_seat)
        return Result(squad if state.won else enemy, {}, state.closed, state.closed_by)

    def hide_beside(self, public: Battle, state: Battle, seat: str) -> Battle:
        """Everybody knows the same."""
        return public

    def own_parts(self, state: Battle, seat: str) -> dict[str, Any]:
        """Everybody sees the same."""
        return {}

    def apart(self, state: Battle, seat: str) -> Battle:
        """What was measured on the ground is remembered with it."""
        state.ground = state.ground.apart(seat)
        return state

    @property
    def adviser(self) -> Adviser:
        """The automatic player of the squad."""
        return ADVISER

    def position_forms(self) -> tuple[type[ShortForm], type[Battle]]:
        """The short form, and the state itself."""
        return (ShortForm, Battle)

    def roster_forms(self) -> tuple[type[Squad], ...]:
        """A squad."""
        return (Squad,)

    def rulings(self) -> Mapping[str, Ruling]:
        """What a player on a real table may set right."""
        return on_my_table.RULINGS

    def read_ruling(self, state: Battle, said: str) -> tuple[str, dict[str, Any]]:
        """A correction of the table in a few words, or a ruling by its name."""
        if any(said.startswith(name) for name in self.rulings()):
            return super().read_ruling(state, said)
        return on_my_table.read_correction(state, said)

    def may_rule(self, state: Battle, seat: str) -> bool:
        """A player who plays on a real table."""
        return state.switches.on_my_table and seat != state.enemy_seat


BOOK = ForgottenRuin()
register(BOOK.id, lambda: BOOK)
