"""Rosters as every book reads and writes them, on a book of two lines."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.binding.forces.roster_text import (
    LONGEST_LINE,
    MOST_CHARACTERS,
    as_written,
    lines_of,
    listed,
    mark,
    read_parts,
    worded,
    written_parts,
)
from sandtable.binding.forces.rosters import ROSTER, Rosters, data_of_game
from sandtable.binding.forces.short_code import LONGEST_CODE, ShortCode
from sandtable.binding.refusing import known_word, read_each, refuse_too_many
from sandtable.kernel.offers import UnitOffer
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import convert


class Hero(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    name: str
    leads: bool = False
    home: str = ""
    arms: tuple[str, ...] = ()


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    heroes: tuple[Hero, ...]


ARMS = ("axe", "bow")
PARTS = (
    listed(
        "arms", "", known_word(lambda word: word if word in ARMS else None, "arm", "X-1", "Take axe or bow.")
    ),
    mark("leads", "leads"),
    worded("home", "from", as_written, "from|of"),
)
READY = {"two": Band("Two", (Hero("Ash", True, "the north", ("axe", "bow")), Hero("Birch")))}
CODE = ShortCode(
    "X1.", b'"axe""bow"', {"heroes": ("h", {"name": "n", "leads": "l", "arms": "a"}), "name": "n"}
)


def read_text(text: str) -> Band:
    (_, name), *lines = lines_of(text, ROSTER, "X-2", "Write a name.")
    return Band(name, tuple(read_each(lines, _read_hero)))


def _read_hero(line: tuple[str, str]) -> Hero:
    place, said = line
    name, _, rest = said.partition(":")
    return Hero(name, **read_parts((one.strip() for one in rest.split(";") if one), PARTS, place, ""))


def write_text(band: Band) -> str:
    return "\n".join(
        [band.name, *(f"{one.name}: {'; '.join(written_parts(one, PARTS))}" for one in band.heroes)]
    )


def read_data(data: object) -> Band:
    return convert(data_of_game(data, "game", "x", "Write a name and heroes."), Band, ROSTER)


BANDS = Rosters(
    Band,
    "band",
    "X-2",
    ready=lambda: READY,
    read_text=read_text,
    write_text=write_text,
    read_data=read_data,
    write_data=lambda band: {"game": "x", **msgspec.to_builtins(band)},
    code=CODE,
)


def refused(given: object) -> list[str]:
    with pytest.raises(Refused) as caught:
        BANDS.read(given)
    return [str(one) for one in caught.value.refusals]


def test_a_force_comes_in_every_form_and_goes_out_the_same():
    band = READY["two"]
    assert write_text(band) == "Two\nAsh: axe, bow; leads; from the north\nBirch: "
    for given in (band, "two", write_text(band), BANDS.write_json(band), BANDS.write_data(band)):
        assert BANDS.read(given) == band
    without_home = Band("Two", (Hero("Ash", True, "", ("axe", "bow")), Hero("Birch")))
    assert BANDS.read(BANDS.write_code(band)) == without_home


def test_a_part_may_begin_with_another_word_and_stand_anywhere():
    assert read_text("A\nAsh: OF the north; Leads; bow").heroes == (Hero("Ash", True, "the north", ("bow",)),)


def test_everything_wrong_with_a_text_is_refused_together_with_its_lines():
    assert refused("A\n# a remark\nAsh: sword\nBirch: leads; leads\n") == [
        "Line 3: there is no arm 'sword'. (X-1) Take axe or bow.",
        "Line 4: 'leads' says something twice. Say it once.",
    ]


def test_a_line_without_a_part_for_everything_else_says_what_is_not_understood():
    with pytest.raises(Refused, match=r"Line 9: 'tall' is not understood\. Write leads\."):
        read_parts(["tall"], PARTS[1:], "Line 9", "Write leads.")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("three", "There is no ready band 'three'. (X-2) Write a roster, or name one of two."),
        (7, "This is no band. (X-2) Give a roster, or the id of a ready band."),
        ("{", "The roster, sign 2: this is not JSON. Write valid JSON."),
        ({"game": "y"}, "The roster, game: 'y' is another game. Write x."),
        ("\n\n#:", "The roster is empty. (X-2) Write a name."),
        ("a\n" + "x" * (LONGEST_LINE + 1), "Line 2: 1001 characters. At most 1000 are read."),
        (
            "\n" * (MOST_CHARACTERS + 1) + ":",
            "The roster has 20002 characters. At most 20000 characters are read.",
        ),
        ("A\nAsh: " + "bow," * 31, "Line 2: 32 arms. At most 30 are read."),
        ("X1.zzzz", "The roster code is damaged: its checksum does not fit. Copy the whole code again."),
        ("X1." + "z" * LONGEST_CODE, "The roster code has 4003 signs. At most 4000 are read."),
        (CODE.packed(b'{"z":1}'), "The roster code: object contains unknown field z. Copy the whole code."),
        (CODE.packed(b"[]"), "The roster is no JSON object. Write a name and heroes."),
    ],
)
def test_what_is_no_roster_is_refused_with_what_would_be_right(given: object, words: str):
    assert refused(given) == [words]


def units(band: Band) -> tuple[UnitOffer, ...]:
    return tuple(UnitOffer("hero", one.name, one.name) for one in band.heroes)


def test_a_force_that_can_be_read_is_shown_with_every_reason_against_it():
    against = [Refusal("X-3", "Too many."), Refusal("X-4", "Too strong.")]
    verdict = BANDS.judged("two", lambda band: against, lambda band: len(band.heroes), 1, units)
    assert (verdict.legal, verdict.points, verdict.limit) == (False, 2, 1)
    assert verdict.reasons == tuple(against)
    assert BANDS.read(verdict.text) == BANDS.read(verdict.data) == READY["two"]
    assert [one.id for one in verdict.units] == ["Ash", "Birch"]
    assert BANDS.judged("two", lambda band: [], lambda band: 2, 2, units).legal


def test_a_force_that_cannot_be_read_counted_or_checked_is_refused_and_never_legal():
    def raises(band: Band) -> Any:
        raise refuse("X-5", "Against whom?")

    assert BANDS.judged("three", lambda band: [], lambda band: 2, 2, units).name == ""
    assert BANDS.judged("two", raises, lambda band: 2, 2, units).reasons[0].rule == "X-5"
    uncounted = BANDS.judged("two", lambda band: [], raises, 2, units)
    assert (uncounted.legal, uncounted.name, uncounted.points, uncounted.text) == (False, "Two", 0, "")


def test_a_list_without_end_is_not_read_to_its_end():
    refuse_too_many(3, 3, "here", "things")
    with pytest.raises(Refused, match=r"here: 4 things\. \(X-6\) At most 3 are read\."):
        refuse_too_many(4, 3, "here", "things", "X-6")
