"""The ledger counts what is written, tested and fired, and notices what gets worse."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.refusal import Refused
from sandtable.lab import ledger
from sandtable.lab.ledger import Entry, Fired, Ledger, Refusals, Totals
from tests.small_war import SmallWar, small_war_checkout

MARCH = "small_war_library.books.small_war.moving:march"

RECORD = """\
{"book": "small-war", "seats": {"A": "x"}}
{"event": {"kind": "marched", "rules": ["SW-MOV-01", "SW-MOV-01"]}}
{"decision": {"rule": "SW-MOV-01", "kind": "x"}, "facts": [{"modifiers": [{"rule": "SW-SHO-01", "n": 1}]}]}
{"answer": {"text": "SW-MOV-02", "rule": null}}
"""


@pytest.fixture
def small_war(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallWar:
    return small_war_checkout(tmp_path, monkeypatch)


def count(small_war: SmallWar, fired: Fired | None = None) -> Ledger:
    return ledger.count(
        Catalogue.load(small_war.package), small_war.package, small_war.root, fired or Fired()
    )


def test_a_rule_is_written_where_the_code_says_so(small_war: SmallWar):
    rules = count(small_war).rules
    assert rules["SW-MOV-01"].written == [MARCH]
    assert rules["SW-SHO-01"].written == ["small_war_library.books.small_war.moving:Shot"]
    assert rules["SW-SHO-02"].written == []


def test_a_rule_that_the_code_calls_not_written_is_not_written(small_war: SmallWar):
    entry = count(small_war).rules["SW-MOV-02"]
    assert entry.lacking == ["src/small_war_library/books/small_war/moving.py:6"]
    assert entry.written
    assert not entry.is_written


def test_a_module_outside_the_books_may_carry_a_rule_out(small_war: SmallWar):
    small_war.write(
        "src/small_war_library/lab.py",
        'from sandtable.kernel.citation import rule\n@rule("SW-SHO-02")\ndef tell(): ...\n',
    )
    assert count(small_war).rules["SW-SHO-02"].written == ["small_war_library.lab:tell"]


def test_a_module_that_cannot_be_imported_is_named(small_war: SmallWar):
    small_war.write("src/small_war_library/books/small_war/shooting.py", "import no_such_thing_at_all\n")
    with pytest.raises(Refused, match=r"books\.small_war\.shooting cannot be imported: No module named"):
        count(small_war)


def test_tests_and_case_files_are_counted(small_war: SmallWar):
    small_war.write("tests/cases/march.case.yaml", "case: march\nrules: [SW-MOV-01]\n")
    rules = count(small_war).rules
    assert [rules[one].tested for one in ("SW-MOV-01", "SW-SHO-01", "SW-MOV-02")] == [3, 1, 0]


def test_a_rule_fires_once_for_each_line_of_a_record_that_names_it(small_war: SmallWar):
    small_war.write("corpus/one.sandtable", RECORD)
    small_war.write("corpus/more/two.sandtable", RECORD)
    small_war.write("corpus/other.sandtable", RECORD.replace("small-war", "great-war"))
    fired = ledger.count_fired(small_war.root / "corpus", "small-war")
    assert fired.games == 2
    assert fired.times == {"SW-MOV-01": 4, "SW-SHO-01": 2}
    assert fired.in_games == {"SW-MOV-01": 2, "SW-SHO-01": 2}
    entry = count(small_war, fired).rules["SW-MOV-01"]
    assert (entry.fired, entry.games) == (4, 2)


def test_without_records_nothing_fires(small_war: SmallWar):
    assert ledger.count_fired(small_war.root / "corpus", "small-war") == Fired()


def test_a_record_that_is_torn_is_refused_with_its_line(small_war: SmallWar):
    small_war.write("corpus/one.sandtable", RECORD[:-20])
    with pytest.raises(Refused, match=r"one\.sandtable, line 4: this is no line of a record"):
        ledger.count_fired(small_war.root / "corpus", "small-war")


SCREENS = "src/small_war_library/books/small_war/screens.yaml"
BROWSED = '@covers("SW-MOV-02", "SW-SHO-01")\ndef test_the_page_says_so(): ...\n'


def test_a_rule_of_screens_is_written_where_the_book_says_and_played_in_a_browser(small_war: SmallWar):
    small_war.write("web/src/panels/Log.svelte", "")
    small_war.write(SCREENS, "web/src/panels/Log.svelte: [SW-SHO-01]\n")
    small_war.write("tests/browser/test_page.py", BROWSED)
    now = count(small_war)
    entry = now.rules["SW-SHO-01"]
    assert "web/src/panels/Log.svelte" in entry.written
    assert entry.shown == 1
    assert "SW-SHO-01" not in ledger.missing(now, Catalogue.load(small_war.package))
    assert now.rules["SW-MOV-02"].shown == 0, "no screen keeps it: it has to fire in recorded play"
    assert "1 fired in 0 recorded games (1 of them on screens, in a browser)" in ledger.as_page(
        now, Catalogue.load(small_war.package)
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("web/src/panels/Log.svelte: [SW-SHO-01]\n", r"there is no file web/src/panels/Log\.svelte"),
        ("pyproject.toml: [SW-NO-01]\n", r"SW-NO-01 is no rule"),
    ],
)
def test_screens_that_are_not_there_and_rules_that_are_none_are_refused(
    small_war: SmallWar, text: str, why: str
):
    small_war.write(SCREENS, text)
    with pytest.raises(Refused, match=why):
        count(small_war)


def test_totals_leave_out_rules_that_need_no_code(small_war: SmallWar):
    now = count(small_war, Fired(1, Counter({"SW-MOV-01": 2})))
    whole = ledger.totals(now, list(Catalogue.load(small_war.package)))
    assert whole == Totals(rules=3, written=2, tested=2, fired=1, entered=0, departs=1)


def test_what_is_missing_is_said_for_each_rule_that_needs_code(small_war: SmallWar):
    now = count(small_war, Fired(1, Counter({"SW-MOV-01": 2})))
    assert ledger.missing(now, Catalogue.load(small_war.package)) == {
        "SW-MOV-02": ["not written", "not tested", "never fired"],
        "SW-SHO-01": ["never fired"],
    }


def test_a_rule_without_a_test_is_found_unless_it_needs_no_code(small_war: SmallWar):
    assert ledger.untested(count(small_war), Catalogue.load(small_war.package)) == [
        "SW-MOV-02 (Woods slow) has no test."
    ]


def test_ids_that_no_book_has_are_found_in_code_data_tests_cases_and_docs(small_war: SmallWar):
    catalogue = Catalogue.load(small_war.package)
    assert ledger.unknown_citations(catalogue, small_war.root) == []
    wrong = "SW-" + "MOV-77"
    for path in ("src/a.py", "src/small.yaml", "tests/test_a.py", "tests/a.case.yaml", "docs/guide/a.md"):
        small_war.write(path, f"\n# {wrong} and SW-MOV-01, not XSW-MOV-78\n")
    assert ledger.unknown_citations(catalogue, small_war.root) == [
        f"{path}:2 cites {wrong}, which is no rule."
        for path in ("src/a.py", "src/small.yaml", "tests/test_a.py", "tests/a.case.yaml", "docs/guide/a.md")
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (Entry(written=["a"]), Entry(), "SW-MOV-01 was written and is not any more."),
        (Entry(written=["a"]), Entry(["a"], lacking=["b"]), "SW-MOV-01 was written and is not any more."),
        (Entry(tested=2), Entry(), "SW-MOV-01 was tested and is not any more."),
        (Entry(fired=9), Entry(), "SW-MOV-01 fired in recorded play and does not any more."),
        (Entry(), None, "SW-MOV-01 stood in the ledger and is no rule any more."),
    ],
)
def test_a_ledger_is_worse_when_a_rule_loses_something(old: Entry, new: Entry | None, sentence: str):
    before = Ledger("small-war", 1, {"SW-MOV-01": old})
    now = Ledger("small-war", 1, {"SW-MOV-01": new} if new else {})
    assert ledger.worse(now, before) == [sentence]
    assert ledger.worse(before, before) == []


def test_a_ledger_with_fewer_tests_or_firings_or_new_rules_is_not_worse():
    before = Ledger("small-war", 9, {"SW-MOV-01": Entry(["a", "b"], tested=3, fired=50)})
    now = Ledger("small-war", 1, {"SW-MOV-01": Entry(["c"], tested=1, fired=1), "SW-MOV-02": Entry()})
    assert ledger.worse(now, before) == []


def test_a_kept_ledger_is_read_again_and_carries_what_fired(small_war: SmallWar):
    now = count(small_war, Fired(7, Counter({"SW-MOV-01": 4}), Counter({"SW-MOV-01": 3})))
    ledger.keep(now, Catalogue.load(small_war.package), small_war.root)
    again = ledger.read_ledger(small_war.root, "small-war")
    assert again == now
    assert count(small_war, ledger.fired_before(again)) == now


def test_the_page_of_a_ledger_has_every_rule_and_the_totals(small_war: SmallWar):
    catalogue = Catalogue.load(small_war.package)
    ledger.keep(count(small_war), catalogue, small_war.root)
    page = (small_war.root / "docs/reference/ledger-small-war.md").read_text()
    assert "Of 3 rules that need code, 2 are written, 2 are tested,\n0 fired in 0 recorded games" in page
    assert "| SW-MOV-01 | Units march | `moving:march` | 2 | 0 | 0 |  |" in page
    assert "| SW-MOV-02 | Woods slow | lacking in part | 0 | 0 | 0 | ruling |" in page
    assert "| SW-SHO-02 | About bows | needs no code | 0 | 0 | 0 |  |" in page


def test_a_ledger_file_that_is_broken_is_refused_and_one_that_is_not_there_is_none(small_war: SmallWar):
    assert ledger.read_ledger(small_war.root, "small-war") is None
    small_war.write("docs/reference/ledger-small-war.json", "{}")
    with pytest.raises(Refused, match=r"ledger-small-war\.json"):
        ledger.read_ledger(small_war.root, "small-war")


def test_a_checkout_is_found_from_any_folder_inside_it(
    small_war: SmallWar, tmp_path_factory: pytest.TempPathFactory
):
    assert ledger.find_checkout(small_war.root / "src" / "sandtable") == small_war.root
    with pytest.raises(Refused, match="not inside a checkout"):
        ledger.find_checkout(tmp_path_factory.mktemp("elsewhere"))


def test_a_ledger_is_worse_if_more_refusals_do_not_say_what_bars_an_answer(small_war: SmallWar):
    catalogue = Catalogue.load(small_war.package)
    before, now = (
        ledger.count(catalogue, small_war.package, small_war.root, Fired(), Refusals(100, 9, count))
        for count in (1, 2)
    )
    assert ledger.worse(before, now) == []
    (worse,) = ledger.worse(now, before)
    assert worse.startswith("More wrong answers are not told what bars them: 100 wrong answers refused")
    assert "2 (2.00%) without what bars them" in ledger.as_page(now, catalogue)
