"""`sandtable`: the command line; the code of a command is read when somebody calls it."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from sandtable.cli.telling import Polite
from sandtable.kernel.version import __version__


class Command(NamedTuple):
    """A command: where it is written, and what it does in a sentence."""

    place: str
    does: str


COMMANDS = {
    "play": Command(
        "sandtable.cli.play.command:play",
        "Play in the terminal; with no options a small first battle against the program.",
    ),
    "serve": Command(
        "sandtable.cli.serve:serve",
        "Serve the table to browsers and programs; games are kept and go on after a restart.",
    ),
    "replay": Command(
        "sandtable.cli.replay:replay",
        "Tell a recorded game again: as text, or step by step with the map.",
    ),
    "report": Command(
        "sandtable.cli.report:report",
        "Tell how a recorded battle went: its turning points, losses, luck and best deeds.",
    ),
    "sheet": Command(
        "sandtable.cli.sheet:sheet",
        "Write the set-up sheet of a game: the map to scale, terrain, figures, Objectives, "
        "what to lay ready.",
    ),
    "verify": Command(
        "sandtable.cli.replay:verify",
        "Prove or disprove a record: its sealed dice, and that the rules lead to all that it tells.",
    ),
    "check": Command(
        "sandtable.cli.check:check",
        "Play case files and say which of them hold: position, dice by meaning, answers, what must follow.",
    ),
    "odds": Command(
        "sandtable.cli.odds:odds",
        "Work out chances: of a roll, of shooting, or of an answer in a position or a saved game.",
    ),
    "match": Command(
        "sandtable.cli.match:match",
        "Let two automatic players play many games and say how often the first one wins.",
    ),
    "roster": Command("sandtable.cli.roster:app", "List, build, check, convert and roll up forces."),
    "campaign": Command(
        "sandtable.cli.campaign:app", "Go on from finished games: the next force of a seat, and a ledger."
    ),
    "books": Command(
        "sandtable.cli.books:books", "List the books, and for one of them its scenarios and switches."
    ),
    "contract": Command(
        "sandtable.cli.contract:contract",
        "Put a book to the trial: the laws, random games and the ledger of its rules.",
    ),
    "new-book": Command(
        "sandtable.cli.new_book:new_book",
        "Write the skeleton of a book: a package with a small game that can be played and changed.",
    ),
    "schema": Command(
        "sandtable.cli.schema:schema",
        "Print what records, positions, rosters or socket messages look like, as JSON Schema.",
    ),
    "rules": Command("sandtable.cli.rules:app", "Read the rules and see how far the program follows them."),
}
"""Every command; its sentence stands here too, so that the list of all of them needs no code of any."""


class Shelf(Polite):
    """Takes a command from the shelf when it is called for, so that short ones answer at once."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The label of the command of that name, or None; its code is read when it is called."""
        found = COMMANDS.get(cmd_name)
        return None if found is None else TyperCommand(cmd_name, short_help=found.does)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, whole, and what it is called with."""
        name, label, left = super().resolve_command(ctx, args)
        return name, label if label is None else _read(str(label.name)), left


@cache
def _read(name: str) -> Any:
    module, _, attribute = COMMANDS[name].place.partition(":")
    found = getattr(importlib.import_module(module), attribute)
    if isinstance(found, typer.Typer):
        command: Any = typer.main.get_group(found)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name)(found)
        command = typer.main.get_command(alone)
    command.name = name
    return command


app = typer.Typer(
    rich_markup_mode=None,  # Rich costs more than all else that help needs; its boxes are read aloud.
    cls=Shelf,
    name="sandtable",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def sandtable(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_tell_version, help="Say the version and end."),
    ] = False,
) -> None:
    """Plays tabletop miniatures games from their rulebooks."""


def main() -> None:
    """Run the command line."""
    app()
