"""Rosters: forces as people and programs exchange them, in readable text, in JSON and as a short code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from sandtable.binding.forces.short_code import ShortCode
from sandtable.kernel import safe_json
from sandtable.kernel.offers import ForceVerdict, UnitOffer
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import quoted

ROSTER = "The roster"
"""What a refusal calls what it refuses."""
MOST_CHARACTERS = 100_000
"""The longest JSON that is read."""


class Named(Protocol):
    """A force has a name."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...


Force = TypeVar("Force", bound=Named)


class Rosters(Generic[Force]):
    """How the forces of one book are read and written; the book gives its text form and its data."""

    def __init__(
        self,
        force: type[Force],
        noun: str,
        rule: str,
        *,
        ready: Callable[[], Mapping[str, Force]],
        read_text: Callable[[str], Force],
        write_text: Callable[[Force], str],
        read_data: Callable[[object], Force],
        write_data: Callable[[Force], dict[str, Any]],
        code: ShortCode,
        read_code_data: Callable[[object], Force] | None = None,
        write_code_data: Callable[[Force], dict[str, Any]] | None = None,
    ) -> None:
        self._force, self._noun, self._rule = force, noun, rule
        self._ready = ready
        self.read_text, self.write_text = read_text, write_text
        self.read_data, self.write_data = read_data, write_data
        self.code = code
        self._read_code_data = read_code_data or read_data
        self._write_code_data = write_code_data or write_data

    def read(self, given: object) -> Force:
        """A force however a seat brings it: itself, its text, its data, or the id of a ready one."""
        if isinstance(given, self._force):
            return given
        if isinstance(given, Mapping):
            return self.read_data(given)
        if not isinstance(given, str):
            advice = f"Give a roster, or the id of a ready {self._noun}."
            raise refuse(self._rule, f"This is no {self._noun}.", advice)
        ready, wanted = self._ready(), given.strip()
        if wanted in ready:
            return ready[wanted]
        if not wanted.startswith("{") and not {"\n", ":"} & set(wanted) and not self.code.fits(wanted):
            # A single line that says nothing of anybody is no roster.
            reason = f"There is no ready {self._noun} {quoted(wanted)}."
            raise refuse(self._rule, reason, f"Write a roster, or name one of {', '.join(ready)}.")
        return self.read_roster(given)

    def read_roster(self, text: str) -> Force:
        """The force of a roster in any of the three forms."""
        start = text.lstrip("\ufeff \t\r\n")
        if self.code.fits(start):
            return self.read_code(text)
        return self.read_json(text) if start.startswith("{") else self.read_text(text)

    def read_json(self, text: str) -> Force:
        """The force of a JSON roster; what cannot be read is refused with its field."""
        return self.read_data(
            safe_json.load(text.removeprefix("\ufeff"), ROSTER, max_characters=MOST_CHARACTERS)
        )

    def write_json(self, force: Force) -> str:
        """A roster as JSON text."""
        return msgspec.json.format(msgspec.json.encode(self.write_data(force)), indent=2).decode() + "\n"

    def read_code(self, text: str) -> Force:
        """The force of a short code."""
        return self._read_code_data(self.code.read(text))

    def write_code(self, force: Force) -> str:
        """A roster as a short code that is safe in links."""
        return self.code.write(self._write_code_data(force))

    def judged(
        self,
        given: object,
        check: Callable[[Force], Sequence[Refusal]],
        count: Callable[[Force], int],
        limit: int,
        units: Callable[[Force], tuple[UnitOffer, ...]],
        waived: Callable[[Force], int] = lambda force: 0,
    ) -> ForceVerdict:
        """Whether a force is legal, with every reason against it; what can be read is shown, legal or not."""
        try:
            force = self.read(given)
        except Refused as refused:
            return ForceVerdict(False, reasons=refused.refusals)
        try:
            reasons = tuple(check(force))
        except Refused as refused:
            reasons = refused.refusals
        try:
            forms = self.write_text(force), self.write_data(force), self.write_code(force)
            found = count(force), limit, reasons, *forms, units(force), waived(force)
            return ForceVerdict(not reasons, force.name, *found)
        except (Refused, KeyError, ValueError):
            # What is against the force may also keep it from being counted or written.
            return ForceVerdict(False, force.name, 0, limit, reasons)


def data_of_game(data: object, key: str, game: str, advice: str, rule: str = "") -> dict[str, Any]:
    """The data of a roster without the mark of its game; a roster of another game is refused."""
    if not isinstance(data, Mapping):
        raise refuse(rule, f"{ROSTER} is no JSON object.", advice)
    plain = dict(data)
    if (named := plain.pop(key, game)) != game:
        raise refuse(rule, f"{ROSTER}, {key}: {quoted(named)} is another game.", f"Write {game}.")
    return plain
