"""Lines typed by a person, or read from a script as if a person typed them."""

from __future__ import annotations

import sys
from collections.abc import Callable


class Keyboard:
    """Reads one line after another; the end of the input ends the game politely."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._is_terminal = sys.stdin.isatty()
        if self._is_terminal:
            _edit_lines()

    def line(self, prompt: str) -> str:
        """The next line without its end; raises `EOFError` where there is none."""
        if self._is_terminal:
            return input(prompt)
        typed = sys.stdin.readline()
        if not typed:
            raise EOFError
        said = typed.rstrip("\r\n")
        self._write(f"{prompt}{said}")
        return said

    def agrees(self, question: str) -> bool:
        """Whether somebody says yes."""
        return self.line(f"{question} (y/n) ").strip().casefold() in ("y", "yes")


def _edit_lines() -> None:
    """Arrow keys and a history, where the system has them."""
    try:
        import readline  # noqa: F401 - importing it is what makes `input` edit lines
    except ImportError:
        return
