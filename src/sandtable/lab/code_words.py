"""The words of a book that only its code knows: kinds of events, names of dice, answers to choose from."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from sandtable.binding.choosing import choose_word
from sandtable.kernel.dice import For

MOST_FORMS = 60
"""A name that may be put together in more ways is told as one that stands for many."""
DEEPEST = 6
"""How far a name is followed to the callers that pass it."""
CHANGES: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "capitalize": str.capitalize,
    "strip": str.strip,
}
"""What code does to words without making others of them."""
ANY = "..."
"""Stands for a part that is known only in play."""


class CodeWords(NamedTuple):
    """Words with `...` where something of the situation stands, such as an id."""

    events: tuple[str, ...]
    dice: tuple[str, ...]
    answers: tuple[str, ...]


@cache
def code_words_of(package: str) -> CodeWords:
    """What the code of a book's package says; read, never run."""
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    files = sorted(path for folder in folders for path in Path(folder).rglob("*.py"))
    return _Reading([ast.parse(path.read_text(encoding="utf-8")) for path in files]).words()


class _Reading:
    """The code of a book: its functions, who calls them, and the constants of its modules."""

    def __init__(self, modules: list[ast.Module]) -> None:
        self.home: dict[ast.Call, ast.AST | None] = {}
        """Each call with the function in which it stands."""
        self.functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        self.calls: dict[str, list[ast.Call]] = {}
        self.constants: dict[str, ast.expr] = {}
        for module in modules:
            self._read(module, None)
            for node in module.body:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    self.constants[node.targets[0].id] = node.value

    def _read(self, node: ast.AST, home: ast.AST | None) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.functions.setdefault(node.name, node)
            home = node
        elif isinstance(node, ast.Call):
            self.home[node] = home
            self.calls.setdefault(_name(node.func), []).append(node)
        for child in ast.iter_child_nodes(node):
            self._read(child, home)

    def words(self) -> CodeWords:
        return CodeWords(
            self._all("tell", 0, "kind"),
            tuple(sorted({*self._all("roll", 1, "what"), *self._all("passes", 0, "what")})),
            tuple(sorted({*self._all("Candidate", 0, "key"), *self._words_to_choose()})),
        )

    def _words_to_choose(self) -> Iterator[str]:
        """The keys of what the book lets somebody choose a word from."""
        for call in self.calls.get(choose_word.__name__, ()):
            given, home = _given(call, 5, "words"), self.home[call]
            named = given.id if isinstance(given, ast.Name) else ""
            known = [given, self.constants.get(named), *(_put_into(named, home) if home else ())]
            for one in known:
                keys = (
                    one.keys
                    if isinstance(one, ast.Dict)
                    else [one.key]
                    if isinstance(one, ast.DictComp)
                    else []
                )
                for key in filter(None, keys):
                    yield from (form for form in self._forms(key, home, DEEPEST) if form.strip(". "))

    def _all(self, function: str, place: int, name: str) -> tuple[str, ...]:
        found: set[str] = set()
        for call in self.calls.get(function, ()):
            if (given := _given(call, place, name)) is not None:
                found.update(self._forms(given, self.home[call], DEEPEST))
        return tuple(sorted(one for one in found if one.strip(". ")))

    def _forms(self, node: ast.expr, home: ast.AST | None, depth: int) -> set[str]:
        """The texts that an expression may come to."""
        if isinstance(node, ast.Constant):
            return {node.value} if isinstance(node.value, str) else {ANY}
        if isinstance(node, ast.JoinedStr):
            return self._joined([*node.values], home, depth)
        if isinstance(node, ast.FormattedValue):
            return self._forms(node.value, home, depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._joined([node.left, node.right], home, depth)
        if isinstance(node, ast.IfExp):
            return self._forms(node.body, home, depth) | self._forms(node.orelse, home, depth)
        if isinstance(node, ast.Call) and _name(node.func) == For.__name__:
            return self._dice(node, home, depth)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            return {CHANGES[node.func.attr](one) for one in self._forms(node.func.value, home, depth)}
        if isinstance(node, ast.Name) and depth:
            return self._named(node.id, home, depth - 1)
        return {ANY}

    def _dice(self, what: ast.Call, home: ast.AST | None, depth: int) -> set[str]:
        """How scripts name dice: by kind and owner, unless they have a name of their own."""
        if (named := _given(what, 2, "named")) is not None:
            return self._forms(named, home, depth)
        kind, of = _given(what, 0, "kind"), _given(what, 1, "of")
        assert kind is not None, "dice without a kind"
        parts = [kind] if of is None else [kind, ast.Constant(" "), of]
        # Where nobody owns them, scripts name the kind alone.
        return {one.strip() for one in self._joined(parts, home, depth)}

    def _joined(self, parts: list[ast.expr], home: ast.AST | None, depth: int) -> set[str]:
        forms = [sorted(self._forms(part, home, depth)) for part in parts]
        ways = 1
        for one in forms:
            ways *= len(one)
        if ways > MOST_FORMS:
            forms = [one if len(one) == 1 else [ANY] for one in forms]
        return {re.sub(r"(\.\.\.)+", ANY, "".join(one)) for one in product(*forms)}

    def _named(self, name: str, home: ast.AST | None, depth: int) -> set[str]:
        """What a name stands for: a parameter for what callers give, a variable for what is put into it."""
        found: set[str] = set()
        if isinstance(home, ast.FunctionDef | ast.AsyncFunctionDef):
            if name in (parameters := _parameters(home)):
                place = parameters.index(name) - (parameters[:1] in (["self"], ["cls"]))
                for call in self.calls.get(home.name, ()):
                    if (given := _given(call, place, name)) is not None:
                        found |= self._forms(given, self.home[call], depth)
                if (usual := _usual(name, home)) is not None:
                    found |= self._forms(usual, home, depth)
                return found or {ANY}
            for value in _put_into(name, home):
                found |= self._forms(value, home, depth)
            if found:
                return found
        return self._forms(self.constants[name], None, depth) if name in self.constants else {ANY}


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _given(call: ast.Call, place: int, name: str) -> ast.expr | None:
    """What a call gives for a parameter."""
    named = next((one.value for one in call.keywords if one.arg == name), None)
    if named is not None or place >= len(call.args):
        return named
    is_plain = not any(isinstance(one, ast.Starred) for one in call.args[: place + 1])
    return call.args[place] if is_plain else None


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    given = function.args
    # Whatever stands behind a star is given by name; no call has so many places.
    behind = [""] * 100 if given.kwonlyargs else []
    return (
        [one.arg for one in (*given.posonlyargs, *given.args)]
        + behind
        + [one.arg for one in given.kwonlyargs]
    )


def _usual(name: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.expr | None:
    """What a parameter is where a call does not give it."""
    given = function.args
    placed = [*given.posonlyargs, *given.args]
    by_name = zip(placed[len(placed) - len(given.defaults) :], given.defaults, strict=True)
    found = {
        one.arg: value for one, value in (*by_name, *zip(given.kwonlyargs, given.kw_defaults, strict=True))
    }
    return found.get(name)


def _put_into(name: str, function: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for one, value in zip(target.elts, node.value.elts, strict=False):
                        if isinstance(one, ast.Name) and one.id == name:
                            yield value
        elif isinstance(node, ast.NamedExpr) and node.target.id == name:
            yield node.value
