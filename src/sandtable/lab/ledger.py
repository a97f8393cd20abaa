"""The ledger of a book: which rules are written, tested, fired in recorded play, and read our way."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel import citation, safe_yaml
from sandtable.kernel.catalogue import Catalogue, Rule
from sandtable.kernel.refusal import refuse
from sandtable.kernel.testing import covered_under
from sandtable.lab.entered import entered_in

RECORDS = "*.sandtable"
REFERENCE = Path("docs", "reference")
SCREENS = "screens.yaml"
"""Beside a book's catalogue: files of screens and servers, each with the rules that it keeps."""
BROWSED = "tests/browser/"
CITING = ("src/**/*.py", "src/**/*.yaml", "tests/**/*.py", "tests/**/*.yaml", "docs/**/*.md", "*.md")
"""The files whose rule ids must exist."""


class Entry(msgspec.Struct, omit_defaults=True):
    """What the ledger says of one rule."""

    written: list[str] = []
    """The places in the code that carry it out."""
    lacking: list[str] = []
    """The places that say it is not written yet."""
    tested: int = 0
    shown: int = 0
    """How many tests in a real browser check it; counted of rules that screens keep."""
    fired: int = 0
    """How many decisions and events of the recorded games name it."""
    games: int = 0
    """In how many of the recorded games it is named."""
    entered: int = 0
    """How many of the recorded games run its code when they are played again."""
    departs: bool = False

    @property
    def is_written(self) -> bool:
        """Whether code carries it out and nothing says that some of it is lacking."""
        return bool(self.written) and not self.lacking

    @property
    def is_played(self) -> bool:
        """Whether recorded games name it, or a screen that keeps it was played on."""
        return self.fired > 0 or self.shown > 0


class Refusals(msgspec.Struct, omit_defaults=True):
    """What became of wrong answers in words that mean something in the game."""

    refused: int = 0
    own_rule: int = 0
    """Refused by no other rule than the first that the question itself names."""
    unexplained: int = 0
    """Of these the ones that are not told what is wrong with the very thing they name."""

    @property
    def share(self) -> float:
        """How many of the refused are not told what is wrong, of 1."""
        return self.unexplained / self.refused if self.refused else 0.0

    def in_words(self) -> str:
        """The count as one line."""
        return (
            f"{self.refused} wrong answers refused, {self.own_rule} by the question's own rule, "
            f"{self.unexplained} ({self.share:.2%}) without what bars them"
        )


class Ledger(msgspec.Struct, omit_defaults=True):
    """The ledger of one book."""

    book: str
    games: int
    """How many recorded games were counted."""
    rules: dict[str, Entry]
    refusals: Refusals | None = None
    """What wrong answers in random games were told, when that was last counted."""


class Fired(msgspec.Struct):
    """How often rules are named in recorded games."""

    games: int = 0
    times: Counter[str] = msgspec.field(default_factory=Counter)
    in_games: Counter[str] = msgspec.field(default_factory=Counter)
    entered: Counter[str] = msgspec.field(default_factory=Counter)


class Totals(msgspec.Struct):
    """A part of a ledger in numbers; rules that need no code are left out."""

    rules: int
    written: int
    tested: int
    fired: int
    entered: int
    departs: int


def find_checkout(start: Path) -> Path:
    """The checkout that a folder lies in; the ledger is counted from its code and its tests."""
    for folder in (start, *start.parents):
        if (folder / "pyproject.toml").is_file() and (folder / "src" / "sandtable").is_dir():
            return folder
    raise refuse(
        "", "This folder is not inside a checkout of Sandtable.", "Go to one: the ledger counts its tests."
    )


def home_of(package: str) -> Path | None:
    """The checkout in which a book is written; None where its package was installed without one."""
    spec = importlib.util.find_spec(package)
    start = Path(spec.origin).resolve() if spec and spec.origin else Path()
    return next((folder for folder in start.parents if (folder / "pyproject.toml").is_file()), None)


def count(
    catalogue: Catalogue, package: str, root: Path, fired: Fired, refusals: Refusals | None = None
) -> Ledger:
    """The ledger as the code, the tests and the recorded games stand now."""
    kept = kept_on_screens(catalogue, package, root)
    written = written_rules(package, catalogue.prefix, root)
    lacking = lacking_rules(catalogue.prefix, root)
    covered = covered_under(root / "tests", root)
    tested = Counter(one.rule for one in covered)
    shown = Counter(one.rule for one in covered if one.place.startswith(BROWSED) and one.rule in kept)
    return Ledger(
        book=catalogue.book,
        games=fired.games,
        rules={
            one.id: Entry(
                written=[*written.get(one.id, []), *kept.get(one.id, [])],
                lacking=lacking.get(one.id, []),
                tested=tested[one.id],
                shown=shown[one.id],
                fired=fired.times[one.id],
                games=fired.in_games[one.id],
                entered=fired.entered[one.id],
                departs=one.departs,
            )
            for one in catalogue
        },
        refusals=refusals,
    )


def written_rules(package: str, prefix: str, root: Path) -> dict[str, list[str]]:
    """The places that carry rules out, by id, once every module of the book has been imported."""
    top = package.partition(".")[0]
    for module in _modules_of(package):
        _import(module)
    for path, _, _ in _citations(prefix, root, "src/**/*.py"):
        inside = path.relative_to(root / "src").with_suffix("").parts
        # Another book's modules are not ours; what stands outside all books may carry a rule of ours out.
        if "books" not in inside:
            _import(".".join(part for part in inside if part != "__init__"))
    return {
        rule_id: sorted({place for place in places if re.split("[.:]", place)[0] == top})
        for rule_id, places in citation.WRITTEN.items()
        if rule_id.startswith(f"{prefix}-")
    }


def kept_on_screens(catalogue: Catalogue, package: str, root: Path) -> dict[str, list[str]]:
    """The files that keep rules of screens, by id: as screens know no book, the book says where."""
    spec = importlib.util.find_spec(package)
    path = Path(spec.origin).with_name(SCREENS) if spec and spec.origin else Path()
    if not path.is_file():
        return {}
    kept: dict[str, list[str]] = {}
    read = safe_yaml.load(path.read_text(encoding="utf-8"), path.name)
    for place, ids in msgspec.convert(read, dict[str, list[str]]).items():
        if not (root / place).is_file():
            raise refuse("", f"{path.name}: there is no file {place}.", "Name the file that keeps the rules.")
        for rule_id in ids:
            if rule_id not in catalogue:
                raise refuse("", f"{path.name}: {rule_id} is no rule.", "Name a rule of the catalogue.")
            kept.setdefault(rule_id, []).append(place)
    return kept


def lacking_rules(prefix: str, root: Path) -> dict[str, list[str]]:
    """The places that raise `NotWritten`, by the id they name."""
    found: dict[str, list[str]] = {}
    for path, text, _ in _citations(prefix, root, "src/**/*.py"):
        for match in re.finditer(rf'NotWritten\(\s*"({prefix}-[A-Z]+-\d+)"', text):
            line = text.count("\n", 0, match.start()) + 1
            found.setdefault(match[1], []).append(f"{path.relative_to(root).as_posix()}:{line}")
    return found


def unknown_citations(catalogue: Catalogue, root: Path) -> list[str]:
    """Every place in code, data, tests and docs that names an id which the book does not have."""
    found = []
    for pattern in CITING:
        for path, text, ids in _citations(catalogue.prefix, root, pattern):
            if path.is_relative_to(root / REFERENCE):
                continue
            for rule_id in ids:
                if rule_id not in catalogue:
                    line = text.count("\n", 0, text.index(rule_id)) + 1
                    found.append(
                        f"{path.relative_to(root).as_posix()}:{line} cites {rule_id}, which is no rule."
                    )
    return found


def count_fired(corpus: Path, book: str) -> Fired:
    """How often rules are named in the recorded games of a book."""
    fired = Fired()
    for path in sorted(corpus.rglob(RECORDS)):
        times: Counter[str] = Counter()
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                read = _json(line, f"{path.name}, line {number}")
                if number == 1 and read.get("book") != book:
                    break
                times.update(set(rules_named(read)))
            else:
                fired.games += 1
                fired.times += times
                fired.in_games.update(times.keys())
                fired.entered.update(entered_in(path))
    return fired


def fired_before(ledger: Ledger | None) -> Fired:
    """What an earlier ledger counted in recorded games."""
    fired = Fired()
    if ledger:
        fired.games = ledger.games
        for rule_id, entry in ledger.rules.items():
            fired.times[rule_id] = entry.fired
            fired.in_games[rule_id] = entry.games
            fired.entered[rule_id] = entry.entered
    return fired


def totals(ledger: Ledger, rules: list[Rule]) -> Totals:
    """These rules in numbers."""
    entries = [ledger.rules[one.id] for one in rules if one.needs_code]
    return Totals(
        rules=len(entries),
        written=sum(entry.is_written for entry in entries),
        tested=sum(entry.tested > 0 for entry in entries),
        fired=sum(entry.is_played for entry in entries),
        entered=sum(entry.entered > 0 for entry in entries),
        departs=sum(entry.departs for entry in entries),
    )


def missing(ledger: Ledger, catalogue: Catalogue) -> dict[str, list[str]]:
    """What each rule still lacks: code, a test, or a moment in recorded play."""
    found = {}
    for one in catalogue:
        entry = ledger.rules[one.id]
        lacks = [
            *(["not written"] if not entry.is_written else []),
            *(["not tested"] if not entry.tested else []),
            *(["never fired"] if not entry.is_played else []),
        ]
        if lacks and one.needs_code:
            found[one.id] = lacks
    return found


def worse(now: Ledger, before: Ledger) -> list[str]:
    """Every rule that has lost something since an earlier ledger."""
    found = []
    for rule_id, old in before.rules.items():
        new = now.rules.get(rule_id)
        if new is None:
            found.append(f"{rule_id} stood in the ledger and is no rule any more.")
            continue
        if old.is_written and not new.is_written:
            found.append(f"{rule_id} was written and is not any more.")
        if old.tested and not new.tested:
            found.append(f"{rule_id} was tested and is not any more.")
        if old.is_played and not new.is_played:
            found.append(f"{rule_id} fired in recorded play and does not any more.")
    if now.refusals and before.refusals and now.refusals.share > before.refusals.share:
        found.append(f"More wrong answers are not told what bars them: {now.refusals.in_words()}.")
    return found


def untested(ledger: Ledger, catalogue: Catalogue) -> list[str]:
    """Every rule that has code and that no test checks; a rule without code is told by the ledger itself."""
    return [
        f"{one.id} ({one.title}) has no test."
        for one in catalogue
        if one.needs_code and ledger.rules[one.id].written and not ledger.rules[one.id].tested
    ]


def ledger_path(root: Path, book: str) -> Path:
    """Where the ledger of a book is kept."""
    return root / REFERENCE / f"ledger-{book}.json"


def read_ledger(root: Path, book: str) -> Ledger | None:
    """The ledger as it was last kept, or None if it never was."""
    path = ledger_path(root, book)
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ledger)
    except msgspec.DecodeError as broken:
        raise refuse("", f"{path.name}: {broken}.", "Run make ledger.") from None


def keep(ledger: Ledger, catalogue: Catalogue, root: Path) -> Path:
    """Write a ledger down, for programs and for people."""
    path = ledger_path(root, ledger.book)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ledger), indent=1) + b"\n")
    path.with_suffix(".md").write_text(as_page(ledger, catalogue), encoding="utf-8")
    return path


def as_page(ledger: Ledger, catalogue: Catalogue) -> str:
    """A ledger as a page to read."""
    whole = totals(ledger, list(catalogue))
    lines = [
        f"# {catalogue.title}: the rule ledger",
        "",
        f"Of {whole.rules} rules that need code, {whole.written} are written, {whole.tested} are tested,",
        f"{whole.fired} fired in {ledger.games} recorded games{_on_screens(ledger)},",
        f"and {whole.departs} carry a ruling of ours.",
        f"The code of {whole.entered} was entered there; what stands in tables alone has none.",
        *([f"In random games: {ledger.refusals.in_words()}."] if ledger.refusals else []),
        "Written by `make ledger`.",
    ]
    for chapter, rules in catalogue.chapters.items():
        lines += [
            "",
            f"## {chapter}",
            "",
            "| rule | | written | tested | fired | entered | |",
            "|---|---|---|---:|---:|---:|---|",
        ]
        lines += [_row(one, ledger.rules[one.id]) for one in rules]
    return "\n".join(lines) + "\n"


def _on_screens(ledger: Ledger) -> str:
    alone = sum(entry.shown > 0 and not entry.fired for entry in ledger.rules.values())
    return f" ({alone} of them on screens, in a browser)" if alone else ""


def _row(one: Rule, entry: Entry) -> str:
    places = ", ".join(f"`{_short(place)}`" for place in entry.written)
    code = "lacking in part" if entry.lacking else places or ("no" if one.needs_code else "needs no code")
    ruling = "ruling" if one.departs else ""
    cells = (
        one.id,
        one.title.replace("|", "\\|"),
        code,
        str(entry.tested),
        f"{entry.shown} on screens" if entry.shown and not entry.fired else str(entry.fired),
        str(entry.entered),
        ruling,
    )
    return f"| {' | '.join(cells)} |"


def _short(place: str) -> str:
    """A place without the packages around the book."""
    return re.sub(r"^\w+\.(books\.\w+\.)?", "", place)


def _citations(prefix: str, root: Path, pattern: str) -> Iterator[tuple[Path, str, list[str]]]:
    """The files that cite rules of a book: path, text, and the ids."""
    rule_id = re.compile(rf"\b{prefix}-[A-Z]+-\d+\b")
    for path in sorted(root.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        ids = sorted(set(rule_id.findall(text)))
        if ids:
            yield path, text, ids


def _modules_of(package: str) -> list[str]:
    place = getattr(_import(package), "__path__", ())  # a book may be a single module
    return sorted(found.name for found in pkgutil.walk_packages(place, f"{package}.", onerror=_import))


def _import(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except Exception as broken:
        raise refuse("", f"{module} cannot be imported: {broken}.", "Mend the module first.") from broken


def _json(line: bytes, place: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError as broken:
        raise refuse(
            "", f"{place}: this is no line of a record ({broken}).", "Record the game again."
        ) from None


def rules_named(value: object) -> Iterator[str]:
    """Every id under a key `rule` or `rules`, however deep."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if key in ("rule", "rules"):
                yield from (
                    one for one in (inside if isinstance(inside, list) else [inside]) if isinstance(one, str)
                )
            yield from rules_named(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from rules_named(inside)
