"""Short codes and anything that strangers send: a Company or a refusal, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.binding.forces.short_code import LONGEST_CODE
from sandtable.books.companies_and_captains.chapters.constructing import validate
from sandtable.books.companies_and_captains.company import Company, GroupEntry, clean_name, with_ids
from sandtable.books.companies_and_captains.printed_tables import captain_traits, optional_traits, profiles
from sandtable.books.companies_and_captains.profiles import VALUES, parse_kind
from sandtable.books.companies_and_captains.rosters import ROSTERS
from sandtable.books.companies_and_captains.rosters.json_form import CODE
from sandtable.books.companies_and_captains.rosters.ready import published_companies, sample_companies
from sandtable.books.companies_and_captains.rosters.text_form import read_text, write_text
from sandtable.books.companies_and_captains.rosters.words import fully_stated
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.refusal import Refused

FREELANCE = published_companies()["freelance-company"]


# --- Short codes ----------------------------------------------------------------------------------------


def test_any_single_wrong_sign_in_a_code_is_noticed():
    code = ROSTERS.write_code(sample_companies()["river-muster"])
    for place in range(len(CODE.prefix), len(code)):
        for sign in "Aa7_-.?é":
            if sign != code[place]:
                with pytest.raises(Refused, match="damaged"):
                    ROSTERS.read_code(code[:place] + sign + code[place + 1 :])


def test_a_code_that_is_cut_or_too_long_is_refused():
    code = ROSTERS.write_code(FREELANCE)
    for end in range(len(CODE.prefix), len(code)):
        with pytest.raises(Refused, match="damaged"):
            ROSTERS.read_code(code[:end])
    with pytest.raises(Refused, match="damaged"):
        ROSTERS.read_code(code + "A")
    with pytest.raises(Refused, match=f"At most {LONGEST_CODE}"):
        ROSTERS.read_code(CODE.prefix + "A" * LONGEST_CODE)
    with pytest.raises(Refused, match="does not begin with"):
        ROSTERS.read_code(code.removeprefix("CC1."))
    assert ROSTERS.read_code(f"  {code}\n") == FREELANCE


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        (b'{"g":[],"n":"x","z":1}', "unknown field z"),
        (b'{"g":[{"p":"lightfoot","m":12,"m":1}],"n":"x"}', "'m' stands twice"),
        (b'{"g":[{"p":"hugefoot","m":12}],"n":"x"}', "groups[0].id: there is no profile"),
        (b'{"g":[{"p":"lightfoot","m":12}],"n":"\\n"}', "name: '\\n' cannot be a name"),
        (b'{"g":[{"p":"lightfoot","m":12}],"n":"x","a":"brave"}', "there is no Captain trait"),
        (b'{"n":"x"}', "missing required field groups"),
        (b'[{"p":"lightfoot"}]', "no JSON object"),
        (b"\xff", "damaged"),
        (b"", "not JSON"),
        (b" " * 1_000_000, "damaged"),
    ],
)
def test_a_made_up_code_with_a_true_checksum_is_still_checked(plain: bytes, words: str):
    with pytest.raises(Refused) as refused:
        ROSTERS.read_roster(CODE.packed(plain))
    assert words in refused.value.reason


# --- What always holds ----------------------------------------------------------------------------------


names = st.text(max_size=20).map(lambda text: clean_name(text) or "")
kinds = st.text("abcXYZ Äé'-9", min_size=1, max_size=12).map(parse_kind).filter(bool)
plain_traits = st.sampled_from([one for one in optional_traits() if "[Kind]" not in one])
traits = plain_traits | kinds.map(lambda kind: f"{kind}-Foe") | kinds.map(lambda kind: f"{kind}bane")
values = st.dictionaries(st.sampled_from(list(VALUES)), st.none() | st.integers(0, 999), max_size=4)
groups = st.builds(
    GroupEntry,
    name=names,
    profile=st.sampled_from(list(profiles())),
    traits=st.lists(traits, max_size=5).map(tuple),
    models=st.integers(0, 30),
    captain=st.booleans(),
    keywords=st.lists(kinds, max_size=3).map(tuple),
    base=st.none() | st.floats(0.5, 5.0),
    held_back=st.booleans(),
    stated_cost=st.none() | st.integers(-5, 30),
    stated_values=values,
)
companies = st.builds(
    Company,
    name=names.map(lambda name: name or "Company"),
    groups=st.lists(groups, max_size=10).map(tuple),
    captain_trait=st.none() | st.sampled_from([one.name for one in captain_traits().values()]),
    stated_total=st.none() | st.integers(0, 99),
    vendor=names,
).map(with_ids)


@settings(max_examples=80)
@given(companies)
def test_any_company_legal_or_not_comes_back_from_every_form_as_it_went(company: Company):
    assert ROSTERS.read_code(ROSTERS.write_code(company)) == company
    stated = fully_stated(company)
    assert ROSTERS.read_json(ROSTERS.write_json(company)) == stated
    assert read_text(write_text(company)) == stated
    assert validate(stated, Switches()) == validate(ROSTERS.read_roster(write_text(company)), Switches())


@settings(max_examples=150)
@given(
    st.text()
    | st.text("CLF: wihtog;[],0123456789\n#ighto mdels-").map(lambda text: f"A\nB: Light Foot{text}")
)
def test_any_text_is_a_company_or_a_refusal(text: str):
    assert is_company_or_refusal(text)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["lightfoot", "foe"]),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["id", "name", "groups", "traits", "kind", "models", "base", "stated", "vendor", "points"]
            ),
            inside,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(json_values, json_values)
def test_any_json_is_a_company_or_a_refusal(group: Any, whole: Any):
    data = {"name": "x", "groups": [group, {"id": "lightfoot", "name": whole}]}
    assert is_company_or_refusal(json.dumps(data))
    assert is_company_or_refusal(json.dumps({"name": "x", "groups": [{"id": "lightfoot"}], "vendor": whole}))
    assert is_company_or_refusal("{" + json.dumps(whole))


@settings(max_examples=80)
@given(st.binary(max_size=60))
def test_any_code_is_a_company_or_a_refusal(inside: bytes):
    assert is_company_or_refusal(CODE.packed(inside))
    assert is_company_or_refusal(CODE.prefix + inside.decode("latin-1"))


def is_company_or_refusal(text: str) -> bool:
    """Reading ends in a Company that can be judged or in a refusal; any other end is an error of the test."""
    try:
        company = ROSTERS.read_roster(text)
    except Refused as refusal:
        return all(one.reason for one in refusal.refusals)
    validate(company, Switches())
    return isinstance(msgspec.to_builtins(company), dict)
