"""`sandtable`: the command line; the code of a command is read when somebody calls it."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Annotated, Any

import typer

from sandtable.cli.telling import Polite
from sandtable.kernel.version import __version__

COMMANDS = {
    "play": "sandtable.cli.play.command:play",
    "serve": "sandtable.cli.serve:serve",
    "replay": "sandtable.cli.replay:replay",
    "report": "sandtable.cli.report:report",
    "sheet": "sandtable.cli.sheet:sheet",
    "verify": "sandtable.cli.replay:verify",
    "check": "sandtable.cli.check:check",
    "odds": "sandtable.cli.odds:odds",
    "match": "sandtable.cli.match:match",
    "roster": "sandtable.cli.roster:app",
    "books": "sandtable.cli.books:books",
    "rules": "sandtable.cli.rules:app",
}
"""Every command and where it is written."""


class Shelf(Polite):
    """Takes a command from the shelf when it is called for, so that short ones answer at once."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        return _read(cmd_name) if cmd_name in COMMANDS else None


@cache
def _read(name: str) -> Any:
    module, _, attribute = COMMANDS[name].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    if isinstance(found, typer.Typer):
        command: Any = typer.main.get_group(found)
    else:
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        command = typer.main.get_command(alone)
    command.name = name
    return command


app = typer.Typer(
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
