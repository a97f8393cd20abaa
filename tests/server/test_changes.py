"""Of the table only what has changed is sent, and whoever puts it together has the table as it is."""

from __future__ import annotations

import json

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.server.rooms.room import Room
from sandtable.server.wire.changes import changes, whole
from sandtable.table.showing import Badge, Clock, Fact, Marker, Showing, Unit
from sandtable.table.terrain import Ground
from tests.server.serving import Device, merged, next_asked, serving, timed

CC = "companies-and-captains"
GROUND = Ground(48.0, 48.0)

units = st.builds(
    Unit,
    id=st.sampled_from("abcde"),
    name=st.just("Foot"),
    kind=st.just("Foot"),
    side=st.just(0),
    seat=st.just("A"),
    strength=st.integers(0, 3),
    badges=st.sampled_from([(), (Badge("Shaken"),)]),
)
markers = st.builds(
    Marker, id=st.sampled_from("abc"), kind=st.just("Treasure"), at=st.just((1.0, 1.0)), word=st.text("xy")
)
tables = st.builds(
    Showing,
    ground=st.sampled_from([GROUND, Ground(24.0, 24.0)]),
    units=st.lists(units, unique_by=lambda one: one.id).map(tuple),
    markers=st.lists(markers, unique_by=lambda one: one.id).map(tuple),
    clock=st.builds(Clock, round=st.integers(0, 2)),
    notes=st.sampled_from([(), (Fact("own", "ambition"),)]),
)


def as_sent(parts):
    """Through JSON and back, as it travels."""
    return json.loads(msgspec.json.encode(parts))


@given(before=tables, now=tables)
@settings(max_examples=200, deadline=None)
def test_whoever_has_one_table_makes_any_other_of_its_changes(before, now):
    had, wanted = merged(None, as_sent(whole(before))), merged(None, as_sent(whole(now)))
    assert merged(had, as_sent(changes(before, now))) == wanted


@given(table=tables)
@settings(max_examples=30, deadline=None)
def test_a_table_that_is_as_it_was_has_no_changes(table):
    again = msgspec.json.decode(msgspec.json.encode(table), type=Showing)
    assert changes(table, again) is None


def test_only_the_unit_that_differs_is_sent():
    one, two = (Unit(name, "Foot", "Foot", 0, "A", strength=5) for name in "ab")
    hurt = msgspec.structs.replace(two, strength=4)
    before = Showing(GROUND, (one, two), (Marker("m", "Treasure", (1.0, 1.0)),))
    assert changes(before, Showing(GROUND, (one, hurt), before.markers)) == {"units": [hurt]}
    assert changes(before, Showing(GROUND, (one, two))) == {
        "markers": [],
        "gone": {"markers": ["m"]},
    }


def test_units_in_another_order_are_sent_as_a_whole():
    one, two = (Unit(name, "Foot", "Foot", 0, "A") for name in "ab")
    found = changes(Showing(GROUND, (one, two)), Showing(GROUND, (two, one)))
    assert found is not None
    assert found["whole"]


def of_table(room: Room, viewer: str | None):
    """The table of now as a newcomer would be sent it."""
    return merged(None, as_sent(whole(room.game_log.play.showing(viewer))))


async def has_all(device: Device, room: Room) -> None:
    """Wait until the device has everything that was sent to its eyes."""
    eyes = room.eyes_of(device.hello["viewer"])
    await device.sees(lambda one: one.batch.get("number") == eyes.number)


@timed
async def test_two_seats_and_a_watcher_have_the_table_as_it_is_after_every_answer():
    seats = {
        "A": {"sits": "here", "force": "freelance-company"},
        "B": {"sits": "elsewhere", "force": "seafolk"},
    }
    async with serving() as served:
        mine = await served.post(
            "/api/games", {"book": CC, "scenario": "pitched-battle", "seats": seats, "seed": 5}
        )
        theirs = await served.post("/api/join", {"code": mine["code"]})
        watching = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        room = await served.all_rooms.room(mine["game"])
        async with (
            served.device(mine["token"]) as a,
            served.device(theirs["token"]) as b,
            served.device(watching["token"]) as eyes,
        ):
            for _ in range(40):
                asked = await next_asked(a, b)
                assert (await asked.answer())["type"] == "accepted"
                for device in (a, b, eyes):
                    await has_all(device, room)
                    assert device.showing == of_table(room, device.hello["viewer"])
            frames = [json.loads(frame) for frame in a.frames]
            sent = [one["showing"] for one in frames if one["type"] == "batch"]
            assert [one for one in sent if one and one.get("whole")] == sent[:1]


@timed
async def test_a_device_that_comes_back_is_sent_the_whole_table_and_changes_from_there_on():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        room = await served.all_rooms.room(mine["game"])
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            await asked.answer()
            for device in (a, b):
                await has_all(device, room)
            had = a.batch["number"]
            async with served.device(mine["token"], since=had - 1) as again:
                again.log = a.log
                batch = await again.until("batch")
                assert (batch["previous"], batch["showing"]["whole"]) == (had - 1, True)
                for _ in range(4):
                    await (await next_asked(a, b)).answer()
                    for device in (a, b, again):
                        await has_all(device, room)
                        assert device.showing == of_table(room, device.hello["viewer"])
