"""Golden games: the rules play every one of them again to the last hash, and its text has not changed.

After a change that is meant to change them: python -m sandtable.lab.golden
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.books.companies_and_captains.scenarios.every import scenario_ids
from sandtable.kernel.records.record import EventLine, read_record
from sandtable.kernel.records.replay import first_difference, record_as_text
from sandtable.kernel.refusal import Refused
from sandtable.lab.golden import TEXT, Wanted, books_with_goldens, find, folder_of, wanted_of

ROOT = Path(__file__).parents[2]
MOST_GOLDENS = 25
"""Of one book: a game for each ending, the shortest that was found."""
RECORDS = sorted(path for book in books_with_goldens() for path in folder_of(book, ROOT).glob("*.sandtable"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_is_played_again_to_the_last_hash_and_reads_the_same(path: Path):
    record = read_record(path)
    assert first_difference(record) is None
    assert record_as_text(record) == path.with_suffix(TEXT).read_text(encoding="utf-8")


@pytest.mark.parametrize("book", books_with_goldens())
def test_every_ending_that_is_wanted_is_there_and_no_other(book: str):
    wanted = wanted_of(book)
    assert len({one.name for one in wanted}) == len(wanted) <= MOST_GOLDENS
    kept = {path.stem for path in folder_of(book, ROOT).iterdir()}
    assert kept == {one.name for one in wanted}
    for one in wanted:
        result = read_record(folder_of(book, ROOT) / f"{one.name}.sandtable").header.result
        assert result is not None
        assert result.why == one.why
        assert not (one.drawn and result.winners)
        assert one.won in (None, bool(result.winners))


def test_every_scenario_is_shown_and_every_rule_by_which_a_game_of_companies_closes():
    scenarios: set[str] = set()
    seen: set[str] = set()
    for path in folder_of("companies-and-captains", ROOT).glob("*.sandtable"):
        record = read_record(path)
        assert record.header.scenario is not None
        scenarios.add(record.header.scenario)
        closed = [one for one in record.lines if isinstance(one, EventLine) and one.kind == "game closed"]
        assert len(closed) == 1
        seen.update(closed[0].rules)
    assert scenarios == set(scenario_ids())
    assert seen >= {
        "CC-PIT-03", "CC-AMU-04", "CC-RTR-05", "CC-RAI-11", "CC-SOR-05", "CC-EXT-05", "CC-RIT-06",
        "CC-RIT-07", "CC-FLD-04", "CC-XNG-04", "CC-TRA-05", "CC-BRN-04", "CC-BRK-04", "CC-WTW-04",
        "CC-REL-04", "CC-HNT-04",
        "CC-PUB-11",  # a side has no Group left in a published scenario
        "CC-PUB-12",  # the cap of rounds
        "CC-SCN-02",  # what one of our scenarios is about is gone
        "CC-END-03",  # a side has no Group left
    }  # fmt: skip


def test_a_squad_is_shown_every_way_in_which_its_battle_ends():
    seen: set[str] = set()
    for path in folder_of("forgotten-ruin", ROOT).glob("*.sandtable"):
        over = [
            one for one in read_record(path).lines if isinstance(one, EventLine) and one.kind == "battle over"
        ]
        assert len(over) == 1
        seen.update(over[0].rules)
    assert seen >= {
        "FR-RND-24",  # nobody is on the table
        "FR-RND-26",  # the round limit
        "FR-POST-02",  # Sudden Death, at once or after its rounds
        "FR-POST-03",  # the bonus Objective
        "FR-POST-07",  # the last soldiers have left
        "FR-EXR-07",
        "FR-EXR-08",
        "FR-FIN-10",
        "FR-FIN-23",
    }


NEARLY_OVER = {
    "position": {
        "step": "start of turn",
        "active": "B",
        "turn": 3,
        "last_turn": True,
        "groups": {
            "A1": {"profile": "Heavy Foot", "models": 1, "at": [36, 6]},
            "B1": {"profile": "Heavy Foot", "models": 1, "at": [36, 42]},
        },
    }
}


def test_the_shortest_of_the_games_that_end_as_wanted_is_kept():
    wanted = Wanted("x", (NEARLY_OVER,), "the last turn is over", drawn=True, players=(("uniform",),))
    game = find("companies-and-captains", wanted)
    assert game.result is not None
    assert game.result.winners == ()
    first = find("companies-and-captains", msgspec.structs.replace(wanted, last="turn ended by choice"))
    assert "turn ended by choice" in [event.kind for event in first.events(all_seats=True)]
    assert len(game.journal) <= len(first.journal)


def test_an_ending_that_is_not_found_is_refused_by_its_name():
    wanted = Wanted("never-seen", (NEARLY_OVER,), "the sun goes down", players=(("uniform",),))
    with pytest.raises(Refused, match="never-seen"):
        find("companies-and-captains", wanted, tries=5)
