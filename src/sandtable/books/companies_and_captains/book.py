"""Companies and Captains: two sides of Groups, activation that can fail, morale that cascades."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.binding.places.unit_plots import KEYS
from sandtable.books.companies_and_captains import barring, offers, outcomes
from sandtable.books.companies_and_captains.chapters import (
    activation,
    ambitions,
    end_of_game,
    resilience,
    turns,
)
from sandtable.books.companies_and_captains.chapters.setup import showing_companies
from sandtable.books.companies_and_captains.chapters.setup import steps as setup
from sandtable.books.companies_and_captains.chapters.setup.preparing import prepare
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.earlier_states import renewed
from sandtable.books.companies_and_captains.opponent.adviser import Adviser
from sandtable.books.companies_and_captains.orders import KINDS
from sandtable.books.companies_and_captains.outlook import outlook_of
from sandtable.books.companies_and_captains.positions.form import PositionForm, write_position
from sandtable.books.companies_and_captains.positions.reading import read_position
from sandtable.books.companies_and_captains.rosters.json_form import CompanyJson
from sandtable.books.companies_and_captains.showing import notes_for, showing_after, showing_of
from sandtable.books.companies_and_captains.special import (
    captain_traits,
    optional_traits,
    orders,
    profile_traits,
    spells,
)
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.words import places_of, places_told, roll_in_words, sentence_of
from sandtable.kernel import Play
from sandtable.kernel.book import Book, Result, register
from sandtable.kernel.decision.standing import Standing
from sandtable.kernel.offers import Cover

SPECIAL = (captain_traits, optional_traits, orders, profile_traits, spells)
"""Traits and spells make themselves known to the windows and the orders when they are read."""

STEPS: dict[str, Callable[[Play[Battle]], Coroutine[Any, Any, None]]] = {
    **setup.STEPS,  # CC-SET-01
    "start of turn": turns.start_turn,
    "rally": turns.rally_a_group,
    "reckless": turns.check_a_reckless_group,
    "activate": activation.activate_a_group,
    "end of turn": turns.end_turn,
}
"""Every step of setup and of a turn, by the name that the state remembers."""


class CompaniesAndCaptains(Book[Battle]):
    """The rulebook as the kernel plays it."""

    id = "companies-and-captains"
    title = "Companies and Captains"
    prefix = "CC"
    version = "3"
    plays_like = ("2",)
    state_type = Battle
    answers_at_once = True
    cover = Cover("#1d4f91", "flag", "50%", "Whole companies, fickle orders", "2 sides · about an hour")
    headings = frozenset({"turn started"})
    activations = frozenset({"order given"})
    standing = read_data("standing_orders.yaml", Standing)
    answer_words = (*KEYS, "turn")

    set_up = staticmethod(prepare)
    renewed = staticmethod(renewed)
    check_force = staticmethod(offers.check_force)
    build_force = staticmethod(offers.build_force)
    random_force = staticmethod(offers.random_force)
    offers = staticmethod(offers.offers)

    hide = staticmethod(ambitions.hide)
    hide_beside = staticmethod(ambitions.hide_beside)
    hide_header = staticmethod(showing_companies.header_for)
    imagine = staticmethod(ambitions.imagine)
    why_barred = staticmethod(barring.why_barred)

    showing = staticmethod(showing_of)
    showing_after = staticmethod(showing_after)
    outlook = staticmethod(outlook_of)
    sentence = staticmethod(sentence_of)
    roll_in_words = staticmethod(roll_in_words)
    places = staticmethod(places_of)
    places_told = staticmethod(places_told)
    outcome = staticmethod(outcomes.outcome_between)
    outcome_in_words = staticmethod(outcomes.outcome_in_words)
    harm = staticmethod(outcomes.harm_of)
    hits_for_one = staticmethod(resilience.hits_for_one)

    read_position = staticmethod(read_position)
    write_position = staticmethod(write_position)

    def step(self, play: Play[Battle]) -> Coroutine[Any, Any, None]:
        """Play the step that comes next."""
        return STEPS[play.state.step](play)

    def result(self, state: Battle) -> Result | None:
        """Who has won."""
        return end_of_game.result(state) if state.closed else None

    def seats(self, state: Battle) -> tuple[str, ...]:
        """Every player, in seat order."""
        return tuple(state.companies)

    def apart(self, state: Battle, seat: str) -> Battle:
        """What was measured on the ground is remembered with it."""
        state.ground = state.ground.apart(seat)
        return state

    @property
    def adviser(self) -> Adviser:
        """The automatic opponent's knowledge."""
        return ADVISER

    def order_words(self) -> tuple[str, ...]:
        """Every kind of order, alone or with its target."""
        return tuple(f"{name.lower()}{more}" for name in KINDS for more in ("", " ..."))

    def position_forms(self) -> tuple[type[PositionForm], ...]:
        """What an author may write."""
        return (PositionForm,)

    def roster_forms(self) -> tuple[type[CompanyJson], ...]:
        """A Company as JSON names it."""
        return (CompanyJson,)

    def own_parts(self, state: Battle, seat: str) -> dict[str, Any]:
        """Everybody sees the same table; own ambitions are noted beside it."""
        return {"notes": notes_for(state, seat)}


ADVISER = Adviser()
BOOK = CompaniesAndCaptains()
register(BOOK.id, lambda: BOOK)
