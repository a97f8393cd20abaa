"""`sandtable odds`: the chances of a roll, of a volley, or of everything that follows from an answer."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Annotated, Any

import typer

import sandtable
from sandtable.cli.play.question import asked
from sandtable.cli.telling import AsJson, print_json
from sandtable.kernel.cases.position import game_at, read_position_file
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import refuse
from sandtable.lab.forecast import believed, percent, prospect

BAR = 40
MOST_DICE = 60
MOST_SIDES = 100
FORMS = 'Write "2d6 7+" for a total, "5d6>=4" for hits, or "shoot" with --dice, --need and --toughness.'

_ROLL = re.compile(r"([0-9]{0,3})d([0-9]{1,3}|%)([+-][0-9]{1,4})?(?:>=([0-9]{1,3}))?", re.IGNORECASE)
_NEED = re.compile(r"(?:vs\.?\s*)?([0-9]{1,4})\+?", re.IGNORECASE)

Chances = list[tuple[str, Fraction]]


def odds(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[ROLL]", help='"2d6 7+", "5d6>=4", or "shoot".')
    ] = None,
    dice: Annotated[int, typer.Option(min=1, max=MOST_DICE, help="For shoot: how many dice.")] = 12,
    need: Annotated[int, typer.Option(min=2, max=7, help="For shoot: what a die must show.")] = 5,
    toughness: Annotated[int, typer.Option(min=1, max=12, help="For shoot: hits that cost 1 R.")] = 1,
    cover: Annotated[bool, typer.Option("--cover", help="For shoot: hits are rolled again.")] = False,
    unfeeling: Annotated[bool, typer.Option("--unfeeling", help="For shoot: losses are rounded up.")] = False,
    position: Annotated[Path | None, typer.Option(help="A position file.")] = None,
    load: Annotated[Path | None, typer.Option(help="A saved game.")] = None,
    answer: Annotated[
        list[str] | None, typer.Option("--answer", help="An answer to the open question; several in turn.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work out chances: of a roll, of shooting, or of an answer in a position or a saved game."""
    if position is not None or load is not None:
        _of_answers(_game(position, load), answer or [], as_json)
        return
    said = " ".join(words or []).strip()
    if said.casefold() in ("shoot", "shooting"):
        title = f"R lost to {dice} dice at {need}+, T {toughness}{' in cover' if cover else ''}"
        _print(title, _volley(dice, need, toughness, cover=cover, unfeeling=unfeeling), as_json, "R")
        return
    title, chances = _of_roll(said)
    _print(title, chances, as_json)


def _of_roll(said: str) -> tuple[str, Chances]:
    roll, _, rest = said.partition(" ")
    found = _ROLL.fullmatch(roll)
    wanted = _NEED.fullmatch(rest.strip()) if rest.strip() else None
    if found is None or (rest.strip() and (wanted is None or found[4])):
        raise refuse("", f'"{said}" is no roll.' if said else "Nothing is asked.", FORMS)
    count, sides = int(found[1] or 1), 100 if found[2] == "%" else int(found[2])
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise refuse(
            "",
            f"{count} dice with {sides} sides.",
            f"At most {MOST_DICE} dice of at most {MOST_SIDES} sides.",
        )
    if found[4]:
        hit = Fraction(max(0, min(sides, sides + 1 - int(found[4]))), sides)
        return f"hits of {roll}", [(str(hits), chance) for hits, chance in enumerate(_binomial(count, hit))]
    added = int(found[3] or 0)
    totals = {total + added: chance for total, chance in _totals(count, sides).items()}
    if wanted is None:
        return roll, [(str(total), chance) for total, chance in totals.items()]
    number = int(wanted[1])
    passed = sum((chance for total, chance in totals.items() if total >= number), Fraction(0))
    return f"{roll} needing {number}+", [(f"{number}+", passed), (f"below {number}", 1 - passed)]


def _totals(count: int, sides: int) -> dict[int, Fraction]:
    """The chance of each total, die by die."""
    totals = {0: Fraction(1)}
    for _ in range(count):
        after: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, Fraction(0)) + chance / sides
        totals = after
    return dict(sorted(totals.items()))


def _binomial(count: int, hit: Fraction) -> list[Fraction]:
    return [comb(count, hits) * hit**hits * (1 - hit) ** (count - hits) for hits in range(count + 1)]


def _volley(dice: int, need: int, toughness: int, *, cover: bool, unfeeling: bool) -> Chances:
    """The R lost to one roll to hit: full sets of hits equal to T; in cover every hit must hit again."""
    hit = Fraction(max(0, 7 - need), 6)
    lost: dict[int, Fraction] = {}
    for hits, chance in enumerate(_binomial(dice, hit * hit if cover else hit)):
        r = -(-hits // toughness) if unfeeling else hits // toughness
        lost[r] = lost.get(r, Fraction(0)) + chance
    return [(str(r), chance) for r, chance in sorted(lost.items())]


def _print(title: str, chances: Chances, as_json: bool, unit: str = "") -> None:
    numbers = [(int(name), chance) for name, chance in chances if name.lstrip("-").isdecimal()]
    mean = float(sum((number * chance for number, chance in numbers), Fraction(0)))
    if as_json:
        rows = [
            {"outcome": name, "chance": float(chance), "exactly": str(chance)} for name, chance in chances
        ]
        print_json({"odds": title, "chances": rows, "mean": mean if numbers else None, "exact": True})
        return
    print(title)
    largest = max(chance for _, chance in chances)
    wide = max(len(name) for name, _ in chances)
    left = Fraction(1)
    for name, chance in chances:
        at_least = f"  at least {percent(float(left))}" if numbers else ""
        bar = "#" * round(BAR * chance / largest)
        print(f"{name:>{wide}}  {percent(float(chance)):>6}  {bar:<{BAR}}{at_least}".rstrip())
        left -= chance
    if numbers:
        print(f"mean {mean:.2f}{' ' + unit if unit else ''}")


# ---- from a position or a saved game -----------------------------------------------------------------------


def _game(position: Path | None, load: Path | None) -> Game[Any]:
    if position is not None and load is not None:
        raise refuse("", "Both a position and a saved game are named.", "Name one of them.")
    if load is not None:
        return sandtable.load(load)
    assert position is not None
    return game_at(read_position_file(position), what=str(position))


def _of_answers(game: Game[Any], texts: list[str], as_json: bool) -> None:
    if game.decision is None:
        raise refuse("", "The game is over.", "Name a game with an open question.")
    seat = game.waiting_for[0]
    if not texts:
        _print_question(game, seat, as_json)
        return
    belief = believed(game, seat)
    answers = _read(belief, seat, texts)
    found, units = prospect(belief, seat, answers), belief.showing(seat).units
    if as_json:
        rows = [{"outcome": one.sentence(units), "chance": one.chance} for one in found.lines]
        print_json(
            {"seat": seat, "answers": answers, "chances": rows, "exact": found.exact, "ways": found.ways}
        )
        return
    print(found.heading)
    for one in found.lines:
        bar = "#" * round(BAR * one.chance)
        print(f"{percent(one.chance):>6}  {bar:<{BAR}}  {one.sentence(units)}")


def _read(belief: Game[Any], seat: str, texts: list[str]) -> list[Any]:
    """The answers in turn, each read against the question it answers; only the last may roll dice."""
    copy, answers = belief.clone(), []
    for text in texts:
        part = copy.decision_for(seat)
        rolled = len(copy.events(all_seats=True))
        if part is None:
            raise refuse("", f'"{text}" answers no question of {seat}.', "Leave it out.")
        answer = asked(part).read(text, copy.showing(seat))
        if answer is None:
            raise refuse(
                part.rule, f'"{text}" is none of the answers to: {part.prompt}', _listed(part.options())
            )
        copy.answer(answer, seat=seat)
        answers.append(answer)
        told = copy.events(all_seats=True)[rolled:]
        if text is not texts[-1] and any(event.kind == "dice rolled" for event in told):
            raise refuse("", f'After "{text}" dice are rolled.', "Give no answers beyond that.")
    return answers


def _listed(options: list[Any]) -> str:
    return f"Answers: {', '.join(one.label for one in options[:20])}."


def _print_question(game: Game[Any], seat: str, as_json: bool) -> None:
    part = game.decision_for(seat)
    assert part is not None
    options = part.options()
    if as_json:
        rows = [{"answer": one.answer, "label": one.label, "rules": one.rules} for one in options]
        print_json({"seat": seat, "question": part.prompt, "answers": rows})
        return
    print(f"{seat}: {part.prompt} Name an answer with --answer:")
    for one in options:
        print(f"  {one.answer if isinstance(one.answer, str) else one.label}")
