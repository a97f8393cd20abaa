"""`sandtable check`: play case files and say which of them hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.telling import FAILED, UNUSABLE, AsJson, print_json, print_plainly
from sandtable.cli.trouble import note_trouble
from sandtable.kernel.cases.case import ENDING, CaseOutcome, CaseRun, Written, written_in
from sandtable.kernel.cases.expected_events import plain, told
from sandtable.kernel.decision import Option
from sandtable.kernel.refusal import Refused, refuse

Files = Annotated[
    list[str], typer.Argument(metavar="FILES...", help=f"Case files, or folders with *{ENDING}.")
]


def check(
    files: Files,
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the cases that passed too.")] = False,
    show: Annotated[
        bool,
        typer.Option("--show", help="Print what happened with its facts, the open question and its answers."),
    ] = False,
) -> None:
    """Play case files and say which of them hold: position, dice by meaning, answers, what must follow."""
    outcomes: list[CaseOutcome] = []
    unusable: dict[str, list[str]] = {}
    for path in _case_files(files):
        try:
            for written in written_in(path):
                outcomes.append(_played(written, show and not as_json))
        except Refused as refused:
            unusable[str(path)] = [str(one) for one in refused.refusals]
    if as_json:
        print_json(_facts(outcomes, unusable))
    else:
        _print(outcomes, unusable, verbose)
    if any(not one.passed for one in outcomes):
        raise typer.Exit(FAILED)
    if unusable:
        raise typer.Exit(UNUSABLE)


def _played(written: Written, show: bool) -> CaseOutcome:
    """How a case ends; one that brings the program down has failed, and is named."""
    try:
        run = CaseRun(written)
        outcome = run.outcome()
    except Refused:
        raise
    except Exception as broken:
        title = written.data.get("case", "") if isinstance(written.data, dict) else ""
        return CaseOutcome(str(title), (), (f"{written.what}: {note_trouble(broken)}",), (), written.path)
    if show:
        _show(run)
    return outcome


MOST_ANSWERS = 40
"""So many answers to the open question are shown."""


def _show(run: CaseRun) -> None:
    """What happened in each step, what is asked now, and what can be answered."""
    print_plainly(f"{run.what}: {run.case.case}")
    for place, events in enumerate(run.shown):
        print_plainly(f"  step {place}" if run.case.steps else "  what happened")
        for event in events:
            print_plainly(f"    {told(event)}")
    game = run.game
    for seat in () if game is None else game.waiting_for:
        part = game.decision_for(seat) if game is not None else None
        assert part is not None
        print_plainly(f"  {seat} is asked: {part.prompt} ({part.rule}, {part.kind})")
        for option in [*part.options(), *part.barred()][:MOST_ANSWERS]:
            print_plainly(f"    {_answer_in_words(option)}")
    if game is not None and game.result is not None:
        print_plainly(f"  the game is over: {game.result.why}")


def _answer_in_words(option: Option) -> str:
    why = "" if option.refusal is None else f" - not now: {option.refusal}"
    answer = plain(option.answer)
    return f"{answer}{'' if option.label == answer else f' ({option.label})'}{why}"


def _case_files(names: list[str]) -> list[Path]:
    """The files that are named, and the case files in the folders that are named."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.rglob(f"*{ENDING}"))
            if not inside:
                raise refuse(
                    "", f"There is no *{ENDING} in {name}.", "Name case files or a folder with some."
                )
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise refuse("", f"There is no file {name}.", "Name case files or a folder with some.")
    return list(dict.fromkeys(found))


def _print(outcomes: list[CaseOutcome], unusable: dict[str, list[str]], verbose: bool) -> None:
    for one in outcomes:
        if not one.passed or verbose:
            rules = f" [{' '.join(one.rules)}]" if one.rules else ""
            print_plainly(f"{'passed' if one.passed else 'FAILED'}  {one.path}: {one.title}{rules}")
        for failure in one.failures:
            print_plainly(f"    {failure}")
    for path, reasons in unusable.items():
        print_plainly(f"BAD FILE  {path}")
        for reason in reasons:
            print_plainly(f"    {reason}")
    passed = sum(one.passed for one in outcomes)
    print(f"{passed} passed, {len(outcomes) - passed + len(unusable)} failed")


def _facts(outcomes: list[CaseOutcome], unusable: dict[str, list[str]]) -> dict[str, Any]:
    passed = sum(one.passed for one in outcomes)
    return {
        "passed": passed,
        "failed": len(outcomes) - passed + len(unusable),
        "cases": [
            {
                "path": one.path,
                "case": one.title,
                "rules": one.rules,
                "passed": one.passed,
                "failures": one.failures,
            }
            for one in outcomes
        ],
        "bad files": unusable,
    }
