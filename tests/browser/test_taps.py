"""How many taps a game takes by gestures: a soldier's turn, a mission of nine soldiers, a turn of a Company.

python -m tests.browser.measured taps     prints them and writes them into the docs
"""

from __future__ import annotations

import json
from statistics import median
from typing import Any

import pytest

from tests.browser.hands import sat_down, squad
from tests.browser.house import Server
from tests.browser.measured import IS_ON, keep
from tests.browser.taps import ByGestures
from tests.browser.thought import Thought

# Whole games through the page take minutes, and the figures go into a page of the docs.
pytestmark = pytest.mark.skipif(not IS_ON, reason="python -m tests.browser.measured taps")

MOST = 400
SOLDIER = "a soldier's turn, in the middle case"
MISSION = "five rounds of a mission of nine soldiers"
WHOLE = "the whole mission"
COMPANY = "a turn of a Company, in the middle case"
ROUNDS, A_ROUND = 5, 30
BUDGETS: dict[str, int | str] = {
    SOLDIER: 3,
    MISSION: ROUNDS * A_ROUND,
    WHOLE: f"{A_ROUND} a round",
    COMPANY: 8,
}


SEED = 7
SIZES = ((1366, 768), (768, 1024), (390, 844))


def listened(context: Any) -> list[str]:
    """What a page of a device will send."""
    sent: list[str] = []

    def hear(said: str | bytes) -> None:
        if isinstance(said, str) and json.loads(said)["type"] in ("answer", "plan", "set_order"):
            sent.append(said)

    context.on("page", lambda page: page.on("websocket", lambda one: one.on("framesent", hear)))
    return sent


def played(player: ByGestures) -> ByGestures:
    """The whole game, by gestures."""
    while player.answer():
        assert player.questions < MOST
    told = (player.taps, player.questions, player.gestures, player.by_topic, player.turns, player.by_turn)
    print("taps, questions, gestures, at which, whose, when:", *told, sep="\n")
    return player


def written(what: str, size: tuple[int, int], taps: float, more: str) -> None:
    """Put a figure into the page, in the place of the one before."""
    keep("taps", f"{what}, {size[0]}x{size[1]}", str(BUDGETS[what]), f"{taps:g} ({more})")


@pytest.mark.parametrize("size", ((1366, 1024), *SIZES[1:]), ids=str)
def test_a_mission_of_nine_soldiers(
    size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    context = device(*size)
    sent = listened(context)
    page = squad(server, context, trouble, scenario="mission")
    player = played(ByGestures(page, Thought(SEED), sent))
    turns = sum(len(one) for one in player.turns.values())
    written(SOLDIER, size, player.middle, f"{turns} turns")
    rounds = max(number for number, _ in player.by_turn)
    late = sum(taps for (number, _), taps in player.by_turn.items() if number > ROUNDS)
    most = ", ".join(f"{topic} {taps}" for topic, taps in player.by_topic.most_common(4))
    written(MISSION, size, player.taps - late, "with everything before the first")
    written(WHOLE, size, player.taps, f"{rounds} rounds; most of them: {most}")
    assert player.middle <= 3
    assert player.taps - late <= ROUNDS * A_ROUND
    assert player.taps <= max(rounds, ROUNDS) * A_ROUND


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_battle_of_companies(
    size: tuple[int, int], server: Server, device: Any, trouble: list[str]
) -> None:
    seats = {
        "A": {"sits": "here", "force": "seafolk"},
        "B": {"sits": "ai", "force": "automata", "player": "greedy"},
    }
    wanted = {"book": "companies-and-captains", "scenario": "pitched-battle", "seed": 7, "listed": False}
    joined = server.post("/api/games", {**wanted, "seats": seats})
    page = sat_down(device(*size), server.address, joined, trouble)
    player = played(ByGestures(page))
    turn = median(player.by_turn.values())
    turns, most = len(player.by_turn), max(player.by_turn.values())
    written(COMPANY, size, turn, f"{player.taps} taps in {turns} turns, {most} in the longest")
    assert turn <= 8
