"""Nothing secret and nothing live can be reached from what a player is handed, by whatever way."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.kernel.book import find_book
from sandtable.kernel.contract import Make
from sandtable.kernel.decision import Decision
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import Game
from sandtable.players import Reply, View, ask, make_player, view_of
from tests.books.companies_and_captains.test_secrets import OWNER, world
from tests.contract.games import GAMES
from tests.players.reaching import can_change, program, reachable, spoil

Look = Callable[[Game[Any], View, Decision], None]
BOOKS = [find_book(name) for name in sandtable.known_books()]
PROGRAM = program()
ANSWERS = 60
"""How long each game is followed."""

every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


class Spy:
    """Answers at random, but whenever a kind of question is new, and now and then, looks around first."""

    name = "spy"

    def __init__(self, game: Game[Any], look: Look) -> None:
        self._game, self._look = game, look
        self._chance = random.Random(1)
        self.kinds: set[str] = set()

    def reply(self, view: View, decision: Decision) -> Reply:
        answer = copy.deepcopy(decision.sample(self._chance))
        if decision.kind not in self.kinds or self._chance.random() < 0.15:
            self.kinds.add(decision.kind)
            decision.options()
            decision.barred()
            for advice in view.adviser.advise(view.state, view.seat, decision):
                decision.legal(advice.answer)
            view.imagine(self._chance, 1)
            self._look(self._game, view, decision)
        return Reply(answer)


def follow(game: Game[Any], look: Look, answers: int = ANSWERS) -> set[str]:
    """Let a spy play for every seat; the kinds of question it was asked."""
    spy = Spy(game, look)
    for _ in range(answers):
        if game.decision is None:
            break
        seat = game.waiting_for[0]
        game.answer(ask(spy, game, seat).answer, seat=seat)
    return spy.kinds


def kept_for_seats(game: Game[Any]) -> dict[int, Any]:
    """What a game keeps for a seat between two questions; whoever spoils it spoils only what he sees."""
    states = [game.state, *(one.state for one in game.checkpoints)]
    known = [state.ground if hasattr(state, "ground") else state.board for state in states]
    # A board in the fog is another board for those who have not seen all of it.
    known += [board for one in known for board in one.memory.answers.get("as seen", {}).values()]
    grounds = [ground for one in known for ground in one._others.values()]
    return reachable(*game._told.values(), *grounds)


def live(game: Game[Any]) -> dict[int, Any]:
    """Everything of a game that can be changed."""
    others = PROGRAM.keys() | kept_for_seats(game).keys()
    return {at: one for at, one in reachable(game).items() if at not in others and can_change(one)}


@every_game
def test_nothing_of_a_game_that_can_change_is_reached_from_a_view_or_a_question(make: Make) -> None:
    def look(game: Game[Any], view: View, decision: Decision) -> None:
        own = live(game)
        assert id(game.state) in own
        shared = own.keys() & reachable(view, decision).keys()
        assert not shared, {type(own[at]).__name__ for at in shared}

    assert len(follow(make(Dice(Seeded(3))), look)) > 1


@every_game
def test_whatever_is_done_to_what_a_player_is_handed_the_game_goes_on_as_if_nothing_had_happened(
    make: Make,
) -> None:
    def vandalise(game: Game[Any], view: View, decision: Decision) -> None:
        before, spared = told(game), PROGRAM.keys() | kept_for_seats(game).keys()
        spoil([one for at, one in reachable(view, decision).items() if at not in spared and can_change(one)])
        assert told(game) == before

    def told(game: Game[Any]) -> bytes:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        return msgspec.json.encode([game.state, game.journal, game.events(all_seats=True), part.form()])

    spoilt, quiet = make(Dice(Seeded(5))), make(Dice(Seeded(5)))
    follow(spoilt, vandalise)
    follow(quiet, lambda *_: None)
    assert spoilt.journal == quiet.journal
    assert spoilt.fingerprint() == quiet.fingerprint()


@every_game
def test_a_player_is_asked_the_very_question_that_the_game_asks(make: Make) -> None:
    def compare(game: Game[Any], view: View, decision: Decision) -> None:
        part = game.decision_for(view.seat)
        assert part is not None
        assert decision.form() == part.form()
        assert decision.options() == part.options()
        assert decision.barred() == part.barred()
        assert view.state == game.seen(view.seat)

    follow(make(Dice(Seeded(7))), compare)


def test_no_secret_ambition_of_another_is_reached_from_a_view_or_a_question() -> None:
    secret = "nobody else knows this"
    game = world(["Draw First Blood"], 1)
    for state in (game.state, game.last_checkpoint.state):
        first, *others = state.companies[OWNER].ambitions or ()
        state.companies[OWNER].ambitions = (msgspec.structs.replace(first, name=secret), *others)

    def look(game: Game[Any], view: View, decision: Decision) -> None:
        is_there = any(isinstance(one, str) and secret in one for one in reachable(view, decision).values())
        assert is_there == (view.seat == OWNER)

    spy, asked = Spy(game, look), set()
    for _ in range(40):
        seat = game.waiting_for[0]
        asked.add(seat)
        player = make_player("uniform", seat) if seat == OWNER else spy
        game.answer(ask(player, game, seat).answer, seat=seat)
    assert len(asked) > 1
    view = view_of(game, OWNER)
    assert any(one == secret for one in reachable(view).values() if isinstance(one, str))


def test_what_another_has_chosen_and_not_shown_yet_is_not_reached_while_one_still_chooses() -> None:
    game = GAMES["companies-and-captains"](Dice(Seeded(3)))
    chance = random.Random(1)
    while len(game.waiting_for) < 2:
        seat = game.waiting_for[0]
        game.answer(ask(make_player("uniform", 1), game, seat).answer, seat=seat)
    part = game.decision_for("A")
    assert part is not None
    # So long a list is not imagined by chance.
    chosen = [option.answer for option in part.options() if not option.answer.endswith("(revealed)")]
    game.answer(chosen, seat="A")
    view = view_of(game, "B")
    view.imagine(chance, 1)
    lists = [one for one in reachable(view, view.decision).values() if isinstance(one, list)]
    assert chosen not in lists
    assert chosen in [one for one in reachable(game).values() if isinstance(one, list)]
