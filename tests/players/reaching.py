"""Everything that a program can reach from what it was handed, by whatever way Python leaves open."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import msgspec

PROGRAM = (str, bytes, int, float, bool, type(None), CodeType, ModuleType, type)
"""Values that cannot change, and what belongs to the program and not to a game."""
UNCHANGING = (*PROGRAM, FunctionType, BuiltinFunctionType, tuple, frozenset)


def reachable(*roots: Any) -> dict[int, Any]:
    """Every object that can be reached, by its identity; it holds them, so that no identity is reused."""
    found: dict[int, Any] = {}
    todo = list(roots)
    while todo:
        one = todo.pop()
        if id(one) not in found and not _is_of_super(one):
            found[id(one)] = one
            if not isinstance(one, PROGRAM):
                todo.extend(_next(one))
    return found


def _is_of_super(one: Any) -> bool:
    """Whether this is what `super()` finds its class by: it belongs to the program, as the class does."""
    with suppress(ValueError):
        return isinstance(one, CellType) and isinstance(one.cell_contents, type)
    return False


def program() -> dict[int, Any]:
    """What the modules hold before there is any game: functions, tables, singletons."""
    return reachable(*(vars(module) for name, module in sys.modules.items() if name.startswith("sandtable")))


def can_change(one: Any) -> bool:
    """Whether somebody who holds it can change it in place."""
    if isinstance(one, msgspec.Struct):
        return not one.__struct_config__.frozen or hasattr(one, "__dict__")
    return not isinstance(one, UNCHANGING)


def _next(one: Any) -> Iterator[Any]:
    """What one object leads to."""
    if isinstance(one, FunctionType):
        # The names of its module are the program, which whoever runs in it can read; no game is among them.
        yield from (one.__closure__, one.__defaults__, *(one.__kwdefaults__ or {}).values())
        return
    if isinstance(one, msgspec.Struct):
        # A struct without garbage collection does not tell what it refers to.
        yield from (getattr(one, name) for name in one.__struct_fields__)
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        yield from (_held(one, name) for name in ([slots] if isinstance(slots, str) else slots))
    if not isinstance(one, MethodType):
        yield getattr(one, "__dict__", None)
    yield getattr(one, "__self__", None)
    for other in gc.get_referents(one):
        # A running generator refers to the names of its module.
        if not (isinstance(other, dict) and "__builtins__" in other):
            yield other


def _held(one: Any, name: str) -> Any:
    """What a slot holds; libraries that other tests have read may fail to tell."""
    try:
        return getattr(one, name, None)
    except Exception:
        return None


def spoil(found: list[Any]) -> None:
    """Make everything useless for whoever goes by it, but for what Python itself needs to tidy up."""
    tools = [one for one in found if not type(one).__module__.startswith("sandtable")]
    spared = {id(vars(one)) for one in tools if hasattr(one, "__dict__")}
    for one in found:
        if isinstance(one, dict | list | set):
            if id(one) not in spared:
                one.clear()
        elif isinstance(one, CellType):
            one.cell_contents = None
        elif type(one).__module__.startswith("sandtable"):
            for name in [*getattr(one, "__struct_fields__", ()), *_slots(one)]:
                with suppress(AttributeError):
                    setattr(one, name, None)


def _slots(one: Any) -> list[str]:
    return [name for kind in type(one).__mro__ for name in kind.__dict__.get("__slots__", ())]
