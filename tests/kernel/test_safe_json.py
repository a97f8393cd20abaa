"""JSON from anybody is plain data or a refusal with its place, and nothing else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel import safe_json
from sandtable.kernel.refusal import Refused
from sandtable.kernel.safe_yaml import MOST_NESTING


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1, "a": 2}', "the key 'a' stands twice"),
        ("[NaN]", "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ("[1e999]", "1e999 is too large"),
        ("[" + "9" * 101 + "]", "a number of 101 signs"),
        ("[0." + "9" * 101 + "]", "a number of 103 signs"),
        ('{"a": 1,\n "b" 2}', "line 2, sign 6"),
        ("\n[", "line 2, sign 2"),
        ("", "roster.json, sign 1: this is not JSON"),
        ("[" * 100_000, "inside each other"),
        ("[" * (MOST_NESTING + 1) + "]" * (MOST_NESTING + 1), "inside each other"),
    ],
)
def test_what_is_not_plain_json_is_refused(text: str, words: str):
    with pytest.raises(Refused) as refused:
        safe_json.load(text, "roster.json")
    assert refused.value.reason.startswith("roster.json")
    assert words in refused.value.reason


def test_the_limit_of_length_is_kept():
    assert safe_json.load("[1]", "roster.json", max_characters=3) == [1]
    with pytest.raises(Refused, match="3 characters"):
        safe_json.load("[1]", "roster.json", max_characters=2)


def test_nesting_up_to_the_limit_is_read():
    text = "[" * MOST_NESTING + "]" * MOST_NESTING
    assert json.dumps(safe_json.load(text, "roster.json")) == text


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(), inside, max_size=4),
    max_leaves=10,
)


@settings(max_examples=60)
@given(plain)
def test_plain_json_is_read_as_everybody_reads_it(data: object):
    assert safe_json.load(json.dumps(data), "roster.json") == data


@settings(max_examples=100)
@given(st.text(alphabet=st.sampled_from('{}[]",:0123e-+.NaInfity\\u \n')) | st.text())
def test_any_text_is_data_or_a_refusal(text: str):
    said = "roster.json"
    try:
        safe_json.load(text, "roster.json")
    except Refused as refused:
        said = refused.reason
    assert said.startswith("roster.json")
