"""Questions: what they list, sample, accept and refuse."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.decision import (
    PASS,
    Allocate,
    Candidate,
    ChooseOne,
    ChooseSeveral,
    Decision,
    Field,
    FillIn,
    Number,
    Thrown,
    Together,
    TypedDice,
    Words,
    YesNo,
    plain,
)
from sandtable.kernel.decision.forms import Choosing, Taking
from sandtable.kernel.refusal import Refusal, Refused

RULES = ("SK-LAN-01",)
NO = Refusal("SK-LAN-02", "Not today.", "Come tomorrow.")


def candidates() -> list[Candidate]:
    """Three, one of which is barred."""
    return [Candidate("a", "A", 1), Candidate("b", "B", check=lambda: NO), Candidate("c", "C", rules=("X",))]


def questions() -> dict[str, Decision]:
    """One of each kind that needs no ground."""
    return {
        "choose one": ChooseOne("A", "a choice", "Which?", RULES, candidates),
        "yes or no": YesNo("A", "a choice", "Really?", RULES),
        "choose several": ChooseSeveral("A", "a choice", "Which ones?", RULES, candidates, least=1, most=2),
        "allocate": Allocate(
            "A", "a choice", "Who?", RULES, {"x": "X", "y": "Y"}, {"m": "M", "n": "N"}, room={"m": 1}
        ),
        "number": Number("A", "a choice", "How many?", RULES, 2, 5),
        "words": Words("A", "a choice", "What?", RULES, 10),
        "fill in": FillIn(
            "A",
            "a choice",
            "What is so?",
            RULES,
            {
                "n": Field(Number("A", "a choice", "How many?", RULES, 0, 5), 0, "how many"),
                "w": Field(ChooseOne("A", "a choice", "Which?", RULES, candidates), "a"),
            },
            "nothing",
        ),
        "typed dice": TypedDice("A", "a choice", "Roll.", RULES, 2, 6),
    }


every_kind = pytest.mark.parametrize("kind", questions())

json_data = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@every_kind
def test_a_question_has_the_kind_by_which_clients_know_it(kind: str):
    question = questions()[kind]
    assert question.kind == kind
    assert question.as_data()["kind"] == kind
    assert question.as_data()["rules"] == list(RULES)
    assert question.rule == RULES[0]
    assert question.seats == ("A",)
    assert question.for_seat("A") is question
    assert question.for_seat("B") is None


@every_kind
def test_options_and_samples_are_accepted(kind: str):
    question = questions()[kind]
    if kind != "choose several":
        for option in question.options():
            assert question.legal(option.answer) is None
    for seed in range(30):
        assert question.legal(question.sample(random.Random(seed))) is None


@every_kind
@given(answer=json_data)
@settings(max_examples=40)
def test_any_answer_is_read_or_refused_with_what_would_be_right(kind: str, answer: Any):
    question = questions()[kind]
    refusal = question.legal(answer)
    if refusal is None:
        question.read(answer)
        return
    assert refusal.rule
    assert refusal.remedy
    with pytest.raises(Refused) as caught:
        question.read(answer)
    assert caught.value.refusals[0] == refusal


def test_a_barred_candidate_is_shown_with_its_reason_and_refused_with_it():
    for kind in ("choose one", "choose several"):
        question = questions()[kind]
        assert [(option.answer, option.refusal) for option in question.barred()] == [("b", NO)]
        assert question.legal("b" if kind == "choose one" else ["b"]) == NO


def test_what_is_barred_for_certain_is_not_looked_at_when_one_is_drawn():
    asked: list[str] = []

    def why(key: str) -> Refusal | None:
        asked.append(key)
        return NO if key == "b" else None

    def listed(*keys: str) -> list[Candidate]:
        return [Candidate(key, key.upper(), f"value of {key}", check=partial(why, key)) for key in keys]

    question = ChooseOne(
        "A", "a choice", "Which?", RULES, lambda: listed("a", "b", "c", "d"), likely=lambda: listed("b", "d")
    )
    chance = random.Random(1)
    assert [question.sample(chance) for _ in range(20)] == ["d"] * 20
    assert question.read("d") == "value of d"
    assert set(asked) == {"b", "d"}
    # Whoever chooses by hand chooses among all.
    assert [one.answer for one in question.options()] == ["a", "c", "d"]
    assert question.read("c") == "value of c"
    with pytest.raises(Refused):
        question.read("b")


def test_choosing_several_keeps_to_its_limits_and_order():
    question = questions()["choose several"]
    assert question.read(["c", "a"]) == [1, "c"]
    for wrong in ([], ["a", "a"], ["a", "z"], ["a", "b"], "a", ["a", "c", "b"]):
        assert question.legal(wrong) is not None


def test_choosing_several_may_have_a_condition_on_all_together():
    question = ChooseSeveral(
        "A", "a choice", "Which?", RULES,
        lambda: [Candidate(str(n), str(n), n) for n in range(1, 6)],
        check=lambda values: NO if sum(values) > 4 else None,
    )  # fmt: skip
    assert question.legal(["1", "3"]) is None
    assert question.legal(["2", "3"]) == NO
    for seed in range(40):
        assert question.legal(question.sample(random.Random(seed))) is None


@pytest.mark.parametrize(
    ("most", "remedy"), [(2, "Choose 2."), (3, "Choose 2 to 3."), (None, "Choose 2 to 4.")]
)
def test_whoever_chooses_too_few_is_told_how_many_are_wanted(most: int | None, remedy: str):
    question = ChooseSeveral(
        "A", "a choice", "Which?", RULES,
        lambda: [Candidate(str(n), str(n), n) for n in range(4)], least=2, most=most,
    )  # fmt: skip
    refusal = question.legal(["1"])
    assert refusal is not None
    assert refusal.remedy == remedy


def test_a_yes_is_no_number():
    assert questions()["yes or no"].legal(1) is not None
    assert questions()["number"].legal(True) is not None
    assert questions()["typed dice"].legal([True, 2]) is not None


def test_what_is_given_away_goes_to_holders_with_room():
    question = questions()["allocate"]
    assert question.legal({"x": "m", "y": "n"}) is None
    for wrong in (
        {"x": "m"},
        {"x": "m", "y": "m"},
        {"x": "m", "y": "z"},
        {"x": ["m"], "y": "n"},
        {"x": 1, "y": 2},
    ):
        refusal = question.legal(wrong)
        assert refusal is not None
        assert refusal.rule == "SK-LAN-01"


def test_a_condition_that_is_hard_to_meet_by_chance_is_met():
    wanted = {"a": "p", "b": "q", "c": "r", "d": "s"}
    question = Allocate(
        "A", "a choice", "Who?", RULES,
        dict.fromkeys("abcd", ""), dict.fromkeys("pqrs", ""),
        room=dict.fromkeys("pqrs", 1),
        check=lambda given: None if given == wanted else NO,
    )  # fmt: skip
    assert question.sample(random.Random(1)) == wanted
    assert [option.answer for option in question.options()] == [wanted]


def test_a_question_to_several_seats_has_a_part_for_each():
    parts = {
        "A": Number("A", "a choice", "How many?", RULES, 0, 1),
        "B": YesNo("B", "a choice", "Really?", RULES),
    }
    question = Together("a choice", "Choose.", RULES, parts)
    assert question.seats == ("A", "B")
    assert question.for_seat("B") is parts["B"]
    assert question.for_seat("C") is None
    assert question.options() == []


def test_a_secret_question_shows_its_answer_to_confidants_only():
    question = Number("A", "a choice", "How many?", RULES, 0, 1)
    assert question.shows_answer_to("B")
    question.secretly("M")
    assert question.secret
    assert [seat for seat in ("A", "B", "M", None) if question.shows_answer_to(seat)] == ["A", "M"]


@given(json_data)
@settings(max_examples=50)
def test_plain_data_is_copied_as_it_is(answer: Any):
    assert plain(answer) == answer
    if isinstance(answer, list | dict):
        assert plain(answer) is not answer


@pytest.mark.parametrize(
    "answer",
    [float("nan"), float("inf"), {1: 2}, b"x", object(), {"x": {1, 2}}, "\ud800", ["\udfff"], {"\ud800": 1}],
)
def test_what_json_does_not_know_is_refused(answer: Any):
    with pytest.raises(Refused, match="not plain data"):
        plain(answer)


def test_endless_nesting_is_refused():
    answer: list[Any] = []
    answer.append(answer)
    with pytest.raises(Refused, match="not plain data"):
        plain(answer)


def tomorrow(_question: Decision, word: str) -> Refusal | None:
    """Knows of one word more."""
    return Refusal("SK-LAN-03", f"{word} sleeps.", "Wake it.") if word == "d" else None


@pytest.mark.parametrize(
    ("kind", "answer"),
    [("choose one", "d"), ("choose several", ["a", "d"]), ("allocate", {"x": "d", "y": "n"})],
)
def test_a_word_that_is_no_answer_is_refused_by_the_rule_that_bars_it(kind: str, answer: Any):
    question = questions()[kind].explained(tomorrow)
    assert question.legal(answer) == Refusal("SK-LAN-03", "d sleeps.", "Wake it.")


def test_a_word_that_means_nothing_is_refused_by_the_rule_of_the_question():
    question = questions()["choose one"].explained(tomorrow)
    why = question.legal("zzz")
    assert why is not None
    assert why.rule == "SK-LAN-01"
    assert "Choose one of: a, b, c." in why.remedy


@pytest.mark.parametrize(
    ("kind", "answer", "is_heard_of"),
    [
        ("choose one", "a", True), ("choose one", "b", True), ("choose one", "d", True),
        ("choose one", "zzz", False), ("choose one", ["a"], False), ("yes or no", False, True),
        ("yes or no", "a", False), ("choose several", ["a", "d"], True), ("choose several", "a", False),
        ("choose several", ["a", "zzz"], False),
    ],
)  # fmt: skip
def test_a_question_has_heard_of_what_it_lists_and_of_what_is_known_to_be_barred(
    kind: str, answer: Any, is_heard_of: bool
):
    question = questions()[kind].explained(tomorrow)
    assert isinstance(question, ChooseOne | ChooseSeveral)
    assert question.has_heard_of(answer) is is_heard_of


def test_dice_that_lie_there_are_told_with_the_question():
    thrown = Thrown((2, 5), need=4)
    assert ChooseOne("A", "a choice", "Which?", RULES, candidates, thrown=thrown).form() == Choosing(thrown)
    several = ChooseSeveral("A", "a choice", "Which?", RULES, candidates, most=1, thrown=thrown)
    assert several.form() == Taking(0, 1, (), thrown)


def test_what_bars_a_word_is_not_looked_up_for_whoever_answers_or_lists():
    asked: list[str] = []

    def why(_question: Decision, word: str) -> Refusal | None:
        asked.append(word)
        return None

    question = ChooseOne("A", "a choice", "Which?", RULES, candidates).explained(why)
    assert [one.answer for one in question.options()] == ["a", "c"]
    assert [one.answer for one in question.barred()] == ["b"]
    assert question.read("c") == "c"
    assert question.legal("b") == NO
    assert asked == []


def test_the_first_who_knows_what_bars_a_word_is_believed():
    other = Refusal("SK-LAN-04", "Another reason.")
    question = questions()["choose one"].explained(tomorrow).explained(lambda _question, _word: other)
    assert [question.why_barred(word) for word in ("d", "e", 7)] == [
        Refusal("SK-LAN-03", "d sleeps.", "Wake it."), other, None,
    ]  # fmt: skip


def form(check: Any = None) -> FillIn:
    """Two numbers and a choice of which one is barred."""
    fields = {
        "m": Field(Number("A", "a choice", "How many M?", RULES, 0, 5, about=("M1",)), 0, "how many"),
        "n": Field(Number("A", "a choice", "How many N?", RULES, 0, 5, about=("N1",)), 2, "how many"),
        "w": Field(ChooseOne("A", "a choice", "Which?", RULES, candidates), "a"),
    }
    return FillIn("A", "a choice", "What is so?", RULES, fields, "nothing", check=check)


def test_things_may_be_told_apart_by_the_colours_of_real_dice():
    asked = Allocate("A", "a choice", "Who?", RULES, {"x": "X"}, {"m": "M"}, dyes={"x": "plum"})
    assert asked.form().dyes == {"x": "plum"}


def test_what_is_not_filled_in_counts_as_it_is():
    assert form().read({}) == {"m": 0, "n": 2, "w": 1}
    assert form().read({"n": 4, "w": "c"}) == {"m": 0, "n": 4, "w": "c"}
    assert form().about == ("M1", "N1")
    assert [(one.answer, one.label, one.deed) for one in form().options()] == [({}, "nothing", PASS)]
    assert form().in_words({"m": 3, "w": "c"}) == "How many M? 3; Which? C"
    assert form().in_words({}) == "nothing"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"m": 6}, "6 is not such a number."),
        ({"w": "b"}, "Not today."),
        ({"x": 1}, "There is no field 'x'."),
        (["m"], "['m'] is no form that is filled in."),
    ],
)
def test_a_form_is_refused_by_the_field_that_is_wrong(answer: Any, reason: str):
    why = form().legal(answer)
    assert why is not None
    assert why.reason == reason


def test_a_form_can_be_refused_as_a_whole():
    few = Refusal("SK-LAN-02", "That is too many.", "Enter fewer.")
    limited = form(lambda given: few if given["m"] + given["n"] > 5 else None)
    assert limited.legal({"m": 3}) is None
    assert limited.legal({"m": 4}) == few


def test_a_form_tells_screens_its_fields():
    first, _, last = form().form().blanks
    assert (first.key, first.label, first.usual, first.most, first.column) == (
        "m",
        "How many M?",
        0,
        5,
        "how many",
    )
    assert (first.about, first.words) == (("M1",), ())
    assert [one.answer for one in last.words] == ["a", "c"]
