"""Who is there: lost seats are seen at once, held for a while, and then the others choose."""

from __future__ import annotations

from sandtable.server.rooms.presence import Presence
from tests.server.serving import Clock, play_on, serving, timed


def test_a_seat_that_leaves_is_held_and_the_others_may_choose_when_its_time_is_over():
    clock = Clock()
    presence = Presence(clock, held=60)
    presence.count(["A", "B"], 0)
    presence.count(["A"], 0)
    assert presence.is_lost("B")
    assert presence.choose_in("B") == 60
    clock.now = 59.0
    assert presence.choose_in("B") == 1
    clock.now = 61.0
    assert presence.choose_in("B") == 0
    presence.count(["A", "B"], 0)
    assert presence.choose_in("B") is None


def test_a_seat_at_another_server_is_present_until_that_server_falls_silent():
    clock = Clock()
    presence = Presence(clock, held=60)
    assert presence.hear("other", ("B",), 2, good_for=30)
    assert not presence.hear("other", ("B",), 2, good_for=30)
    assert presence.is_present("B")
    assert presence.watchers == 2
    clock.now = 31.0
    assert not presence.is_present("B")
    assert presence.is_lost("B")


@timed
async def test_everybody_sees_at_once_that_a_seat_is_lost_and_that_it_has_come_back():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a:
            async with served.device(theirs["token"]):
                await a.sees(lambda device: device.seats["B"]["present"])
            await a.sees(lambda device: device.seats["B"]["lost"])
            assert 50 < a.seats["B"]["choose_in"] <= 60
            early = await a.refusal("settle_absence", seat="B", choice="ai")
            assert early["reason"] == "The time of B is not over."
            async with served.device(theirs["token"]):
                await a.sees(lambda device: device.seats["B"]["present"] and not device.seats["B"]["lost"])


@timed
async def test_when_the_time_is_over_the_ai_may_take_the_seat_and_give_it_back():
    async with serving(seat_held=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a:
            async with served.device(theirs["token"]):
                await a.sees(lambda device: device.seats["B"]["present"])
            await a.sees(lambda device: device.seats["B"]["choose_in"] == 0)
            unknown = await a.refusal("settle_absence", seat="B", choice="ai", player="oracle")
            assert "no player" in unknown["reason"]
            await a.done("settle_absence", seat="B", choice="wait")
            await a.done("settle_absence", seat="B", choice="ai", player="uniform")
            await a.sees(lambda device: device.seats["B"]["who"] == "ai")
            await a.answer(3)
            await a.sees(lambda device: sum(one["kind"] == "trap laid" for one in device.log) == 2)
            async with served.device(theirs["token"]) as b:
                await a.sees(lambda device: device.seats["B"]["who"] == "person")
                await play_on(a, b)


@timed
async def test_the_others_may_end_the_game_and_then_nothing_is_answered_any_more():
    async with serving(seat_held=0.0) as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a:
            async with served.device(theirs["token"]):
                await a.sees(lambda device: device.seats["B"]["present"])
            await a.sees(lambda device: device.seats["B"]["choose_in"] == 0)
            own = await a.refusal("settle_absence", seat="A", choice="end")
            assert "does not sit" in own["reason"]
            await a.done("settle_absence", seat="B", choice="end")
            assert "given this game up" in (await a.answer(3))["reason"]
        card = (await served.get(f"/api/games/{mine['game']}", mine["token"])).json()
        assert (card["status"], card["words"]) == ("ended", "given up: B was lost")


@timed
async def test_automatic_players_answer_by_themselves_and_two_of_them_play_to_the_end():
    async with serving() as served:
        seats = {"A": {"sits": "ai", "player": "uniform"}, "B": {"sits": "ai", "player": "greedy"}}
        mine = await served.post("/api/games", {"book": "sk", "seed": 3, "seats": seats})
        assert mine["role"] == "spectator"
        async with served.device(mine["token"]) as eyes:
            await eyes.sees(lambda device: bool(device.batch.get("result")))
        reasons = (await served.get(f"/api/games/{mine['game']}/reasons", mine["token"])).json()
        assert reasons
        assert all(one["reasons"] for one in reasons)


@timed
async def test_a_player_that_fails_or_thinks_too_long_is_replaced_by_a_quick_answer(monkeypatch):
    from sandtable.server.rooms import opponents, thinking

    def slow(*about):
        raise RuntimeError("lost in thought")

    monkeypatch.setattr(opponents, "player_of", slow)
    monkeypatch.setattr(thinking, "make_player", slow)
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "uniform"}}
        mine = await served.post("/api/games", {"book": "sk", "seed": 3, "seats": seats})
        async with served.device(mine["token"]) as a:
            await a.answer(3)
            await a.sees(lambda device: "A" in device.batch["waiting_for"])
