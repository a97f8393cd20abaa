"""`sandtable replay` and `sandtable verify`: a record read again, and a record put to the proof."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.play.screen import Screen, Told, told_of
from sandtable.cli.play.spoken_places import words_of_place
from sandtable.cli.telling import FAILED, UNUSABLE, AsJson, print_json, print_plainly
from sandtable.kernel.book import find_book
from sandtable.kernel.decision import Answer
from sandtable.kernel.event import Event, fact_in_words
from sandtable.kernel.game import Game
from sandtable.kernel.record import (
    AnswerLine,
    EventLine,
    Header,
    NoteLine,
    Record,
    RulingLine,
    read_record,
    record_for,
)
from sandtable.kernel.refusal import Refused, refuse
from sandtable.kernel.replay import (
    Moment,
    Replay,
    first_difference,
    first_state,
    note_in_words,
    why_not_run,
)
from sandtable.kernel.rerun import Rerun
from sandtable.kernel.save import nonsense_refused
from sandtable.kernel.sealed import Verdict
from sandtable.kernel.sealed import verify as verify_dice
from sandtable.table.showing import Showing

HELP = "Enter or n: next   b: back   a number: go there   e: end   h: beginning   q: leave"

File = Annotated[
    Path, typer.Argument(metavar="RECORD", help="A record, as sandtable play --record writes it.")
]


def replay(
    file: File,
    text: Annotated[
        bool, typer.Option("--text", help="Print the record as text; also without this.")
    ] = False,
    start: Annotated[int, typer.Option("--from", min=0, help="Begin with this answer.")] = 0,
    seat: Annotated[str | None, typer.Option(help="Show only what this seat knew.")] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter after each answer, with the map.")
    ] = False,
    as_json: AsJson = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, no redrawing.")] = False,
) -> None:
    """Tell a recorded game again: as text, or step by step with the map."""
    if sum((text, step, as_json)) > 1:
        raise refuse("", "Several ways to tell it are asked for.", "Say one of --text, --step and --json.")
    record = read_record(file)
    ended = _ended(record)
    seen = record if seat is None else _as_seen_by(record, ended, seat)
    # Step by step the whole record is stepped through, since only that can be played again for the map.
    story = Story(record if step and ended is not None else seen, ended, seat)
    story.replay.go_to(start)
    if as_json:
        print_json(story.facts(start))
    elif step:
        _Stepping(story, plain or not sys.stdout.isatty()).run()
    else:
        print_plainly(story.text(start), end="")


def verify(file: File, as_json: AsJson = False) -> None:
    """Prove or disprove a record: its sealed dice, and that the rules lead to what it tells."""
    record = read_record(file)
    verdict = verify_dice(record) if record.header.commitment else _verdict_of_rules(record)
    if as_json:
        print_json(verdict)
    else:
        _print_verdict(record, verdict)
    if verdict.faults:
        raise typer.Exit(FAILED)
    if not verdict.proven and record.header.commitment:
        raise typer.Exit(UNUSABLE)


# ---- reading ---------------------------------------------------------------------------------------------


class Story:
    """A record with its steps, and with the table at each of them where the rules can be run again."""

    def __init__(self, record: Record, ended: Game[Any] | None, seat: str | None) -> None:
        self.replay = Replay(record)
        self.seat = seat or record.header.seen_by or None
        self.ended = ended
        """The game at its end, where the rules can be run again."""
        shown: Showing | None = None if ended is None else ended.showing(None)
        self._units = {} if shown is None else {unit.id: unit for unit in shown.units}

    def showing(self) -> Showing | None:
        """The table where the replay stands, or None where the rules cannot be run again."""
        if not self.replay.can_run_rules:
            return None
        showing: Showing = self.replay.game().showing(self.seat)
        return showing

    def told(self) -> list[Told]:
        """What followed from the answer, as sentences."""
        found = []
        for line in self.replay.moment.lines:
            if isinstance(line, EventLine) and (self.seat is None or line.event.is_known_to(self.seat)):
                found.append(self._sentence(line.event))
            elif isinstance(line, NoteLine):
                found.append(Told(f"({note_in_words(line)})"))
        return found

    def _sentence(self, event: Event) -> Told:
        if self.ended is None:
            return Told(fact_in_words(event), event.rules)
        words = self.ended.book.sentence(event, self.ended.state)
        return told_of(event, words, self._units)

    def text(self, start: int) -> str:
        """The record as people read it: tags, then each answer and what came of it."""
        lines = [] if start else [*_tags(self.replay.record.header), ""]
        for place in range(start, len(self.moments)):
            self.replay.go_to(place)
            lines.append(self.heading())
            for one in self.told():
                rules = f"  [{' '.join(dict.fromkeys(one.rules))}]" if one.rules else ""
                lines.append(f"    {one.words}{rules}")
        return "".join(f"{line}\n" for line in lines)

    def heading(self) -> str:
        """The answer with what was asked."""
        place, said = self.replay.place, self.replay.moment.said
        if said is None:
            return "0. the beginning"
        if isinstance(said, RulingLine):
            return f"{place}. {said.seat} ruled: {said.ruling} {said.facts}"
        answer = answer_in_words(said.answer) if self._is_answer_known(said) else "(in secret)"
        return f"{place}. {said.seat}: {said.asked} {answer}"

    def _is_answer_known(self, said: AnswerLine) -> bool:
        """Whether the viewer may read the answer; a record of the viewer's own holds no other."""
        place = self.replay.place
        if self.seat in (None, said.seat) or not self.replay.can_run_rules:
            return True
        self.replay.go_to(place - 1)
        decision = self.replay.game().decision
        self.replay.go_to(place)
        part = None if decision is None else decision.for_seat(said.seat)
        return part is not None and part.shows_answer_to(self.seat)

    def facts(self, start: int) -> dict[str, Any]:
        """The record for programs: the header without the first state, and the steps in words."""
        header = msgspec.to_builtins(self.replay.record.header)
        header.pop("first", None)
        return {"header": header, "steps": [self._step(place) for place in range(start, len(self.moments))]}

    @property
    def moments(self) -> list[Moment]:
        """Every step."""
        return self.replay.moments

    def _step(self, place: int) -> dict[str, Any]:
        said = self.replay.go_to(place).said
        told = [{"words": one.words, "rules": one.rules} for one in self.told()]
        return {"number": place, "said": None if said is None else msgspec.to_builtins(said), "told": told}


def _ended(record: Record) -> Game[Any] | None:
    """The game at its end, by running the rules again; None where they cannot be."""
    if why_not_run(record):
        return None
    book = find_book(record.header.book)
    try:
        with nonsense_refused("record"):
            rerun = Rerun(book, first_state(record), record.journal())
            rerun.begin()
            while rerun.entry is not None:
                rerun.go_on()
    except Refused:
        # What was told can be told again, even where the rules do not lead there.
        return None
    kept = msgspec.to_builtins(record.header)
    rerun.game.header.update({name: kept[name] for name in ("scenario", "seats", "options", "dice")})
    return rerun.game


def _as_seen_by(record: Record, ended: Game[Any] | None, seat: str) -> Record:
    """The record with what a seat knew; made from one that tells everything."""
    if record.header.seen_by == seat:
        return record
    if ended is None:
        why = why_not_run(record) or "The rules do not lead to what it tells."
        raise refuse("", f"The record cannot be told from the seat {seat}. {why}", "Leave --seat out.")
    if seat not in ended.seats:
        raise refuse("", f'There is no seat "{seat}".', f"Seats: {', '.join(ended.seats)}.")
    return record_for(ended, seat)


def _tags(header: Header) -> list[str]:
    tags = {"Book": header.book, "Scenario": header.scenario or "", "Program": header.program}
    tags |= {f"Option {name}": str(value) for name, value in header.options.items()}
    tags["Dice"] = ", ".join(f"{who} {name}" for who, name in header.dice.items())
    tags["Commitment"] = header.commitment
    tags["Seen by"] = "" if header.seen_by == "" else header.seen_by or "a watcher"
    if header.result is not None:
        points = ", ".join(f"{name} {number}" for name, number in header.result.points.items())
        who = f"{' and '.join(header.result.winners)} won" if header.result.winners else "a draw"
        tags["Result"] = f"{who}; {points}; {header.result.why}"
    return [f'[{name} "{value}"]' for name, value in tags.items() if value]


def answer_in_words(answer: Answer) -> str:
    """An answer on one line."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, dict) and (place := words_of_place(answer)):
        return place
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or "none"
    return str(answer)


class _Stepping:
    """Steps through a story at the terminal."""

    def __init__(self, story: Story, plain: bool) -> None:
        console = Console(no_color=True, width=110, height=40) if plain else Console(highlight=False)
        self.story = story
        self.screen = Screen(console, plain=plain)
        self.keyboard = Keyboard(self.screen.say)

    def run(self) -> None:
        """Show a step, listen where to go, until the player leaves or the end is passed."""
        place: int | None = self.story.replay.place
        while place is not None:
            self.story.replay.go_to(place)
            self._show()
            try:
                place = self._next(place, self.keyboard.line("> ").strip().casefold())
            except (EOFError, KeyboardInterrupt):
                place = None

    def _show(self) -> None:
        story = self.story
        told, showing = story.told(), story.showing()
        if showing is not None:
            self.screen.table(showing, (), (), below=len(told) + 3)
        self.screen.say(story.heading(), "bold")
        self.screen.story(told)
        self.screen.say(f"{story.replay.place} of {len(story.moments) - 1}   {HELP}", "dim")

    def _next(self, place: int, said: str) -> int | None:
        last = len(self.story.moments) - 1
        if said in ("", "n"):
            return place + 1 if place < last else None
        if said in ("q", "quit"):
            return None
        if said.isdecimal() and int(said) <= last:
            return int(said)
        if said not in ("b", "e", "h"):
            self.screen.say(f'"{said}" leads nowhere.')
        return {"b": max(0, place - 1), "e": last, "h": 0}.get(said, place)


# ---- proving ---------------------------------------------------------------------------------------------


def _verdict_of_rules(record: Record) -> Verdict:
    """Without sealed dice only the rules can be looked at."""
    if why := why_not_run(record):
        return Verdict(False, (), 0, (f"The rules were not run again. {why}",))
    difference = first_difference(record)
    faults = () if difference is None else (f"At step {difference.moment} {difference.what}.",)
    return Verdict(False, faults, 0, ("The game had no sealed dice.",))


def _print_verdict(record: Record, verdict: Verdict) -> None:
    for fault in verdict.faults:
        print_plainly(fault)
    for one in verdict.unchecked:
        print_plainly(one)
    if verdict.faults:
        print("disproved")
    elif verdict.proven:
        typed = f", {verdict.typed} were typed" if verdict.typed else ""
        print(f"proven: {verdict.dice} dice are as they were sealed{typed}, the rules lead to what is told")
    elif why_not_run(record):
        print("not proven")
    else:
        print("The rules lead to what the record tells.")
