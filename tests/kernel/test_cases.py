"""Case files: what they can say, and that a wrong one is told apart from a failed one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.cases.case import run_case, run_cases
from sandtable.kernel.refusal import Refused
from tests.kernel.sk.book import SK
from tests.kernel.sk.scenes import lane

CASES = Path(__file__).parent / "cases"


def case(**parts: Any) -> dict[str, Any]:
    """A case of two fighters who give orders and walk."""
    state = lane(("orders", "paths"), {"a1": 0, "b1": 6}, traps={"B": 2})
    position = {"book": "sk", **SK().write_position(state)}
    return {"case": "a case", "position": position, "expect": {"seats": ["A", "B"]}, **parts}


ORDERS = [{"seat": "A", "order": "walk"}, {"seat": "B", "order": "charge"}]


@pytest.mark.parametrize("path", sorted(CASES.glob("*.case.yaml")), ids=lambda path: path.name)
def test_the_cases_pass(path: Path):
    for outcome in run_cases(path):
        assert outcome.failures == ()
        assert outcome.passed
        assert set(outcome.rules) & {"SK-SEC-04", "SK-SHO-05", "SK-ORD-02"}


def test_an_outcome_says_which_rules_were_told():
    outcome = run_case(CASES / "trap.case.yaml")
    assert outcome.title == "a walker springs the trap of an enemy and walks on"
    assert outcome.told[:2] == ("SK-ORD-01", "SK-ORD-02")
    assert outcome.path.endswith("trap.case.yaml")


def test_a_file_of_several_cases_is_not_one_case():
    with pytest.raises(Refused, match="holds 2 cases"):
        run_case(CASES / "shots.case.yaml")


def failures(**parts: Any) -> str:
    """What a case complains about."""
    outcome = run_case(case(**parts))
    assert not outcome.passed
    return "\n".join(outcome.failures)


def test_a_die_that_is_not_named_fails_the_case():
    answers = [{"answer": "watch"}, {"answer": "walk"}, {"answer": [5]}, {"answer": "sentry"}]
    assert 'the rules roll 2 dice for "a1 shoots", the script has 0' in failures(answers=answers)


def test_a_die_that_nobody_rolls_fails_the_case():
    assert 'nobody rolled [3] for "a1 shoots"' in failures(answers=ORDERS, dice={"a1 shoots": [3]})


def test_a_die_with_an_impossible_face_fails_the_case():
    answers = [{"answer": "watch"}, {"answer": "walk"}, {"answer": [5]}, {"answer": "sentry"}]
    assert "shows 7" in failures(answers=answers, dice={"a1 shoots": [7, 1]})


def test_an_answer_after_the_end_fails_the_case():
    answers = [{"answer": "watch"}, {"answer": "watch"}, {"answer": "walk"}]
    assert "answer 3: {'answer': 'walk'} is not used; the game is over." in failures(answers=answers)


def test_an_answer_of_a_seat_that_is_not_asked_fails_the_case():
    answers = [*ORDERS, {"seat": "B", "path": [5]}]
    assert "is not used; A is asked: Plot a path." in failures(answers=answers)


def test_words_that_nobody_asks_for_fail_the_case():
    answers = [{"seat": "A", "order": "walk", "hat": "red"}]
    assert "{'hat': 'red'} is not used; B is asked" in failures(answers=answers)


def test_a_refusal_that_was_not_expected_fails_the_case():
    assert "the answer was refused: 'run' is not one of the choices. (SK-ORD-01)" in failures(
        answers=[{"order": "run"}]
    )
    assert "the answer was refused" in failures(answers=[{"order": "run"}], expect={"refused": None})


def test_a_refusal_that_did_not_come_fails_the_case():
    assert "accepted" in failures(answers=[{"order": "walk"}], expect={"refused": "SK-ORD-01"})


TOO_FAR = [*ORDERS, {"seat": "A", "path": [2]}]
"""Nobody walks two spaces at once."""


def test_a_refusal_by_another_rule_fails_the_case():
    told = failures(answers=TOO_FAR, expect={"refused": "SK-LAN-01"})
    assert "expected 'SK-LAN-01', found 'SK-ORD-02'" in told


def test_a_refusal_may_be_expected_with_its_words():
    first = run_case(case(answers=TOO_FAR, expect={"refused": {"rule": "SK-ORD-02", "reason": "?"}}))
    reason = first.failures[0].partition("found '")[2].partition("' (")[0]
    wanted = {"rule": "SK-ORD-02", "reason": reason}
    assert run_case(case(answers=TOO_FAR, expect={"refused": wanted})).failures == ()


def test_any_rule_may_refuse_only_where_that_is_said():
    assert run_case(case(answers=TOO_FAR, expect={"refused": "any"})).passed
    with pytest.raises(Refused, match="any where any will do"):
        run_case(case(answers=TOO_FAR, expect={"refused": {}}))


@pytest.mark.parametrize("said", ["wlak", "run", 3])
def test_an_answer_that_the_question_does_not_know_satisfies_no_refusal(said: Any):
    told = failures(answers=[{"order": said}], expect={"refused": "SK-ORD-01"})
    assert "is no answer to this question" in told
    assert "not a choice: true" in told


def test_a_case_may_be_about_an_answer_that_is_none_of_the_choices():
    wanted = {"rule": "SK-ORD-01", "not a choice": True}
    assert run_case(case(answers=[{"order": "beast"}], expect={"refused": wanted})).failures == ()
    told = failures(answers=[{"order": "baest"}], expect={"refused": wanted})
    assert 'neither the situation nor the book knows the word "baest"' in told


@pytest.mark.parametrize(
    "parts",
    [
        {"rules": ["SK-ORD-99"]},
        {"expect": {"told": ["SK-ORD-99"]}},
        {"expect": {"not told": ["SK-ORD-99"]}},
        {"expect": {"refused": "SK-ORD-99"}},
        {"expect": {"refused": {"rule": "SK-ORD-99"}}},
        {"expect": {"asked": {"rule": "SK-ORD-99"}}},
        {"expect": {"events": [{"kind": "orders shown", "rules": "SK-ORD-99"}]}},
        {"steps": [{"expect": {"not told": ["SK-ORD-99"]}}]},
    ],
)
def test_a_rule_that_there_is_not_is_refused_wherever_it_stands(parts: dict[str, Any]):
    with pytest.raises(Refused, match=r"has no rule SK-ORD-99.*Near it: SK-ORD-0"):
        run_case(case(answers=ORDERS, **parts))


def test_a_case_that_expects_nothing_is_refused():
    with pytest.raises(Refused, match="it expects nothing"):
        run_case(case(answers=ORDERS, expect={}, steps=[{"answers": [{"path": [1]}]}]))


@pytest.mark.parametrize("name", ["told", "not told", "events", "no events"])
def test_a_list_that_names_nothing_is_refused(name: str):
    with pytest.raises(Refused, match="it is no list"):
        run_case(case(answers=ORDERS, expect={name: []}))


def test_an_empty_mapping_says_that_there_is_nothing():
    told = failures(answers=ORDERS, expect={"traps": {}})
    assert "traps: expected {}, found {'B': 2}" in told


def test_a_failed_event_shows_the_nearest_one_and_what_differs():
    wanted = {"kind": "orders shown", "facts": {"orders": {"A": "walk", "B": "watch"}}}
    told = failures(answers=ORDERS, expect={"events": [wanted]})
    assert "the nearest: orders shown: orders {A: walk, B: charge} (SK-ORD-01" in told
    assert "facts.orders.B: expected 'watch', found 'charge'" in told
    misspelt = failures(answers=ORDERS, expect={"events": ["order shown"]})
    assert "like it are called: orders shown" in misspelt
    twice = failures(answers=ORDERS, expect={"events": ["orders shown", "orders shown"]})
    assert "it comes too early" in twice


def test_an_event_may_be_expected_not_to_happen():
    assert run_case(case(answers=ORDERS, expect={"no events": ["trap sprung"]})).failures == ()
    told = failures(answers=ORDERS, expect={"no events": [{"kind": "orders shown"}]})
    assert "no events: 'orders shown' did happen: orders shown: orders" in told
    with pytest.raises(Refused, match="no event of this book is called 'trap sprang'"):
        run_case(case(answers=ORDERS, expect={"no events": ["trap sprang"]}))


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"at least": 2}, ""),
        ({"at most": 2}, ""),
        ({"about": 2.4, "within": 0.5}, ""),
        ({"at least": 3}, "fighters.a1.life: expected at least 3, found 2"),
        ({"at most": 1}, "fighters.a1.life: expected at most 1, found 2"),
        ({"about": 3, "within": 0.5}, "fighters.a1.life: expected 3 within 0.5, found 2"),
    ],
)
def test_a_number_may_be_expected_within_limits(limits: dict[str, float], said: str):
    outcome = run_case(case(answers=ORDERS, expect={"fighters": {"a1": {"life": limits}}}))
    assert outcome.failures == ((said,) if said else ())


@pytest.mark.parametrize("limits", [{"about": 3}, {"within": 1}, {"at least": "two"}, {"at most": True}])
def test_limits_that_say_nothing_are_refused(limits: dict[str, Any]):
    with pytest.raises(Refused, match="says nothing of a number"):
        run_case(case(answers=ORDERS, expect={"turn": limits}))


def test_what_is_no_number_lies_within_no_limits():
    assert "expected a number" in failures(answers=ORDERS, expect={"seats": {"at least": 1}})


# ---- as before, but ------------------------------------------------------------------------------------


def written(tmp_path: Path, text: str, name: str = "two.case.yaml") -> Path:
    """A file of cases beside a position."""
    (tmp_path / "ford.position.yaml").write_bytes((CASES / "ford.position.yaml").read_bytes())
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


FIRST = """
- case: a walker is there
  position: ford.position.yaml
  answers: [{seat: A, order: walk}, {seat: B, order: watch}]
  expect: {fighters: {a1: {at: 0}}}
"""


def test_a_case_may_be_as_another_but_for_what_it_says(tmp_path: Path):
    second = """
- case: as before, but the walker begins elsewhere and the trap is gone
  base: 1
  position: {fighters: {a1: {at: 2}}, traps: null}
  expect: {fighters: {a1: {at: 2, order: walk}}, traps: {}}
"""
    assert [one.failures for one in run_cases(written(tmp_path, FIRST + second))] == [(), ()]


def test_a_base_may_stand_in_another_file_or_be_a_position(tmp_path: Path):
    written(tmp_path, FIRST)
    for base in ("two.case.yaml", "two.case.yaml#1"):
        other = f"case: x\nbase: {base}\nanswers: []\nexpect: {{fighters: {{a1: {{order: ''}}}}}}"
        assert run_case(written(tmp_path, other, "three.case.yaml")).failures == ()
    bare = "case: x\nbase: ford.position.yaml\nposition: {turn: 2}\nexpect: {turn: 2}"
    assert run_case(written(tmp_path, bare, "four.case.yaml")).failures == ()


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("1", "without end"),
        ("7", "has no case 7"),
        ("../two.case.yaml", "not beside"),
        ("/etc/passwd", "not beside"),
        ("two.case.yaml#x", "no base"),
        ("[1]", "no base"),
        ("none.case.yaml", "cannot be read"),
        ("link.case.yaml", "not beside"),
    ],
)
def test_a_base_that_is_none_is_refused(tmp_path: Path, base: str, said: str):
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.case.yaml").symlink_to(written(tmp_path, FIRST))
    path = written(inside, f"case: x\nbase: {base}\nexpect: {{turn: 1}}", "one.case.yaml")
    with pytest.raises(Refused, match=said):
        run_cases(path)


def test_an_answer_after_a_refused_one_fails_the_case():
    answers = [{"order": "run"}, {"order": "walk"}]
    assert "answer 2 is not used" in failures(answers=answers, expect={"refused": "SK-ORD-01"})


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ({"fighters": {"a1": {"life": 1}}}, "fighters.a1.life: expected 1, found 2"),
        ({"fighters": {"z9": {"life": 1}}}, "fighters.z9: expected {'life': 1}, there is none"),
        ({"weather": "rain"}, "weather: expected 'rain', there is none"),
        ({"seats": ["A"]}, "seats: expected ['A']"),
        ({"seats": ["A", "C"]}, "seats[1]: expected 'C', found 'B'"),
        ({"turn": True}, "turn: expected True, found 1"),
        ({"told": ["SK-BST-01"]}, "told: SK-BST-01 is not cited"),
        ({"told": "SK-BST-01"}, "told: SK-BST-01 is not cited"),
        ({"not told": ["SK-ORD-01"]}, "not told: SK-ORD-01 is cited"),
        ({"events": ["beast moved"]}, "events: 'beast moved' did not happen"),
        ({"events": ["orders shown", "orders shown"]}, "did not happen in this order"),
        ({"events": [{"kind": "orders shown", "facts": {"orders": {"A": "charge"}}}]}, "did not happen"),
        ({"events": [{"kind": "orders shown", "rules": "SK-LAN-01"}]}, "did not happen"),
        ({"asked": None}, "the rules ask Plot a path."),
        ({"asked": "SK-LAN-01"}, "asked: Where does a1 go? (SK-ORD-02)"),
        ({"asked": {"seat": "B"}}, "asked.seat: expected 'B', found 'A'"),
        ({"result": {"winners": ["A"]}}, "result"),
        ({"views": {"A": {"traps": {"B": 2}}}}, "views.A.traps.B: expected 2, found -1"),
    ],
)
def test_what_does_not_follow_is_told(expect: dict[str, Any], said: str):
    assert said in failures(answers=ORDERS, expect=expect)


@pytest.mark.parametrize(
    "expect",
    [
        {"fighters": {"a1": {"at": 0, "order": "walk"}}},
        {"seats": ["A", "B"], "turn": 1.0},
        {"told": ["SK-ORD-01"], "not told": ["SK-BST-01"]},
        {"events": ["orders shown"], "result": None},
        {"events": [{"kind": "orders shown", "facts": {"orders": {"A": "walk"}}, "to": None}]},
        {"asked": "SK-ORD-02"},
        {"asked": "Where does a1 go?"},
        {"asked": {"seat": "A", "kind": "move", "fighter": "a1"}},
    ],
)
def test_what_follows_is_accepted(expect: dict[str, Any]):
    assert run_case(case(answers=ORDERS, expect=expect)).failures == ()


def test_steps_follow_each_other_and_a_later_one_is_named_when_it_fails():
    steps: list[dict[str, Any]] = [
        {"answers": [{"path": [1]}], "expect": {"told": ["SK-ORD-02"], "not told": ["SK-ORD-01"]}},
        {"answers": [], "expect": {"turn": 2}},
    ]
    assert run_case(case(answers=ORDERS, expect={"told": ["SK-ORD-01"]}, steps=steps)).failures == ()
    steps[1]["expect"] = {"turn": 7}
    assert failures(answers=ORDERS, steps=steps).startswith("step 2: turn: expected 7, found 2")


def test_dice_may_stand_with_their_step():
    steps = [
        {"answers": [{"answer": [1]}, {"answer": "sentry"}], "dice": {"b1 shoots": [1, 1]}},
        {"expect": {"fighters": {"a1": {"life": 2}}}},
    ]
    answers = [{"answer": "walk"}, {"answer": "watch"}]
    assert run_case(case(answers=answers, steps=steps)).failures == ()


def test_a_case_may_begin_with_the_setup():
    setup = {"case": "setup", "book": "sk", "scenario": "ford", "seats": {"A": 0, "C": 0}}
    assert run_case(
        {**setup, "options": {"last_turn": 9}, "expect": {"last_turn": 9, "seats": ["A", "C"]}}
    ).passed


def test_a_case_may_hold_rulings():
    state = lane(("orders",), {"a1": 0, "b1": 6}, master="M")
    position = {"book": "sk", **SK().write_position(state)}
    ruling = {"seat": "M", "ruling": "set life", "facts": {"fighter": "a1", "life": 5}}
    wanted = {"fighters": {"a1": {"life": 5}}, "told": ["SK-GMR-02"]}
    assert run_case({"case": "x", "position": position, "answers": [ruling], "expect": wanted}).passed
    wrong = {**ruling, "facts": {"fighter": "z9", "life": 5}}
    refused = run_case(
        {"case": "x", "position": position, "answers": [wrong], "expect": {"refused": "SK-GMR-02"}}
    )
    assert refused.passed


def test_the_order_of_the_words_of_an_answer_does_not_matter():
    position = {"book": "sk", **SK().write_position(lane(("orders", "charges"), {"a1": 0, "b1": 6}))}
    answers = [{"answer": "charge"}, {"answer": "watch"}, {"buys": {"success 1": "push"}, "shoots": True}]
    dice = {"b1 shoots": [1, 4], "a1 strikes": [4]}
    outcome = run_case(
        {
            "case": "x",
            "position": position,
            "answers": answers,
            "dice": dice,
            "expect": {"turn": {"at least": 1}},
        }
    )
    assert outcome.failures == ()


# ---- files that are no cases -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"position": "", "case": "x"}, "no position and no book"),
        ({"surplus": 1}, "surplus"),
        ({"dice": {"x": [1.5]}}, "dice"),
        ({"dice": [1]}, "dice"),
        ({"answers": ["walk"]}, "answers"),
        ({"answers": [{}]}, "says nothing"),
        ({"answers": [{"seat": "A"}]}, "says nothing"),
        ({"answers": [{"seat": "M", "ruling": "end", "facts": 3}]}, "no mapping"),
        ({"answers": ORDERS, "expect": {"told": 3}}, "no list of rule ids"),
        ({"answers": ORDERS, "expect": {"events": "orders shown"}}, "no list"),
        ({"answers": ORDERS, "expect": {"events": [3]}}, "no event"),
        ({"answers": ORDERS, "expect": {"asked": 3}}, "no question"),
        ({"answers": ORDERS, "expect": {"views": 3}}, "no mapping"),
        ({"answers": ORDERS, "expect": {"refused": 3}}, "no rule"),
        ({"position": "beside.position.yaml"}, "is a file"),
        ({"scenario": "ford"}, "holds its own scenario"),
        ({"book": "chess"}, "no book"),
        ({"case": 3}, "case"),
    ],
)
def test_a_bad_case_is_refused_and_says_where(parts: dict[str, Any], said: str):
    with pytest.raises(Refused, match=said):
        run_case({**case(), **parts})


@pytest.mark.parametrize("name", ["../cases/ford.position.yaml", "/etc/passwd", "none.position.yaml"])
def test_a_position_is_read_from_beside_the_case_only(name: str):
    with pytest.raises(Refused, match=r"not beside|cannot be read"):
        run_case({**case(), "position": name}, folder=CASES)


def test_a_case_as_data_finds_the_files_of_its_folder():
    parts = {"position": "ford.position.yaml", "expect": {"turn": 1}}
    assert run_case({**case(), **parts}, folder=CASES).failures == ()


@pytest.mark.parametrize("text", ["", "3", "[[]]", "case: [", "- 3"])
def test_a_file_that_holds_no_case_is_refused(tmp_path: Path, text: str):
    path = tmp_path / "x.case.yaml"
    path.write_text(text)
    with pytest.raises(Refused, match=r"x\.case\.yaml"):
        run_cases(path)
