"""A battle by ear: whoever plays it knows roles, names and what is read out, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.axe import complaints
from tests.browser.ear import HEARS, Ear
from tests.browser.hands import sat_down

if TYPE_CHECKING:
    from tests.browser.house import Server

MOST_ANSWERS = 300


def test_a_whole_battle_is_played_by_what_is_read_out(
    server: Server, device: Any, trouble: list[str]
) -> None:
    context = device()
    context.add_init_script(f"({HEARS})()")
    joined = server.battle(A={"sits": "here"}, B={"sits": "ai", "player": "greedy"})
    page = sat_down(context, server.address, joined, trouble)
    ear = Ear(page)
    sound: dict[str, list[str]] = {}
    answers = 0
    while question := ear.hear_question():
        sort = question.partition(" ")[0]
        if sort not in sound:
            sound[sort] = complaints(page)
        ear.answer(question)
        answers += 1
        assert answers < MOST_ANSWERS
    sound["the end"] = complaints(page)
    assert {sort: found for sort, found in sound.items() if found} == {}
    assert answers > 10
    # Dice are read out with what they needed, then what came of them.
    dice = [line for line in ear.lines if " at " in line and "or more" in line]
    assert dice
    assert any("lost" in line or "routed" in line.lower() for line in ear.lines)
    assert ear.bearings
    assert any("won" in words for words in ear.questions[-3:])
    assert page.get_by_role("link", name="Read the report").is_visible()
