"""What was looked at before a turn may be otherwise after it: whoever has waited for the turn looks again."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from sandtable.kernel.refusal import Refused
from sandtable.server.rooms import acting
from sandtable.server.rooms.game_log import GameLog
from sandtable.server.rooms.room import Room
from sandtable.server.storage.steps import Answered, Ended, Seated, Undone, UndoWanted, read_step, write_step
from sandtable.server.storage.store import StepRow, Store
from sandtable.server.wire import protocol as p
from sandtable.server.wire.link import Link
from sandtable.server.wire.outbox import Outbox
from tests.kernel.sk.book import SK
from tests.server.serving import PATIENCE, Message, Served, next_asked, play_on, serving, timed


async def begun(served: Served, **game: Any) -> tuple[Message, Message, Room]:
    """A game of two people whose devices are away, and its room."""
    mine, theirs = await served.two_seats(**game)
    return mine, theirs, await served.all_rooms.room(mine["game"])


async def link_of(served: Served, joined: Message, viewer: str | None) -> Link:
    """A connection of a device that sees through these eyes."""
    device = await served.all_rooms.device(joined["token"])
    assert device is not None
    return Link(device, viewer, 1000)


def first_option(game_log: GameLog, seat: str) -> Any:
    """The first answer that a seat may give."""
    asked = game_log.play.decision_for(seat)
    assert asked is not None
    return asked.first_option().answer


def sent(link: Link) -> list[str]:
    """Everything that waits to be sent, which is sent no more."""
    waiting, link._outbox = link._outbox, Outbox(1000)
    return [one.body.decode() for one in waiting._waiting]


# ---- automatic players ---------------------------------------------------------------------------------


@pytest.mark.parametrize("then", [lambda seat: Seated(seat, "person", "back"), lambda _: Ended("enough")])
@timed
async def test_no_automatic_player_answers_for_whoever_has_come_back_or_in_a_game_that_was_given_up(then):
    async with serving() as served:
        mine, _, room = await begun(served)
        seat = room.game_log.play.waiting_for[0]
        async with room.turn:
            await room.take(lambda: Seated(seat, "ai", "", "uniform"))
            # It begins to look, and waits for the turn.
            await asyncio.sleep(0)
            await room.take(lambda: then(seat))
            before = room.game_log.number
        await served.all_rooms._autoplay[mine["game"]]._task
        assert room.game_log.number == before
        assert [row.number for row in await served.all_rooms.store.steps(room.id)][-1] == before


# ---- eyes ----------------------------------------------------------------------------------------------


async def taken_back_while(room: Room, doing: Any) -> Any:
    """Something that waits for the turn while the end of a game is taken back."""
    async with room.turn:
        waiting = asyncio.create_task(doing)
        await asyncio.sleep(0)
        last = room.game_log.last_word("A")
        await room.take(lambda: Undone("A", last, ("B",)))
        assert room.game_log.status == "running"
    return await asyncio.wait_for(waiting, PATIENCE)


async def over(served: Served) -> tuple[Message, Message, Room]:
    """A game that is over."""
    mine, theirs, room = await begun(served, options={"last_turn": 1})
    async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
        await play_on(a, b)
    assert room.game_log.status == "over"
    return mine, theirs, room


@timed
async def test_eyes_that_were_open_at_the_end_do_not_come_in_after_the_end_was_taken_back():
    async with serving() as served:
        mine, _, room = await over(served)
        link = await link_of(served, mine, "B")
        with pytest.raises(Refused):
            await taken_back_while(room, acting.enter(room, link, None))
        assert not [one for one in sent(link) if '"batch"' in one]
        assert link not in room.links


@timed
async def test_nobody_changes_to_eyes_that_were_open_at_the_end_after_the_end_was_taken_back():
    async with serving() as served:
        mine, _, room = await over(served)
        link = await link_of(served, mine, "A")
        await acting.enter(room, link, None)
        sent(link)
        await taken_back_while(room, acting.act(room, link, p.Watch(seat="B", request=5)))
        assert link.viewer == "A"
        assert not [one for one in sent(link) if '"viewer":"B"' in one]


@timed
async def test_an_outlook_is_worked_out_for_the_eyes_that_are_left_after_the_end_was_taken_back(monkeypatch):
    eyes: list[Any] = []
    async with serving() as served:
        mine, _, room = await over(served)
        link = await link_of(served, mine, "A")
        await acting.enter(room, link, None)
        await acting.act(room, link, p.Watch(seat="B", request=5))
        assert link.viewer == "B"
        seen = type(room.game_log.play).seen

        def noted(game: Any, seat: Any) -> Any:
            eyes.append(seat)
            return seen(game, seat)

        monkeypatch.setattr(type(room.game_log.play), "seen", noted)
        looking = acting.act(room, link, p.AskOutlook(unit="a1", request=6))
        async with room.turn:
            waiting = asyncio.create_task(looking)
            await asyncio.sleep(0)
            last = room.game_log.last_word("A")
            await room.take(lambda: Undone("A", last, ("B",)))
            eyes.clear()
        await waiting
        assert eyes == ["A"]


class Turn(asyncio.Lock):
    """The turn in a room, which knows when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = asyncio.Event()

    async def acquire(self) -> bool:  # type: ignore[override]
        self.wanted.set()
        return await super().acquire()

    async def is_wanted(self) -> None:
        """Wait until somebody else wants it."""
        self.wanted.clear()
        await asyncio.wait_for(self.wanted.wait(), PATIENCE)


def authorization(joined: Message) -> dict[str, str]:
    """What a device says over HTTP."""
    return {"authorization": f"Bearer {joined['token']}"}


@timed
async def test_a_record_of_other_eyes_is_refused_after_the_end_was_taken_back():
    async with serving() as served:
        mine, _, room = await over(served)
        room.turn = turn = Turn()
        path = f"/api/games/{room.id}/record?watch=B"
        async with room.turn:
            waiting = asyncio.create_task(served.http.get(path, headers=authorization(mine)))
            await turn.is_wanted()
            last = room.game_log.last_word("A")
            await room.take(lambda: Undone("A", last, ("B",)))
        assert (await waiting).status_code == 400


@timed
async def test_dice_are_shown_to_nobody_before_they_are_written_down(monkeypatch):
    async with serving() as served:
        mine, theirs, room = await begun(served)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            room.turn = turn = Turn()
            writing, may_be_written = asyncio.Event(), asyncio.Event()
            append = Store.append

            async def slow(store: Store, row: StepRow) -> None:
                writing.set()
                await may_be_written.wait()
                await append(store, row)

            monkeypatch.setattr(Store, "append", slow)
            answering = asyncio.create_task(asked.answer())
            await asyncio.wait_for(writing.wait(), PATIENCE)
            luck = asyncio.create_task(served.get(f"/api/games/{room.id}/luck", mine["token"]))
            waiting = asyncio.create_task(turn.is_wanted())
            done, _ = await asyncio.wait({luck, waiting}, return_when=asyncio.FIRST_COMPLETED)
            assert done == {waiting}
            may_be_written.set()
            await luck
            assert (await answering)["type"] == "accepted"


# ---- coming in -----------------------------------------------------------------------------------------


@timed
async def test_whoever_waits_to_come_in_while_its_seat_is_freed_comes_in_without_the_seat():
    async with serving() as served:
        _, theirs, room = await begun(served)
        room.turn = turn = Turn()
        async with room.turn:
            freeing = asyncio.create_task(
                served.http.delete(f"/api/games/{room.id}/seats/B", headers=authorization(theirs))
            )
            await turn.is_wanted()
            link = await link_of(served, theirs, "B")
            entering = asyncio.create_task(acting.enter(room, link, None))
            await asyncio.sleep(0)
        assert (await freeing).status_code == 204
        with pytest.raises(Refused):
            await entering
        assert not [one for one in sent(link) if '"batch"' in one]
        again = await link_of(served, theirs, None)
        await acting.enter(room, again, None)
        assert again.device.may_answer == ()


@timed
async def test_whoever_could_not_come_in_is_not_counted_as_present(monkeypatch):
    async with serving() as served:
        _, theirs, room = await begun(served)
        async with room.turn:
            await room.take(lambda: Seated("B", "ai", "", "uniform"))
        link = await link_of(served, theirs, "B")

        async def full(_store: Store, _row: StepRow) -> None:
            raise OSError("no room on the disk")

        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", full)
            with pytest.raises(OSError, match="no room"):
                await acting.enter(room, link, None)
        assert not room.links
        assert not room.presence.is_present("B")


# ---- threads whose room has given up waiting -----------------------------------------------------------


class Held:
    """Something that is done beside the loop and takes as long as the test wants."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may_end = threading.Event()
        self.ended = threading.Event()

    def wait(self) -> None:
        """Beside the loop: stay here until the test lets go."""
        self.begun.set()
        assert self.may_end.wait(PATIENCE)


@timed
async def test_a_step_that_was_given_up_is_carried_out_on_no_game_that_goes_on(monkeypatch):
    async with serving() as served:
        _, _, room = await begun(served)
        seat = room.game_log.play.waiting_for[0]
        option = first_option(room.game_log, seat)
        held, clock = Held(), time.thread_time

        def slow() -> float:
            # The thread has begun, and has not touched the game yet.
            if threading.current_thread() is not threading.main_thread() and not held.begun.is_set():
                held.wait()
            return clock()

        monkeypatch.setattr(time, "thread_time", slow)
        monkeypatch.setattr(SK, "answers_at_once", False)

        async def answer() -> None:
            async with room.turn:
                await room.take(lambda: Answered(seat, option))

        first = room.game_log
        answering = asyncio.create_task(answer())
        await asyncio.to_thread(held.begun.wait, PATIENCE)
        before = first.number
        take = GameLog.take

        def noted(game_log: GameLog, step: Any) -> Any:
            try:
                return take(game_log, step)
            finally:
                held.ended.set()

        monkeypatch.setattr(GameLog, "take", noted)
        answering.cancel()
        await asyncio.wait({answering})
        assert room.game_log is not first
        held.may_end.set()
        assert await asyncio.to_thread(held.ended.wait, PATIENCE)
        assert (room.game_log.number, len(await served.all_rooms.store.steps(room.id))) == (before, before)


@timed
async def test_a_game_that_is_still_being_built_again_is_not_kept(monkeypatch):
    async with serving() as served:
        _, _, room = await begun(served)
        held, follow = Held(), GameLog.follow

        def slow(game_log: GameLog, step: Any) -> None:
            if not held.begun.is_set():
                held.wait()
            follow(game_log, step)
            if game_log.number == before:
                held.ended.set()

        before = room.game_log.number
        monkeypatch.setattr(GameLog, "follow", slow)
        loading = asyncio.create_task(room.load())
        await asyncio.to_thread(held.begun.wait, PATIENCE)
        loading.cancel()
        await asyncio.wait({loading})
        given_up = room.game_log
        kept = asyncio.create_task(room.keep())
        held.may_end.set()
        await kept
        assert await served.all_rooms.store.snapshot(room.id) is None
        assert (await served.all_rooms.store.game(room.id)).status == "running"
        async with room.at_rest():
            assert room.game_log is not given_up
            assert room.game_log.number == before


@timed
async def test_a_game_that_is_being_built_again_is_shown_as_it_was(monkeypatch):
    async with serving() as served:
        mine, theirs, room = await begun(served)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=2)
            held, follow = Held(), GameLog.follow

            def slow(game_log: GameLog, step: Any) -> None:
                if not held.begun.is_set():
                    held.wait()
                follow(game_log, step)

            card = (await served.get(f"/api/games/{room.id}", mine["token"])).json()
            monkeypatch.setattr(GameLog, "follow", slow)
            loading = asyncio.create_task(room.load())
            await asyncio.to_thread(held.begun.wait, PATIENCE)
            assert (await served.get(f"/api/games/{room.id}", mine["token"])).json() == card
            await a.send("ping", request=4)
            assert (await a.until("pong", request=4))["batch"] == a.batch["number"]
            room.tell_presence()
            told = await a.until("presence")
            assert (told["status"], [one["who"] for one in told["seats"]]) == ("running", ["person"] * 2)
            held.may_end.set()
            await loading
            await play_on(a, b, answers=2)


@timed
async def test_the_end_of_a_game_is_shown_to_nobody_before_it_is_written_down(monkeypatch):
    async with serving() as served:
        mine, theirs, room = await begun(served, options={"last_turn": 1})
        append, ending, may_end = Store.append, asyncio.Event(), asyncio.Event()

        async def slow(store: Store, row: StepRow) -> None:
            if room.game_log.status == "over":
                ending.set()
                await may_end.wait()
            await append(store, row)

        monkeypatch.setattr(Store, "append", slow)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            playing = asyncio.create_task(play_on(a, b))
            await asyncio.wait_for(ending.wait(), PATIENCE)
            assert (await served.get(f"/api/games/{room.id}", mine["token"])).json()["status"] == "running"
            may_end.set()
            await playing
            assert (await served.get(f"/api/games/{room.id}", mine["token"])).json()["status"] == "over"


@timed
async def test_a_game_that_could_not_be_built_again_is_built_for_whoever_looks_next(monkeypatch):
    async with serving() as served:
        mine, theirs, room = await begun(served)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=2)
            asked = await next_asked(a, b)
            before = room.game_log.number

            async def gone(*_args: Any) -> None:
                raise OSError("the store is away")

            with monkeypatch.context() as away:
                away.setattr(Store, "append", gone)
                away.setattr(Store, "steps", gone)
                assert (await asked.answer())["type"] == "refused"
            async with served.device((mine if asked is a else theirs)["token"]) as again:
                question = await again.asked()
                assert question == asked.question
                assert (room.game_log.number, room.status) == (before, "running")


# ---- rooms that leave memory ---------------------------------------------------------------------------


@timed
async def test_a_room_to_which_somebody_comes_while_it_is_put_away_has_one_automatic_player():
    async with serving() as served:
        mine, _, room = await begun(served)
        link = await link_of(served, mine, "A")
        async with room.turn:
            leaving = asyncio.create_task(served.all_rooms.put_away(room))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            room.links.add(link)
        await leaving
        assert served.all_rooms.in_memory(room.id) is room
        assert len(room.after_change) == 1
        assert room.after_change == [served.all_rooms._autoplay[room.id].look]
        await acting.leave(room, link)


@timed
async def test_the_automatic_player_of_a_room_that_was_put_away_answers_no_more():
    async with serving() as served:
        _, _, room = await begun(served)
        seat = room.game_log.play.waiting_for[0]
        async with room.turn:
            leaving = asyncio.create_task(served.all_rooms.put_away(room))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            await room.take(lambda: Seated(seat, "ai", "", "uniform"))
            before = room.game_log.number
            player = room.after_change[0].__self__  # type: ignore[attr-defined]
        await leaving
        await asyncio.wait({player._task})
        assert room.is_closed
        assert len(await served.all_rooms.store.steps(room.id)) == before


@timed
async def test_an_automatic_player_whose_answer_could_not_be_written_down_tries_again(monkeypatch):
    monkeypatch.setattr("sandtable.server.rooms.autoplay.AGAIN", 0.0)
    async with serving() as served:
        _, theirs, room = await begun(served)
        seat = room.game_log.play.waiting_for[0]
        async with room.turn:
            assert seat == "A"
            await room.take(lambda: Seated(seat, "ai", "", "uniform"))
            before = room.game_log.number
            append, failed = Store.append, asyncio.Event()

            async def full(store: Store, row: StepRow) -> None:
                if not failed.is_set():
                    failed.set()
                    raise OSError("no room on the disk")
                await append(store, row)

            monkeypatch.setattr(Store, "append", full)
        async with served.device(theirs["token"]) as b:
            await b.sees(lambda _: room.game_log.number > before)
        assert failed.is_set()


# ---- several servers -----------------------------------------------------------------------------------


@timed
async def test_an_undo_to_which_all_have_agreed_does_not_take_back_what_another_server_wrote_meanwhile(
    monkeypatch,
):
    async with serving() as served:
        mine, theirs, room = await begun(served)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=4)
        last = room.game_log.last_word("A")
        async with room.turn:
            await room.take(lambda: UndoWanted("A", last, ()))
        undo, seat = room.game_log.number, room.game_log.play.waiting_for[0]
        other = GameLog(room.plan, room.game_log.secret)
        for row in await served.all_rooms.store.steps(room.id):
            other.follow(read_step(row.body))
        append, answers = Store.append, room.game_log.play.number

        async def quicker(store: Store, row: StepRow) -> None:
            step = read_step(row.body)
            if isinstance(step, Undone):
                monkeypatch.setattr(Store, "append", append)
                other.follow(read_step((await store.steps(room.id))[-1].body))
                option = first_option(other, seat)
                written = write_step(other.take(Answered(seat, option)))
                await append(store, StepRow(room.id, other.number, written, b"{}", 0.0))
            await append(store, row)

        monkeypatch.setattr(Store, "append", quicker)
        link = await link_of(served, theirs, "B")
        await acting.act(room, link, p.Consent(seat="B", undo=undo, agrees=True, request=3))
        assert room.game_log.play.number == answers + 1
        assert [one for one in sent(link) if "not asked for any more" in one]


@timed
async def test_a_seat_that_was_freed_at_another_server_is_freed_here_too(tmp_path):
    database = f"sqlite:///{tmp_path}/games.sqlite"
    async with serving(database=database) as one, serving(database=database) as other:
        mine, theirs = await one.two_seats()
        room = await other.all_rooms.room(mine["game"])
        link = await link_of(other, theirs, "B")
        await acting.enter(room, link, None)
        freed = await one.http.delete(f"/api/games/{room.id}/seats/B", headers=authorization(theirs))
        assert freed.status_code == 204
        await one.post("/api/join", {"code": mine["code"], "name": "another"})
        await other.all_rooms._hear({"kind": "step", "game": room.id, "number": room.game_log.number + 1})
        assert (link.device.seats, link.viewer) == ((), None)
        sent(link)
        question = room.game_log.play.number_for("B")
        await acting.act(room, link, p.GiveAnswer(seat="B", number=question, answer=3, request=4))
        assert ['"refused"' in one for one in sent(link)] == [True]
        await acting.leave(room, link)


@timed
async def test_a_seat_that_another_server_has_freed_is_nobodys_before_its_devices_are_noted():
    async with serving() as served:
        _, theirs, room = await begun(served)
        async with room.turn:
            await room.take(lambda: Seated("B", "open"))
        link = await link_of(served, theirs, None)
        await acting.enter(room, link, None)
        assert link.device.seats == ()


# ---- invitations ---------------------------------------------------------------------------------------


@timed
async def test_an_invitation_to_a_seat_ends_when_the_seat_is_freed():
    async with serving() as served:
        mine, theirs, room = await begun(served)
        path = f"/api/games/{room.id}"
        invited = await served.post(f"{path}/invitations", {"role": "ally"}, theirs["token"])
        kept = await served.post(f"{path}/invitations", {"role": "ally"}, mine["token"])
        freed = await served.http.delete(f"{path}/seats/B", headers=authorization(theirs))
        assert freed.status_code == 204
        await served.post("/api/join", {"code": mine["code"], "name": "another"})
        await served.post("/api/join", {"code": invited["code"]}, status=404)
        assert (await served.post("/api/join", {"code": kept["code"]}))["seats"] == ["A"]


@timed
async def test_an_invitation_that_was_taken_while_the_seat_was_freed_leads_nowhere():
    async with serving() as served:
        _, theirs, room = await begun(served)
        path = f"/api/games/{room.id}"
        invited = await served.post(f"{path}/invitations", {"role": "ally"}, theirs["token"])
        room.turn = turn = Turn()
        async with room.turn:
            joining = asyncio.create_task(served.http.post("/api/join", json={"code": invited["code"]}))
            waiting = asyncio.create_task(turn.is_wanted())
            await asyncio.wait({joining, waiting}, return_when=asyncio.FIRST_COMPLETED)
            await room.take(lambda: Seated("B", "open"))
        assert (await joining).status_code == 400


FREED_MEANWHILE = {
    "an invitation": ("POST", "/invitations", {"role": "ally", "seat": "A"}),
    "an answer": ("POST", "/answers", {"seat": "A", "number": 0, "answer": 3}),
    "a record": ("GET", "/record?watch=A", None),
    "its luck": ("GET", "/luck", None),
}


@pytest.mark.parametrize("wanted", FREED_MEANWHILE)
@timed
async def test_a_device_whose_seat_was_freed_and_taken_while_it_waited_is_given_nothing_of_it(
    wanted, monkeypatch
):
    method, path, body = FREED_MEANWHILE[wanted]
    eyes: list[Any] = []
    async with serving() as served:
        mine, _, room = await begun(served)
        assert room.game_log.play.waiting_for[0] == "A"
        events = type(room.game_log.play).events

        def noted(game: Any, since: int = 0, seat: Any = None, **named: Any) -> Any:
            eyes.append(seat)
            return events(game, since, seat, **named)

        room.turn = turn = Turn()
        async with room.turn:
            asking = asyncio.create_task(
                served.http.request(
                    method, f"/api/games/{room.id}{path}", json=body, headers=authorization(mine)
                )
            )
            waiting = asyncio.create_task(turn.is_wanted())
            await asyncio.wait({asking, waiting}, return_when=asyncio.FIRST_COMPLETED)
            await room.take(lambda: Seated("A", "open"))
            device = await served.all_rooms.device(mine["token"])
            await served.all_rooms.store.set_seats(device.token, "[]")
            await room.take(lambda: Seated("A", "person", "another"))
            before = room.game_log.number
            monkeypatch.setattr(type(room.game_log.play), "events", noted)
        reply = await asking
        assert room.game_log.number == before
        assert "A" not in eyes
        assert reply.status_code == 200 if wanted == "its luck" else reply.status_code in (400, 403)


@timed
async def test_what_is_asked_for_a_seat_that_is_freed_meanwhile_is_refused():
    async with serving() as served:
        mine, _, room = await begun(served)
        assert room.game_log.play.waiting_for[0] == "A"
        link = await link_of(served, mine, "A")
        await acting.enter(room, link, None)
        async with room.turn:
            asking = asyncio.create_task(acting.act(room, link, p.AskOptions(seat="A", number=0, request=7)))
            await asyncio.sleep(0)
            await room.take(lambda: Seated("A", "open"))
            sent(link)
        await asking
        assert ['"refused"' in one for one in sent(link)] == [True]


@timed
async def test_an_answer_given_to_two_servers_at_once_is_taken_once_though_both_work_it_out(
    tmp_path, monkeypatch
):
    database = f"sqlite:///{tmp_path}/games.sqlite"
    async with serving(database=database) as one, serving(database=database) as other:
        mine, theirs = await one.two_seats()
        served_rooms = [one.all_rooms, other.all_rooms]
        both = [await all_rooms.room(mine["game"]) for all_rooms in served_rooms]
        seat = both[0].game_log.play.waiting_for[0]
        given = p.GiveAnswer(seat=seat, number=0, answer=first_option(both[0].game_log, seat), request=1)
        joined = mine if seat in mine["seats"] else theirs
        together, take = threading.Barrier(2), GameLog.take
        meeting = [room.game_log for room in both]

        def met(game_log: GameLog, step: Any) -> Any:
            done = take(game_log, step)
            if game_log in meeting:
                together.wait(PATIENCE)
            return done

        monkeypatch.setattr(GameLog, "take", met)
        monkeypatch.setattr(SK, "answers_at_once", False)
        links = [await link_of(one, joined, None), await link_of(other, joined, None)]
        await asyncio.gather(*(acting.act(room, link, given) for room, link in zip(both, links, strict=True)))
        words = [word for link in links for word in sent(link)]
        assert sum('"type":"accepted"' in word for word in words) == 1
        assert sum('"type":"refused"' in word for word in words) == 1
        assert both[0].game_log.play.fingerprint() == both[1].game_log.play.fingerprint()
        assert (
            both[0].game_log.number
            == both[1].game_log.number
            == len(await one.all_rooms.store.steps(both[0].id))
        )
