"""`sandtable campaign`: what follows from a finished game: a seat's next force, a ledger of all games."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import sandtable
from sandtable.cli.telling import AsJson, print_json, print_plainly
from sandtable.kernel.files import write_text
from sandtable.kernel.game import Game
from sandtable.kernel.records.record import read_record
from sandtable.kernel.records.replay import Replay
from sandtable.kernel.refusal import Refused, refuse

app = typer.Typer(
    help="Go on from finished games: the next force of a seat, and a ledger.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Played = Annotated[Path, typer.Argument(metavar="GAME", help="A saved game or a record, played to its end.")]
Kept = Annotated[Path, typer.Argument(metavar="LEDGER", help="The file of the ledger; it is made at need.")]


class Side(msgspec.Struct, frozen=True):
    """How one people fared in a game."""

    people: str
    won: bool
    renown: int


class Entry(msgspec.Struct, frozen=True):
    """A game in the ledger, known by its proof so that none counts twice."""

    proof: str
    book: str
    sides: tuple[Side, ...]
    scenario: str = ""


@app.command("next")
def follow(
    file: Played,
    seat: Annotated[str, typer.Option(help="The seat whose force is wanted.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write it to this file.")] = None,
) -> None:
    """Write the force of a seat as it goes into its next game."""
    game = _finished(file)
    forces = (game.header or {}).get("seats") or {}
    if seat not in game.seats:
        raise refuse("", f"There is no seat {seat!r}.", f"Seats: {', '.join(game.seats)}.")
    text = game.book.force_after(forces.get(seat), game.state, seat)
    if text is None:
        raise refuse("", "Nothing follows from this game.", "Play it as part of a campaign.")
    if out is None:
        print_plainly(text, end="")
    else:
        write_text(out, text)
        print(f"Written to {out}.")


@app.command()
def enter(file: Played, ledger: Kept) -> None:
    """Add a finished game to a ledger, once."""
    game = _finished(file)
    told = game.book.chronicle(game.state)
    if told is None:
        raise refuse("", "This game is not one that a ledger keeps.", "Play it in the mode that is kept.")
    # The lines of all dice and answers: two games that came to the same are still two.
    proof = hashlib.sha256(
        msgspec.json.encode([one.facts for one in game.events(all_seats=True)])
    ).hexdigest()
    entry = msgspec.convert({**told, "proof": proof, "book": game.book.id}, Entry)
    before = _read(ledger)
    if proof in {one.proof for one in before}:
        raise refuse("", "This game is in the ledger already.", "Enter another one.")
    write_text(ledger, "".join(f"{msgspec.json.encode(one).decode()}\n" for one in (*before, entry)))
    print(f"Entered; {len(before) + 1} in {ledger}.")


@app.command()
def standings(ledger: Kept, as_json: AsJson = False) -> None:
    """Tell how all peoples stand."""
    found: dict[str, dict[str, int]] = {}
    for side in (side for one in _read(ledger) for side in one.sides):
        row = found.setdefault(side.people, {"games": 0, "won": 0, "renown": 0})
        row["games"] += 1
        row["won"] += side.won
        row["renown"] += side.renown
    ranked = dict(sorted(found.items(), key=lambda item: (-item[1]["renown"], item[0])))
    if as_json:
        print_json(ranked)
        return
    table = Table("people", "games", "won", "renown")
    for people, row in ranked.items():
        table.add_row(people, *map(str, row.values()))
    Console().print(table)


def _read(ledger: Path) -> list[Entry]:
    if not ledger.exists():
        return []
    try:
        return [msgspec.json.decode(line, type=Entry) for line in ledger.read_bytes().splitlines() if line]
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise refuse("", f"{ledger} is no ledger: {fault}.", "Name another file.") from None


def _finished(file: Path) -> Game[Any]:
    """The game of a save or a record; refused unless it is over."""
    try:
        game = sandtable.load(file)
    except Refused as no_save:
        try:
            record = read_record(file)
        except Refused:
            raise no_save from None
        replay = Replay(record)
        replay.go_to(len(replay.moments) - 1)
        game = replay.game()
        game.header = {**(game.header or {}), "seats": record.header.seats}
    if game.result is None:
        raise refuse("", "The game is not over.", "Play it to its end first.")
    return game
