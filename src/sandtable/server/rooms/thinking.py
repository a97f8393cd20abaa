"""Thinking for people and for automatic players, beside the loop, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from sandtable.kernel.advice import accepted
from sandtable.kernel.book import Book
from sandtable.kernel.decision import Answer, Decision, Option, TypedDice
from sandtable.kernel.decision.intention import Intention, PlannedAnswer, Sketch, sketch
from sandtable.kernel.decision.standing import StandingOrders
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.state import State
from sandtable.lab.forecast import Needs, Prospect, believed, first_roll, needs_of, prospect
from sandtable.lab.odds import TimeLeft
from sandtable.lab.planned import needs_of_plan, prospect_of_plan
from sandtable.players.asking import ask
from sandtable.players.player import Player, Reply
from sandtable.players.registry import make_player
from sandtable.server.wire.message_parts import Advised, Chance
from sandtable.table.outlook import Outlook
from sandtable.table.showing import Showing

T = TypeVar("T")
MakePlayer: TypeAlias = Callable[[], Player]
LOG = logging.getLogger(__name__)

MOST_ADVICE = 3
"""How many answers a hint names."""
MOST_CHANCES = 40
"""For how many listed answers the first roll is looked up."""
MOST_NEEDS = 4
"""For how many ways of a sketch the first roll is looked up."""
QUICK = "greedy"
"""Who answers where another player is too slow."""


def check_patience(player: str, most_seconds: float) -> None:
    """A player that may think longer than anybody waits is refused: its thread could not be stopped."""
    kind, _, budget = player.partition(":")
    # Only seconds of the clock are known beforehand; what stands behind other names is their own.
    if kind == "search" and budget and (budget.endswith(("n", "cpu")) or float(budget) > most_seconds):
        raise refuse("", f'"{player}" may think too long.', f"At most search:{most_seconds:g}.")


class Thought(NamedTuple):
    """What an automatic player came to."""

    reply: Reply
    player: Player | None
    """Who gave it and may be asked again; None where somebody else had to answer instead."""


class Thinkers:
    """A few threads that think, each on a copy of the game of its own."""

    def __init__(self, count: int, most_seconds: float) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="thinker")
        # Quick answers have a thread of their own, so that slow ones never stand in their way.
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="quick thinker")
        # Forecasts take long: advice does not wait for those that nobody looks at any more.
        self._slow = ThreadPoolExecutor(count, thread_name_prefix="forecaster")
        self._most = most_seconds

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._slow.shutdown(wait=False, cancel_futures=True)

    async def reply(self, game: Game[Any], seat: str, player: MakePlayer, seed: str) -> Thought:
        """What the automatic player answers; the quickest legal answer where it takes too long.

        A thread cannot be stopped: a player that was too slow may still be thinking and is not asked again.
        """
        quick = partial(make_player, QUICK, seed)
        for make, pool in ((player, self._pool), (quick, self._quick)):
            try:
                thought = await self._within(pool, partial(_reply, game, seat, make, seed))
                return thought if make is player else Thought(thought.reply, None)
            except (TimeoutError, Refused) as late:
                LOG.warning("An automatic player was too slow or gave no legal answer. %s", late)
            except Exception:
                LOG.exception("An automatic player failed.")
        loop = asyncio.get_running_loop()
        return Thought(await loop.run_in_executor(None, _any_reply, game, seat, seed), None)

    async def advice(self, game: Game[Any], seat: str) -> tuple[Advised, ...]:
        """Answers worth considering, best first."""
        return await self._asked(lambda: _advice(game, seat))

    async def options(self, game: Game[Any], seat: str) -> tuple[Option, ...]:
        """Every answer that is proposed."""
        return await self._asked(lambda: tuple(_copy(game, seat)[1].options()))

    async def odds(
        self, game: Game[Any], seat: str, plan: Sequence[PlannedAnswer], orders: StandingOrders
    ) -> tuple[Needs | None, Prospect]:
        """What an answer, or a plan of several, needs first, and what may follow from it."""
        began, most = time.monotonic(), self._most

        def time_left() -> float:
            # A thread cannot be stopped from outside: it looks at the clock itself.
            return 1 - (time.monotonic() - began) / most

        return await self._asked(lambda: _odds(game, seat, plan, orders, time_left), self._slow)

    async def judgement(self, game: Game[Any], seat: str, answer: Answer) -> tuple[Refusal | None, str]:
        """Why an answer would be refused, or what it takes where that can be told."""
        return await self._asked(lambda: _judgement(game, seat, answer))

    async def outlook(self, book: Book[Any], seen: State, unit: str) -> Outlook | None:
        """What a unit sees, reaches and has to fear."""
        found = await self._asked(lambda: book.outlook(seen, unit))
        return found if isinstance(found, Outlook) else None

    async def sketch(
        self, game: Game[Any], seat: str, intention: Intention, orders: StandingOrders
    ) -> Sketch:
        """What an intention would do, as far as the seat may know."""
        return await self._asked(lambda: _sketch(game, seat, intention, orders))

    async def chances(self, game: Game[Any], seat: str) -> tuple[Chance, ...]:
        """What each listed answer needs at once."""
        return await self._asked(lambda: _chances(game, seat))

    async def _asked(self, think: Callable[[], T], pool: ThreadPoolExecutor | None = None) -> T:
        try:
            return await self._within(pool or self._pool, think)
        except TimeoutError:
            raise refuse("", "There was no time to work this out.", "Ask again later.") from None

    async def _within(self, pool: ThreadPoolExecutor, think: Callable[[], T]) -> T:
        running = asyncio.get_running_loop().run_in_executor(pool, think)
        return await asyncio.wait_for(running, self._most)


def _beliefs() -> Random:
    """Fills in what a seat does not know, always alike; the same gesture is sketched the same again."""
    return Random(0)


def _copy(game: Game[Any], seat: str) -> tuple[Game[Any], Decision]:
    """The game at this very question, with other dice to come, and the question."""
    copy = game.clone(secrets.randbits(64))
    part = copy.decision_for(seat)
    if part is None:
        raise refuse("", f"{seat} is not asked.", "Wait for your turn.")
    return copy, part


def _reply(game: Game[Any], seat: str, make: MakePlayer, seed: str) -> Thought:
    game, part = _copy(game, seat)
    player = make()
    if isinstance(part, TypedDice):
        return Thought(Reply(part.sample(Random(seed))), player)
    reply = ask(player, game, seat)
    why = part.legal(reply.answer)
    if why is not None:
        raise Refused(why)
    return Thought(reply, player)


def _any_reply(game: Game[Any], seat: str, seed: str) -> Reply:
    _, part = _copy(game, seat)
    return Reply(part.sample(Random(seed)), ("there was no time to think",))


def _advice(game: Game[Any], seat: str) -> tuple[Advised, ...]:
    game, part = _copy(game, seat)
    labels = {repr(option.answer): option.label for option in part.options()}
    found = tuple(islice(accepted(game.book.adviser, game.seen(seat), seat, part), MOST_ADVICE))
    return tuple(
        Advised(one.answer, labels.get(repr(one.answer), ""), one.reasons, one.rules)
        for one in found or (ask(make_player(QUICK), game, seat),)
    )


def _odds(
    game: Game[Any],
    seat: str,
    plan: Sequence[PlannedAnswer],
    orders: StandingOrders,
    time_left: TimeLeft,
) -> tuple[Needs | None, Prospect]:
    if time_left() <= 0:
        raise TimeoutError
    game, part = _copy(game, seat)
    answer = plan[0].answer
    why = part.legal(answer)
    if why is not None:
        raise Refused(why)
    belief = believed(game, seat)
    if not isinstance(belief.showing(seat), Showing):
        return needs_of(first_roll(belief, seat, answer)), Prospect((), False, 0)
    if len(plan) > 1:
        return prospect_of_plan(game, seat, plan, orders, time_left)
    needs = needs_of(first_roll(belief, seat, answer))
    return needs, prospect(belief, seat, [answer], time_left)


def _sketch(game: Game[Any], seat: str, intention: Intention, orders: StandingOrders) -> Sketch:
    """The ways to do what is meant, each with what its first roll needs where the book has not told it."""
    found = sketch(game, seat, intention, _beliefs(), orders)
    ways = []
    for place, way in enumerate(found.ways):
        if place < MOST_NEEDS and way.need is None and way.chance is None:
            needs = needs_of_plan(game, seat, way.answers, orders)
            if needs is not None:
                way = msgspec.structs.replace(way, need=needs.number, chance=needs.chance)
        ways.append(way)
    return Sketch(tuple(ways), found.why)


def _judgement(game: Game[Any], seat: str, answer: Answer) -> tuple[Refusal | None, str]:
    _, part = _copy(game, seat)
    refusal = part.legal(answer)
    tell = getattr(part, "cost_in_words", None)
    return refusal, "" if refusal is not None or tell is None else tell(answer)


def _chances(game: Game[Any], seat: str) -> tuple[Chance, ...]:
    game, part = _copy(game, seat)
    belief = believed(game, seat)
    return tuple(
        Chance(option.answer, needs_of(first_roll(belief, seat, option.answer)))
        for option in part.options()[:MOST_CHANCES]
    )
