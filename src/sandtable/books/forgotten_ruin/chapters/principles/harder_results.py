"""Harder results: a player who likes it hard takes a worse result of a table, and pays nothing for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sandtable.binding.tables import Rolled
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import Play, refuse, rule


@cache
@rule("FR-STP-14")
def worse_results() -> dict[str, tuple[str, ...]]:
    """Results of each table that only make a battle harder, each worse than those before."""
    return read_data("harder_results.yaml", dict[str, tuple[str, ...]])


def _is_worse(table: str, row: str, than: str) -> bool:
    listed = worse_results()[table]
    return row in listed and (than not in listed or listed.index(row) > listed.index(than))


@rule("FR-STP-14")
def want_worse_row(play: Play[Battle], seat: str, facts: Mapping[str, Any]) -> None:
    """The next roll on a table is to have this result, if that is worse than what is rolled."""
    table, row, worse = facts.get("table", "aggression"), facts.get("row"), worse_results()
    if table not in worse:
        raise refuse("FR-STP-14", f"Nothing of the table {table!r} is worse.", f"Say: {', '.join(worse)}.")
    if row not in worse[table]:
        raise refuse("FR-STP-14", f"{row!r} is not merely worse.", f"Say one of: {', '.join(worse[table])}.")
    play.state.wanted_results[table] = row
    play.tell("harder", "FR-STP-14", seat=seat, what=f"{row} as the next result of the {table} table")


@rule("FR-STP-14")
def worse_of(
    play: Play[Battle], table: str, rows: Sequence[tuple[str, Rolled]], rolled: tuple[str, Rolled]
) -> Rolled:
    """The result that the player has asked for, where it is worse than the one that was rolled."""
    row = play.state.wanted_results.pop(table, None)
    if row is None:
        return rolled[1]
    found = next((one for title, one in rows if title == row), None)
    if found is None or not _is_worse(table, row, rolled[0]):
        play.tell("no worse result", "FR-STP-14", table=table, was=rolled[0], row=row)
        return rolled[1]
    play.tell("result replaced", "FR-STP-14", table=table, was=rolled[0], row=row)
    return found
