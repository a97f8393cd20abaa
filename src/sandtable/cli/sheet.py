"""`sandtable sheet`: a page for paper with everything that has to be set up on a real table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import sandtable
from sandtable.kernel.files import write_text
from sandtable.kernel.game import Game
from sandtable.kernel.records.record import read_record
from sandtable.kernel.records.replay import Replay
from sandtable.kernel.refusal import Refused
from sandtable.reports.page import fonts_in
from sandtable.reports.sheet import sheet_of
from sandtable.server.settings import Settings

File = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A game as play saves it, or a record: then as the battle began."),
]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the page is written.")]
USUAL = Path("sheet.html")


def sheet(file: File, out: Out = USUAL) -> None:
    """Write the set-up sheet of a game: the map to scale, terrain, figures, Objectives, what to lay ready."""
    write_sheet(_game(file), out)
    print(f"Written to {out}.")


def write_sheet(game: Game[Any], out: Path, viewer: str | None = None) -> None:
    """Write the set-up sheet of a game as it stands."""
    write_text(out, sheet_of(game, viewer, fonts_in(Settings().page)))


def _game(file: Path) -> Game[Any]:
    """A saved game as it stands, or the battle of a record before its first round."""
    try:
        return sandtable.load(file)
    except Refused as no_save:
        try:
            record = read_record(file)
        except Refused:
            raise no_save from None
    replay = Replay(record)
    while not replay.game().showing(None).clock.round and replay.forward() is not None:
        pass
    return replay.game()
