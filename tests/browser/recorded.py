"""Recorded games put to a page as their players were asked: every question with the table as it stood then.

The page is the real one; the server is played by this program, so that nothing has to be waited for.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sandtable.kernel.records.record import read_record
from sandtable.kernel.records.replay import replay
from sandtable.server.wire.changes import whole
from sandtable.server.wire.message_parts import Seat, Told
from sandtable.server.wire.projection import question_for, told
from sandtable.server.wire.protocol import Batch, Hello
from tests.browser.hands import watched

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, WebSocketRoute

GOLDEN = Path(__file__).parents[1] / "golden"
GAME = "recorded"
LINES = 30
"""So many lines of the log came before each question, enough to fill any place where they are read."""

MANY = 4
"""Whoever is asked with so many answers or more sees the first of them, however many there are."""


class Asked(NamedTuple):
    """One question of a recorded game, and all that its player knows then."""

    game: str
    seat: str
    kind: str
    topic: str
    answers: int
    barred: int
    parts: dict[str, Any]
    """The parts of the batch that brings it."""

    @property
    def sort(self) -> tuple[str, str, int, bool]:
        """Questions of one sort fill the page alike."""
        return self.kind, self.topic, min(self.answers, MANY), self.barred > 0


@cache
def questions(name: str) -> tuple[Asked, ...]:
    """Every question of a golden game that was put to a player."""
    record = read_record(GOLDEN / f"{name}.sandtable")
    steps = replay(record)
    found, log = [], 0
    for place in range(len(steps.moments)):
        steps.go_to(place)
        game = steps.game()
        seen_before = log
        log = len(game.events(0, None))
        for seat in game.waiting_for:
            question = question_for(game, seat)
            if question is None:
                continue
            events = told(game, game.events(max(0, min(seen_before, log - LINES)), seat)[-LINES:], seat)
            found.append(_asked(game, name, seat, question, events))
    return tuple(found)


def _asked(game: Any, name: str, seat: str, question: Any, events: tuple[Told, ...]) -> Asked:
    parts = {
        "viewer": seat,
        "events": events,
        "showing": whole(game.book.showing(game.seen(seat), seat)),
        "waiting_for": game.waiting_for,
        "question": question,
        "result": None,
    }
    kind, topic = question.kind, question.topic
    return Asked(name, seat, kind, topic, len(question.options), len(question.barred), parts)


class Passage(NamedTuple):
    """What happened between two questions of a recorded game."""

    before: Asked
    happened: tuple[Told, ...]
    after: Asked


@cache
def passages(name: str) -> tuple[Passage, ...]:
    """From every question to the next of the same player, where anything happened between them."""
    record = read_record(GOLDEN / f"{name}.sandtable")
    steps = replay(record)
    found, last, log = [], None, 0
    for place in range(len(steps.moments)):
        steps.go_to(place)
        game = steps.game()
        seat = next(iter(game.waiting_for), None)
        question = None if seat is None else question_for(game, seat)
        if seat is None or question is None:
            continue
        happened = told(game, game.events(log, seat), seat)
        log = len(game.events(0, None))
        asked = _asked(game, name, seat, question, happened)
        if last is not None and last.seat == seat and happened:
            found.append(Passage(last, happened, asked))
        last = asked
    return tuple(found)


def distinct(asked: tuple[Asked, ...]) -> list[Asked]:
    """One question of every sort; of those with very many answers, the one with most."""
    found: dict[tuple[str, str, int, bool], Asked] = {}
    for one in asked:
        if one.sort not in found or found[one.sort].answers < one.answers:
            found[one.sort] = one
    return list(found.values())


LONG = (
    "The nearest of them stands in the open and could be struck before it strikes, and nobody else is near."
)
REPLIES: dict[str, dict[str, Any]] = {
    "ask_hint": {
        "type": "hint",
        "advice": [
            {"answer": f"none {i}", "label": f"Way {i}", "reasons": [LONG, LONG], "rules": ["XX-YYY-01"]}
            for i in range(4)
        ],
    },
    "ask_judgement": {
        "type": "judged",
        "refusal": {"rule": "XX-YYY-01", "reason": LONG, "remedy": LONG},
        "words": "",
    },
    "ask_outlook": {"type": "refused", "about": "ask_outlook", "reason": "", "remedy": "", "rule": ""},
}
"""What the page is told when it asks, and rather too much than too little."""


class RecordedTable:
    """A page that sits at a recorded game; questions are put to it in any order."""

    def __init__(
        self, context: BrowserContext, address: str, seats: tuple[str, ...], book: str, trouble: list[str]
    ) -> None:
        self._seats, self._book = seats, book
        self._wire: WebSocketRoute | None = None
        self._number = 0
        self._is_in = False
        self._asked: Asked
        self._viewer = seats[0] if len(seats) == 1 else None
        self._place = {"game": GAME, "code": "ABCDEF", "token": "t", "seats": list(seats), "book": book}
        self._context, self._address = context, address
        self.page: Page = watched(context.new_page(), trouble)
        self.page.route("**/api/games/**", lambda route: route.fulfill(json=[]))
        self.page.route_web_socket("**/api/play", self._answer_for_the_server)

    def sit_down(self, **settings: Any) -> None:
        """Open the table."""
        kept = json.dumps(json.dumps([{**self._place, "title": "", "used": 0}]))
        shown = json.dumps(json.dumps({"theme": "light", "speed": 0, **settings}))
        for shelf, value in (("places", kept), ("settings", shown)):
            self.page.add_init_script(f"localStorage.setItem('sandtable.{shelf}', {value});")
        self.page.goto(f"{self._address}/game/{GAME}")
        self.page.wait_for_function("() => window.document.querySelector('main')")
        # What is told before the page has come in is lost.
        while not self._is_in:
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def go_on(self, passage: Passage) -> None:
        """Put the first question of a passage, then tell what happened until the second."""
        self.put(passage.before)
        assert self._wire is not None
        self._asked, lines = passage.after, len(passage.before.parts["events"])
        self._number += 1
        question = msgspec.structs.replace(passage.after.parts["question"], number=self._number)
        parts = {**passage.after.parts, "events": passage.happened, "question": question}
        batch = Batch(game=GAME, number=self._number, previous=self._number - 1, first_event=lines, **parts)
        self._wire.send(msgspec.json.encode(batch).decode())

    def put(self, asked: Asked) -> None:
        """Put a question, and wait until it stands on the page."""
        assert self._wire is not None
        self._asked = asked
        self._number += 1
        # Where several share the screen, it hears who is waited for and asks for the eyes of that seat.
        self._tell(self._viewer)
        self.page.wait_for_function(
            "wanted => document.querySelector('[data-question]')?.dataset.question === wanted",
            arg=f"{asked.seat} {self._number}",
        )

    def _tell(self, viewer: str | None) -> None:
        """The batch of the question, for whoever looks."""
        assert self._wire is not None
        parts = self._asked.parts
        question = msgspec.structs.replace(parts["question"], number=self._number)
        told = {**parts, "viewer": viewer, "question": question if viewer == self._asked.seat else None}
        batch = Batch(game=GAME, number=self._number, previous=0, first_event=0, **told)
        self._wire.send(msgspec.json.encode(batch).decode())

    def _greet(self, seat: str | None) -> None:
        assert self._wire is not None
        hello = Hello(
            game=GAME,
            book=self._book,
            title="",
            scenario="",
            code="ABCDEF",
            status="running",
            role="player",
            your_seats=self._seats,
            viewer=seat,
            seats=tuple(Seat(one, "person", f"Player {one}", present=True) for one in self._seats),
            batch=self._number,
        )
        self._wire.send(msgspec.json.encode(hello).decode())

    def _answer_for_the_server(self, wire: WebSocketRoute) -> None:
        self._wire = wire
        wire.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        assert self._wire is not None
        said = json.loads(message)
        if said["type"] == "enter":
            self._greet(self._viewer)
            self._is_in = True
        elif said["type"] == "watch":
            self._viewer = said["seat"]
            self._greet(self._viewer)
            self._tell(self._viewer)
        elif said["type"] in REPLIES:
            self._wire.send(json.dumps({"game": GAME, "request": said["request"], **REPLIES[said["type"]]}))
        elif said["type"] == "ask_chances":
            self._wire.send(json.dumps({**self._same(said), "type": "chances", "chances": self._chances()}))
        elif said["type"] == "ask_odds":
            unit = msgspec.to_builtins(self._asked.parts["showing"]["units"][0])["id"]
            self._wire.send(json.dumps({**self._same(said), "type": "odds", **_odds(unit)}))

    def _chances(self) -> list[dict[str, Any]]:
        needs = {"number": 5, "chance": 0.83}
        return [{"answer": one.answer, "needs": needs} for one in self._asked.parts["question"].options]

    def _same(self, said: dict[str, Any]) -> dict[str, Any]:
        return {"game": GAME, "request": said["request"], "seat": said["seat"], "number": said["number"]}


def _odds(unit: str) -> dict[str, Any]:
    """What may follow, with as much in it as a page ever shows."""
    lines = [
        {"words": f"{LONG[:60]} {i}", "chance": 0.1 * i, "what": "other", "unit": unit} for i in range(6)
    ]
    spreads = [{"unit": unit, "changes": {str(-by): 0.2 for by in range(5)}}]
    return {"answer": None, "needs": None, "exact": True, "ways": 1, "lines": lines, "spreads": spreads}
