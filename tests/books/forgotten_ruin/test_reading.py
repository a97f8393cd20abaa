"""Whoever reads the book reads all of it: no special rule waits for its chapter to be needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import sandtable.books.forgotten_ruin

PACKAGE = "sandtable.books.forgotten_ruin"
ALL_READ = (
    f"import sys, {PACKAGE}.book; print(*(name for name in sys.modules if name.startswith({PACKAGE!r})))"
)
REGISTERS = ("@WINDOWS.", ".source(", "\n@action(", "\n@consumable(", "\n@spell(", "\n@preparation(")


def test_every_module_that_makes_a_rule_known_is_read_with_the_book():
    root = Path(sandtable.books.forgotten_ruin.__path__[0])
    read = subprocess.run([sys.executable, "-c", ALL_READ], capture_output=True, text=True, check=True)
    known = set(read.stdout.split())
    for path in sorted(root.rglob("*.py")):
        if any(mark in path.read_text(encoding="utf-8") for mark in REGISTERS):
            name = ".".join((PACKAGE, *path.relative_to(root).with_suffix("").parts))
            assert name.removesuffix(".__init__") in known, f"{name} is not read"
