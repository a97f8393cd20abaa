"""Laws 7 and 9: events, and taking back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from sandtable.kernel.contract.tools import Broken, Moment, as_json, moment, question
from sandtable.kernel.contract.watching import Law, Played
from sandtable.kernel.dice import Rolled
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered
from sandtable.kernel.records.save import game_from_text, saved_text
from sandtable.kernel.refusal import Refused


class Events(Law):
    """Every event cites rules, has an audience that exists and never changes; every die has its event."""

    def __init__(self, known: Collection[str] | None = None) -> None:
        self._known = known

    def begin(self, game: Game[Any], played: Played) -> None:
        self._written: list[bytes] = []
        self._write(game, game.events(all_seats=True))

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        self._write(game, events)

    def _write(self, game: Game[Any], events: Iterable[Event]) -> None:
        for event in events:
            _check_event(game, event.kind, event.rules, event.to, self._known)
            self._written.append(as_json(event))

    def end(self, game: Game[Any]) -> None:
        told = game.events(all_seats=True)
        if len(told) != len(self._written):
            raise Broken("7", f"{len(told)} events are in the log, and {len(self._written)} were told")
        for place, (event, written) in enumerate(zip(told, self._written, strict=True)):
            if as_json(event) != written:
                raise Broken("7", f'event {place} "{event.kind}" changed after it was told')
        rolled = [(one.why, list(one.faces)) for one in game.journal if isinstance(one, Rolled)]
        dice = [one.facts for one in told if one.kind == "dice rolled"]
        if rolled != [(one.get("why"), list(one.get("faces", ()))) for one in dice]:
            raise Broken("7", "not every roll of the journal has its event, in order")


def _check_event(
    game: Game[Any],
    kind: str,
    rules: tuple[str, ...],
    to: tuple[str, ...] | None,
    known: Collection[str] | None,
) -> None:
    if not rules or not all(rules):
        raise Broken("7", f'the event "{kind}" cites no rule')
    for one in rules:
        if known is not None and one not in known:
            raise Broken("7", f'the event "{kind}" cites {one}, which is no rule')
    for seat in to or ():
        if seat not in game.seats:
            raise Broken("7", f'the event "{kind}" is for {seat}, who does not sit here')


class Undo(Law):
    """Own steps can be taken back until something became known; by consent everything can."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._places = played.some_places("undo")

    def asked(self, game: Game[Any], place: int, one: Answered) -> None:
        if place in self._places:
            self._before = moment(game)

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        if place in self._places:
            _check_one_undo(game, one, self._before, place)


def _check_one_undo(game: Game[Any], one: Answered, before: Moment, place: int) -> None:
    where = f"answer {place} of {one.seat}"
    news = game.events(all_seats=True)[len(msgspec.json.decode(before.events)) :]
    is_known = any(event.reveals or (event.kind == "dice rolled" and event.to != ()) for event in news)
    others = [seat for seat in game.seats if seat != one.seat]
    may_anything = not others or game.book.may_rule(game.state, one.seat)
    copy = game_from_text(saved_text(game), book=game.book)
    try:
        copy.undo(one.seat)
        undone = True
    except Refused:
        undone = False
    if undone != (may_anything or not is_known):
        said = (
            "taken back though something became known"
            if undone
            else "not taken back though nothing became known"
        )
        raise Broken("9", f"{where} is {said}")
    if undone and (copy.fingerprint(), as_json(question(copy))) != (before.fingerprint, before.question):
        raise Broken("9", f"{where} is taken back, and the game is not as it was")
    if not undone:
        if copy.fingerprint() != game.fingerprint() or copy.notes:
            raise Broken("9", f"{where}: an undo that was refused changed the game")
        copy.undo(one.seat, consent=others)
        if copy.fingerprint() != before.fingerprint or not copy.notes:
            raise Broken("9", f"{where}: an undo with the consent of all went wrong")
    _check_undo_by_others(game, one, where)


def _check_undo_by_others(game: Game[Any], one: Answered, where: str) -> None:
    """Nobody takes back an answer that another seat has built upon."""
    copy = game_from_text(saved_text(game), book=game.book)
    for seat in game.seats:
        if seat == one.seat or game.book.may_rule(game.state, seat):
            continue
        if not any(isinstance(entry, Answered) and entry.seat == seat for entry in game.journal):
            continue
        try:
            copy.undo(seat)
        except Refused:
            continue
        raise Broken("9", f"{where}: {seat} takes back an earlier answer without asking")
