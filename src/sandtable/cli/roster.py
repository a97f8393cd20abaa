"""`sandtable roster`: list, build, check, convert and roll up Companies."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.books.companies_and_captains import rosters
from sandtable.books.companies_and_captains.chapters.constructing import cost, finished_group, total_cost
from sandtable.books.companies_and_captains.columns import COLUMNS, column
from sandtable.books.companies_and_captains.rosters import Company, GroupEntry
from sandtable.books.companies_and_captains.rosters.short_code import PREFIX
from sandtable.books.companies_and_captains.switches import Switches, read_switches
from sandtable.books.companies_and_captains.tables import Profile, optional_traits, profiles
from sandtable.cli.telling import FAILED, STDIN, AsJson, pairs_of, print_json, read_input
from sandtable.kernel.refusal import Refusal, Refused, refuse

app = typer.Typer(help="List, build, check, convert and roll up Companies.", no_args_is_help=True)


class Form(StrEnum):
    """The three forms of a roster."""

    TEXT = "text"
    JSON = "json"
    CODE = "code"


Into = Annotated[Form, typer.Option("--to", help="The form to write: text, json or code.")]
Points = Annotated[
    int | None, typer.Option("--points", help="The points limit; 24 unless the options say otherwise.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="A switch of the game, as in missile_profiles=off.")
]
Sources = Annotated[
    list[str],
    typer.Argument(metavar="ROSTER...", help="Files, ids of ready Companies, or - for standard input."),
]


@app.command("list")
def list_ready(as_json: AsJson = False) -> None:
    """List the Companies that are ready to play."""
    ready = rosters.ready_companies()
    if as_json:
        print_json(
            [
                {"id": one.id, "rule": one.rule, "theme": one.theme, **rosters.write_data(one.company())}
                for one in ready
            ]
        )
        return
    table = _table("id", "points", "Groups", last="Company")
    for one in ready:
        company = one.company()
        words = Text(f"{company.name}: {one.theme}")
        table.add_row(one.id, str(total_cost(company)), str(len(company.groups)), words)
    Console().print(table)


@app.command()
def show(
    source: Annotated[str, typer.Argument(metavar="ROSTER", help="A file, the id of a ready Company, or -.")],
    options: Options = None,
) -> None:
    """Show a Company's Groups with their finished profiles."""
    company, switches = _company(source), _switches(options)
    print_company(Console(), company, switches)


@app.command("profiles")
def list_profiles(as_json: AsJson = False) -> None:
    """Show what can be bought: the profiles and the traits."""
    if as_json:
        bought = {"profiles": list(profiles().values()), "traits": list(optional_traits().values())}
        print_json(msgspec.to_builtins(bought))
        return
    print_profiles(Console())


@app.command()
def check(
    sources: Sources,
    points: Points = None,
    options: Options = None,
    against: Annotated[
        list[str] | None, typer.Option("--against", help="An enemy Company; Foes and banes depend on it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check Companies; every reason against them is given with its rule, and the command ends with 1."""
    switches = _switches(options)
    enemies = [_company(one) for one in against or []] or None
    checked = [(one, *_checked(one, switches, points, enemies)) for one in sources]
    if as_json:
        print_json([_verdict(source, company, reasons) for source, company, reasons in checked])
    else:
        limit = switches.points_limit if points is None else points
        for source, company, reasons in checked:
            _print_verdict(source, company, reasons, limit)
    if any(reasons for _, _, reasons in checked):
        raise typer.Exit(FAILED)


@app.command()
def convert(
    source: Annotated[
        str, typer.Argument(metavar="ROSTER", help="A file, the id of a ready Company, or -.")
    ] = STDIN,
    to: Into = Form.TEXT,
) -> None:
    """Write a Company in another form."""
    print(_written(_company(source), to), end="")


@app.command()
def build(
    groups: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GROUP...", help='Groups, as in "Guard: Heavy Foot with Well-Armed; 12 models".'
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="The Company's name.")] = "New Company",
    captain: Annotated[int, typer.Option("--captain", help="The number of the Group with the Captain.")] = 1,
    points: Points = None,
    options: Options = None,
    to: Into = Form.TEXT,
) -> None:
    """Build a Company from Groups written one to an argument, or asked for one by one."""
    switches = _switches(options)
    if not groups:
        from sandtable.cli.roster_building import build_by_questions

        company = build_by_questions(name, switches, points)
    else:
        company = _built(name, groups, captain)
    reasons = rosters.validate(company, switches, points)
    if reasons:
        raise _told(reasons)
    print(_written(company, to), end="")


@app.command()
def random(
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed rolls the same Company.")] = None,
    points: Points = None,
    options: Options = None,
    to: Into = Form.TEXT,
) -> None:
    """Roll a Company up by the book's way for its automatic opponent."""
    chance = Random(seed)  # noqa: S311 - a roster is no secret
    company = rosters.random_company(lambda sides: chance.randrange(sides) + 1, _switches(options), points)
    print(_written(company, to), end="")


def print_profiles(console: Console) -> None:
    """Print what can be bought."""
    table = _table("profile", "points", *COLUMNS, last="traits")
    for one in profiles().values():
        table.add_row(one.name, str(one.cost), *_columns(one), ", ".join(one.traits))
    traits = _table("trait", "points", last="what it does")
    for trait in optional_traits().values():
        needs = f" ({trait.needs})" if trait.needs else ""
        words = Text.assemble(f"{trait.effect}{needs}  ", (trait.rule, "dim"))
        traits.add_row(Text(trait.name), f"{trait.cost:+d}", words)
    console.print(table)
    console.print()
    console.print(traits)


def print_company(console: Console, company: Company, switches: Switches) -> None:
    """Print a Company with its Groups' finished profiles."""
    trait = f", Captain trait {company.captain_trait}" if company.captain_trait else ""
    console.print(Text(f"{company.name} [{total_cost(company)}]{trait}", style="bold"))
    table = _table("", "points", "models", *COLUMNS, last="Group")
    for number, group in enumerate(company.groups, 1):
        done = finished_group(group, switches)
        traits = [*done.profile.traits, *(str(one) for one in done.traits)]
        words = Text.assemble((group.title, "bold"), " (Captain)" if group.captain else "")
        words.append(f", {group.profile}" if group.name else "")
        words.append(f" with {', '.join(traits)}" if traits else "")
        table.add_row(str(number), str(cost(group)), str(group.models), *_columns(done.profile), words)
    console.print(table)


def _table(*columns: str, last: str) -> Table:
    """A table without lines of which only the last column breaks into lines."""
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name, no_wrap=True)
    table.add_column(last)
    return table


def _columns(profile: Profile) -> list[str]:
    return [column(profile, name).replace(" ", "") for name in COLUMNS]


def _company(source: str) -> Company:
    """The Company that a source stands for."""
    return rosters.read_roster(_text(source))


_SOURCES = "Name a file, a ready Company (see sandtable roster list), or - for standard input."


def _text(source: str) -> str:
    """The roster that a source stands for: a ready Company, a short code, a file, or standard input."""
    ready = {one.id: one for one in rosters.ready_companies()}
    if source in ready:
        return rosters.write_text(ready[source].company())
    if source.startswith(PREFIX):
        return source
    try:
        return read_input(source)
    except Refused as refused:
        raise refuse("", refused.reason, _SOURCES) from None


def _built(name: str, groups: list[str], captain: int) -> Company:
    if not 1 <= captain <= len(groups):
        raise refuse("CC-CAP-01", f"There is no Group {captain}.", f"Name one of 1 to {len(groups)}.")
    read = rosters.read_text("\n".join([name, *groups]))
    if any(one.captain for one in read.groups):
        return read
    made: list[GroupEntry] = [
        msgspec.structs.replace(one, captain=number == captain) for number, one in enumerate(read.groups, 1)
    ]
    return rosters.with_ids(msgspec.structs.replace(read, groups=tuple(made)))


def _checked(
    source: str, switches: Switches, points: int | None, enemies: list[Company] | None
) -> tuple[Company | None, list[Refusal]]:
    """The Company and every reason against it; one that cannot be read is refused for that."""
    text = _text(source)
    try:
        company = rosters.read_roster(text)
    except Refused as refused:
        return None, list(refused.refusals)
    return company, rosters.validate(company, switches, points, enemies)


def _verdict(source: str, company: Company | None, reasons: list[Refusal]) -> dict[str, Any]:
    return {
        "roster": source,
        "legal": not reasons,
        "name": None if company is None else company.name,
        "points": None if company is None else total_cost(company),
        "reasons": reasons,
    }


def _print_verdict(source: str, company: Company | None, reasons: list[Refusal], limit: int) -> None:
    name = source if company is None else company.name
    points = "" if company is None else f", {total_cost(company)} of {limit} points"
    print(f"{name}: {'refused' if reasons else 'legal'}{points}")
    for one in reasons:
        print(f"  {one}")


def _told(reasons: list[Refusal]) -> typer.Exit:
    """The reasons on standard error, and the end that a refused roster deserves."""
    for one in reasons:
        typer.echo(str(one), err=True)
    return typer.Exit(FAILED)


def _written(company: Company, form: Form) -> str:
    if form is Form.CODE:
        return rosters.write_code(company) + "\n"
    return rosters.write_json(company) if form is Form.JSON else rosters.write_text(company)


def _switches(options: list[str] | None) -> Switches:
    return read_switches(pairs_of(options or [], "switch", "missile_profiles=off"))
