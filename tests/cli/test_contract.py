"""`sandtable contract` tells an author what is wrong with a book, and how to see it again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.installed import CATALOGUE, LONG_LANE, Installed, said_together

CHOOSING = LONG_LANE.replace(
    '        (face,) = await play.roll(1, "the lot", "LL-LOT-01")\n',
    """        from sandtable.kernel.decision import Candidate, ChooseOne
        ways = [Candidate("high", "high"), Candidate("low", "low"), Candidate("wait", "wait")]
        chosen = await play.ask(ChooseOne("A", "lot", "High or low?", ("LL-LOT-01",), lambda: ways))
        if chosen == "wait":
            return play.tell("waited", "LL-LOT-01")
        (face,) = await play.roll(1, "the lot", "LL-LOT-01")
""",
)
"""The Long Lane with something to choose, so that games are of several lengths."""

BROKEN = {
    "a clock": (
        ("        (face,) =", "        import time; time.time()\n        (face,) ="),
        "Law 2: a rule uses the clock or a random number that is no die of the game.",
    ),
    "a fault on a one": (
        ('play.state.winner = "A"', 'play.state.winner = {}["gone"] if face == 1 else "A"'),
        "The rules fail with KeyError: 'gone'",
    ),
    "an unknown rule": (
        ('"lot drawn", "LL-LOT-01"', '"lot drawn", "LL-LOT-77"'),
        'Law 7: the event "lot drawn" cites LL-LOT-77, which is no rule.',
    ),
    "no rule": (('"lot drawn", "LL-LOT-01"', '"lot drawn"'), 'Law 7: the event "lot drawn" cites no rule.'),
    "something kept outside the state": (
        (
            "        ways = [",
            "        self.asked = getattr(self, 'asked', 0) + 1\n        ways = [",
            '"High or low?"',
            'f"{self.asked}: high or low?"',
        ),
        "Its record does not lead to the same game: ",
    ),
    "no end": (("if face > 3 else", 'if face > 9 else "" if face < 9 else'), "does not end within 20000"),
}
"""What is changed in the book, and what its author is told."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A folder with books in files: a good one, and each of the broken ones."""
    made = Installed(tmp_path_factory.mktemp("bench"))
    made.write("catalogue.yaml", CATALOGUE)
    made.write("good_lane.py", CHOOSING)
    made.write("empty.py", "")
    made.write("elsewhere/no_rules.py", CHOOSING)
    made.write("other/catalogue.yaml", CATALOGUE.replace("LL", "CC"))
    made.write("other/other_prefix.py", CHOOSING)
    made.write("taken/catalogue.yaml", CATALOGUE.replace("LL", "CC"))
    made.write("taken/taken_prefix.py", CHOOSING.replace("LL", "CC"))
    for number, (changes, _) in enumerate(BROKEN.values()):
        code = CHOOSING
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert old in code
            code = code.replace(old, new)
        made.write(f"broken_{number}.py", code)
    return made


def told(bench: Installed, *arguments: str) -> tuple[int, str, str]:
    """How one trial ends and what it says."""
    ((code, out, err),) = said_together([("contract", *arguments)], bench.folder, bench.environment)
    return code, out, err


def test_a_book_that_keeps_the_laws_is_told_with_its_games_and_its_ledger(bench: Installed):
    code, out, err = told(bench, "./good_lane.py", "--games", "12", "--seed", "4")
    assert (code, err) == (0, "")
    assert out.startswith("The Long Lane (long-lane), 1 rules\nThe laws hold over 12 random games with ")
    assert "first seed 4." in out
    assert "    12  the lot fell\n" in out
    assert "Of 1 rules 1 are written, 0 are tested, 1 fired in these games." in out
    assert "LL-LOT-01  The lot: not tested" in out


def test_a_book_is_named_by_its_module_too_and_played_for_a_time(bench: Installed):
    code, out, _ = told(bench, "good_lane:BOOK", "--seconds", "0.1")
    assert code == 0
    assert "The laws hold over " in out


@pytest.mark.parametrize("number", range(len(BROKEN)), ids=BROKEN)
def test_what_breaks_is_told_with_its_seed_and_seen_again(bench: Installed, number: int):
    what = list(BROKEN.values())[number][1]
    code, _, err = told(bench, f"./broken_{number}.py", "--games", "30")
    assert code == 1
    first, *_, last = err.splitlines()
    assert first.startswith("The game with seed ")
    assert what in first
    again = last.removeprefix("See it again with: sandtable contract ")
    assert again.startswith(f"./broken_{number}.py --seed ")
    code, _, err = told(bench, *again.split())
    assert code == 1
    assert what in err.splitlines()[0]


def test_a_fault_in_the_rules_is_told_with_its_line(bench: Installed):
    number = list(BROKEN).index("a fault on a one")
    _, _, err = told(bench, f"./broken_{number}.py", "--games", "30")
    assert re.search(rf'^broken_{number}.py, line \d+: play.state.winner = {{}}\["gone"\]', err, re.MULTILINE)


def test_what_is_no_book_is_refused(bench: Installed):
    wrong = {
        ("nothing",): 'There is no book "nothing".',
        ("./nowhere.py",): "./nowhere.py cannot be read: there is no such file.",
        ("./empty.py",): "./empty.py has no BOOK.",
        ("./good_lane.py:LongLane",): "./good_lane.py:LongLane is a class",
        ("nothing_of_this_name:BOOK",): "nothing_of_this_name cannot be read: ModuleNotFoundError",
        ("./good_lane.py", "--games", "1", "--seconds", "1"): "Both a time and a number of games are named.",
    }
    commands = [("contract", *one) for one in wrong]
    said = said_together(commands, bench.folder, bench.environment)
    for (code, out, err), sentence in zip(said, wrong.values(), strict=True):
        assert (code, out) == (2, "")
        assert err.startswith(sentence)


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("elsewhere/no_rules.py", "The Long Lane has no catalogue."),
        ("other/other_prefix.py", "The prefix of The Long Lane is LL, in its catalogue CC."),
        ("taken/taken_prefix.py", "Companies and Captains has the prefix CC too."),
    ],
)
def test_a_book_whose_rules_cannot_be_told_from_others_fails(bench: Installed, place: str, sentence: str):
    code, _, err = told(bench, place)
    assert code == 1
    assert err.startswith(sentence)


def test_a_book_of_ours_is_put_to_the_same_trial(bench: Installed):
    command = ("contract", "companies-and-captains", "--games", "1", "--answers", "4")
    ((code, out, err),) = said_together([command], Path(__file__).parents[2], bench.environment)
    assert (code, err) == (0, "")
    assert "The laws hold over 1 random games" in out
