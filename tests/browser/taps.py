"""Somebody who plays by gestures, and counts every tap: who, where or whom, and one word.

Whom it means is thought of beside the page, over a connection of its own, which answers nothing: thinking is
no tap.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from math import hypot
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.browser.hands import LIES_STILL, asked

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.thought import Thought

BESIDE = """() => new Promise(resolve => {
  const { token } = JSON.parse(localStorage.getItem("sandtable.places"))[0];
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/api/play");
  const beside = window.beside = { socket, heard: {}, batch: null, units: new Map(), clock: {} };
  socket.onopen = () => socket.send(JSON.stringify({ type: "enter", token, watch: null, since: null }));
  socket.onmessage = event => {
    const said = JSON.parse(event.data);
    if (said.request && beside.heard[said.request]) beside.heard[said.request](said);
    if (said.type !== "batch") return;
    if (said.showing?.whole) beside.units.clear();
    for (const unit of said.showing?.units ?? []) beside.units.set(unit.id, unit);
    for (const id of said.showing?.gone?.units ?? []) beside.units.delete(id);
    if (said.showing?.clock) beside.clock = said.showing.clock;
    beside.batch = said;
    resolve(true);
  };
})"""
"""A second connection of the same device, in the same page."""
KNOWN = """was => {
  const { question, result } = window.beside.batch;
  if (!question || `${question.seat} ${question.number}` !== was) return null;
  return { question, result, clock: window.beside.clock, units: [...window.beside.units.values()] };
}"""
ASK = """said => new Promise(resolve => {
  const { socket, heard } = window.beside;
  window.requests = (window.requests ?? 1000) + 1;
  heard[window.requests] = resolve;
  socket.send(JSON.stringify({ ...said, request: window.requests }));
})"""
ON_SCREEN = """at => {
  const sheet = document.querySelector('.ground svg > g > g');
  const sand = sheet.querySelector('.sand');
  const [wide, deep] = [sand.width.baseVal.value, sand.height.baseVal.value];
  const [x, y] = document.querySelector('.compass') ? [wide - at[0], at[1]] : [at[0], deep - at[1]];
  const by = sheet.getScreenCTM();
  return [by.a * x + by.e, by.d * y + by.f];
}"""
"""Where a place of the ground lies on the screen, with north above or below."""
IS_GROUND = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('.ground svg')"
GROUND_AT = """() => {
  const { left, right, top, bottom } = document.querySelector('.ground svg').getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}"""
FAR_OUT = 3_000
"""A turn of the wheel that shows all of the table."""
NOW = "() => document.querySelector('.decision')?.dataset.question ?? ''"
NOT_ASKED = "() => document.querySelector('.intended')?.dataset.intended !== 'asked'"
"""The page has found out whom whoever is next could aim at."""
FAR = 5.0
LONGEST_SKETCH = 4_000
"""Milliseconds in which a sketch is there, however busy the machine is."""
NEAREST = 4
"""Of so many enemies it is looked whether one can be shot at or reached."""


class ByGestures:
    """Plays by gestures where they mean something, else takes the advised answer from the list."""

    def __init__(self, page: Page, thought: Thought | None = None, sent: list[str] | None = None) -> None:
        self.page = page
        self._thought = thought
        """Who thinks ahead; the hand looks no farther than the open question where nobody does."""
        self._sent = sent if sent is not None else []
        """What the page has sent, for whoever plays along."""
        self.taps = 0
        self.turns: dict[str, list[int]] = {}
        """The taps of every turn of everybody who acted."""
        self.by_topic: Counter[str] = Counter()
        """The taps at questions of every kind."""
        self.by_turn: Counter[tuple[int, int]] = Counter()
        """The taps of every turn of a side in which somebody was told to act, by round and turn."""
        self.gestures = 0
        self.questions = 0
        page.evaluate(BESIDE)

    # ---- what is thought of ------------------------------------------------------------------------------

    def _ask(self, **said: Any) -> dict[str, Any]:
        question = self._known["question"]
        found: dict[str, Any] = self.page.evaluate(
            ASK, {"seat": question["seat"], "number": question["number"], **said}
        )
        return found

    def _advised(self) -> Any:
        if self._thought is not None:
            return self._thought.advised()
        reply = self._ask(type="ask_hint")
        return reply["advice"][0]["answer"] if reply.get("advice") else None

    def _ways(self, **intention: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._ask(type="ask_sketch", intention=intention).get("ways", [])
        return found

    def _enemies(self, at: tuple[float, float]) -> list[tuple[str, tuple[float, float]]]:
        """The ids of enemies and where they stand, the nearest first."""
        found = []
        for unit in self._known["units"]:
            if unit.get("seat") == self._known["question"]["seat"] or unit.get("on_table") is False:
                continue
            models = unit.get("models") or []
            ids = unit.get("figures") or [unit["id"]] * len(models[:1])
            found += [(one, (model[0], model[1])) for one, model in zip(ids, models, strict=False)]
        return sorted(found, key=lambda one: hypot(one[1][0] - at[0], one[1][1] - at[1]))

    def _standing(self, who: str) -> tuple[float, float]:
        models = next((one["models"] for one in self._known["units"] if one["id"] == who), [[0.0, 0.0]])
        return sum(x for x, _ in models) / len(models), sum(y for _, y in models) / len(models)

    def _meant(self, who: str) -> dict[str, Any] | None:
        """Shoot or charge at whoever is likeliest to be hit, else go towards the nearest enemy."""
        at = self._standing(who)
        enemies = self._enemies(at)
        shots = [
            ({"target": one}, ways[0])
            for one, _ in enemies[:NEAREST]
            if (ways := self._ways(who=who, target=one))
        ]
        if shots:
            return max(shots, key=lambda one: one[1].get("chance") or 0.0)[0]
        if not enemies:
            return None
        to = enemies[0][1]
        share = min(1.0, FAR / max(0.1, hypot(to[0] - at[0], to[1] - at[1])))
        point = [round(at[0] + (to[0] - at[0]) * share, 2), round(at[1] + (to[1] - at[1]) * share, 2)]
        return {"at": point} if self._ways(who=who, at=point) else None

    # ---- what is tapped ----------------------------------------------------------------------------------

    def _tap_ground(self, at: tuple[float, float] | list[float]) -> None:
        """Tap a place of the ground; what is out of sight is brought into sight by a tap more."""
        x, y = self.page.evaluate(ON_SCREEN, [*at])
        if not self.page.evaluate(IS_GROUND, [x, y]):
            west, south = self.page.evaluate(GROUND_AT)
            self.page.mouse.move(west, south)
            self.page.mouse.wheel(0, FAR_OUT)
            self.page.locator(".ground svg").first.evaluate(LIES_STILL)
            self.taps += 1
            x, y = self.page.evaluate(ON_SCREEN, [*at])
        self.page.mouse.click(x, y)
        self.taps += 1

    def _press(self, selector: str) -> None:
        from playwright.sync_api import TimeoutError as TooLong

        try:
            self.page.locator(selector).first.click()
        except TooLong as stuck:
            raise AssertionError(f"{selector}: {self.page.locator('.dock').inner_text()}") from stuck
        self.taps += 1

    def _gesture(self, who: str, meant: dict[str, Any], *, is_new: bool) -> None:
        """The hand: who, unless that one is proposed, then where or whom, and who goes along."""
        question = self._known["question"]
        actors = [one["about"][0] for one in question["options"] if "deed" in one.get("points_at", ())]
        if is_new and actors[:1] != [who]:
            row = f".decision [role=radio][data-answer='{who}']"
            if self.page.locator(row).count():
                self._press(row)
            else:
                self._tap_ground(self._standing(who))
        if "at" in meant:
            self._tap_ground(meant["at"])
        # Whoever is aimed at already would be shot at by one more tap.
        if "target" in meant and self._aimed_at() != meant["target"]:
            place = next(at for one, at in self._enemies((0, 0)) if one == meant["target"])
            self._tap_ground(place)
        self._sketched()
        if meant.get("along") and self.page.locator("[data-together]").count():
            self._press("[data-together]")
            self._sketched()
        if meant.get("index") and self.page.locator("[data-way]").count() > meant["index"]:
            self.page.locator("[data-way]").nth(meant["index"]).click()
            self.taps += 1

    def _is_aimed(self, who: str, meant: dict[str, Any]) -> bool:
        """Whether the page aims for somebody already, as the one before did, and that is as good."""
        aimed = self.page.locator(".intended[data-target]")
        if self._thought is None or "target" not in meant or not aimed.count():
            return False
        self._sketched()
        if not self.page.locator("[data-intended=way]").count() or self._thought.actors()[:1] != [who]:
            return False
        return self._thought.is_as_good(
            who, aimed.first.get_attribute("data-target") or "", meant.get("chance")
        )

    def _aimed_at(self) -> str:
        """Whom the page aims at now, since the one before did or since it was tapped."""
        aimed = self.page.locator(".intended[data-target]")
        return (aimed.first.get_attribute("data-target") or "") if aimed.count() else ""

    def _sketched(self) -> None:
        from playwright.sync_api import TimeoutError as TooLong

        # A finger that meets somebody else on its way to the ground chooses them, and means nothing more.
        with suppress(TooLong):
            self.page.locator("[data-intended=way], [data-intended=none]").first.wait_for(
                state="attached", timeout=LONGEST_SKETCH
            )

    def list(self, answer: Any) -> None:
        """The advised answer from the list, and the button."""
        page = self.page
        name = answer if isinstance(answer, str) else json.dumps(answer, separators=(",", ":"))
        if self._known["question"]["kind"] == "choose several" and page.locator(".confirm:disabled").count():
            for one in answer:
                page.locator(".decision [data-answer]").nth(self._row(one)).click()
                self.taps += 1
        elif page.locator(".confirm:disabled").count() or self._is_other(answer):
            if page.locator(".other").count():
                return self._press(".other")
            options = self._known["question"]["options"]
            about = next(
                (one["about"] for one in options if one["answer"] == answer and one.get("about")), [""]
            )
            who = f".decision [data-who='{about[0]}']"
            if self._row(name) < 0 and page.locator(who).count():
                self._press(who)
            if self._row(name) < 0 and page.locator(".fold [aria-expanded=false]").count():
                self._press(".fold [aria-expanded=false]")
            row = page.locator(".decision [data-answer]").nth(max(0, self._row(name)))
            # What a tap on the ground has chosen is given by a second touch: a third meets the next question.
            if row.get_attribute("aria-checked") != "true":
                row.click()
                self.taps += 1
        return self._press(".confirm")

    def _let_go(self) -> None:
        self.page.keyboard.press("Escape")
        self.taps += 1

    def _row(self, name: str) -> int:
        found: int = self.page.locator(".decision [data-answer]").evaluate_all(
            "(all, name) => all.findIndex(one => one.dataset.answer === name)", name
        )
        return found

    def _is_other(self, answer: Any) -> bool:
        """Whether something is meant that a mere nod does not say."""
        question = self._known["question"]
        nods = [
            one
            for one in question["options"]
            if one.get("deed") == "pass" or "who" in one.get("points_at", ())
        ]
        return question["kind"] == "choose one" and bool(nods) and nods[0]["answer"] != answer

    def _orders(self, question: dict[str, Any], answer: Any) -> bool:
        """Say once what would be said again and again; true where that answers the question."""
        page = self.page
        if question["topic"] == "deal reaction dice":
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Standing orders").click()
            page.locator("[data-order='reaction dice'] input[value='most quick']").check()
            page.keyboard.press("Escape")
            self.taps += 4
            return True
        chip = page.locator("[data-ordering=tactics] button").last
        if question["topic"] == "invoke tactic" and not self._is_other(answer) and chip.count():
            chip.click()
            page.locator("[data-order=tactics] input[value=never]").check()
            page.keyboard.press("Escape")
            self.taps += 3
            return True
        is_hit = question["facts"].get("window") == "attack hits" and not self._is_other(answer)
        hush = "[data-ordering='story points'] button"
        if is_hit and page.locator(hush).count():
            self._press(hush)
            return True
        return False

    def look(self, now: str) -> dict[str, Any]:
        """The question that stands on the page, once it is known beside it too."""
        known = self.page.wait_for_function(KNOWN, arg=now).json_value()
        self._known: dict[str, Any] = known
        question: dict[str, Any] = known["question"]
        return question

    def answer(self) -> bool:
        """Answer what is asked, by a gesture where one means something; false when it is over."""
        page = self.page
        if not asked(page):
            return False
        before = page.evaluate(NOW)
        question, taps = self.look(before), self.taps
        self.questions += 1
        page.wait_for_function(NOT_ASKED)
        who, meant = self._intention(question)
        is_new = who not in question["about"]
        if meant is not None and not (is_new and self._is_aimed(who, meant)):
            self._gesture(who, meant, is_new=is_new)
        page.locator(".confirm:has-text('Sent')").wait_for(state="detached")
        if page.evaluate(NOW) not in (before, ""):
            # Whoever was aimed at already has been tapped for the second time, which is the word.
            self.gestures += 1
            self._count(who if is_new else "", question, self.taps - taps)
            return True
        advised = self._advised()
        if meant is not None and page.locator("[data-intended=way]").count():
            self.gestures += 1
            self._press(".confirm")
        elif self._thought is None or not self._orders(question, advised):
            if meant is not None:
                # What was pointed at in vain is taken back, which is a tap too.
                self._let_go()
            elif page.locator(".intended[data-target]").count():
                self._let_go()
            self.list(advised)
        page.wait_for_function(
            "was => document.querySelector('.ended')"
            " || (document.querySelector('.decision')?.dataset.question ?? was) !== was",
            arg=before,
        )
        self._count(who if is_new else "", question, self.taps - taps)
        return True

    def _intention(self, question: dict[str, Any]) -> tuple[str, dict[str, Any] | None]:
        """Who acts, and what is meant; nobody where the question is no beginning of an intention."""
        options = question["options"]
        if self._thought is not None:
            self._play_along()
            self._thought.check(question["prompt"])
            found = self._thought.next()
            if found is None:
                return "", None
            meant: dict[str, Any] = {
                "at": found.at,
                "target": found.target,
                "index": found.place,
                "along": found.along,
            }
            meant["chance"] = found.way.chance
            return found.who, {name: one for name, one in meant.items() if one}
        if not any(one.get("points_at") for one in options):
            return "", None
        advised = self._advised()
        actors = [one["about"][0] for one in options if "deed" in one.get("points_at", ())]
        if actors:
            who = advised if advised in actors else actors[0]
            return who, self._meant(who)
        onward = [one["answer"] for one in options if {"ground", "unit"} & {*one.get("points_at", ())}]
        if advised in onward:
            return question["about"][0], self._meant(question["about"][0])
        # Whoever is done makes room for the next, who is pointed at instead.
        for unit in self._known["units"]:
            is_other = unit.get("seat") == question["seat"] and unit["id"] not in question["about"]
            if is_other and unit.get("on_table") is not False and self._ways(who=unit["id"]):
                return unit["id"], self._meant(unit["id"])
        return "", None

    def _play_along(self) -> None:
        """Tell whoever thinks what the page has sent since."""
        assert self._thought is not None
        for said in map(json.loads, self._sent):
            match said["type"]:
                case "answer":
                    self._thought.follow([(said["answer"], "")])
                case "plan":
                    self._thought.follow([(one["answer"], one.get("topic", "")) for one in said["answers"]])
                case "set_order":
                    self._thought.order(said["order"], said["setting"])
        self._sent.clear()

    def _count(self, who: str, question: dict[str, Any], taps: int) -> None:
        """Whose turn the taps belong to: whoever was chosen, until somebody else is."""
        self.by_topic[question["topic"]] += taps
        clock = self._known["clock"]
        if self.turns or who:
            self.by_turn[clock.get("round") or 0, clock.get("turn") or 0] += taps
        if who:
            self.turns.setdefault(who, []).append(taps)
        elif question["about"] and question["about"][0] in self.turns and question["topic"] in OWN_TURN:
            self.turns[question["about"][0]][-1] += taps

    @property
    def middle(self) -> float:
        """Taps of a turn in the middle case."""
        return median([taps for all_turns in self.turns.values() for taps in all_turns])


OWN_TURN = ("activate", "move", "dash", "fire", "choose order")
"""The questions of somebody's own turn."""
