"""Two seats over real sockets: answers, refusals, batches, undo, dice, rulings."""

from __future__ import annotations

import json

from sandtable.kernel.testing import covers
from tests.server.serving import play_on, serving, timed


@timed
async def test_two_devices_play_a_whole_game_and_are_told_the_same_end():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            assert (a.hello["your_seats"], b.hello["your_seats"]) == (["A"], ["B"])
            answers = await play_on(a, b)
            assert answers > 20
            for one in (a, b):
                while not one.batch.get("result"):
                    await one.until("batch")
            assert a.batch["result"] == b.batch["result"]
            assert a.batch["waiting_for"] == []
            card = (await served.get(f"/api/games/{mine['game']}", mine["token"])).json()
            assert card["status"] == "over"
            assert card["words"].endswith("the last turn is over")


@timed
async def test_every_batch_follows_the_one_before_for_each_viewer():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b)
            for device in (a, b):
                batches = [one for frame in device.frames if (one := json.loads(frame))["type"] == "batch"]
                numbers = [one["number"] for one in batches]
                # One that tells of several steps, since some answered themselves, has their last number.
                assert [one["previous"] for one in batches] == [0, *numbers[:-1]]
                assert numbers == sorted({*numbers})


@timed
async def test_an_answer_given_twice_is_refused_the_second_time_and_changes_nothing():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]):
            question = await a.asked()
            first = {"seat": "A", "number": question["number"], "answer": 3}
            await a.send("answer", request=1, **first)
            await a.send("answer", request=2, **first)
            assert (await a.until("accepted", "refused"))["type"] == "accepted"
            refused = await a.until("accepted", "refused")
            assert (refused["type"], refused["request"]) == ("refused", 2)
            assert refused["reason"] == "Question 0 to A is answered already."
            room = await served.all_rooms.room(mine["game"])
            assert room.game_log.play.number_for("A") == 1


@timed
async def test_answers_that_are_late_early_or_foreign_are_refused_with_the_reason():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.asked()
            foreign = await b.refusal("answer", seat="A", number=0, answer=3)
            assert foreign["reason"] == "This device does not speak for A."
            early = await b.refusal("answer", seat="B", number=0, answer=3)
            assert early["reason"] == "B is not asked."
            assert early["rule"] == "SK-SEC-04"
            unasked = await a.refusal("answer", seat="A", number=5, answer=3)
            assert unasked["reason"] == "Question 5 to A has not been asked."
            illegal = await a.refusal("answer", seat="A", number=0, answer=99)
            assert illegal["rule"] == "SK-SEC-04"
            assert "0 to 11" in illegal["remedy"]
            assert (await a.answer(3))["type"] == "accepted"
            late = await a.refusal("answer", seat="A", number=0, answer=4)
            assert late["reason"] == "Question 0 to A is answered already."


@timed
async def test_frames_that_are_no_messages_are_refused_politely_and_the_game_goes_on():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]):
            await a.asked()
            for frame in (
                "",
                "x",
                "[]",
                "{}",
                '{"type": "dance"}',
                '{"type": "answer"}',
                b"\xff\x00",
                "[" * 5000,
            ):
                await a.socket.send(frame)
                assert (await a.until("refused"))["reason"]
            assert (await a.answer(3))["type"] == "accepted"


@timed
async def test_a_socket_must_enter_with_a_token_that_counts_before_anything_else():
    async with serving() as served:
        mine, _ = await served.two_seats()
        async with served.device(mine["token"]) as a:
            again = await a.refusal("enter", token=mine["token"])
            assert "in the room already" in again["reason"]
        from websockets.asyncio.client import connect

        async with connect(f"ws://127.0.0.1:{served.server.port}/api/play") as socket:
            reasons = []
            for frame in ({"type": "ping"}, {"type": "enter", "token": "guess"}):
                await socket.send(json.dumps(frame))
                reply = json.loads(await socket.recv())
                assert reply["type"] == "refused"
                reasons.append(reply["reason"])
            assert reasons[1] == "This device is not known here."


@timed
async def test_a_client_that_comes_back_resumes_from_its_batch_and_is_asked_again():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=6)
            had, log = a.batch["number"], list(a.log)
            await play_on(a, b, answers=7)
            await a.asked() if "A" in a.batch["waiting_for"] else await b.asked()
            whole, now = list(a.log), a.batch["number"]
            assert now > had
            await a.send("resume", since=had)
            missed = await a.until("batch", previous=had)
            assert missed["number"] == now
            assert log[: missed["first_event"]] + missed["events"] == whole
            assert missed["showing"] is not None
        async with served.device(mine["token"], since=had) as back:
            missed = await back.until("batch")
            assert (missed["previous"], missed["number"]) == (had, now)
            assert log[: missed["first_event"]] + missed["events"] == whole
            if "A" in missed["waiting_for"]:
                assert missed["question"]["seat"] == "A"


@timed
async def test_a_batch_number_that_nobody_knows_brings_everything():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=8)
            for since in (10_000, -3):
                await a.send("resume", since=since)
                everything = await a.until("batch", previous=0, first_event=0)
                assert len(everything["events"]) >= len(a.log) > 0


@timed
async def test_own_last_word_is_taken_back_without_asking_while_nothing_became_known():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["reaction", "orders"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b, answers=2)
            mover = a if a.question else b
            question = await mover.asked()
            await mover.answer()
            await mover.done("undo", seat=question["seat"])
            again = await mover.asked()
            assert (again["number"], again["prompt"]) == (question["number"], question["prompt"])


@timed
async def test_what_dice_have_settled_is_taken_back_only_if_all_agree():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["bombs"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.answer([7, 9])
            while not any(one["kind"] == "dice rolled" for one in b.log):
                await b.until("batch")
            lines = len(b.log)
            await a.send("undo", request=5, seat="A", to_event=0)
            asked = await b.until("undo_asked")
            assert (asked["by"], asked["missing"], asked["lines"]) == ("A", ["B"], lines)
            await b.send("consent", seat="B", undo=asked["undo"], agrees=False)
            settled = await a.until("undo_settled")
            assert (settled["done"], settled["refused_by"]) == (False, "B")
            assert len(b.log) == lines

            await a.send("undo", seat="A", to_event=0)
            asked = await b.until("undo_asked")
            await b.send("consent", seat="B", undo=asked["undo"], agrees=True)
            assert (await a.until("undo_settled"))["done"]
            again = await a.asked()
            assert again["number"] == 0
            assert a.log == []
            stale = await b.refusal("consent", seat="B", undo=asked["undo"], agrees=True)
            assert "not asked for any more" in stale["reason"]


@timed
async def test_who_sits_alone_before_the_ai_goes_back_as_far_as_he_likes():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "uniform"}}
        mine = await served.post("/api/games", {"book": "sk", "seed": 7, "seats": seats})
        async with served.device(mine["token"]) as a:
            await play_on(a, answers=5)
            await a.asked()
            await a.done("undo", seat="A", to_event=0)
            while a.batch["question"] is None or a.batch["question"]["number"] > 1:
                await a.until("batch")


@timed
async def test_a_seat_that_rolls_on_the_real_table_is_asked_for_its_dice():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["bombs"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]):
            await a.asked()
            await a.done("change_dice", seat="A", source="typed")
            await a.sees(lambda device: device.seats["A"]["dice"] == "typed")
            await a.answer([7, 9])
            question = await a.asked()
            assert question["kind"] == "typed dice"
            assert question["form"]["count"] == 1
            await a.answer([6])
            rolled = [one for one in a.log if one["kind"] == "dice rolled"]
            assert rolled[0]["facts"]["faces"] == [6]
            assert rolled[0]["facts"]["source"] == "typed"


@timed
async def test_where_everybody_rolls_on_the_real_table_the_dice_of_nobody_lie_there_too():
    squad = {"sits": "here", "force": "red-squad"}
    wanted = {"book": "forgotten-ruin", "scenario": "mission", "seed": 7}
    async with serving() as served:
        for dice, kind in (("typed", "typed dice"), ("app", "choose one")):
            mine = await served.post("/api/games", {**wanted, "seats": {"A": {**squad, "dice": dice}}})
            async with served.device(mine["token"]) as a:
                question = await a.asked()
                assert question["kind"] == kind
                rolled = {one["facts"]["source"] for one in a.log if one["kind"] == "dice rolled"}
                assert rolled == (set() if dice == "typed" else {"seeded"})


@timed
@covers("LR-MODE-04")
async def test_a_book_may_keep_the_dice_of_nobody_where_players_roll_their_own():
    seats = {
        "A": {"sits": "here", "force": "reclaimer-starter"},
        "B": {"sits": "here", "force": "balean-starter"},
    }
    wanted = {"book": "lands-of-ruin", "scenario": "two-player-tutorial", "seed": 7, "dice": "typed"}
    async with serving() as served:
        mine = await served.post("/api/games", {**wanted, "seats": seats})
        async with served.device(mine["token"]) as a:
            question = await a.asked()
            assert question["kind"] == "place"
            rolled = {one["facts"]["source"] for one in a.log if one["kind"] == "dice rolled"}
            assert rolled == {"seeded"}
            assert {one["dice"] for one in a.seats.values()} == {"typed"}


@timed
async def test_the_game_master_rules_and_others_may_not():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"master": "M"})
        assert mine["seats"] == ["A"]
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            assert a.hello["your_seats"] == ["A", "M"]
            assert a.hello["role"] == "game master"
            assert "show" in a.hello["rulings"]
            assert b.hello["rulings"] == []
            refused = await b.refusal("give_ruling", seat="B", ruling="show", facts={"fighter": "a2"})
            assert refused["reason"] == "B may not give rulings."
            await a.done("give_ruling", seat="M", ruling="show", facts={"fighter": "a2"})
            while not any(one["kind"] == "fighter shown" for one in b.log):
                await b.until("batch")
            assert b.showing["fighters"]["a2"]["at"] == 1


@timed
async def test_a_ruling_that_asks_somebody_reaches_him_though_he_was_asked_something_already():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"master": "M", "steps": ["bombs"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.answer([0, 2])
            before = await b.asked()
            await a.done("give_ruling", seat="M", ruling="judge", facts={"fighter": "b1"})
            while b.batch["question"]["prompt"] == before["prompt"]:
                await b.until("batch")
            assert b.batch["question"]["kind"] == "number"


@timed
async def test_one_screen_for_two_players_sees_through_one_pair_of_eyes_at_a_time():
    async with serving() as served:
        mine = await served.post("/api/games", {"book": "sk", "seed": 7})
        assert mine["seats"] == ["A", "B"]
        async with served.device(mine["token"]) as both:
            await both.answer(3)
            while both.batch["waiting_for"] != ["B"]:
                await both.until("batch")
            assert both.question is None
            assert all('"viewer":"B"' not in frame for frame in both.frames)
            await both.send("watch", seat="B")
            hello = await both.until("hello")
            assert hello["viewer"] == "B"
            question = await both.asked()
            assert question["seat"] == "B"
            assert (await both.answer(9))["type"] == "accepted"
            foreign = await both.refusal("watch", seat="C")
            assert "may not see through the eyes of C" in foreign["reason"]


@timed
async def test_words_reach_everybody_and_a_ping_is_answered():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await a.send("say", words="good luck")
            assert (await b.until("said"))["words"] == "good luck"
            assert "1 to 500" in (await a.refusal("say", words="x" * 501))["remedy"]
            await b.send("ping", request=4)
            assert (await b.until("pong"))["request"] == 4


@timed
async def test_hints_and_odds_are_for_the_open_question_of_ones_own_seat():
    async with serving() as served:
        mine, theirs = await served.two_seats(options={"steps": ["bombs"]})
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            question = await a.asked()
            await a.send("ask_hint", seat="A", number=0)
            hint = await a.until("hint", "refused")
            assert hint["type"] == "hint"
            assert hint["advice"][0]["reasons"]
            await a.send("ask_chances", seat="A", number=0)
            chances = await a.until("chances", "refused")
            assert len(chances["chances"]) == len(question["options"])
            await a.send("ask_odds", seat="A", number=0, answer=[7, 9])
            odds = await a.until("odds", "refused")
            assert odds["type"] == "odds"
            assert (odds["needs"]["dice"], odds["needs"]["number"]) == (1, 5)
            illegal = await a.refusal("ask_odds", seat="A", number=0, answer=[7, 12])
            assert illegal["rule"] == "SK-SHO-06"
            foreign = await b.refusal("ask_hint", seat="A", number=0)
            assert "not of A" in foreign["reason"]
