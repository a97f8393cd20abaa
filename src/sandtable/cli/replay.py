"""`sandtable replay` and `sandtable verify`: a record read again, and a record put to the proof."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from rich.console import Console

from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.play.screen import Screen, Told, told_of
from sandtable.cli.play.spoken_places import words_of_place
from sandtable.cli.telling import FAILED, UNUSABLE, AsJson, print_json, print_plainly
from sandtable.kernel.decision import Answer
from sandtable.kernel.event import Event, fact_in_words
from sandtable.kernel.game import Game
from sandtable.kernel.records.record import (
    AnswerLine,
    EventLine,
    Header,
    NoteLine,
    Record,
    RulingLine,
    read_record,
    record_for,
)
from sandtable.kernel.records.replay import (
    Moment,
    PlayedAgain,
    Replay,
    made_with_others,
    note_in_words,
    sentence_of,
    why_not_run,
)
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.records.sealed import NOT_SEALED, Verdict
from sandtable.kernel.records.sealed import verify as verdict_of
from sandtable.kernel.refusal import Refused, refuse
from sandtable.table.showing import Showing, Unit

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
    again = _played_again(record)
    seen = record if seat is None else _as_seen_by(record, again, seat)
    # Step by step the whole record is stepped through, since only that can be played again for the map.
    story = Story(record if step and again.ended is not None else seen, again, seat)
    story.replay.go_to(start)
    if as_json:
        print_json(story.facts(start))
    elif step:
        _Stepping(story, plain or not sys.stdout.isatty()).run()
    else:
        print_plainly(story.text(start), end="")


def verify(file: File, as_json: AsJson = False) -> None:
    """Prove or disprove a record: its sealed dice, and that the rules lead to all that it tells."""
    record = read_record(file)
    verdict = verdict_of(record)
    if as_json:
        print_json(verdict)
    else:
        _print_verdict(verdict)
    if verdict.faults:
        raise typer.Exit(FAILED)
    if not verdict.proven and record.header.commitment:
        raise typer.Exit(UNUSABLE)


# ---- reading ---------------------------------------------------------------------------------------------


class _Again(NamedTuple):
    """What running the rules again over a record has come to."""

    words: str
    """Why they were not run, where they lead elsewhere, or that others made it; empty where all is well."""
    ended: Game[Any] | None = None
    """The game at its end, where they do."""
    known: Game[Any] | None = None
    """The game as far as they go, for the names of those of whom is told."""


class Story:
    """A record with its steps, and with the table at each of them where the rules can be run again."""

    def __init__(self, record: Record, again: _Again, seat: str | None) -> None:
        self.replay = Replay(record)
        self.seat = seat or record.header.seen_by or None
        self.again = again
        self._units = {} if again.known is None else _units_of(again.known)

    def showing(self) -> Showing | None:
        """The table where the replay stands, or None where the rules do not lead to what is told."""
        if self.again.ended is None:
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
        known = self.again.known
        if known is None:
            return Told(fact_in_words(event), event.rules)
        return told_of(event, sentence_of(known.book, event, known.state), self._units)

    def text(self, start: int) -> str:
        """The record as people read it: tags, then each answer and what came of it."""
        lines = [] if start else [*_tags(self.replay.record.header, self.again.words), ""]
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
        if self.seat in (None, said.seat) or self.again.ended is None or not self.replay.can_run_rules:
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
        steps = [self._step(place) for place in range(start, len(self.moments))]
        return {"header": header, "rules": self.again.words, "steps": steps}

    @property
    def moments(self) -> list[Moment]:
        """Every step."""
        return self.replay.moments

    def _step(self, place: int) -> dict[str, Any]:
        said = self.replay.go_to(place).said
        told = [{"words": one.words, "rules": one.rules} for one in self.told()]
        return {"number": place, "said": None if said is None else msgspec.to_builtins(said), "told": told}


def _played_again(record: Record) -> _Again:
    """Run the rules again; what was told can be told again, even where they do not lead there."""
    if why := why_not_run(record):
        return _Again(why)
    again = PlayedAgain(record)
    difference, others = again.difference(), made_with_others(record)
    game = None if again.rerun is None or not again.has_begun else again.rerun.game
    if difference is not None:
        return _Again(f"{others} {difference.in_words}".lstrip(), None, game)
    assert game is not None
    kept = msgspec.to_builtins(record.header)
    game.header.update({name: kept[name] for name in ("scenario", "seats", "options", "dice")})
    return _Again(f"{others} These lead to the same." if others else "", game, game)


def _units_of(game: Game[Any]) -> dict[str, Unit]:
    """The units by id; none where a stranger wrote of what no rule knows."""
    try:
        with nonsense_refused("record"):
            showing: Showing = game.showing(None)
    except Refused:
        return {}
    return {unit.id: unit for unit in showing.units}


def _as_seen_by(record: Record, again: _Again, seat: str) -> Record:
    """The record with what a seat knew; made from one that tells everything."""
    if record.header.seen_by == seat:
        return record
    ended = again.ended
    if ended is None:
        raise refuse(
            "", f"The record cannot be told from the seat {seat}. {again.words}", "Leave --seat out."
        )
    if seat not in ended.seats:
        raise refuse("", f'There is no seat "{seat}".', f"Seats: {', '.join(ended.seats)}.")
    return record_for(ended, seat)


def _tags(header: Header, rules: str) -> list[str]:
    tags = {"Book": header.book, "Scenario": header.scenario or "", "Program": header.program}
    tags["Rules"] = rules
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


def _print_verdict(verdict: Verdict) -> None:
    for line in _told_by(verdict):
        print_plainly(line)
    if verdict.faults:
        print("disproved")
    elif verdict.proven:
        typed = f", {verdict.typed} were typed" if verdict.typed else ""
        print(f"proven: {verdict.dice} dice are as they were sealed{typed}, the rules lead to what is told")
    elif verdict.unchecked == (NOT_SEALED,):
        print("The rules lead to what the record tells.")
    else:
        print("not proven")


def _told_by(verdict: Verdict) -> Iterator[str]:
    """What was looked at, what was found, and what cannot be."""
    if verdict.commitment:
        yield f"Commitment: {verdict.commitment}"
    for seat, salt in verdict.salts.items():
        yield f"Salt of {seat}: {salt}"
    yield from verdict.undone
    if verdict.beyond:
        yield "What no record can prove:"
        yield from (f"  {one}" for one in verdict.beyond)
    yield from verdict.faults
    yield from verdict.unchecked
