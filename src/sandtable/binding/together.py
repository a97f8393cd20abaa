"""What several seats do at the same time: speak, plot in secret, and move part by part."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sandtable.kernel.decision import Decision, Together, Words
from sandtable.kernel.play import Play

Part = TypeVar("Part")


async def all_speak(play: Play[Any], seats: Iterable[str], rule: str, longest: int) -> dict[str, str]:
    """All seats may say something at once; what was said, by seat, without those who were silent."""
    parts = {seat: Words(seat, "say", "What do you say?", (rule,), longest) for seat in seats}
    said: dict[str, str] = await play.ask(Together("talk", "Talk.", (rule,), parts))
    return {seat: words for seat, words in said.items() if words}


async def ask_in_rounds(
    play: Play[Any], topic: str, prompt: str, rule: str, questions: Sequence[Decision]
) -> list[Any]:
    """All seats are asked at once and in secret, in each round one question of each; the answers in order."""
    given: dict[int, Any] = {}
    while len(given) < len(questions):
        asked: dict[str, int] = {}
        for number, question in enumerate(questions):
            if number not in given:
                asked.setdefault(question.seat, number)
        parts = {seat: questions[number] for seat, number in asked.items()}
        answers = await play.ask(Together(topic, prompt, (rule,), parts))
        given |= {asked[seat]: answer for seat, answer in answers.items()}
    return [given[number] for number in range(len(questions))]


async def run_together(
    paths: Mapping[str, Sequence[Part]], go: Callable[[str, Part], Awaitable[bool]]
) -> None:
    """All go their paths at the same time, part by part; `go` says whether somebody may go on."""
    going = list(paths)
    for number in range(max(map(len, paths.values()), default=0)):
        for mover in list(going):
            if number < len(paths[mover]) and not await go(mover, paths[mover][number]):
                going.remove(mover)
