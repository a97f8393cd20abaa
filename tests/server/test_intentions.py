"""Plans, intentions and standing orders over the play socket."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.server.serving import SK, Device, first_answer, next_asked, play_on, serving, timed

EXERCISE = {
    "book": "forgotten-ruin",
    "scenario": "exercise-1",
    "seed": 1,
    "seats": {"A": {"sits": "here", "force": "red-squad"}},
}
BATTLE = {
    "book": "companies-and-captains",
    "scenario": "pitched-battle",
    "seed": 1,
    "seats": {
        "A": {"sits": "here", "force": "seafolk"},
        "B": {"sits": "elsewhere", "force": "automata"},
    },
}


async def to_topic(device: Device, topic: str) -> dict[str, Any]:
    """Answer by the first option until the device is asked about something."""
    while (question := await device.asked())["topic"] != topic:
        assert (await device.answer(first_answer(question)))["type"] == "accepted"
    return question


async def said(device: Device, kind: str, answers_with: str, **parts: Any) -> dict[str, Any]:
    """Send something and wait for its reply, which must not be a refusal."""
    await device.send(kind, request=41, **parts)
    reply = await device.until(answers_with, "refused", request=41)
    assert reply["type"] == answers_with, reply
    return reply


def of_type(device: Device, kind: str) -> list[dict[str, Any]]:
    return [one for frame in device.frames if (one := json.loads(frame))["type"] == kind]


# ---- plans -------------------------------------------------------------------------------------------


@timed
async def test_a_sketch_is_a_plan_and_the_plan_is_carried_out_with_one_batch():
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        async with served.device(mine["token"]) as a:
            question = await to_topic(a, "choose soldier")
            named = {"seat": "A", "number": question["number"]}
            who = question["options"][0]["about"][0]
            x, y = next(one for one in a.showing["units"] if one["id"] == who)["models"][0]
            wish = {"who": who, "at": [x, y + 3.0]}
            sketched = await said(a, "ask_sketch", "sketched", **named, intention=wish)
            assert sketched["ways"][0]["deed"] == "move"
            assert sketched["ways"][0]["off"] < 3.0
            assert a.batch["question"]["number"] == question["number"], "nothing is answered by asking"
            before = a.batch["number"]
            ended = await said(a, "plan", "plan_ended", **named, answers=sketched["ways"][0]["answers"])
            assert (ended["held"], ended["of"], ended["done"], ended["why"]) == (3, 3, True, "")
            assert a.batch["previous"] == before
            assert a.batch["question"]["topic"] == "activate"
            assert a.batch["question"]["number"] == question["number"] + 3


@timed
async def test_the_odds_of_a_plan_are_asked_for_and_answer_nothing():
    async with serving() as served:
        mine, theirs = await served.two_seats(**BATTLE)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            while (question := await asked.asked())["topic"] != "choose group":
                assert (await asked.answer(first_answer(question)))["type"] == "accepted"
                asked = await next_asked(a, b)
            named = {"seat": question["seat"], "number": question["number"]}
            unit = next(
                one for one in asked.showing["units"] if one["id"] == question["options"][0]["about"][0]
            )
            x, y = unit["models"][0]
            inward = 2.0 if y < asked.showing["ground"]["depth"] / 2 else -2.0
            wish = {"who": unit["id"], "at": [x, y + inward]}
            way = (await said(asked, "ask_sketch", "sketched", **named, intention=wish))["ways"][0]
            first, *then = way["answers"]
            odds = await said(asked, "ask_odds", "odds", **named, answer=first["answer"], then=then)
            assert odds["needs"]["number"] == way["need"]
            assert odds["needs"]["chance"] == pytest.approx(way["chance"])
            turn = [one["chance"] for one in odds["lines"] if one["words"].startswith("the turn")]
            assert sum(turn) == pytest.approx(1)
            assert (await asked.asked())["number"] == question["number"]


@timed
async def test_whoever_points_at_the_next_soldier_is_done_with_the_first():
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        async with served.device(mine["token"]) as a:
            question = await to_topic(a, "choose soldier")
            first, second = (one["about"][0] for one in question["options"][:2])
            x, y = next(one for one in a.showing["units"] if one["id"] == first)["models"][0]
            await said(
                a, "intend", "plan_ended", seat="A", number=3, intention={"who": first, "at": [x, y + 3.0]}
            )
            named = {"seat": "A", "number": a.batch["question"]["number"]}
            x, y = next(one for one in a.showing["units"] if one["id"] == second)["models"][0]
            wish = {"who": second, "at": [x, y + 3.0]}
            way = (await said(a, "ask_sketch", "sketched", **named, intention=wish))["ways"][0]
            assert [one["answer"] for one in way["answers"]][:3] == ["end activation", second, "move"]
            assert way["deed"] == "move"
            ended = await said(a, "plan", "plan_ended", **named, answers=way["answers"])
            assert ended["done"]
            assert a.batch["question"]["about"][0] == second


@timed
async def test_an_intention_is_done_in_one_message():
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        async with served.device(mine["token"]) as a:
            question = await to_topic(a, "choose soldier")
            named = {"seat": "A", "number": question["number"]}
            who = question["options"][0]["about"][0]
            ended = await said(a, "intend", "plan_ended", **named, intention={"who": who, "deed": "hold"})
            assert (ended["held"], ended["done"]) == (1, True)
            assert any(one["kind"] == "soldier holds" for one in a.log)


@timed
async def test_a_plan_stops_at_the_first_surprise_and_says_why():
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        async with served.device(mine["token"]) as a:
            question = await to_topic(a, "choose soldier")
            named = {"seat": "A", "number": question["number"]}
            who = question["options"][0]["answer"]
            answers = [
                {"answer": who},
                {"answer": "move", "topic": "activate"},
                {"answer": "sing"},
                {"answer": 1},
            ]
            ended = await said(a, "plan", "plan_ended", **named, answers=answers)
            assert (ended["held"], ended["of"], ended["done"]) == (2, 4, False)
            assert ended["refusal"]["rule"].startswith("FR-")
            assert ended["refusal"]["reason"] in ended["why"]
            assert a.batch["question"]["topic"] == "move"
            other = [{"answer": "hold"}, {"answer": "hold", "topic": "move"}]
            ended = await said(a, "plan", "plan_ended", seat="A", number=named["number"] + 2, answers=other)
            assert (ended["held"], ended["refusal"]) == (1, None)
            assert ended["why"].startswith("Something else is asked: What does ")


@timed
async def test_a_plan_ends_where_another_seat_is_asked():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["talk"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            question = await a.asked()
            answers = [{"answer": "hello"}, {"answer": "hello again"}]
            ended = await said(a, "plan", "plan_ended", seat="A", number=question["number"], answers=answers)
            assert (ended["held"], ended["why"]) == (1, "Now B is asked.")
            await b.answer("I listen")


@timed
async def test_what_is_no_plan_is_refused_and_changes_nothing():
    async with serving() as served:
        mine, theirs = await served.two_seats(**BATTLE)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            asked = await next_asked(a, b)
            question, other = await asked.asked(), b if asked is a else a
            seat, number = question["seat"], question["number"]
            room = await served.all_rooms.room(mine["game"])
            before = room.game_log.number
            one = {"answer": first_answer(question)}
            wrongs: tuple[dict[str, Any], ...] = (
                {"answers": []},
                {"answers": [one] * 49},
                {"answers": [one] * 5000},
                {"answers": [{"answer": "nothing of the kind"}, one]},
                {"answers": [{**one, "topic": "choose the weather"}]},
                {"answers": [one], "number": number + 1},
                {"answers": [one], "seat": "nobody"},
            )
            for wrong in wrongs:
                refused = await asked.refusal("plan", **{"seat": seat, "number": number, **wrong})
                assert refused["reason"]
                assert refused["remedy"]
            refused = await other.refusal("plan", seat=seat, number=number, answers=[one])
            assert room.game_log.number == before


@timed
@pytest.mark.parametrize(
    "intention",
    [{"who": "nobody"}, {"at": [1e308, -1e308]}, {"at": [5, 5]}, {"deed": "fly"}, {"target": "B1"}, {}],
)
async def test_an_intention_that_nobody_understands_is_refused_and_changes_nothing(intention):
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        async with served.device(mine["token"]) as a:
            question = await to_topic(a, "deal reaction dice")
            room = await served.all_rooms.room(mine["game"])
            before = room.game_log.number
            named = {"seat": "A", "number": question["number"], "intention": intention}
            refused = await a.refusal("intend", **named)
            assert len(refused["reason"]) > 10
            await a.send("ask_sketch", request=7, **named)
            reply = await a.until("sketched", "refused", request=7)
            assert reply["type"] == "refused" or (reply["ways"] == [] and reply["why"])
            assert room.game_log.number == before


@timed
@pytest.mark.parametrize(
    "frame",
    [
        {"type": "plan", "seat": "A", "number": 0, "answers": "all"},
        {"type": "plan", "seat": "A", "number": 0, "answers": [{"topic": "x"}]},
        {"type": "plan", "seat": "A", "number": 0, "answers": [{"answer": 1, "cheat": True}]},
        {"type": "intend", "seat": "A", "number": 0, "intention": {"at": [1]}},
        {"type": "intend", "seat": "A", "number": 0, "intention": {"at": ["x", "y"]}},
        {"type": "ask_sketch", "seat": "A", "number": 0, "intention": None},
        {"type": "set_order", "seat": "A", "order": 3, "setting": "ask"},
    ],
)
async def test_frames_of_another_shape_are_refused(frame):
    async with serving() as served:
        mine = await served.post(
            "/api/games", {**SK, "seats": {"A": {"sits": "here"}, "B": {"sits": "here"}}}
        )
        async with served.device(mine["token"]) as a:
            await a.asked()
            await a.socket.send(json.dumps(frame))
            refused = await a.until("refused")
            assert "cannot be read" in refused["reason"]


# ---- standing orders ---------------------------------------------------------------------------------


@timed
async def test_hello_says_what_may_be_ordered_and_how_it_is_set():
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        async with served.device(mine["token"]) as a:
            standing = {one["key"]: one for one in a.hello["standing"]}
            assert next(iter(standing)) == "only answer"
            assert standing["aimed fire"]["settings"][0]["key"] == "always"
            assert standing["aimed fire"]["for_a_round"]
            assert not standing["only answer"]["for_a_round"]
            assert a.hello["orders"]["A"]["story points"] == "to save a life"


@timed
async def test_an_order_is_kept_with_the_seat_and_told_to_its_other_devices():
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        more = await served.post(
            f"/api/games/{mine['game']}/invitations", {"role": "player", "seat": "A"}, mine["token"]
        )
        other = await served.post("/api/join", {"code": more["code"]})
        async with served.device(mine["token"]) as a, served.device(other["token"]) as phone:
            await a.asked()
            await a.done("set_order", seat="A", order="aimed fire", setting="ask")
            told = await phone.until("ordered")
            assert (told["seat"], told["orders"]["aimed fire"]) == ("A", "ask")
            for order, setting in (
                ("aimed fire", "sometimes"),
                ("luck", "never"),
                ("", ""),
                ("x" * 5000, "y"),
            ):
                refused = await a.refusal("set_order", seat="A", order=order, setting=setting)
                assert refused["remedy"]
                assert len(refused["reason"]) < 300
            await a.refusal("set_order", seat="B", order="aimed fire", setting="ask")
            room = await served.all_rooms.room(mine["game"])
            assert room.game_log.orders_of("A")["aimed fire"] == "ask"
            await a.done("set_order", seat="A", order="snap fire", setting="not this round")
            assert room.game_log.orders_of("A")["snap fire"] == "not this round"


@timed
async def test_orders_and_what_they_answered_survive_a_restart(tmp_path):
    store = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
    async with serving(database=store) as served:
        mine = await served.post("/api/games", BATTLE)
        theirs = await served.post("/api/join", {"code": mine["code"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.asked() if a.question else None
            await a.done("set_order", seat="A", order="failed activations", setting="always")
            for _ in range(90):
                asked = await next_asked(a, b)
                await asked.answer(first_answer(await asked.asked()))
            room = await served.all_rooms.room(mine["game"])
            kept = room.game_log.by_itself
            print_of = room.game_log.play.fingerprint()
    async with serving(database=store) as served, served.device(mine["token"]) as a:
        assert a.hello["orders"]["A"]["failed activations"] == "always"
        room = await served.all_rooms.room(mine["game"])
        assert room.game_log.by_itself == kept
        assert room.game_log.play.fingerprint() == print_of
        own = [one for one in kept if one.seat == "A"]
        if own:
            told = of_type(a, "by_itself") or [await a.until("by_itself")]
            assert told[0]["whole"]
            assert len(told[0]["given"]) == len(own)


@timed
async def test_a_question_with_one_answer_answers_itself_is_told_to_its_seat_alone_and_goes_with_an_undo():
    async with serving() as served:
        mine, theirs = await served.two_seats(**BATTLE)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            room = await served.all_rooms.room(mine["game"])
            for _ in range(400):
                if room.game_log.by_itself:
                    break
                asked = await next_asked(a, b)
                await asked.answer(first_answer(await asked.asked()))
            first = room.game_log.by_itself[0]
            own, other = (a, b) if first.seat == "A" else (b, a)
            told = of_type(own, "by_itself") or [await own.until("by_itself")]
            given = told[0]["given"][0]
            assert given["by"] in ("only answer", "losing models")
            assert given["asked"]
            assert of_type(other, "by_itself") == []
            record = await served.get(f"/api/games/{mine['game']}/record", mine["token"])
            told_of = [json.loads(line) for line in record.text.splitlines()]
            assert {one["seat"] for one in told_of if one.get("by")} <= {"A"}


@timed
async def test_an_undo_goes_back_to_the_last_own_word_and_nothing_answers_itself_before_the_next():
    async with serving() as served:
        mine = await served.post("/api/games", EXERCISE)
        async with served.device(mine["token"]) as a:
            room = await served.all_rooms.room(mine["game"])
            while not room.game_log.by_itself:
                question = await a.asked()
                fire = next((one["answer"] for one in question["options"] if one["answer"] == "fire"), None)
                await a.answer(fire or first_answer(question))
            game, number = room.game_log.play, room.game_log.by_itself[0].told.number
            assert game.number_for("A") > number
            assert room.game_log.by_itself[0].told.by in ("only answer", "aimed fire", "traits")
            await a.done("undo", seat="A")
            assert room.game_log.by_itself == []
            assert game.number_for("A") == number - 1
            told = of_type(a, "by_itself")[-1]
            assert (told["whole"], told["given"]) == (True, [])
            assert a.batch["question"]["number"] == number - 1


@timed
async def test_an_order_set_while_its_question_is_open_answers_it():
    async with serving() as served:
        mine, theirs = await served.two_seats(**BATTLE)
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            for device, seat in ((a, "A"), (b, "B")):
                await device.done("set_order", seat=seat, order="losing models", setting="ask")
                await device.done("set_order", seat=seat, order="only answer", setting="ask")
            asked = await next_asked(a, b)
            while (question := await asked.asked())["topic"] != "choose casualties":
                await asked.answer(_fighting(question))
                asked = await next_asked(a, b)
            seat, before = question["seat"], question["number"]
            assert question["orders"] == ["losing models"]
            await asked.done("set_order", seat=seat, order="losing models", setting="as proposed")
            told = of_type(asked, "by_itself")[-1]["given"][0]
            assert (told["number"], told["by"]) == (before, "losing models")


def _fighting(question: dict[str, Any]) -> Any:
    """An answer that brings the Groups together: the last order, which names an enemy where one can be."""
    if question["kind"] == "choose one":
        return question["options"][-1 if question["topic"] == "choose order" else 0]["answer"]
    return first_answer(question)


# ---- what the other seat may not know ----------------------------------------------------------------

VARIES = re.compile(r'"(game|code|choose_in)":("[^"]*"|[0-9.]+)')


@timed
async def test_neither_a_sketch_nor_a_refusal_tells_worlds_apart_that_differ_in_a_secret():
    heard = []
    for trap in (0, 11):
        async with serving() as served:
            mine, theirs = await served.two_seats(options={"steps": ["traps", "talk"]})
            async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
                await a.sees(lambda device: device.seats["B"]["present"])
                await a.answer(5)
                await b.answer(trap)
                question = await a.asked()
                named = {"seat": "A", "number": question["number"]}
                for wish in ({"who": "b1"}, {"at": [3, 0]}, {"at": [3, 0], "target": "b1"}):
                    await a.send("ask_sketch", request=5, **named, intention=wish)
                    await a.until("sketched", "refused", request=5)
                    await a.send("intend", request=6, **named, intention=wish)
                    await a.until("plan_ended", "refused", request=6)
                await a.send("plan", request=8, **named, answers=[{"answer": ["no such thing"]}])
                await a.until("plan_ended", "refused", request=8)
                await play_on(a, b)
                heard.append([VARIES.sub(r'"\1":0', frame) for frame in a.frames])
    assert heard[0] == heard[1]


@timed
async def test_one_seat_learns_nothing_of_the_orders_of_another():
    heard = []
    for setting in ("ask", "never"):
        async with serving() as served:
            mine, theirs = await served.two_seats(**BATTLE)
            async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
                await a.sees(lambda device: device.seats["B"]["present"])
                await b.done("set_order", seat="B", order="failed activations", setting=setting)
                assert "orders" in b.hello
                assert [*a.hello["orders"]] == ["A"]
                await a.send("ping", request=3)
                await a.until("pong", request=3)
                heard.append([VARIES.sub(r'"\1":0', frame) for frame in a.frames])
    assert heard[0] == heard[1]
