"""`sandtable replay`: a record read again as a story, step by step, from anybody's seat."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.play.screen import Screen, Told
from sandtable.cli.play.spoken_places import words_of_place
from sandtable.cli.telling import AsJson, print_json
from sandtable.kernel.book import Book, find_book
from sandtable.kernel.decision import Answer
from sandtable.kernel.game import Game
from sandtable.kernel.record import (
    AnswerLine,
    EventLine,
    Header,
    Line,
    NoteLine,
    Record,
    RulingLine,
    read_record,
    record_for,
)
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.rerun import Rerun
from sandtable.table.showing import Showing

HELP = "Enter or n: next   b: back   a number: go there   e: end   h: beginning   q: leave"


class Step(msgspec.Struct):
    """An answer and what followed from it; the first step is what happened before any answer."""

    number: int
    said: AnswerLine | RulingLine | None
    after: list[Line]


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record, as sandtable play --record writes it.")
    ],
    text: Annotated[bool, typer.Option("--text", help="Print the whole record as readable text.")] = False,
    start: Annotated[int, typer.Option("--from", min=0, help="Begin with this answer.")] = 0,
    seat: Annotated[str | None, typer.Option(help="Show only what this seat knew.")] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter after each answer, with the map.")
    ] = False,
    as_json: AsJson = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, no redrawing.")] = False,
) -> None:
    """Tell a recorded game again: as text, or step by step with the map."""
    if text and step:
        raise refuse("", "Both --text and --step are asked for.", "Say one of them.")
    story = Story(read_record(file), seat)
    if start >= len(story.steps):
        raise refuse(
            "", f"The record has no answer {start}.", f"Answers are numbered 0 to {len(story.steps) - 1}."
        )
    if as_json:
        print_json(story.facts(start))
    elif step:
        _Player(story, plain or not sys.stdout.isatty()).run(start)
    else:
        print(story.text(start), end="")


class Story:
    """A record with its steps, and with the table at each of them where the rules can be run again."""

    def __init__(self, record: Record, seat: str | None) -> None:
        self.book: Book[Any] = find_book(record.header.book)
        self.game: Game[Any] | None = None
        self.seat = seat if seat is not None else (record.header.seen_by or None)
        if record.is_whole:
            self._rerun(record)
        if seat is not None:
            record = self._as_seen_by(record, seat)
        self.record = record
        self.steps = _steps(record.lines)
        self.state = self._state(record.header)
        shown: Showing | None = None if self.game is None else self.game.showing(None)
        self.units = {} if shown is None else {unit.id: unit for unit in shown.units}

    def _rerun(self, record: Record) -> None:
        """Play the record again, if the rules are still those that wrote it."""
        if record.header.version != self.book.version:
            return
        first = msgspec.convert(record.header.first, self.book.state_type)
        rerun = Rerun(self.book, first, record.journal())
        try:
            rerun.begin()
            while rerun.entry is not None:
                rerun.go_on()
        except Refused:
            # The events can be told all the same; only the map is missing.
            return
        self.game = rerun.game
        kept = msgspec.to_builtins(record.header)
        self.game.header.update({name: kept[name] for name in ("scenario", "seats", "options", "dice")})

    def _as_seen_by(self, record: Record, seat: str) -> Record:
        if record.header.seen_by == seat:
            return record
        if self.game is None:
            reason = f"This record cannot be told from the seat {seat}."
            raise refuse(
                "", reason, "Give a whole record that these rules can run again, or leave --seat out."
            )
        if seat not in self.game.seats:
            raise refuse("", f'There is no seat "{seat}".', f"Seats: {', '.join(self.game.seats)}.")
        return record_for(self.game, seat)

    def _state(self, header: Header) -> Any:
        """A state that knows the names; where nothing better is at hand, that before the setup."""
        if self.game is not None:
            return self.game.state
        try:
            if header.first is not None:
                return msgspec.convert(header.first, self.book.state_type)
            return self.book.set_up(header.scenario, header.seats, header.options)
        except (Refused, msgspec.ValidationError):
            return None

    def sentence(self, line: EventLine) -> str:
        """The event as a person reads it."""
        if self.state is None:
            facts = ", ".join(f"{name} {value}" for name, value in line.facts.items())
            return f"{line.kind}: {facts}" if facts else line.kind
        return self.book.sentence(line.event, self.state)

    def told(self, step: Step) -> list[Told]:
        """What followed, as sentences."""
        found = []
        for line in step.after:
            if isinstance(line, EventLine):
                found.append(self._told(line))
            elif isinstance(line, NoteLine):
                found.append(Told(f"({line.seat}: {line.kind})"))
        return found

    def _told(self, line: EventLine) -> Told:
        words = self.sentence(line)
        unit = self.units.get(str(line.facts.get("group")))
        if unit is None:
            return Told(words, line.rules)
        subject = f"{unit.id} {unit.name} "
        return Told(words, line.rules, unit.side, subject if words.startswith(subject) else "")

    def heading(self, step: Step) -> str:
        """The answer of a step with what was asked."""
        said = step.said
        if said is None:
            return f"{step.number}. the beginning"
        if isinstance(said, RulingLine):
            return f"{step.number}. {said.seat} ruled: {said.ruling} {said.facts}"
        return f"{step.number}. {said.seat}: {said.asked} {answer_in_words(said.answer)}"

    def text(self, start: int) -> str:
        """The record as readable text: tags, then each answer with what followed."""
        lines = [] if start else [*_tags(self.record.header, self.book), ""]
        for step in self.steps[start:]:
            lines.append(self.heading(step))
            for one in self.told(step):
                rules = f" [{' '.join(dict.fromkeys(one.rules))}]" if one.rules else ""
                lines.append(f"    {one.words}{rules}")
        return "".join(f"{line}\n" for line in lines)

    def facts(self, start: int) -> dict[str, Any]:
        """The record for programs: header without the first state, and the steps."""
        header = msgspec.to_builtins(self.record.header)
        header.pop("first", None)
        steps = [
            {
                "number": step.number,
                "said": None if step.said is None else msgspec.to_builtins(step.said),
                "told": [{"words": one.words, "rules": one.rules} for one in self.told(step)],
            }
            for step in self.steps[start:]
        ]
        return {"header": header, "steps": steps}

    def showing(self, number: int) -> Showing | None:
        """The table after a step, or None where the rules cannot be run again."""
        if self.game is None:
            return None
        journal = self.record.journal() if self.record.is_whole else list(self.game.journal)
        answers = [place for place, entry in enumerate(journal) if not hasattr(entry, "faces")]
        place = answers[number] if number < len(answers) else len(journal)
        showing: Showing = self.game.at(place).showing(self.seat)
        return showing


def _steps(lines: list[Line]) -> list[Step]:
    steps = [Step(0, None, [])]
    for line in lines:
        if isinstance(line, AnswerLine | RulingLine):
            steps.append(Step(len(steps), line, []))
        else:
            steps[-1].after.append(line)
    return steps


def _tags(header: Header, book: Book[Any]) -> list[str]:
    tags = {"Book": book.title, "Scenario": header.scenario or "", "Program": header.program}
    tags |= {f"Switch {name}": str(value) for name, value in header.options.items()}
    tags |= {f"Dice {name}": one for name, one in header.dice.items()}
    if header.commitment:
        tags["Commitment"] = header.commitment
    if header.seen_by:
        tags["Seen by"] = header.seen_by
    if header.result is not None:
        points = ", ".join(f"{name} {number}" for name, number in header.result.points.items())
        who = f"{' and '.join(header.result.winners)} won" if header.result.winners else "a draw"
        tags["Result"] = f"{who}; {points}; {header.result.why}"
    return [f'[{name} "{value}"]' for name, value in tags.items()]


def answer_in_words(answer: Answer) -> str:
    """An answer on one line."""
    if isinstance(answer, dict) and (place := words_of_place(answer)):
        return place
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or "none"
    return {True: "yes", False: "no"}.get(answer, str(answer)) if isinstance(answer, bool) else str(answer)


class _Player:
    """Steps through a story at the terminal."""

    def __init__(self, story: Story, plain: bool) -> None:
        console = Console(no_color=True, width=110, height=40) if plain else Console(highlight=False)
        self.story = story
        self.screen = Screen(console, plain=plain)
        self.keyboard = Keyboard(self.screen.say)

    def run(self, start: int) -> None:
        """Show a step, listen where to go, until the player leaves."""
        place: int | None = start
        while place is not None:
            self._show(place)
            try:
                place = self._next(place, self.keyboard.line("> ").strip().casefold())
            except (EOFError, KeyboardInterrupt):
                place = None

    def _show(self, place: int) -> None:
        step = self.story.steps[place]
        told = self.story.told(step)
        showing = self.story.showing(place)
        if showing is not None:
            self.screen.table(showing, (), (), below=len(told) + 3)
        self.screen.say(self.story.heading(step), "bold")
        self.screen.story(told)
        self.screen.say(f"{place} of {len(self.story.steps) - 1}   {HELP}", "dim")

    def _next(self, place: int, said: str) -> int | None:
        last = len(self.story.steps) - 1
        if said in ("", "n"):
            return place + 1 if place < last else None
        if said == "b":
            return max(0, place - 1)
        if said in ("q", "quit"):
            return None
        if said == "e":
            return last
        if said == "h":
            return 0
        if said.isdecimal() and int(said) <= last:
            return int(said)
        self.screen.say(f'"{said}" leads nowhere. {HELP}')
        return place
