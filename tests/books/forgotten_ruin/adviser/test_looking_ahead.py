"""The searching player leads the squad: legal, the same again, without knowing the dice, true to its plan."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.books.forgotten_ruin.adviser.adviser import Adviser
from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style, knowledge
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.decision import Decision
from sandtable.kernel.game import Game
from sandtable.players.budget import Budget
from sandtable.players.player import Reply, view_of
from sandtable.players.search import Search

SEASONED = knowledge().styles["seasoned"]

RIFLE = ["assault rifle"]
STONE = {"id": "T1", "kind": "boulder", "area": [16, 24, 18, 26], "traits": ["block"], "height": 2.0}
MOB = {"M1": {"type": "Orcs", "at": [[14.0, 15.0], [15.5, 15.0], [17.0, 15.0]]}}
PLAYOUTS = 6


def skirmish(**more: Any) -> dict[str, Any]:
    """A runner and a friend before a mob that stands between them and the Objective."""
    return {
        "phase": "quick",
        "soldiers": {
            "S1": {"at": [15.5, 8.0], "weapons": RIFLE, "die": 1, "reactions": 2},
            "S2": {"at": [8.0, 4.0], "weapons": RIFLE, "die": 6, "reactions": 2},
        },
        "terrain": [STONE],
        "objectives": {"O1": {"type": "Interact with Something", "features": ["T1"]}},
        "mission": {"enemy_type": "Orcs"},
        "mobs": MOB,
        **more,
    }


def begun(given: dict[str, Any], seed: int = 1) -> Game[Battle]:
    """The game at the question what S1 does."""
    game = sandtable.new("forgotten-ruin", position=given, seed=seed)
    assert game.decision is not None
    game.answer("S1")
    assert game.decision.rule == "FR-ACT-03"
    return game


def ask(game: Game[Battle], player: Search) -> Reply:
    """What the player says to the open question, which must take it."""
    part = game.decision_for(game.waiting_for[0])
    assert part is not None
    reply = player.reply(view_of(game, game.waiting_for[0]), part)
    assert part.legal(reply.answer) is None
    assert reply.reasons
    return reply


def looked(reply: Reply) -> bool:
    return any("looked ahead" in one for one in reply.reasons)


def searcher(playouts: int = PLAYOUTS) -> Search:
    return Search("s", Budget(None, playouts))


def test_every_kind_of_question_of_a_mission_gets_a_legal_answer() -> None:
    game = sandtable.new(
        "forgotten-ruin", scenario="mission", seats={"A": "red-squad"}, options={"campaign_turn": 5}, seed=10
    )
    player, asked = searcher(4), set()
    while game.decision is not None:
        kind = (game.decision.rule, game.decision.facts.get("moves"))
        if kind not in asked:
            asked.add(kind)
            ask(game, player)
        game.answer(next(iter(Adviser().advise(game.state, "A", game.decision))).answer)
    rules = {rule for rule, _ in asked}
    assert {
        "FR-RND-04",
        "FR-RND-11",
        "FR-RND-13",
        "FR-ACT-03",
        "FR-ACT-02",
        "FR-ACT-08",
        "FR-SHT-01",
    } <= rules
    assert game.result is not None


def test_the_same_playouts_give_the_same_answer() -> None:
    replies = [ask(begun(skirmish()), searcher()) for _ in range(2)]
    assert looked(replies[0])
    assert replies[0] == replies[1]


def test_it_does_not_know_the_dice_to_come() -> None:
    replies = [ask(begun(skirmish(), seed), searcher()) for seed in (1, 2, 3)]
    assert looked(replies[0])
    assert replies[0] == replies[1] == replies[2]


def test_imagined_worlds_have_dice_of_their_own() -> None:
    game = begun(skirmish())
    seen = []
    for seed in ("a", "b", "c", "d", "e", "f"):
        world = view_of(game, "A").imagine(searcher()._chance, seed)
        world.answer("fire")
        while world.decision is not None and world.decision.rule != "FR-RND-13":
            world.answer(next(iter(Adviser().advise(world.state, "A", world.decision))).answer)
        seen.append([event.facts.get("faces") for event in world.events() if event.kind == "dice rolled"])
    assert any(one != seen[0] for one in seen)


def test_what_it_tries_in_imagination_leaves_the_battle_alone() -> None:
    game = begun(skirmish())
    before = BOOK.write_position(game.state)
    assert looked(ask(game, searcher()))
    assert BOOK.write_position(game.state) == before


@pytest.mark.parametrize(("far", "thinks"), [(15.0, True), (34.0, False)])
def test_it_thinks_where_an_enemy_is_near(far: float, thinks: bool) -> None:
    mobs = {"M1": {"type": "Orcs", "at": [[14.0, far], [15.5, far], [17.0, far]]}}
    game = begun(skirmish(mobs=mobs))
    assert game.decision is not None
    assert Adviser().matters(game.decision) is thinks


def test_a_plan_to_go_somewhere_is_kept_when_the_place_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    # The judge is made to love the south, so that the careful plan wins over the seasoned one.
    monkeypatch.setattr(Adviser, "judge", lambda self, state, seat: 1 - state.soldiers["S1"].at[1] / 40)
    game, player = begun(skirmish()), searcher(12)
    first = ask(game, player)
    assert first.answer in ("move", "dash")
    assert "it fared better" in first.reasons[-1]
    game.answer(first.answer)
    where = ask(game, player)
    assert not looked(where)
    game.answer(where.answer)
    mine = game.state.soldiers["S1"].at
    usual = begun(skirmish())
    assert usual.decision is not None
    seasoned = Adviser(SEASONED)
    for _ in range(2):
        usual.answer(next(iter(seasoned.advise(usual.state, "A", usual.decision))).answer)
    assert mine[1] < usual.state.soldiers["S1"].at[1]


def test_whoever_is_in_a_hurry_fires_from_where_they_stand() -> None:
    game = begun(skirmish())
    assert game.decision is not None
    hasty = Adviser(SEASONED).hasty()
    assert next(iter(hasty.advise(game.state, "A", game.decision))).answer == "fire"


def answers(style: Style, decision: Decision, state: Battle) -> list[Any]:
    return [one.answer for one in Adviser(style).advise(state, "A", decision) if not one.gives_up]


def test_only_the_best_answer_of_each_style_is_tried_out() -> None:
    game = begun(skirmish())
    assert game.decision is not None
    assert len(answers(USUAL, game.decision, game.state)) == 1
