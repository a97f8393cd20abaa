"""Overruling the enemy: the book's own choice first, with what it is and why."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.dice import Scripted
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.players.player import view_of
from sandtable.players.registry import make_player

COPSE = {"id": "T1", "kind": "copse", "area": [5, 22, 15, 27], "traits": ["area"]}


def phase(*, at=((10, 30),), seats=("A",), enemy_seat="", dice=None, **switches):
    """The enemy phase of a soldier against a mob of orcs."""
    position = {
        "seats": list(seats),
        "enemy_seat": enemy_seat,
        "soldiers": {
            "S1": {"at": [10, 5], "name": "Ames", "die": 6},
            "S2": {"at": [16, 5], "name": "Boyd", "die": 6},
        },
        "mobs": {"M1": {"type": "Orcs", "at": [list(one) for one in at]}},
        "terrain": [COPSE],
        "phase": "enemy",
        "switches": switches,
    }
    return game_at(position, Scripted(dice or {}), book=BOOK)


def offered(game):
    return {str(one.answer): one.label for one in game.decision.options()}


@covers("FR-EAI-18")
def test_what_the_book_would_do_comes_first_and_says_what_and_why():
    game = phase(overrule_enemy=True)
    first, *others = offered(game).items()
    assert game.decision.prompt == "What does Orc 1 of mob 1 do?"
    assert first == ("as the book says", "as the book says (take cover, Ames: from Cover to Cover)")
    assert {"stay", "close in", "go elsewhere"} <= {key for key, _ in others}


@covers("FR-EAI-18")
def test_whoever_can_be_charged_is_named():
    game = phase(at=((10, 9),), overrule_enemy=True)
    assert offered(game)["as the book says"].startswith("as the book says (charge, Ames")
    far = phase(at=((13, 8.5),), overrule_enemy=True, dice={"choose target": [1]})
    assert {"charge Boyd", "charge Ames"} & set(offered(far).values())


@covers("FR-EAI-18")
def test_an_overruled_figure_does_as_it_is_told_and_says_so():
    game = phase(overrule_enemy=True)
    game.answer("stay")
    assert game.state.enemies["M1.1"].at == (10.0, 30.0)
    stays = next(one for one in game.events() if one.kind == "enemy stays")
    assert stays.facts["why"] == "its player says so"


@covers("FR-EAI-18")
def test_the_solo_player_sends_a_figure_wherever_its_move_leads_and_no_farther():
    game = phase(overrule_enemy=True)
    game.answer("go elsewhere")
    assert game.decision.seat == "A"
    assert not any(one.startswith("FR-COOP") for one in game.decision.rules)
    with pytest.raises(Refused):
        game.answer({"models": [[10, 18]]})
    game.answer({"models": [[14, 30]]})
    assert game.state.enemies["M1.1"].at == (14.0, 30.0)


@covers("FR-EAI-18")
def test_where_nobody_overrules_nobody_is_asked():
    game = phase()
    assert all(one.kind != "enemy chooses" for one in game.events())
    assert game.state.phase != "enemy"


@covers("FR-COOP-05", "FR-COOP-06")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_enemy_player_is_asked_what_the_enemy_does_and_nobody_else_is(seed):
    options = {"mode": "enemy_player", "campaign_turn": 8, "table_size": "24x24", "round_limit": 5}
    seats = {"A": "red-squad", "B": "red-squad"}
    game = sandtable.new("forgotten-ruin", scenario="mission", seats=seats, seed=seed, options=options)
    players = {
        "A": make_player("greedy" if seed == 1 else "uniform", seed),
        "B": make_player("uniform", seed),
    }
    names = {one.name for one in game.state.soldiers.values()}
    asked = {"A": 0, "B": 0}
    while game.decision is not None:
        decision = game.decision
        asked[decision.seat] += 1
        is_commanding = decision.prompt.startswith(("What does", "Where does"))
        of_the_squad = any(name in decision.prompt for name in names)
        if is_commanding:
            assert (decision.seat == "A") is of_the_squad, decision.prompt
        if decision.prompt == "Which enemy unit activates next?" or "FR-COOP-05" in decision.rules:
            assert decision.seat == "B"
        seat = decision.seat
        game.answer(players[seat].reply(view_of(game, seat), decision).answer)
    assert min(asked.values()) > 10


@pytest.mark.parametrize("kind", ["uniform", "greedy", "search:2n"])
def test_an_automatic_player_has_an_answer_to_where_an_enemy_goes(kind):
    game = phase(seats=("A", "B"), enemy_seat="B")
    game.answer("go elsewhere")
    assert game.decision.seat == "B"
    reply = make_player(kind, 1).reply(view_of(game, "B"), game.decision)
    assert game.decision.legal(reply.answer) is None
