"""Rules for an audit are drawn by lot, and anybody can draw them again."""

from __future__ import annotations

from sandtable.lab.ledger import Entry, Ledger
from sandtable.lab.lot import drawn_by_lot

WRITTEN = {f"SW-MOV-{number:02}": Entry(written=["somewhere"]) for number in range(1, 61)}


def ledger(**more: Entry) -> Ledger:
    return Ledger("small-war", 0, {**WRITTEN, **more})


def test_the_same_seed_draws_the_same_rules_and_another_seed_others():
    assert drawn_by_lot(ledger(), 7, 20) == drawn_by_lot(ledger(), 7, 20)
    assert drawn_by_lot(ledger(), 7, 20) != drawn_by_lot(ledger(), 8, 20)
    assert len(set(drawn_by_lot(ledger(), 7, 20))) == 20


def test_only_rules_that_are_written_are_drawn():
    drawn = drawn_by_lot(ledger(late=Entry(), half=Entry(written=["here"], lacking=["there"])), 7, 100)
    assert drawn == sorted(WRITTEN)


def test_a_rule_that_is_added_displaces_one_at_most():
    before = drawn_by_lot(ledger(), 7, 20)
    for number in range(61, 99):
        after = drawn_by_lot(ledger(**{f"SW-MOV-{number}": Entry(written=["here"])}), 7, 20)
        assert len(set(before) - set(after)) <= 1
