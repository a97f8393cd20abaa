"""Positions as files: parts by their ids, nonsense refused, every fault with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

import msgspec

from sandtable.binding.names import LONGEST_NAME
from sandtable.binding.refusing import refuse_too_many
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import convert, quoted

LARGEST = 1_000_000
"""No number of a position is larger."""
LONGEST_WORD, LONGEST_ID = 500, 40
"""No word of a position and no id is longer."""
DEEPEST = 20
"""How many lists and mappings may stand inside each other."""

Plain = dict[str, Any]


class Place:
    """A place in a position, for code that has to say what is wrong there."""

    def __init__(self, where: str = "", whole: str = "position") -> None:
        self._where = where
        self._whole = whole

    def __str__(self) -> str:
        return f"{self._whole}, {self._where}" if self._where else self._whole

    def at(self, part: str) -> Place:
        """A part of this place: "groups", then "groups.A1"."""
        return Place(f"{self._where}.{part}" if self._where else part, self._whole)

    def fault(self, reason: str, remedy: str, rule: str = "") -> Refusal:
        """What is wrong here, and what would be right."""
        return Refusal(rule, f"{self}: {reason}", remedy)

    def refuse(self, reason: str, remedy: str, rule: str = "") -> Refused:
        """The same, ready to be raised."""
        return Refused(self.fault(reason, remedy, rule))

    def unknown(
        self, what: str, names: Iterable[str], known: Iterable[str], rule: str = ""
    ) -> Iterator[Refusal]:
        """A fault for every name that is not among the known ones, which are named."""
        right = list(known)
        for name in names:
            if name not in right:
                remedy = f"Name one of {', '.join(right)}." if right else "There are none; leave it out."
                yield self.fault(f"there is no {what} {quoted(name)}.", remedy, rule)

    def outside(
        self, what: str, value: float, least: float, most: float = LARGEST, rule: str = ""
    ) -> Iterator[Refusal]:
        """A fault if a number is not between its limits."""
        if not least <= value <= most:
            limits = f"{least:g} or more" if most >= LARGEST else f"{least:g} to {most:g}"
            yield self.fault(f"{what} {value:g}.", f"Write {limits}.", rule)

    def unnamed(self, name: str, least: int = 0) -> Iterator[Refusal]:
        """A fault if a name, which is printed, drawn and sent everywhere, is none."""
        if not name.isprintable() or not least <= len(name) <= LONGEST_NAME:
            remedy = f"Write {least} to {LONGEST_NAME} plain signs."
            yield self.at("name").fault(f"{quoted(name)} is no name.", remedy)

    def read(self, entry: object, form: type[msgspec.Struct]) -> None:
        """Refuse what does not have this form."""
        convert(entry, form, str(self))

    def whole(self, entry: object, struct: type[msgspec.Struct]) -> Plain:
        """An entry that is written as the state has it."""
        mapping = convert(entry, dict[str, Any], str(self))
        self.refuse_unknown_fields(mapping, struct.__struct_fields__)
        self.read(mapping, struct)
        return mapping

    def refuse_unknown_fields(self, given: Iterable[str], known: Iterable[str]) -> None:
        """Refuse a field that nothing has."""
        for name in given:
            if name not in known:
                reason = f"object contains unknown field {name}."
                raise self.refuse(reason, "Leave it out, or write a field that is described.")

    def own_id(self, id: str, entry: Mapping[str, Any]) -> str:
        """The id of an entry, which says the same of itself or nothing."""
        if entry.get("id", id) != id:
            raise self.at(id).refuse(f"its id is {quoted(entry['id'])}.", "Leave the id out.")
        return id

    def entries(self, given: Mapping[str, Any], most: int, things: str = "entries") -> dict[str, Plain]:
        """The entries of this part by id."""
        found = convert(given.get(self._where, {}), dict[str, dict[str, Any]], str(self))
        refuse_too_many(len(found), most, str(self), things)
        for id in found:
            if not id or not id.isprintable() or len(id) > LONGEST_ID:
                raise self.refuse(f"{quoted(id)} is no id.", "Write one such as A1.")
        return found


def refuse_nonsense(value: Any, place: str = "position", depth: int = 0) -> None:
    """Refuse what no position holds anywhere: endless numbers, words that cannot be printed."""
    if depth > DEEPEST:
        raise refuse("", f"{place}: too many parts inside each other.", "Nest less.")
    if isinstance(value, Mapping):
        for name, one in value.items():
            if not isinstance(name, str):
                raise refuse("", f"{place}: {quoted(name)} is no name.", "Use words as names.")
            refuse_nonsense(one, f"{place}.{name}" if depth else f"{place}, {quoted(name)[1:-1]}", depth + 1)
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            refuse_nonsense(one, f"{place}[{number}]", depth + 1)
    elif isinstance(value, str):
        if not value.isprintable() or len(value) > LONGEST_WORD:
            raise refuse("", f"{place}: {quoted(value)} cannot be printed.", "Write plain, short words.")
    elif isinstance(value, int | float) and (not isfinite(value) or abs(value) > LARGEST):
        raise refuse("", f"{place}: {quoted(value)} is no number of a battle.", f"At most {LARGEST}.")


def same_fields(*kinds: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields that structs share, in the order of the first."""
    first, *others = kinds
    return tuple(
        one for one in first.__struct_fields__ if all(one in each.__struct_fields__ for each in others)
    )


def values_of(source: msgspec.Struct, names: Iterable[str]) -> Plain:
    """These fields of a struct by name, as they are."""
    return {name: getattr(source, name) for name in names}


def changed_fields(given: msgspec.Struct, usual: msgspec.Struct) -> Plain:
    """As plain data, the fields in which two structs of one kind differ, as the first has them."""
    now, then = msgspec.to_builtins(given), msgspec.to_builtins(usual)
    return {name: value for name, value in now.items() if then.get(name) != value}
