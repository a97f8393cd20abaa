"""The catalogue of a book: every rule with its id, in our words."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel import safe_yaml
from sandtable.kernel.refusal import Refusal, Refused, refuse

KINDS = (
    "choice",
    "definition",
    "limit",
    "modifier",
    "narrative",
    "optional",
    "procedure",
    "setup",
    "state",
    "table",
    "trigger",
)
"""What a rule may be; a `narrative` one needs no code."""

CATALOGUE = "catalogue*.yaml"
"""The files of a book that hold its rules; a long book may have several."""


class Rule(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule of a book."""

    id: str
    title: str
    text: str
    """The rule in our own words, with every number."""
    source: str
    """The section of the book, or `ours` where the book is silent."""
    kind: str
    choice: str = ""
    """Who decides what, and the legal answers."""
    table: list[Any] = []
    example: str = ""
    unclear: str = ""
    """What the book leaves open or contradicts."""
    ruling: str = ""
    """The reading we adopt."""
    interacts: tuple[str, ...] = ()
    chapter: str = ""
    order: int = 0
    """Its place in the book, counted from 1."""

    @property
    def needs_code(self) -> bool:
        """Whether the program has to carry it out."""
        return self.kind != "narrative"

    @property
    def departs(self) -> bool:
        """Whether we had to choose a reading."""
        return bool(self.ruling)


KEYS = tuple(name for name in Rule.__struct_fields__ if name not in ("chapter", "order"))
ID = re.compile(r"[A-Z]+-[A-Z]+-\d+")


class Catalogue:
    """Every rule of one book, in the order of the book."""

    def __init__(
        self, book: str, title: str, prefix: str, rules: Iterable[Rule], glossary: Mapping[str, str]
    ) -> None:
        self.book = book
        self.title = title
        self.prefix = prefix
        self.rules = {one.id: one for one in rules}
        self.glossary = dict(glossary)

    @staticmethod
    def load(package: str) -> Catalogue:
        """The catalogue that a book's package ships, read once; refused with every place that is wrong."""
        return _load(package)

    @staticmethod
    def beside(module: str, book: str) -> Catalogue | None:
        """The catalogue in the folder of a book's module, read once; None where there is none."""
        return _beside(module, book)

    @property
    def chapters(self) -> dict[str, list[Rule]]:
        """The rules by chapter, both in the order of the book."""
        found: dict[str, list[Rule]] = {}
        for one in self.rules.values():
            found.setdefault(one.chapter, []).append(one)
        return found

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self.rules

    def rule(self, rule_id: str) -> Rule:
        """The rule with this id, or a refusal that names ids like it."""
        if rule_id in self.rules:
            return self.rules[rule_id]
        near = difflib.get_close_matches(rule_id, self.rules, n=3)
        raise refuse(
            "",
            f"{self.title} has no rule {rule_id}.",
            f"Near it: {', '.join(near)}." if near else f"Its ids begin with {self.prefix}-.",
        )

    def search(self, words: str) -> list[Rule]:
        """The rules that hold every one of the words; those with the words in their title come first."""
        wanted = words.casefold().split()

        def holds(text: str) -> bool:
            return all(word in text.casefold() for word in wanted)

        found = [one for one in self if holds(" ".join(_words(one)))] if wanted else []
        return sorted(found, key=lambda one: (not holds(f"{one.id} {one.title}"), one.order))


def catalogued_books(parent: str) -> dict[str, str]:
    """The books in a package of books, by id, with the package of each; `my_book` has the id `my-book`."""
    place = importlib.import_module(parent)
    return {
        name.replace("_", "-"): f"{parent}.{name}"
        for _, name, is_package in pkgutil.iter_modules(place.__path__)
        if is_package and any(any(Path(folder, name).glob(CATALOGUE)) for folder in place.__path__)
    }


def _words(one: Rule) -> Iterator[str]:
    yield from (
        one.id,
        one.title,
        one.text,
        one.choice,
        one.example,
        one.unclear,
        one.ruling,
        one.chapter,
        one.source,
    )
    yield str(one.table) if one.table else ""


@cache
def _load(package: str) -> Catalogue:
    book = package.rpartition(".")[2].replace("_", "-")
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    files = sorted(path for folder in folders for path in Path(folder).glob(CATALOGUE))
    if not files:
        raise refuse(
            "", f"The book {book} has no catalogue.", f"Put its rules into {package}/catalogue.yaml."
        )
    return _Reading(book).all_of(files)


@cache
def _beside(module: str, book: str) -> Catalogue | None:
    written = getattr(sys.modules[module], "__file__", None)
    files = sorted(Path(written).parent.glob(CATALOGUE)) if written else []
    return _Reading(book).all_of(files) if files else None


class _Head(msgspec.Struct):
    name: str
    prefix: str


class _Chapter(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    rules: list[dict[str, Any]]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    rulebook: _Head
    chapters: list[_Chapter]
    glossary: dict[str, str] = {}


class _Reading:
    """Catalogue files being read: rules so far, and all that is wrong with them."""

    def __init__(self, book: str) -> None:
        self.book = book
        self.rules: dict[str, Rule] = {}
        self.glossary: dict[str, str] = {}
        self.wrong: list[Refusal] = []

    def all_of(self, files: list[Path]) -> Catalogue:
        heads = []
        for path in files:
            place = f"{self.book}, {path.name}"
            read = safe_yaml.convert(safe_yaml.load(path.read_text(encoding="utf-8"), place), _File, place)
            heads.append(read.rulebook)
            self.glossary |= read.glossary
            for chapter in read.chapters:
                for entry in chapter.rules:
                    self.take(entry, chapter.name, read.rulebook.prefix, f'{place}, chapter "{chapter.name}"')
        self.check_interactions()
        if self.wrong:
            raise Refused(*self.wrong)
        return Catalogue(self.book, heads[0].name, heads[0].prefix, self.rules.values(), self.glossary)

    def take(self, entry: dict[str, Any], chapter: str, prefix: str, where: str) -> None:
        rule_id = str(entry.get("id", "a rule without an id"))
        place = f"{where}, {rule_id}"
        unknown = [key for key in entry if key not in KEYS]
        for key in unknown:
            self.refuse(f'{place}: the key "{key}" is not known.', f"Keys: {', '.join(KEYS)}.")
        if unknown:
            return
        try:
            one = safe_yaml.convert({**entry, "chapter": chapter, "order": len(self.rules) + 1}, Rule, place)
        except Refused as refused:
            self.wrong += refused.refusals
            return
        if not ID.fullmatch(one.id) or not one.id.startswith(f"{prefix}-"):
            self.refuse(f"{place}: this is no id of the book.", f"Ids look like {prefix}-AREA-01.")
        if one.kind not in KINDS:
            self.refuse(f'{place}: the kind "{one.kind}" is not known.', f"Kinds: {', '.join(KINDS)}.")
        if one.id in self.rules:
            first = self.rules[one.id].chapter
            self.refuse(
                f'{place}: the id stands a second time, first in chapter "{first}".',
                "Give it an id of its own.",
            )
        self.rules.setdefault(one.id, one)

    def check_interactions(self) -> None:
        for one in self.rules.values():
            for other in one.interacts:
                if other not in self.rules:
                    near = difflib.get_close_matches(other, self.rules, n=1)
                    place = f'{self.book}, chapter "{one.chapter}", {one.id}'
                    self.refuse(
                        f"{place}: it interacts with {other}, which is no rule.",
                        f"Perhaps {near[0]} is meant." if near else "Name an id of this book.",
                    )

    def refuse(self, reason: str, remedy: str) -> None:
        self.wrong.append(Refusal("", reason, remedy))
