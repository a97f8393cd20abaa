"""Law 8: two games that differ only in what a seat cannot know look the same to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from sandtable.kernel.contract.tools import Broken, Draw
from sandtable.kernel.contract.watching import Law, Played
from sandtable.kernel.decision import Answer
from sandtable.kernel.dice import Dice, Rolled, Seeded, Wanted
from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered, Checkpoint
from sandtable.kernel.refusal import Refused

TWINS = 6
"""From how many checkpoints of a game twins are played."""
LONGEST_LIFE = 40
"""For how many answers twins are followed."""
TRIES = 8
"""How often an answer that fits both worlds is looked for."""


class Apart:
    """Dice that fall alike in both worlds for all that the seat can see, whatever is rolled unseen."""

    name = "seeded"

    def __init__(self, seat: str, seed: int | str) -> None:
        self._seat = seat
        self._seen = Seeded(f"{seed} seen")
        self._unseen = Seeded(f"{seed} unseen")

    def roll(self, wanted: Wanted) -> Rolled:
        """Roll from the stream of what is seen, or from that of what is not."""
        is_seen = wanted.to is None or self._seat in wanted.to
        return (self._seen if is_seen else self._unseen).roll(wanted)


class Look(msgspec.Struct, frozen=True):
    """All that a seat gets of a game."""

    view: bytes
    showing: bytes
    events: bytes
    sentences: list[str]
    waiting_for: tuple[str, ...]
    question: bytes
    refusals: bytes
    """Why names of the game that the seat knows are no answers."""
    number: int

    def difference(self, other: Look) -> str:
        """The first thing that is not the same."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                return f"{name}: {_from_difference(mine, theirs)} or {_from_difference(theirs, mine)}"
        return ""


def _from_difference(value: Any, other: Any) -> str:
    """The part of a text that begins a little before it differs from another."""
    if not isinstance(value, bytes):
        return repr(value)
    same = next(
        (n for n, (a, b) in enumerate(zip(value, other, strict=False)) if a != b), min(len(value), len(other))
    )
    return repr(value[max(0, same - 60) : same + 90].decode(errors="replace"))


def look(game: Game[Any], seat: str) -> Look:
    """What the seat sees."""
    encode = msgspec.json.encode
    part = game.decision_for(seat)
    asked = None if part is None else [part.as_data(), part.options(), part.barred()]
    seen, view = game.seen(seat), game.view(seat)
    names = dict.fromkeys(_names_in(view))
    return Look(
        encode(view),
        encode(game.showing(seat)),
        encode(game.events(seat=seat)),
        [game.book.sentence(event, seen) for event in game.events(seat=seat)],
        game.waiting_for,
        encode(asked),
        encode(None if part is None else [part.legal(name) for name in names]),
        game.number_for(seat),
    )


def _names_in(view: Any) -> Iterator[str]:
    """Every name of a thing that the seat sees."""
    if isinstance(view, dict):
        for key, inside in view.items():
            if key == "id" and isinstance(inside, str):
                yield inside
            yield from _names_in(inside)
    elif isinstance(view, list | tuple):
        for inside in view:
            yield from _names_in(inside)


class Secrecy(Law):
    """No seat learns anything that it may not know, from any checkpoint of a random game on."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._kept = [game.last_checkpoint]
        self._pick = Draw(f"{played.seed} twins")

    def answered(self, game: Game[Any], place: int, one: Answered, events: Sequence[Event]) -> None:
        check_open_table(game, events)
        if game.last_checkpoint is not self._kept[-1] and game.decision is not None:
            self._kept.append(game.last_checkpoint)

    def end(self, game: Game[Any]) -> None:
        for _ in range(TWINS):
            checkpoint = self._kept[self._pick.below(len(self._kept))]
            for seat in game.seats:
                _check_twins(game, checkpoint.state, seat, self._pick)


def check_open_table(game: Game[Any], events: Iterable[Event]) -> None:
    """Where a book names the parts that a seat sees otherwise, everybody sees and hears the rest alike."""
    book, open_to_all = game.book, game.seen(None)
    for seat in game.seats:
        seen = game.seen(seat)
        if book.hide_beside(open_to_all, game.state, seat) != seen:
            raise Broken("8", f"{seat} sees something else beside what a watcher sees than by itself")
        own = book.own_parts(seen, seat)
        if own is None:
            continue
        table = book.showing(open_to_all, None)
        with_own = {**table, **own} if isinstance(table, dict) else msgspec.structs.replace(table, **own)
        if with_own != game.showing(seat):
            raise Broken("8", f"{seat} sees more otherwise than a watcher than {', '.join(own) or 'nothing'}")
        for event in events:
            if event.to is None and book.sentence(event, seen) != book.sentence(event, open_to_all):
                raise Broken("8", f"{seat} hears of {event.kind} in other words than a watcher")


def _check_twins(game: Game[Any], state: Any, seat: str, chance: Draw) -> None:
    pair = game.book.twins(state, seat, chance)
    seed = str(chance.random())
    worlds = [Game(game.book, Checkpoint(0, 0, one), Dice(Apart(seat, seed)), [], EventLog()) for one in pair]
    known = 0
    for _ in range(LONGEST_LIFE):
        one, other = (look(world, seat) for world in worlds)
        if difference := one.difference(other):
            if _something_was_shown(worlds, seat, known):
                return
            raise Broken("8", f"{seat} can tell two worlds apart by {difference}")
        known = len(worlds[0].events(seat=seat))
        if worlds[0].decision is None or not _answer_alike(worlds, seat, chance):
            return


def _something_was_shown(worlds: list[Game[Any]], seat: str, known: int) -> bool:
    """Whether the rules told the seat openly what it did not know, in either world."""
    return any(event.reveals for world in worlds for event in world.events(known, seat))


def _answer_alike(worlds: list[Game[Any]], seat: str, chance: Draw) -> bool:
    """Give both worlds the same answer, or each its own where it is a secret; whether one was found."""
    asked = worlds[0].waiting_for[0]
    parts = [world.decision_for(asked) for world in worlds]
    first, second = parts
    assert first is not None
    assert second is not None
    if asked != seat and not (first.shows_answer_to(seat) and second.shows_answer_to(seat)):
        for world, part in zip(worlds, (first, second), strict=True):
            world.answer(part.sample(chance), seat=asked)
        return True
    for _ in range(TRIES):
        answer: Answer = first.sample(chance)
        why, other = first.legal(answer), second.legal(answer)
        if asked == seat and why != other:
            raise Broken("8", f"{seat} may answer {answer!r} in one world and not in the other: {other}")
        if other is None:
            return _both(worlds, asked, answer)
    # What another seat can do openly may depend on its secrets; doing it would show them.
    return False


def _both(worlds: list[Game[Any]], asked: str, answer: Answer) -> bool:
    for world in worlds:
        try:
            world.answer(answer, seat=asked)
        except Refused as refused:
            raise Broken("5", f"a legal answer of {asked} is refused: {refused}") from refused
    return True
