"""What stands on the terminal: the map, the cards, the story so far and the question."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.columns import Columns
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


class Told(msgspec.Struct, frozen=True):
    """A sentence of the story with its rules."""

    words: str
    rules: tuple[str, ...] = ()
    side: int | None = None


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
        chart = Chart(showing, room, self.console.height - 18, plain=self.plain, lit=lit)
        picture = Group(*chart.lines(), Text(f"    {chart.legend()}", style="dim"))
        if is_wide:
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_row(picture, self._beside(showing, lit, width - chart.columns - 8))
            self.console.print(grid)
        else:
            self.console.print(picture)
            self.console.print(self._beside(showing, lit, width))
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

    # ---- parts ---------------------------------------------------------------------------------

    def story(self, story: Sequence[Told]) -> None:
        """What has happened, one sentence to a line."""
        for one in story:
            line = Text("- " if self.plain else "· ", style="dim")
            line.append(one.words, self._colour(one.side) if one.side is not None else "")
            line.append(rules_in_words(one.rules), "dim")
            self.console.print(line)

    def question(self, asked: Asked, chances: Sequence[str]) -> None:
        """The prompt and its numbered answers; barred ones are grey with their reason."""
        decision = asked.decision
        prompt = Text("\n")
        prompt.append(f"{decision.seat}: " if decision.seat else "", "bold")
        prompt.append(decision.prompt, "bold")
        prompt.append(rules_in_words(decision.rules), "dim")
        self.console.print(prompt)
        if isinstance(decision, Allocate):
            self._allocation(decision)
        for number, option in enumerate(asked.options[:MOST_LISTED], 1):
            chance = chances[number - 1] if number <= len(chances) else ""
            self._answer(number, option, chance)
        for number, option in enumerate(asked.barred[: max(0, MOST_LISTED - len(asked.options))], 1):
            self._barred(len(asked.options) + number, option)
        self.console.print(Text(asked.how(), style="dim"))

    def _answer(self, number: int, option: Option, chance: str) -> None:
        line = Text(f"{number:3d}  ", style="bold")
        key = option.answer if isinstance(option.answer, str) else ""
        if key and key.casefold() not in option.label.casefold():
            line.append(f"{key}  ", "bold")
        line.append(option.label, "default not bold")
        if chance:
            line.append(f"   {chance}", "bold #e3b94f" if not self.plain else "bold")
        line.append(rules_in_words(option.rules), "dim not bold")
        self.console.print(line, soft_wrap=False)

    def _barred(self, number: int, option: Option) -> None:
        key = option.answer if isinstance(option.answer, str) else ""
        name = option.label if key.casefold() in option.label.casefold() else f"{key}  {option.label}"
        self.console.print(Text(f"{number:3d}  {name}: no. {option.refusal}", style="bright_black"))

    def _allocation(self, decision: Allocate) -> None:
        form = decision.form()
        for number, (key, label) in enumerate(form["holders"].items(), 1):
            self.console.print(Text(f"  {number}  {key}  {label}"))
        self.console.print(Text(f"  to give: {', '.join(form['things'].values())}"))

    def _beside(self, showing: Showing, lit: Sequence[str], width: int) -> RenderableType:
        """The units of both sides, then the cards of those in question."""
        units = Table.grid(padding=(0, 1, 0, 0))
        for _ in range(4):
            units.add_column(no_wrap=True, overflow="ellipsis")
        for unit in showing.units:
            units.add_row(*self._row(unit, unit.id in lit))
        parts: list[RenderableType] = [units]
        for name in lit:
            unit = next((one for one in showing.units if one.id == name), None)
            if unit is not None:
                parts.append(Padding(self.card(unit), (1, 0, 0, 0)))
        for note in showing.notes:
            parts.append(self._fact(note))
        return Columns([Group(*parts)], width=max(30, width)) if not self.plain else Group(*parts)

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


def rules_in_words(rules: Sequence[str]) -> str:
    """A few rules in brackets behind a line."""
    named = [one for one in dict.fromkeys(rules) if one]
    if not named:
        return ""
    more = f" +{len(named) - MOST_RULES}" if len(named) > MOST_RULES else ""
    return f"  [{' '.join(named[:MOST_RULES])}{more}]"
