"""What a sensible person thinks in a mission, beside the page: the same game, played along with the page.

It looks ahead with other dice than those that will fall, and takes what our adviser would do.
"""

from __future__ import annotations

from itertools import islice
from math import hypot
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable.kernel.advice import accepted
from sandtable.kernel.decision import ChooseOne, Decision
from sandtable.kernel.decision.intention import Along, Intention, PlannedAnswer, Way, sketch
from sandtable.kernel.decision.standing import StandingOrders, by_itself
from sandtable.kernel.game import Game
from sandtable.players import make_player
from sandtable.players.asking import ask

SEAT = "A"
FAR = 0.6
"""A soldier who ends less than so many inches off has not moved."""
NEAREST = 5
"""So many enemies near a place are looked at."""
WORSE = 0.05
"""A shot that is less likely by one face of a die is as good as one that takes a move more."""
OWN_TURN = ("activate", "move", "dash", "fire", "aim explosive")


class Meant(NamedTuple):
    """What somebody is to do: where, at whom, and which of the ways to do it."""

    who: str
    at: tuple[float, float] | None
    target: str
    way: Way
    place: int
    """Of the ways to do it."""
    along: tuple[Along, ...] = ()


class Thought:
    """A mission played along beside the page."""

    def __init__(self, seed: int) -> None:
        self.game = sandtable.new("forgotten-ruin", scenario="mission", seats={SEAT: "red-squad"}, seed=seed)
        self._orders = StandingOrders()
        self._settle(self.game)

    # ---- playing along -----------------------------------------------------------------------------------

    def order(self, order: str, setting: str) -> None:
        """A standing order was set."""
        book = self.game.book
        number = book.round_of(self.game.state)
        self._orders = self._orders.ordered(book.standing, order, setting, number)
        self._settle(self.game)

    def follow(self, answers: list[tuple[Any, str]]) -> None:
        """What the page has sent, as far as it holds."""
        for answer, topic in answers:
            if not self._give(PlannedAnswer(answer, topic)):
                break
        self._settle(self.game)

    def _give(self, planned: PlannedAnswer) -> bool:
        """One answer, after what answers itself before it; false where something else is asked."""
        game = self.game
        while (question := game.decision) is not None:
            if planned.is_meant_for(question) and question.legal(planned.answer) is None:
                game.answer(planned.answer)
                return True
            given = by_itself(game, SEAT, self._orders)
            if given is None:
                return False
            game.answer(given.answer, by=given.by)
        return False

    def _settle(self, game: Game[Any]) -> None:
        while (given := by_itself(game, SEAT, self._orders)) is not None:
            game.answer(given.answer, by=given.by)

    def check(self, prompt: str) -> None:
        """Refuse to think of another game than the page shows."""
        assert self.game.decision is not None
        assert self.game.decision.prompt == prompt

    # ---- thinking ----------------------------------------------------------------------------------------

    def advised(self, game: Game[Any] | None = None) -> Any:
        """What our adviser would answer."""
        game = self.game if game is None else game
        question = game.decision
        assert question is not None
        found = next(islice(accepted(game.book.adviser, game.seen(SEAT), SEAT, question), 1), None)
        return found.answer if found else ask(make_player("greedy"), game, SEAT).answer

    def actors(self) -> list[str]:
        """Who may be told to act, in the order in which they are proposed."""
        question = self.game.decision
        if not isinstance(question, ChooseOne):
            return []
        return [one.about[0] for one in question.options() if "deed" in one.points_at]

    def next(self) -> Meant | None:
        """What to do next by a gesture; None where an answer from the list says it."""
        question = self.game.decision
        if not isinstance(question, ChooseOne) or not any(one.points_at for one in question.options()):
            return None
        actors = self.actors()
        if not actors:
            return self._meant(question.about[0]) if self.advised() in ("move", "dash", "fire") else None
        advised = self.advised()
        if advised not in actors:
            return None
        meant = {one: self._meant(one) for one in actors}
        going = [one for one, each in meant.items() if each is not None and not each.target]
        others = [one for one in actors if one not in going]
        first = actors[0]
        late = sum(actors.index(one) > actors.index(going[0]) for one in others) if going else 0
        if first in going and 2 * len(going) - 3 > late:
            if others:
                first = others[0]
            else:
                return self._together(meant[first], going[1:])
        return meant[first] or next((one for one in meant.values() if one is not None), None)

    def is_as_good(self, who: str, target: str, chance: float | None) -> bool:
        """Whether a shot at somebody is as good as what was meant."""
        ways = self._ways(Intention(who, target=target))
        return bool(ways) and (ways[0].chance or 0.0) >= (chance or 0.0) - WORSE

    def _together(self, first: Meant | None, others: list[str]) -> Meant | None:
        """All of them go along."""
        assert first is not None
        assert first.at is not None
        if not others:
            return first
        (x, y), (to_x, to_y) = self._place(self.game, first.who), first.at
        along = tuple(
            Along(one, (at[0] + to_x - x, at[1] + to_y - y))
            for one in others
            for at in [self._place(self.game, one)]
        )
        ways = self._ways(Intention(first.who, at=first.at, along=along))
        if first.place >= len(ways):
            return first
        return first._replace(way=ways[first.place], along=ways[first.place].along)

    def _ways(self, intention: Intention) -> tuple[Way, ...]:
        return sketch(self.game, SEAT, intention, Random(0), self._orders).ways

    def _meant(self, who: str) -> Meant | None:
        """What our adviser would do with somebody in the whole turn, as a gesture."""
        world = self.game.clone("thought")
        stood = self._place(world, who)
        if world.decision is not None and who not in world.decision.about[:1]:
            world.answer(who)
        deeds: list[str] = []
        target, point = "", None
        at: tuple[float, float] | None = None
        while (question := world.decision) is not None and self._is_own(question, who):
            given = by_itself(world, SEAT, self._orders)
            answer = given.answer if given else self.advised(world)
            if question.topic == "activate":
                deeds.append(str(answer))
            if question.topic == "fire":
                about = next((one.about for one in question.options() if one.answer == answer), ())
                target = next((one for one in about if one != who), target)
                deeds.append(str(answer))
            if question.topic == "aim explosive" and isinstance(answer, dict):
                point = tuple(answer["at"])
            world.answer(answer)
            if question.topic in ("move", "dash"):
                at = self._place(world, who)
            if target or point:
                break
        if point is not None:
            target = self._nearest(point, who, deeds[-1])
        if at is not None and hypot(at[0] - stood[0], at[1] - stood[1]) < FAR:
            at = None
        return self._as_gesture(who, at, target, deeds)

    def _as_gesture(
        self, who: str, at: tuple[float, float] | None, target: str, deeds: list[str]
    ) -> Meant | None:
        """The way that comes nearest to it."""
        found: list[Meant] = []
        weapon = deeds[-1].split(":")[0] if deeds else ""
        for where, whom in ((at, target), (None, target), (at, "")):
            if where is None and not whom:
                continue
            ways = self._ways(Intention(who, at=where, target=whom))
            named = [i for i, one in enumerate(ways) if (weapon in one.words if whom else one.deed in deeds)]
            if ways:
                index = named[0] if named else 0
                found.append(Meant(who, where, whom, ways[index], index))
        # A target alone says it all where the shot is as good from where the way there would lead.
        shots = [one for one in found if one.target]
        if len(shots) == 2 and (shots[1].way.chance or 0.0) >= (shots[0].way.chance or 0.0) - WORSE:
            return shots[1]
        if not found and "fire" in deeds:
            found = self._any_shot(who)
        return found[0] if found else None

    def _any_shot(self, who: str) -> list[Meant]:
        """The likeliest shot at one of the nearest enemies, where what was meant is no gesture."""
        near = self._enemies_near(self._place(self.game, who))
        shots = [
            Meant(who, None, one, ways[0], 0)
            for one in near
            if (ways := self._ways(Intention(who, target=one)))
        ]
        return sorted(shots, key=lambda one: -(one.way.chance or 0.0))

    def _is_own(self, question: Decision, who: str) -> bool:
        return question.topic in OWN_TURN and who in question.about[:1]

    def _nearest(self, point: tuple[float, ...], who: str, weapon: str) -> str:
        """Of the enemies nearest to a place the first at whom a weapon can be aimed."""
        near = self._enemies_near(point)
        aimed = (
            one for one in near if any(weapon in way.words for way in self._ways(Intention(who, target=one)))
        )
        return next(aimed, near[0] if near else "")

    def _enemies_near(self, point: tuple[float, ...]) -> list[str]:
        units = [one for one in self.game.showing(SEAT).units if one.seat != SEAT and one.on_table]
        found = [
            (hypot(at[0] - point[0], at[1] - point[1]), id)
            for unit in units
            for id, at in zip(unit.figures or (unit.id,), unit.models, strict=False)
        ]
        return [id for _, id in sorted(found)[:NEAREST]]

    def _place(self, game: Game[Any], who: str) -> tuple[float, float]:
        unit = next((one for one in game.showing(SEAT).units if one.id == who), None)
        return (unit.models[0][0], unit.models[0][1]) if unit is not None and unit.models else (0.0, 0.0)
