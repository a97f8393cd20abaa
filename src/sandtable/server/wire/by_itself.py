"""What a seat is told of its standing orders and of what they have answered; no other eyes see it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.server.rooms.game_log import GameLog
from sandtable.server.storage.steps import Answered, Step
from sandtable.server.wire.link import Link
from sandtable.server.wire.protocol import ByItself, Ordered


def tell_by_itself(game: str, game_log: GameLog, links: Iterable[Link], steps: list[Step]) -> None:
    """Tell each pair of eyes what was answered by itself for its own seat in these steps."""
    count = sum(isinstance(one, Answered) and bool(one.by) for one in steps)
    fresh = game_log.by_itself[-count:] if count else []
    for link in list(links):
        if given := tuple(one.told for one in fresh if one.seat == link.viewer):
            link.send(ByItself(game, link.viewer or "", given))


def send_by_itself(game: str, game_log: GameLog, link: Link) -> None:
    """Send a link all that was answered by itself for the seat of its eyes, and stands."""
    if link.viewer is not None:
        given = tuple(one.told for one in game_log.by_itself if one.seat == link.viewer)
        link.send(ByItself(game, link.viewer, given, whole=True))


def tell_orders(game: str, game_log: GameLog, links: Iterable[Link], seat: str) -> None:
    """Tell all devices of a seat how its standing orders are set now."""
    told = Ordered(game, seat, game_log.orders_of(seat))
    for link in list(links):
        if seat in link.device.seats:
            link.send(told)
