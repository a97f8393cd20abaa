"""Code of one's own, named on the command line: `./bot.py:Bold`, or `package.module:NAME`.

Whatever is named here is read and run. So only a person's own command line may name it: never a record, a
position, a saved game or a message to a server.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from sandtable.kernel.refusal import Refused, refuse

ENDING = ".py"


def is_path(place: str) -> bool:
    """Whether this names a file of code, with or without a name in it."""
    return place.endswith(ENDING) or place.rpartition(":")[0].endswith(ENDING)


def object_at(place: str, example: str, usual: str = "") -> Any:
    """What a place names: `./file.py:NAME` or `module:NAME`; refused with the reason where there is none."""
    where, colon, name = place.rpartition(":")
    if not colon or name.endswith(ENDING):
        where, name = place, usual
    if not where or not name:
        raise refuse("", f'"{place}" names nothing in a file.', f"Write it like {example}.")
    module = _read(where, example)
    if not hasattr(module, name):
        there = ", ".join(_own_names(module)) or "nothing"
        raise refuse("", f"{where} has no {name}.", f"It has: {there}.")
    return getattr(module, name)


def _read(where: str, example: str) -> ModuleType:
    try:
        return _module_of(Path(where).expanduser(), example) if is_path(where) else _named(where, example)
    except (Exception, SystemExit) as broken:
        remedy = broken.refusals[0].remedy if isinstance(broken, Refused) else "Mend it first."
        raise refuse("", f"{where} cannot be read: {why_unread(broken)}.", remedy) from broken


def _named(name: str, example: str) -> ModuleType:
    if name.split(".") != [part for part in name.split(".") if part.isidentifier()]:
        raise refuse("", f'"{name}" is no module', f"Write it like {example}.")
    # As `python -m` does: modules in the folder where somebody stands can be named.
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)


def _module_of(file: Path, example: str) -> ModuleType:
    """The module in a file; one in a package is read as a part of it, so that it can import the others."""
    if not file.is_file():
        raise refuse("", "there is no such file", f"Write it like {example}.")
    file = file.resolve()
    folder, names = file.parent, [file.stem]
    while (folder / "__init__.py").is_file():
        folder, names = folder.parent, [folder.name, *names]
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    name = ".".join(one for one in names if one != "__init__")
    known = sys.modules.get(name)
    if known is not None and Path(getattr(known, "__file__", None) or "").resolve() != file:
        raise refuse("", f"another module is called {name}", "Give the file another name.")
    return importlib.import_module(name)


def _own_names(module: ModuleType) -> list[str]:
    """What a module itself defines, for somebody who has named something else."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def why_unread(broken: BaseException) -> str:
    """Why code cannot be read, as its author understands it."""
    if isinstance(broken, Refused):
        return "; ".join(one.reason.rstrip(".") for one in broken.refusals)
    if isinstance(broken, SystemExit):
        return "it ends the program while it is read"
    if isinstance(broken, SyntaxError):
        return f"{Path(broken.filename or 'its code').name}, line {broken.lineno}: {broken.msg}"
    return f"{type(broken).__name__}: {broken}".rstrip(".: ")
