"""The page stands alone: nothing from elsewhere, no script, and words for every picture."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from sandtable.reports.battle import Report, report_of
from sandtable.reports.page import fonts_in, page_of
from sandtable.reports.page.curve import flags, in_words
from sandtable.reports.page.small_map import look_of
from sandtable.table.terrain import Piece
from tests.reports.duel import duel_record

EMPTY = {"meta", "br", "img", "input", "link"}


class Reader(HTMLParser):
    """Reads a page as a browser does, and remembers its elements and words."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "title"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def values(self, name: str) -> list[str]:
        return [attributes[name] or "" for _, attributes in self.found if name in attributes]


@pytest.fixture(scope="module")
def report() -> Report:
    return report_of(duel_record())


@pytest.fixture(scope="module")
def page(report: Report) -> Reader:
    return Reader(page_of(report))


def test_every_element_is_closed_and_no_id_is_given_twice(page: Reader):
    assert page.open == []
    assert len(set(page.values("id"))) == len(page.values("id"))


def test_it_needs_nothing_from_elsewhere_and_runs_nothing(report: Report, page: Reader):
    tags = {tag for tag, _ in page.found}
    assert tags.isdisjoint({"script", "link", "img", "iframe", "object", "base"})
    assert not [name for _, attributes in page.found for name in attributes if name.startswith("on")]
    assert page.values("src") == []
    assert all(one.startswith("#") for one in page.values("href"))
    assert not re.search(r"@import|https?:", page_of(report))


def test_names_are_words_and_never_markup(report: Report, page: Reader):
    assert "Fish & <Chips>" in page.text
    assert "<Chips>" not in page_of(report)


def test_names_in_sentences_wear_the_colour_of_their_side(report: Report):
    assert '<b class="side-0">Axes</b> hit <b class="side-1">Bows B1</b> 4 times, costing 4.' in page_of(
        report
    )


def test_links_lead_to_places_of_the_page(page: Reader):
    assert {one.removeprefix("#") for one in page.values("href")} <= set(page.values("id"))


def test_every_picture_is_told_in_words(page: Reader):
    pictures = [attributes for _, attributes in page.found if attributes.get("role") == "img"]
    # The curve, four key maps and seven of every turn.
    assert len(pictures) == 12
    assert all(one.get("aria-label") for one in pictures)
    drawn = [attributes for tag, attributes in page.found if tag == "svg" and attributes.get("role") != "img"]
    assert all(one.get("aria-hidden") == "true" for one in drawn)


def test_the_curve_in_words(report: Report):
    assert in_words(report) == (
        "The chance of Army to win, at the end of each round: round 1 38 %, round 2 46 %, round 3 100 %."
    )


def test_the_numbers_stand_where_the_line_is(report: Report):
    found = flags(report)
    assert [one.number for one in found] == [1, 2, 3]
    assert [round(one.y, 3) for one in found] == [0.625, 0.542, 0.375]
    assert [one.above for one in found] == [False, True, True]
    assert all(0 <= one.x <= 1 for one in found)


def test_it_tells_points_losses_luck_and_deeds(page: Reader):
    for words in (
        "Three turning points",
        "Who is left",
        "strength that is left DU-END",
        "Losses, blow by blow",
        "Every turn",
        "6 hits where 4.0 were expected of 8 dice.",
        "drove Bows B1 off the table",
        "The turning points, line by line",
    ):
        assert words in page.text


def test_typefaces_are_inside_it_where_there_are_any(report: Report, tmp_path: Path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "alegreya-latin-400-normal-abc.woff2").write_bytes(b"wOF2")
    sheet = fonts_in(tmp_path)
    assert sheet.count("@font-face") == 1
    assert "data:font/woff2;base64,d09GMg==" in page_of(report, sheet)
    assert fonts_in(tmp_path / "nowhere") == ""


def test_a_game_without_a_course_has_a_page_too():
    assert Reader(page_of(report_of(duel_record(())))).open == []


@pytest.mark.parametrize(
    ("kind", "traits", "look"),
    [
        ("spinney", (), "wood"),
        ("causeway", ("hill",), "bridge"),
        ("novelty", ("hill",), "hill"),
        ("thing", ("hill",), "hill"),
        ("thing", ("impassable",), "crags"),
        ("thing", (), "open"),
        ("hillock", ("block",), "hill"),
        ("mesa", ("block",), "crags"),
        ("shop", ("interior",), "building"),
        ("railing", ("linear",), "wall"),
        ("bamboo", ("area",), "wood"),
    ],
)
def test_terrain_is_drawn_as_the_book_draws_it_or_else_by_its_traits(
    kind: str, traits: tuple[str, ...], look: str
):
    looks = {"spinney": "wood", "causeway": "bridge", "hillock": "hill", "novelty": "no drawing of ours"}
    assert look_of(Piece("p", kind, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), 0.0, traits), looks) == look


def test_numbers_near_each_other_stand_on_different_sides_of_the_line(report: Report):
    first, second, third = report.turning_points
    crowded = msgspec.structs.replace(
        report,
        turning_points=(
            first,
            msgspec.structs.replace(second, at=first.at + 0.01, change=-0.1, chance=0.5),
            msgspec.structs.replace(third, at=first.at + 0.02, change=-0.1, chance=0.5),
        ),
    )
    assert [(one.above, one.far) for one in flags(crowded)] == [(False, False), (True, False), (True, True)]
