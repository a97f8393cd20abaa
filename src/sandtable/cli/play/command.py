"""The command `sandtable play` and its options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sandtable.cli.play.chart import MARKS, PLAIN_MARKS
from sandtable.cli.play.keeping import Keeper, latest_kept
from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.play.screen import Screen
from sandtable.cli.play.session import Session
from sandtable.cli.play.start import Wanted, start, typed_seats
from sandtable.cli.telling import USUAL_BOOK
from sandtable.kernel.refusal import refuse

PLAIN_WIDTH = 110
PLAIN_HEIGHT = 40
HOW_TO_ANSWER = (
    "Type the number of an answer, or ? for everything else: hint for advice, odds N for chances, undo."
)
"""What a newcomer is told, once."""


Scenario = Annotated[str | None, typer.Option(help="A scenario by its id; see sandtable books.")]
Forces = Annotated[
    list[str] | None,
    typer.Option("--force", "--company", help="SEAT=ID of a ready force, a roster file, or a roster code."),
]
Players = Annotated[
    str,
    typer.Option(
        help="Who plays: A=human,B=search:0.2 (human, uniform, greedy, search[:SECONDS], ./bot.py:Bold)."
    ),
]
Seed = Annotated[int | None, typer.Option(help="The same seed rolls the same dice.")]
DiceOf = Annotated[str, typer.Option(help="seeded, sealed or typed; for single seats A=typed,B=seeded.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="A switch of the book, as in terrain_mode=open.")
]
Position = Annotated[Path | None, typer.Option(help="Begin at a position file.")]
Load = Annotated[Path | None, typer.Option(help="Go on with a saved game.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the game that was played last.")]
RecordFile = Annotated[Path | None, typer.Option(help="Write the record here when the game is over.")]
SetUp = Annotated[
    bool | None, typer.Option("--set-up/--quick", help="Set up by hand, or let the program do it.")
]
Plain = Annotated[bool, typer.Option("--plain", help="No colours, no redrawing; for scripts and readers.")]
BookId = Annotated[str, typer.Option(help="The book to play.")]


def play(
    scenario: Scenario = None,
    force: Forces = None,
    players: Players = "",
    seed: Seed = None,
    dice: DiceOf = "",
    option: Options = None,
    position: Position = None,
    load: Load = None,
    resume: Resume = False,
    record: RecordFile = None,
    set_up: SetUp = None,
    plain: Plain = False,
    book: BookId = USUAL_BOOK,
) -> None:
    """Play in the terminal; with no options a small first battle against the program."""
    if resume and (load is not None or position is not None):
        raise refuse("", "Only one game can be gone on with.", "Say --resume, --load or --position.")
    wanted = Wanted(
        book=book,
        scenario=scenario,
        forces=force or [],
        players=players,
        seed=seed,
        dice=dice,
        options=option or [],
        position=position,
        load=latest_kept() if resume else load,
        quick=None if set_up is None else not set_up,
    )
    _run(wanted, record, plain or not sys.stdout.isatty(), keeps_on=resume)


def _run(wanted: Wanted, record: Path | None, plain: bool, *, keeps_on: bool) -> None:
    """Play the game that is wanted; a game that was kept goes on keeping itself under its name."""
    game, seating = start(wanted)
    screen = Screen(_console(plain), plain=plain)
    title = game.showing(None).title
    keeper = Keeper(wanted.load) if keeps_on and wanted.load else Keeper.for_new_game(title)
    session = Session(game, seating, screen, Keyboard(screen.say), keeper, record)
    session.until_battle = wanted.sets_up
    session.typed_in_battle = typed_seats(wanted, game.seats) if wanted.sets_up else ()
    if wanted.is_first_battle:
        _welcome(session)
    try:
        session.run()
    except (EOFError, KeyboardInterrupt):
        session.keep()
        if session.is_kept:
            session.say(f"\nThe game is kept in {session.keeper.path}.")
            session.say("Go on with: sandtable play --resume")


def _console(plain: bool) -> Console:
    if not plain:
        return Console(highlight=False)
    return Console(
        no_color=True,
        highlight=False,
        force_terminal=False,
        width=PLAIN_WIDTH,
        height=PLAIN_HEIGHT,
        soft_wrap=False,
    )


def _welcome(session: Session) -> None:
    """Say once who is who and how to answer."""
    first = session.game.book.offers().first
    marks = PLAIN_MARKS if session.screen.plain else MARKS
    mine = [
        side for side in session.game.showing(None).sides if set(side.seats) & set(session.seating.humans)
    ]
    who = f"{first.welcome} " if first is not None and first.welcome else ""
    marked = f"Yours are marked {marks[mine[0].side % len(marks)]}." if mine else ""
    session.introduction = f"{who}{marked}\n{HOW_TO_ANSWER}"
