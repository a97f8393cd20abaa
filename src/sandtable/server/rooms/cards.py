"""What lists show of a game."""

from __future__ import annotations

import msgspec

from sandtable.server.rooms.game_log import GameLog
from sandtable.server.wire.message_parts import Seat
from sandtable.table.showing import Showing, winning_sides


class Card(msgspec.Struct, frozen=True):
    """What lists show of a game besides what it was created as."""

    seats: tuple[Seat, ...] = ()
    words: str = ""


def read_card(card: bytes) -> Card:
    """The card of a game as the store keeps it."""
    return msgspec.json.decode(card, type=Card)


def words_of(game_log: GameLog) -> str:
    """How a game stands, as everybody may know it, in a few words."""
    game, result = game_log.game, None if game_log.game is None else game_log.game.result
    if game_log.status == "ended":
        return f"given up: {game_log.ended}"
    showing = None if game is None else game.showing(None)
    if result is not None:
        sides = winning_sides(showing.sides, result.winners) if isinstance(showing, Showing) else ()
        won = [side.name for side in sides if not side.seats] or result.winners
        return f"{' and '.join(won) or 'nobody'} won: {result.why}"
    return f"round {showing.clock.round}" if isinstance(showing, Showing) and showing.clock.round else ""
