"""Common tasks: how many actions they take, and what check, where the book leaves it open."""

from __future__ import annotations

from functools import cache

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.kernel import rule


class Task(Row, frozen=True, omit_defaults=True):
    """One of them."""

    task: str
    actions: int
    rule: str
    check: str = ""
    """The trait; nothing where it always works."""
    difficulty: int = 0


@cache
@rule("HE-AGM-21", "HE-ACT-16", "HE-ACT-17")
def tasks() -> dict[str, Task]:
    """All by name."""
    return {one.task: one for one in read_data("tasks.yaml", tuple[Task, ...])}
