"""Windows: who may speak when, how often, and in which order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from sandtable.kernel.dice import Seeded
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from sandtable.kernel.window import Windows
from tests.kernel.sk.book import SK, STEPS
from tests.kernel.sk.state import Lane
from tests.playing import answer, asked, kinds


class Now:
    """A moment with some facts."""

    facts = {"what": "a shot"}


def game_with(windows: Windows, opened: str = "open") -> Game[Lane]:
    """A game whose only step opens one window."""

    class Small(SK):
        def steps(self) -> Any:
            async def step(play: Play[Lane]) -> None:
                await getattr(windows, opened)(play, "now", Now())

            return {**STEPS, "window": step}

    return new_game(Small(), Lane({}, steps=("window",), last_turn=1, fate={"A": 2, "B": 2}), Seeded(1))


def always(play: Any, seat: str, now: Any) -> bool:
    """Everybody may."""
    return True


def has_fate(play: Play[Lane], seat: str, now: Any) -> bool:
    """Whoever has fate."""
    return play.state.fate[seat] > 0


def windows_with(order: tuple[str, ...] = ("B", "A"), **offers: Any) -> Windows:
    """Windows in which each named rule is offered."""
    windows = Windows(lambda play, now: order)
    for name, (when, repeats) in offers.items():

        async def use(play: Play[Lane], seat: str, now: Any, name: str = name) -> None:
            play.state.fate[seat] -= 1
            play.tell(f"{name} used", "SK-LAN-02", seat=seat)

        windows.offer("now", name, "SK-LAN-02", when, repeats=repeats)(use)
    return windows


def test_a_window_without_offers_asks_nobody():
    assert game_with(windows_with()).decision is None


def test_only_those_are_asked_for_whom_something_holds():
    game = game_with(windows_with(luck=(lambda play, seat, now: seat == "A", False)))
    assert game.waiting_for == ("A",)
    answer(game, "nothing")
    assert game.decision is None


def test_seats_speak_in_the_order_of_the_book_and_several_offers_are_one_question():
    game = game_with(windows_with(luck=(always, False), fate=(always, False)))
    assert game.waiting_for == ("B",)
    question = asked(game)
    assert question.prompt == "Use fate or luck? (now)"
    assert question.facts == {"window": "now", "what": "a shot"}
    assert [option.answer for option in question.options()] == ["fate", "luck", "nothing"]
    answer(game, "luck")
    assert [option.answer for option in asked(game).options()] == ["fate", "nothing"]
    answer(game, "nothing")
    assert game.waiting_for == ("A",)


def test_an_offer_is_used_once_by_each_seat_unless_it_repeats():
    once = game_with(windows_with(("A",), luck=(has_fate, False)))
    answer(once, "luck")
    assert once.decision is None
    again = game_with(windows_with(("A",), luck=(has_fate, True)))
    answer(again, "luck", "luck")
    assert again.decision is None
    assert again.state.fate["A"] == 0


def test_until_all_pass_the_seats_speak_by_turns():
    game = game_with(windows_with(("A", "B"), luck=(has_fate, True)), "open_until_all_pass")
    order = []
    for said in ("luck", "nothing", "luck", "luck", "luck"):
        order.append(game.waiting_for[0])
        answer(game, said)
    assert order == ["A", "B", "A", "B", "B"]
    assert game.decision is None


def test_when_all_pass_in_a_row_the_window_closes():
    game = game_with(windows_with(("A", "B"), luck=(always, True)), "open_until_all_pass")
    answer(game, "luck", "nothing", "nothing")
    assert game.decision is None


def test_what_must_happen_happens_first_and_asks_nobody():
    windows = windows_with(("A",), luck=(always, False))

    async def shiver(play: Play[Lane], seat: str, now: Any) -> None:
        play.tell("shivered", "SK-LAN-02", seat=seat)

    windows.consequence("now", "fear", "SK-LAN-02", always)(shiver)
    game = game_with(windows)
    assert kinds(game.events()) == ["shivered"]
    assert game.waiting_for == ("A",)


def test_special_rules_come_by_rank_then_by_rule_and_name_however_they_were_registered():
    async def happen(play, seat, now): ...

    known = [("b", "SK-LAN-02", 0), ("a", "SK-LAN-02", 0), ("c", "SK-LAN-01", 0), ("d", "SK-LAN-03", -1)]
    for order in permutations(known):
        windows = Windows(lambda play, now: ("A",))
        for name, rule_id, rank in order:
            windows.offer("moment", name, rule_id, lambda play, seat, now: True, rank=rank)(happen)
            windows.consequence("moment", name, rule_id, lambda play, seat, now: True, rank=rank)(happen)
        for registered in (windows._offers, windows._consequences):
            assert [one.name for one in registered["moment"]] == ["d", "c", "a", "b"]


def test_a_special_rule_cannot_be_registered_twice_for_one_moment():
    async def happen(play, seat, now): ...

    windows = Windows(lambda play, now: ("A",))
    windows.consequence("moment", "dodge", "SK-LAN-02", lambda play, seat, now: True)(happen)
    with pytest.raises(ValueError, match='"dodge"'):
        windows.consequence("moment", "dodge", "SK-LAN-02", lambda play, seat, now: True)(happen)


def test_an_effect_is_given_what_its_when_has_found_as_long_as_it_wants_it():
    windows, told = Windows(lambda play, now: ("A", "B")), []

    def wounds(play: Any, seat: str, now: Any) -> list[str]:
        return ["arm", "leg"] if seat == "B" else []

    @windows.consequence("now", "bleed", "SK-LAN-01", wounds)
    async def bleed(play: Any, seat: str, now: Any, found: list[str]) -> None:
        told.append((seat, found))

    @windows.consequence("now", "groan", "SK-LAN-02", wounds)
    async def groan(play: Any, seat: str, now: Any) -> None:
        told.append((seat, []))

    @windows.offer("now", "bind", "SK-LAN-01", wounds)
    async def bind(play: Any, seat: str, now: Any, found: list[str]) -> None:
        told.append((f"bound {seat}", found))

    game = game_with(windows)
    assert told == [("B", ["arm", "leg"]), ("B", [])]
    assert game.waiting_for == ("B",)
    answer(game, "bind")
    # The step is played again from its checkpoint when an answer comes.
    assert told[-1] == ("bound B", ["arm", "leg"])
