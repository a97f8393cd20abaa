"""The searching player: on evidence, on time, and always with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.opponent.adviser import Adviser
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import Decision
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import Game
from sandtable.players.budget import Budget
from sandtable.players.player import Reply, view_of
from sandtable.players.search import FIRST_CUT, Search
from tests.books.companies_and_captains.scenes import archers, battle, foot, group, riders

SKIRMISH = {
    "A1": archers(10, 10, captain=True),
    "A2": riders(20, 10),
    "B1": foot(10, 24, captain=True),
    "B2": group("Light Foot", 22, 26),
}


def ask(game: Game[Battle], player: Search) -> Reply:
    """What the player says to the open question, which must take it."""
    seat = game.waiting_for[0]
    part = game.decision_for(seat)
    assert part is not None
    reply = player.reply(view_of(game, seat), part)
    assert part.legal(reply.answer) is None
    return reply


def test_every_answer_is_legal_and_has_its_reasons() -> None:
    game, players = battle(SKIRMISH), {seat: Search(seat, Budget(None, 4)) for seat in "AB"}
    game.dice = Dice(Seeded(5))
    answers = 0
    while game.decision is not None and answers < 40:
        seat = game.waiting_for[0]
        reply = ask(game, players[seat])
        assert reply.reasons
        assert all(reply.reasons)
        game.answer(reply.answer, seat=seat)
        answers += 1
    assert game.state.turn > 2


def test_the_same_seed_and_playouts_give_the_same_answer() -> None:
    replies = [ask(battle(SKIRMISH), Search("s", Budget(None, 12))) for _ in range(2)]
    assert replies[0] == replies[1]
    assert any("looked ahead 12 times" in one for one in replies[0].reasons)


class Watch:
    """A clock that goes on by a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 0.001
        return self.time


@pytest.mark.parametrize("seconds", [0.002, 0.03, 0.2])
def test_it_is_never_late_and_looks_at_its_watch_at_every_step(seconds: float) -> None:
    watch = Watch()
    reply = ask(battle(SKIRMISH), Search("s", Budget(seconds, now=watch)))
    assert reply.reasons
    assert watch.time <= seconds + 0.001


def test_without_time_it_says_what_the_adviser_says_first() -> None:
    game = battle(SKIRMISH)
    assert game.decision is not None
    seen = game.seen("A")
    first = next(iter(BOOK.adviser.seasoned(seen, "A").advise(seen, "A", game.decision)))
    reply = ask(game, Search("s", Budget(1e-9)))
    assert reply.answer == first.answer
    assert reply.reasons[0] == first.reasons[0]


def upside_down(advise: Callable[..., Iterable[Advice]]) -> Callable[..., Iterable[Advice]]:
    """An adviser who names the worst Group to act first."""

    def advised(self: Adviser, state: Battle, seat: str, decision: Decision) -> Iterable[Advice]:
        found = list(advise(self, state, seat, decision))
        if decision.rule == "CC-ACT-01":
            found.sort(key=lambda one: (one.gives_up, one.score))
        return found

    return advised


def test_it_overrules_bad_advice_on_evidence_and_says_by_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    # A2 can hardly be activated, and the turn would end with its failure before A1 has shot.
    groups = {
        "A1": archers(10, 10, captain=True),
        "A2": foot(30, 10, values={"mo_act": 12}),
        "B1": foot(10, 24, r=1, captain=True),
        "B2": foot(60, 40),
    }
    monkeypatch.setattr(Adviser, "advise", upside_down(Adviser.advise))
    game = battle(groups)
    assert ask(game, Search("s", Budget(1e-9))).answer == "A2"
    reply = ask(game, Search("t", Budget(None, 48)))
    assert reply.answer == "A1"
    assert "it fared better by" in reply.reasons[-1]


def test_giving_up_is_not_tried_out_unless_it_comes_first() -> None:
    tried: list[str] = []

    class Curious(Search):
        def _arms(self, *about: object) -> list[object]:  # type: ignore[override]
            arms = super()._arms(*about)  # type: ignore[arg-type]
            tried.extend(str(one.advice.answer) for one in arms)
            return arms  # type: ignore[return-value]

    ask(battle(SKIRMISH), Curious("s", Budget(None, 4)))
    assert "A1" in tried
    assert "end turn" not in tried


def test_a_plan_is_carried_out_without_thinking_again() -> None:
    game, player = (
        battle(SKIRMISH, dice={"activate A1": [6, 6], "activate A2": [6, 6]}),
        Search("s", Budget(None, 8)),
    )
    first = ask(game, player)
    assert "looked ahead" in first.reasons[-1]
    game.answer(first.answer)
    assert game.decision is not None
    assert game.decision.rule == "CC-ACT-05"
    assert not any("looked ahead" in one for one in ask(game, player).reasons)


@pytest.mark.parametrize(("verdict", "is_decided"), [(0.99, True), (-0.99, True), (0.5, False)])
def test_it_thinks_no_longer_about_a_battle_that_is_decided(
    monkeypatch: pytest.MonkeyPatch, verdict: float, is_decided: bool
) -> None:
    monkeypatch.setattr(Adviser, "judge", lambda *about: verdict)
    reply = ask(battle(SKIRMISH), Search("s", Budget(None, 60)))
    assert (f"in {FIRST_CUT} imagined worlds" in reply.reasons[-1]) is is_decided
