"""A Game Master: numbers of units, what is shown, the end of the game, and rulings of the book's own."""

from __future__ import annotations

import pytest

from sandtable.binding.mechanisms.game_master import GameMaster
from sandtable.kernel.decision import Number
from sandtable.kernel.game import Game
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refused
from tests.binding.mechanisms.stage import Actor, Stage, staged
from tests.playing import kinds


def ruled() -> Game[Stage]:
    """A question to A, while the Game Master may rule."""
    master = GameMaster("TH-9", "actor", lambda stage: stage.actors)
    master.may_set("place", "at", 9, "actor placed", fact="space", secret="at")
    master.may_show("show", "at", "actor shown", fact="space")
    master.may_end_and_reopen("end", "reopen")

    @master.rules_on("bless")
    async def bless(play: Play[Stage], seat: str, one: Actor) -> None:
        play.tell("blessed", "TH-9", actor=one.id)

    async def act(play: Play[Stage]) -> None:
        await play.ask(Number("A", "count", "How many?", ("TH-1",), 0, 9))

    actors = {"a": Actor("a", "A"), "b": Actor("b", "B", 2, hidden=True)}
    return staged(act, rulings=master.rulings, actors=actors, master="M")


def test_a_unit_in_sight_is_set_somewhere_and_all_are_told():
    game = ruled()
    (told,) = game.rule("M", "place", {"actor": "a", "space": 4})
    assert (game.state.actors["a"].at, told.kind, told.to) == (4, "actor placed", None)
    assert told.facts == {"seat": "M", "actor": "a", "space": 4}


def test_where_a_hidden_unit_is_set_only_its_owner_and_the_game_master_are_told():
    game = ruled()
    (told,) = game.rule("M", "place", {"actor": "b", "space": 4})
    assert told.to == ("B", "M")
    assert game.events(seat="A") == []


def test_a_hidden_unit_that_is_shown_is_known_to_all():
    game = ruled()
    game.rule("M", "show", {"actor": "b"})
    assert not game.state.actors["b"].hidden
    assert game.events(seat="A")[0].facts == {"seat": "M", "actor": "b", "space": 2}


def test_a_game_is_ended_with_a_reason_and_opened_again_once():
    game = ruled()
    with pytest.raises(Refused, match="has not been ended"):
        game.rule("M", "reopen", {})
    game.rule("M", "end", {"why": "it rains"})
    assert game.result is not None
    assert game.result.why == "it rains"
    game.rule("M", "reopen", {})
    assert game.result is None


@pytest.mark.parametrize(
    ("name", "facts", "why"),
    [
        ("place", {"actor": "z", "space": 1}, "There is no actor 'z'."),
        ("place", {"actor": ["a"], "space": 1}, "There is no actor ['a']."),
        ("place", {"actor": "a", "space": 10}, "Give a whole number from 0 to 9."),
        ("place", {"actor": "a", "space": True}, "space is True."),
        ("place", {"actor": "a"}, "space is None."),
        ("bless", {}, "Name one of: a, b."),
    ],
)
def test_a_ruling_with_wrong_facts_is_refused_by_its_rule_and_changes_nothing(name, facts, why):
    game = ruled()
    before = game.fingerprint()
    with pytest.raises(Refused, match="TH-9") as refused:
        game.rule("M", name, facts)
    assert why in str(refused.value)
    assert game.fingerprint() == before


def test_a_ruling_of_the_books_own_is_handed_the_unit():
    assert kinds(ruled().rule("M", "bless", {"actor": "b"})) == ["blessed"]
