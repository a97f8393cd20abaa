"""Reading case files: what stands in one, what it takes over from another, and what is wrong with it."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.book import Book
from sandtable.kernel.cases.expectation import ids_in
from sandtable.kernel.cases.expected_events import wanted_events
from sandtable.kernel.cases.position import ENDING as POSITION
from sandtable.kernel.cases.position import mapping_of, read_position_file
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.files import read_text
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import convert, load, quoted

OWN = ("case", "expect", "steps")
"""What a case never takes over from another."""
MOST_BASES = 8
"""So many cases may be built one upon the other."""


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """Some answers and what must follow from them."""

    answers: list[dict[str, Any]] = []
    dice: dict[str, list[int]] = {}
    expect: dict[str, Any] = {}


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """A case as its file holds it."""

    case: str
    """What it shows, in a sentence."""
    rules: list[str] = []
    book: str = ""
    base: str | int = ""
    """Another case that is as this one but for what is said here: its place in the same file, a file beside
    it, or such a file with # and a place; or a position beside it."""
    position: str | dict[str, Any] = ""
    """A file beside the case, or the position itself; without one the game begins with its setup."""
    scenario: str | None = None
    seats: dict[str, Any] = {}
    options: dict[str, Any] = {}
    dice: dict[str, list[int]] = {}
    answers: list[dict[str, Any]] = []
    expect: dict[str, Any] = {}
    steps: list[Step] = []
    """More answers and expectations, one after the other."""

    def all_steps(self) -> list[Step]:
        """The first answers and expectations, and those that come after."""
        return [Step(self.answers, self.dice, self.expect), *self.steps]


class Written(NamedTuple):
    """A case in its place."""

    data: object
    what: str
    """Where it stands, for errors."""
    folder: Path | None
    path: str = ""
    beside: tuple[object, ...] = ()
    """All cases of its file."""

    def read(self) -> Case:
        """The case with what it takes over from others."""
        return convert(self.whole(), Case, self.what)

    def whole(self, most: int = MOST_BASES) -> dict[str, Any]:
        """The same as it would stand in a file that names no base."""
        own = mapping_of(self.data, self.what)
        named = own.get("base", "")
        if named == "":
            return own
        if not most:
            raise refuse("", f"{self.what}: its base has a base without end.", "Begin with a whole case.")
        base = self._base(named, most)
        taken = {name: one for name, one in base.items() if name not in (*OWN, "base")}
        whole = {**taken, **{name: one for name, one in own.items() if name != "base"}}
        for name in ("position", "seats", "options"):
            if name in own and name in taken:
                whole[name] = _changed(self._spelt_out(taken[name]), own[name])
        return whole

    def _base(self, named: object, most: int) -> dict[str, Any]:
        if type(named) is int:
            return self._other(self.beside, named, self.path or self.what, most)
        if not isinstance(named, str):
            raise refuse("", f"{self.what}: {quoted(named)} is no base.", "Name a case or a file.")
        if named.endswith(POSITION):
            return {"position": named}
        file, _, place = named.partition("#")
        path = self.file_beside(file)
        if place and not place.isdecimal():
            raise refuse("", f"{self.what}: {quoted(named)} is no base.", "Write FILE or FILE#2.")
        read = load(read_text(path), str(path))
        cases = tuple(read) if isinstance(read, list) else (read,)
        return self._other(cases, int(place or 1), str(path), most)

    def _other(self, cases: tuple[object, ...], place: int, path: str, most: int) -> dict[str, Any]:
        if not 1 <= place <= len(cases):
            raise refuse("", f"{self.what}: {path} has no case {place}.", f"It has {len(cases)}.")
        other = Written(cases[place - 1], f"{path}, case {place}", self.folder, path, cases)
        return other.whole(most - 1)

    def _spelt_out(self, given: object) -> object:
        """What a file of the folder holds, where only its name is given."""
        return read_position_file(self.file_beside(given)) if isinstance(given, str) else given

    def file_beside(self, name: str) -> Path:
        """A file that stands beside the case or in a folder below."""
        if self.folder is None:
            raise refuse("", f"{self.what}: {name} is a file.", "Write the position itself.")
        place = self.folder / name
        is_inside = place.resolve().is_relative_to(self.folder.resolve())
        if Path(name).is_absolute() or ".." in Path(name).parts or not is_inside:
            raise refuse("", f"{self.what}: {name} is not beside the case.", "Keep both in one folder.")
        return place


def written_in(path: str | Path) -> list[Written]:
    """The case of a file, or every case of its list."""
    read, folder = load(read_text(path), str(path)), Path(path).parent
    if not isinstance(read, list):
        return [Written(read, str(path), folder, str(path), (read,))]
    if not read:
        raise refuse("", f"{path}: it holds no case.", "Write one.")
    return [
        Written(one, f"{path}, case {place}", folder, str(path), tuple(read))
        for place, one in enumerate(read, 1)
    ]


def _changed(before: object, change: object) -> object:
    """Data as it was but for what is said: mappings are changed name by name, null takes a name away."""
    if not isinstance(before, Mapping) or not isinstance(change, Mapping):
        return change
    kept = {name: one for name, one in before.items() if name not in change}
    new = {name: _changed(before.get(name), one) for name, one in change.items() if one is not None}
    # What is changed stays in its place.
    order = [*before, *(name for name in change if name not in before)]
    return {name: (kept | new)[name] for name in order if name in kept or name in new}


# ---- what is wrong with a case ---------------------------------------------------------------------------


def check_case(case: Case, book: Book[Any], what: str) -> None:
    """Refuse a case that expects nothing, or names rules and events that there are not."""
    if not any(step.expect for step in case.all_steps()):
        raise refuse("", f"{what}: it expects nothing.", "Write under expect: what must follow.")
    expected = [(step.expect, f"{what}, expect") for step in case.all_steps()]
    named = [*case.rules, *(one for expect, where in expected for one in ids_in(expect, where))]
    package = type(book).__module__.rpartition(".")[0]
    try:
        catalogue = Catalogue.load(package)
    except (Refused, ModuleNotFoundError):
        return
    wrong: list[Refusal] = []
    for rule in dict.fromkeys(map(str, named)):
        try:
            catalogue.rule(rule)
        except Refused as refused:
            wrong += [
                msgspec.structs.replace(one, reason=f"{what}: {one.reason}") for one in refused.refusals
            ]
    if wrong:
        raise Refused(*wrong)
    for expect, where in expected:
        if "no events" in expect:
            for one in wanted_events(expect["no events"], f"{where}.no events"):
                _refuse_unknown_kind(one.get("kind"), package, where)


def _refuse_unknown_kind(kind: object, package: str, where: str) -> None:
    """Whatever cannot happen at all does not happen; an author who misspells it must be told."""
    if kind is not None and f'"{kind}"' not in code_of(package) + code_of("sandtable.kernel"):
        reason = f"{where}: no event of this book is called {quoted(kind)}."
        raise refuse("", reason, "The kinds are listed in docs/reference.")


@cache
def code_of(package: str) -> str:
    """The text of a package's modules, to look words up in; it is never run."""
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    files = sorted(path for folder in folders for path in Path(folder).rglob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def unknown_word(said: object, known: object, package: str) -> str:
    """The first word of an answer that neither the situation nor the book's code knows; empty for none."""
    words = re.findall(r"[^\W_]+", str(said).casefold())
    there = set(re.findall(r"[^\W_]+", str(known).casefold()))
    code: set[str] = set()
    for word in words:
        if word not in there:
            code = code or set(re.findall(r"[^\W_]+", code_of(package).casefold()))
            if word not in code:
                return str(word)
    return ""
