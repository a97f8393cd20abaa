"""What the kernel does where a book says nothing of its own."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.kernel.book import Book, Result
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.decision import Candidate, ChooseOne, ListedPlanner, Option, Place, Planner
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.offers import ScenarioOffer
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refused
from sandtable.kernel.state import State
from sandtable.kernel.window import Moment, Windows


class Bare(State):
    """Nothing of its own."""

    rolled: bool | None = None


class Crowd(State):
    """Players of a number of their own, and a Game Master."""

    seats: tuple[str, ...] = ("X", "Y", "Z")
    master: str = "M"
    rolled: bool | None = None


NEED = Needed(4, "BA-1", (Modifier(1, "rain", "BA-2"),))


class BareBook(Book[Any]):
    """A single test."""

    id, title, prefix = "bare", "Bare", "BA"
    state_type = Bare
    scenarios = (ScenarioOffer("field", "A field"),)

    async def step(self, play: Play[Any]) -> None:
        """One die."""
        play.state.rolled = await play.passes("leap", NEED, "A", inches=3)

    def result(self, state: Any) -> Result | None:
        """Over after it."""
        return None if state.rolled is None else Result((), {}, "leapt")


def leapt(face: int) -> Game[Any]:
    """A leap with this face."""
    return new_game(BareBook(), Bare(), Scripted({"leap": [face]}))


def test_players_are_those_of_an_ordinary_game_unless_the_state_names_them():
    assert BareBook().seats(Bare()) == ("A", "B")
    assert BareBook().seats(Crowd()) == ("X", "Y", "Z", "M")
    assert BareBook().seats(Crowd(master="")) == ("X", "Y", "Z")


def test_only_a_game_master_may_rule():
    book = BareBook()
    assert [seat for seat in ("X", "Y", "M", "") if book.may_rule(Crowd(), seat)] == ["M"]
    assert not book.may_rule(Crowd(master=""), "")
    assert not book.may_rule(Bare(), "A")


def test_a_book_offers_its_scenarios_and_refuses_others():
    book = BareBook()
    assert [one.id for one in book.offers().scenarios] == ["field"]
    assert book.set_up("field", {}, {}) == Bare()
    with pytest.raises(Refused, match=r'There is no scenario "moon". Scenarios: field.'):
        book.set_up("moon", {}, {})


def test_a_single_die_passes_when_it_reaches_its_number_and_cites_every_rule_of_it():
    assert [leapt(face).state.rolled for face in (4, 5)] == [False, True]
    (told,) = leapt(5).events()
    assert told.rules == ("BA-1", "BA-2")
    assert (told.facts["need"], told.facts["seat"], told.facts["inches"]) == (5, "A", 3)


def test_most_points_win_and_equals_share():
    assert Result.by_points({"A": 1, "B": 3}, "over", "BA-3") == Result(
        ("B",), {"A": 1, "B": 3}, "over", ("BA-3",)
    )
    assert Result.by_points({"A": 3, "B": 3}, "over").winners == ("A", "B")


def test_in_windows_the_seat_of_the_moment_speaks_first_and_then_the_others_in_seat_order():
    order: list[str] = []
    windows = Windows()

    @windows.consequence("now", "note", "BA-4", lambda play, seat, now: True)
    async def note(play: Play[Any], seat: str, now: Moment) -> None:
        order.append(seat)

    class Opening(BareBook):
        async def step(self, play: Play[Any]) -> None:
            await windows.open(play, "now", Moment("Z"))
            play.state.rolled = True

    new_game(Opening(), Crowd(), Scripted({}))
    assert order == ["Z", "X", "Y", "M"]


def test_candidates_that_are_known_need_no_function():
    question = ChooseOne("A", "which", "Which?", ("BA-1",), [Candidate("x", "ex"), Candidate("y", "why")])
    assert [one.answer for one in question.options()] == ["x", "y"]
    assert question.read("y") == "y"
    question.look_again()
    assert question.sample(random.Random(1)) in ("x", "y")


class Even(Planner):
    """Even numbers, of which two are proposed."""

    def proposals(self) -> list[Option]:
        return [Option(2, "two"), Option(4, "four")]

    def read(self, answer: Any) -> int:
        return int(answer)


def test_a_planner_draws_one_of_its_proposals():
    question = Place("A", "where", "Where?", ("BA-1",), Even())
    assert {question.sample(random.Random(seed)) for seed in range(20)} == {2, 4}


@pytest.mark.parametrize("answer", [[1, 4], [True, 3], [1.0, 3], 1, "1", None, {"at": [1, 3]}, [[[[]]]]])
def test_a_planner_of_listed_answers_takes_no_other(answer: Any):
    places = [Option([1, 3], "left"), Option([2, 4], "right"), Option("beside", "beside the table")]
    question = Place("A", "where", "Where?", ("BA-1",), ListedPlanner("BA-1", places, "Name two of 1 to 4."))
    assert [one.label for one in question.options()] == ["left", "right", "beside the table"]
    assert question.read([2, 4]) == [2, 4]
    assert question.read("beside") == "beside"
    with pytest.raises(Refused, match=r"is no such place. \(BA-1\) Name two of 1 to 4."):
        question.read(answer)
