"""Heroic Endeavors: heroes and their cohorts against a Game Master, on squares with levels."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from sandtable.binding.registry import read_all_of
from sandtable.binding.squares.planner import KEYS
from sandtable.books.heroic_endeavors import hidden, offers, outcomes
from sandtable.books.heroic_endeavors.adventures.preparing import check_party, prepare
from sandtable.books.heroic_endeavors.adviser.adviser import ADVISER, Adviser
from sandtable.books.heroic_endeavors.chapters.ending import result_of
from sandtable.books.heroic_endeavors.chapters.turns import STEPS
from sandtable.books.heroic_endeavors.designing import Party
from sandtable.books.heroic_endeavors.game_master.rulings import rulings
from sandtable.books.heroic_endeavors.naming import called
from sandtable.books.heroic_endeavors.outlook import outlook_of
from sandtable.books.heroic_endeavors.positions import ShortForm, read_position, write_position
from sandtable.books.heroic_endeavors.showing import showing_of
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.words import roll_in_words, sentence_of
from sandtable.kernel import Play
from sandtable.kernel.book import Book, register
from sandtable.kernel.offers import Cover

read_all_of(__package__)


class HeroicEndeavors(Book[Adventure]):
    """The rulebook as the kernel plays it."""

    id = "heroic-endeavors"
    title = "Heroic Endeavors"
    prefix = "HE"
    state_type = Adventure
    cover = Cover(
        "#6d2f63", "swords", "4px", "Heroes in the dark, square by square", "1 to 4 players · an evening"
    )
    headings = frozenset({"turn began"})
    activations = frozenset({"model activated"})
    answer_words = KEYS

    set_up = staticmethod(prepare)
    check_force = staticmethod(check_party)
    hide = staticmethod(hidden.hide)
    imagine = staticmethod(hidden.imagine)
    twins = staticmethod(hidden.twins)
    audience = staticmethod(hidden.audience)
    offers = staticmethod(offers.offers)
    showing = staticmethod(showing_of)
    outlook = staticmethod(outlook_of)
    rulings = staticmethod(rulings)
    sentence = staticmethod(sentence_of)
    called = staticmethod(called)
    roll_in_words = staticmethod(roll_in_words)
    places = staticmethod(outcomes.places_of)
    places_told = staticmethod(outcomes.places_told)
    harm = staticmethod(outcomes.harm_of)
    result = staticmethod(result_of)
    read_position = staticmethod(read_position)
    write_position = staticmethod(write_position)

    def step(self, play: Play[Adventure]) -> Coroutine[Any, Any, None]:
        """Play the step that comes next."""
        return STEPS[play.state.step](play)

    def apart(self, state: Adventure, seat: str) -> Adventure:
        """What was worked out on the board is remembered with it."""
        state.board = state.board.apart(seat)
        return state

    @property
    def adviser(self) -> Adviser:
        """The automatic player of the party."""
        return ADVISER

    def roster_forms(self) -> tuple[type[Party], ...]:
        """A party of own characters."""
        return (Party,)

    def position_forms(self) -> tuple[type[ShortForm], type[Adventure]]:
        """The short form, and the state itself."""
        return (ShortForm, Adventure)


BOOK = HeroicEndeavors()
register(BOOK.id, lambda: BOOK)
