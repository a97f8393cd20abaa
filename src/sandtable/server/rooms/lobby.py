"""The lobby: games are created, joined and left here."""

from __future__ import annotations

import re
import secrets
import time
from typing import Any

import msgspec

from sandtable.kernel.book import Book, find_book
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.players.registry import make_player
from sandtable.server.access.allowance import A_MINUTE, Allowances
from sandtable.server.access.rights import Device, device_of, hash_of, new_code, new_token, read_code
from sandtable.server.files.puzzles import Puzzles
from sandtable.server.rooms.acting import seconds_held
from sandtable.server.rooms.all_rooms import AllRooms
from sandtable.server.rooms.game_log import GameLog, Sitter
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.thinking import check_patience
from sandtable.server.routes.bodies import Invitation, Inviting, Joined, Joining, NewGame, SeatPlan
from sandtable.server.routes.errors import Unwritten, forbidden, missing
from sandtable.server.storage.steps import Begun, Seated
from sandtable.server.storage.store import GameRow, InvitationRow
from sandtable.server.wire.protocol import Role

MOST_SEATS = 12
LONGEST_NAME = 60
LONGEST_SALT, SHORTEST_SALT = 200, 8
SEAT = re.compile(r"\w{1,24}")


class Lobby:
    """The way into games."""

    def __init__(self, all_rooms: AllRooms, puzzles: Puzzles) -> None:
        self._hall = all_rooms
        self._store = all_rooms.store
        self._puzzles = puzzles
        joins = all_rooms.settings.joins_per_minute
        self._tries = Allowances(joins / A_MINUTE, joins)

    # ---- new games -----------------------------------------------------------------------------------------

    async def create(self, new: NewGame, link: str) -> Joined:
        """A new game with its first device; refused if it could not begin."""
        secret = secrets.token_hex(32)
        plan = await self._hall.workshop.try_out(lambda: self._tried_out(new, secret))
        here = tuple(seat for seat, one in plan.seats.items() if one.sits == "here")
        token, now = new_token(), time.time()
        role: Role = "player" if here else "spectator"
        while True:
            game, code = secrets.token_urlsafe(12), new_code()
            device = Device(hash_of(token), game, role, here, plan.name, host=True)
            kept = msgspec.json.encode(plan)
            row = GameRow(game, code, plan.book, plan.listed, kept, secret, "gathering", b"{}", now, now)
            if await self._store.add_game(row, device.row()):
                break
        room = await self._hall.room(game)
        try:
            async with room.turn:
                await self._begin(room)
                await room.note_card()
        except Unwritten:
            # Nobody is told of it, so nobody is to find it in a list.
            await self._hall.forget(room)
            raise
        device = await self._again(device)
        return Joined(game, code, token, device.role, device.seats, f"{link}/join/{code}")

    def _tried_out(self, new: NewGame, secret: str) -> NewGame:
        plan = self._plan(new)
        _try_out(plan, secret)
        return plan

    def _plan(self, new: NewGame) -> NewGame:
        if new.puzzle:
            new = self._puzzles.game_of(new)
        book = find_book(new.book)
        seats = dict(new.seats)
        for seat in _seats_of(new, book):
            seats.setdefault(seat, SeatPlan())
        plan = msgspec.structs.replace(new, seats=seats, puzzle="")
        _check(plan, self._hall.settings.thinking)
        if any(one.sits == "elsewhere" for one in seats.values()):
            self._check_seed(plan)
        return plan

    def _check_seed(self, plan: NewGame) -> None:
        """Refuse to let people who do not know the seed play against somebody who does."""
        if plan.seed is not None and not self._hall.settings.any_seed:
            raise refuse("", "Whoever knows the seed knows the dice to come.", "Leave the seed out.")

    async def _begin(self, room: Room) -> None:
        """Begin if every seat is taken."""
        if room.game_log.status == "gathering" and not room.game_log.open_seats:
            await room.take(Begun)
            await self._give_unclaimed(room)

    async def _give_unclaimed(self, room: Room) -> None:
        """Seats of which the plan knew nothing are the host's."""
        unclaimed = tuple(seat for seat in room.game_log.seats if seat not in room.plan.seats)
        for device in [device_of(row) for row in await self._store.devices(room.id)] if unclaimed else ():
            if device.host and device.role == "player":
                await self._reseat(room, device, (*device.seats, *unclaimed))

    async def _reseat(self, room: Room, device: Device, seats: tuple[str, ...]) -> None:
        await self._store.set_seats(device.token, msgspec.json.encode(seats).decode())
        for link in list(room.links):
            if link.device.token == device.token:
                room.reseat(link, seats)

    async def _again(self, device: Device) -> Device:
        row = await self._store.device(device.token)
        return device if row is None else device_of(row)

    # ---- joining -------------------------------------------------------------------------------------------

    def check_tries(self, address: str, what: str) -> None:
        """Refuse an address that tries too many codes, or creates too many games, in a minute."""
        if not self._tries.of(f"{address} {what}").take():
            raise forbidden(f"Too many {what} from here.", "Wait a minute.")

    async def join(self, wanted: Joining, link: str) -> Joined:
        """A device joins a game by its code, or by an invitation."""
        code = read_code(wanted.code)
        _check_words(wanted.name, wanted.salt)
        row = await self._store.game_by_code(code)
        if row is None:
            return await self._accept(code, wanted, link)
        if wanted.role == "player":
            return await self._sit(row.id, wanted, link)
        if wanted.role in ("ally", "game master"):
            raise refuse("", f"Nobody joins as {wanted.role} by this code.", "Ask a player to invite you.")
        return await self._added(await self._hall.room(row.id), wanted.role, (), wanted.name, link)

    async def _sit(self, game: str, wanted: Joining, link: str) -> Joined:
        async with self._hall.turn_at(game) as room:
            opened = room.game_log.open_seats
            seat = wanted.seat or (opened[0] if opened else "")
            if seat not in opened:
                free = f"Open seats: {', '.join(opened)}." if opened else "Join as spectator."
                raise refuse("", "This seat is not open." if wanted.seat else "All seats are taken.", free)
            if room.game_log.status == "gathering":
                _check_salt(room.game_log.commitment, wanted.salt)
            if opened == (seat,) and room.game_log.status == "gathering":
                await self._hall.workshop.try_out(lambda: _try_out_with(room.game_log, seat, wanted))

            def step() -> Seated:
                if seat not in room.game_log.open_seats:
                    raise refuse("", "Somebody else has just sat down there.", "Choose another seat.")
                return Seated(seat, "person", wanted.name, "", wanted.force, wanted.salt)

            await room.take(step)
            try:
                # A server that died while the seat was freed may have left it to somebody.
                await self._clear(room, seat)
                joined = await self._added(room, "player", (seat,), wanted.name, link)
            except Exception:
                await room.take(lambda: Seated(seat, "open"))
                raise
            await self._begin(room)
        return joined

    async def _clear(self, room: Room, seat: str) -> None:
        """The device that had a seat, or was invited to it, has it no more."""
        await self._store.forget_invitations(room.id, seat)
        for row in await self._store.devices(room.id):
            one = device_of(row)
            if seat in one.seats:
                await self._reseat(room, one, tuple(other for other in one.seats if other != seat))

    async def _accept(self, code: str, wanted: Joining, link: str) -> Joined:
        invited = await self._store.take_invitation(code)
        if invited is None:
            raise missing("There is no game with this code.", "Look at the six letters again.")
        role: Role = "player" if invited.role == "player" else "ally"
        async with self._hall.turn_at(invited.game) as room:
            if invited.seat in room.game_log.open_seats:
                raise refuse("", "Whoever invited you has left the seat.", "Ask for the code of the game.")
            return await self._added(room, role, (invited.seat,), wanted.name, link)

    async def _added(self, room: Room, role: Role, seats: tuple[str, ...], name: str, link: str) -> Joined:
        token = new_token()
        device = Device(hash_of(token), room.id, role, seats, name)
        await self._store.add_device(device.row())
        return Joined(room.id, room.code, token, role, seats, f"{link}/join/{room.code}")

    async def invite(self, device: Device, wanted: Inviting, link: str) -> Invitation:
        """A code with which one more device joins a seat: as its ally, or as its player."""
        async with self._hall.turn_at(device.game) as room:
            await room.renew(device)
            seat = wanted.seat or (device.may_answer[0] if device.may_answer else "")
            device.check_speaks_for(seat)
            if wanted.role == "player":
                self._check_seed(room.plan)
            while True:
                code = new_code()
                row = InvitationRow(code, device.game, wanted.role, seat, time.time())
                if await self._store.add_invitation(row):
                    return Invitation(code, f"{link}/join/{code}", wanted.role, seat)

    async def free(self, device: Device, seat: str) -> None:
        """A seat is given up by its own device, or freed by the creator of the game."""
        async with self._hall.turn_at(device.game) as room:
            await room.renew(device)
            if not device.host and seat not in device.may_answer:
                raise forbidden(
                    "This device may not free that seat.", "Its player or the game's creator may."
                )
            self._check_seed(room.plan)
            sitter = room.game_log.sitters.get(seat)
            if sitter is None or sitter.who != "person":
                raise refuse("", f"No person sits in {seat}.", "Name another seat.")
            if seat not in device.may_answer:
                _check_is_left(room, seat)
            await room.take(lambda: Seated(seat, "open"))
            await self._clear(room, seat)
            room.presence.release(seat)


def once_more(room: Room, device: Device) -> NewGame:
    """A game that is over as one of its players lays it out again: own seats here, other people elsewhere."""
    if not device.may_answer or room.game_log.status not in ("over", "ended"):
        raise forbidden("Only its players play a game once more, after its end.", "Play on.")
    seats = {
        seat: SeatPlan(
            "ai" if one.who == "ai" else "here" if seat in device.may_answer else "elsewhere",
            one.force,
            one.player or SeatPlan().player,
            one.name,
        )
        for seat, one in room.game_log.sitters.items()
    }
    return msgspec.structs.replace(room.plan, seats=seats, name=device.name, salt="", seed=None)


def _check_is_left(room: Room, seat: str) -> None:
    """A player who sits down in a seat sees its secrets; so it must have been left, once there are any."""
    if room.game_log.status not in ("gathering", "over") and seconds_held(room, seat) != 0.0:
        raise refuse("", f"{seat} is still held for its player.", "Wait until its countdown is over.")


# ---- what a plan must be -------------------------------------------------------------------------------


def _seats_of(new: NewGame, book: Book[Any]) -> tuple[str, ...]:
    """The seats that a game of this plan has, as far as they are known beforehand."""
    if new.position is not None:
        return tuple(game_at(new.position, book=book).seats)
    return () if new.seats else book.offers().seats


def _check(plan: NewGame, most_seconds: float) -> None:
    refusals = []
    count = len(plan.seats)
    if not 0 < count <= MOST_SEATS:
        refusals.append(Refusal("", f"A game of {count} seats.", f"Play with 1 to {MOST_SEATS} seats."))
    for seat, one in plan.seats.items():
        if not SEAT.fullmatch(seat):
            refusals.append(Refusal("", "A seat has no fitting name.", "Name seats by letters, as A and B."))
        _check_words(one.name, "")
        if one.sits == "ai":
            make_player(one.player)
            check_patience(one.player, most_seconds)
    _check_words(plan.name, plan.salt)
    if refusals:
        raise Refused(*refusals)


def _check_words(name: str, salt: str) -> None:
    if len(name) > LONGEST_NAME or len(salt) > LONGEST_SALT:
        most = f"At most {LONGEST_NAME} and {LONGEST_SALT} characters."
        raise refuse("", "A name or a salt is too long.", most)


def _check_salt(commitment: str, salt: str) -> None:
    """Refuse a salt that may have been given before its giver knew to what the dice are committed."""
    own = salt.removeprefix(commitment).strip()
    if commitment and (not salt.startswith(commitment) or len(own) < SHORTEST_SALT):
        raise refuse(
            "",
            f"The dice of this game are sealed. They are committed to {commitment}, and wait for your salt.",
            f"Give a salt: this commitment, then {SHORTEST_SALT} or more characters of your own.",
        )


def _try_out(plan: NewGame, secret: str) -> None:
    """Refuse a game that could not begin, as far as that is known before others have joined."""
    game_log = GameLog(plan, secret)
    known = [one.id for one in game_log.book.offers().scenarios]
    if plan.position is None and plan.scenario and known and plan.scenario not in known:
        # The last player to join must not be told what the creator of the game has got wrong.
        raise refuse("", f'There is no scenario "{plan.scenario}".', f"Choose one of: {', '.join(known)}.")
    if all(
        sitter.force is not None for seat, sitter in game_log.sitters.items() if seat in game_log.open_seats
    ):
        game_log.take(Begun())


def _try_out_with(game_log: GameLog, seat: str, joining: Joining) -> None:
    """Refuse a force with which the game could not begin."""
    attempt = GameLog(game_log.plan, game_log.secret)
    attempt.sitters = {
        one: Sitter(sitter.who, force=sitter.force, dice=sitter.dice)
        for one, sitter in game_log.sitters.items()
    }
    if joining.force is not None:
        attempt.sitters[seat].force = joining.force
    attempt.take(Begun())
