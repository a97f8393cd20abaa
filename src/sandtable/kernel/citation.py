"""Marks that tie code to the rules it carries out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import TypeVar

Code = TypeVar("Code", bound=Callable[..., object] | type)

WRITTEN: dict[str, list[str]] = {}
"""Rule id to the places in the code that carry it out, as "module:function"."""

BY_CODE: dict[CodeType, list[str]] = {}
"""The code that carries rules out, so that a game played again can tell which of them it enters."""


def rule(*ids: str) -> Callable[[Code], Code]:
    """Mark a function or class as the place where these rules are carried out."""

    def mark(code: Code) -> Code:
        place = f"{code.__module__}:{code.__qualname__}"
        for one in ids:
            WRITTEN.setdefault(one, []).append(place)
        for function in _functions_of(code):
            BY_CODE.setdefault(function.__code__, []).extend(ids)
        return code

    return mark


def _functions_of(code: object) -> Iterator[FunctionType]:
    """A function itself, or those of a class."""
    if isinstance(code, FunctionType):
        yield code
    elif isinstance(code, type):
        for one in vars(code).values():
            if not isinstance(one, type):
                yield from _functions_of(getattr(one, "fget", one))


def written_here(module: str, *ids: str) -> None:
    """Mark rules that are carried out by a module's data or by a line rather than a function."""
    for one in ids:
        WRITTEN.setdefault(one, []).append(module)


class NotWritten(NotImplementedError):
    """A rule of the book that the program does not play yet; the ledger counts these."""

    def __init__(self, rule_id: str, what: str = "") -> None:
        super().__init__(f"{rule_id} is not written yet{': ' + what if what else ''}")
        self.rule_id = rule_id
