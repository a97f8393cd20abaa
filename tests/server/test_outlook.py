"""A unit is looked from through the eyes in use, and through no others."""

from __future__ import annotations

from tests.server.serving import serving, timed

POSITION = {
    "book": "companies-and-captains",
    "groups": {
        "A1": {"profile": "Heavy Foot", "models": 1, "at": [24, 10]},
        "B1": {"profile": "Elite Foot", "models": 1, "at": [24, 15]},
    },
}


@timed
async def test_a_player_learns_what_a_unit_sees_and_reaches():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "greedy"}}
        game = {"book": "companies-and-captains", "position": POSITION, "seats": seats, "seed": 3}
        mine = await served.post("/api/games", game)
        async with served.device(mine["token"]) as a:
            await a.asked()
            await a.send("ask_outlook", request=5, unit="A1")
            reply = await a.until("looked")
            assert (reply["request"], reply["viewer"], reply["unit"]) == (5, "A", "A1")
            assert [one["unit"] for one in reply["outlook"]["looks"]] == ["B1"]
            assert reply["outlook"]["looks"][0]["can"] == ["attack"]
            await a.send("ask_outlook", request=6, unit="nobody")
            assert (await a.until("looked"))["outlook"] is None


@timed
async def test_a_book_without_an_outlook_says_so_and_a_watcher_may_ask():
    async with serving() as served:
        mine, _ = await served.two_seats()
        watcher = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
        async with served.device(watcher["token"]) as screen:
            await screen.send("ask_outlook", request=1, unit="a1")
            reply = await screen.until("looked")
            assert (reply["viewer"], reply["outlook"]) == (None, None)


@timed
async def test_a_plan_is_judged_without_being_answered():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "greedy"}}
        game = {"book": "companies-and-captains", "position": POSITION, "seats": seats, "seed": 3}
        mine = await served.post("/api/games", game)
        async with served.device(mine["token"]) as a:
            question = await a.asked()
            about = {"seat": "A", "number": question["number"]}
            await a.send("ask_judgement", request=1, answer="B1", **about)
            assert (await a.until("judged"))["refusal"]["reason"]
            await a.send("ask_judgement", request=2, answer="A1", **about)
            assert (await a.until("judged"))["refusal"] is None
            assert (await a.asked())["number"] == question["number"]
            refused = {"seat": "A", "number": question["number"] + 1, "answer": "A1"}
            await a.send("ask_judgement", request=3, **refused)
            assert (await a.until("refused"))["about"] == "ask_judgement"


@timed
async def test_a_question_about_a_move_comes_with_the_first_proposal_and_lists_all_when_asked():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "greedy"}}
        game = {"book": "companies-and-captains", "position": POSITION, "seats": seats, "seed": 3}
        mine = await served.post("/api/games", game)
        async with served.device(mine["token"]) as a:
            while (question := await a.asked())["kind"] != "move":
                answers = [option["answer"] for option in question["options"]]
                assert not question["more"]
                await a.answer("move" if "move" in answers else answers[0])
            assert question["more"]
            assert len(question["options"]) == 1
            about = {"seat": "A", "number": question["number"]}
            await a.send("ask_options", request=4, **about)
            reply = await a.until("options")
            assert (reply["request"], reply["seat"], reply["number"]) == (4, "A", question["number"])
            assert reply["options"][0] == question["options"][0]
            assert reply["options"][-1]["answer"] == "hold"
            refusal = await a.refusal("ask_options", seat="A", number=question["number"] + 1)
            assert "has not been asked" in refusal["reason"]
            refusal = await a.refusal("ask_options", seat="B", number=0)
            assert "not of B" in refusal["reason"]
            assert (await a.answer("hold"))["type"] == "accepted"
