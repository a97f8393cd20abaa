"""What somebody has, and what it brings to the questions of a book."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import pytest

from sandtable.binding.possessions import Holding, Part, Possessions, enter
from sandtable.binding.sources import Sources
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import WRITTEN
from sandtable.kernel.refusal import Refusal


class Knight(NamedTuple):
    name: str
    carries: tuple[str, ...] = ()


HOLDINGS = {
    "weather": Holding(0, lambda weather, name: weather == name),
    "goods": Holding(1, lambda knight, name: name in knight.carries),
}
ROWS: Possessions = {
    "goods": {
        "boots": (
            Part("speed", "XX-AAA-02", "good boots", value=1),
            Part("may not swim", "XX-AAA-03", "{name} wears boots.", remedy="Take them off.", rank=1),
        ),
        "shield": (Part("speed", "XX-AAA-01", "a shield", value=-2, kind="load", also=("XX-BBB-09",)),),
    },
    "weather": {"rain": (Part("may not swim", "XX-CCC-01", "It rains.", remedy="Wait."),)},
}


@pytest.fixture
def questions():
    """The questions of a small book with its rows; what they cite is forgotten again."""
    before = {rule: list(places) for rule, places in WRITTEN.items()}
    made: dict[str, Sources[*tuple[Any, ...], Any]] = {
        name: Sources(name) for name in ("speed", "may not swim")
    }
    enter(ROWS, HOLDINGS, made, "zoo.data:rows.yaml")
    yield made
    WRITTEN.clear()
    WRITTEN.update(before)


def test_whoever_has_it_gets_the_number_with_its_reason_rule_and_kind(questions):
    armed = Knight("Kay", ("shield", "boots"))
    assert questions["speed"].all("sun", armed) == [
        Modifier(-2, "a shield", "XX-AAA-01", "load"),
        Modifier(1, "good boots", "XX-AAA-02"),
    ]
    assert questions["speed"].all("sun", Knight("Bors")) == []


def test_a_reason_names_its_holder_and_ranks_decide_who_speaks_first(questions):
    shod = Knight("Kay", ("boots",))
    assert questions["may not swim"].first("sun", shod) == Refusal(
        "XX-AAA-03", "Kay wears boots.", "Take them off."
    )
    assert questions["may not swim"].first("rain", shod) == Refusal("XX-CCC-01", "It rains.", "Wait.")


def test_every_rule_of_a_row_is_written_in_its_data_file(questions):
    rules = itertools.chain(("XX-AAA-01", "XX-AAA-02", "XX-AAA-03"), ("XX-BBB-09", "XX-CCC-01"))
    assert all(WRITTEN[rule] == ["zoo.data:rows.yaml"] for rule in rules)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"gods": {"Mars": (Part("speed", "XX-AAA-01", "swift", value=1),)}}, "gods: there is no such kind"),
        ({"goods": {"cap": (Part("height", "XX-AAA-01", "a cap", value=1),)}}, '"height" is no question'),
    ],
)
def test_rows_of_an_unknown_kind_or_question_are_refused_with_their_place(questions, rows, words):
    with pytest.raises(ValueError, match=f"rows.yaml.*{words}"):
        enter(rows, HOLDINGS, questions, "zoo.data:rows.yaml")
