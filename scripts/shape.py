"""The shape of the house: circles of imports, crowded folders, long functions, late imports, and its size.

What holds is kept: nothing may rise above its limit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

LARGEST_CIRCLE, MOST_MODULES, LONGEST_FUNCTION = 5, 25, 60
MOST_LINES = {
    # 34,000 is the aim.
    "books/forgotten_ruin": 34_120,
    "books/companies_and_captains": 16_000,
    # 10,500 is the aim; sight by rays, stepping and places could move to the shared rooms. Ladders, the
    # machines of the old war and campaigns are 1,150 lines of it, the pages of its console another 280.
    "books/lands_of_ruin": 14_000,
    # 12,500 is the aim; what it and the books before it write twice has still to move to the shared rooms.
    "books/heroic_endeavors": 15_900,
    # That of table and binding was set for two grounds, of units and of single figures; squares are a third.
    "table/squares": 2_500,
    # Bands of single figures with followers and gear of their own came with the third book.
    "binding/bands": 700,
    "binding/squares": 500,
    "table and binding": 16_000,
}
"""How large a book may be, and what all books stand on."""

SHOWN = 12
"""Of so many places at most where something is too much."""


class Late(NamedTuple):
    """An import inside a function, and whether its reason stands beside it."""

    line: int
    has_reason: bool


class Source:
    """A module of the package, read once for everything that is looked for in it."""

    def __init__(self, package: Path, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        parts = path.relative_to(package.parent).with_suffix("").parts
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.path = path.relative_to(package)
        self.lines = text.splitlines()
        self.functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        self.imports: list[tuple[ast.Import | ast.ImportFrom, bool]] = []
        """Every import, and whether it is inside a function; not what only the type checker reads."""
        self.names: list[str] = [path.stem]
        """What the module, its functions and its classes are called."""
        self._look(ast.parse(text).body, is_late=False)

    def _look(self, statements: Sequence[ast.stmt], *, is_late: bool) -> None:
        for one in statements:
            match one:
                case ast.Import() | ast.ImportFrom():
                    self.imports.append((one, is_late))
                case ast.If(test=ast.Name("TYPE_CHECKING")):
                    continue
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self.functions.append(one)
                    self.names.append(one.name)
                    self._look(one.body, is_late=True)
                case ast.ClassDef():
                    self.names.append(one.name)
                    self._look(one.body, is_late=is_late)
                case _:
                    for body in _bodies_of(one):
                        self._look(body, is_late=is_late)

    def imported(self) -> Iterator[str]:
        """The full dotted name of everything that is imported."""
        package = self.name if self.is_package else self.name.rpartition(".")[0]
        for node, _ in self.imports:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
                continue
            base = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            start = [*base, *([node.module] if node.module else [])]
            yield from (".".join([*start, alias.name]) for alias in node.names)

    def late_imports(self) -> Iterator[Late]:
        """Imports inside functions; a reason stands in their line, or above them and their like."""
        end, is_told = 0, False
        for node in sorted((node for node, is_late in self.imports if is_late), key=lambda one: one.lineno):
            above = self.lines[node.lineno - 2].lstrip()
            is_told = above.startswith("#") or (node.lineno == end + 1 and is_told)
            end = node.end_lineno or node.lineno
            yield Late(node.lineno, is_told or any("#" in one for one in self.lines[node.lineno - 1 : end]))


def _bodies_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The statements inside another: of an if, a loop, a with, a try, a match."""
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for name in ("handlers", "cases"):
        yield from (part.body for part in getattr(statement, name, []))


def read(package: Path) -> list[Source]:
    """Every module of a package."""
    return [Source(package, path) for path in sorted(package.rglob("*.py"))]


# ---- circles ---------------------------------------------------------------------------------------------


def imports_between(sources: Sequence[Source]) -> dict[str, set[str]]:
    """Which modules of the package each imports, late ones too."""
    names = {one.name for one in sources}
    return {
        one.name: {_module_of(name, names) for name in one.imported()} - {"", one.name} for one in sources
    }


def _module_of(name: str, known: set[str]) -> str:
    """The module that an imported name is, or comes from; nothing where it is not one of these."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The modules that can all be reached from each other, in groups of two or more, the largest first."""
    left = _without_ends(imports)
    reached = {name: _reached(name, left) for name in left}
    found: dict[str, list[str]] = {}
    for name in sorted(left):
        together = sorted(one for one in reached[name] if name in reached[one])
        if len(together) > 1:
            found[together[0]] = together
    return sorted(found.values(), key=lambda one: (-len(one), one))


def _without_ends(imports: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Only the modules that import another of these and are imported by one; any circle is among them."""
    left = {name: set(others) for name, others in imports.items()}
    while True:
        imported = set[str]().union(*left.values())
        kept = {name for name, others in left.items() if others and name in imported}
        if len(kept) == len(left):
            return left
        left = {name: left[name] & kept for name in left if name in kept}


def _reached(start: str, imports: Mapping[str, set[str]]) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        fresh = imports[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return seen


# ---- figures ---------------------------------------------------------------------------------------------


class Figure(NamedTuple):
    """Something that is counted, how much it may be, and where it is found."""

    name: str
    number: int
    limit: int
    where: Sequence[str] = ()


def figures_of(package: Path) -> list[Figure]:
    """Everything that is counted."""
    sources = read(package)
    wide = [one for one in circles(imports_between(sources)) if len(one) > LARGEST_CIRCLE]
    largest = max(map(len, wide), default=0)
    return [
        Figure("modules in the largest circle of imports", largest, LARGEST_CIRCLE),
        _found(f"modules in circles of more than {LARGEST_CIRCLE}", [name for one in wide for name in one]),
        *_folders(sources),
        _found(f"functions of more than {LONGEST_FUNCTION} lines", long_functions(sources)),
        _found(
            "late imports without their reason",
            [
                f"{one.path}:{late.line}"
                for one in sources
                for late in one.late_imports()
                if not late.has_reason
            ],
        ),
        _found(
            "names of tests",
            [f"{one.path} {name}" for one in sources for name in one.names if name.startswith("test_")],
        ),
        *_sizes(package, sources),
    ]


def _found(name: str, where: Sequence[str]) -> Figure:
    """Something of which there should be nothing."""
    return Figure(name, len(where), 0, where)


def long_functions(sources: Iterable[Source], limit: int = LONGEST_FUNCTION) -> list[str]:
    """Functions that are longer than this many lines."""
    return [
        f"{one.path}:{node.lineno} {node.name} has {lines} lines"
        for one in sources
        for node in one.functions
        if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > limit
    ]


def _folders(sources: Iterable[Source]) -> Iterator[Figure]:
    """How many modules each folder holds."""
    counted: dict[str, int] = {}
    for one in sources:
        if not one.is_package:
            folder = one.path.parent.as_posix()
            counted[folder] = counted.get(folder, 0) + 1
    for name, count in sorted(counted.items()):
        yield Figure(f"modules in {name}", count, MOST_MODULES)


def _sizes(package: Path, sources: Iterable[Source]) -> Iterator[Figure]:
    """How many lines each book has, and what all of them stand on."""
    counted = dict.fromkeys(MOST_LINES, 0)
    for one in sources:
        room = "/".join(one.path.parts[:2])
        if room not in MOST_LINES and one.path.parts[0] in ("table", "binding"):
            room = "table and binding"
        if room in counted or rules_in(package / room):
            counted[room] = counted.get(room, 0) + len(one.lines)
    for name, count in counted.items():
        yield Figure(f"lines of {name}", count, MOST_LINES.get(name, count))


def rules_in(book: Path) -> int:
    """How many rules the catalogue of a book has; 0 for what is no book."""
    texts = [path.read_text(encoding="utf-8") for path in book.glob("catalogue*.yaml")]
    return sum(len(re.findall(r"^ *- id: \W?[A-Z]+(?:-[A-Z]+)?-\d+", text, re.MULTILINE)) for text in texts)


# ---- what is told ----------------------------------------------------------------------------------------


def too_much(figures: Iterable[Figure]) -> list[str]:
    """What is above its limit."""
    return [
        f"{one.name}: {one.number}, and {one.limit} is the most{_told(one.where)}"
        for one in figures
        if one.number > one.limit
    ]


def _told(where: Sequence[str]) -> str:
    more = ", ..." if len(where) > SHOWN else ""
    return f" ({', '.join(where[:SHOWN])}{more})" if where else ""


def in_words(package: Path, figures: Iterable[Figure]) -> Iterator[str]:
    """How large everything is."""
    for one in figures:
        room = one.name.removeprefix("lines of ")
        if room != one.name:
            rules = rules_in(package / room)
            each = f", {rules:,} rules, {one.number / rules:.1f} lines for each" if rules else ""
            yield f"{room} has {one.number:,} lines of at most {one.limit:,}{each}"
