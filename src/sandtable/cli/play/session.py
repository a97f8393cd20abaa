"""One evening at the terminal: questions to people, answers of automatic players, and nothing ever lost."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sandtable.cli.play import intending as intending
from sandtable.cli.play.commands import command_named
from sandtable.cli.play.keeping import Keeper
from sandtable.cli.play.keyboard import Keyboard
from sandtable.cli.play.question import Asked, asked
from sandtable.cli.play.screen import SHORTEST_STORY, Screen, Told, told_of
from sandtable.cli.play.seating import Seating
from sandtable.cli.trouble import note_trouble
from sandtable.kernel.decision import Answer, ChooseSeveral, Decision, Option, Together
from sandtable.kernel.decision.intention import Intention, Pursued, pursue
from sandtable.kernel.decision.standing import Given, StandingOrders, by_itself, offered
from sandtable.kernel.dice import Typed
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused, refuse
from sandtable.lab.forecast import Needs, advised, believed, first_roll, needs_of
from sandtable.players.asking import ask
from sandtable.players.uniform import Uniform
from sandtable.table.showing import Showing, winning_sides

BETWEEN_ANSWERS = ";"
"""Several answers may be typed in one line: "A1; move; forward 6"."""
PROMPT = "> "
MOST_CARDS = 3
"""How many cards of the units that a question names are shown beside the map."""


class Session:
    """A game with people at this terminal."""

    def __init__(
        self,
        game: Game[Any],
        seating: Seating,
        screen: Screen,
        keyboard: Keyboard,
        keeper: Keeper,
        record: Path | None,
    ) -> None:
        self.game = game
        self.seating = seating
        self.screen = screen
        self.keyboard = keyboard
        self.keeper = keeper
        self.record = record
        self.until_battle = False
        """Whether the adviser answers for people until setup is over."""
        self.typed_in_battle: tuple[str, ...] = ()
        """The seats that roll on the real table once the program has set up."""
        self.begun_at = 0
        """How much had been said and rolled when people took over from the program."""
        self.introduction = ""
        """What is said once, above the first question."""
        self._told: dict[str | None, int] = {}
        self._typed_ahead: list[str] = []
        self._shown_turn: tuple[int, str] | None = None
        self._is_stale = True
        self.is_kept = False
        """Whether the game on the disk is the game of now."""
        self._is_warned = False
        """Whether it was said that the game cannot be kept."""
        self._orders: dict[str, StandingOrders] = {}
        self.waits = False
        """Whether something was taken back, and nothing answers itself before somebody has spoken."""

    # ---- the evening -----------------------------------------------------------------------------

    def run(self) -> None:
        """Ask and answer until the game is over."""
        while self.game.decision is not None:
            seat = self.next_seat()
            part = self.game.decision_for(seat)
            assert part is not None
            if self.seating.answers_by_itself(seat, part):
                self._let_automatic_player_answer(seat)
            elif self.until_battle and self._is_setup():
                self.give(seat, advised(self.game, part))
            elif self.until_battle:
                self._begin_battle()
            elif (given := self._given_by_itself(seat, part)) is not None:
                self._answer_by_itself(seat, part, given)
            else:
                self._ask(seat, part)
        self._tell_end()

    def _begin_battle(self) -> None:
        """From here on people answer, and those who roll on the real table roll there, as all agreed to."""
        self.until_battle = False
        self.begun_at = len(self.game.journal)
        if set(self.typed_in_battle) == set(self.game.seats):
            # A player who rolls everything on the real table rolls for the book's own figures too.
            self.game.change_dice(None, Typed(), consent=self.game.seats)
            return
        for seat in self.typed_in_battle:
            self.game.change_dice(seat, Typed(), consent=self.game.seats)

    def next_seat(self) -> str:
        """Who answers next: automatic players first, so that people who choose in secret wait for nobody."""
        waiting = self.game.waiting_for
        return next((seat for seat in waiting if seat in self.seating.automatic), waiting[0])

    def _let_automatic_player_answer(self, seat: str) -> None:
        # What people typed ahead was meant for a game in which nobody came between.
        self._typed_ahead = []
        player = self.seating.automatic[seat]
        try:
            with self.screen.busy(f"{self.name_of(seat)}: thinking"):
                answer = ask(player, self.game, seat).answer
            self.game.answer(answer, seat=seat)
        except Exception as broken:
            # An automatic player never stops a game: where it errs, any legal answer will do.
            note_trouble(broken)
            self.game.answer(ask(Uniform(self.game.number), self.game, seat).answer, seat=seat)
        self._after_answer()

    def give(self, seat: str, answer: Answer, by: str = "") -> None:
        """Answer for a person; a refusal is raised and changes nothing, nor does a failure of the program."""
        try:
            self.game.answer(answer, seat=seat, by=by)
        except Refused:
            raise
        except Exception as broken:
            raise refuse("", note_trouble(broken), "Nothing has changed; another answer may do.") from broken
        self._after_answer()
        if not self.until_battle:
            # Before an automatic player thinks: the answer must outlive whatever happens meanwhile.
            self.keep()

    def _after_answer(self) -> None:
        self._is_stale = True
        self.is_kept = self.waits = False

    # ---- what need not be asked ------------------------------------------------------------------

    def orders_of(self, seat: str) -> StandingOrders:
        """What a seat has ordered once, this evening."""
        return self._orders.get(seat, StandingOrders())

    def order(self, seat: str, order: str, setting: str) -> None:
        """Set a standing order; what cannot be ordered is refused."""
        book = self.game.book
        number = book.round_of(self.game.state)
        self._orders[seat] = self.orders_of(seat).ordered(book.standing, order, setting, number)
        self.waits = False

    def pursue(self, seat: str, intention: Intention) -> Pursued:
        """Answer all that an intention means; a refusal is raised and changes nothing."""
        try:
            done = pursue(self.game, seat, intention, Random(0), self.orders_of(seat))
        except Refused:
            raise
        except Exception as broken:
            raise refuse("", note_trouble(broken), "Go on with single answers.") from broken
        self._after_answer()
        self.keep()
        return done

    def _given_by_itself(self, seat: str, part: Decision) -> Given | None:
        """The answer that need not be asked for; what somebody has typed ahead for it goes first."""
        if self.waits or isinstance(self.game.decision, Together):
            return None
        given = by_itself(self.game, seat, self.orders_of(seat))
        if given is None or not self._typed_ahead:
            return given
        try:
            typed = asked(part).read(self._typed_ahead[0], self.showing(seat))
        except Refused:
            return None
        return given if typed is None and command_named(self._typed_ahead[0]) is None else None

    def _answer_by_itself(self, seat: str, part: Decision, given: Given) -> None:
        words = part.in_words(given.answer)
        title = next(one.title for one in offered(self.game.book.standing) if one.key == given.by)
        self.give(seat, given.answer, given.by)
        self.say(f"{part.prompt} {words} (by itself: {title})")

    def keep(self) -> None:
        """Keep the game as it stands, unless that is done already; where it cannot be kept it goes on."""
        if self.is_kept:
            return
        try:
            self.keeper.keep(self.game)
        except (Refused, OSError) as broken:
            if not self._is_warned:
                self.say(f"This game cannot keep itself: {broken}", style="bold #ff9d8a")
            self._is_warned = True
        else:
            self.is_kept, self._is_warned = True, False

    # ---- one question ----------------------------------------------------------------------------

    def _ask(self, seat: str, part: Decision) -> None:
        self.keep()
        is_secret = self.is_behind_curtain(part)
        if is_secret:
            self.screen.curtain(seat, self.name_of(seat))
            self.keyboard.line(PROMPT)
            self._is_stale = True
        question = asked(part)
        if isinstance(part, ChooseSeveral) and part.least:
            question.proposed = advised(self.game, part)
        number = self.game.number
        if self._is_stale and not self._typed_ahead:
            self.show(seat, question)
        while self.game.number == number and self.game.decision_for(seat) is part:
            try:
                self._listen(seat, question)
            except Refused as refused:
                self._forget_typed_ahead(seat, question)
                for one in refused.refusals:
                    self.say(str(one), style="bold #ff9d8a")
        if is_secret:
            self.screen.wipe()
            self._is_stale = True

    def _listen(self, seat: str, question: Asked) -> None:
        line = self._next_line(question)
        command = command_named(line)
        if command is not None:
            words = line.strip().lstrip("/").split(None, 1)
            command.act(self, seat, question, words[1] if len(words) > 1 else "")
            return
        answer = question.read(line, self.showing(seat))
        if answer is None:
            self._forget_typed_ahead(seat, question)
            said = line.strip()
            self.say(f'"{said}" is none of the answers. {question.how()}' if said else question.how())
            return
        self.give(seat, answer)

    def _next_line(self, question: Asked) -> str:
        """What was typed ahead, or a new line; only where words are free a ; divides nothing."""
        if self._typed_ahead:
            line = self._typed_ahead.pop(0)
            self.say(f"{PROMPT}{line}")
            return line
        line = self.keyboard.line(PROMPT)
        if BETWEEN_ANSWERS not in line or not question.divides_lines:
            return line
        first, *self._typed_ahead = (one.strip() for one in line.split(BETWEEN_ANSWERS))
        return first

    def _forget_typed_ahead(self, seat: str, question: Asked) -> None:
        """What was typed ahead did not come true; the question is put as if nothing had been."""
        self._typed_ahead = []
        if self._is_stale:
            self.show(seat, question)

    def show(self, seat: str, question: Asked, *, whole: bool = False) -> None:
        """The table, what has happened, and the question; printed plainly, the table only once a turn."""
        self._is_stale = False
        showing = self.showing(seat)
        ids = {unit.id for unit in showing.units}
        lit = [one for one in question.decision.about if one in ids][:MOST_CARDS]
        below = len(question.options) + len(question.barred) + 4 + self.introduction.count("\n")
        below += self.screen.rows_of_hint(question.decision.hint)
        story = self._new_story(seat, below)
        turn = (showing.clock.turn, showing.title)
        if turn == self._shown_turn and self.screen.scrolls and not whole:
            self.screen.story(story)
        else:
            self.screen.table(showing, lit, () if self.introduction else story, below)
        self._shown_turn = turn
        if self.introduction:
            self.say(f"\n{self.introduction}")
            self.introduction = ""
        self.screen.question(question, self.chances(seat, question), showing)

    def chances(self, seat: str, question: Asked) -> list[str]:
        """The number and the percentage of each answer that leads straight to a roll."""
        if question.is_measured or len(question.options) > 40 or isinstance(self.game.decision, Together):
            return []
        try:
            belief = believed(self.game, seat)
            return [str(_needs(belief, seat, one) or "") for one in question.options]
        except Exception as broken:
            # A question is put even where its forecast fails.
            note_trouble(broken)
            return []

    # ---- what is seen ----------------------------------------------------------------------------

    def viewer(self, seat: str) -> str | None:
        """Through whose eyes the table is shown while this seat is asked."""
        return self.seating.viewer(seat)

    def showing(self, seat: str) -> Showing:
        """The table as the player at the screen may see it."""
        showing: Showing = self.game.showing(self.viewer(seat))
        return showing

    def is_behind_curtain(self, part: Decision) -> bool:
        """Whether the question is nobody else's business while several people share the screen."""
        return self.seating.share_the_screen and (part.secret or isinstance(self.game.decision, Together))

    def name_of(self, seat: str) -> str:
        """What the force of a seat is called."""
        sides = self.game.showing(None).sides
        return next((side.name for side in sides if seat in side.seats), seat)

    def story(self, seat: str, since: int = 0) -> list[Told]:
        """What the viewer may know of the past, as sentences."""
        viewer = self.viewer(seat)
        showing = self.showing(seat)
        units = {unit.id: unit for unit in showing.units}
        seen = self.game.seen(viewer)

        def told(event: Event) -> Told:
            words = self.game.book.sentence(event, seen)
            return told_of(event, words, units)

        return [told(event) for event in self.game.events(since, viewer)]

    def _new_story(self, seat: str, below: int) -> list[Told]:
        """Everything since the last page as far as there is room, and at least a few sentences."""
        viewer = self.viewer(seat)
        count = len(self.game.events(0, viewer))
        since = min(self._told.get(viewer, 0), count)
        self._told[viewer] = count
        story = self.story(seat, max(0, min(since, count - SHORTEST_STORY)))
        return self.screen.fitting(story, below, count - since)

    def _is_setup(self) -> bool:
        showing: Showing = self.game.showing(None)
        return showing.clock.round == 0

    def say(self, words: str, style: str = "") -> None:
        """A line of the program's own."""
        self.screen.say(words, style)

    def begin_afresh(self) -> None:
        """Something other than an answer has changed the game: draw and keep it again."""
        self._is_stale = True
        self.is_kept = False

    # ---- the end ---------------------------------------------------------------------------------

    def _tell_end(self) -> None:
        self.keep()
        seat = (self.seating.humans or self.game.seats)[0]
        showing = self.game.showing(None)
        self.screen.table(showing, (), self._new_story(seat, 8))
        result = self.game.result
        assert result is not None
        winners = [side.name for side in winning_sides(showing.sides, result.winners)]
        points = ", ".join(f"{name} {number}" for name, number in result.points.items())
        self.say(f"\nThe game is over: {result.why}", style="bold")
        self.say(f"{' and '.join(winners)} won" if winners else "A draw", style="bold")
        if points:
            self.say(f"Points: {points}")
        for side in showing.sides:
            for fact in side.lines:
                self.say(f"  {side.name}: {fact.label} {fact.value} {' '.join(fact.rules)}".rstrip())
        if self.record is not None:
            self.write_record(self.record)

    def write_record(self, path: Path) -> None:
        """Write the record of the game; while it runs, as far as the person at the screen may know it."""
        # Read when somebody asks for it: a game starts sooner.
        from sandtable.kernel.files import write_text
        from sandtable.kernel.records.record import record_for, record_of, record_text

        is_over = self.game.decision is None
        record = record_of(self.game) if is_over else record_for(self.game, self.viewer(self.next_seat()))
        write_text(path, record_text(record))
        self.say(f"The record is in {path}.")


def _needs(belief: Game[Any], seat: str, option: Option) -> Needs | None:
    """What an answer needs at once: as the book tells with it, or by the first roll that it leads to."""
    if option.need is not None:
        return Needs(option.need, option.chance)
    return needs_of(first_roll(belief, seat, option.answer))
