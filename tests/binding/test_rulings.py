"""Rulings: stated by pointing, in words or as data, and read with care."""

from __future__ import annotations

from math import inf, nan

import pytest

from sandtable.binding.rulings import Given, RulingRow, read_words
from sandtable.kernel.form import FormChoice, FormField
from sandtable.kernel.refusal import Refused
from sandtable.table.terrain import Ground

WET = FormField("wet", "Wet", "number", default=0, least=0, most=9)
HOW = FormField("how", "How", "one of", (FormChoice("picked"), FormChoice("eaten")), "picked")
WHY = FormField("why", "Why", "words", most=80)
ROWS = (
    RulingRow("grows at", "grows elsewhere", "XX-GAR-01", "piece", asks_place=True, word="at"),
    RulingRow("is so", "is so wet", "XX-GAR-02", "piece", fields=(WET,), word="wet"),
    RulingRow("is so", "blooms", "XX-GAR-03", "piece", facts={"blooms": True}, word="blooms"),
    RulingRow("is gone", "is gone", "XX-GAR-04", "piece", fields=(HOW,), word="gone"),
    RulingRow("rests at", "rests elsewhere", "XX-GAR-05", "figure", asks_place=True, word="at"),
    RulingRow("stop", "We stop here", "XX-GAR-06", fields=(WHY,), word="over"),
    RulingRow("stop", "Somebody calls", "XX-GAR-06", facts={"why": "a call"}),
)
THINGS = {"rose": ("piece", "P1"), "rose 2": ("piece", "P2"), "cat": ("figure", "C1")}


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("rose at 3,4.5", ("grows at", {"piece": "P1", "at": [3.0, 4.5]})),
        ("  Rose 2   AT 3 4 ", ("grows at", {"piece": "P2", "at": [3.0, 4.0]})),
        ("rose at the wall", ("grows at", {"piece": "P1", "at": []})),
        ("cat at 1,1", ("rests at", {"figure": "C1", "at": [1.0, 1.0]})),
        ("rose wet 7", ("is so", {"piece": "P1", "wet": 7})),
        ("rose blooms", ("is so", {"piece": "P1", "blooms": True})),
        ("rose gone", ("is gone", {"piece": "P1", "how": "picked"})),
        ("rose gone eaten", ("is gone", {"piece": "P1", "how": "eaten"})),
        ("over it is late", ("stop", {"why": "it is late"})),
    ],
)
def test_what_is_said_in_words_is_a_ruling_with_its_facts(said, stated):
    assert read_words(ROWS, THINGS, said) == stated


@pytest.mark.parametrize(
    "said",
    [
        "",
        "rose",
        "rose at",
        "rose wet",
        "rose wet much",
        "rose blooms twice",
        "cat wet 1",
        "over",
        "tulip at 1,1",
    ],
)
def test_what_nobody_understands_is_no_ruling(said):
    assert read_words(ROWS, THINGS, said) is None


def test_whoever_points_is_given_the_same_as_a_form():
    form = ROWS[1].correction()
    assert (form.ruling, form.label, form.about, form.fields) == ("is so", "is so wet", "piece", (WET,))
    assert (form.rule, form.asks_place, form.facts) == ("XX-GAR-02", False, {})
    assert ROWS[0].correction().asks_place


def refused_by(read):
    """The rule by which something is refused, and why."""
    with pytest.raises(Refused) as refused:
        read()
    (refusal,) = refused.value.refusals
    assert refusal.remedy
    return refusal.rule, refusal.reason


def test_facts_that_can_be_are_read():
    given = Given({"wet": 9, "blooms": False, "how": "eaten", "piece": "P1", "at": [0, 2.5]})
    assert given.number("wet", 9, "XX") == 9
    assert given.truth("blooms", "XX") is False
    assert given.one_of("how", ("picked", "eaten"), "way", "XX") == "eaten"
    assert given.named("piece", {"P1": "the rose"}, "XX") == "the rose"
    assert given.place(Ground(4.0, 4.0, ()), "XX", "XX") == (0.0, 2.5)


@pytest.mark.parametrize("number", [10, -1, 1.0, True, "1", None])
def test_a_number_beyond_its_limits_or_none_is_refused(number):
    assert refused_by(lambda: Given({"wet": number}).number("wet", 9, "XX-1")) == (
        "XX-1",
        f"wet is {number!r}.",
    )


def test_what_is_neither_yes_nor_no_nor_one_of_the_words_nor_known_is_refused():
    given = Given({"blooms": 1, "how": ["eaten"], "piece": "P9"})
    assert refused_by(lambda: given.truth("blooms", "XX-1")) == ("XX-1", "blooms is 1.")
    assert refused_by(lambda: given.one_of("how", ("eaten",), "way", "XX-2")) == (
        "XX-2",
        "['eaten'] is no way.",
    )
    assert refused_by(lambda: given.named("piece", {}, "XX-3")) == ("XX-3", "There is no piece 'P9'.")


@pytest.mark.parametrize("at", [None, [1], [1, 2, 3], "12", [1, nan], [inf, 1], [True, 1]])
def test_what_is_no_place_is_refused(at):
    assert refused_by(lambda: Given({"at": at}).place(Ground(4.0, 4.0, ()), "XX-1", "XX-2"))[0] == "XX-1"


@pytest.mark.parametrize("at", [[4.1, 0], [0, -0.1], [1e300, 1]])
def test_a_place_off_the_table_is_refused_by_another_rule(at):
    assert refused_by(lambda: Given({"at": at}).place(Ground(4.0, 4.0, ()), "XX-1", "XX-2"))[0] == "XX-2"
