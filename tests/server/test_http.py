"""The way into games over HTTP, and what the doorkeeper lets through."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.server.serving import play_on, serving, timed

CC = "companies-and-captains"

POSITION = """
book: sk
fighters:
  a1: {id: a1, seat: A, at: 3}
  b1: {id: b1, seat: B, at: 5}
steps: [bombs]
"""


@timed
async def test_the_shelf_offers_what_a_lobby_needs():
    async with serving() as served:
        books = {one["id"]: one for one in (await served.get("/api/books")).json()}
        assert books[CC]["title"] == "Companies and Captains"
        assert books[CC]["ready"]
        assert books[CC]["rules"] > 300
        offers = (await served.get(f"/api/books/{CC}")).json()
        assert len(offers["scenarios"]) == 15
        assert all(one["sentence"] and one["rule"].startswith("CC-") for one in offers["scenarios"])
        assert len(offers["forces"]) == 12
        assert all(one["rule"] and one["sentence"] for one in offers["switches"])
        card = (await served.get(f"/api/books/{CC}/rules/CC-ACT-01")).json()
        assert (card["id"], bool(card["text"])) == ("CC-ACT-01", True)
        found = (await served.get(f"/api/books/{CC}/rules?words=ambush")).json()
        assert any(one["id"].startswith("CC-AMU-") for one in found)
        await served.get(f"/api/books/{CC}/rules/CC-NONE", status=404)
        await served.get("/api/books/no-book", status=404)


@timed
async def test_a_force_is_checked_as_somebody_writes_it():
    async with serving() as served:
        path = f"/api/books/{CC}/forces/check"
        ready = await served.post(path, {"force": "seafolk"})
        assert (ready["legal"], ready["points"], ready["limit"]) == (True, 24, 24)
        again = await served.post(path, {"force": ready["code"]})
        assert again["text"] == ready["text"]
        small = await served.post(path, {"force": "seafolk", "options": {"points_limit": 12}})
        assert not small["legal"]
        assert small["reasons"][0]["rule"].startswith("CC-")
        wrong: tuple[Any, ...] = ("", "x", 5, [], {"groups": 7}, None)
        for nonsense in wrong:
            verdict = await served.post(path, {"force": nonsense})
            assert not verdict["legal"]
            assert verdict["reasons"]


@timed
async def test_the_first_game_of_every_book_that_offers_one_begins_at_once():
    async with serving() as served:
        for book in (await served.get("/api/books")).json():
            first = (await served.get(f"/api/books/{book['id']}")).json()["first"] if book["ready"] else None
            if first is None:
                continue
            seats = {
                seat: {"sits": "here" if seat == first["person"] else "ai", "force": force}
                for seat, force in first["seats"].items()
            }
            game = {
                "book": book["id"],
                "scenario": first["scenario"],
                "options": first.get("options", {}),
                "seats": seats,
            }
            mine = await served.post("/api/games", game)
            async with served.device(mine["token"]) as a:
                await a.asked()
                assert (await a.answer())["type"] == "accepted"


@timed
async def test_a_game_that_could_not_begin_is_refused_with_its_rules():
    async with serving() as served:
        game = {
            "book": CC,
            "scenario": "pitched-battle",
            "seats": {"A": {"force": "x"}, "B": {"force": "seafolk"}},
        }
        refused = await served.post("/api/games", game, status=400)
        assert all(one["rule"].startswith("CC-") for one in refused["reasons"])
        for wrong in (
            {"book": "none"},
            {"book": "sk", "scenario": "nowhere"},
            {"book": "sk", "options": {"beast": "big"}},
            {"book": "sk", "seats": {"": {}}},
            {"book": "sk", "seats": {"A": {"sits": "ai", "player": "oracle"}}},
            {"book": "sk", "seats": {"A": {"sits": "ai", "player": "search:3600"}}},
            {"book": "sk", "position": {"book": "sk", "fighters": 7}},
            {"book": "sk", "puzzle": "none"},
            {"book": "sk", "color": "red"},
            {"seats": 5},
        ):
            await served.post("/api/games", wrong, status=400)
        assert (await served.get("/api/games")).json() == []


@timed
async def test_devices_join_by_six_letters_until_all_seats_are_taken():
    async with serving() as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}, "C": {"sits": "elsewhere"}}
        mine = await served.post("/api/games", {"book": "sk", "seats": seats, "name": "Ada"})
        assert len(mine["code"]) == 6
        assert mine["link"].endswith(f"/join/{mine['code']}")
        async with served.device(mine["token"]) as a:
            assert a.hello["status"] == "gathering"
            assert "not begun" in (await a.refusal("answer", seat="A", number=0, answer=1))["reason"]
            spoken = f" {mine['code'][:3].lower()}-{mine['code'][3:]} "
            second = await served.post("/api/join", {"code": spoken, "seat": "C", "name": "Cy"})
            assert second["seats"] == ["C"]
            await served.post("/api/join", {"code": mine["code"], "seat": "C"}, status=400)
            listed = (await served.get("/api/games")).json()[0]
            assert (listed["status"], listed["open_seats"]) == ("gathering", ["B"])
            await served.post("/api/join", {"code": mine["code"]})
            await a.until("hello", status="running")
            await a.asked()
        await served.post("/api/join", {"code": mine["code"]}, status=400)
        await served.post("/api/join", {"code": "ZZZZZZ"}, status=404)
        assert (await served.get("/api/games")).json()[0]["status"] == "running"


@timed
async def test_six_letters_show_the_game_behind_them_even_where_no_list_does():
    async with serving(joins_per_minute=3) as served:
        seats = {"A": {"sits": "here"}, "B": {"sits": "elsewhere"}}
        mine = await served.post("/api/games", {"book": "sk", "seats": seats, "listed": False})
        assert (await served.get("/api/games")).json() == []
        (found,) = (await served.get(f"/api/games?code={mine['code'].lower()}")).json()
        assert (found["game"], found["book"], found["open_seats"]) == (mine["game"], "sk", ["B"])
        assert (await served.get("/api/games?code=ZZZZZZ")).json() == []
        assert (await served.get("/api/games?code=ZZZZZY")).json() == []
        refused = (await served.get("/api/games?code=ZZZZZX", status=403)).json()
        assert refused["reasons"][0]["reason"] == "Too many codes were tried from here."


@timed
async def test_a_joining_force_that_is_not_legal_is_refused_and_the_seat_stays_open():
    async with serving() as served:
        seats = {"A": {"force": "seafolk"}, "B": {"sits": "elsewhere"}}
        mine = await served.post("/api/games", {"book": CC, "scenario": "pitched-battle", "seats": seats})
        refused = await served.post("/api/join", {"code": mine["code"], "force": "Nobody"}, status=400)
        assert refused["reasons"][0]["rule"].startswith("CC-")
        joined = await served.post("/api/join", {"code": mine["code"], "force": "automata"})
        assert joined["seats"] == ["B"]


@timed
async def test_a_seat_is_given_up_and_the_device_that_had_it_sees_nothing_more():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        path = f"/api/games/{mine['game']}/seats/B"
        async with served.device(theirs["token"]) as b:
            headers = {"authorization": f"Bearer {theirs['token']}"}
            assert (await served.http.delete(path, headers=headers)).status_code == 204
            await b.until("hello", your_seats=[], viewer=None)
            refused = await b.refusal("answer", seat="B", number=0, answer=1)
            assert "does not speak for B" in refused["reason"]
            assert b.showing["fighters"]["b2"]["at"] == -1
        again = await served.post("/api/join", {"code": mine["code"]})
        assert again["seats"] == ["B"]


@timed
async def test_the_creator_frees_a_seat_of_a_running_game_only_when_its_player_has_left():
    for held in (0.0, 60.0):
        async with serving(seat_held=held) as served:
            mine, theirs = await served.two_seats()
            path = f"/api/games/{mine['game']}/seats/B"
            stranger = await served.post("/api/join", {"code": mine["code"], "role": "spectator"})
            host, other = ({"authorization": f"Bearer {one['token']}"} for one in (mine, stranger))
            async with served.device(mine["token"]) as a:
                async with served.device(theirs["token"]):
                    await a.sees(lambda device: device.seats["B"]["present"])
                    assert (await served.http.delete(path, headers=other)).status_code == 403
                    refused = await served.http.delete(path, headers=host)
                    assert (refused.status_code, "still held" in refused.text) == (400, True)
                await a.sees(lambda device: device.seats["B"]["lost"])
                freed = await served.http.delete(path, headers=host)
                assert freed.status_code == (400 if held else 204)


@timed
async def test_a_program_plays_by_json_lines_and_posts():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        path = f"/api/games/{mine['game']}"
        headers = {"authorization": f"Bearer {mine['token']}"}
        async with served.http.stream("GET", f"{path}/stream", headers=headers) as stream:
            assert stream.headers["content-type"] == "application/x-ndjson"
            message: dict[str, Any] = {}
            async for line in stream.aiter_lines():
                message = json.loads(line)
                if message["type"] == "batch" and message["question"]:
                    break
            number = message["question"]["number"]
            answer = {"seat": "A", "number": number, "answer": 3}
            accepted = await served.post(f"{path}/answers", answer, mine["token"])
            assert accepted["type"] == "accepted"
            late = await served.post(f"{path}/answers", answer, mine["token"], status=400)
            assert "answered already" in late["reasons"][0]["reason"]
            await served.post(f"{path}/answers", {**answer, "number": 1}, theirs["token"], status=403)


@timed
async def test_a_finished_game_is_downloaded_whole_and_opened_again_step_by_step():
    async with serving() as served:
        mine, theirs = await served.two_seats()
        async with served.device(mine["token"]) as a, served.device(theirs["token"]) as b:
            await play_on(a, b)
        # Those that answered themselves are told too.
        answers = (await served.all_rooms.room(mine["game"])).game_log.play.number
        path = f"/api/games/{mine['game']}"
        record = (await served.get(f"{path}/record", mine["token"])).content
        for watch in ("", "?watch=A", "?watch=all"):
            reply = await served.http.post(f"/api/replays{watch}", content=record)
            assert reply.status_code == 200
            replay = reply.json()
            assert (replay["kind"], replay["words"], len(replay["frames"])) == ("record", "", answers + 1)
            assert replay["frames"][0]["showing"]["fighters"]["b2"]["at"] == -1
            for frame in replay["frames"][1:]:
                may_know = watch in ("?watch=all", f"?watch={frame['seat']}")
                assert (frame["answer"] is not None, frame["prompt"] != "") == (may_know, may_know)
        luck = (await served.get(f"{path}/luck", mine["token"])).json()
        assert {one["seat"] for one in luck} == {"A", "B"}
        assert sum(one["dice"] for one in luck) > 0


@timed
async def test_positions_and_cases_are_opened_and_nonsense_is_refused():
    async with serving() as served:
        opened = (await served.http.post("/api/replays", content=POSITION)).json()
        assert (opened["kind"], opened["book"], opened["viewers"]) == ("position", "sk", ["A", "B"])
        position = POSITION.replace("\n", "\n  ")
        case = f"case: a bomb falls\nposition:\n  {position}\nanswers:\n  - {{seat: A, answer: [0, 2]}}\n"
        case += "expect: {turn: {at least: 1}}\n"
        outcome = (await served.http.post("/api/replays", content=case)).json()
        assert (outcome["kind"], outcome["failures"]) == ("case", [])
        for nonsense in (
            "",
            "\x00",
            "x: [",
            '{"sandtable": 1}',
            "!!python/object:os.system {}",
            "&a [*a]",
            b"\xff",
        ):
            reply = await served.http.post("/api/replays", content=nonsense)
            assert reply.status_code == 400, nonsense
            assert reply.json()["reasons"][0]["reason"]
        large = await served.http.post("/api/replays", content=b"x" * (9 * 1024 * 1024))
        assert large.status_code == 413


@timed
async def test_puzzles_are_cases_that_can_be_played_from_their_position(tmp_path):
    (tmp_path / "lane.case.yaml").write_text(
        f"case: throw well\nrules: [SK-SHO-06]\nposition:\n{_inside(POSITION)}"
    )
    (tmp_path / "broken.case.yaml").write_text("case: [")
    async with serving(cases=(tmp_path,)) as served:
        puzzles = {one["id"]: one for one in (await served.get("/api/puzzles")).json()}
        assert puzzles["lane"] == {"id": "lane", "book": "sk", "title": "throw well", "rules": ["SK-SHO-06"]}
        seats = {"A": {}, "B": {"sits": "ai", "player": "uniform"}}
        mine = await served.post("/api/games", {"puzzle": "lane", "seats": seats})
        async with served.device(mine["token"]) as a:
            assert (await a.asked())["kind"] == "target area"


def _inside(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.strip().splitlines())


@timed
async def test_only_own_names_and_own_pages_may_call():
    async with serving() as served:
        for host, status in (("127.0.0.1", 200), ("localhost:1", 200), ("evil.example", 403), ("", 403)):
            assert (await served.http.get("/api/health", headers={"host": host})).status_code == status
        own, foreign = served.address, "http://evil.example"
        for origin, status in ((own, 200), (foreign, 403), ("null", 403)):
            reply = await served.http.get("/api/health", headers={"origin": origin})
            assert reply.status_code == status
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{served.server.port}/api/play", origin=Origin(foreign))
        assert refused.value.response.status_code == 403


@timed
async def test_every_reply_carries_a_strict_policy_and_nothing_but_the_page_comes_from_disk(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html><title>table</title>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1.js").write_text("let x = 1")
    async with serving(page=tmp_path) as served:
        for path in ("/", "/api/health", "/nowhere.js", "/join/ABCDEF"):
            policy = (await served.http.get(path)).headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe-eval" not in policy
        assert "table" in (await served.get("/")).text
        assert "table" in (await served.get("/join/ABCDEF")).text
        script = await served.get("/assets/app-1.js")
        assert "immutable" in script.headers["cache-control"]
        for path in (
            "/../pyproject.toml",
            "/%2e%2e/pyproject.toml",
            "/assets/../../x.py",
            "/app.py",
            "/etc/passwd.x",
        ):
            assert (await served.http.get(path)).status_code == 404
    async with serving(page=tmp_path / "none") as served:
        assert "make web" in (await served.get("/")).text


@timed
async def test_codes_become_qr_pictures_of_the_link_to_join():
    async with serving() as served:
        picture = await served.get("/api/codes/ABCDEF/qr.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert "<svg" in picture.text
        await served.get("/api/codes/ABC/qr.svg", status=404)
        assert (await served.get("/api/nearby")).json() == []


@timed
async def test_whoever_tries_too_many_codes_or_asks_too_much_has_to_wait():
    async with serving(joins_per_minute=3) as served:
        for _ in range(3):
            await served.post("/api/join", {"code": "AAAAAA"}, status=404)
        await served.post("/api/join", {"code": "AAAAAA"}, status=403)
    async with serving(requests_per_minute=5) as served:
        statuses = [(await served.http.get("/api/health")).status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
    async with serving() as served:
        assert (await served.http.post("/api/games", content=b"[" * 2_000_000)).status_code == 413
