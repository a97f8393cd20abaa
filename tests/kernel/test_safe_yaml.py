"""YAML from anybody is plain data or a refusal with its line, and nothing else."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel import safe_yaml
from sandtable.kernel.refusal import Refused


def reason(text: str, **limits: int) -> str:
    with pytest.raises(Refused) as refused:
        safe_yaml.load(text, "pack.yaml", **limits)
    return refused.value.reason


def test_plain_documents_are_read_as_they_look():
    read = safe_yaml.load("a: [1, -2, 1.5, true, null, ~, 'x y', \"1\"]\nb: {c: d e}\n", "pack.yaml")
    assert read == {"a": [1, -2, 1.5, True, None, None, "x y", "1"], "b": {"c": "d e"}}


def test_words_stay_words_where_old_yaml_sees_truth_times_and_dates():
    read = safe_yaml.load("[no, on, yes, 12:30, 2021-10-01, 1_000]", "pack.yaml")
    assert read == ["no", "on", "yes", "12:30", "2021-10-01", "1_000"]


def test_an_empty_document_is_nothing():
    assert safe_yaml.load("# only a remark\n", "pack.yaml") is None


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "'a' stands twice"),
        ("a:\n  1: x\n  1.0: y\n", 3, "1.0 stands twice"),
        ("a: 1\nb: &b [x]\n", 2, "anchor &b"),
        ("a: *b\n", 1, "alias *b"),
        ("a: 1\nb: !!python/object/apply:os.system [ls]\n", 2, "tag"),
        ("a: !!str 1\n", 1, "tag"),
        ("a: 1\nb: .nan\n", 2, ".nan"),
        ("b: -.inf\n", 1, "-.inf"),
        ("a:\n- 1e999\n", 2, "1e999"),
        ("a: 1\n--- \nb: 2\n", 2, "second document"),
        ("a: 1\n? [x, y]\n: z\n", 2, "used as a key"),
        ("a: [1, 2\nb: 3\n", 2, "did not find expected"),
        ("a: 'open\n", 2, "unexpected end"),
    ],
)
def test_what_is_not_plain_is_refused_with_its_line(text: str, line: int, words: str):
    said = reason(text)
    assert said.startswith(f"pack.yaml, line {line}: ")
    assert words in said


def test_a_laugh_a_billion_times_over_is_refused_at_its_first_anchor():
    laughs = "a: &a [lol]\n" + "".join(
        f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "anchor &a" in reason(laughs)


def test_nesting_ends_at_the_limit():
    deep = safe_yaml.MOST_NESTING
    read = safe_yaml.load("[" * deep + "]" * deep, "pack.yaml")
    for _ in range(deep - 1):
        assert isinstance(read, list)
        read = read[0]
    assert read == []
    assert "inside each other" in reason("[" * (deep + 1) + "]" * (deep + 1))
    assert "inside each other" in reason("{a: " * 100_000)


def test_long_documents_and_long_numbers_are_refused():
    assert safe_yaml.load("12345", "pack.yaml", max_characters=5) == 12345
    assert "6 characters" in reason("123456", max_characters=5)
    assert safe_yaml.load("9" * 100, "pack.yaml") == 10**100 - 1
    assert "101 characters" in reason("9" * 101)
    assert "5000 characters" in reason("9" * 5000)


@pytest.mark.parametrize("text", ["a: \x00", "\ud800", "a: \x07"])
def test_signs_that_are_no_text_are_refused(text: str):
    assert "not allowed" in reason(text)


class Piece(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    corners: list[int]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("- {kind: wood, corners: [1, x]}", "pack.yaml, [0].corners[1]: expected int, got str."),
        ("- {kind: wood}", "pack.yaml, [0]: object missing required field corners."),
        ("- {kind: wood, corners: [], hight: 2}", "pack.yaml, [0]: object contains unknown field hight."),
        ("3", "pack.yaml: expected array, got int."),
    ],
)
def test_data_of_the_wrong_shape_is_refused_with_its_place(text: str, place: str):
    with pytest.raises(Refused) as refused:
        safe_yaml.convert(safe_yaml.load(text, "pack.yaml"), list[Piece], "pack.yaml")
    assert refused.value.reason == place


def test_data_of_the_right_shape_is_converted():
    read = safe_yaml.load("- {kind: wood, corners: [1, 2]}", "pack.yaml")
    assert safe_yaml.convert(read, list[Piece], "pack.yaml") == [Piece("wood", [1, 2])]


def test_a_quote_is_short_whatever_is_quoted():
    assert safe_yaml.quoted("x") == "'x'"
    assert len(safe_yaml.quoted("x" * 10_000)) < 100
    assert safe_yaml.quoted(10**10_000) == "such a large number"


@settings(max_examples=150)
@given(st.text(alphabet=st.sampled_from("ab:-[]{}&*!'\"#|>%?,. \n\t01e~")) | st.text())
def test_any_text_is_plain_data_or_a_refusal(text: str):
    try:
        read = safe_yaml.load(text, "pack.yaml")
    except Refused as refused:
        read = [refused.reason.removeprefix("pack.yaml")]
    assert is_plain(read)


def is_plain(data: object) -> bool:
    if isinstance(data, dict):
        return all(is_plain(key) and is_plain(value) for key, value in data.items())
    if isinstance(data, list):
        return all(is_plain(one) for one in data)
    return (
        data is None
        or isinstance(data, (bool, int, str))
        or (isinstance(data, float) and math.isfinite(data))
    )
