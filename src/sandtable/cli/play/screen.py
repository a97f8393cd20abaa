"""What stands on the terminal: the map, the cards, the story so far and the question."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli.play.chart import MARKS, PLAIN_MARKS, SIDES, Chart
from sandtable.cli.play.question import MOST_LISTED, Asked
from sandtable.kernel.decision import Allocate, Option
from sandtable.table.showing import Badge, Fact, Showing, Unit

BESIDE = 44
"""The columns that stand beside the map where there is room for them."""
MOST_RULES = 3
"""How many rules are named behind a line; all of them are in the log."""
WIDEST = 160
GREY = "bright_black"


class Told(msgspec.Struct, frozen=True):
    """A sentence of the story with its rules."""

    words: str
    rules: tuple[str, ...] = ()
    side: int | None = None
    subject: str = ""
    """The unit with which the sentence begins; the next one about it need not name it again."""


class Screen:
    """Prints to a terminal, or plainly to anything else."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain

    # ---- whole pages ---------------------------------------------------------------------------

    def table(self, showing: Showing, lit: Sequence[str] = (), story: Sequence[Told] = ()) -> None:
        """The heading, the map with the units beside it, the cards and the story."""
        self.clear()
        self.heading(showing)
        width = min(self.console.width, WIDEST)
        is_wide = width >= 72 + BESIDE and not self.plain
        room = width - BESIDE if is_wide else width
        chart = Chart(showing, room, self.console.height - 22, plain=self.plain, lit=lit)
        picture = Group(*chart.lines(), Text(f"    {chart.legend()}", style="dim"))
        if is_wide:
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(width=chart.columns + 4, no_wrap=True)
            grid.add_column(width=width - chart.columns - 8)
            grid.add_row(picture, self._beside(showing, lit))
            self.console.print(grid)
        else:
            self.console.print(picture)
            self.console.print(self._beside(showing, lit))
        self.story(story)

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
            points = "" if side.points is None else f" {side.points} VP"
            line.append(f"{role}{points}{' (to act)' if acts else ''}", "default not bold")
        self.console.print(line)

    def curtain(self, seat: str, name: str) -> None:
        """Hide everything until the right person looks."""
        self.clear()
        lines = "\n" * (0 if self.plain else max(2, self.console.height // 3))
        self.console.print(f"{lines}The next question is for {seat} ({name}) alone.")
        self.console.print("Hand the screen over; press Enter when nobody else looks.")

    def clear(self) -> None:
        """Begin a fresh page on a terminal; leave what was printed alone elsewhere."""
        if not self.plain and self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()

    def print_line(self, line: str) -> None:
        """A line as it is."""
        self.console.print(line, markup=False, highlight=False, soft_wrap=True)

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
        prompt = Text("\n")
        prompt.append(f"{decision.seat}: " if decision.seat else "", "bold")
        prompt.append(decision.prompt, "bold")
        prompt.append(rules_in_words(decision.rules), "dim")
        self.console.print(prompt)
        if isinstance(decision, Allocate):
            self._allocation(decision)
        answers = Table.grid(padding=(0, 1, 0, 0))
        answers.add_column(justify="right", no_wrap=True, width=3)
        answers.add_column()
        for number, option in enumerate(asked.options[:MOST_LISTED], 1):
            chance = chances[number - 1] if number <= len(chances) else ""
            answers.add_row(Text(str(number), style="bold"), self._answer(option, chance, showing))
        for number, option in enumerate(asked.barred[: max(0, MOST_LISTED - len(asked.options))], 1):
            words = f"{_named(option)}: no. {option.refusal}"
            answers.add_row(*(Text(one, style=GREY) for one in (str(len(asked.options) + number), words)))
        self.console.print(answers)
        self.console.print(Text(asked.how(), style="dim"))

    def _answer(self, option: Option, chance: str, showing: Showing) -> Text:
        line = Text(_named(option))
        unit = next((one for one in showing.units if one.id == option.answer), None)
        if unit is not None:
            line.append(f"  {unit.kind}, {unit.strength} of {unit.full_strength}", "dim")
            line.append("".join(f", {badge.word}" for badge in unit.badges), "dim")
        if chance:
            line.append(f"   {chance}", "bold" if self.plain else "bold #e3b94f")
        line.append(rules_in_words(option.rules), "dim")
        return line

    def _allocation(self, decision: Allocate) -> None:
        form = decision.form()
        for number, (key, label) in enumerate(form["holders"].items(), 1):
            self.console.print(Text(f"  {number}  {key}  {label}"))
        self.console.print(Text(f"  to give: {', '.join(form['things'].values())}"))

    def _beside(self, showing: Showing, lit: Sequence[str]) -> RenderableType:
        """The units of both sides, then the cards of those in question."""
        units = Table.grid(padding=(0, 1, 0, 0))
        for _ in range(4):
            units.add_column(no_wrap=True, overflow="ellipsis")
        for unit in showing.units:
            units.add_row(*self._row(unit, unit.id in lit))
        parts: list[RenderableType] = [units]
        for name in lit:
            named = [one for one in showing.units if one.id == name]
            parts += [Padding(self.card(one), (1, 0, 0, 0)) for one in named]
        for note in showing.notes:
            parts.append(self._fact(note))
        return Group(*parts)

    def _row(self, unit: Unit, is_lit: bool) -> tuple[Text, ...]:
        colour = self._colour(unit.side, bold=is_lit)
        name = Text(
            f"{self._mark(unit.side)} {unit.id}{'*' if unit.leader is not None else ''}", style=colour
        )
        if not unit.on_table:
            return name, Text(unit.name, style="dim"), Text(unit.place, style="dim"), Text()
        strength = Text(f"{unit.strength}/{unit.full_strength}", style="bold" if is_lit else "")
        return (
            name,
            Text(unit.name, style="dim" if unit.acted else ""),
            strength,
            self._badges(unit.badges, unit.acted),
        )

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


def _named(option: Option) -> str:
    """The answer's key and label, the key left out where the label says it."""
    key = option.answer if isinstance(option.answer, str) else ""
    return option.label if key.casefold() in option.label.casefold() else f"{key}  {option.label}"


def rules_in_words(rules: Sequence[str]) -> str:
    """A few rules in brackets behind a line."""
    named = [one for one in dict.fromkeys(rules) if one]
    if not named:
        return ""
    more = f" +{len(named) - MOST_RULES}" if len(named) > MOST_RULES else ""
    return f"  [{' '.join(named[:MOST_RULES])}{more}]"
