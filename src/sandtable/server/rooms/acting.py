"""What a device does in a room: every message of a client, carried out or refused."""

from __future__ import annotations

import logging
import time
from collections.abc import Coroutine
from typing import Any

from sandtable.kernel.decision.intention import PlannedAnswer
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused as RulesRefuse
from sandtable.kernel.refusal import refuse
from sandtable.players.registry import make_player
from sandtable.server.access.rights import Device
from sandtable.server.rooms.intending import carry_out_plan, intend, set_order
from sandtable.server.rooms.people import ended, offer_rematch, say
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.speaking import check_number, check_speaks_for
from sandtable.server.rooms.thinking import check_patience
from sandtable.server.storage.steps import (
    Answered,
    Consented,
    DiceChanged,
    DiceWanted,
    DrawAgreed,
    DrawWanted,
    Ended,
    Resigned,
    Ruled,
    Seated,
    Undone,
    UndoWanted,
)
from sandtable.server.wire import protocol as p
from sandtable.server.wire.greeting import hello
from sandtable.server.wire.link import Link
from sandtable.server.wire.projection import Viewer

LOG = logging.getLogger(__name__)


# ---- coming and going --------------------------------------------------------------------------------


async def enter(room: Room, link: Link, since: int | None) -> bool:
    """A device comes in and learns where it is, and everybody learns of it; false if the room is gone."""
    async with room.at_rest():
        if room.is_closed:
            return False
        # The one who had the turn before may have freed a seat, or taken the end of the game back.
        await room.renew(link.device)
        _check_room_for(room, link)
        check_eyes(room, link, link.viewer)
        room.links.add(link)
        try:
            await room.go_on()
            await _come_in(room, link, since)
        except BaseException:
            room.links.discard(link)
            count(room)
            raise
    _tell_of(room, link)
    return True


async def _come_in(room: Room, link: Link, since: int | None) -> None:
    room.used = time.monotonic()
    _hold_all(room)
    count(room)
    for seat in link.device.may_answer:
        await _take_back(room, link, seat)
    link.send(hello(room, link))
    await room.show(link, since)


def _hold_all(room: Room) -> None:
    """After a restart nobody has been counted yet, and everybody's time begins anew."""
    if room.is_restored:
        room.is_restored = False
        room.hold(seat for seat, sitter in room.game_log.sitters.items() if sitter.who == "person")


def _check_room_for(room: Room, link: Link) -> None:
    """Watchers may be too many; a device with a seat, or invited to one, is barred by its own links alone."""
    settings, device = room.surroundings.settings, link.device
    watchers = sum(not one.device.seats for one in room.links)
    if not device.seats and watchers >= settings.most_connections:
        raise refuse("", "Too many devices watch this game.", "Close one of them.")
    if sum(one.device.token == device.token for one in room.links) >= settings.most_links_of_a_device:
        raise refuse("", "This device is connected too often.", "Close one of its windows.")


async def leave(room: Room, link: Link) -> None:
    """A device is gone; its seats are held."""
    link.close()
    room.links.discard(link)
    room.used = time.monotonic()
    count(room)
    _tell_of(room, link)


def _tell_of(room: Room, link: Link) -> None:
    """Tell everybody who has come or gone: at once of players in seats, in good time of watchers."""
    if link.device.may_answer:
        room.tell_presence()
    else:
        room.bulletin.watchers_changed(room.tell_presence)


def count(room: Room) -> None:
    """Count who is here, and tell other servers."""
    seats = [seat for link in room.links for seat in link.device.may_answer]
    watchers = sum(not link.device.may_answer for link in room.links)
    room.presence.count(seats, watchers)
    room.bulletin.seats_held(room.tell_presence)
    room.surroundings.spread(
        {"kind": "presence", "game": room.id, "seats": list(room.presence.here), "watchers": watchers}
    )


async def _take_back(room: Room, link: Link, seat: str) -> None:
    """A player who comes back to a seat that the AI has taken sits in it again."""
    sitter = room.game_log.sitters.get(seat)
    if sitter is not None and sitter.who == "ai" and room.game_log.status == "running":
        name = link.device.name
        await room.take(lambda: Seated(seat, "person", name))


def check_eyes(room: Room, link: Link, viewer: Viewer) -> None:
    """Refuse eyes that are not the device's own; after the end everybody may see everything."""
    if room.may_see(link.device, viewer):
        return
    raise refuse("", f"This device may not see through the eyes of {viewer}.", "Choose one of its own seats.")


# ---- messages ------------------------------------------------------------------------------------------


async def act(room: Room, link: Link, message: p.FromClient) -> None:
    """Carry a message out, and say so; or refuse it, with nothing changed."""
    await _unless_refused(room, link, message, _carry_out(room, link, message))


async def _unless_refused(
    room: Room, link: Link, message: p.FromClient, doing: Coroutine[Any, Any, None]
) -> None:
    """Do what a message wants; if it is refused, or fails, say so."""
    about, number = _tag(message), getattr(message, "number", None)
    try:
        await doing
    except RulesRefuse as refused:
        link.send(refused_as(room.id, refused, message.request, about, number))
    except Exception:
        LOG.exception("In room %s a message of the type %s failed.", room.id, about)
        failed = refuse("", "The server could not carry this out.", "Try again, or another answer.")
        link.send(refused_as(room.id, failed, message.request, about, number))


def refused_as(
    game: str, refused: RulesRefuse, request: int = 0, about: str = "", number: int | None = None
) -> p.Refused:
    """A refusal as a message."""
    first, *more = refused.refusals
    return p.Refused(game, request, about, number, first.rule, first.reason, first.remedy, tuple(more))


async def _carry_out(room: Room, link: Link, message: p.FromClient) -> None:
    match message:
        case p.Ping():
            if room.surroundings.settings.has_company:
                await room.catch_up()
            link.send(p.Pong(room.id, message.request, room.eyes_of(link.viewer).number))
        case p.Resume():
            async with room.at_rest():
                await room.show(link, message.since)
        case p.Watch():
            await _watch(room, link, message)
        case p.AskOptions() | p.AskOdds() | p.AskChances() | p.AskHint() | p.AskJudgement() | p.AskSketch():
            await _ask(room, link, message)
        case p.AskOutlook():
            await _look(room, link, message)
        case p.Say():
            say(room, link, message.words)
        case p.OfferRematch():
            offer_rematch(room, link, message.code)
        case p.Enter():
            raise refuse("", "This device is in the room already.", "Send watch, resume or an answer.")
        case p.GiveAnswer():
            async with room.turn:
                await answer(room, link.device, message, link)
        case p.GivePlan():
            async with room.turn:
                await carry_out_plan(room, link, message)
        case p.Intend():
            await intend(room, link, message)
        case _:
            await _change(room, link, message)
            link.send(_accepted(room, message))


def _accepted(room: Room, message: p.FromClient) -> p.Accepted:
    return p.Accepted(room.id, message.request, _tag(message), getattr(message, "number", None))


async def _change(room: Room, link: Link, message: Any) -> None:
    async with room.at_rest():
        match message:
            case p.GiveRuling():
                await _rule(room, link, message)
            case p.Undo():
                await _undo(room, link, message)
            case p.Consent():
                await _consent(room, link, message)
            case p.ChangeDice():
                await _change_dice(room, link, message)
            case p.SettleAbsence():
                await _settle_absence(room, link, message)
            case p.SetOrder():
                await set_order(room, link, message)
            case p.Resign() | p.OfferDraw():
                await room.take(lambda: _ended(room, link, message))


def _tag(message: p.FromClient) -> str:
    return str(type(message).__struct_config__.tag)


async def answer(room: Room, device: Device, given: p.GiveAnswer, link: Link | None = None) -> None:
    """An answer counts only for the question that it names, from a device of the seat, and once.

    The link from which it came hears of it before anybody else.
    """

    def step() -> Answered:
        check_speaks_for(room, device, given.seat)
        check_number(room, given.seat, given.number)
        return Answered(given.seat, given.answer)

    await room.take(step, link, lambda: _accepted(room, given))


async def _rule(room: Room, link: Link, given: p.GiveRuling) -> None:
    def step() -> Ruled:
        check_speaks_for(room, link.device, given.seat)
        if room.game_log.game is not None and given.seat not in room.game_log.game.seats:
            raise refuse("", f"There is no seat {given.seat}.", "Rule for a seat of your own.")
        return Ruled(given.seat, given.ruling, given.facts)

    await room.take(step)


async def _undo(room: Room, link: Link, wanted: p.Undo) -> None:
    """Go back if the policy allows it; otherwise ask everybody who has to agree."""

    def target() -> int | None:
        check_speaks_for(room, link.device, wanted.seat)
        if room.game_log.play.is_ended_by_players:
            raise refuse("", "The players have ended this battle.", "Start another one.")
        if room.game_log.status == "over" and room.game_log.sealed is not None:
            raise refuse("", "The secret of the sealed dice has been told.", "Start another game.")
        if wanted.to_event is None:
            return room.game_log.last_word(wanted.seat)
        return room.game_log.question_behind(wanted.to_event, link.viewer)

    def agreed() -> tuple[str, ...]:
        return _need_not_be_asked(room, link, wanted.seat)

    target()
    try:
        await room.take(lambda: Undone(wanted.seat, target(), agreed()))
    except RulesRefuse:
        if set(room.game_log.play.seats) <= {wanted.seat, *agreed()}:
            raise
        await room.take(lambda: UndoWanted(wanted.seat, target(), agreed()))


def _need_not_be_asked(room: Room, link: Link, seat: str) -> tuple[str, ...]:
    """Seats that nobody holds or that were the AI's from the beginning, and those at the same device."""
    return tuple(
        one
        for one, sitter in room.game_log.sitters.items()
        if one != seat
        and (sitter.who == "open" or _is_planned_for_ai(room, one) or one in link.device.may_answer)
    )


def _is_planned_for_ai(room: Room, seat: str) -> bool:
    """A player who is only away, with the AI in the seat, has agreed to nothing."""
    planned = room.plan.seats.get(seat)
    return room.game_log.sitters[seat].who == "ai" and planned is not None and planned.sits == "ai"


async def _consent(room: Room, link: Link, given: p.Consent) -> None:
    def step() -> Consented:
        link.device.check_speaks_for(given.seat)
        pending = room.game_log.pending
        if pending is None or pending.number != given.undo:
            raise refuse("", "This is not asked for any more.", "Play on.")
        if given.seat not in room.game_log.missing_consent():
            raise refuse("", f"{given.seat} need not agree again.", "Wait for the others.")
        return Consented(given.seat, given.agrees)

    await room.take(step)
    if room.game_log.pending is not None and not room.game_log.missing_consent():
        await room.take(lambda: _agreed_by_all(room, given.undo))


def _agreed_by_all(room: Room, undo: int) -> Undone | DiceChanged | DrawAgreed:
    """That to which everybody has agreed, unless another server was quicker."""
    pending = room.game_log.pending
    if pending is None or pending.number != undo or room.game_log.missing_consent():
        raise refuse("", "This is not asked for any more.", "Play on.")
    if pending.draw:
        return DrawAgreed(pending.seat, pending.agreed)
    if pending.dice is not None:
        return DiceChanged(pending.seat, pending.dice, agreed=pending.agreed)
    return Undone(pending.seat, pending.to, pending.agreed)


def _ended(room: Room, link: Link, wanted: p.Resign | p.OfferDraw) -> Resigned | DrawWanted:
    check_speaks_for(room, link.device, wanted.seat)
    return ended(room.game_log, wanted, _need_not_be_asked(room, link, wanted.seat))


async def _change_dice(room: Room, link: Link, wanted: p.ChangeDice) -> None:
    """Change dice; where they are sealed, ask everybody who has to agree to dice of the real table."""
    seat, source = wanted.seat, wanted.source

    def agreed() -> tuple[str, ...]:
        check_speaks_for(room, link.device, seat)
        if room.game_log.game is None or room.game_log.sitters[seat].dice == source:
            raise refuse("", "There is nothing to change.", "Choose the other dice, once the game has begun.")
        return _need_not_be_asked(room, link, seat)

    agreed()
    try:
        await room.take(lambda: DiceChanged(seat, source, agreed=agreed()))
    except RulesRefuse:
        if set(room.game_log.play.seats) <= {seat, *agreed()}:
            raise
        await room.take(lambda: DiceWanted(seat, source, agreed()))


async def _settle_absence(room: Room, link: Link, wanted: p.SettleAbsence) -> None:
    """The others decide about a seat that was lost, once its time is over."""
    seat = wanted.seat
    if room.game_log.status in ("over", "ended"):
        raise refuse("", "Nobody waits for a seat any more.", "Start another game.")
    if not any(one != seat for one in link.device.may_answer):
        raise refuse("", "This device does not sit at the table.", "The players decide.")
    held = seconds_held(room, seat)
    if held is None:
        raise refuse("", f"{seat} is not lost.", "Play on.")
    if held:
        raise refuse("", f"The time of {seat} is not over.", "Wait until the countdown ends.")
    if wanted.choice == "wait":
        room.hold([seat])
        room.tell_presence()
    elif wanted.choice == "end":
        await room.take(lambda: Ended(f"{seat} was lost"))
    else:
        make_player(wanted.player)
        check_patience(wanted.player, room.surroundings.settings.thinking)
        if room.game_log.sitters[seat].dice == "typed":
            await room.take(lambda: DiceChanged(seat, "app"))
        room.presence.release(seat)
        name = room.game_log.sitters[seat].name
        await room.take(lambda: Seated(seat, "ai", name, wanted.player))


def seconds_held(room: Room, seat: str) -> float | None:
    """How long a seat is still held for a player who is not here; None where it is not lost.

    If nobody knows since when he is away, he is from now on.
    """
    sitter = room.game_log.sitters.get(seat)
    if sitter is None or sitter.who != "person" or room.presence.is_present(seat):
        return None
    _hold_all(room)
    if room.presence.choose_in(seat) is None:
        room.hold([seat])
    return room.presence.choose_in(seat)


async def _watch(room: Room, link: Link, wanted: p.Watch) -> None:
    async with room.at_rest():
        check_eyes(room, link, wanted.seat)
        link.viewer = wanted.seat
        link.send(hello(room, link))
        await room.show(link, wanted.since)


Asked = p.AskOptions | p.AskOdds | p.AskChances | p.AskHint | p.AskJudgement | p.AskSketch


async def _ask(room: Room, link: Link, asked: Asked) -> None:
    """Proposals, odds and hints for the question that is open now; what comes next need not wait."""
    async with room.at_rest():
        if asked.seat not in link.device.seats:
            raise refuse("", f"This device is not of {asked.seat}.", "Ask for one of its own seats.")
        check_number(room, asked.seat, asked.number)
        game = await room.copy()
    link.work_out(lambda: _unless_refused(room, link, asked, _work_out(room, link, asked, game)))


async def _work_out(room: Room, link: Link, asked: Asked, game: Game[Any]) -> None:
    """Answer what was asked of a copy of the game, beside the loop."""
    thinkers = room.surroundings.thinkers
    if isinstance(asked, p.AskHint):
        advice = await thinkers.advice(game, asked.seat)
        link.send(p.Advice(room.id, asked.request, asked.seat, asked.number, advice))
    elif isinstance(asked, p.AskOptions):
        options = await thinkers.options(game, asked.seat)
        link.send(p.Options(room.id, asked.request, asked.seat, asked.number, options))
    elif isinstance(asked, p.AskJudgement):
        refusal, words = await thinkers.judgement(game, asked.seat, asked.answer)
        link.send(p.Judged(room.id, asked.request, asked.seat, asked.number, refusal, words))
    elif isinstance(asked, p.AskSketch):
        found = await thinkers.sketch(
            game, asked.seat, asked.intention, room.game_log.standing_of(asked.seat)
        )
        link.send(p.Sketched(room.id, asked.request, asked.seat, asked.number, found.ways, found.why))
    elif isinstance(asked, p.AskChances):
        chances = await thinkers.chances(game, asked.seat)
        link.send(p.Chances(room.id, asked.request, asked.seat, asked.number, chances))
    else:
        plan = (PlannedAnswer(asked.answer), *asked.then)
        orders = room.game_log.standing_of(asked.seat)
        needs, prospect = await thinkers.odds(game, asked.seat, plan, orders)
        link.send(
            p.Odds(
                room.id, asked.request, asked.seat, asked.number, asked.answer, needs, prospect.lines,
                prospect.exact, prospect.ways, prospect.spreads,
            )
        )  # fmt: skip


async def _look(room: Room, link: Link, asked: p.AskOutlook) -> None:
    """The outlook of a unit through the eyes in use, and through no others; nobody waits for it either."""
    async with room.at_rest():
        game, viewer = room.game_log.play, link.viewer
        seen = game.seen(viewer)

    async def look() -> None:
        outlook = await room.surroundings.thinkers.outlook(game.book, seen, asked.unit)
        link.send(p.Looked(room.id, asked.request, viewer, asked.unit, outlook))

    link.work_out(lambda: _unless_refused(room, link, asked, look()))
