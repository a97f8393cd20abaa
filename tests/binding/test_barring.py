"""Words that mean something in a book, though not at this moment."""

from __future__ import annotations

import pytest

from sandtable.binding.barring import FixedWords, Saying, Vocabulary, why_out_of_place, why_said_elsewhere
from sandtable.kernel.decision import YesNo
from sandtable.kernel.refusal import Refusal

SAYINGS = (
    Saying("XX-DIC-01", "It is said when dice lie there.", words=("again", "enough"), at=("reroll",)),
    Saying("XX-DIC-02", "Dice are counted before they are rolled.", pattern=r"\d+ dice"),
    Saying("XX-DIC-03", "All may be named at last.", pattern=r".+ dice"),
)


def question(topic="walk", rule="XX-WAL-01"):
    """A question of a topic by a rule."""
    return YesNo("A", topic, "Do you?", (rule,))


@pytest.mark.parametrize(
    ("word", "rule"),
    [("again", "XX-DIC-01"), ("enough", "XX-DIC-01"), ("12 dice", "XX-DIC-02"), ("many dice", "XX-DIC-03")],
)
def test_an_answer_to_another_question_is_barred_by_the_rule_of_that_question(word, rule):
    why = why_said_elsewhere(SAYINGS, question(), word)
    assert why is not None
    assert (why.rule, why.reason) == (rule, f"{word} is no answer now.")


def test_at_its_own_question_an_answer_is_not_out_of_place():
    assert why_said_elsewhere(SAYINGS, question("reroll"), "again") is None


@pytest.mark.parametrize("word", ["Again", "12 dice more", "", "dice"])
def test_a_word_that_nobody_says_is_barred_by_nothing(word):
    assert why_said_elsewhere(SAYINGS, question(), word) is None


def test_a_word_of_a_vocabulary_is_barred_by_its_own_rule_with_when_it_is_said():
    spells = Vocabulary("a spell", lambda: {"Frost": "XX-SPL-01"}, "It is cast.")
    sides = FixedWords("a side", ("left", "right"), "XX-SID-01", "Sides are named first.").vocabulary()
    known = (spells, sides)
    expected = Refusal("XX-SPL-01", "Frost is a spell, which is not asked for now.", "It is cast.")
    assert why_out_of_place(known, question(), "Frost") == expected
    assert why_out_of_place(known, question(rule="XX-SPL-01"), "Frost") is None
    expected = Refusal("XX-SID-01", "right is a side, which is not asked for now.", "Sides are named first.")
    assert why_out_of_place(known, question(), "right") == expected
    assert why_out_of_place(known, question(), "middle") is None
