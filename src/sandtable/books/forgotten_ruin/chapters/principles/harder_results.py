"""Worse rows: a player who likes it hard takes a worse result of a table, and pays nothing for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.binding.tables import Rolled
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse

WORSE: dict[str, tuple[str, ...]] = {
    "aggression": (
        "Replacements",
        "Reinforcements",
        "Renewed effort",
        "Ambush",
        "New wave",
        "Hero",
        "Monster",
    ),
    "battle conditions": (
        "Medium visibility",
        "Low visibility",
        "Low on supplies",
        "Cautious entry",
        "High alert",
        "Surrounded",
        "Independent monster",
        "Villainous attention",
    ),
}
"""Results that only make a battle harder, each worse than those before; what is not listed has some good."""
WANTED = "worse rows"
"""Where a battle keeps which result the player wants of the next roll on a table."""


def _is_worse(table: str, row: str, than: str) -> bool:
    listed = WORSE[table]
    return row in listed and (than not in listed or listed.index(row) > listed.index(than))


@rule("FR-STP-14")
def want_worse_row(play: Play[Battle], seat: str, facts: Mapping[str, Any]) -> None:
    """The next roll on a table is to have this result, if that is worse than what is rolled."""
    table, row = facts.get("table", "aggression"), facts.get("row")
    if table not in WORSE:
        raise refuse("FR-STP-14", f"Nothing of the table {table!r} is worse.", f"Say: {', '.join(WORSE)}.")
    if row not in WORSE[table]:
        raise refuse("FR-STP-14", f"{row!r} is not merely worse.", f"Say one of: {', '.join(WORSE[table])}.")
    state = play.state
    state.extra = {**state.extra, WANTED: {**state.extra.get(WANTED, {}), table: row}}
    play.tell("harder", "FR-STP-14", seat=seat, what=f"{row} as the next result of the {table} table")


@rule("FR-STP-14")
def worse_of(
    play: Play[Battle], table: str, rows: Sequence[tuple[str, Rolled]], rolled: tuple[str, Rolled]
) -> Rolled:
    """The result that the player has asked for, where it is worse than the one that was rolled."""
    state = play.state
    wanted = dict(state.extra.get(WANTED, {}))
    row = wanted.pop(table, None)
    if row is None:
        return rolled[1]
    state.extra = {**state.extra, WANTED: wanted}
    found = next((one for title, one in rows if title == row), None)
    if found is None or not _is_worse(table, row, rolled[0]):
        play.tell("no worse result", "FR-STP-14", table=table, was=rolled[0], row=row)
        return rolled[1]
    play.tell("result replaced", "FR-STP-14", table=table, was=rolled[0], row=row)
    return found
