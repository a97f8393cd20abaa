"""A player who looks ahead on what it believes, within a budget, with an answer always ready."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import inf, sqrt
from typing import Any

from sandtable.kernel.advice import Advice, Adviser
from sandtable.kernel.arithmetic import square, total
from sandtable.kernel.decision import Decision
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.players.budget import Budget, Clock
from sandtable.players.player import Reply, View
from sandtable.players.same_luck import SameLuck

USUAL_SPREAD = 0.2
"""How far two answers usually lie apart in one world; keeps a few lucky worlds from deciding."""
FIRST_CUT = 3
"""After so many worlds the worse half of the answers goes, and again after as many more."""
FEWEST_WORLDS = 3
"""Nothing is overruled that was not compared in so many worlds."""
USUAL_WORLDS = 5
"""Only so many answers stay after the first world that each may be tried in about so many."""
TOO_DEAR = 1.0 - 1.0 / FEWEST_WORLDS
"""Where less than this is left after one playout, nothing can be compared often enough to be overruled."""
ENOUGH_ALIKE = 12
"""Answers that led to exactly the same in so many worlds are not looked at any longer."""

DECIDED = 0.95
"""Where the judge says this much for or against the seat after every playout, thinking changes nothing."""


class _Arm:
    """One answer under consideration and what its playouts were worth."""

    __slots__ = ("advice", "adviser", "worths")

    def __init__(self, advice: Advice, adviser: Adviser) -> None:
        self.advice = advice
        self.adviser = adviser
        """The adviser that gave the advice says how to go on with it."""
        self.worths: list[float] = []

    @property
    def key(self) -> tuple[str, str]:
        """Two arms with the same key come to the same."""
        answer = self.advice.answer
        is_measured = self.advice.means and not isinstance(answer, str)
        return ("" if is_measured else repr(answer), self.advice.means)

    @property
    def mean(self) -> float:
        return total(self.worths) / len(self.worths) if self.worths else -inf

    def lead_over(self, other: _Arm) -> tuple[float, float]:
        """By how much it did better in the same worlds on average, and how sure that is."""
        pairs = [mine - theirs for mine, theirs in zip(self.worths, other.worths, strict=False)]
        count = len(pairs)
        if not count:
            return 0.0, inf
        mean = total(pairs) / count
        spread = (total(square(one - mean) for one in pairs) + USUAL_SPREAD * USUAL_SPREAD) / count
        return mean, sqrt(spread / count)


class Search:
    """Plays the best few answers out in the same imagined worlds and takes the one that fares best."""

    name = "search"

    def __init__(
        self,
        seed: int | str = 0,
        budget: Budget | None = None,
        *,
        width: int = 4,
        turns: int = 3,
        doubt: float = 0.5,
    ) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a player's whim, not a die
        self.budget = budget or Budget()
        self._width = width
        self._turns = turns
        """How many turns it looks ahead: the rest of its own, the enemy's, and its own next."""
        self._doubt = doubt
        self._plan: _Arm | None = None
        """What was chosen last; the questions that follow from it are answered in the same sense."""

    def reply(self, view: View, decision: Decision) -> Reply:
        """The answer whose playouts end best; the first advice until the playouts say otherwise."""
        clock = self.budget.start()
        adviser = view.adviser.seasoned(view.state, view.seat)
        if not adviser.matters(decision):
            return self._best_advice(view, decision, adviser)
        if adviser.begins_plan(decision):
            self._plan = None
        arms = self._arms(view, decision, adviser)
        if len(arms) < 2 or (self._plan is not None and adviser.carries_on_plan(decision)):
            return _said(arms[0].advice) if arms else self._best_advice(view, decision, adviser)
        worlds = self._compare(view, arms, adviser, clock)
        best = self._choose(arms)
        self._plan = best
        looked = f"looked ahead {sum(len(one.worths) for one in arms)} times in {worlds} imagined worlds"
        if best is not arms[0]:
            lead, _ = best.lead_over(arms[0])
            looked += f"; it fared better by {lead:.2f} than: {arms[0].advice.reasons[0]}"
        return _said(best.advice, looked)

    def _best_advice(self, view: View, decision: Decision, adviser: Adviser) -> Reply:
        arm = next(self._legal_arms(view, decision, adviser, 1), None)
        return self._at_random(decision) if arm is None else _said(arm.advice)

    def _at_random(self, decision: Decision) -> Reply:
        return Reply(decision.sample(self._chance), ("nothing speaks for one answer or another",))

    def _choose(self, arms: list[_Arm]) -> _Arm:
        """The best that is likely to be better than the first; else the first."""
        first, best, top = arms[0], arms[0], 0.0
        for one in arms[1:]:
            if len(one.worths) < FEWEST_WORLDS:
                continue
            lead, error = one.lead_over(first)
            if lead - self._doubt * error > top:
                best, top = one, lead - self._doubt * error
        return best

    def _arms(self, view: View, decision: Decision, adviser: Adviser) -> list[_Arm]:
        """What carries on a plan, then the best few answers, then what other styles would do instead."""
        arms: dict[tuple[str, str], _Arm] = {}
        plan = self._plan
        if plan is not None:
            for arm in self._legal_arms(view, decision, plan.adviser, 1, plan.advice.means):
                arms[arm.key] = arm
            if arms and adviser.carries_on_plan(decision):
                return list(arms.values())
        for arm in self._legal_arms(view, decision, adviser, self._width):
            arms.setdefault(arm.key, arm)
        for other in adviser.styles().values():
            for arm in self._legal_arms(view, decision, other, 1):
                arms.setdefault(arm.key, arm)
        found = list(arms.values())
        return [*found[:1], *(arm for arm in found[1:] if not arm.advice.gives_up)]

    def _legal_arms(
        self, view: View, decision: Decision, adviser: Adviser, most: int, means: str = ""
    ) -> Iterator[_Arm]:
        """The first few legal answers that differ in what they are to lead to."""
        found: set[tuple[str, str]] = set()
        for advice in adviser.advise(view.state, view.seat, decision):
            arm = _Arm(advice, adviser)
            if arm.key in found or (means and advice.means != means):
                continue
            if decision.legal(advice.answer) is None:
                found.add(arm.key)
                yield arm
                if len(found) == most:
                    return

    def _compare(self, view: View, arms: list[_Arm], adviser: Adviser, clock: Clock) -> int:
        """Play every arm in one world after the other; now and then the worse half goes."""
        alive, worlds, next_cut = list(arms), 0, FIRST_CUT
        while True:
            seed = f"{self._chance.getrandbits(48):x}"
            for arm in alive:
                if not clock.begins_playout():
                    return worlds
                worth = self._playout(view, arm, adviser, seed, clock)
                if worth is None:
                    return worlds
                arm.worths.append(worth)
                if not worlds and arm is alive[0] and clock.share_left() < TOO_DEAR:
                    return worlds
            worlds += 1
            if worlds == 1:
                alive = _best_of(alive, _affordable(len(alive), clock))
            if worlds == FIRST_CUT and _is_decided(alive):
                return worlds
            if worlds == ENOUGH_ALIKE and all(arm.worths == alive[0].worths for arm in alive):
                return worlds
            if worlds == next_cut and len(alive) > 2:
                alive = _best_of(alive, 1 + max(1, (len(alive) - 1) // 2))
                next_cut += FIRST_CUT

    def _playout(self, view: View, arm: _Arm, adviser: Adviser, seed: str, clock: Clock) -> float | None:
        """Play an answer out for some turns in one world; None if the time is up, or no world is found."""
        try:
            game = view.imagine(random.Random(seed), seed)  # noqa: S311
        except Refused:
            return None
        luck = SameLuck(seed)
        game.dice = Dice(luck)
        luck.turn = adviser.turns_begun(game.state)
        until = luck.turn + self._turns
        game.answer(arm.advice.answer, seat=view.seat)
        plan: Adviser | None = arm.adviser
        hasty = adviser.hasty()
        while game.decision is not None:
            luck.turn = adviser.turns_begun(game.state)
            if luck.turn >= until:
                break
            if not clock.has_time():
                return None
            seat = game.waiting_for[0]
            part = game.decision_for(seat)
            assert part is not None
            if plan is not None and adviser.begins_plan(part):
                plan = None
            # The others are believed to play as the book's own opponent does.
            if seat != view.seat:
                self._answer(game, seat, part, view.adviser)
            elif plan is None:
                self._answer(game, seat, part, hasty)
            else:
                self._answer(game, seat, part, plan, arm.advice.means)
        return adviser.judge(game.state, view.seat)

    def _answer(self, game: Game[Any], seat: str, part: Decision, voice: Adviser, means: str = "") -> None:
        """Answer in an imagined game with the first advice that its rules take, best what a plan means."""
        found = voice.advise(game.state, seat, part)
        if means:
            found = sorted(found, key=lambda one: one.means != means)
        for advice in found:
            try:
                game.answer(advice.answer, seat=seat)
            except Refused:
                continue
            return
        game.answer(part.sample(self._chance), seat=seat)


def _affordable(tried: int, clock: Clock) -> int:
    """How many answers can be compared in enough worlds, by what the first world has cost."""
    left = clock.share_left()
    return tried if left >= 1.0 else max(2, int(tried * left / (1.0 - left) / (USUAL_WORLDS - 1)))


def _best_of(arms: list[_Arm], most: int) -> list[_Arm]:
    """The first, which all others are measured against, and those that fared best."""
    return [arms[0], *sorted(arms[1:], key=lambda one: -one.mean)[: most - 1]]


def _is_decided(arms: list[_Arm]) -> bool:
    found = [worth for arm in arms for worth in arm.worths]
    return min(found) > DECIDED or max(found) < -DECIDED


def _said(advice: Advice, *more: str) -> Reply:
    return Reply(advice.answer, (*advice.reasons, *more), advice.rules)
