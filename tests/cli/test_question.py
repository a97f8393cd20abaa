"""Questions of every kind as a terminal puts and reads them."""

from __future__ import annotations

import pytest

from sandtable.cli.play.question import Asked, allocation_in_words, asked, read_dice
from sandtable.kernel.decision import (
    Allocate,
    Candidate,
    ChooseOne,
    ChooseSeveral,
    Field,
    FillIn,
    Number,
    TypedDice,
    Words,
    YesNo,
)
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.table.showing import Showing
from sandtable.table.terrain import Ground

TABLE = Showing(Ground(48.0, 36.0, ()))
NO = Refusal("CC-SHO-03", "Axes is too far away.", "Come nearer.")


def orders() -> Asked:
    return asked(
        ChooseOne(
            "A",
            "a choice",
            "What?",
            ("CC-ACT-05",),
            lambda: [
                Candidate("move", "Move"),
                Candidate("shoot B1", "Shoot Axes", check=lambda: NO),
                Candidate("shoot B2", "Shoot Javelins"),
                Candidate("end turn", "end the turn"),
            ],
        )
    )


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1", "move"),
        ("move", "move"),
        ("MOVE", "move"),
        ("m", "move"),
        ("2", "shoot B2"),
        ("shoot b2", "shoot B2"),
        ("Shoot Javelins", "shoot B2"),
        ("shoot j", "shoot B2"),
        ("end", "end turn"),
        ("shoot", None),
        ("dance", None),
        ("", None),
    ],
)
def test_one_of_several_is_named_by_number_words_or_their_beginning(typed: str, answer: str | None):
    assert orders().read(typed, TABLE) == answer


@pytest.mark.parametrize("typed", ["4", "shoot b1", "shoot axes"])
def test_a_barred_answer_is_refused_with_its_own_reason(typed: str):
    with pytest.raises(Refused) as refused:
        orders().read(typed, TABLE)
    assert refused.value.refusals == (NO,)


def test_a_number_beyond_the_answers_is_refused():
    with pytest.raises(Refused, match="There is no answer 9"):
        orders().read("9", TABLE)


def test_the_only_answer_is_taken_by_enter():
    only = asked(ChooseOne("A", "a choice", "What?", ("X",), lambda: [Candidate("stay", "stay")]))
    assert only.read("", TABLE) == "stay"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("y", True), ("Yes", True), ("1", True), ("n", False), ("2", False), ("maybe", None)],
)
def test_yes_and_no(typed: str, answer: bool | None):
    assert asked(YesNo("A", "a choice", "Do it?", ("X",))).read(typed, TABLE) is answer


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1 3", ["one", "three"]),
        ("1,3", ["one", "three"]),
        ("none", []),
        ("", []),
        ("all", ["one", "two", "three"]),
        ("two", ["two"]),
        ("one; three", ["one", "three"]),
        ("four", None),
    ],
)
def test_several_are_named_by_numbers_or_words(typed: str, answer: list[str] | None):
    several = ChooseSeveral(
        "A", "a choice", "Which?", ("X",), lambda: [Candidate(one, one) for one in ("one", "two", "three")]
    )
    assert asked(several).read(typed, TABLE) == answer


def test_what_the_program_would_choose_is_taken_by_enter():
    names = ("one", "two", "three")
    question = asked(
        ChooseSeveral(
            "A", "a choice", "Which?", ("X",), lambda: [Candidate(one, one) for one in names], least=2
        )
    )
    question.proposed = ["two", "three"]
    assert question.read("", TABLE) == ["two", "three"]
    assert question.how().endswith("choose: 2 3.")
    assert question.read("1 2", TABLE) == ["one", "two"]


def test_things_are_given_away_in_order_or_as_proposed():
    question = asked(
        Allocate("A", "a choice", "Who?", ("X",), {"d1": "a 6", "d2": "a 3"}, {"x": "Xa", "y": "Ya"})
    )
    assert question.read("2 1", TABLE) == {"d1": "y", "d2": "x"}
    assert question.read("x y", TABLE) == {"d1": "x", "d2": "y"}
    assert question.read("Y X", TABLE) == {"d1": "y", "d2": "x"}
    for said in ("ok", "1", ""):
        assert question.read(said, TABLE) == question.options[0].answer
    assert question.read("x y x", TABLE) is None
    with pytest.raises(Refused, match="There is no answer 9"):
        question.read("9", TABLE)


def test_an_allocation_is_told_as_a_person_says_it():
    question = Allocate("A", "a choice", "Who?", ("X",), {"d1": "a 6", "d2": "a 3"}, {"x": "Xa", "y": "Ya"})
    assert allocation_in_words(question, {"d1": "y", "d2": "x"}) == "a 6 to Ya, a 3 to Xa"


def test_numbers_and_words_are_typed_as_they_are():
    assert asked(Number("A", "a choice", "How many?", ("X",), 1, 500)).read("42", TABLE) == 42
    assert asked(Number("A", "a choice", "How many?", ("X",), 1, 500)).read("many", TABLE) is None
    assert asked(Number("A", "a choice", "How many?", ("X",), 1, 500)).listed == []
    assert (
        asked(Words("A", "a choice", "Say?", ("X",))).read("say Hold the line; all!", TABLE)
        == "Hold the line; all!"
    )
    assert not asked(Words("A", "a choice", "Say?", ("X",))).divides_lines


@pytest.mark.parametrize("typed", ["3 4", "3,4", "34", " 3  4 ", "3+4"])
def test_dice_are_typed_in_any_of_the_usual_ways(typed: str):
    assert read_dice(typed, TypedDice("A", "a choice", "Roll", ("X",), 2, 6)) == [3, 4]


@pytest.mark.parametrize("typed", ["", "x", "3 x", "3 4444"])
def test_what_is_no_roll_is_refused(typed: str):
    with pytest.raises(Refused, match="Type 2 numbers from 1 to 6"):
        read_dice(typed, TypedDice("A", "a choice", "Roll", ("X",), 2, 6))


def test_large_dice_are_typed_apart():
    assert read_dice("12 7", TypedDice("A", "a choice", "Roll", ("X",), 2, 20)) == [12, 7]
    assert read_dice("4", TypedDice("A", "a choice", "Roll", ("X",), 1, 6)) == [4]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", {}),
        ("1=2", {"n": 2}),
        ("1=2 2=move", {"n": 2, "w": "move"}),
        ("3=1", None),
        ("two", None),
        ("1=x", None),
    ],
)
def test_a_form_is_filled_in_by_the_numbers_of_its_fields(typed: str, answer: dict[str, object] | None):
    fields = {
        "n": Field(Number("A", "a choice", "How many?", ("CC-ACT-05",), 0, 5), 0),
        "w": Field(ChooseOne("A", "a choice", "What?", ("CC-ACT-05",), [Candidate("move", "Move")]), "move"),
    }
    question = asked(FillIn("A", "a choice", "What is so?", ("CC-ACT-05",), fields, "nothing"))
    assert question.read(typed, TABLE) == answer
    assert '"nothing"' in question.how()
