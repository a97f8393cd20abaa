"""What a book knows by name: its orders, spells, scenarios, kinds of Objectives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import walk_packages
from typing import TypeVar

Entry = TypeVar("Entry")


class Registry(dict[str, Entry]):
    """Entries by name, in the order that is stated and then by name; no two are called alike.

    Modules add to it while they are imported, and the order of imports never shows.
    """

    def __init__(self, what: str, order: Sequence[str] = ()) -> None:
        super().__init__()
        self._what = what
        self._places = {name: place for place, name in enumerate(order)}

    def __setitem__(self, name: str, entry: Entry) -> None:
        if name in self:
            raise ValueError(f'There is {self._what} "{name}" already.')
        known = [*self.items(), (name, entry)]
        known.sort(key=lambda one: (self._places.get(one[0], len(self._places)), one[0]))
        self.clear()
        self.update(known)

    def entry(self, *names: str) -> Callable[[Entry], Entry]:
        """Mark what stands below as the entry of these names."""

        def register(entry: Entry) -> Entry:
            for name in names:
                self[name] = entry
            return entry

        return register


def read_all_of(package: str) -> None:
    """Read every module of a book: spells, traits and chapters make themselves known when they are read."""
    for one in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(one.name)
