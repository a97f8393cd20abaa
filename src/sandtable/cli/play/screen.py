"""What stands on the terminal: the map, the cards, the story so far and the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

import msgspec
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.cli.play.chart import MARKS, PLAIN_MARKS, SHORTEST, SIDES, Chart
from sandtable.cli.play.question import MOST_LISTED, Asked
from sandtable.cli.play.spoken_places import words_of_place
from sandtable.kernel.decision import Allocate, FillIn, Hint, Option
from sandtable.kernel.event import Event
from sandtable.table.showing import Badge, Fact, Showing, Unit, units_named

BESIDE = 44
"""The columns that stand beside the map where there is room for them."""
MOST_RULES = 3
"""How many rules are named behind a line; all of them are in the log."""
NARROWEST_MAP = 72
NARROWEST_PAGE, LOWEST_PAGE = 100, 34
"""A terminal with fewer columns or lines scrolls."""
SHARE_OF_MAP = 0.42
"""How much of a page the map has at least."""
SCROLLING_MAP = 22
"""The rows of the map where pages scroll."""
WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""What empties a terminal and its memory."""
FEW_BARRED = 2
"""How many barred answers are listed even on a small screen."""
FRAME = 5
"""The lines of a page besides the map, the story and the question."""
SHORTEST_STORY = 6
"""How many sentences of the story are shown, even if nothing is new."""
GREY = "bright_black"


class Told(msgspec.Struct, frozen=True):
    """A sentence of the story with its rules."""

    words: str
    rules: tuple[str, ...] = ()
    side: int | None = None
    subject: str = ""
    """The unit with which the sentence begins; the next one about it need not name it again."""


def told_of(event: Event, words: str, units: Mapping[str, Unit]) -> Told:
    """A sentence of the book with the side and the name of the unit that it is about."""
    named = units_named(event.facts, units)
    if not named:
        return Told(words, event.rules)
    unit = units[named[0]]
    subject = f"{unit.id} {unit.name} "
    return Told(words, event.rules, unit.side, subject if words.startswith(subject) else "")


class Screen:
    """Prints to a terminal, or plainly to anything else."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain

    @property
    def is_small(self) -> bool:
        """Whether map, story and question do not fit on one page together."""
        return not self.plain and (self.console.height < LOWEST_PAGE or self.console.width < NARROWEST_PAGE)

    @property
    def scrolls(self) -> bool:
        """Whether pages follow each other like paper: the map is then drawn once a turn only."""
        return self.plain or self.is_small

    # ---- whole pages ---------------------------------------------------------------------------

    def table(
        self, showing: Showing, lit: Sequence[str] = (), story: Sequence[Told] = (), below: int = 8
    ) -> None:
        """The heading, the map, the units and cards beside it, the story; room is left for what follows."""
        self.clear()
        self.heading(showing)
        width = self.console.width
        is_wide = width >= NARROWEST_MAP + BESIDE and not self.plain
        rows = (
            SCROLLING_MAP
            if self.scrolls
            else self.console.height - below - FRAME - sum(map(self._rows_of, story))
        )
        chart = Chart(showing, width - BESIDE if is_wide else width, rows, plain=self.plain, lit=lit)
        picture = Group(*chart.lines(), Text(f"    {chart.legend()}", style="dim"))
        if is_wide:
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(width=chart.columns + 4, no_wrap=True)
            grid.add_column(width=width - chart.columns - 8)
            grid.add_row(picture, Group(*self._beside(showing, lit)))
            self.console.print(grid)
        else:
            self.console.print(picture)
            self.console.print(*self._beside(showing, lit), sep="\n")
        self.story(story)

    def fitting(self, story: Sequence[Told], below: int, fresh: int) -> list[Told]:
        """The end of a story that fits between map and question; fresh sentences left out are counted."""
        if self.scrolls:
            return list(story[len(story) - fresh :])
        room = self.console.height - below - FRAME - max(SHORTEST, int(SHARE_OF_MAP * self.console.height))
        taken, start = 0, len(story)
        while start > 0 and (taken := taken + self._rows_of(story[start - 1])) <= max(room, SHORTEST_STORY):
            start -= 1
        start = max(start, len(story) - max(fresh, SHORTEST_STORY))
        left_out = start - (len(story) - fresh)
        if left_out <= 0:
            return list(story[start:])
        return [Told(f"... {left_out + 1} sentences before these: type log"), *story[start + 1 :]]

    def _rows_of(self, told: Told) -> int:
        length = len(told.words) + len(rules_in_words(told.rules)) + 4
        return -(-length // max(1, self.console.width))

    def heading(self, showing: Showing) -> None:
        """Where the game stands: scenario, round, whose turn, points."""
        line = Text(showing.title, style="bold")
        clock = showing.clock
        if clock.round:
            line.append(
                f"   round {clock.round}{', the last turn' if clock.last else ''}", "default not bold"
            )
        elif clock.step:
            line.append(f"   {clock.step}", "default not bold")
        for side in showing.sides:
            acts = clock.side == side.side and bool(clock.round)
            line.append("   ")
            line.append(f"{self._mark(side.side)} {side.name}", self._colour(side.side, bold=acts))
            role = f" {side.role}" if side.role else ""
            points = "" if side.points is None else f" {side.points} points"
            line.append(f"{role}{points}{' (to act)' if acts else ''}", "default not bold")
        self.console.print(line)

    def curtain(self, seat: str, name: str) -> None:
        """Hide everything until the right person looks."""
        self.wipe()
        lines = "\n" * (0 if self.plain else max(2, self.console.height // 3))
        self.console.print(f"{lines}The next question is for {seat} ({name}) alone.")
        self.console.print("Hand the screen over; press Enter when nobody else looks.")

    def wipe(self) -> None:
        """Leave nothing of what was printed to be read, not even by scrolling back."""
        if not self.plain and self.console.is_terminal:
            self.console.file.write(WIPE)
        else:
            # What is printed plainly cannot be taken back; it can be moved out of sight.
            self.console.print("\n" * self.console.height)

    def clear(self) -> None:
        """Begin a fresh page on a terminal; leave what was printed alone elsewhere."""
        if not self.scrolls and self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()

    def say(self, words: str, style: str = "") -> None:
        """A line of the program's own, as it is; printed plainly it is never broken."""
        style = "" if self.plain else style
        self.console.print(words, style=style, markup=False, highlight=False, soft_wrap=self.plain)

    def busy(self, words: str) -> AbstractContextManager[object]:
        """Say what is being done, while that lasts."""
        return nullcontext() if self.plain or not self.console.is_terminal else self.console.status(words)

    # ---- parts ---------------------------------------------------------------------------------

    def story(self, story: Sequence[Told]) -> None:
        """What has happened, one sentence to a line."""
        subject = ""
        for one in story:
            goes_on = bool(subject) and one.words.startswith(subject)
            line = Text("    " if goes_on else "- " if self.plain else "· ", style="dim")
            line.append(one.words[len(subject) :] if goes_on else one.words, self._colour(one.side))
            subject = one.subject
            line.append(rules_in_words(one.rules), "dim")
            self.console.print(line)

    def question(self, asked: Asked, chances: Sequence[str], showing: Showing) -> None:
        """The prompt and its numbered answers; barred ones are grey with their reason."""
        decision = asked.decision
        self._hint(decision.hint)
        prompt = Text("\n")
        prompt.append(f"{decision.seat}: " if decision.seat else "", "bold")
        prompt.append(decision.prompt, "bold")
        prompt.append(rules_in_words(decision.rules), "dim")
        self.console.print(prompt)
        if isinstance(decision, Allocate):
            self._allocation(decision)
        if isinstance(decision, FillIn):
            self._fields(decision)
        for number, option in enumerate(asked.listed[:MOST_LISTED], 1):
            chance = chances[number - 1] if number <= len(chances) else ""
            self._numbered(Text(str(number), style="bold"), self._answer(option, chance, showing))
        if self.is_small and len(asked.barred) > FEW_BARRED:
            self.console.print(
                Text(f"    {len(asked.barred)} others are not allowed: type barred", style=GREY)
            )
        else:
            self.barred(asked)
        self.console.print(Text(asked.how(), style="dim"))

    def _hint(self, hint: Hint | None) -> None:
        """What a newcomer should know of the question, above it."""
        if hint is not None:
            line = Text("\nHint: ", style="bold" if self.plain else "bold #e3b94f")
            line.append(hint.text, "default not bold")
            line.append(rules_in_words(hint.rules), "dim not bold")
            self.console.print(line, soft_wrap=self.plain)

    def rows_of_hint(self, hint: Hint | None) -> int:
        """How many lines a hint takes."""
        return 0 if hint is None else 1 + self._rows_of(Told(hint.text, hint.rules))

    def barred(self, asked: Asked) -> None:
        """The answers that are not allowed now, each with the reason and what would make it legal."""
        for number, option in enumerate(asked.barred[:MOST_LISTED], len(asked.options) + 1):
            words = Text(f"{named(option)}: no. {option.refusal}", style=GREY)
            self._numbered(Text(str(number), style=GREY), words)

    def _numbered(self, number: Text, words: Text) -> None:
        """A line with its number; on a terminal longer ones hang."""
        if self.plain:
            self.console.print(Text.assemble(f"{number.plain:>3} ", words), soft_wrap=True)
            return
        line = Table.grid(padding=(0, 1, 0, 0))
        line.add_column(justify="right", no_wrap=True, width=3)
        line.add_column()
        line.add_row(number, words)
        self.console.print(line)

    def _answer(self, option: Option, chance: str, showing: Showing) -> Text:
        line = Text(named(option))
        unit = next((one for one in showing.units if one.id == option.answer), None)
        if unit is not None:
            line.append(f"  {unit.kind}, {unit.strength} of {unit.full_strength}", "dim")
            die = [] if unit.die is None else [f"die {unit.die}"]
            line.append("".join(f", {word}" for word in (*die, *(one.word for one in unit.badges))), "dim")
        place = option.answer if isinstance(option.answer, dict) else {}
        if not place and len(option.places) == 1:
            place = {"at": option.places[0]}
        line.append(f"  {words_of_place(place)}".rstrip(), "dim")
        if chance:
            line.append(f"   {chance}", "bold" if self.plain else "bold #e3b94f")
        line.append(rules_in_words(option.rules), "dim")
        return line

    def _allocation(self, decision: Allocate) -> None:
        form = decision.form()
        holders = (key if key == label else f"{key} {label}" for key, label in form.holders.items())
        self.console.print(Text(f"  to give: {', '.join(form.things.values())}"))
        self.console.print(Text(f"  to whom: {', '.join(holders)}"))

    def _fields(self, decision: FillIn) -> None:
        """Each field with its number, what may be filled in and what stands there."""
        for number, (key, blank) in enumerate(zip(decision.fields, decision.form().blanks, strict=True), 1):
            may = ", ".join(str(one.answer) for one in blank.words) or f"{blank.least} to {blank.most}"
            self._numbered(
                Text(str(number)), Text(f"{blank.label} {decision.said(key, blank.usual)} ({may})")
            )

    def _beside(self, showing: Showing, lit: Sequence[str]) -> list[RenderableType]:
        """The units of both sides, then the cards of those in question, then the viewer's own notes."""
        names = max((len(unit.name) for unit in showing.units), default=0)
        parts: list[RenderableType] = [self._row(unit, unit.id in lit, names) for unit in showing.units]
        for name in lit:
            for unit in showing.units:
                if unit.id == name:
                    parts += [Text(""), self.card(unit)]
        gauges = [
            Fact(one.label, f"{one.value} of {one.limit}", one.meaning, one.rules) for one in showing.gauges
        ]
        return [*parts, *(self._fact(note) for note in (*gauges, *showing.notes))]

    def _row(self, unit: Unit, is_lit: bool, names: int) -> Text:
        leads = "*" if unit.leader is not None else " "
        line = Text(f"{self._mark(unit.side)} {unit.id}{leads} ", style=self._colour(unit.side, bold=is_lit))
        is_dim = unit.acted or not unit.on_table
        line.append(f"{unit.name:<{names}} ", "dim not bold" if is_dim else "default not bold")
        if not unit.on_table:
            line.append(unit.place, "dim not bold")
            return line
        line.append(
            f"{unit.strength:>2}/{unit.full_strength:<2} ", "default" if is_lit else "default not bold"
        )
        if unit.die is not None:
            line.append(f"die {unit.die} ", "default not bold")
        line.append(self._badges(unit.badges, unit.acted))
        return line

    def _badges(self, badges: Sequence[Badge], acted: bool) -> Text:
        line = Text()
        for badge in badges:
            line.append(f"{badge.word} ", "bold #ff9d8a" if badge.worse and not self.plain else "")
        if acted:
            line.append("done", "dim")
        return line

    def card(self, unit: Unit) -> RenderableType:
        """Everything about one unit."""
        head = Text(
            f"{self._mark(unit.side)} {unit.id} {unit.name}", style=self._colour(unit.side, bold=True)
        )
        head.append(f"  {unit.kind}, {unit.strength} of {unit.full_strength}", "default not bold")
        values = Text("  ".join(f"{fact.label} {fact.value}" for fact in unit.card))
        badges = [
            Text.assemble(("  " + badge.word, "bold"), (rules_in_words((badge.rule,)), "dim"))
            for badge in unit.badges
        ]
        return Group(head, values, *badges, *(self._fact(one) for one in unit.traits))

    def long_card(self, unit: Unit) -> None:
        """A unit's card with the meaning of every value."""
        self.console.print(self.card(unit))
        for fact in unit.card:
            if fact.meaning:
                line = Text(f"  {fact.label} {fact.value}: {fact.meaning}")
                line.append(rules_in_words(fact.rules), "dim")
                self.console.print(line)

    def _fact(self, fact: Fact) -> Text:
        line = Text("  ")
        line.append(fact.label, "bold")
        words = ", ".join(one for one in (fact.value, fact.meaning) if one)
        line.append(f": {words}" if words else "")
        line.append(rules_in_words(fact.rules), "dim")
        return line

    def _mark(self, side: int) -> str:
        return (PLAIN_MARKS if self.plain else MARKS)[side % len(MARKS)]

    def _colour(self, side: int | None, *, bold: bool = False) -> str:
        weight = "bold " if bold else ""
        return (
            f"{weight}{SIDES[side % len(SIDES)]}"
            if side is not None and not self.plain
            else weight or "default"
        )


def named(option: Option) -> str:
    """The label of an answer, with whatever of its key the label does not say: "Attack Axes (B1)"."""
    key = option.answer if isinstance(option.answer, str) else ""
    said = option.label.casefold().split()
    rest = " ".join(word for word in key.split() if word.casefold() not in said)
    if not rest or key.casefold() in option.label.casefold():
        return option.label
    return f"{key} {option.label}" if rest == key else f"{option.label} ({rest})"


def rules_in_words(rules: Sequence[str]) -> str:
    """A few rules in brackets behind a line."""
    named = [one for one in dict.fromkeys(rules) if one]
    if not named:
        return ""
    more = f" +{len(named) - MOST_RULES}" if len(named) > MOST_RULES else ""
    return f"  [{' '.join(named[:MOST_RULES])}{more}]"
