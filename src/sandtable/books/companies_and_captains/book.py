"""Companies and Captains: two sides of Groups, activation that can fail, morale that cascades."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from sandtable.books.companies_and_captains import barring, offers, positions
from sandtable.books.companies_and_captains.chapters import (
    activation,
    ambitions,
    end_of_game,
    setup,
    showing_companies,
    turns,
)
from sandtable.books.companies_and_captains.chapters.geometry import answers
from sandtable.books.companies_and_captains.opponent.adviser import Adviser
from sandtable.books.companies_and_captains.orders import KINDS
from sandtable.books.companies_and_captains.outcomes import (
    Outcome,
    harm_of,
    outcome_between,
    outcome_in_words,
)
from sandtable.books.companies_and_captains.outlook import outlook_of
from sandtable.books.companies_and_captains.position_form import PositionForm
from sandtable.books.companies_and_captains.rosters.json_form import CompanyJson
from sandtable.books.companies_and_captains.showing import notes_for, showing_after, showing_of
from sandtable.books.companies_and_captains.special import (
    captain_traits,
    optional_traits,
    profile_traits,
    self_destruct,
    spells,
    summoning,
)
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.told_places import places_of, places_told
from sandtable.books.companies_and_captains.words import sentence_of
from sandtable.books.companies_and_captains.words_of_dice import roll_in_words
from sandtable.kernel.book import Book, Places, Result, register
from sandtable.kernel.decision import Chance, Decision
from sandtable.kernel.dice import For
from sandtable.kernel.event import Event, Harm
from sandtable.kernel.offers import Cover, ForceVerdict, Offers
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.outlook import Outlook
from sandtable.table.showing import Showing

SPECIAL = (captain_traits, optional_traits, profile_traits, self_destruct, spells, summoning)
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
    version = "2"
    state_type = Battle
    answers_at_once = True
    cover = Cover("#1d4f91", "flag", "50%", "Whole companies, fickle orders", "2 sides · about an hour")
    headings = frozenset({"turn started"})
    answer_words = (*answers.KEYS, "turn")

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
        """The battle before the first step of setup."""
        return setup.prepare(scenario, seats, options)

    def offers(self) -> Offers:
        """Scenarios, ready Companies, switches, and what can be bought."""
        return offers.offers()

    def check_force(
        self, force: Any, options: Mapping[str, Any], against: Sequence[Any] = ()
    ) -> ForceVerdict:
        """Whether a Company is legal, with every reason against it."""
        return offers.check_force(force, options, against)

    def build_force(self, name: str, units: Sequence[str]) -> Any:
        """A Company of these Groups; the first one has the Captain unless another says so."""
        return offers.build_force(name, units)

    def random_force(self, chance: Chance, options: Mapping[str, Any]) -> Any:
        """A Company rolled up as the automatic opponent's is."""
        return offers.random_force(chance, options)

    def step(self, play: Play[Battle]) -> Coroutine[Any, Any, None]:
        """Play the step that comes next."""
        return STEPS[play.state.step](play)

    def result(self, state: Battle) -> Result | None:
        """Who has won."""
        return end_of_game.result(state) if state.closed else None

    def seats(self, state: Battle) -> tuple[str, ...]:
        """Every player, in seat order."""
        return tuple(state.companies)

    def hide(self, state: Battle, seat: str | None) -> Battle:
        """Secret ambitions are known to their owner alone until VP are counted."""
        return ambitions.hide(state, seat)

    def hide_beside(self, public: Battle, state: Battle, seat: str) -> Battle:
        """A seat knows what everybody knows, and its own ambitions."""
        return ambitions.hide_beside(public, state, seat)

    def why_barred(self, state: Battle, question: Decision, word: str) -> Refusal | None:
        """Which rule bars a Group, an order or a thing of the battle as an answer."""
        return barring.why_barred(state, question, word)

    def hide_header(self, header: dict[str, Any], seat: str | None) -> dict[str, Any]:
        """The rosters of others are known as far as they are shown."""
        return showing_companies.header_for(header, seat)

    def apart(self, state: Battle, seat: str) -> Battle:
        """What was measured on the ground is remembered with it."""
        state.ground = state.ground.apart(seat)
        return state

    @property
    def adviser(self) -> Adviser:
        """The automatic opponent's knowledge."""
        return ADVISER

    def imagine(self, state: Battle, seat: str, chance: Chance) -> Battle:
        """The secret ambitions of others as the seat may believe them."""
        return ambitions.imagine(state, seat, chance)

    def outcome(self, before: Battle, after: Battle) -> Outcome:
        """What has become of every Group."""
        return outcome_between(before, after)

    def outcome_in_words(self, outcome: Outcome, state: Battle) -> list[str]:
        """A sentence for every Group with which anything happens."""
        return outcome_in_words(outcome, state)

    def order_words(self) -> tuple[str, ...]:
        """Every kind of order, alone or with its target."""
        return tuple(f"{name.lower()}{more}" for name in KINDS for more in ("", " ..."))

    def position_forms(self) -> tuple[type[PositionForm], ...]:
        """What an author may write."""
        return (PositionForm,)

    def roster_forms(self) -> tuple[type[CompanyJson], ...]:
        """A Company as JSON names it."""
        return (CompanyJson,)

    def read_position(self, position: Mapping[str, Any]) -> Battle:
        """The battle of a position, in full or in an author's short form."""
        return positions.read_position(position)

    def write_position(self, state: Battle) -> dict[str, Any]:
        """The whole situation, to the last digit."""
        return positions.write_position(state)

    def showing(self, state: Battle, seat: str | None) -> Showing:
        """The battle as screens draw it."""
        return showing_of(state, seat)

    def showing_after(self, state: Battle, seat: str | None, before: Battle, shown: Showing) -> Showing:
        """The battle as screens draw it; Groups that are as they were look as they did."""
        return showing_after(state, seat, before, shown)

    def own_parts(self, state: Battle, seat: str) -> dict[str, Any]:
        """Everybody sees the same table; own ambitions are noted beside it."""
        return {"notes": notes_for(state, seat)}

    def outlook(self, state: Battle, unit: str) -> Outlook | None:
        """What a Group sees, reaches and has to fear."""
        return outlook_of(state, unit)

    def places(self, state: Battle) -> Mapping[str, Places]:
        """The models of Groups, and tokens."""
        return places_of(state)

    def places_told(self, event: Event) -> Mapping[str, Places]:
        """Where the event says that models and tokens stand."""
        return places_told(event)

    def sentence(self, event: Event, state: Battle) -> str:
        """The event as a player tells it."""
        return sentence_of(event, state)

    def roll_in_words(self, state: Battle, what: For, facts: Mapping[str, Any], need: int | None) -> str:
        """What dice are for: "Hunters to Shoot, needs 6+"."""
        return roll_in_words(state, what, facts, need)

    def harm(self, event: Event, state: Battle) -> Harm | None:
        """A Group that lost R, became Shaken or was Routed, and the Group that rolled the hits."""
        return harm_of(event)


ADVISER = Adviser()
BOOK = CompaniesAndCaptains()
register(BOOK.id, lambda: BOOK)
