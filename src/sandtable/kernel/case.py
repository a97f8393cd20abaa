"""Case files: a position, dice by meaning, answers, and what must follow."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.book import find_book
from sandtable.kernel.decision import shown
from sandtable.kernel.dice import Scripted, UnnamedDice
from sandtable.kernel.event import Event
from sandtable.kernel.expectation import Followed, differences
from sandtable.kernel.files import read_text
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.position import game_at, mapping_of, read_position_file
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import convert, load

ENDING = ".case.yaml"


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """Some answers and what must follow from them."""

    answers: list[dict[str, Any]] = []
    dice: dict[str, list[int]] = {}
    expect: dict[str, Any] = {}


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """A case as its file holds it."""

    case: str
    """What it shows, in a sentence."""
    rules: list[str] = []
    book: str = ""
    position: str | dict[str, Any] = ""
    """A file beside the case, or the position itself; without one the game begins with its setup."""
    scenario: str | None = None
    seats: dict[str, Any] = {}
    options: dict[str, Any] = {}
    dice: dict[str, list[int]] = {}
    answers: list[dict[str, Any]] = []
    expect: dict[str, Any] = {}
    steps: list[Step] = []
    """More answers and expectations, one after the other."""


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
        return _run(case, "case", None if folder is None else Path(folder), "")
    outcomes = run_cases(case)
    if len(outcomes) != 1:
        raise refuse("", f"{case}: it holds {len(outcomes)} cases.", "Run them with `run_cases`.")
    return outcomes[0]


def run_cases(path: str | Path) -> list[CaseOutcome]:
    """Play the case of a file, or every case of its list."""
    read = load(read_text(path), str(path))
    folder = Path(path).parent
    if not isinstance(read, list):
        return [_run(read, str(path), folder, str(path))]
    return [_run(one, f"{path}, case {place}", folder, str(path)) for place, one in enumerate(read, 1)]


def game_of_case(path: str | Path, place: int = 1) -> Game[Any]:
    """The game of one case of a file, played as far as the case tells it; a case that fails is refused."""
    read = load(read_text(path), str(path))
    what = f"{path}, case {place}"
    one = read[place - 1] if isinstance(read, list) else read
    run = _Run(convert(mapping_of(one, what), Case, what), what, Path(path).parent)
    run.play()
    if run.failures or run.game is None:
        raise refuse("", f"{what}: {run.failures[0]}", "Set the case right with `sandtable check`.")
    return run.game


def _run(data: object, what: str, folder: Path | None, path: str) -> CaseOutcome:
    case = convert(mapping_of(data, what), Case, what)
    run = _Run(case, what, folder)
    run.play()
    told = dict.fromkeys(one for event in run.events for one in event.rules)
    return CaseOutcome(case.case, tuple(case.rules), tuple(run.failures), tuple(told), path)


class _Run:
    """A case being played."""

    def __init__(self, case: Case, what: str, folder: Path | None) -> None:
        self.case = case
        self.what = what
        self.folder = folder
        self.failures: list[str] = []
        self.events: list[Event] = []
        self.game: Game[Any] | None = None
        self.script = Scripted({})
        self.step = ""

    def play(self) -> None:
        """Play step after step until one fails, and look for dice that nobody rolled."""
        first = Step(self.case.answers, self.case.dice, self.case.expect)
        self.add_dice(first)
        try:
            game = self.game = self.begin()
        except UnnamedDice as unnamed:
            self.failures.append(f"{unnamed}.")
            return
        self.events = game.events(all_seats=True)
        for place, step in enumerate([first, *self.case.steps]):
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
        place = self.beside(case.position)
        return game_at(read_position_file(place), self.script, book=book, what=str(place))

    def beside(self, name: str) -> Path:
        """A file that stands beside the case or in a folder below."""
        if self.folder is None:
            raise refuse("", f"{self.what}: the position {name} is a file.", "Write the position itself.")
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise refuse("", f"{self.what}: {name} is not beside the case.", "Keep both in one folder.")
        return self.folder / name

    def add_dice(self, step: Step) -> None:
        for why, faces in step.dice.items():
            self.script.add(why, faces)

    def play_step(self, game: Game[Any], step: Step) -> None:
        """Give the answers, then look at what followed."""
        number = len(self.events) if self.step else 0
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
        followed = Followed(game, self.events[number:], refused)
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
            game.answer(entry.pop("answer"), seat=seat)
            return
        said = {"seat": seat, **entry}
        answer = game.book.read_answer(game, said)
        left = {name: value for name, value in said.items() if name != "seat"}
        # A book that takes nothing out has read it all.
        kept = left if len(left) < len(entry) else {}
        entry.clear()
        entry.update(kept)
        game.answer(answer, seat=seat)

    def fail(self, why: str) -> None:
        self.failures.append(f"{self.step}{why}")
