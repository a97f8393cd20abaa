"""What people at one table do to each other: they talk, resign, offer a draw, and lay out the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.kernel.game import Game
from sandtable.kernel.refusal import refuse
from sandtable.server.access.rights import CODE_LENGTH, LETTERS, Device, read_code
from sandtable.server.rooms.game_log import GameLog
from sandtable.server.storage.steps import DrawWanted, Resigned
from sandtable.server.wire.link import Link
from sandtable.server.wire.protocol import OfferDraw, RematchOffered, Resign, Said
from sandtable.table.showing import Showing

if TYPE_CHECKING:
    from sandtable.server.rooms.room import Room

LONGEST_WORDS = 500
"""The longest message that one device may say to the others."""


def ended(game_log: GameLog, wanted: Resign | OfferDraw, agreed: tuple[str, ...]) -> Resigned | DrawWanted:
    """The step by which a seat gives the battle up, or offers a draw to whoever has not agreed yet."""
    game = game_log.play
    if isinstance(wanted, Resign):
        return Resigned(wanted.seat, opponents_of(game, wanted.seat))
    if game.result is not None:
        raise refuse("", "The game is over.", "Start another one.")
    if set(game.seats) <= {wanted.seat, *agreed}:
        raise refuse("", "Nobody is there who could agree to a draw.", "Resign, or play on.")
    return DrawWanted(wanted.seat, agreed)


def opponents_of(game: Game[Any], seat: str) -> tuple[str, ...]:
    """The seats that are not of this seat's side."""
    showing = game.showing(None)
    sides = showing.sides if isinstance(showing, Showing) else ()
    own = next((side.seats for side in sides if seat in side.seats), (seat,))
    return tuple(one for one in game.seats if one not in own)


def say(room: Room, link: Link, words: str) -> None:
    """Words of a device to everybody."""
    words = words.strip()
    if not 0 < len(words) <= LONGEST_WORDS:
        raise refuse("", "These are no words of the allowed length.", f"Say 1 to {LONGEST_WORDS} characters.")
    room.talk.spend(link.device)
    by = speaker(link.device)
    room.send_to_all(Said(room.id, by, words), Link.send_word)
    room.surroundings.spread({"kind": "said", "game": room.id, "by": by, "words": words})


def offer_rematch(room: Room, link: Link, code: str) -> None:
    """A player tells by which code the others join the next game."""
    letters = read_code(code)
    if not link.device.may_answer or room.game_log.status not in ("over", "ended"):
        raise refuse("", "Only players offer another game, after the end of this one.", "Play on.")
    if len(letters) != CODE_LENGTH or not set(letters) <= set(LETTERS):
        raise refuse("", "This is no code.", f"A code has {CODE_LENGTH} letters.")
    room.talk.spend(link.device)
    room.send_to_all(RematchOffered(room.id, speaker(link.device), letters), Link.send_word)


def speaker(device: Device) -> str:
    """Who speaks; a watcher may call itself as a player does, so its role is told too."""
    if device.may_answer:
        return device.name or ", ".join(device.seats)
    return f"{device.name}, {device.role}" if device.name else device.role
