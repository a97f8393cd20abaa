"""The automatic player of the squad: what it finds worth doing, from positions that leave little doubt."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path
from typing import Any

import sandtable
import sandtable.books.forgotten_ruin.adviser as adviser_package
from sandtable.books.forgotten_ruin.adviser.adviser import Adviser, features, judge
from sandtable.books.forgotten_ruin.adviser.aims import aims_of
from sandtable.books.forgotten_ruin.adviser.moments import deal_out, quick_ones
from sandtable.books.forgotten_ruin.adviser.shots import best_shot
from sandtable.books.forgotten_ruin.adviser.styles import knowledge
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.game import Game
from sandtable.players.player import view_of
from sandtable.players.registry import make_player

RIFLE = ["assault rifle"]
STONE = {"id": "T1", "kind": "boulder", "area": [16, 20, 18, 22], "traits": ["block"], "height": 2.0}


def position(**more: Any) -> dict[str, Any]:
    """Two soldiers on an open table in the quick phase, the first of them quick."""
    return {
        "phase": "quick",
        "soldiers": {
            "S1": {"at": [17.0, 12.0], "weapons": RIFLE, "die": 1, "reactions": 2},
            "S2": {"at": [5.0, 4.0], "weapons": RIFLE, "die": 6, "reactions": 2},
        },
        "mission": {"enemy_type": "Orcs"},
        **more,
    }


def begun(given: dict[str, Any]) -> Game[Battle]:
    return sandtable.new("forgotten-ruin", position=given, seed=1)


def best(game: Game[Battle]) -> Advice:
    """The first advice for the open question."""
    assert game.decision is not None
    return next(iter(Adviser().advise(BOOK.hide(game.state, "A"), "A", game.decision)))


def asked(game: Game[Battle], prompt: str) -> Game[Battle]:
    """The same game, led by advice to the first question that begins so."""
    for _ in range(40):
        assert game.decision is not None
        if game.decision.prompt.startswith(prompt):
            return game
        game.answer(best(game).answer)
    raise AssertionError(f"nobody asks {prompt}")


class TestObjectives:
    def scouting(self, **soldier: Any) -> dict[str, Any]:
        given = position(
            terrain=[STONE], objectives={"O1": {"type": "Interact with Something", "features": ["T1"]}}
        )
        given["soldiers"]["S1"] |= soldier
        return given

    def test_whoever_stands_at_the_feature_interacts(self) -> None:
        game = asked(begun(self.scouting(at=[17.0, 19.5])), "What does S1")
        assert best(game).answer == "interact T1"

    def test_whoever_can_get_there_in_one_move_goes_and_interacts(self) -> None:
        game = asked(begun(self.scouting(at=[17.0, 16.0])), "What does S1")
        assert best(game).answer == "move"
        game.answer("move")
        game.answer(best(game).answer)
        assert best(game).answer == "interact T1"

    def test_a_runner_with_nothing_to_shoot_at_dashes(self) -> None:
        game = asked(begun(self.scouting(at=[17.0, 6.0])), "What does S1")
        assert best(game).answer == "dash"

    def test_an_item_is_brought_over_the_own_edge(self) -> None:
        given = self.scouting(at=[17.0, 3.0], carrying=["item O1"])
        given["objectives"]["O1"] |= {"type": "Retrieve Something", "target": "S1"}
        game = asked(begun(given), "Where does S1")
        assert best(game).answer == {"leave": "south"}

    def test_with_other_objectives_open_only_two_carry_cargo_away(self) -> None:
        given = self.scouting()
        given["soldiers"] = {
            f"S{number}": {"at": [4.0 * number, 30.0], "weapons": RIFLE, "carrying": [f"cargo O2.{number}"]}
            for number in range(1, 5)
        }
        given["objectives"]["O2"] = {"type": "Advance through the Area"}
        aims = aims_of(BOOK.read_position(given))
        assert sum(one.kind == "across" for one in aims.values()) == 2

    def test_a_squad_that_has_won_leaves_the_table(self) -> None:
        given = self.scouting()
        given |= {"won": True}
        given["objectives"]["O1"] |= {"state": "complete"}
        aims = aims_of(BOOK.read_position(given))
        assert {one.kind for one in aims.values()} == {"leave"}


class TestFighting:
    MOB = {"M1": {"type": "Orcs", "at": [[17.0, 24.0], [18.5, 24.0], [20.0, 24.0]]}}
    HOLD = {"O1": {"type": "Hold off the Enemy"}}

    def test_a_quick_soldier_with_a_target_acts_before_the_enemy(self) -> None:
        game = begun(position(mobs=self.MOB, objectives=self.HOLD))
        assert best(game).answer == "S1"

    def test_a_quick_soldier_without_one_holds(self) -> None:
        game = begun(position(objectives=self.HOLD))
        assert best(game).answer == "hold S1"

    def test_the_shot_with_the_most_kills_is_taken(self) -> None:
        game = asked(begun(position(mobs=self.MOB, objectives=self.HOLD)), "What does S1 fire")
        assert game.decision is not None
        most = max(one.facts["kills"] for one in game.decision.options())
        chosen = next(one for one in game.decision.options() if one.answer == best(game).answer)
        assert chosen.facts["kills"] == most

    def test_nobody_stays_within_reach_of_a_charge_who_can_shoot_from_farther_off(self) -> None:
        given = position(mobs={"M1": {"type": "Orcs", "at": [[17.0, 17.0], [18.5, 17.0], [20.0, 17.0]]}})
        given["objectives"] = self.HOLD
        game = asked(begun(given), "What does S1")
        assert best(game).answer == "move"
        game.answer("move")
        game.answer(best(game).answer)
        orcs, soldier = game.state.enemies_on_table(), game.state.soldiers["S1"]
        # FR-EAI-09: a mob charges as far as its Speed; bases take up an inch of the way.
        assert all(dist(soldier.at, one.at) > one.profile.speed + 1.0 for one in orcs)


class TestDice:
    def test_the_most_urgent_get_the_quick_dice(self) -> None:
        faces, reactions = {"d1": 1, "d2": 5, "d3": 6}, {"S1": 2, "S2": 2, "S3": 2}
        chosen = quick_ones(faces, reactions, {"S1": 0.1, "S2": 0.9, "S3": 0.2})
        assert chosen == ["S2"]
        assert deal_out(faces, reactions, chosen) == {"d1": "S2", "d2": "S1", "d3": "S3"}

    def test_as_many_as_can_be_quick_together_are(self) -> None:
        faces, reactions = {"d1": 3, "d2": 1}, {"S1": 1, "S2": 3}
        chosen = quick_ones(faces, reactions, {"S1": 0.1, "S2": 0.9})
        assert deal_out(faces, reactions, chosen) == {"d2": "S1", "d1": "S2"}


class TestJudging:
    def test_every_number_that_the_judge_looks_at_has_a_weight_and_every_weight_a_number(self) -> None:
        given = position(objectives={"O1": {"type": "Hold off the Enemy"}})
        assert {name for name, _ in features(begun(given).state)} == set(knowledge().judge)

    def test_a_won_mission_is_judged_above_any_other_and_a_lost_one_below(self) -> None:
        state = BOOK.read_position(position(objectives=TestFighting.HOLD))
        middle = judge(state, "A")
        state.closed = "no soldier is on the table"
        lost = judge(state, "A")
        state.won = True
        assert lost < middle < judge(state, "A")

    def test_a_casualty_makes_it_worse(self) -> None:
        state = BOOK.read_position(position(objectives=TestFighting.HOLD))
        before = judge(state, "A")
        state.soldiers["S2"].where = "casualty"
        assert judge(state, "A") < before


def test_every_answer_of_a_mission_has_a_reason_and_is_legal() -> None:
    game: Game[Battle] = sandtable.new(
        "forgotten-ruin", scenario="exercise-1", seats={"A": "red-squad"}, seed=4
    )
    player = make_player("greedy", 4)
    for _ in range(60):
        if game.decision is None:
            break
        reply = player.reply(view_of(game, "A"), game.decision)
        assert reply.reasons, game.decision.prompt
        assert "nothing speaks" not in reply.reasons[0], game.decision.prompt
        game.answer(reply.answer)


def test_looking_ahead_answers_a_soldiers_question() -> None:
    game = asked(begun(position(mobs=TestFighting.MOB, objectives=TestFighting.HOLD)), "What does S1")
    assert game.decision is not None
    reply = make_player("search:2n", 1).reply(view_of(game, "A"), game.decision)
    assert game.decision.legal(reply.answer) is None


PATROL = position(mission={"kind": "exercise 3", "enemy_type": "Orcs"}, table=[24, 24])


def test_in_the_third_exercise_somebody_goes_to_look_around_at_the_centre():
    aims = aims_of(begun(PATROL).state)
    assert aims["S1"].at == (12.0, 12.0)
    assert aims["S1"].is_run


def test_once_somebody_has_looked_around_the_patrol_goes_home():
    game = begun(PATROL)
    game.state.mission.has_looked_around = True
    assert {aim.edge for aim in aims_of(game.state).values()} == {game.state.edge}


def test_a_shot_is_weighed_anew_as_soon_as_anything_on_the_table_is_otherwise() -> None:
    state = begun(position(mobs={"M1": {"type": "Orcs", "at": [[17, 17], [18.2, 17]]}})).state
    shooter = state.soldiers["S1"]
    shot = best_shot(state, shooter)
    assert best_shot(state, shooter) == shot
    for one in state.enemies.values():
        one.knocked_down = True
    lying = best_shot(state, shooter)
    assert 0.0 < lying.kills < shot.kills
    for one in state.enemies.values():
        one.where = "casualty"
    assert best_shot(state, shooter).kills == 0.0


class TestGrenades:
    def worth(self, *friends: tuple[float, float]) -> float:
        squad = {f"S{number}": {"at": list(at)} for number, at in enumerate(friends, 3)}
        given = position(mobs={"M1": {"type": "Orcs", "at": [[17, 17], [18.2, 17]]}})
        given["soldiers"]["S1"]["weapons"] = ["hand grenades"]
        given["soldiers"] |= squad
        state = begun(given).state
        return best_shot(state, state.soldiers["S1"]).kills

    def test_a_throw_that_may_scatter_among_friends_is_worth_less(self) -> None:
        assert 0.0 < self.worth((12.0, 17.0), (22.0, 17.0)) < self.worth()


def test_the_numbers_of_the_data_file_are_those_that_the_code_reckons_with():
    code = "".join(
        path.read_text(encoding="utf-8") for path in Path(adviser_package.__path__[0]).glob("*.py")
    )
    assert set(re.findall(r'weight\("([^"]+)"\)', code)) == set(knowledge().weights)
