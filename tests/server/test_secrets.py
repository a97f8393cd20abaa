"""What one seat may not know reaches none of the other's devices, in no frame, file or list."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.server.serving import SK, Device, Served, first_answer, next_asked, play_on, serving, timed

VARIES = re.compile(r'"(game|code|choose_in)":("[^"]*"|[0-9.]+)')
"""What differs from game to game without telling anything."""

CC = "companies-and-captains"
FORCES = {"A": "freelance-company", "B": "seafolk"}


def told(device: Device) -> list[str]:
    """Every frame, without what differs from game to game."""
    return [VARIES.sub(r'"\1":0', frame) for frame in device.frames]


@timed
async def test_two_games_that_differ_in_a_secret_send_the_other_seat_the_same_frames():
    heard = []
    for trap in (0, 11):
        async with serving() as served:
            mine, theirs = await served.two_seats(options={"steps": ["traps", "talk"]})
            async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
                await a.sees(lambda device: device.seats["B"]["present"])
                await a.answer(5)
                await b.answer(trap)
                await play_on(a, b)
                await a.sees(lambda device: device.batch["result"] is not None)
                heard.append(told(a))
    assert heard[0] == heard[1]
    assert len(heard[0]) > 6


@timed
async def test_a_secret_choice_of_both_is_not_told_before_both_have_chosen():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["talk"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await b.asked()
            await b.answer("the password is swordfish")
            await a.sees(lambda device: device.batch.get("waiting_for") == ["A"])
            assert not any("swordfish" in frame for frame in a.frames)
            record = await served.get(f"/api/games/{mine['game']}/record", mine["token"])
            assert "swordfish" not in record.text
            await a.answer("")
            await a.sees(lambda device: any(one["kind"] == "words spoken" for one in device.log))
            assert any("swordfish" in frame for frame in a.frames)


@timed
async def test_a_device_of_two_seats_may_enter_with_the_eyes_of_neither():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "here"}}
        ours = await served.post(
            "/api/games", {**SK, "seats": seats, "options": {"steps": ["traps", "talk"]}}
        )
        async with served.device(ours["token"]) as first:
            assert first.hello["viewer"] == "A"
            await first.answer(5)
        async with served.device(ours["token"], watch="") as watcher:
            assert watcher.hello["viewer"] is None
            await watcher.sees(lambda device: bool(device.batch))
            assert watcher.batch["question"] is None
            assert not watcher.batch["secret"]
            assert not any(one.get("secret") for one in watcher.log)
        async with served.device(ours["token"], watch="A") as keeper:
            await keeper.sees(lambda device: bool(device.batch))
            assert keeper.batch["secret"]


@timed
async def test_records_sheets_and_luck_are_told_to_the_eyes_that_ask_and_kept_by_no_browser():
    async with serving() as served:
        seats = {seat: {"sits": "here", "force": force} for seat, force in FORCES.items()}
        battle = {"book": CC, "scenario": "pitched-battle", "seed": 5}
        ours = await served.post("/api/games", {**battle, "seats": seats})
        path = f"/api/games/{ours['game']}"
        await choose_ambitions(served, ours, {"A": ["We Will Not Break"], "B": []})
        told = {}
        for eyes in ("", "A", "B"):
            for what in ("record", "sheet", "luck"):
                reply = await served.get(f"{path}/{what}?watch={eyes}", ours["token"])
                assert reply.headers["cache-control"] == "no-store"
                told[what, eyes] = reply.text
        assert "We Will Not Break" in told["record", "A"]
        for one, text in told.items():
            assert one[1] == "A" or "We Will Not Break" not in text


async def choose_ambitions(served: Served, ours: dict[str, Any], aims: dict[str, list[str]]) -> None:
    """Set a battle up from one device, whichever seat is asked, until both have chosen their ambitions."""
    chosen: set[str] = set()
    seat = "A"
    while len(chosen) < len(aims):
        async with served.device(ours["token"], watch=seat) as device:
            await device.sees(lambda one: bool(one.batch))
            asked = [one for one in device.batch["waiting_for"] if one not in chosen]
            if seat in asked:
                question = await device.asked()
                is_last = "ambitions" in question["prompt"]
                await device.answer(aims[seat] if is_last else first_answer(question))
                chosen |= {seat} if is_last else set()
            seat = "B" if seat == "A" else "A"


@timed
async def test_spectators_and_table_screens_see_public_facts_only():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        watcher = {}
        for role in ("spectator", "table screen"):
            watcher = await served.post("/api/join", {"code": mine["code"], "role": role})
            assert watcher["seats"] == []
            async with served.device(watcher["token"]) as eyes:
                assert (eyes.hello["viewer"], eyes.hello["role"]) == (None, role)
                await eyes.until("batch")
                hidden = [one for one in eyes.showing["fighters"].values() if one.get("hidden")]
                assert len(hidden) == 2
                assert all(one["at"] == -1 for one in hidden)
                assert eyes.batch["question"] is None
                seen = await eyes.refusal("watch", seat="A")
                assert "may not see" in seen["reason"]
                spoken = await eyes.refusal("answer", seat="A", number=0, answer=1)
                assert "only watches" in spoken["remedy"]
        async with (
            served.device(watcher["token"]) as eyes,
            served.device(mine["token"]) as a,
            served.device(theirs["token"]) as b,
        ):
            await play_on(a, b, answers=8)
            await eyes.sees(lambda device: len(device.log) > 0)
            assert eyes.showing["traps"] == {"A": -1, "B": -1}


@timed
async def test_an_ally_sees_through_the_seat_that_invited_it_and_answers_nothing():
    async with serving() as served:
        mine, _ = await served.two_seats()
        path = f"/api/games/{mine['game']}/invitations"
        await served.post(path, {"seat": "B"}, mine["token"], status=403)
        invitation = await served.post(path, {"role": "ally"}, mine["token"])
        ally = await served.post("/api/join", {"code": invitation["code"]})
        assert (ally["role"], ally["seats"]) == ("ally", ["A"])
        await served.post("/api/join", {"code": invitation["code"]}, status=404)
        async with served.device(ally["token"]) as eyes:
            await eyes.until("batch")
            assert eyes.showing["fighters"]["a2"]["at"] == 1
            assert eyes.showing["fighters"]["b2"]["at"] == -1
            refused = await eyes.refusal("answer", seat="A", number=0, answer=1)
            assert "does not speak for A" in refused["reason"]
            await eyes.refusal("watch", seat="B")
            await eyes.refusal("undo", seat="A")
            await eyes.refusal("change_dice", seat="A", source="typed")


@timed
async def test_a_record_taken_in_mid_game_holds_only_what_its_seat_knows():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"master": "M"})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.asked()
            for fighter in ("a2", "b2"):
                facts = {"fighter": fighter, "space": 4}
                await a.done("give_ruling", seat="M", ruling="place", facts=facts)
            path = f"/api/games/{mine['game']}/record"
            game = (await served.all_rooms.room(mine["game"])).game_log.play
            for token, seat, secret in ((mine["token"], "A", "b2"), (theirs["token"], "B", "a2")):
                text = (await served.get(path, token)).text
                lines = [json.loads(line) for line in text.splitlines()]
                assert lines[0]["seen_by"] == seat
                told = [one for one in lines[1:] if one["is"] == "event"]
                assert [one["kind"] for one in told] == [one.kind for one in game.events(0, seat)] != []
                assert not any(one["facts"].get("fighter") == secret for one in told)
                assert (lines[0]["secret"], lines[0]["first"]) == ("", None)
            assert b.question is None
            await served.get(f"{path}?watch=B", mine["token"], status=400)
            await served.get(path, status=401)


@timed
async def test_the_ambitions_of_a_company_stand_in_no_frame_of_the_other_side():
    async with serving() as served:
        seats = {
            "A": {"sits": "here", "force": "freelance-company"},
            "B": {"sits": "elsewhere", "force": "seafolk"},
        }
        game = {"book": CC, "scenario": "pitched-battle", "seats": seats, "seed": 5}
        mine = await served.post("/api/games", game)
        theirs = await served.post("/api/join", {"code": mine["code"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            chosen: set[str] = set()
            while not chosen:
                asked = await next_asked(a, b)
                question = await asked.asked()
                answer = first_answer(question)
                if asked is b and "CC-AMB-01" in question["rules"]:
                    answer = [option["answer"] for option in question["options"]][:1]
                    chosen = set(answer)
                assert (await asked.answer(answer))["type"] == "accepted"
            await play_on(a, b, answers=12)
            room = await served.all_rooms.room(mine["game"])
            own = {one for one in chosen if not any(one in event for event in _public(room))}
            assert own
            told_to_a = [frame for frame in a.frames if '"type":"batch"' in frame]
            for word in own:
                quoted = f'"{word}"'
                offered = [frame for frame in told_to_a if quoted in _without_question(frame)]
                assert not offered, f"{word} was told"


@timed
async def test_two_battles_that_differ_in_a_secret_ambition_send_the_other_side_the_same_changes():
    heard = []
    for ambition in ("We Will Not Break", "Win Without Moving"):
        async with serving() as served:
            seats = {
                "A": {"sits": "here", "force": "freelance-company"},
                "B": {"sits": "elsewhere", "force": "seafolk"},
            }
            game = {"book": CC, "scenario": "pitched-battle", "seats": seats, "seed": 5}
            mine = await served.post("/api/games", game)
            theirs = await served.post("/api/join", {"code": mine["code"]})
            async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
                await a.sees(lambda device: device.seats["B"]["present"])
                is_chosen = False
                while not is_chosen:
                    asked = await next_asked(a, b)
                    question = await asked.asked()
                    is_chosen = asked is b and "CC-AMB-01" in question["rules"]
                    answer = [ambition] if is_chosen else first_answer(question)
                    assert (await asked.answer(answer))["type"] == "accepted"
                await play_on(a, b, answers=30)
                last = (await served.all_rooms.room(mine["game"])).eyes_of("A").number
                while a.batch["number"] < last:
                    await a.until("batch", number=last)
                heard.append([frame for frame in told(a) if '"type":"batch"' in frame])
    assert heard[0] == heard[1]
    changed = [json.loads(frame)["showing"] for frame in heard[0]]
    assert sum(1 for one in changed if one and not one.get("whole")) > 10


def _public(room) -> list[str]:
    return [repr(one.facts) for one in room.game_log.play.events(0, None)]


def _without_question(frame: str) -> str:
    """A's own question may offer what B has chosen; everything else may not name it."""
    return json.dumps({**json.loads(frame), "question": None})


@timed
async def test_tokens_and_secrets_stand_neither_in_lists_nor_in_logs(caplog):
    caplog.set_level("DEBUG")
    for client in ("httpx", "httpcore", "websockets.client"):
        caplog.set_level("WARNING", logger=client)
    async with serving() as served:
        mine, theirs = await served.two_seats(dice="sealed", salt="mine")
        listed = (await served.get("/api/games")).text
        card = (await served.get(f"/api/games/{mine['game']}", mine["token"])).text
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=5)
            room = await served.all_rooms.room(mine["game"])
            secret = room.game_log.secret
            assert a.hello["sealed"]["commitment"]
            assert "secret" not in a.hello["sealed"]
            texts = [listed, card, *a.frames, *b.frames, caplog.text]
            for hidden in (secret, mine["token"], theirs["token"]):
                assert not any(hidden in text for text in texts)


@timed
async def test_sealed_dice_are_revealed_at_the_end_and_match_what_was_published():
    from sandtable.kernel.dice import Sealed

    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}
        mine = await served.post(
            "/api/games", {"book": "sk", "seats": seats, "dice": "sealed", "salt": "one"}
        )
        theirs = await served.join_sealed(mine["code"], "two words")
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            published = a.hello["sealed"]
            assert published["salts"] == {"A": "one", "B": f"{published['commitment']} two words"}
            await play_on(a, b)
            await a.sees(lambda device: device.batch["result"] is not None)
            await a.send("watch", seat="A")
            sealed = (await a.until("hello"))["sealed"]
            stream = Sealed(sealed["secret"], sealed["salts"])
            assert stream.commitment == published["commitment"]
            room = await served.all_rooms.room(mine["game"])
            rolled = [one for one in room.game_log.play.journal if hasattr(one, "faces")]
            assert rolled
            for one in rolled:
                places = range(one.start, one.start + len(one.faces))
                assert one.faces == tuple(stream.die(place, one.sides) for place in places)
