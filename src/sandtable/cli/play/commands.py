"""What can be typed besides answers; each also with a stroke before it, as in /undo."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.padding import Padding
from rich.text import Text

from sandtable.catalogues import catalogue_of
from sandtable.cli.play.keeping import Keeper
from sandtable.cli.play.question import Asked, allocation_in_words
from sandtable.cli.play.screen import named
from sandtable.cli.play.spoken_places import words_of_place
from sandtable.cli.play.start import Wanted, start
from sandtable.kernel.advice import accepted
from sandtable.kernel.catalogue import Catalogue, Rule
from sandtable.kernel.decision import Allocate, Answer, FillIn
from sandtable.kernel.journal import Answered, is_word_of
from sandtable.kernel.refusal import Refused, refuse
from sandtable.lab.forecast import believed, percent, prospect
from sandtable.players.asking import ask
from sandtable.players.registry import make_player

if TYPE_CHECKING:
    from sandtable.cli.play.session import Session

HINTS = 3
THINKS = "search:1"
"""The player who gives hints."""
LOG_LINES = 40
BAR = 24

Act = Callable[["Session", str, Asked, str], None]


class Command(msgspec.Struct, frozen=True):
    """A word and what it does."""

    words: tuple[str, ...]
    form: str
    help: str
    act: Act


COMMANDS: list[Command] = []


def command(*words: str, form: str, help: str) -> Callable[[Act], Act]:
    """Make a command known."""

    def add(act: Act) -> Act:
        COMMANDS.append(Command(words, form, help, act))
        return act

    return add


def command_named(line: str) -> Command | None:
    """The command that a line begins with, or None."""
    words = line.strip().lstrip("/").split()
    if not words:
        return None
    first = words[0].casefold()
    return next((one for one in COMMANDS if first in one.words), None)


@command("?", "help", "keys", form="?", help="this list")
def tell_help(session: Session, seat: str, question: Asked, words: str) -> None:
    """List everything that can be typed."""
    session.say(question.how())
    for one in COMMANDS:
        session.say(f"  {one.form:<16} {one.help}")
    session.say("  Enter            the only answer, where there is one")
    session.say("  Ctrl+C, Ctrl+D   leave; the game keeps itself")


@command("why", form="why N", help="the rules behind answer N, or behind the question")
def tell_why(session: Session, seat: str, question: Asked, words: str) -> None:
    """Show the rules of an answer, and for a barred one what is against it."""
    if not words:
        _show_rules(session, question.decision.rules)
        return
    option = question.option(_number(words))
    session.say(option.label)
    if option.refusal is not None:
        session.say(f"No: {option.refusal}")
        _show_rules(session, (option.refusal.rule, *option.rules))
    else:
        _show_rules(session, option.rules or question.decision.rules)


@command("odds", form="odds N", help="what answer N may lead to, and how likely (also: odds to 24,18)")
def tell_odds(session: Session, seat: str, question: Asked, words: str) -> None:
    """Work out the odds of everything that follows from an answer in this step of play."""
    answer = _answer(session, seat, question, words or "1")
    belief = believed(session.game, seat)
    why_not = question.decision.legal(answer)
    if why_not is not None:
        raise Refused(why_not)
    with session.screen.busy("following the dice"):
        found = prospect(belief, seat, [answer])
    session.say(found.heading)
    units = belief.showing(seat).units
    for one in found.lines:
        bar = "#" * round(BAR * one.chance)
        session.say(f"  {percent(one.chance):>6}  {bar:<{BAR}}  {one.sentence(units)}")
    if not found.lines:
        session.say("  nothing is left to chance")


@command("hint", form="hint", help="what the automatic player would do, and why")
def tell_hint(session: Session, seat: str, question: Asked, words: str) -> None:
    """Ask the automatic player for advice."""
    game = session.game
    with session.screen.busy("thinking"):
        reply = ask(make_player(THINKS, 0), game, seat)
    session.say(
        f"{_answer_in_words(question, reply.answer)}: {'; '.join(reply.reasons) or 'no special reason'}"
        + (f"  [{' '.join(reply.rules)}]" if reply.rules else "")
    )
    found = accepted(game.book.adviser, game.seen(seat), seat, question.decision)
    for advice in islice((one for one in found if one.answer != reply.answer), HINTS - 1):
        session.say(f"  or {_answer_in_words(question, advice.answer)}: {'; '.join(advice.reasons)}")


@command("undo", form="undo", help="take your last answer back")
def undo(session: Session, seat: str, question: Asked, words: str) -> None:
    """Take the last answer back; automatic players agree, people are asked."""
    own = [
        one
        for one in session.game.journal[session.begun_at :]
        if isinstance(one, Answered) and is_word_of(seat, one)
    ]
    if not own:
        raise refuse("", f"{seat} has answered nothing that could be taken back.", "Go on.")
    people = [one for one in session.seating.humans if one != seat]
    consent = set(session.seating.automatic)
    try:
        session.game.undo(seat, consent=consent)
    except Refused:
        if not people or set(session.game.seats) <= {seat, *consent}:
            raise
        for one in people:
            if not session.keyboard.agrees(f"{one}: may {seat} take back the last answer?"):
                raise
        session.game.undo(seat, consent=consent | set(people))
    session.seating.begin_anew()
    session.begin_afresh()
    session.waits = True
    session.say("Taken back.")


@command("correct", "ruling", form="correct WORDS", help="set right what the real table shows; alone: how")
def give_ruling(session: Session, seat: str, question: Asked, words: str) -> None:
    """Tell the program what the table shows, where the book lets the player do so."""
    game = session.game
    if not game.book.may_rule(game.state, seat):
        raise refuse("", f"{seat} may not give rulings in this game.", "Take an answer back with undo.")
    if not words:
        _tell_rulings(session)
        return
    name, facts = game.book.read_ruling(game.state, words)
    game.rule(seat, name, facts)
    session.begin_afresh()
    session.keep()
    if game.decision_for(seat) is question.decision:
        question.options, question.barred = question.decision.options(), question.decision.barred()
        session.show(seat, question)


def _tell_rulings(session: Session) -> None:
    """Every ruling, and how one is said."""
    book = session.game.book
    for name, ruling in book.rulings().items():
        session.say(f"  {name:<16} {(ruling.__doc__ or '').partition(chr(10))[0]}")
    try:
        book.read_ruling(session.game.state, "")
    except Refused as refused:
        session.say(refused.refusals[0].remedy)


@command("save", form="save FILE", help="write the game down")
def save(session: Session, seat: str, question: Asked, words: str) -> None:
    """Write the game to a file of the player's choice."""
    path = _path(words, "save FILE")
    session.game.save(path)
    session.say(f"Saved in {path}. Go on with: sandtable play --load {path}")


@command("load", form="load FILE", help="go on with a saved game")
def load(session: Session, seat: str, question: Asked, words: str) -> None:
    """Leave this game, which keeps itself, and go on with another under a name of its own."""
    session.game, session.seating = start(Wanted(load=_path(words, "load FILE")))
    session.keeper = Keeper.for_new_game(session.game.showing(None).title)
    session.begun_at = 0
    session.begin_afresh()


@command("record", form="record FILE", help="write the record of the game so far")
def record(session: Session, seat: str, question: Asked, words: str) -> None:
    """Write down every answer and everything that followed."""
    session.write_record(_path(words, "record FILE"))


@command("rules", "rule", form="rules ID", help="a rule by its id, or rules with a word in them")
def tell_rules(session: Session, seat: str, question: Asked, words: str) -> None:
    """Read a rule, or look for some."""
    catalogue = _catalogue(session)
    if not words:
        _show_rules(session, question.decision.rules)
    elif words.upper().startswith(f"{catalogue.prefix}-"):
        _show_rules(session, (words.upper(),))
    else:
        found = catalogue.search(words)
        for rule in found[:12]:
            session.say(f"  {rule.id}  {rule.title}")
        if not found:
            raise refuse("", f'No rule holds "{words}".', "Try another word.")


@command("map", "redraw", form="map", help="the table and the question again")
def tell_map(session: Session, seat: str, question: Asked, words: str) -> None:
    """Draw everything again."""
    session.show(seat, question, whole=True)


@command("barred", form="barred", help="the answers that are not allowed now, and why")
def tell_barred(session: Session, seat: str, question: Asked, words: str) -> None:
    """List what a small screen leaves out."""
    session.screen.barred(question)
    if not question.barred:
        session.say("Nothing is barred.")


@command("card", "cards", form="card ID", help="everything about a unit, such as card B2")
def tell_card(session: Session, seat: str, question: Asked, words: str) -> None:
    """Show the card of a unit."""
    units = session.showing(seat).units
    about = question.unit(session.showing(seat))
    wanted = words.strip().casefold() or ("" if about is None else about.id.casefold())
    found = [one for one in units if wanted in (one.id.casefold(), one.name.casefold())]
    if not found:
        ids = ", ".join(one.id for one in units)
        raise refuse("", f'There is no unit "{words}".', f"Units: {ids}.")
    for unit in found:
        session.screen.long_card(unit)


@command("log", form="log [N]", help="the story so far, or its last N sentences")
def tell_log(session: Session, seat: str, question: Asked, words: str) -> None:
    """Tell the story again, with every rule."""
    story = session.story(seat)
    count = _number(words) if words else LOG_LINES
    if len(story) > count:
        session.say(f"... {len(story) - count} sentences before these")
    for one in story[-count:]:
        session.say(f"- {one.words}" + (f"  [{' '.join(dict.fromkeys(one.rules))}]" if one.rules else ""))


@command("secrets", form="secrets", help="your own secrets, such as ambitions")
def tell_secrets(session: Session, seat: str, question: Asked, words: str) -> None:
    """Show what only this seat knows, behind a curtain where several people share the screen."""
    if session.seating.share_the_screen:
        session.screen.curtain(seat, session.name_of(seat))
        session.keyboard.line("> ")
    notes = session.game.showing(seat).notes
    for fact in notes:
        session.say(f"  {fact.label}: {', '.join(one for one in (fact.value, fact.meaning) if one)}")
    if not notes:
        session.say("  none")
    if session.seating.share_the_screen:
        session.keyboard.line("Press Enter when you have read them. ")
        session.screen.wipe()
        session.show(seat, question, whole=True)


@command("auto", form="auto", help="let the automatic player answer this one for you")
def answer_by_advice(session: Session, seat: str, question: Asked, words: str) -> None:
    """Take the advice."""
    reply = ask(make_player("greedy", 0), session.game, seat)
    session.say(f"{_answer_in_words(question, reply.answer)}: {'; '.join(reply.reasons)}")
    session.give(seat, reply.answer)


@command("quick", form="quick", help="let the automatic player set up for you until the battle begins")
def set_up_quickly(session: Session, seat: str, question: Asked, words: str) -> None:
    """Skip the rest of setup."""
    if session.showing(seat).clock.round:
        raise refuse("", "The battle has begun.", "Use auto for a single question.")
    session.until_battle = True
    answer_by_advice(session, seat, question, words)


@command("position", form="position FILE", help="write the situation down, everybody's secrets included")
def write_position(session: Session, seat: str, question: Asked, words: str) -> None:
    """Write down the situation, for puzzles and reports; it holds everybody's secrets."""
    # Read when somebody asks for it: a game starts sooner.
    from sandtable.kernel.cases.position import write_position_file

    path = _path(words, "position FILE")
    write_position_file(session.game, path)
    session.say(f"The position is in {path}.")


@command("sheet", form="sheet FILE", help="a page for paper: the map to scale, and where everything stands")
def write_sheet(session: Session, seat: str, question: Asked, words: str) -> None:
    """Write down the table as it stands, as far as the person at the screen may know it."""
    # The page brings much code with it that a game does not need.
    from sandtable.cli import sheet

    path = _path(words, "sheet FILE")
    sheet.write_sheet(session.game, path, session.viewer(seat))
    session.say(f"The sheet is in {path}.")


@command("quit", "exit", "q", form="quit", help="leave; the game keeps itself and goes on with --resume")
def leave(session: Session, seat: str, question: Asked, words: str) -> None:
    """End the evening."""
    raise EOFError


def _number(words: str) -> int:
    if not words.strip().isdecimal():
        raise refuse("", f'"{words}" is no number.', "Name an answer by its number.")
    return int(words)


def _path(words: str, form: str) -> Path:
    if not words.strip():
        raise refuse("", "No file is named.", f"Write {form}.")
    path = Path(words.strip()).expanduser()
    if not path.parent.is_dir():
        raise refuse("", f"There is no folder {path.parent}.", "Name a folder that is there.")
    return path


def _answer(session: Session, seat: str, question: Asked, words: str) -> Answer:
    answer = question.read(words, session.showing(seat))
    if answer is None:
        raise refuse("", f'"{words}" is none of the answers.', question.how())
    return answer


def _answer_in_words(question: Asked, answer: Answer) -> str:
    for option in question.options:
        if option.answer == answer:
            return named(option)
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or "none"
    if isinstance(question.decision, Allocate) and isinstance(answer, dict):
        return allocation_in_words(question.decision, answer)
    if isinstance(question.decision, FillIn) and isinstance(answer, dict):
        return question.decision.in_words(answer)
    return (words_of_place(answer) if isinstance(answer, dict) else "") or str(answer)


def _catalogue(session: Session) -> Catalogue:
    book = session.game.book
    catalogue = catalogue_of(book.id)
    if catalogue is None:
        raise refuse("", f"{book.title} has no catalogue of its rules.", "Look into the rulebook.")
    return catalogue


def _show_rules(session: Session, rules: tuple[str, ...]) -> None:
    catalogue = _catalogue(session)
    for one in dict.fromkeys(rules):
        if one:
            _show_rule(session, catalogue.rule(one))


def _show_rule(session: Session, rule: Rule) -> None:
    console = session.screen.console
    console.print(Text(f"{rule.id}  {rule.title}", style="bold"))
    console.print(Padding(Text(rule.text), (0, 0, 0, 2)))
    if rule.ruling:
        console.print(Padding(Text(f"Our ruling: {rule.ruling}"), (0, 0, 0, 2)))
