"""`sandtable rules`: read a rule, look for one, see how far the program follows a book."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from sandtable.catalogues import catalogues, package_of
from sandtable.cli.telling import FAILED, UNUSABLE, AsJson, fail, print_json
from sandtable.kernel.catalogue import Catalogue, Rule
from sandtable.kernel.refusal import Refused, refuse
from sandtable.lab import ledger as book_ledger
from sandtable.lab.ledger import Ledger
from sandtable.lab.lot import drawn_by_lot
from sandtable.lab.refusals import count_refusals

MOST_TROUBLES = 20
"""How many sentences of one sort are printed before the rest is only counted."""
EXCERPT = 90

app = typer.Typer(
    help="Read the rules and see how far the program follows them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

BookName = Annotated[str | None, typer.Option("--book", help="One book: its id or its rule prefix.")]


@app.command()
def show(
    rule_id: Annotated[str, typer.Argument(metavar="RULE", help="The rule's id, such as CC-ACT-06.")],
    as_json: AsJson = False,
) -> None:
    """Show one rule: its words, its table, our ruling."""
    catalogue, rule = _found(rule_id.upper())
    if as_json:
        print_json({"book": catalogue.book, **msgspec.to_builtins(rule)})
    else:
        _print_rule(Console(), catalogue, rule)


@app.command()
def search(
    words: Annotated[list[str], typer.Argument(help="Words that the rule must hold, all of them.")],
    book: BookName = None,
    as_json: AsJson = False,
) -> None:
    """Find the rules that hold all of the words."""
    wanted = " ".join(words)
    found = [(one, rule) for one in _catalogues(book) for rule in one.search(wanted)]
    if as_json:
        print_json([{"book": one.book, **msgspec.to_builtins(rule)} for one, rule in found])
    elif found:
        _print_found(Console(), found, wanted)
    if not found:
        fail([f'No rule holds "{wanted}".'], FAILED)


@app.command()
def ledger(
    book: BookName = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="List what is not written, tested or fired.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Fail on what a change must not leave behind.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Keep the ledger in docs/reference.")] = False,
    even_if_worse: Annotated[
        bool, typer.Option("--even-if-worse", help="Keep it even if it got worse.")
    ] = False,
    corpus: Annotated[Path | None, typer.Option(help="Folder of recorded games; corpus/ by itself.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say of every rule whether it is written, tested, and fired."""
    if sum((missing, check, write)) > 1:
        fail(["Only one of --missing, --check and --write at a time."], UNUSABLE)
    root, at_home = _at_home(book)
    if corpus and not corpus.is_dir():
        raise refuse("", f"There is no folder {corpus}.", "Name a folder of recorded games.")
    counted = [_counted(one, root, corpus, fresh=not check, tries=write) for one in at_home]
    if check:
        _check(counted, root)
    elif write:
        _write(counted, root, even_if_worse)
    elif as_json:
        print_json([_ledger_facts(one, catalogue, missing) for catalogue, one in counted])
    else:
        for catalogue, one in counted:
            (_print_missing if missing else _print_ledger)(Console(), catalogue, one)


@app.command()
def draw(
    seed: Annotated[int, typer.Option(help="The same seed draws the same rules.")],
    book: BookName = None,
    count: Annotated[int, typer.Option(min=1, help="How many rules of each book.")] = 40,
    as_json: AsJson = False,
) -> None:
    """Draw written rules by lot. They are for an audit by somebody who did not write them."""
    root, at_home = _at_home(book)
    drawn = {
        catalogue.book: drawn_by_lot(counted, seed, count)
        for catalogue, counted in (_counted(one, root, None, fresh=False, tries=False) for one in at_home)
    }
    if as_json:
        print_json({"seed": seed, "drawn": drawn})
        return
    for rule_ids in drawn.values():
        for rule_id in rule_ids:
            print(f"{rule_id}  {_find(rule_id)[1].title}")


def _catalogues(book: str | None = None) -> list[Catalogue]:
    """All catalogues, or the one with this id or prefix."""
    every = catalogues()
    if book is None:
        return every
    found = [one for one in every if one.book == book.replace("_", "-").lower() or one.prefix == book.upper()]
    if not found:
        raise refuse("", f'There is no book "{book}".', f"Books: {', '.join(one.book for one in every)}.")
    return found[:1]


def _at_home(book: str | None) -> tuple[Path, list[Catalogue]]:
    """The checkout that we stand in, and the books that are written in it, or one of them."""
    homes = {one.book: book_ledger.home_of(package_of(one.book)) for one in _catalogues(book)}
    for folder in (Path.cwd(), *Path.cwd().parents):
        if folder in homes.values():
            return folder, [one for one in _catalogues(book) if homes[one.book] == folder]
    raise refuse(
        "",
        "This folder is not inside a checkout of Sandtable or of the book.",
        "Go to one: the ledger counts its tests.",
    )


def _found(rule_id: str) -> tuple[Catalogue, Rule]:
    """The rule; one that is not there is what was asked about, so the command fails with 1."""
    try:
        return _find(rule_id)
    except Refused as refused:
        fail([str(one) for one in refused.refusals], FAILED)


def _find(rule_id: str) -> tuple[Catalogue, Rule]:
    catalogues = _catalogues()
    for one in catalogues:
        if rule_id.startswith(f"{one.prefix}-"):
            return one, one.rule(rule_id)
    prefixes = ", ".join(f"{one.prefix}- ({one.title})" for one in catalogues)
    raise refuse("", f"No book has a rule {rule_id}.", f"Ids begin with {prefixes}.")


def _print_rule(console: Console, catalogue: Catalogue, rule: Rule) -> None:
    console.print(Text(f"{rule.id}  {rule.title}", style="bold"))
    console.print(Text(f"{catalogue.title}, {rule.chapter}; {rule.kind}; source: {rule.source}", style="dim"))
    console.print()
    console.print(Text(rule.text))
    if rule.table:
        console.print()
        console.print(_table(rule.table))
    for name in ("choice", "example", "unclear", "ruling"):
        words = getattr(rule, name)
        if words:
            console.print()
            console.print(Text(name.capitalize(), style="bold"))
            console.print(Padding(Text(words), (0, 0, 0, 2)))
    if rule.interacts:
        console.print()
        console.print(Text("Interacts with", style="bold"))
        for other in rule.interacts:
            console.print(Text(f"  {other}  {catalogue.rule(other).title}"))


def _table(rows: list[Any]) -> Table:
    """A rule's table; rows without columns stand under each other."""
    columns = list(dict.fromkeys(key for row in rows if isinstance(row, dict) for key in row))
    table = Table(*(Column(Text(str(column))) for column in columns), show_header=bool(columns))
    for row in rows:
        if isinstance(row, dict):
            table.add_row(*(Text(_cell(row.get(column))) for column in columns))
        else:
            table.add_row(Text(_cell(row)))
    return table


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(_cell(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(one)}" for key, one in value.items())
    return str(value)


def _print_found(console: Console, found: list[tuple[Catalogue, Rule]], wanted: str) -> None:
    for catalogue, rule in found:
        line = Text.assemble(
            (rule.id, "bold"), f"  {rule.title}  ", (f"{catalogue.title}, {rule.chapter}", "dim")
        )
        console.print(line)
        excerpt = Text(f"  {_excerpt(rule.text, wanted)}")
        excerpt.highlight_words(wanted.split(), style="bold yellow", case_sensitive=False)
        console.print(excerpt)
    console.print(Text(f"{len(found)} found", style="dim"))


def _excerpt(text: str, wanted: str) -> str:
    """The part of a text around the first of the words."""
    at = text.casefold().find(wanted.casefold().split()[0])
    start = max(0, at - EXCERPT // 3)
    part = text[start : start + EXCERPT]
    return f"{'...' if start else ''}{part}{'...' if start + EXCERPT < len(text) else ''}"


def _counted(
    catalogue: Catalogue, root: Path, corpus: Path | None, *, fresh: bool, tries: bool
) -> tuple[Catalogue, Ledger]:
    """The ledger of a book now; without recorded games at hand, what fired stands as it was last kept.

    Refusals are counted by trying wrong answers, which takes its time; else they stand as last kept.
    """
    kept = book_ledger.read_ledger(root, catalogue.book)
    place = corpus or root / "corpus"
    fired = book_ledger.count_fired(place, catalogue.book) if fresh else book_ledger.Fired()
    if not fired.games:
        fired = book_ledger.fired_before(kept)
    refusals = count_refusals(catalogue.book) if tries else kept.refusals if kept else None
    return catalogue, book_ledger.count(catalogue, package_of(catalogue.book), root, fired, refusals)


def _check(counted: list[tuple[Catalogue, Ledger]], root: Path) -> None:
    """A change may cite no unknown rule, write none without a test and make no ledger worse."""
    failed = False
    for catalogue, now in counted:
        before = book_ledger.read_ledger(root, catalogue.book)
        no_ledger = [f"{catalogue.book} has no ledger yet. Run make ledger."]
        troubles = (
            book_ledger.unknown_citations(catalogue, root),
            book_ledger.untested(now, catalogue),
            book_ledger.worse(now, before) if before else no_ledger,
        )
        for sentences in troubles:
            for sentence in sentences[:MOST_TROUBLES]:
                print(sentence, file=sys.stderr)
            if len(sentences) > MOST_TROUBLES:
                print(f"... and {len(sentences) - MOST_TROUBLES} more like it", file=sys.stderr)
            failed = failed or bool(sentences)
        print(f"{catalogue.book}: {_in_one_line(catalogue, now)}")
    if failed:
        raise typer.Exit(1)


def _write(counted: list[tuple[Catalogue, Ledger]], root: Path, even_if_worse: bool) -> None:
    for catalogue, now in counted:
        before = book_ledger.read_ledger(root, catalogue.book)
        lost = book_ledger.worse(now, before) if before else []
        if lost and not even_if_worse:
            fail([*lost, "The ledger got worse and is not kept. Mend it, or say --even-if-worse."], FAILED)
        path = book_ledger.keep(now, catalogue, root)
        print(f"{path.relative_to(root).as_posix()}: {_in_one_line(catalogue, now)}")


def _in_one_line(catalogue: Catalogue, one: Ledger) -> str:
    whole = book_ledger.totals(one, list(catalogue))
    return (
        f"{whole.rules} rules, {whole.written} written, {whole.tested} tested, "
        f"{whole.fired} fired and {whole.entered} entered in {one.games} games"
    )


def _ledger_facts(one: Ledger, catalogue: Catalogue, missing: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "book": one.book,
        "games": one.games,
        "totals": book_ledger.totals(one, list(catalogue)),
        "refusals": one.refusals,
    }
    return facts | ({"missing": book_ledger.missing(one, catalogue)} if missing else {"rules": one.rules})


def _print_ledger(console: Console, catalogue: Catalogue, one: Ledger) -> None:
    table = Table("chapter", title=catalogue.title, title_justify="left", show_footer=True)
    table.columns[0].footer = "all"
    whole = book_ledger.totals(one, list(catalogue))
    for name in ("rules", "written", "tested", "fired", "entered", "departs"):
        table.add_column(name, justify="right", footer=str(getattr(whole, name)))
    for chapter, rules in catalogue.chapters.items():
        part = book_ledger.totals(one, rules)
        if part.rules:
            numbers = (part.rules, part.written, part.tested, part.fired, part.entered, part.departs)
            table.add_row(Text(chapter), *(str(number) for number in numbers))
    console.print(table)
    console.print(Text(f"fired: counted in {one.games} recorded games", style="dim"))
    if one.refusals is not None:
        console.print(Text(f"refusals: {one.refusals.in_words()}", style="dim"))


def _print_missing(console: Console, catalogue: Catalogue, one: Ledger) -> None:
    lacks = book_ledger.missing(one, catalogue)
    table = Table("rule", "title", "lacks", title=catalogue.title, title_justify="left")
    for rule_id, what in lacks.items():
        table.add_row(rule_id, Text(catalogue.rule(rule_id).title), ", ".join(what))
    console.print(table)
    console.print(Text(f"{len(lacks)} of {len(catalogue)} rules lack something", style="dim"))
