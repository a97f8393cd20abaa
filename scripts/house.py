"""Looks over the house: import levels, its shape, arithmetic that differs, and what no file may hold.

python scripts/house.py     prints what stands out; ends with 1 if anything breaks a rule of the house
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import shape

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "sandtable"

LEVELS = {
    "kernel": 0,
    "table": 1,
    "binding": 2,
    "books": 3,
    "": 4,
    "players": 5,
    "lab": 6,
    "reports": 6,
    "api": 7,
    "server": 7,
    "cli": 8,
}
"""Imports only go down; "" is the package's own front door, `sandtable.new` and `sandtable.load`."""

PLAYING = ("kernel", "table", "binding", "books", "players")
"""Here lies whatever reaches a state, an event or a choice; it reckons alike everywhere."""
FROM_MATH = {
    "ceil", "comb", "copysign", "degrees", "floor", "fsum", "gcd", "inf", "isclose", "isfinite",
    "isinf", "isnan", "isqrt", "ldexp", "nan", "nextafter", "perm", "pi", "radians", "sqrt", "trunc",
    "ulp",
}  # fmt: skip
"""What `math` rounds in one way everywhere; for the rest see `sandtable.kernel.arithmetic`."""
NOT_FROM_NUMPY = {
    "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "average", "cbrt",
    "convolve", "correlate", "cos", "cosh", "dot", "einsum", "exp", "exp2", "expm1", "fft",
    "float_power", "hypot", "inner", "linalg", "log", "log10", "log1p", "log2", "logaddexp", "matmul",
    "mean", "median", "nanmean", "nansum", "power", "prod", "random", "sin", "sinh", "std", "sum",
    "tan", "tanh", "tensordot", "trapezoid", "var", "vdot",
}  # fmt: skip
"""What numpy leaves to a library, or adds up in an order that depends on the processor."""
NO_METHODS = {
    "dot", "expovariate", "gauss", "lognormvariate", "mean", "normalvariate", "prod", "std", "sum",
    "var",
}  # fmt: skip
"""The same as methods of arrays, and chance that is drawn with logarithms."""

LONG_MODULE, LONGEST_MODULE, LONG_FUNCTION = 400, 500, 40

# Written in pieces, so that this file does not hold what it looks for.
MACHINE_PATH = re.compile(
    r"(?<![\w.~])/(?:" + "|".join(("ro" + "ot", "ho" + "me", "Us" + "ers", "wo" + "rk")) + r")/\w"
)
ADDRESS = re.compile(r"://|--(?:extra-)?index-url|--find-links")


def project_files(*suffixes: str) -> list[Path]:
    """Every file of the project with one of these endings, in order; what git ignores does not count."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode == 0:
        paths = [ROOT / line for line in listed.stdout.splitlines()]
    else:
        paths = [
            path
            for path in ROOT.rglob("*")
            if not any(p.startswith(".") for p in path.relative_to(ROOT).parts)
        ]
    return sorted(path for path in paths if path.is_file() and (not suffixes or path.name.endswith(suffixes)))


def name_of(path: Path) -> str:
    """A file as we speak of it: its path inside the project."""
    return path.relative_to(ROOT).as_posix()


def imports_of(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every import in a module: the line and the full dotted name."""
    package = list(path.relative_to(PACKAGE.parent).parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            for alias in node.names:
                yield node.lineno, ".".join([*base, *([node.module] if node.module else []), alias.name])


def level_breaks() -> list[str]:
    """Imports that go up or sideways, and books that import another book."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        here = path.relative_to(PACKAGE).parts
        # `python -m sandtable` is the command line by another name.
        floor = "cli" if here == ("__main__.py",) else here[0] if len(here) > 1 else ""
        for line, name in imports_of(path, ast.parse(path.read_text(encoding="utf-8"))):
            parts = name.split(".")
            if parts[0] != "sandtable":
                continue
            there = parts[1] if len(parts) > 1 and (PACKAGE / parts[1]).is_dir() else ""
            up = LEVELS.get(there, 99) > LEVELS.get(floor, -1)
            sideways = LEVELS.get(there) == LEVELS.get(floor) and there != floor
            if up or sideways:
                found.append(f"{name_of(path)}:{line} imports {name}, but imports only go down")
            if floor == there == "table" and _room_of(parts) not in ("", here[1]):
                found.append(
                    f"{name_of(path)}:{line} imports {name}, but only a room of the table knows itself"
                )
            if floor == there == "books" and len(here) > 2 and len(parts) > 2 and parts[2] != here[1]:
                found.append(f"{name_of(path)}:{line} imports {name}, but a book imports no other book")
    return found


def _room_of(parts: list[str]) -> str:
    """The room of the table from which something is imported; what all books share has none."""
    return parts[2] if len(parts) > 2 and (PACKAGE / "table" / parts[2]).is_dir() else ""


def star_imports() -> list[str]:
    """Modules that import everything from another."""
    return [
        f"{name_of(path)}:{node.lineno} imports * from {node.module}"
        for path in project_files(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]


def arithmetic_traps() -> list[str]:
    """Places among rules and players whose result may depend on the Python, the system or the processor."""
    return [
        f"{name_of(path)}:{line} uses {what}, which is not the same everywhere; see kernel/arithmetic.py"
        for folder in PLAYING
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        for line, what in _traps_in(ast.parse(path.read_text(encoding="utf-8")))
    ]


def _traps_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="math", names=names):
                yield from ((node.lineno, f"math.{one.name}") for one in names if one.name not in FROM_MATH)
            case ast.ImportFrom(module="numpy", names=names):
                yield from ((node.lineno, f"numpy.{one.name}") for one in names if one.name in NOT_FROM_NUMPY)
            case ast.ImportFrom(module="cmath" | "statistics" as name):
                yield node.lineno, name
            case ast.Import(names=names):
                told = {one.name for one in names} & {"cmath", "statistics"}
                yield from ((node.lineno, name) for name in sorted(told))
            case ast.Attribute(value=ast.Name("math"), attr=name) if name not in FROM_MATH:
                yield node.lineno, f"math.{name}"
            case ast.Attribute(value=ast.Name("numpy"), attr=name) if name in NOT_FROM_NUMPY:
                yield node.lineno, f"numpy.{name}"
            case ast.Attribute(value=ast.Attribute(attr="add" | "multiply"), attr="reduce" | "reduceat"):
                yield node.lineno, "a sum or product by numpy"
            case ast.Call(func=ast.Attribute(attr=name)) if name in NO_METHODS:
                yield node.lineno, f".{name}()"
            case ast.Call(func=ast.Name("hash" | "pow" as name)):
                yield node.lineno, f"{name}()"
            case ast.BinOp(op=ast.MatMult()):
                yield node.lineno, "@"


def long_modules(limit: int) -> list[str]:
    """Modules of the package that are longer than this many lines."""
    lengths = [
        (len(path.read_text(encoding="utf-8").splitlines()), path) for path in sorted(PACKAGE.rglob("*.py"))
    ]
    return [f"{name_of(path)} has {lines} lines" for lines, path in lengths if lines > limit]


def machine_paths() -> list[str]:
    """Places in text files that name a path of one particular machine."""
    found = []
    for path in project_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [
            f"{name_of(path)}:{n} names {m[0]}..."
            for n, line in enumerate(lines, 1)
            if (m := MACHINE_PATH.search(line))
        ]
    return found


def hosts_in_locks() -> list[str]:
    """Lines of lock files that say where a package came from."""
    found = []
    for path in project_files(".lock", "-lock.json", "-lock.yaml"):
        looks = re.compile(r'"resolved"') if path.suffix == ".json" else ADDRESS
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [
            f"{name_of(path)}:{n} names a host" for n, line in enumerate(lines, 1) if looks.search(line)
        ]
    return found


def main() -> int:
    """Say what stands out, and whether anything breaks a rule of the house."""
    for fact in [*long_modules(LONG_MODULE), *shape.long_functions(shape.read(PACKAGE), LONG_FUNCTION)]:
        print(f"long: {fact}")
    figures = shape.figures_of(PACKAGE)
    for fact in shape.in_words(PACKAGE, figures):
        print(f"shape: {fact}")
    broken = [
        *level_breaks(), *star_imports(), *arithmetic_traps(), *machine_paths(), *hosts_in_locks(),
        *(f"{one}; {LONGEST_MODULE} is the most" for one in long_modules(LONGEST_MODULE)),
        *shape.too_much(figures),
    ]  # fmt: skip
    for one in broken:
        print(f"broken: {one}")
    print(f"house: {len(broken)} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
