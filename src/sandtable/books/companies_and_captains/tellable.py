"""What a sentence is made of: the particulars of an event, with the names that go with its ids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.event import Event


class Facts:
    """The particulars of an event, with the names that go with its ids."""

    def __init__(self, event: Event, state: Battle) -> None:
        self.kind = event.kind
        self._facts = event.facts
        self._state = state

    def __getitem__(self, name: str) -> Any:
        return self._facts[name]

    def get(self, name: str, otherwise: Any = None) -> Any:
        """A particular that not every such event has."""
        return self._facts.get(name, otherwise)

    def group(self, name: str = "group") -> str:
        """The Group under this name, by id and name: "A2 Hunters"."""
        return self.named(self._facts[name])

    def named(self, group_id: str) -> str:
        """A Group by id and name; an id that is no Group's stands for itself."""
        group = self._state.groups.get(group_id)
        return group_id if group is None else f"{group.id} {group.name}"

    def groups(self, name: str) -> str:
        """Several Groups."""
        return joined([self.named(one) for one in self._facts[name]])

    def company(self, name: str = "seat") -> str:
        """The Company of a seat."""
        return self.of_seat(self._facts[name])

    def of_seat(self, seat: str) -> str:
        """A Company by name and seat."""
        company = self._state.companies.get(seat)
        return seat if company is None else f"{company.name} ({seat})"

    def side(self, name: str = "side") -> str:
        """A side by its role, with the names of its Companies."""
        role = self._facts[name]
        if self._state.attacker < 0:
            return f"the {role}"
        seats = self._state.sides[self._state.attacker if role == "attacker" else self._state.defender]
        return f"the {role} ({joined([self._state.companies[seat].name for seat in seats])})"


Sentence = Callable[[Facts], str]


def joined(words: Sequence[str]) -> str:
    """Words in a row: "A1, A2 and A3"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, word: str) -> str:
    """A number with its word: "1 hit", "3 hits"."""
    many = "es" if word.endswith("ch") else "s"
    return f"{number} {word}" if number == 1 else f"{number} {word}{many}"


def said(words: str) -> Sentence:
    """A sentence with particulars in braces: {group} with its name, {hits:hit} with its word."""
    return lambda facts: words.format_map(_Names(facts))


class _Count(int):
    """A number that can be told with its word."""

    def __format__(self, word: str) -> str:
        return counted(self, word) if word else str(int(self))


class _Names(dict[str, Any]):
    """Gives a pattern what it names."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._facts = facts

    def __missing__(self, name: str) -> Any:
        if name in ("seat", "company"):
            return self._facts.company(name)
        if name in ("side", "first"):
            return self._facts.side(name)
        if name == "scenario":
            known = SCENARIOS.get(self._facts[name])
            return self._facts[name] if known is None else known.title
        value = self._facts[name]
        if name == "at":
            return f"{value[0]:.0f},{value[1]:.0f}"
        if isinstance(value, int):
            return _Count(value)
        if isinstance(value, list | tuple):
            return joined([self._facts.named(str(one)) for one in value]) or "nobody"
        return self._facts.named(value) if isinstance(value, str) else value
