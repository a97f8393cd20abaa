"""`sandtable`: the command line."""

from __future__ import annotations

import typer

from sandtable.cli import roster, rules
from sandtable.cli.books import books
from sandtable.cli.check import check
from sandtable.cli.match import match
from sandtable.cli.odds import odds
from sandtable.cli.play.command import play
from sandtable.cli.replay import replay, verify
from sandtable.cli.serve import serve
from sandtable.cli.telling import Polite

app = typer.Typer(
    cls=Polite,
    name="sandtable",
    help="Plays tabletop miniatures games from their rulebooks.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play, serve, replay, check, odds, match, verify, books):
    app.command()(command)
app.add_typer(roster.app, name="roster")
app.add_typer(rules.app, name="rules")


def main() -> None:
    """Run the command line."""
    app()
