"""`sandtable rules` shows, finds and counts rules, and says in sentences what went wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import catalogues
from tests.cli import conftest as cli
from tests.small_war import TESTS, SmallWar, small_war_checkout


class Told(cli.Told):
    """What a call of `sandtable rules` printed, and how it ended."""

    def __init__(self, *arguments: str) -> None:
        super().__init__("rules", *arguments)


@pytest.fixture
def small_war(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallWar:
    monkeypatch.setattr(catalogues, "BOOKS", SmallWar.books)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return small_war_checkout(tmp_path, monkeypatch)


def test_show_prints_a_rule_whole(small_war: SmallWar):
    told = Told("show", "SW-SHO-01")
    assert told.code == 0
    for words in (
        "SW-SHO-01  Cover",
        "Small War, Shooting",
        "A hit on 5",
        "[long]",
        "The shooter chooses.",
        "A 5 hits.",
    ):
        assert words in told.out


def test_show_prints_the_ruling_and_the_titles_of_related_rules(small_war: SmallWar):
    assert "Hedges are not woods." in Told("show", "SW-MOV-02").out
    assert "SW-SHO-01  Cover" in Told("show", "SW-MOV-01").out


def test_show_takes_small_letters(small_war: SmallWar):
    assert Told("show", "sw-mov-01").out == Told("show", "SW-MOV-01").out


def test_show_as_json_has_every_field(small_war: SmallWar):
    assert Told("show", "SW-SHO-01", "--json").json == {
        "book": "small-war",
        "id": "SW-SHO-01",
        "title": "Cover",
        "text": "A hit on 5 or more.",
        "source": "Shooting",
        "kind": "table",
        "choice": "The shooter chooses.",
        "table": [{"range": "short", "hit": 4}, {"range": "[long]", "hit": 5}],
        "example": "A 5 hits.",
        "chapter": "Shooting",
        "order": 3,
    }


@pytest.mark.parametrize(
    ("rule_id", "sentence"),
    [("SW-MOV-11", "Small War has no rule SW-MOV-11."), ("ZZ-1", "No book has a rule ZZ-1.")],
)
def test_show_says_that_a_rule_is_not_there(small_war: SmallWar, rule_id: str, sentence: str):
    told = Told("show", rule_id, "--json")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(sentence)


def test_search_finds_rules_titles_first(small_war: SmallWar):
    told = Told("search", "cover")
    assert told.code == 0
    assert told.out.index("SW-SHO-01") < told.out.index("SW-MOV-02")
    assert "2 found" in told.out
    assert [one["id"] for one in Told("search", "cover", "--json").json] == ["SW-SHO-01", "SW-MOV-02"]


@pytest.mark.parametrize("book", ["small-war", "small_war", "SW", "sw"])
def test_a_book_is_named_by_id_or_prefix(small_war: SmallWar, book: str):
    assert Told("search", "cover", "--book", book).code == 0


def test_search_that_finds_nothing_ends_with_one(small_war: SmallWar):
    told = Told("search", "green", "dragons")
    assert (told.code, told.err) == (1, 'No rule holds "green dragons".\n')
    assert Told("search", "dragons", "--json").json == []


@pytest.mark.parametrize("call", [("search", "cover"), ("ledger",)])
def test_an_unknown_book_ends_with_two(small_war: SmallWar, call: tuple[str, ...]):
    told = Told(*call, "--book", "chess")
    assert (told.code, told.err) == (2, 'There is no book "chess". Books: small-war.\n')


@pytest.mark.parametrize(
    "call", [("show",), ("search",), ("show", "SW-MOV-01", "--loud"), ("ledger", "--check", "--write")]
)
def test_bad_usage_ends_with_two(small_war: SmallWar, call: tuple[str, ...]):
    assert Told(*call).code == 2


def test_a_broken_catalogue_ends_with_two_and_its_place(small_war: SmallWar):
    small_war.change_catalogue("kind: narrative", "kind: tale")
    told = Told("search", "cover")
    assert told.code == 2
    assert "SW-SHO-02" in told.err


def test_the_ledger_counts_by_chapter(small_war: SmallWar):
    lines = [line.replace("│", " ").split() for line in Told("ledger").out.splitlines()]
    assert ["Moving", "2", "1", "1", "0", "0", "1"] in lines
    assert ["all", "3", "2", "2", "0", "0", "1"] in lines


def test_the_ledger_as_json_has_every_rule(small_war: SmallWar):
    [told] = Told("ledger", "--json").json
    assert told["totals"] == {"rules": 3, "written": 2, "tested": 2, "fired": 0, "entered": 0, "departs": 1}
    assert told["rules"]["SW-MOV-01"] == {
        "written": ["small_war_library.books.small_war.moving:march"],
        "tested": 2,
    }


def test_the_ledger_lists_what_is_missing(small_war: SmallWar):
    told = Told("ledger", "--missing")
    assert told.code == 0
    assert "not written, not tested, never fired" in told.out
    assert "3 of 4 rules lack something" in told.out
    [facts] = Told("ledger", "--missing", "--json").json
    assert facts["missing"]["SW-SHO-01"] == ["never fired"]


def test_the_ledger_is_not_counted_outside_a_checkout(
    small_war: SmallWar, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    told = Told("ledger")
    assert told.code == 2
    assert "not inside a checkout" in told.err


def test_a_corpus_that_is_not_there_ends_with_two(small_war: SmallWar):
    assert (
        Told("ledger", "--corpus", "nowhere").err
        == "There is no folder nowhere. Name a folder of recorded games.\n"
    )


TESTS_FOR_ALL = TESTS + '@covers("SW-MOV-02")\ndef test_woods(): ...\n'


def test_check_passes_when_every_rule_is_tested_and_the_ledger_is_kept(small_war: SmallWar):
    small_war.write("tests/test_moving.py", TESTS_FOR_ALL)
    assert Told("ledger", "--write").code == 0
    told = Told("ledger", "--check")
    assert (told.code, told.err) == (0, "")
    assert told.out == "small-war: 3 rules, 2 written, 3 tested, 0 fired and 0 entered in 0 games\n"


def test_check_fails_without_a_ledger_and_on_a_rule_without_a_test(small_war: SmallWar):
    told = Told("ledger", "--check")
    assert told.code == 1
    assert told.err == "SW-MOV-02 (Woods slow) has no test.\nsmall-war has no ledger yet. Run make ledger.\n"


def test_check_fails_on_an_unknown_id_and_on_a_ledger_that_got_worse(small_war: SmallWar):
    small_war.write("tests/test_moving.py", TESTS_FOR_ALL)
    Told("ledger", "--write")
    small_war.write("tests/test_moving.py", TESTS_FOR_ALL.replace("SW-SHO-01", wrong := "SW-" + "SHO-88"))
    told = Told("ledger", "--check")
    assert told.code == 1
    assert told.err.splitlines() == [
        f"tests/test_moving.py:7 cites {wrong}, which is no rule.",
        "SW-SHO-01 (Cover) has no test.",
        "SW-SHO-01 was tested and is not any more.",
    ]


def test_write_keeps_what_fired_until_there_are_new_records(small_war: SmallWar):
    small_war.write("corpus/one.sandtable", '{"book": "small-war"}\n{"event": {"rules": ["SW-MOV-01"]}}\n')
    assert "1 fired and 0 entered in 1 games" in Told("ledger", "--write").out
    (small_war.root / "corpus/one.sandtable").unlink()
    assert "1 fired and 0 entered in 1 games" in Told("ledger", "--write").out


def test_write_does_not_keep_a_worse_ledger_unless_told_to(small_war: SmallWar):
    Told("ledger", "--write")
    kept = small_war.root / "docs/reference/ledger-small-war.json"
    before = kept.read_text()
    small_war.write("tests/test_moving.py", "")
    told = Told("ledger", "--write")
    assert told.code == 1
    assert "SW-MOV-01 was tested and is not any more." in told.err
    assert kept.read_text() == before
    assert Told("ledger", "--write", "--even-if-worse").code == 0
    assert kept.read_text() != before


def test_draw_names_written_rules_by_lot(small_war: SmallWar):
    told = Told("draw", "--seed", "1", "--count", "1")
    assert told.code == 0
    (line,) = told.out.splitlines()
    assert line.startswith("SW-")
    assert Told("draw", "--seed", "1", "--count", "1").out == told.out
