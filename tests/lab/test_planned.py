"""Odds of a plan: what a gesture of several answers needs first, and what follows from the whole of it."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.kernel.decision import Decision
from sandtable.kernel.decision.intention import Intention, PlannedAnswer, sketch
from sandtable.kernel.game import Game
from sandtable.lab import forecast
from sandtable.lab.forecast import Needs, advised, believed, prospect
from sandtable.lab.planned import NOTHING, needs_of_plan, prospect_of_plan, reached
from tests.books.companies_and_captains.scenes import archers, battle, foot
from tests.books.forgotten_ruin.test_intentions import quick

SHOT = (PlannedAnswer("A1", "choose group"), PlannedAnswer("shoot B1", "choose order"))


def shooting() -> Game[Any]:
    """Archers nine inches from a Group that stands in the open."""
    return battle({"A1": archers(20, 10), "B1": foot(20, 20)})


def test_a_plan_needs_what_the_roll_of_its_order_needs() -> None:
    # Heavy Missile shoots on 6 or more by two dice: 26 of 36.
    assert needs_of_plan(shooting(), "A", SHOT) == Needs(6, float(Fraction(26, 36)))


def test_a_plan_has_the_odds_of_the_question_at_which_its_dice_fall() -> None:
    game = shooting()
    needs, found = prospect_of_plan(game, "A", SHOT)
    game.answer("A1")
    assert found == prospect(believed(game, "A"), "A", ["shoot B1"])
    assert needs is not None
    assert {one.unit for one in found.spreads} == {"B1"}


def test_what_is_planned_for_after_the_dice_is_answered_so_and_not_as_the_book_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = battle({"A1": foot(20, 10), "B1": foot(20, 40)})
    way = sketch(game, "A", Intention("A1", at=(20.0, 13.0)), Random(0)).ways[0]
    world, left = reached(game, "A", way.answers)
    assert [one.topic for one in left] == ["choose order", "move"]
    asked: list[str] = []

    def noted(copy: Game[Any], question: Decision) -> Any:
        asked.append(question.topic)
        return advised(copy, question)

    monkeypatch.setattr(forecast, "advised", noted)
    prospect(world, "A", [left[0].answer], planned=left[1:])
    assert "move" not in asked
    prospect(world, "A", [left[0].answer])
    assert "move" in asked


def test_a_plan_for_which_nothing_is_rolled_needs_nothing() -> None:
    game = quick()
    way = sketch(game, "A", Intention("S1", at=(10.0, 13.0)), Random(0)).ways[0]
    before = len(game.journal)
    assert prospect_of_plan(game, "A", way.answers) == (None, NOTHING)
    assert len(game.journal) == before, "nothing is answered by asking"


def test_a_plan_that_is_not_allowed_leads_nowhere() -> None:
    barred = (PlannedAnswer("A1", "choose group"), PlannedAnswer("shoot B9", "choose order"))
    assert prospect_of_plan(shooting(), "A", barred) == (None, NOTHING)
    assert prospect_of_plan(shooting(), "A", (PlannedAnswer("A1", "another topic"),)) == (None, NOTHING)
