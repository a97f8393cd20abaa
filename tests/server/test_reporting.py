"""Battle reports over HTTP: after the end, to those who were there, and of any record that somebody sends."""

from __future__ import annotations

from sandtable.kernel.records.record import record_text
from tests.reports.duel import ORDERS, duel_record
from tests.server.serving import serving, timed

DUEL = {"book": "duel", "seats": {"A": {"sits": "here"}, "B": {"sits": "here"}}}


@timed
async def test_there_is_no_report_before_the_end_and_none_for_strangers():
    async with serving() as served:
        mine = await served.post("/api/games", DUEL)
        path = f"/api/games/{mine['game']}/report"
        running = await served.get(path, mine["token"], status=403)
        assert running.json()["reasons"][0]["reason"] == "The game is not over."
        await served.get(f"{path}/page", mine["token"], status=403)
        await served.get(path, status=401)
        other = await served.post("/api/games", DUEL)
        await served.get(path, other["token"], status=401)


@timed
async def test_a_game_that_is_over_has_a_report_and_a_page():
    async with serving() as served:
        mine = await served.post("/api/games", DUEL)
        seats = ["A", *("AB"[turn % 2] for turn in range(6))]
        orders = ("A", "march A1", "march B1", "march A1", "march B1", "march A1", "march B1")
        for number, (seat, order) in enumerate(zip(seats, orders, strict=True)):
            if number == 0:
                # There is but one way to deploy, and it answers itself.
                continue
            given = sum(one == seat for one in seats[:number])
            await served.post(
                f"/api/games/{mine['game']}/answers",
                {"seat": seat, "number": given, "answer": order},
                mine["token"],
            )
        report = (await served.get(f"/api/games/{mine['game']}/report", mine["token"])).json()
        assert report["summary"] == "A draw 12 to 12. Night has fallen."
        assert len(report["maps"]) == 7
        page = await served.get(f"/api/games/{mine['game']}/report/page", mine["token"])
        assert page.headers["content-type"].startswith("text/html")
        assert page.headers["content-disposition"] == 'attachment; filename="duel-report.html"'
        assert "A draw 12 to 12" in page.text


@timed
async def test_a_record_that_somebody_sends_is_reported_on():
    async with serving() as served:
        record = record_text(duel_record())
        reply = await served.http.post("/api/reports", content=record)
        assert reply.status_code == 200
        assert reply.json()["deeds"][0]["name"] == "Axes"
        page = await served.http.post("/api/reports/page", content=record)
        assert '<b class="side-0">Axes</b>' in page.text


@timed
async def test_what_is_no_whole_record_is_refused_politely():
    async with serving() as served:
        half = record_text(duel_record()).splitlines()[0]
        for body in (b"", b"\xff\xfe", b"{}", b"[1]", half.replace('"seen_by":""', '"seen_by":"A"').encode()):
            reply = await served.http.post("/api/reports", content=body)
            assert reply.status_code == 400, body
            assert reply.json()["reasons"][0]["reason"]
        unfinished = await served.http.post("/api/reports", content=record_text(duel_record(ORDERS[:3])))
        assert unfinished.json()["summary"] == "The battle was not played to its end."
