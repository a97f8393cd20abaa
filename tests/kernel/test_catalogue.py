"""The catalogue of a book is read whole, or refused with every place that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.catalogue import Catalogue, catalogued_books
from sandtable.kernel.refusal import Refused
from tests.small_war import SmallWar, small_war_checkout


@pytest.fixture
def small_war(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallWar:
    return small_war_checkout(tmp_path, monkeypatch)


def test_a_package_with_a_catalogue_is_a_book_and_its_id_has_dashes(small_war: SmallWar):
    assert catalogued_books(small_war.books) == {"small-war": small_war.package}


def test_a_rule_has_its_words_its_chapter_and_its_place_in_the_book(small_war: SmallWar):
    rule = Catalogue.load(small_war.package).rule("SW-SHO-01")
    assert (rule.title, rule.text, rule.source, rule.kind) == (
        "Cover",
        "A hit on 5 or more.",
        "Shooting",
        "table",
    )
    assert rule.table == [{"range": "short", "hit": 4}, {"range": "[long]", "hit": 5}]
    assert (rule.choice, rule.example) == ("The shooter chooses.", "A 5 hits.")
    assert (rule.chapter, rule.order) == ("Shooting", 3)


def test_chapters_keep_the_order_of_the_book(small_war: SmallWar):
    chapters = Catalogue.load(small_war.package).chapters
    assert {name: [one.id for one in rules] for name, rules in chapters.items()} == {
        "Moving": ["SW-MOV-01", "SW-MOV-02"],
        "Shooting": ["SW-SHO-01", "SW-SHO-02"],
    }


def test_a_rule_with_a_ruling_departs_and_a_narrative_one_needs_no_code(small_war: SmallWar):
    catalogue = Catalogue.load(small_war.package)
    assert [one.id for one in catalogue if one.departs] == ["SW-MOV-02"]
    assert [one.id for one in catalogue if not one.needs_code] == ["SW-SHO-02"]


def test_the_catalogue_is_read_once(small_war: SmallWar):
    assert Catalogue.load(small_war.package) is Catalogue.load(small_war.package)


def test_an_unknown_rule_is_refused_with_ids_like_it(small_war: SmallWar):
    with pytest.raises(Refused, match=r"Small War has no rule SW-MOV-11\. Near it: SW-MOV-01"):
        Catalogue.load(small_war.package).rule("SW-MOV-11")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("cover", ["SW-SHO-01", "SW-MOV-02"]),
        ("marches UNIT", ["SW-MOV-01", "SW-MOV-02"]),
        ("hedges", ["SW-MOV-02"]),
        ("sw-sho-02", ["SW-SHO-02"]),
        ("[long]", ["SW-SHO-01"]),
        ("dragons", []),
        ("  ", []),
    ],
)
def test_a_search_finds_all_words_in_any_case_titles_first(small_war: SmallWar, words: str, found: list[str]):
    assert [one.id for one in Catalogue.load(small_war.package).search(words)] == found


def test_a_book_may_have_several_files_that_speak_of_each_other(small_war: SmallWar):
    small_war.change_catalogue("interacts: [SW-SHO-01]", "interacts: [SW-CAM-01]")
    small_war.write(
        "src/small_war_library/books/small_war/catalogue-campaign.yaml",
        "rulebook: {name: Small War, prefix: SW}\n"
        "chapters: [{name: Campaign, rules: [{id: SW-CAM-01, title: T, text: T, source: S, kind: state}]}]\n",
    )
    catalogue = Catalogue.load(small_war.package)
    assert len(catalogue) == 5
    assert [one.order for one in catalogue] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "text: Bows are old.",
            "txet: Bows are old.",
            'chapter "Shooting", SW-SHO-02: the key "txet" is not known',
        ),
        ("title: About bows, ", "", 'chapter "Shooting", SW-SHO-02: object missing required field title'),
        ("text: Bows are old.", "text: [Bows]", 'chapter "Shooting", SW-SHO-02, text: expected str'),
        ("kind: narrative", "kind: tale", 'SW-SHO-02: the kind "tale" is not known'),
        (
            "id: SW-SHO-02",
            "id: SW-SHO-01",
            'SW-SHO-01: the id stands a second time, first in chapter "Shooting"',
        ),
        ("id: SW-SHO-02", "id: XX-SHO-02", "XX-SHO-02: this is no id of the book"),
        ("id: SW-SHO-02, ", "", "a rule without an id: object missing required field id"),
        (
            "[SW-SHO-01]",
            "[SW-SHO-09]",
            'chapter "Moving", SW-MOV-01: it interacts with SW-SHO-09, which is no rule',
        ),
        ("glossary:", "glosary:", "small-war, catalogue.yaml: object contains unknown field glosary"),
        ("kind: narrative", "kind: narrative, kind: table", "line 16: the key 'kind' stands twice"),
        ("prefix: SW, ", "", "small-war, catalogue.yaml, rulebook: object missing required field prefix"),
    ],
)
def test_a_catalogue_that_is_wrong_is_refused_at_its_place(
    small_war: SmallWar, old: str, new: str, reason: str
):
    small_war.change_catalogue(old, new)
    with pytest.raises(Refused) as refused:
        Catalogue.load(small_war.package)
    assert reason in refused.value.reason
    assert refused.value.refusals[0].remedy


def test_everything_that_is_wrong_is_said_at_once(small_war: SmallWar):
    small_war.change_catalogue("source: Shooting, kind: ", "source: Shooting, kind: no-")
    with pytest.raises(Refused) as refused:
        Catalogue.load(small_war.package)
    assert ["SW-SHO-01" in str(one) for one in refused.value.refusals] == [True, False]


def test_a_package_without_a_catalogue_is_refused(small_war: SmallWar):
    with pytest.raises(Refused, match="The book not-a-book has no catalogue"):
        Catalogue.load(f"{small_war.books}.not_a_book")


@pytest.mark.parametrize("package", catalogued_books("sandtable.books").values())
def test_the_catalogue_of_every_book_is_whole(package: str):
    catalogue = Catalogue.load(package)
    assert len(catalogue) > 400
    assert all(one.ruling for one in catalogue if one.unclear)
