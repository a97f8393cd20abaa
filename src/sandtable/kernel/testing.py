"""Marks that tie tests to the rules they check, and the reading of those marks without running a test."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sandtable.kernel import safe_yaml
from sandtable.kernel.refusal import Refused, refuse

Test = TypeVar("Test", bound=Callable[..., object] | type)

CASES = "*.case.yaml"


def covers(*ids: str) -> Callable[[Test], Test]:
    """Mark a test, or every test of a class, as checking these rules, their ids written out."""
    # Only tests come here; the program itself runs without pytest.
    import pytest

    if not ids or not all(isinstance(one, str) for one in ids):
        raise TypeError("covers takes the ids of the rules that the test checks")
    mark: Callable[[Test], Test] = pytest.mark.covers(*ids)
    return mark


class Covered(msgspec.Struct, frozen=True):
    """A test, and a rule that it says it checks."""

    rule: str
    place: str
    """The file and the test's name, or the case file."""


def covered_under(folder: Path, root: Path) -> list[Covered]:
    """What the test modules and case files under a folder say they check, in order of their paths."""
    found: list[Covered] = []
    for path in sorted(folder.rglob("*.py")):
        found += covered_in_module(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
    for path in sorted(folder.rglob(CASES)):
        found += covered_in_case(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
    return found


def covered_in_module(text: str, name: str) -> list[Covered]:
    """What the tests of one module say they check; a test that is always skipped checks nothing."""
    if "covers" not in text:
        return []
    try:
        tree = ast.parse(text)
    except SyntaxError as broken:
        raise refuse("", f"{name}, line {broken.lineno}: this is not Python.", "Mend the module.") from None
    shared = _marks_of_block(tree.body, name)
    return [
        Covered(rule, f"{name}::{test}")
        for test, ids in _tests(tree.body, "", shared, name)
        for rule in dict.fromkeys(ids)
    ]


def covered_in_case(text: str, name: str) -> list[Covered]:
    """What a case file says it checks, in its list `rules`; a file of several cases counts each."""
    read = safe_yaml.load(text, name)
    found: list[Covered] = []
    for number, case in enumerate(read if isinstance(read, list) else [read], 1):
        rules = case.get("rules", []) if isinstance(case, dict) else None
        if not isinstance(rules, list) or not all(isinstance(one, str) for one in rules):
            raise refuse("", f"{name}: `rules` is no list of rule ids.", "Write rules: [ID, ID].")
        place = f"{name}#{number}" if isinstance(read, list) else name
        found += [Covered(one, place) for one in dict.fromkeys(rules)]
    return found


def _tests(
    body: list[ast.stmt], inside: str, shared: list[str], name: str
) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or _is_skipped(node):
            continue
        ids = [*shared, *_ids(node.decorator_list, name)]
        if isinstance(node, ast.ClassDef):
            if node.name.startswith("Test"):
                yield from _tests(
                    node.body, f"{inside}{node.name}::", [*ids, *_marks_of_block(node.body, name)], name
                )
        elif node.name.startswith("test"):
            yield f"{inside}{node.name}", ids


def _marks_of_block(body: list[ast.stmt], name: str) -> list[str]:
    """What `pytestmark` says for a whole module or class."""
    return [
        one
        for node in body
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)
        for one in _ids([node.value], name)
    ]


def _ids(marks: list[ast.expr], name: str) -> list[str]:
    """The ids in every `covers(...)` inside these expressions."""
    found: list[str] = []
    for mark in marks:
        for node in ast.walk(mark):
            if isinstance(node, ast.Call) and _called(node) == "covers":
                for argument in node.args:
                    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                        raise _not_written_out(name, node)
                    found.append(argument.value)
    return found


def _not_written_out(name: str, node: ast.Call) -> Refused:
    return refuse(
        "", f"{name}, line {node.lineno}: an id in `covers` is not written out.", 'Write "ID" in quotes.'
    )


def _called(node: ast.Call) -> str:
    called: Any = node.func
    return str(getattr(called, "attr", getattr(called, "id", "")))


def _is_skipped(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether `pytest.mark.skip` stands above it, called or bare."""
    marks = (mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list)
    return any(isinstance(mark, ast.Attribute) and mark.attr == "skip" for mark in marks)
