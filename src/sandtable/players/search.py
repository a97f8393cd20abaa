"""A player who looks ahead on what it believes, within a budget, with an answer always ready."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from math import inf, sqrt

from sandtable.kernel.advice import Advice, Adviser
from sandtable.kernel.decision import Decision
from sandtable.kernel.dice import Dice, Rolled, Wanted
from sandtable.players.greedy import Greedy
from sandtable.players.player import Reply, View


class Budget:
    """How long a player may think about one question: seconds, playouts, or both."""

    def __init__(self, seconds: float | None = 0.2, playouts: int | None = None) -> None:
        if seconds is None and playouts is None:
            raise ValueError("a budget needs seconds or playouts")
        self.seconds = seconds
        self.playouts = playouts

    def start(self) -> Clock:
        """Start the clock for one question."""
        return Clock(self)


class Clock:
    """The budget of one question as it runs out."""

    def __init__(self, budget: Budget) -> None:
        self._deadline = inf if budget.seconds is None else time.monotonic() + budget.seconds
        self._left = budget.playouts

    def begins_playout(self) -> bool:
        """Whether another playout may begin; it is counted."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                return False
        return self.has_time()

    def has_time(self) -> bool:
        """Whether there are seconds left."""
        return time.monotonic() < self._deadline


class DiceByPurpose:
    """Dice that depend on what they are for, so that different plans meet the same luck."""

    name = "by purpose"

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._streams: dict[str, random.Random] = {}

    def roll(self, wanted: Wanted) -> Rolled:
        """The next dice for this purpose."""
        stream = self._streams.get(wanted.why)
        if stream is None:
            stream = self._streams[wanted.why] = random.Random(f"{self._seed} {wanted.why}")  # noqa: S311
        draw, sides = stream.random, wanted.sides
        return Rolled(wanted.why, tuple([int(draw() * sides) + 1 for _ in range(wanted.count)]), self.name)


USUAL_SPREAD = 0.2
"""How far two answers usually lie apart in one world; keeps a few lucky worlds from deciding."""


class _Arm:
    """One answer under consideration and what its playouts were worth."""

    __slots__ = ("advice", "adviser", "worths")

    def __init__(self, advice: Advice, adviser: Adviser) -> None:
        self.advice = advice
        self.adviser = adviser
        """Whoever gave the advice says how to go on with it."""
        self.worths: list[float] = []

    @property
    def key(self) -> tuple[str, str]:
        """Two arms with the same key come to the same."""
        answer = self.advice.answer
        is_measured = self.advice.means and not isinstance(answer, str)
        return ("" if is_measured else repr(answer), self.advice.means)

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths) if self.worths else -inf

    def lead_over(self, other: _Arm) -> tuple[float, float]:
        """By how much it did better in the same worlds on average, and how sure that is."""
        pairs = [mine - theirs for mine, theirs in zip(self.worths, other.worths, strict=False)]
        count = len(pairs)
        if not count:
            return 0.0, inf
        mean = sum(pairs) / count
        spread = (sum((one - mean) ** 2 for one in pairs) + USUAL_SPREAD**2) / count
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
        more: int = 1,
        turns: int = 2,
        doubt: float = 1.0,
    ) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a player's whim, not a die
        self._greedy = Greedy(seed)
        self._budget = budget or Budget()
        self._width = width
        self._more = more
        self._turns = turns
        self._doubt = doubt
        self._plan: _Arm | None = None
        """What was chosen last; the questions that follow from it are answered in the same sense."""

    def reply(self, view: View, decision: Decision) -> Reply:
        """The answer whose playouts end best; the greedy one until the playouts say otherwise."""
        clock = self._budget.start()
        adviser = view.adviser
        if adviser is None or not adviser.matters(decision):
            return self._greedy.reply(view, decision)
        if adviser.begins_plan(decision):
            self._plan = None
        arms = self._arms(view, decision, adviser)
        if not arms:
            return self._greedy.reply(view, decision)
        if len(arms) == 1 or (self._plan is not None and adviser.carries_on_plan(decision)):
            return Reply(arms[0].advice.answer, arms[0].advice.reasons, arms[0].advice.rules)
        worlds = self._compare(view, arms, adviser, clock)
        best = self._choose(arms)
        self._plan = best
        looked = f"looked ahead {sum(len(one.worths) for one in arms)} times in {worlds} imagined worlds"
        if best is not arms[0]:
            lead, _ = best.lead_over(arms[0])
            looked += f"; it fared better by {lead:.2f} than: {arms[0].advice.reasons[0]}"
        return Reply(best.advice.answer, (*best.advice.reasons, looked), best.advice.rules)

    def _choose(self, arms: list[_Arm]) -> _Arm:
        """The best that is surely better than the first; else the first."""
        first, best, top = arms[0], arms[0], 0.0
        for one in arms[1:]:
            lead, error = one.lead_over(first)
            if lead - self._doubt * error > top:
                best, top = one, lead - self._doubt * error
        return best

    def _arms(self, view: View, decision: Decision, adviser: Adviser) -> list[_Arm]:
        """What carries on a plan, then the best few answers, then what other manners would do instead."""
        arms: dict[tuple[str, str], _Arm] = {}
        if self._plan is not None:
            plan = self._plan
            for arm in self._legal_arms(view, decision, plan.adviser, 1, plan.advice.means):
                arms[arm.key] = arm
            if arms and adviser.carries_on_plan(decision):
                return list(arms.values())
        for arm in self._legal_arms(view, decision, adviser, self._width):
            arms.setdefault(arm.key, arm)
        for other in adviser.manners().values():
            for arm in self._legal_arms(view, decision, other, self._more):
                arms.setdefault(arm.key, arm)
        return list(arms.values())

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
        """Play every arm in one world after the other; the worse half goes each time the worlds double."""
        alive, worlds, next_cut = list(arms), 0, 4
        while True:
            seed = f"{self._chance.getrandbits(48):x}"
            for arm in alive:
                if not clock.begins_playout():
                    return worlds
                worth = self._playout(view, arm, adviser, seed, clock)
                if worth is None:
                    return worlds
                arm.worths.append(worth)
            worlds += 1
            if worlds == next_cut and len(alive) > 2:
                rest = sorted(alive[1:], key=lambda one: -one.mean)
                alive = [alive[0], *rest[: max(1, len(rest) // 2)]]
                next_cut *= 2

    def _playout(self, view: View, arm: _Arm, adviser: Adviser, seed: str, clock: Clock) -> float | None:
        """Play an answer out for some turns in one world; None if the time is up before that."""
        game = view.imagine(random.Random(seed), seed)  # noqa: S311
        game.dice = Dice(DiceByPurpose(seed))
        until = adviser.turns_begun(game.state) + self._turns
        game.answer(arm.advice.answer, seat=view.seat)
        plan: Adviser | None = arm.adviser
        while game.decision is not None and adviser.turns_begun(game.state) < until:
            if not clock.has_time():
                return None
            seat = game.waiting_for[0]
            part = game.decision_for(seat)
            assert part is not None
            if plan is not None and adviser.begins_plan(part):
                plan = None
            voice = plan if plan is not None and seat == view.seat else adviser
            game.answer(self._greedy.answer(voice, game.state, seat, part), seat=seat)
        return adviser.judge(game.state, view.seat)
