"""Case files: a position, dice by meaning, answers, and what must follow."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.book import find_book
from sandtable.kernel.cases.answer_form import is_form_of_answer
from sandtable.kernel.cases.case_reading import Case, Step, Written, check_case, unknown_word, written_in
from sandtable.kernel.cases.expectation import Followed, differences
from sandtable.kernel.cases.position import game_at, mapping_of, read_position_file
from sandtable.kernel.decision import Answer, shown
from sandtable.kernel.dice import Scripted, UnnamedDice
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.state import spelt_out

ENDING = ".case.yaml"


class CaseOutcome(msgspec.Struct, frozen=True):
    """How a case ended."""

    title: str
    rules: tuple[str, ...]
    failures: tuple[str, ...]
    """Everything that did not follow as the case says, in order."""
    told: tuple[str, ...]
    """Every rule that the events cite, each once, in order."""
    path: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything followed."""
        return not self.failures


def run_case(case: str | Path | Mapping[str, Any], *, folder: str | Path | None = None) -> CaseOutcome:
    """Play a case, from a file or as data, and tell what did not follow; a bad file is refused."""
    if isinstance(case, Mapping):
        return CaseRun(Written(case, "case", None if folder is None else Path(folder))).outcome()
    outcomes = run_cases(case)
    if len(outcomes) != 1:
        raise refuse("", f"{case}: it holds {len(outcomes)} cases.", "Run them with `run_cases`.")
    return outcomes[0]


def run_cases(path: str | Path) -> list[CaseOutcome]:
    """Play the case of a file, or every case of its list."""
    return [CaseRun(one).outcome() for one in written_in(path)]


def game_of_case(path: str | Path, place: int = 1) -> Game[Any]:
    """The game of one case of a file, played as far as the case tells it; a case that fails is refused."""
    run = CaseRun(written_in(path)[place - 1])
    run.play()
    if run.failures or run.game is None:
        raise refuse("", f"{run.what}: {run.failures[0]}", "Set the case right with `sandtable check`.")
    return run.game


class CaseRun:
    """A case being played."""

    def __init__(self, written: Written) -> None:
        self.written = written
        self.what = written.what
        self.case: Case = written.read()
        self.failures: list[str] = []
        self.events: list[Event] = []
        self.game: Game[Any] | None = None
        self.script = Scripted({})
        self.step = ""
        self.misread = ("", "")
        """What the last answer says that is no answer to its question, and the word that nobody knows."""
        self.shown: list[list[Event]] = []
        """What each step has told."""

    def outcome(self) -> CaseOutcome:
        """Play it, and tell how it ended."""
        self.play()
        told = dict.fromkeys(one for event in self.events for one in event.rules)
        case = self.case
        return CaseOutcome(case.case, tuple(case.rules), tuple(self.failures), tuple(told), self.written.path)

    def play(self) -> None:
        """Play step after step until one fails, and look for dice that nobody rolled."""
        first, *later = self.case.all_steps()
        self.add_dice(first)
        try:
            game = self.game = self.begin()
        except UnnamedDice as unnamed:
            self.failures.append(f"{unnamed}.")
            return
        check_case(self.case, game.book, self.what)
        self.events = game.events(all_seats=True)
        for place, step in enumerate([first, *later]):
            self.step = f"step {place}: " if self.case.steps and place else ""
            if place:
                self.add_dice(step)
            self.play_step(game, step)
            if self.failures:
                return
        for why, left in self.script.unused().items():
            self.fail(f'nobody rolled {left} for "{why}".')

    def begin(self) -> Game[Any]:
        """The game at the position of the case, or before its setup."""
        case = self.case
        book = find_book(case.book) if case.book else None
        if not case.position:
            if book is None:
                raise refuse("", f"{self.what}: there is no position and no book.", "Name one of them.")
            return new_game(book, book.set_up(case.scenario, case.seats, case.options), self.script)
        if case.scenario is not None or case.seats or case.options:
            raise refuse(
                "",
                f"{self.what}: a position holds its own scenario, seats and options.",
                "Leave them out, or the position.",
            )
        if isinstance(case.position, dict):
            return game_at(case.position, self.script, book=book, what=f"{self.what}, position")
        place = self.written.file_beside(case.position)
        return game_at(read_position_file(place), self.script, book=book, what=str(place))

    def add_dice(self, step: Step) -> None:
        for why, faces in step.dice.items():
            self.script.add(why, faces)

    def play_step(self, game: Game[Any], step: Step) -> None:
        """Give the answers, then look at what followed."""
        number, self.misread = len(self.events) if self.step else 0, ("", "")
        refused: Refusal | None = None
        for place, entry in enumerate(step.answers, 1):
            if refused is not None:
                self.fail(f"answer {place} is not used: the one before it was refused: {refused}")
                return
            try:
                refused = self.give(game, dict(entry), place)
            except UnnamedDice as unnamed:
                self.fail(f"answer {place}: {unnamed}.")
            if self.failures:
                return
        self.events = game.events(all_seats=True)
        self.shown.append(self.events[number:])
        followed = Followed(game, self.events[number:], refused, *self.misread)
        where = f"{self.what}, {self.step}expect"
        for difference in differences(step.expect, followed, where):
            self.fail(difference)

    def give(self, game: Game[Any], entry: dict[str, Any], place: int) -> Refusal | None:
        """Give one answer, or as many as its words stand for; why it was refused, or None."""
        seat = entry.pop("seat", None)
        if not entry:
            raise refuse(
                "", f"{self.what}: answer {place} says nothing.", "Write answer: and what is answered."
            )
        given = entry.pop("facts", {}) if "ruling" in entry else {}
        facts = mapping_of(given, f"{self.what}, answer {place}, facts")
        while entry:
            try:
                if "ruling" in entry:
                    game.rule(str(seat), str(entry.pop("ruling")), facts)
                elif (asked := self.asked_seat(game, seat, entry, place)) is not None:
                    self.answer(game, asked, entry)
            except Refused as refused:
                return refused.refusals[0]
            if self.failures:
                return None
        return None

    def asked_seat(self, game: Game[Any], seat: Any, entry: dict[str, Any], place: int) -> str | None:
        """The seat that answers; None, and the case has failed, where it is not asked."""
        waiting = game.waiting_for
        if waiting and seat in (None, *waiting):
            return waiting[0] if seat is None else str(seat)
        decision = game.decision
        asked = "the game is over" if decision is None else f"{waiting[0]} is asked: {decision.prompt}"
        self.fail(f"answer {place}: {shown(entry)} is not used; {asked}.")
        return None

    def answer(self, game: Game[Any], seat: str, entry: dict[str, Any]) -> None:
        """Give the answer, or the next one that the words of the book stand for."""
        if "answer" in entry:
            self.put(game, seat, entry.pop("answer"))
            return
        said = {"seat": seat, **entry}
        answer = game.book.read_answer(game, said)
        left = {name: value for name, value in said.items() if name != "seat"}
        # A book that takes nothing out has read it all.
        kept = left if len(left) < len(entry) else {}
        entry.clear()
        entry.update(kept)
        self.put(game, seat, answer)

    def put(self, game: Game[Any], seat: str, answer: Answer) -> None:
        """Give an answer; where it is refused, note whether it can be an answer at all."""
        part = game.decision_for(seat)
        assert part is not None
        try:
            game.answer(answer, seat=seat)
        except Refused:
            if not is_form_of_answer(part, answer, game.book.answer_words):
                known = [spelt_out(game.state), part.form(), part.options(), part.barred()]
                package = type(game.book).__module__.rpartition(".")[0]
                self.misread = (shown(answer), unknown_word(answer, known, package))
            raise

    def fail(self, why: str) -> None:
        self.failures.append(f"{self.step}{why}")


__all__ = [
    "ENDING",
    "Case",
    "CaseOutcome",
    "CaseRun",
    "Step",
    "Written",
    "game_of_case",
    "run_case",
    "run_cases",
    "written_in",
]
