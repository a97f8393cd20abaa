"""Standing orders: what a question has to be for one to answer it, and what none ever answers."""

from __future__ import annotations

import pytest

from sandtable.kernel.decision import (
    PASS,
    Allocate,
    Candidate,
    ChooseOne,
    ChooseSeveral,
    Decision,
    Hint,
    ListedPlanner,
    Number,
    Option,
    Place,
    TypedDice,
    Words,
    YesNo,
)
from sandtable.kernel.decision.standing import (
    NOT_THIS_ROUND,
    ONLY_ANSWER,
    Bearing,
    Given,
    Setting,
    Standing,
    StandingOrder,
    StandingOrders,
    answer_by_itself,
    could_give,
    may_give,
    only_answer,
    proposed,
)
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.kernel.window import WINDOW

FREE = StandingOrder(
    "free rerolls",
    "Free rerolls",
    "They can only help.",
    (Setting("always", "always", takes=("ones",)), Setting("ask", "ask")),
    (Bearing("ones", WINDOW, {"window": "rolled"}, answers=("aim",)),),
)
COIN = StandingOrder(
    "coins",
    "Coins",
    "They do not come back.",
    (
        Setting("never", "never", leaves=("coin",)),
        Setting("keep the last", "not the last", leaves=("coin",), keeps=1),
        Setting("ask", "ask"),
    ),
    (Bearing("coin", WINDOW, answers=("coin",)),),
)
SHOT = StandingOrder(
    "shots",
    "Shots",
    "Whether it is worth it.",
    (Setting("even odds", "at even odds", leaves=("shot",), below=0.5), Setting("ask", "ask")),
    (Bearing("shot", "snap fire", groups=("",)),),
)
STANDING = Standing((FREE, COIN, SHOT), never=("give order",))


def offering(*names: str, left: int | None = None, window: str = "rolled") -> ChooseOne:
    facts = None if left is None else {"left": left}
    found = [Candidate(one, one, facts=facts) for one in names]
    return ChooseOne(
        "A",
        WINDOW,
        "Use something?",
        ("X-1",),
        [*found, Candidate("nothing", "no", deed=PASS)],
        {"window": window},
    )


def answered(question: Decision, **settings: str) -> Given | None:
    force = StandingOrders({name.replace("_", " "): one for name, one in settings.items()}).in_force(
        STANDING, 1
    )
    return answer_by_itself(question, STANDING.orders, force)


def test_an_offer_that_an_order_takes_is_taken_by_itself():
    assert answered(offering("aim")) == Given("aim", "free rerolls")
    assert answered(offering("coin", "aim")) == Given("aim", "free rerolls")
    assert answered(offering("aim"), free_rerolls="ask") is None


def test_an_order_speaks_of_its_own_window_alone():
    assert answered(offering("aim", window="hit")) is None


def test_offers_that_orders_let_go_by_are_not_made_but_any_other_is_asked_about():
    assert answered(offering("coin")) == Given("nothing", "coins")
    assert answered(offering("coin", "prayer")) is None
    assert answered(offering("coin"), coins="ask") is None


def test_the_last_of_something_is_kept_where_that_is_ordered():
    assert answered(offering("coin", left=2), coins="keep the last") is None
    assert answered(offering("coin", left=1), coins="keep the last") == Given("nothing", "coins")


def test_only_what_is_less_likely_is_let_go_by():
    def firing(*chances: float | None) -> ChooseOne:
        shots = [Candidate(f"S{n}", "fires", chance=one) for n, one in enumerate(chances)]
        return ChooseOne("A", "snap fire", "Who?", ("X-1",), [*shots, Candidate("pass", "no", deed=PASS)])

    assert answered(firing(0.49, 0.17)) == Given("pass", "shots")
    assert answered(firing(0.17, 0.5)) is None
    assert answered(firing(None)) is None, "what nobody knows the odds of is asked about"


def test_not_this_round_holds_as_long_as_the_round_and_no_longer():
    orders = StandingOrders({"coins": "ask"}).ordered(STANDING, "coins", NOT_THIS_ROUND, 3)
    assert orders.in_force(STANDING, 3)["coins"] == NOT_THIS_ROUND
    assert orders.in_force(STANDING, 4)["coins"] == "ask"
    now = answer_by_itself(offering("coin"), STANDING.orders, orders.in_force(STANDING, 3))
    assert now == Given("nothing", "coins")
    assert orders.ordered(STANDING, "coins", "never", 3).in_force(STANDING, 3)["coins"] == "never"


@pytest.mark.parametrize(
    ("order", "setting"),
    [
        ("luck", "never"),
        ("coins", "sometimes"),
        (ONLY_ANSWER, NOT_THIS_ROUND),
        ("", ""),
        ("x" * 1000, "y" * 1000),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_what_can(order, setting):
    with pytest.raises(Refused) as refused:
        StandingOrders().ordered(STANDING, order, setting, 1)
    why = refused.value.refusals[0]
    assert why.remedy
    assert len(why.reason) < 200


def one_of(*keys: str, barred: tuple[str, ...] = ()) -> ChooseOne:
    why = Refusal("X-2", "No.", "Not now.")
    found = [Candidate(key, key, check=(lambda: why) if key in barred else None) for key in keys]
    return ChooseOne("A", "choose", "Which?", ("X-1",), found)


def several(keys: str, least: int, most: int | None) -> ChooseSeveral:
    return ChooseSeveral(
        "A",
        "choose",
        "Which?",
        ("X-1",),
        lambda: [Candidate(one, one) for one in keys],
        least=least,
        most=most,
    )


def put(*places: str) -> Place:
    options = [Option({"at": one}, one) for one in places]
    return Place("A", "put", "Where?", ("X-1",), ListedPlanner("X-1", options, "Choose."))


@pytest.mark.parametrize(
    ("question", "only"),
    [
        (one_of("a"), ("a",)),
        (one_of("a", "b", barred=("a",)), ("b",)),
        (one_of("a", "b"), None),
        (YesNo("A", "do", "Do it?", ("X-1",)), None),
        (several("ab", 2, 2), (["a", "b"],)),
        (several("ab", 1, 2), None),
        (several("ab", 0, 0), ([],)),
        (Number("A", "name", "How many?", ("X-1",), 3, 3), (3,)),
        (Number("A", "name", "How many?", ("X-1",), 3, 4), None),
        (Allocate("A", "deal", "Who?", ("X-1",), {"d": "die"}, {"s": "Soldier"}), ({"d": "s"},)),
        (Allocate("A", "deal", "Who?", ("X-1",), {"d": "die"}, {"s": "Soldier", "t": "Other"}), None),
        (put("here"), ({"at": "here"},)),
        (put("here", "there"), None),
        (Words("A", "say", "What?", ("X-1",), longest=0), None),
        (TypedDice("A", "roll", "Roll.", ("X-1",), 1, 1), None),
    ],
)
def test_a_question_with_one_legal_answer_answers_itself(question, only):
    assert only_answer(question) == only
    assert answered(question) == (None if only is None else Given(only[0], ONLY_ANSWER))
    assert answered(question, only_answer="ask") is None


def test_secrets_real_dice_words_and_what_the_book_keeps_are_never_given():
    assert may_give(one_of("a"), STANDING)
    assert not may_give(one_of("a").secretly(), STANDING)
    assert not may_give(TypedDice("A", "roll", "Roll.", ("X-1",), 1, 1), STANDING)
    assert not may_give(Words("A", "say", "What?", ("X-1",)), STANDING)
    shown = one_of("a")
    shown.hint = Hint("This is how it goes.")
    assert not may_give(shown, STANDING), "a newcomer is being shown it"
    kept = ChooseOne("A", "give order", "Which?", ("X-1",), [Candidate("move", "move")])
    assert not may_give(kept, STANDING)


def test_whoever_proves_a_record_is_told_what_cannot_have_been_given():
    assert could_give(one_of("a"), STANDING, "a", ONLY_ANSWER)
    assert not could_give(one_of("a", "b"), STANDING, "a", ONLY_ANSWER)
    assert could_give(offering("aim"), STANDING, "aim", "free rerolls")
    assert could_give(offering("coin"), STANDING, "nothing", "coins")
    assert not could_give(offering("coin"), STANDING, "coin", "coins")
    assert not could_give(offering("prayer"), STANDING, "nothing", "coins")
    assert not could_give(offering("coin"), STANDING, "nothing", "an order that nobody knows")
    assert not could_give(one_of("a").secretly(), STANDING, "a", ONLY_ANSWER)


USED = StandingOrder(
    "the rest",
    "The rest",
    "What is left of a turn.",
    (Setting("used", "is used", takes=("rest",), leaves=("little",), is_last=True), Setting("ask", "ask")),
    (Bearing("rest", "act", answers=("look",)), Bearing("little", "act", answers=("run",))),
)


def acting(*names: str) -> ChooseOne:
    found = [Candidate(one, one) for one in names]
    return ChooseOne("A", "act", "What now?", ("X-1",), [*found, Candidate("end", "end", points_at=("who",))])


def test_what_is_taken_last_is_taken_where_everything_else_is_let_go_by():
    force = StandingOrders().in_force(Standing((USED,)), 1)
    given = [
        answer_by_itself(acting(*names), (USED,), force)
        for names in (("run", "look"), ("run",), ("run", "look", "shoot"))
    ]
    assert given == [Given("look", "the rest"), Given("end", "the rest"), None]
    assert could_give(acting("run"), Standing((USED,)), "end", "the rest")


def test_a_nod_uses_nothing_ends_a_turn_or_hands_out_as_the_book_would():
    dice = Allocate("A", "deal", "Who?", ("X-1",), {"d": "die"}, {"s": "Soldier", "t": "Other"})
    assert [
        getattr(proposed(one), "answer", None) for one in (offering("coin"), acting("run"), one_of("a", "b"))
    ] == [
        "nothing",
        "end",
        None,
    ]
    assert proposed(dice) == next(iter(dice.options()), None)
