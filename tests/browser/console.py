"""Two consoles at one game: hands that play it question by question, and count their taps."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.browser.hands import IS_CHOSEN, sat_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.house import Server

GAME: dict[str, Any] = {
    "book": "lands-of-ruin",
    "scenario": "two-player-tutorial",
    "seed": 7,
    "listed": False,
}
TEAMS = {"A": "reclaimer-starter", "B": "balean-starter"}
OPEN = ".decision .confirm:not(:has-text('Sent')), .ended"
NOW = "() => document.querySelector('.decision')?.dataset.question ?? ''"
LEFT = (
    "was => document.querySelector('.ended')"
    " || (document.querySelector('.decision')?.dataset.question ?? '') !== was"
)
MOST_LOOKS = 600


class Console:
    """One device with the player who holds it."""

    def __init__(self, seat: str, context: BrowserContext) -> None:
        self.seat = seat
        self.frames: list[str] = []
        """Everything that the server has told this device."""
        self.taps: Counter[tuple[int, str]] = Counter()
        """By turn and phase."""
        self._question: dict[str, Any] | None = None
        self._clock: dict[str, Any] = {}
        self.page: Page
        context.on("page", lambda page: page.on("websocket", self._listen))

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self._hear(str(frame)))

    def _hear(self, frame: str) -> None:
        self.frames.append(frame)
        told = json.loads(frame)
        if told["type"] == "batch":
            self._question = told["question"]
            self._clock = {**self._clock, **((told["showing"] or {}).get("clock") or {})}

    def hears(self, words: str) -> None:
        """Wait until the server has told this device something with these words in it."""
        for _ in range(MOST_LOOKS):
            if any(words in one for one in self.frames):
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(f"never heard: {words}")

    @property
    def is_asked(self) -> bool:
        """Whether this device has to answer now, or the game is over."""
        return self.page.locator(OPEN).count() > 0

    @property
    def is_over(self) -> bool:
        """Whether the final screen is there."""
        return self.page.locator(".ended").count() > 0

    @property
    def question(self) -> dict[str, Any]:
        """The open question, once the page shows it."""
        for _ in range(MOST_LOOKS):
            found = self._question
            if found and self.page.evaluate(NOW) == f"{found['seat']} {found['number']}":
                return found
            self.page.wait_for_timeout(20)
        raise AssertionError("the page does not show what is asked")

    def tap(self, selector: str) -> None:
        """One tap on the first thing that fits, counted."""
        self.page.locator(selector).first.click()
        self.taps[self._clock.get("turn", 0), self._clock.get("step", "")] += 1

    def _left(self, before: str) -> None:
        """Wait until something else is asked, or nothing."""
        from playwright.sync_api import TimeoutError as TooLong

        try:
            self.page.wait_for_function(LEFT, arg=before)
        except TooLong:
            said = self.page.locator(".decision").inner_text()
            raise AssertionError(f"the answer was not taken: {said}") from None

    def confirm(self) -> None:
        """The button at the foot."""
        before = self.page.evaluate(NOW)
        self.tap(".decision .confirm")
        self._left(before)

    def give(self, answer: str) -> None:
        """Tap an answer, and the button where the tap alone was none."""
        before = self.page.evaluate(NOW)
        selector = f".decision [data-answer={json.dumps(answer)}]"
        folds = self.page.locator(".decision .fold [aria-expanded=false]")
        if not self.page.locator(selector).count() and folds.count():
            self.tap(".decision .fold [aria-expanded=false]")
        # What is proposed needs only a nod.
        nods = [one["answer"] for one in self.question["options"] if one.get("deed") == "pass"]
        if self.page.locator(".decision.spending").count():
            self._open_purse(answer)
            self.tap(selector)
        elif nods[:1] == [answer] and not self.page.locator("[role=radio][aria-checked=true]").count():
            self.tap(".decision .confirm")
        else:
            self.tap(selector)
            # An answer that is proposed already is given by a tap on it.
            if self.page.wait_for_function(IS_CHOSEN, arg=before).json_value() == "chosen":
                self.tap(".decision .confirm")
        if self.page.locator(".decision .confirm.warned").count() and self.page.evaluate(NOW) == before:
            # What would be lost has been said.
            self.tap(".decision .confirm")
        self._left(before)

    def _open_purse(self, answer: str) -> None:
        """Whoever pays is tapped first, where somebody else's purse is open."""
        question = self.question
        paid = [one for one in question["options"] if one["answer"] == answer and one.get("about")]
        for one in paid:
            tab = f"[data-purse={json.dumps(one['about'][0])}]"
            if self.page.locator(f"{tab}[aria-selected=false]").count():
                self.tap(tab)

    def fill(self, blank: str, word: str = "") -> None:
        """Tap a field of a form; then the word that goes into it."""
        if not word:
            self.tap(f"[data-blank={json.dumps(blank)}]")
            return
        if not self.page.locator(f"[data-blank={json.dumps(blank)}][data-word]").count():
            self.tap(f"[data-blank={json.dumps(blank)}]")
        self.tap(f"[data-blank={json.dumps(blank)}][data-word={json.dumps(word)}]")


class Consoles:
    """Both devices."""

    def __init__(
        self,
        server: Server,
        device: Callable[..., BrowserContext],
        trouble: list[str],
        options: dict[str, Any] | None = None,
        sizes: tuple[tuple[int, int], tuple[int, int]] = ((1024, 768), (768, 1024)),
        **more: Any,
    ) -> None:
        seats = {
            "A": {"sits": "here", "name": "Mara", "force": TEAMS["A"]},
            "B": {"sits": "elsewhere", "force": TEAMS["B"]},
        }
        wanted = {**GAME, "options": options or {}, "seats": seats, **more}
        if "position" in more:
            # A position brings its own bands.
            wanted = {**more, "book": GAME["book"], "seed": 7, "listed": False}
            wanted["seats"] = {seat: {**one, "force": None} for seat, one in seats.items()}
        self.joined = [server.post("/api/games", wanted)]
        self.joined.append(server.post("/api/join", {"code": self.joined[0]["code"], "name": "Jonas"}))
        self.players: list[Console] = []
        for seat, joined, size in zip("AB", self.joined, sizes, strict=True):
            context = device(*size)
            console = Console(seat, context)
            console.page = sat_down(context, server.address, joined, trouble)
            self.players.append(console)

    @property
    def both(self) -> tuple[Console, Console]:
        """Mara's and Jonas's."""
        mara, jonas = self.players
        return mara, jonas

    def other(self, one: Console) -> Console:
        """The other player's."""
        return next(two for two in self.players if two is not one)

    def asked(self) -> Console:
        """Whoever has to answer now; where both have, Mara first."""
        for _ in range(MOST_LOOKS):
            for one in self.players:
                if one.is_asked:
                    return one
            self.players[0].page.wait_for_timeout(30)
        raise AssertionError("nobody is asked")

    def until(self, topic: str, answer: Callable[[Console, dict[str, Any]], None]) -> Console:
        """Play on until somebody is asked this."""
        for _ in range(MOST_LOOKS):
            one = self.asked()
            if one.is_over or one.question["topic"] == topic:
                return one
            answer(one, one.question)
        raise AssertionError(f"nobody was asked: {topic}")


def play(one: Console, question: dict[str, Any]) -> None:
    """Come on, give the whole team orders, fire at the first who can be hit, and end each phase."""
    topic, options = question["topic"], question["options"]
    if question["kind"] == "typed dice":
        for _ in range(question["form"]["count"]):
            one.tap(f".typed .key:has(b:text-is('{DICE}'))")
        one.confirm()
    elif topic == "choose act":
        fires = [each["answer"] for each in options if each.get("deed") == "Fire"]
        enters = [
            each["answer"] for each in options if each.get("deed") == "move" and "enters" in each["label"]
        ]
        one.give(next(iter([*fires, *enters]), "end the phase"))
    elif topic == "give orders":
        spent = any(purse.get("spent") for purse in question["form"]["purses"])
        all_at_once = [each["answer"] for each in options if each["answer"] == "Advance"]
        one.give("end the phase" if spent or not all_at_once else "Advance")
    elif topic in ("choose mode", "choose target"):
        one.give(options[0]["answer"])
    elif topic == "sections":
        for blank in question["form"]["blanks"]:
            if blank["usual"] == "0":
                one.fill(blank["key"], "8" if one.seat == "A" else "2")
        one.confirm()
    elif topic == "range and cover":
        one.fill("range", "mid")
        one.confirm()
    elif question["kind"] == "choose one" and not any(each.get("deed") == "pass" for each in options):
        one.give(options[0]["answer"])
    else:
        one.confirm()


DICE = 13
"""What real dice show."""
