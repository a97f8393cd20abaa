"""Somebody who hears the page and does not see it: roles, names, live regions; no place and no class.

What a screen reader says by itself is written down: whatever comes into a live region that was there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEARS = """() => {
  const heard = window.heard = [];
  const LIVE = "[aria-live], [role=status], [role=alert], [role=log]";
  const politeness = one => one.getAttribute("aria-live")
    ?? ({ status: "polite", log: "polite", alert: "assertive" })[one.getAttribute("role")] ?? "off";
  const isShut = one => one.closest("[aria-hidden=true], [inert]") !== null;
  const words = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
    if (getComputedStyle(node).display === "none") return "";
    const name = node.getAttribute("aria-label");
    if (name !== null && /^(img|region|group)$/.test(node.getAttribute("role") ?? "")) return name;
    return [...node.childNodes].map(words).join(" ");
  };
  const seen = new WeakSet();
  new MutationObserver(changes => {
    const [said, fresh] = [new Map(), []];
    for (const { type, target, addedNodes } of changes) {
      const at = type === "characterData" ? target.parentElement : target;
      const region = at instanceof Element && at.isConnected ? at.closest(LIVE) : null;
      if (region && politeness(region) !== "off" && !isShut(region) && seen.has(region)) {
        const isWhole = /^(status|alert)$/.test(region.getAttribute("role") ?? "");
        const added = type === "childList" ? [...addedNodes].filter(one => one.isConnected) : [at];
        const nodes = isWhole ? [region] : added;
        if (!said.has(region)) said.set(region, new Set());
        for (const node of nodes) said.get(region).add(node);
      }
      // An alert is said as soon as it is there; any other region must have been there before.
      for (const node of type === "childList" ? addedNodes : []) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        for (const one of [node, ...node.querySelectorAll(LIVE)]) {
          if (!one.matches?.(LIVE) || seen.has(one)) continue;
          fresh.push(one);
          if (one.getAttribute("role") === "alert") said.set(one, new Set([one]));
        }
      }
    }
    for (const [region, nodes] of said) {
      const tops = [...nodes].filter(one => ![...nodes].some(other => other !== one && other.contains(one)));
      for (const node of tops) {
        const text = words(node).replace(/\\s+/g, " ").trim();
        if (text) heard.push({ text, how: politeness(region), where: region.getAttribute("role") ?? "" });
      }
    }
    for (const one of fresh) seen.add(one);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""It is put into the page before anything else is there."""
RANGE = re.compile(r"(\d+(?:\.\d+)?) inch\w* ((?:north|south|east|west)[a-z-]*) of")
"""How far somebody is, and in which direction."""
LONG = 12
"""What is shorter may be said in two places: "Done", a name."""


class Ear:
    """Plays by what is said: hears a question, goes through its answers by role and name, and listens."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.questions: list[str] = []
        """Every question that was said, as it was said."""
        self.lines: list[str] = []
        """What the log has said."""
        self.bearings: list[str] = []
        """Ranges and bearings that were asked for."""

    def listen(self) -> list[str]:
        """What was said since the last time; the questions in it."""
        heard: list[dict[str, str]] = self.page.evaluate("() => window.heard.splice(0)")
        asked = [one["text"] for one in heard if one["how"] == "assertive"]
        self.questions += asked
        self.lines += [one["text"] for one in heard if one["where"] == "log"]
        places: dict[str, set[tuple[str, str]]] = {}
        for one in heard:
            places.setdefault(one["text"], set()).add((one["how"], one["where"]))
        twice = [text for text, found in places.items() if len(found) > 1 and len(text) > LONG]
        assert not twice, f"said in two places: {twice}"
        return asked

    def enemies(self) -> dict[str, float]:
        """How far every enemy is, as the battlefield in words tells it."""
        page = self.page
        page.get_by_role("button", name="The battlefield in words").click()
        told = page.get_by_role("dialog", name="The battlefield in words")
        found = {}
        for words in told.get_by_role("button").all_inner_texts():
            where = RANGE.search(words)
            if ", enemy," in words and where is not None:
                found[words.split(",")[0]] = float(where[1])
                self.bearings.append(where[0])
        told.get_by_role("button", name="Close").click()
        told.wait_for(state="detached")
        return found

    def hear_question(self) -> str:
        """The next question; empty where the end was said instead."""
        self.page.wait_for_function("() => window.heard.some(one => one.how === 'assertive')")
        asked = self.listen()
        if any(words.startswith("The battle is over") for words in asked):
            return ""
        assert len(asked) == 1, f"said at once: {asked}"
        return asked[0]

    def answer(self, question: str) -> None:
        """An attack on the nearest who may be attacked, else the first answer."""
        dock = self.page.get_by_role("region", name=question, exact=True)
        dock.wait_for()
        answers = dock.get_by_role("radio")
        names = answers.all_inner_texts()
        attacks = [name for name in names if name.lstrip("0123456789 \n").startswith(("Attack", "Shoot"))]
        if attacks:
            far = self.enemies()
            nearest = min(
                attacks, key=lambda name: min([far[one] for one in far if one in name], default=0.0)
            )
            answers.nth(names.index(nearest)).click()
        elif names and not dock.get_by_role("radio", checked=True).count():
            answers.first.click()
        give = dock.get_by_role("button").last
        several = dock.get_by_role("checkbox", checked=False)
        while give.is_disabled() and several.count():
            several.first.click()
        # What the button says while something is missing is no answer.
        assert give.is_enabled(), give.inner_text()
        give.click()
