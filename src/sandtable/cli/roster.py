"""`sandtable roster`: list, build, check, convert and roll up forces, as their book reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from random import Random
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.cli.telling import FAILED, STDIN, USUAL_BOOK, AsJson, pairs_of, print_json, read_input
from sandtable.kernel.book import Book, find_book
from sandtable.kernel.offers import ForceVerdict, UnitOffer
from sandtable.kernel.refusal import Refusal, Refused, refuse

app = typer.Typer(
    help="List, build, check, convert and roll up forces.", no_args_is_help=True, rich_markup_mode=None
)

POINTS_LIMIT = "points_limit"
"""The switch that `--points` sets."""


class Form(StrEnum):
    """The three forms of a roster."""

    TEXT = "text"
    JSON = "json"
    CODE = "code"


Into = Annotated[Form, typer.Option("--to", help="The form to write: text, json or code.")]
Points = Annotated[
    int | None, typer.Option("--points", help=f"The points limit; short for --option {POINTS_LIMIT}=N.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="A switch of the game, as in missile_profiles=off.")
]
BookId = Annotated[str, typer.Option("--book", help="The book whose forces these are.")]
Sources = Annotated[
    list[str],
    typer.Argument(metavar="ROSTER...", help="Files, ids of ready forces, or - for standard input."),
]
Source = Annotated[str, typer.Argument(metavar="ROSTER", help="A file, the id of a ready force, or -.")]


@app.command("list")
def list_ready(book: BookId = USUAL_BOOK, as_json: AsJson = False) -> None:
    """List the forces that are ready to play."""
    ready = find_book(book).offers().forces
    if as_json:
        print_json(ready)
        return
    table = _table("id", "points", "units", last="force")
    for one in ready:
        table.add_row(one.id, str(one.points), str(len(one.units)), Text(f"{one.name}: {one.sentence}"))
    Console().print(table)


@app.command()
def show(source: Source, options: Options = None, book: BookId = USUAL_BOOK) -> None:
    """Show the units of a force, each with its finished values."""
    print_force(Console(), _readable(find_book(book), source, _options(options)))


@app.command("profiles")
def list_profiles(book: BookId = USUAL_BOOK, as_json: AsJson = False) -> None:
    """Show what can be bought."""
    kinds = by_kind(find_book(book).offers().units)
    if as_json:
        print_json({f"{kind}s": units for kind, units in kinds.items()})
    else:
        print_units(Console(), kinds)


@app.command()
def check(
    sources: Sources,
    points: Points = None,
    options: Options = None,
    against: Annotated[
        list[str] | None, typer.Option("--against", help="An enemy force; some rules depend on it.")
    ] = None,
    book: BookId = USUAL_BOOK,
    as_json: AsJson = False,
) -> None:
    """Check forces. Every reason against them is given with its rule, and the command ends with 1."""
    played, chosen = find_book(book), _options(options, points)
    enemies = [_force(played, one) for one in against or []]
    verdicts = [(one, played.check_force(_force(played, one), chosen, enemies)) for one in sources]
    if as_json:
        print_json([_facts(source, one) for source, one in verdicts])
    else:
        for source, one in verdicts:
            _print_verdict(source, one)
    if not all(one.legal for _, one in verdicts):
        raise typer.Exit(FAILED)


@app.command()
def convert(source: Source = STDIN, to: Into = Form.TEXT, book: BookId = USUAL_BOOK) -> None:
    """Write a force in another form."""
    print(_written(_readable(find_book(book), source, {}), to), end="")


@app.command()
def build(
    units: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="UNIT...",
            help='Units as rosters name them, as in "Guard: Heavy Foot with Well-Armed; 12 models".',
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="The force's name.")] = "New Company",
    points: Points = None,
    options: Options = None,
    to: Into = Form.TEXT,
    book: BookId = USUAL_BOOK,
) -> None:
    """Build a force. Units are written one to an argument, or asked for one by one."""
    played, chosen = find_book(book), _options(options, points)
    if not units:
        # Needed by those alone who answer questions.
        from sandtable.cli.roster_building import build_by_questions

        found = build_by_questions(played, name, chosen)
    else:
        found = played.check_force(played.build_force(name, units), chosen)
    if not found.legal:
        raise _told(found.reasons)
    print(_written(found, to), end="")


@app.command()
def random(
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed rolls the same force.")] = None,
    points: Points = None,
    options: Options = None,
    to: Into = Form.TEXT,
    book: BookId = USUAL_BOOK,
) -> None:
    """Roll a force up by the book's own way."""
    played, chosen = find_book(book), _options(options, points)
    force = played.random_force(Random(seed), chosen)  # noqa: S311 - a roster is no secret
    if force is None:
        raise refuse("", f"{played.title} rolls no forces up.", "See sandtable roster list.")
    print(_written(played.check_force(force, chosen), to), end="")


# ---- what the book says of a force -------------------------------------------------------------------------

_SOURCES = "Name a file, a ready force (see sandtable roster list), or - for standard input."


def _force(book: Book[Any], source: str) -> Any:
    """The force that a source stands for: a ready one, a short code, a file, or standard input."""
    if source in {one.id for one in book.offers().forces}:
        return source
    if source != STDIN and book.check_force(source, {}).code == source:
        # Asked before any file of that name: a code may be longer than a file's name can be.
        return source
    try:
        return read_input(source)
    except Refused as refused:
        raise refuse("", refused.reason, _SOURCES) from None


def _readable(book: Book[Any], source: str, options: dict[str, Any]) -> ForceVerdict:
    """What the book says of a force, legal or not, as long as it can be read at all."""
    verdict = book.check_force(_force(book, source), options)
    if not verdict.text:
        raise Refused(*verdict.reasons)
    return verdict


def _options(options: list[str] | None, points: int | None = None) -> dict[str, Any]:
    chosen: dict[str, Any] = dict(pairs_of(options or [], "switch", "missile_profiles=off"))
    return chosen if points is None else {**chosen, POINTS_LIMIT: str(points)}


# ---- telling -----------------------------------------------------------------------------------------------


def print_units(console: Console, kinds: dict[str, list[UnitOffer]]) -> None:
    """Print what can be bought, a table for each kind of thing."""
    for place, (kind, units) in enumerate(kinds.items()):
        if place:
            console.print()
        console.print(_units_table(kind, units))


def print_force(console: Console, verdict: ForceVerdict) -> None:
    """Print a force with the finished values of its units."""
    console.print(Text(f"{verdict.name} [{verdict.points}]", style="bold"))
    for kind, units in by_kind(verdict.units).items():
        console.print(_units_table(kind, units))


def _units_table(kind: str, units: Sequence[UnitOffer]) -> Table:
    """Units with their points and values; the last column says the rest in words."""
    names = dict.fromkeys(name for one in units for name in one.facts)
    # What only says the name again is not said.
    columns = [name for name in names if any(one.facts.get(name) != one.name for one in units)]
    has_points = any(one.points for one in units)
    table = Table(box=None, pad_edge=False)
    for heading in (kind, *(["points"] if has_points else []), *columns, ""):
        table.add_column(Text(heading.replace("_", " ")))
    for one in units:
        values = [Text(_in_words(one.facts.get(name))) for name in columns]
        words = Text.assemble(one.sentence, (f"  {one.rule}" if one.rule else "", "dim"))
        table.add_row(Text(one.name), *([str(one.points)] if has_points else []), *values, words)
    return table


def _in_words(value: Any) -> str:
    """A value of a unit, as short as it can be said."""
    if isinstance(value, list | tuple):
        return ", ".join(map(_in_words, value))
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value).replace(" / ", "/").replace("_", " ")


def by_kind(units: Iterable[UnitOffer]) -> dict[str, list[UnitOffer]]:
    """Units by the sort of thing they are."""
    kinds: dict[str, list[UnitOffer]] = {}
    for one in units:
        kinds.setdefault(one.kind, []).append(one)
    return kinds


def _table(*columns: str, last: str) -> Table:
    """A table without lines of which only the last column breaks into lines."""
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name, no_wrap=True)
    table.add_column(last)
    return table


def _facts(source: str, verdict: ForceVerdict) -> dict[str, Any]:
    return {
        "roster": source,
        "legal": verdict.legal,
        "name": verdict.name or None,
        "points": verdict.points if verdict.text else None,
        "waived": verdict.waived,
        "reasons": verdict.reasons,
        "advice": verdict.advice,
    }


def _print_verdict(source: str, verdict: ForceVerdict) -> None:
    limit = "" if verdict.limit is None else f" of {verdict.limit}"
    waived = f", {verdict.waived} of them waived" if verdict.waived else ""
    points = f", {verdict.points}{limit} points{waived}" if verdict.text else ""
    print(f"{verdict.name or source}: {'legal' if verdict.legal else 'refused'}{points}")
    for one in (*verdict.reasons, *verdict.advice):
        print(f"  {one}")


def _told(reasons: Iterable[Refusal]) -> typer.Exit:
    """The reasons on standard error, and the end that a refused roster deserves."""
    for one in reasons:
        typer.echo(str(one), err=True)
    return typer.Exit(FAILED)


def _written(verdict: ForceVerdict, form: Form) -> str:
    if form is Form.CODE and not verdict.code:
        raise refuse("", f"Of {verdict.name} there is no short code.", "Write it as text or json.")
    if form is Form.CODE:
        return verdict.code + "\n"
    if form is Form.TEXT:
        return verdict.text
    return msgspec.json.format(msgspec.json.encode(verdict.data), indent=2).decode() + "\n"
