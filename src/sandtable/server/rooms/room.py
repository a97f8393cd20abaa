"""A room: one running game, its devices, and what happens in it, one thing after the other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec

from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused, refuse
from sandtable.server.access.rights import Device, device_of
from sandtable.server.rooms.bulletin import Bulletin
from sandtable.server.rooms.cards import Card, words_of
from sandtable.server.rooms.following import More, follow_up
from sandtable.server.rooms.game_log import GameLog, PendingUndo
from sandtable.server.rooms.presence import Presence
from sandtable.server.rooms.surroundings import Surroundings
from sandtable.server.rooms.talk import Talk
from sandtable.server.rooms.workshop import (
    Made,
    RoomForm,
    eyes_among,
    follow,
    make_batches,
    may_take_long,
    restored,
    weigh,
    work,
)
from sandtable.server.routes.bodies import NewGame
from sandtable.server.storage.steps import (
    Answered,
    Begun,
    Consented,
    DiceChanged,
    DiceWanted,
    DrawAgreed,
    DrawWanted,
    Ended,
    Ordered,
    Resigned,
    Seated,
    Step,
    Undone,
    UndoWanted,
    read_step,
    write_step,
)
from sandtable.server.storage.store import GameRow, StepRow, TakenNumber
from sandtable.server.wire.by_itself import send_by_itself, tell_by_itself, tell_orders
from sandtable.server.wire.consent import asked, settled
from sandtable.server.wire.greeting import hello, seats_of
from sandtable.server.wire.link import Link
from sandtable.server.wire.projection import WATCHER, Eyes, Viewer, viewers_of
from sandtable.server.wire.protocol import Presence as PresenceMessage
from sandtable.server.wire.protocol import Reasoned, Status
from sandtable.server.wire.public import Public

LOG = logging.getLogger(__name__)
T = TypeVar("T")

MOST_ATTEMPTS = 5
"""How often a step is tried again when other servers were quicker."""
WORK_PER_SNAPSHOT = 2.0
"""Seconds of work in the steps since the last snapshot after which the next one is worth its own work."""


class Room:
    """One game in memory."""

    def __init__(self, row: GameRow, surroundings: Surroundings) -> None:
        self.id = row.id
        self.code = row.code
        self.plan = msgspec.json.decode(row.plan, type=NewGame)
        self.turn = asyncio.Lock()
        """Whatever changes the game holds it; the next one waits."""
        self.links: set[Link] = set()
        self.used = time.monotonic()
        self.is_closed = False
        """Whether it has left memory; code that still holds it asks all rooms again."""
        self.is_restored = False
        """Whether the game came back from the store and nobody has entered since."""
        self._row = row
        self.surroundings = surroundings
        self.game_log = GameLog(self.plan, row.secret)
        self.eyes: dict[Viewer, Eyes] = {}
        self._public = Public()
        self.presence = Presence(asyncio.get_running_loop().time, surroundings.settings.seat_held)
        self.bulletin = Bulletin(self.presence)
        self.talk = Talk(surroundings.settings, asyncio.get_running_loop().time)
        self._card = ("", b"")
        self._snapshot = 0
        self._worked = 0.0
        """Seconds that the steps since the last snapshot took, and would take again."""
        self._is_ahead = False
        """Whether the game in memory may hold a step that the store does not."""
        self._status: Status = "gathering"
        self._words = ""
        """How the game stood when somebody asked last."""
        self._undo_told: PendingUndo | None = None
        """The number of the undo that everybody was asked about."""
        self.after_change: list[Callable[[], None]] = []
        """Who looks at the game whenever it has changed: the automatic players."""

    # ---- from the store, and back ------------------------------------------------------------------------

    async def load(self) -> None:
        """Build the game from the store: the last snapshot, if it can be read, and the steps after it."""
        self._is_ahead = True
        game_log, eyes = await self._restored()
        snapshot, worked = game_log.number, 0.0
        rows = await self.surroundings.store.steps(self.id, game_log.number)
        if rows:
            # Nobody looks at the game before it is there; other rooms go on.
            worked = await self.beside(partial(follow, game_log, eyes, rows))
        self.game_log, self.eyes, self._snapshot, self._worked = game_log, eyes, snapshot, worked
        self._is_ahead = False
        self._settle()

    async def _restored(self) -> tuple[GameLog, dict[Viewer, Eyes]]:
        game_log = GameLog(self.plan, self._row.secret)
        kept = await self.surroundings.store.snapshot(self.id)
        if kept is None:
            return game_log, {}
        try:
            return game_log, await self.beside(partial(restored, game_log, kept[1]))
        except (Refused, msgspec.MsgspecError) as broken:
            # A snapshot is only a cache; the steps are the truth.
            LOG.warning("A snapshot of %s cannot be read: %s", self.id, broken)
            await self.surroundings.store.forget_snapshot(self.id)
            return GameLog(self.plan, self._row.secret), {}

    async def catch_up(self) -> None:
        """Take over what other servers have written; holds the turn."""
        async with self.turn:
            if was_ahead := self._is_ahead:
                await self.load()
            rows = await self.surroundings.store.steps(self.id, self.game_log.number)
            if not rows and not was_ahead:
                return
            try:
                for row in rows:
                    await self._follow(row)
            except Exception:
                LOG.exception("Room %s starts again from the store.", self.id)
                await self.load()
                self.tell_presence()
            self._settle()
            self.broadcast()

    async def _follow(self, row: StepRow) -> None:
        """Take a step that another server has written, and tell of it."""
        self._is_ahead = True
        self._worked += await self.beside(partial(follow, self.game_log, self.eyes, [row]))
        self._is_ahead = False
        self._tell_of(read_step(row.body))

    async def beside(self, work: Callable[[], T]) -> T:
        """Work on the game beside the loop. The caller holds the turn, and other rooms go on."""
        return await self.surroundings.workshop.do(work)

    async def copy(self) -> Game[Any]:
        """A copy of the game, for somebody to think about. The caller holds the turn."""
        clone = self.game_log.play.clone
        return clone() if self.game_log.book.answers_at_once else await self.beside(clone)

    def _settle(self) -> None:
        game = self.game_log.game
        if game is not None:
            for viewer in viewers_of(self.game_log.seats):
                self.eyes_of(viewer).settle(game)

    def eyes_of(self, viewer: Viewer) -> Eyes:
        """The eyes of a viewer, who may be new."""
        return eyes_among(self.eyes, viewer)

    async def keep(self) -> None:
        """Keep a snapshot and what lists show; of a game that is not to be trusted the store has better."""
        if self._is_ahead:
            return
        if self.game_log.number > self._snapshot:
            lengths = {viewer or WATCHER: eyes.lengths for viewer, eyes in self.eyes.items()}
            game_log = await self.beside(self.game_log.snapshot)
            form = RoomForm(msgspec.Raw(game_log), lengths)
            self._snapshot, self._worked = self.game_log.number, 0.0
            await self.surroundings.store.keep_snapshot(
                self.id, self.game_log.number, msgspec.json.encode(form)
            )
        await self.note_card()

    async def note_card(self) -> None:
        """Keep what lists show of the game, if that has changed."""
        status, card = self.game_log.status, msgspec.json.encode(Card(seats_of(self), self.words()))
        if (status, card) != self._card:
            self._card = (status, card)
            await self.surroundings.store.note_card(self.id, status, card)

    @property
    def status(self) -> Status:
        """What has become of the game as far as it is written down; in mid-step, as before."""
        if not self._is_ahead:
            self._status = self.game_log.status
        return self._status

    def words(self) -> str:
        """How the game stands, as everybody may know it, in a few words; in mid-step, as it stood before."""
        if not self._is_ahead:
            self._words = words_of(self.game_log)
        return self._words

    @asynccontextmanager
    async def at_rest(self) -> AsyncIterator[None]:
        """The turn, with the game as the store has it: a watcher sees nothing that is half done."""
        async with self.turn:
            if self._is_ahead:
                await self.load()
            yield

    # ---- steps ---------------------------------------------------------------------------------------------

    async def take(
        self,
        make: Callable[[], Step],
        first: Link | None = None,
        word: Callable[[], msgspec.Struct] | None = None,
        more: More | None = None,
    ) -> Step:
        """Let something happen: made, written down, and only then told. The caller holds the turn.

        What `more` makes of it happens too, and what then answers itself. The link that waits for it is
        told `first`, and this word; then it is the turn of other rooms.
        """
        if self._is_ahead:
            await self.load()
        for _ in range(MOST_ATTEMPTS):
            status = self.game_log.status
            try:
                step = await self._write(make())
            except Refused:
                if self._is_ahead:
                    await self.load()
                raise
            except TakenNumber:
                await self.load()
                for seat in self.game_log.open_seats:
                    self._free(seat)
                self.tell_presence()
                self.tell_undo()
                self.broadcast()
                continue
            except BaseException:
                # Nobody knows what became of it; the store does.
                await self.load()
                raise
            self.used = time.monotonic()
            steps = [step, *await follow_up(self, self._write, more)]
            await self._tell(steps, first, word)
            await self._tidy(step, status)
            for look in self.after_change:
                look()
            return step
        raise refuse("", "Others were quicker.", "Look at the question again.")

    async def go_on(self) -> None:
        """Let happen what answers itself, if it has not. The caller holds the turn."""
        if steps := await follow_up(self, self._write):
            await self._tell(steps, None, None)
            for look in self.after_change:
                look()

    async def _write(self, step: Step) -> Step:
        """Carry a step out and write it down; until both are done the game in memory is not to be trusted."""
        game = self.game_log.game
        before = 0 if game is None else game.facts_told
        self._is_ahead = True
        try:
            carry_out = partial(work, self.game_log, step)
            step, seconds = (
                await self.beside(carry_out) if may_take_long(self.game_log, step) else carry_out()
            )
        except Refused:
            # A refusal changes nothing.
            self._is_ahead = False
            raise
        self._worked += seconds
        marks = self._notice(step, before)
        body, noted = write_step(step), msgspec.json.encode(marks)
        await self.surroundings.store.append(StepRow(self.id, self.game_log.number, body, noted, time.time()))
        self._is_ahead = False
        return step

    async def _tidy(self, step: Step, status: Status) -> None:
        """Keep what lists show and a snapshot; the step counts, even where there is no room for these."""
        try:
            if self.game_log.status != status or isinstance(step, Seated):
                await self.note_card()
            if self._worked >= WORK_PER_SNAPSHOT:
                await self.keep()
        except Exception:
            LOG.exception("The card or the snapshot of %s was not kept; its steps are there.", self.id)

    def _notice(self, step: Step, before: int) -> dict[str, int]:
        """The viewers for whom this step is a batch, and the length of their logs after it."""
        game = self.game_log.game
        if game is None or isinstance(step, UndoWanted | DiceWanted | DrawWanted | Consented):
            return {}
        actor = getattr(step, "seat", "")
        fresh = None if isinstance(step, Undone) else game.events(before, all_seats=True)
        marks = {}
        for viewer in viewers_of(self.game_log.seats):
            eyes = self.eyes_of(viewer)
            if eyes.notices(game, fresh, actor):
                marks[viewer or WATCHER] = eyes.lengths[-1]
        return marks

    # ---- telling -------------------------------------------------------------------------------------------

    async def _tell(
        self, steps: list[Step], first: Link | None, word: Callable[[], msgspec.Struct] | None
    ) -> None:
        """Tell the link that waits, with this word; then it is the turn of other rooms, then of all."""
        self.surroundings.spread({"kind": "step", "game": self.id, "number": self.game_log.number})
        for step in steps:
            self._tell_of(step)
        tell_by_itself(self.id, self.game_log, self.links, steps)
        made = self._nothing_made()
        if first is not None and word is not None:
            await self._make_ready([first], made)
            self._send_news(first, made)
            first.send(word())
            await asyncio.sleep(0)
        await self._make_ready([link for link in self.links if link is not first], made)
        self.broadcast(made)

    async def _make_ready(self, links: list[Link], made: Made) -> None:
        """Make what these links will be sent as far as that may take long; other rooms go on meanwhile."""
        game = self.game_log.game
        if game is None:
            return
        if self.game_log.book.answers_at_once:
            await weigh(game, [link.viewer for link in links])
            return
        wanted = [(self.eyes_of(link.viewer), link.sent) for link in links]
        fresh = [one for one in wanted if one[0].number != one[1]]
        await self.beside(partial(make_batches, self.id, game, self._public, fresh, made, whole=False))

    def broadcast(self, made: Made | None = None) -> None:
        """Send every link what it has not seen."""
        made = self._nothing_made() if made is None else made
        for link in list(self.links):
            self._send_news(link, made)

    def _nothing_made(self) -> Made:
        """No batch, where one has not been made since the game was changed."""
        if self.game_log.game is not None:
            self._public.renew(self.game_log.game)
        return {}

    def _send_news(self, link: Link, made: Made) -> None:
        """Send a link what it has not seen; batches that were made for others with the same eyes will do."""
        if not self.may_see(link.device, link.viewer):
            # The game was over, all eyes were open, and an undo has brought it back.
            link.viewer = next(iter(link.device.seats), None)
            link.send(hello(self, link))
            self.send_batch(link, None)
        eyes = self.eyes.get(link.viewer)
        if self.game_log.game is None or eyes is None or eyes.number == link.sent:
            return
        wanted = (link.viewer, link.sent)
        try:
            if wanted not in made:
                made[wanted] = eyes.batch(self.id, self.game_log.game, link.sent, self._public, whole=False)
        except Exception:
            # What one viewer cannot be shown must not keep the others waiting.
            LOG.exception("In room %s a viewer cannot be told what happened.", self.id)
            link.close()
            return
        link.send(made[wanted])
        link.sent = eyes.number

    def may_see(self, device: Device, viewer: Viewer) -> bool:
        """Whether a device may see through these eyes: its own, a watcher's, after the end everybody's."""
        if viewer is None or viewer in device.seats:
            return True
        return self.game_log.status == "over" and viewer in self.game_log.seats

    async def show(self, link: Link, since: int | None) -> None:
        """The same as `send_batch`, with what may take long beside the loop. The caller holds the turn."""
        if any(one.seat == link.viewer for one in self.game_log.by_itself):
            send_by_itself(self.id, self.game_log, link)
        game, made = self.game_log.game, Made()
        if game is not None and not self.game_log.book.answers_at_once:
            fresh = [(self.eyes_of(link.viewer), since)]
            public = self._public.renew(game)
            await self.beside(partial(make_batches, self.id, game, public, fresh, made, whole=True))
        self.send_batch(link, since, made)

    def send_batch(self, link: Link, since: int | None, made: Made | None = None) -> None:
        """Send a link everything after a batch, and the open question again."""
        if self.game_log.game is not None:
            eyes = self.eyes_of(link.viewer)
            public = self._public.renew(self.game_log.game)
            ready = None if made is None else made.get((link.viewer, since))
            link.send(ready or eyes.batch(self.id, self.game_log.game, since, public))
            link.sent = eyes.number

    def send_to_all(self, message: msgspec.Struct, send: Callable[[Link, bytes], None] = Link.send) -> None:
        """Send everybody the same."""
        encoded = msgspec.json.encode(message)
        for link in list(self.links):
            send(link, encoded)

    def _tell_of(self, step: Step) -> None:
        """What is told besides batches."""
        match step:
            case Begun():
                for link in list(self.links):
                    link.send(hello(self, link))
                self.hold(seat for seat, sitter in self.game_log.sitters.items() if sitter.who == "person")
            case UndoWanted() | DiceWanted() | DrawWanted() | Consented(_, True):
                self.tell_undo()
            case Answered(seat, _, _, reasons, rules) if reasons:
                for link in list(self.links):
                    if link.viewer == seat:
                        link.send(Reasoned(self.id, seat, reasons, rules))
            case Ordered(seat):
                tell_orders(self.id, self.game_log, self.links, seat)
            case Undone():
                for link in list(self.links):
                    send_by_itself(self.id, self.game_log, link)
            case Seated(seat, "open"):
                self._free(seat)
                self.tell_presence()
            case Seated(seat, "person"):
                self.tell_presence()
                self.hold([seat])
            case Seated() | DiceChanged() | Ended() | Resigned() | DrawAgreed():
                self.tell_presence()
        if self._undo_told and self.game_log.pending is None:
            wanted, self._undo_told = self._undo_told, None
            refused_by = step.seat if isinstance(step, Consented) else ""
            self.send_to_all(
                settled(self.id, wanted, isinstance(step, Undone | DiceChanged | DrawAgreed), refused_by)
            )

    def hold(self, seats: Iterable[str]) -> None:
        """Hold seats for players who are not here; everybody is told when their time is over."""
        self.presence.hold(seats)
        self.bulletin.seats_held(self.tell_presence)

    def _free(self, seat: str) -> None:
        """The player who sat in a seat sees through its eyes no more, wherever it was freed."""
        for link in list(self.links):
            if seat in link.device.seats:
                self.reseat(link, tuple(one for one in link.device.seats if one != seat))

    async def renew(self, device: Device) -> None:
        """The seats of a device as they are now; one that was just freed at another server is nobody's."""
        row = await self.surroundings.store.device(device.token)
        if row is not None:
            freed = self.game_log.open_seats
            device.seats = tuple(seat for seat in device_of(row).seats if seat not in freed)

    def reseat(self, link: Link, seats: tuple[str, ...]) -> None:
        """A device has other seats from now on."""
        link.device.seats = seats
        if link.viewer is not None and link.viewer not in seats:
            link.viewer = None
            self.send_batch(link, None)
        link.send(hello(self, link))

    def tell_undo(self) -> None:
        """Ask everybody who has to agree to an undo."""
        pending = self.game_log.pending
        if pending is None:
            return
        missing, self._undo_told = self.game_log.missing_consent(), pending
        for link in list(self.links):
            lines = self.game_log.lines_since(pending.to, link.viewer)
            link.send(asked(self.id, pending, lines, missing))

    def tell_presence(self) -> None:
        """Tell everybody who sits where."""
        told = PresenceMessage(
            self.id, self.status, seats_of(self), self.presence.watchers, self._names_of_watchers()
        )
        self.send_to_all(told, Link.send_presence)

    def _names_of_watchers(self) -> tuple[str, ...]:
        """Who watches at this server, as far as they have said their names."""
        names = {link.device.name for link in self.links if not link.device.may_answer}
        return tuple(sorted(name for name in names if name))
