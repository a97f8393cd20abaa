"""A plugin for mypy: whatever plays a game adds and raises floats in one way on every Python.

mypy knows the type of every sum; a reader of the text alone could only guess which of them are counts.
`house.py` looks for the traps that a name gives away; `sandtable.kernel.arithmetic` says why both are
needed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from mypy.checker import TypeChecker
from mypy.maptype import map_instance_to_supertype
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.typeops import tuple_fallback
from mypy.types import Instance, LiteralType, TupleType, Type, UnionType, get_proper_type

PLAYING = {"kernel", "table", "binding", "books", "players"}
EXACT = ("builtins.int", "builtins.bool", "fractions.Fraction")
SUM = "sum() of floats depends on the Python: use sandtable.kernel.arithmetic.total"
POWER = "a float to a power depends on the system: multiply, or use sandtable.kernel.arithmetic.power or sqrt"


class SameEverywhere(Plugin):
    """Looks at every `sum` and every power in the folders that play the game."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """What to ask of a function that is called."""
        return _exact_sum if fullname == "builtins.sum" else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """What to ask of a method or an operator."""
        return _float_power if fullname in ("builtins.float.__pow__", "builtins.float.__rpow__") else None


def _exact_sum(now: FunctionContext) -> Type:
    checker = _checker(now)
    kind = get_proper_type(now.arg_types[0][0])
    kind = tuple_fallback(kind) if isinstance(kind, TupleType) else kind
    is_exact = isinstance(kind, Instance) and all(
        map(_is_exact, map_instance_to_supertype(kind, checker.lookup_typeinfo("typing.Iterable")).args)
    )
    return _said(now, SUM, is_exact)


def _float_power(now: MethodContext) -> Type:
    return _said(now, POWER, is_exact=False)


def _checker(now: FunctionContext | MethodContext) -> TypeChecker:
    assert isinstance(now.api, TypeChecker)
    return now.api


def _said(now: FunctionContext | MethodContext, message: str, is_exact: bool) -> Type:
    parts = PurePath(_checker(now).path).parts
    here = parts[parts.index("sandtable") + 1 :] if "sandtable" in parts else ()
    if PLAYING & set(here[:1]) and not is_exact:
        # While mypy tries one overload after the other it overhears errors, and would tell of another one.
        errors = _checker(now).errors
        overheard, errors._watchers = errors._watchers, []
        now.api.fail(message, now.context)
        errors._watchers = overheard
    return now.default_return_type


def _is_exact(kind: Type) -> bool:
    kind = get_proper_type(kind)
    if isinstance(kind, UnionType):
        return all(map(_is_exact, kind.items))
    kind = kind.fallback if isinstance(kind, LiteralType) else kind
    return isinstance(kind, Instance) and kind.type.fullname in EXACT


def plugin(version: str) -> type[Plugin]:
    """Where mypy begins."""
    return SameEverywhere
