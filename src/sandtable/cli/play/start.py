"""From the options of the command to a game and those who sit at it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

import sandtable
from sandtable.cli.play.seating import HUMAN, Seating, read_players
from sandtable.cli.telling import USUAL_BOOK, pairs_of
from sandtable.kernel.book import Book, find_book
from sandtable.kernel.cases.position import read_position_file
from sandtable.kernel.dice import Sealed, Seeded, Typed
from sandtable.kernel.game import Game
from sandtable.kernel.offers import Offers
from sandtable.kernel.refusal import refuse
from sandtable.table.showing import Showing

USUAL_OPPONENT = "greedy"
PLAYERS = "players"
"""The entry of a game's header that says who sits where."""
DICE = (Seeded.name, Sealed.name, Typed.name)


class Wanted(msgspec.Struct, kw_only=True):
    """What the command was asked for."""

    book: str = USUAL_BOOK
    scenario: str | None = None
    forces: list[str] = []
    players: str = ""
    seed: int | None = None
    dice: str = ""
    options: list[str] = []
    position: Path | None = None
    load: Path | None = None
    quick: bool | None = None
    """Whether the program sets up; None where that depends on the game."""

    @property
    def sets_up(self) -> bool:
        """Whether the program sets up for people."""
        return self.is_first_battle if self.quick is None else self.quick

    @property
    def is_first_battle(self) -> bool:
        """Whether nothing was asked for that makes it another game."""
        return not (self.scenario or self.forces or self.options or self.position or self.load)


def start(wanted: Wanted) -> tuple[Game[Any], Seating]:
    """The game that is wanted and its players; the names of the players go into its header."""
    if wanted.load is not None:
        game = sandtable.load(wanted.load)
        kept = game.header.get(PLAYERS)
        before = kept if isinstance(kept, dict) and all(isinstance(one, str) for one in kept.values()) else {}
    else:
        game, before = _new_game(wanted), {}
    if not isinstance(game.showing(None), Showing):
        raise refuse("", f"{game.book.title} shows no table yet.", "Play another book; see sandtable books.")
    names = read_players(wanted.players, game.seats, before or _usual_players(game))
    game.header[PLAYERS] = names
    return game, Seating(names, wanted.seed or 0)


def _new_game(wanted: Wanted) -> Game[Any]:
    seats = _seats(wanted)
    dice, salts = _dice(wanted.dice, tuple(seats))
    if wanted.sets_up and wanted.position is None:
        dice = without_typed(dice)
    if wanted.position is not None:
        position = read_position_file(wanted.position)
        book = position.get("book", wanted.book)
        return sandtable.new(str(book), position=position, seed=wanted.seed, dice=dice, salts=salts)
    first = find_book(wanted.book).offers().first
    options: dict[str, Any] = dict(pairs_of(wanted.options, "switch", "NAME=VALUE"))
    if wanted.is_first_battle and first is not None:
        options = dict(first.options)
    scenario = wanted.scenario or (None if first is None else first.scenario)
    return sandtable.new(
        wanted.book, scenario=scenario, seats=seats, options=options, seed=wanted.seed, dice=dice, salts=salts
    )


def _seats(wanted: Wanted) -> dict[str, Any]:
    """Every seat with its force: that of the first battle, one that was named, or one that is ready."""
    book = find_book(wanted.book)
    offers = book.offers()
    if wanted.is_first_battle and offers.first is not None:
        return dict(offers.first.seats)
    named = pairs_of(wanted.forces, "force", "SEAT=ID or SEAT=FILE")
    read = {seat: _force(book, offers, given) for seat, given in named.items()}
    return dict(sorted({**usual_forces(offers), **read}.items()))


def usual_forces(offers: Offers) -> dict[str, Any]:
    """A ready force for every seat, as far as the book has any."""
    forces: list[Any] = [one.id for one in offers.forces] or [None]
    return {seat: forces[place % len(forces)] for place, seat in enumerate(offers.seats)}


def _force(book: Book[Any], offers: Offers, given: str) -> str:
    """What a seat brings: the text of a file, the id of a ready force, a short code, or a whole roster."""
    path = Path(given).expanduser()
    try:
        is_file = path.is_file()
    except OSError:
        is_file = False
    if is_file:
        return path.read_text(encoding="utf-8-sig")
    ready = [one.id for one in offers.forces]
    is_word = given not in ready and "\n" not in given
    if ready and is_word and book.check_force(given, {}).code != given:
        raise refuse("", f'"{given}" is no file and no ready force.', f"Ready are {', '.join(ready)}.")
    return given


def _dice(text: str, seats: tuple[str, ...]) -> tuple[str | dict[str, str] | None, Mapping[str, str] | None]:
    """The dice as they were asked for, and salts where some of them are sealed."""
    if not text:
        return None, None
    choice: str | dict[str, str] = text.strip()
    if "=" in text:
        choice = pairs_of(
            [one for one in text.split(",") if one.strip()], "choice of dice", "A=typed,B=seeded"
        )
        for seat in choice:
            if seat not in seats:
                raise refuse("", f'There is no seat "{seat}".', f"Seats: {', '.join(seats)}.")
    names = [choice] if isinstance(choice, str) else list(choice.values())
    for name in names:
        if name not in DICE:
            raise refuse("", f'There are no dice "{name}".', f"Dice are {', '.join(DICE)}.")
    salts = {seat: secrets.token_hex(8) for seat in seats} if Sealed.name in names else None
    return choice, salts


def typed_seats(wanted: Wanted, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The seats that roll on the real table."""
    dice, _ = _dice(wanted.dice, seats)
    if isinstance(dice, dict):
        return tuple(seat for seat in seats if dice.get(seat) == Typed.name)
    return seats if dice == Typed.name else ()


def without_typed(dice: str | dict[str, str] | None) -> str | dict[str, str] | None:
    """The dice with which the program sets up; nobody types what it rolls."""
    if isinstance(dice, dict):
        return {seat: one for seat, one in dice.items() if one != Typed.name} or None
    return None if dice == Typed.name else dice


def _usual_players(game: Game[Any]) -> dict[str, str]:
    """One seat is for a person, the one of the first battle or the first; the others play by themselves."""
    first = game.book.offers().first
    person = first.person if first is not None and first.person in game.seats else game.seats[0]
    return {seat: HUMAN if seat == person else USUAL_OPPONENT for seat in game.seats}
