"""The refusals of the data file: code names those that are there, and fills in every brace."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import sandtable.books.forgotten_ruin as book
from sandtable.books.forgotten_ruin.barring import figures
from sandtable.books.forgotten_ruin.refusals import barred

ROOT = Path(book.__file__).parent
CALLS: dict[str, set[str]] = {"barred": set(), "_refuse_unknown": {"name", "known"}}
"""Who names a refusal, and what it fills in by itself."""


def _uses() -> Iterator[tuple[str, set[str]]]:
    """Each name with the words that are filled in where code names it."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                words = {one.arg for one in node.keywords if one.arg is not None} | CALLS[node.func.id]
                named = node.args[0]
                ways = [named.body, named.orelse] if isinstance(named, ast.IfExp) else [named]
                yield from ((str(one.value), words) for one in ways if isinstance(one, ast.Constant))


def _braces(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_every_refusal_that_code_names_is_there_and_gets_what_it_is_about():
    rows, used = barred.rows(), {name: {"name"} for name in figures.NOT_AMONG.values()}
    used |= dict(_uses())
    used |= {name: {"name"} for name in rows if name.startswith("gone ")}
    assert set(rows) == set(used)
    for name, row in rows.items():
        assert _braces(row.reason) | _braces(row.remedy) <= used[name], name


def test_no_code_names_a_refusal_that_is_not_there():
    assert {name for name, _ in _uses()} - set(barred.rows()) == set()
