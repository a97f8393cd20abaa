"""Where a device has come: the game, its seats as everybody may know them, and what the device may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.kernel.book import Book
from sandtable.kernel.decision.standing import offered
from sandtable.server.access.rights import Device
from sandtable.server.wire.link import Link
from sandtable.server.wire.message_parts import OrderOffer, Seat, SettingOffer
from sandtable.server.wire.protocol import Hello, Role

if TYPE_CHECKING:
    from sandtable.server.rooms.room import Room


def seats_of(room: Room) -> tuple[Seat, ...]:
    """Every seat as everybody may know it."""
    return tuple(
        Seat(
            seat,
            sitter.who,
            sitter.name,
            sitter.player,
            present=sitter.who == "ai" or room.presence.is_present(seat),
            lost=sitter.who == "person" and room.presence.is_lost(seat),
            choose_in=room.presence.choose_in(seat) if sitter.who == "person" else None,
            dice=sitter.dice,
        )
        for seat, sitter in [*room.game_log.sitters.items()]
    )


def hello(room: Room, link: Link) -> Hello:
    """Where a device has come."""
    device, game, game_log = link.device, room.game_log.game, room.game_log
    rules = [seat for seat in device.may_answer if game and game.book.may_rule(game.state, seat)]
    return Hello(
        game=room.id,
        book=room.plan.book,
        title=game_log.book.title,
        scenario=room.plan.scenario or "",
        code=room.code,
        status=game_log.status,
        role=_role(room, device, bool(rules)),
        your_seats=device.seats,
        viewer=link.viewer,
        seats=seats_of(room),
        batch=room.eyes_of(link.viewer).number,
        rulings=tuple(game_log.book.rulings()) if rules else (),
        sealed=game_log.sealed,
        standing=offers_of(game_log.book),
        orders={seat: game_log.orders_of(seat) for seat in device.may_answer},
    )


def offers_of(book: Book[Any]) -> tuple[OrderOffer, ...]:
    """What a book lets a seat order once, as it is told."""
    return tuple(
        OrderOffer(
            one.key,
            one.title,
            one.words,
            tuple(SettingOffer(each.key, each.words) for each in one.settings),
            one.for_a_round,
        )
        for one in offered(book.standing)
    )


def _role(room: Room, device: Device, rules: bool) -> Role:
    is_master = rules and device.role == "player" and len(room.game_log.seats) > 1
    return "game master" if is_master else device.role
