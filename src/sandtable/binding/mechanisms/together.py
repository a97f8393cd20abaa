"""What several seats do at the same time: speak, plot in secret, and move part by part."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sandtable.kernel.decision import Candidate, ChooseOne, Decision, Together, Words
from sandtable.kernel.play import Play

Part = TypeVar("Part")


async def talk(
    play: Play[Any], seats: Iterable[str], rule: str, told: str, kept: list[str], *, rounds: int, longest: int
) -> None:
    """All seats may say something at once, again and again until all are silent; what is said is kept."""
    for _ in range(rounds):
        parts = {seat: Words(seat, "say", "What do you say?", (rule,), longest) for seat in seats}
        said = await play.ask(Together("talk", "Talk.", (rule,), parts))
        spoken = {seat: words for seat, words in said.items() if words}
        if not spoken:
            return
        play.tell(told, rule, said=spoken)
        kept += [f"{seat}: {words}" for seat, words in spoken.items()]


async def choose_in_secret(
    play: Play[Any], seats: Iterable[str], rule: str, what: str, words: Iterable[str]
) -> dict[str, Any]:
    """All seats choose one of the words at the same time, and nobody learns of it before all have: orders."""
    candidates = [Candidate(one, one) for one in words]
    prompt = f"Which {what}?"
    parts = {seat: ChooseOne(seat, f"choose {what}", prompt, (rule,), candidates) for seat in seats}
    chosen: dict[str, Any] = await play.ask(
        Together(f"choose {what}s", f"Choose the {what}s.", (rule,), parts)
    )
    return chosen


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
