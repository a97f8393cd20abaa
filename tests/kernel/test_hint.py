"""Hints: a book may lay a word beside a question; what is asked and answered stays as it was."""

from __future__ import annotations

from sandtable.kernel.decision import Decision, Hint
from sandtable.kernel.game import Game, new_game
from tests.last_stand import LastStand, Stand

WORD = Hint("Orcs come up the hill.", ("LS-1",))


class Guided(LastStand):
    """The same book with a word for the first round."""

    def hint(self, state: Stand, decision: Decision) -> Hint | None:
        """What is told once."""
        return WORD if state.round == 1 else None


def game_of(book: LastStand) -> Game[Stand]:
    """The game before its first answer."""
    return new_game(book, Stand())


def open_question(game: Game[Stand]) -> Decision:
    """What is asked now."""
    assert game.decision is not None
    return game.decision


def test_a_book_lays_a_hint_beside_a_question():
    game = game_of(Guided())
    assert open_question(game).hint == WORD


def test_the_facts_of_the_question_stay_beside_it():
    assert open_question(game_of(Guided())).facts["soldier"] == "S1"


def test_a_question_without_a_hint_has_none():
    game = game_of(Guided())
    game.answer("hide")
    assert open_question(game).hint is None


def test_a_book_gives_no_hints_unless_it_says_so():
    assert open_question(game_of(LastStand())).hint is None


def test_a_question_that_is_put_again_has_its_hint_again():
    game = game_of(Guided())
    game.answer("hide")
    game.undo("squad", consent=("squad",))
    assert open_question(game).hint == WORD
