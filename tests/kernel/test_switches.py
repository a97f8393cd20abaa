"""Switches of every book: values, ranges, words with a form, and sets of names."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.kernel.refusal import Refused
from sandtable.kernel.switches import Range, Switch, changed_values, read_values


def switch(**facts) -> Switch:
    given = {"switch": "wind", "values": [], "default": "calm", "rule": "XX-01", "sentence": "It blows."}
    return msgspec.convert({**given, **facts}, Switch)


@pytest.mark.parametrize(
    ("facts", "value", "kept"),
    [
        ({"values": ["calm", "storm"]}, "storm", "storm"),
        ({"values": ["calm", "storm"]}, "gale", None),
        ({"values": [True, False], "default": False}, "on", True),
        ({"values": [True, False], "default": False}, 1, None),
        ({"values": "1 to 9", "default": 3, "range": {"from": 1, "to": 9}}, "4", 4),
        ({"values": "1 to 9", "default": 3, "range": {"from": 1, "to": 9}}, 10, None),
        ({"values": "1 to 9", "default": 3, "range": {"from": 1, "to": 9}}, float("nan"), None),
        ({"values": "calm, or 1 to 9", "range": {"from": 1, "to": 9}}, "calm", "calm"),
        ({"values": "calm, or 1 to 9", "range": {"from": 1, "to": 9, "step": 1}}, "7", 7),
        ({"values": "calm, or 1 to 9", "range": {"from": 1, "to": 9, "step": 1}}, True, None),
        ({"values": "calm, or 1 to 9", "range": {"from": 1, "to": 9, "step": 1}}, "7.5", None),
        ({"values": "such as 3x4", "default": "3x4", "form": "[1-9]x[1-9]"}, "7x8", "7x8"),
        ({"values": "such as 3x4", "default": "3x4", "form": "[1-9]x[1-9]"}, "70x8", None),
        ({"values": ["a", "b", "c"], "default": "", "several": True}, "c, a", "a, c"),
        ({"values": ["a", "b", "c"], "default": "", "several": True}, ["b"], "b"),
        ({"values": ["a", "b", "c"], "default": "", "several": True}, "", ""),
        ({"values": ["a", "b", "c"], "default": "", "several": True}, "d", None),
        ({"values": ["a", "b", "c"], "default": "", "several": True}, [["a"]], None),
        ({"values": ["a", "b", "c"], "default": "", "several": True}, 5, None),
    ],
)
def test_a_switch_keeps_what_it_knows_and_nothing_else(facts, value, kept):
    assert switch(**facts).legal(value) == kept


def test_everything_that_is_wrong_is_refused_at_once_with_its_rule():
    known = [switch(values=["calm", "storm"])]
    with pytest.raises(Refused) as refused:
        read_values(known, {"wind": "gale", "rain": True}, "XX-00")
    assert [one.rule for one in refused.value.refusals] == ["XX-01", "XX-00"]
    assert read_values(known, {"wind": "storm"}, "XX-00") == {"wind": "storm"}


def test_only_what_differs_from_its_default_is_kept_in_a_record():
    class Settled(msgspec.Struct):
        wind: str = "calm"

    known = [switch(values=["calm", "storm"])]
    assert changed_values(known, Settled()) == {}
    assert changed_values(known, Settled("storm")) == {"wind": "storm"}


def test_a_lobby_is_shown_values_or_a_range():
    words = switch(values=["calm", "storm"]).offer()
    assert (words.values, words.range) == (("calm", "storm"), None)
    numbers = switch(values="1 to 9", default=3, range={"from": 1, "to": 9, "step": 2}).offer()
    assert numbers.values == ()
    assert numbers.range is not None
    assert (numbers.range.least, numbers.range.most, numbers.range.step) == (1, 9, 2)


def test_steps_and_exceptions_of_a_range():
    even = msgspec.convert({"from": 2, "to": 8, "step": 2, "also": [5]}, Range)
    assert [number for number in range(10) if even.allows(number)] == [2, 4, 5, 6, 8]
