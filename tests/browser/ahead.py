"""Plays a game up to where a test begins, by the server's protocol: a page takes a hundred times as long."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from websockets.sync.client import connect

from tests.browser.house import PATIENCE, Server

MOST_ANSWERS = 250
ATTACKS = ("Attack", "Shoot")

Question = dict[str, Any]


def play_ahead(server: Server, joined: Any, until: Callable[[Question], bool]) -> None:
    """Answer for every seat of a place until a question is one that is waited for; that one stays open."""
    with connect(f"ws://127.0.0.1:{server.port}/api/play", max_size=None) as line:
        line.send(json.dumps({"type": "enter", "token": joined["token"]}))
        for question in _questions(line, tuple(joined["seats"])):
            if until(question):
                return
            answer = {"seat": question["seat"], "number": question["number"], "answer": first(question)}
            line.send(json.dumps({"type": "answer", **answer}))
    raise AssertionError("the question that was waited for never came")


def first(question: Question) -> Any:
    """An attack rather than anything else, otherwise the first answer; of several as few as will do."""
    options = question["options"]
    if question["kind"] == "choose several":
        return [one["answer"] for one in options[: question["form"].get("least", 0)]]
    attacks = (one for one in options if any(word in one["label"] for word in ATTACKS))
    return next(attacks, options[0])["answer"]


def asks(words: str) -> Callable[[Question], bool]:
    """Whether a question speaks of something."""
    return lambda question: words in question["prompt"]


def is_handing_out(question: Question) -> bool:
    """Whether things are to be handed out."""
    return bool(question["kind"] == "allocate")


def after(answers: int) -> Callable[[Question], bool]:
    """Whether so many questions have been answered."""
    left = iter(range(answers))
    return lambda question: next(left, None) is None


def _questions(line: Any, seats: tuple[str, ...]) -> Iterator[Question]:
    """Every question to one of these seats once, looked at with its eyes, until the game is over."""
    answered: set[tuple[str, int]] = set()
    while len(answered) < MOST_ANSWERS:
        batch = json.loads(line.recv(timeout=PATIENCE / 1000))
        assert batch["type"] != "refused", batch
        if batch["type"] != "batch":
            continue
        if batch["result"]:
            return
        question = batch["question"]
        if question is not None:
            if (question["seat"], question["number"]) not in answered:
                answered.add((question["seat"], question["number"]))
                yield question
            continue
        asked = next((seat for seat in batch["waiting_for"] if seat in seats), None)
        if asked is not None and asked != batch["viewer"]:
            line.send(json.dumps({"type": "watch", "seat": asked}))
